//! Every verb of Waxwing for Leduc poker: `cargo run --release -- play leduc-poker 'uct > mast @1s'`.

use std::process::ExitCode;

use waxwing_workshop::Workshop;

fn main() -> ExitCode {
    let workshop = Workshop::new().game(leduc_poker::kind()).expect("there is no other game");
    waxwing_cli::run(workshop)
}
