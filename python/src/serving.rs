//! The page, served by this process.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use waxwing_web::{Server, Settings, open_browser};

use crate::errors::failed;
use crate::house;
use crate::waiting::{Code, wait};

/// Serves the page for the games and strategies of this process until Ctrl-C, which is raised then. `ready` is told the address.
#[pyfunction]
#[pyo3(signature = (port, listen, experiments, browser, ready))]
pub fn serve(
    py: Python<'_>,
    port: Option<u16>,
    listen: Option<String>,
    experiments: Option<PathBuf>,
    browser: bool,
    ready: Py<PyAny>,
) -> PyResult<()> {
    let settings = Settings { port, listen, experiments, ..Settings::default() };
    let server = Server::bind(house::workshop(), settings).map_err(failed)?;
    let address = server.address();
    ready.call1(py, (&address,))?;
    if browser {
        open_browser(&address);
    }
    let stop = AtomicBool::new(false);
    wait(py, Code::Rust, &stop, || server.run(&stop))?.map_err(failed)
}
