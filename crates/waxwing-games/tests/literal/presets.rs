//! Every agent of the ICARUS paper plays every game.

use waxwing::agent::PRESETS;
use waxwing::{Limits, Player, Rng, Turn};
use waxwing_games::standard;
use waxwing_workshop::{AnyAgent, OpenGame, Watch};

/// Plays a game in which the preset chooses for every seat, and checks each of its choices and reports.
fn play_all(game: &OpenGame, preset: &str) {
    const ITERATIONS: u64 = 40;
    let agent = |_| game.agent(preset).unwrap_or_else(|error| panic!("{error}"));
    let mut agents: Vec<AnyAgent> = (0..game.players()).map(agent).collect();
    let (mut position, mut rng) = (game.start(), Rng::new(7));
    for (seat, agent) in agents.iter_mut().enumerate() {
        agent.start(&position, Player(seat as u8), seat as u64).unwrap();
    }
    for _ in 0..60 {
        match position.turn() {
            Turn::Over => break,
            Turn::Chance => position.roll(&mut rng),
            Turn::Player(player) => {
                let limits = Limits::iterations(ITERATIONS);
                let thought = agents[player.index()].think(&position, &limits, Watch::default()).unwrap();
                let legal = position.legal();
                assert_eq!(thought.actions.iter().map(|action| action.visits).sum::<u64>(), ITERATIONS);
                assert!(thought.actions.iter().all(|action| legal.contains(&action.action)));
                let played = position.play(&thought.best);
                played.unwrap_or_else(|error| panic!("{preset}: {error}\n{}", position.draw(None)));
            }
        }
    }
}

#[test]
fn all_presets_of_the_icarus_paper_play_all_games() {
    let workshop = standard();
    for entry in workshop.games() {
        let game = workshop.open(&entry.name).expect("the defaults are possible");
        for preset in PRESETS.iter().filter(|preset| preset.family == "icarus") {
            play_all(&game, &preset.to_string());
        }
    }
}
