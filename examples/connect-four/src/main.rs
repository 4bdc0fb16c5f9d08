//! Every verb of Waxwing for Connect Four: `cargo run --release -- play connect-four 'uct > mast with solver @1s'`.

use std::process::ExitCode;

use waxwing_workshop::Workshop;

fn main() -> ExitCode {
    let workshop = Workshop::new().game(connect_four::kind()).expect("there is no other game");
    let workshop = workshop.strategy(connect_four::follow_up()).expect("no other strategy has its name");
    waxwing_cli::run(workshop)
}
