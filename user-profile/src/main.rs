//! Prints how long playouts and searches take, a line each: the game, what was measured, and nanoseconds.

use std::hint::black_box;
use std::time::Instant;

use waxwing::{Agent, Game, Limits, Rng, Turn};
use waxwing_games::{Breakthrough, Checkers, DouDiZhu, Go, Othello};

const AGENTS: [&str; 6] = ["uct", "rave", "uct > mast", "uct > lgrf", "uct > nast", "icarus/NRML"];
const ITERATIONS: u64 = 5_000;
const PLAYOUTS: u64 = 20_000;

fn main() {
    measure("othello", &Othello::new());
    measure("breakthrough", &Breakthrough::new(8, 8).expect("the usual board"));
    measure("checkers", &Checkers::new());
    measure("go", &Go::new(9, 7.5).expect("a usual board"));
    measure("dou-di-zhu", &DouDiZhu::new());
}

fn measure<G: Game>(game: &str, start: &G) {
    let start = first_decision(start);
    let playouts = || {
        let (mut rng, mut buffer) = (Rng::new(1), Vec::new());
        for _ in 0..PLAYOUTS {
            black_box(black_box(start.clone()).playout(&mut rng, &mut buffer, u32::MAX));
        }
    };
    print(game, "playouts", playouts);
    for text in AGENTS {
        let mut agent = Agent::parse(text, &start).expect("every game serves these agents");
        print(game, text, || {
            let report = agent.search(&start, 1, &Limits::iterations(ITERATIONS)).expect("a player is to move");
            black_box(report);
        });
    }
}

fn print(game: &str, what: &str, work: impl FnOnce()) {
    let started = Instant::now();
    work();
    println!("{game}\t{what}\t{}", started.elapsed().as_nanos());
}

/// The first state in which a player has something to decide.
fn first_decision<G: Game>(start: &G) -> G {
    let (mut state, mut rng) = (start.clone(), Rng::new(1));
    while state.turn() == Turn::Chance {
        let outcome = state.sample_chance(&mut rng);
        state.apply(outcome);
    }
    state
}
