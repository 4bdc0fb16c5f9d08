//! `waxwing serve`

use std::path::PathBuf;

use clap::Args;
use waxwing_web::{ServeError, Server, ServerBounds, Settings, open_browser};

use crate::context::Context;
use crate::failure::{Failure, tell};
use crate::options::memory;
use crate::{interrupt, show};

#[derive(Args)]
pub struct Serve {
    /// The port [default: the first free one from 8014 on]
    #[arg(long)]
    port: Option<u16>,
    /// A name or an address of this machine to serve other machines at, such as `0.0.0.0`; they need the address with
    /// its token, and whoever reads the network can read along
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<String>,
    /// What the address must hold [default: a new one with `--listen`, none without]
    #[arg(long, value_name = "TEXT", value_parser = token)]
    token: Option<String>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// A folder whose stores of experiments, and their reports, are shown
    #[arg(long, value_name = "FOLDER")]
    experiments: Option<PathBuf>,
    /// Let the page start programs, such as `gtp("gnugo --mode gtp")`, and open files, such as `ab(eval="FILE")`: whoever
    /// can open it can then run any program here
    #[arg(long)]
    allow_programs: bool,
    /// Memory for the tree and records of one search [default: 64MiB]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    memory: Option<usize>,
}

impl Serve {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let stop = interrupt::watch();
        if let Some(folder) = self.experiments.as_ref().filter(|folder| !folder.is_dir()) {
            return Err(Failure::usage(format!("there is no folder `{}`", folder.display())));
        }
        let opens = !self.no_open;
        let server = Server::bind(context.workshop.clone(), self.settings())?;
        let address = server.address();
        show::print(&format!("{address}\n"))?;
        if !(opens && open_browser(&address)) {
            tell("Open this address in a browser. Ctrl-C ends the server.");
        }
        server.run(stop)?;
        interrupt::outcome()
    }

    fn settings(self) -> Settings {
        let mut bounds = ServerBounds::default();
        if let Some(memory) = self.memory {
            bounds.memory = memory;
            bounds.all_memory = bounds.all_memory.max(memory);
        }
        Settings {
            listen: self.listen,
            port: self.port,
            token: self.token,
            experiments: self.experiments,
            allow_programs: self.allow_programs,
            bounds,
        }
    }
}

/// Reads a token: a browser sends it in an address and in a cookie.
fn token(text: &str) -> Result<String, String> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    match text.len() {
        8..=200 if text.chars().all(is_plain) => Ok(text.to_owned()),
        _ => Err("expected 8 to 200 letters and digits, `-` and `_`".into()),
    }
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Failure {
        match error {
            ServeError::Listen { .. } => Failure::usage(error),
            _ => Failure::failed(error),
        }
    }
}
