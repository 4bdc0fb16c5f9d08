//! Every agent of the ICARUS paper plays every game.

use waxwing::agent::PRESETS;
use waxwing::{Agent, Control, Limits, Notation, Player, Rng, Turn};
use waxwing_games::{Visitor, games, open};

/// Plays a game in which the preset chooses for every seat, and checks each of its choices and reports.
struct PlayAll {
    preset: String,
}

impl Visitor for PlayAll {
    type Output = ();

    fn visit<G: Notation>(self, start: G) {
        const ITERATIONS: u64 = 40;
        let agent = |_| Agent::parse(&self.preset, &start).unwrap_or_else(|error| panic!("{error}"));
        let mut agents: Vec<Agent<G>> = (0..start.players()).map(agent).collect();
        let (mut state, mut rng) = (start.clone(), Rng::new(7));
        agents.iter_mut().enumerate().for_each(|(seat, agent)| agent.start(&start, seat as u64));
        for _ in 0..60 {
            let action = match state.turn() {
                Turn::Over => break,
                Turn::Chance => state.sample_chance(&mut rng),
                Turn::Player(player) => {
                    let limits = Limits::iterations(ITERATIONS);
                    let report = agents[player.index()].think(&state, &limits, &mut Control::default()).unwrap();
                    assert!(state.is_legal(report.best), "{}: {}", self.preset, state.draw(None));
                    assert_eq!(report.actions.iter().map(|action| action.visits).sum::<u64>(), ITERATIONS);
                    assert!(report.actions.iter().all(|action| state.is_legal(action.action)));
                    report.best
                }
            };
            let before = state.clone();
            state.apply(action);
            for (seat, agent) in agents.iter_mut().enumerate() {
                agent.observe(before.observe(action, Player(seat as u8)), &state);
            }
        }
    }
}

#[test]
fn all_presets_of_the_icarus_paper_play_all_games() {
    for game in games() {
        for preset in PRESETS.iter().filter(|preset| preset.family == "icarus") {
            open(game.name, &[], PlayAll { preset: preset.to_string() }).expect("the defaults are possible");
        }
    }
}
