//! `waxwing man`

use std::fs;
use std::path::PathBuf;

use clap::Args;

use crate::command;
use crate::context::Context;
use crate::failure::Failure;
use crate::show;

#[derive(Args)]
pub struct Man {
    /// The folder that they are written to, which is made if it is not there
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

impl Man {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let (folder, command) = (self.folder.display(), command::of(&context.workshop).name(&context.program));
        let written = fs::create_dir_all(&self.folder).and_then(|()| clap_mangen::generate_to(command, &self.folder));
        written.map_err(|error| Failure::failed(format!("`{folder}`: {error}")))?;
        show::print(&format!("The pages are in {folder}: try `man {folder}/{}.1`.\n", context.program))
    }
}
