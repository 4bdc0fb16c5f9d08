//! `waxwing completions`

use clap::Args;
use clap_complete::Shell;

use crate::command;
use crate::context::Context;
use crate::failure::Failure;
use crate::show;

#[derive(Args)]
pub struct Completions {
    /// The shell that reads the script
    shell: Shell,
}

impl Completions {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        // What is written to a string cannot fail, unlike the standard output.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command::of(&context.workshop), &context.program, &mut script);
        show::print(&String::from_utf8_lossy(&script))
    }
}
