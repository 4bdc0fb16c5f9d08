//! Time of the hot loops: move generation (with its perft total asserted), random playouts, and searches.
//!
//! `waxwing bench` gives the figures of the documentation; these are for comparing two states of the code.

use criterion::{Criterion, criterion_group, criterion_main};
use waxwing::game::perft;
use waxwing::{Agent, Game, Limits, Rng};
use waxwing_games::{Breakthrough, Othello};

const ITERATIONS: u64 = 2_000;
const AGENTS: [&str; 6] = ["uct", "rave", "uct > mast", "uct > lgrf", "uct > nast", "uct > epic"];

fn game<G: Game>(criterion: &mut Criterion, name: &str, start: &G, (depth, count): (u32, u64)) {
    criterion.bench_function(&format!("{name}/perft {depth}"), |bencher| {
        bencher.iter(|| assert_eq!(perft(start, depth), Ok(count)));
    });
    let mut rng = Rng::new(1);
    let mut buffer = Vec::new();
    criterion.bench_function(&format!("{name}/playout"), |bencher| {
        bencher.iter(|| start.clone().playout(&mut rng, &mut buffer, u32::MAX));
    });
    for text in AGENTS {
        let mut agent = Agent::parse(text, start).expect("the expression is right");
        criterion.bench_function(&format!("{name}/{text} @{ITERATIONS}"), |bencher| {
            bencher.iter(|| agent.search(start, 1, &Limits::iterations(ITERATIONS)).unwrap().best);
        });
    }
}

fn games(criterion: &mut Criterion) {
    game(criterion, "othello", &Othello::new(), (6, 8_200));
    let breakthrough = Breakthrough::new(8, 8).expect("the usual board");
    game(criterion, "breakthrough", &breakthrough, (3, 11_132));
}

criterion_group! { name = benches; config = Criterion::default().sample_size(20); targets = games }
criterion_main!(benches);
