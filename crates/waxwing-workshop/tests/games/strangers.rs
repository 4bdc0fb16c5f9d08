//! Agents and positions of different games.

use std::sync::atomic::AtomicBool;

use waxwing::{Limits, Player};
use waxwing_workshop::{AgentError, GamePlan, Seeds, Table, ThinkError, Watch, play_game};

use crate::{expression, open};

#[test]
fn an_agent_of_one_game_refuses_a_position_of_another() {
    let limits = Limits::iterations(10);
    for (own, other) in [("othello", "breakthrough"), ("hearts", "dou-di-zhu"), ("backgammon", "kalah")] {
        let (game, mut stranger) = (open(own), open(other).start());
        for agent in ["uct", "random"] {
            let mut agent = game.agent(agent).unwrap();
            stranger = stranger.at(0);
            assert_eq!(agent.start(&stranger, Player(0), 1), Err(ThinkError::OtherGame));
            stranger.play_random(&mut waxwing::Rng::new(1));
            assert_eq!(agent.follow(&stranger), Err(ThinkError::OtherGame));
            assert_eq!(agent.choose(&stranger, &limits, Watch::default()).err(), Some(ThinkError::OtherGame));
            assert_eq!(agent.think(&stranger, &limits, Watch::default()).err(), Some(ThinkError::OtherGame));
            assert_eq!(agent.search(&stranger, 1, &limits).err(), Some(ThinkError::OtherGame));
            // It plays its own game all the same.
            let mut start = game.start();
            start.pass_chance(&mut waxwing::Rng::new(1));
            assert!(start.legal().contains(&agent.search(&start, 1, &limits).unwrap().best));
        }
    }
}

#[test]
fn a_stranger_sits_at_no_table_and_in_no_game() {
    let (othello, breakthrough) = (open("othello"), open("breakthrough"));
    let seats = [Some(expression("uct")), None];
    let table = Table::new(&othello, breakthrough.start(), &seats, 1);
    assert!(matches!(table.err(), Some(AgentError::Think(ThinkError::OtherGame))));
    let mut agents = [othello.agent("uct").unwrap(), breakthrough.agent("uct").unwrap()];
    let (start, limits, stop) = (breakthrough.start(), Limits::iterations(10), AtomicBool::new(false));
    let plan = GamePlan { start: &start, seeds: Seeds { chance: 1, agents: 1 }, limits: &limits, stop: &stop };
    assert_eq!(play_game(&plan, &mut agents).err(), Some(ThinkError::OtherGame));
}
