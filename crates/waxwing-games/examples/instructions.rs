//! Searches a game from its start, twice: for a tool that counts instructions between the two.
//!
//! ```console
//! $ cargo build --release -p waxwing-games --example instructions
//! $ valgrind --tool=callgrind target/release/examples/instructions othello 'uct > mast' 400
//! ```
//!
//! The difference of two runs with different numbers of iterations is what these cost, without what comes before.

use waxwing::{Limits, Rng};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, expression, iterations] = &arguments[..] else {
        return Err("a game, an expression and how many iterations: othello 'uct > mast' 400".into());
    };
    let game = waxwing_games::standard().open(game)?;
    let mut position = game.start();
    position.pass_chance(&mut Rng::new(1));
    let limits = Limits::iterations(iterations.parse()?);
    let thought = game.agent(expression)?.search(&position, 1, &limits)?;
    println!("{} iterations, {} plies", thought.iterations, thought.plies);
    Ok(())
}
