//! Matches through the seam are the games that agents of the games' own types play with the same seeds.

use std::sync::atomic::AtomicBool;

use waxwing::{Agent, Control, Expression, Limits, Notation, Player, Reward, Rng, Turn};
use waxwing_games::{Backgammon, Hearts, Othello};
use waxwing_workshop::{Design, Forfeits, MatchPlan, Seeds, Setting, play_numbered};

use crate::{expression, open};

/// Plays a game without the seam: its moves and what the players get.
fn play<G: Notation>(start: &G, seats: &[Expression], seeds: Seeds, limits: &Limits) -> (Vec<String>, Vec<Reward>) {
    let build = |expression: &Expression| Agent::new(expression.clone(), start).unwrap();
    let mut agents: Vec<Agent<G>> = seats.iter().map(build).collect();
    for (seat, agent) in agents.iter_mut().enumerate() {
        agent.start(start, Rng::derive(seeds.agents, seat as u64));
    }
    let (mut state, mut chance, mut moves) = (start.clone(), Rng::new(seeds.chance), Vec::new());
    loop {
        let action = match state.turn() {
            Turn::Over => break,
            Turn::Chance => state.sample_chance(&mut chance),
            Turn::Player(player) => {
                agents[player.index()].choose(&state, limits, &mut Control::default()).unwrap().best
            }
        };
        moves.push(state.format(action));
        let before = state.clone();
        state.apply(action);
        for (seat, agent) in agents.iter_mut().enumerate() {
            agent.observe(before.observe(action, Player(seat as u8)), &state);
        }
    }
    (moves, (0..seats.len()).map(|player| state.reward(Player(player as u8))).collect())
}

/// Plays some games of a match both ways.
fn compare<G: Notation>(game: &str, start: &G, agents: &[&str], numbers: u64) {
    let game = open(game);
    let assignments = Design::default_for(agents.len(), game.players()).assignments(agents.len(), game.players());
    let assignments = assignments.unwrap();
    let plan = MatchPlan {
        agents: agents.iter().map(|text| expression(text)).collect(),
        group: assignments.len(),
        assignments,
        games: numbers,
        seed: 8,
        jobs: 1,
        limits: Limits::iterations(40),
        forfeits: Forfeits::Apart,
    };
    for number in 0..numbers {
        let record = play_numbered(&Setting::new(&game), &plan, number, &AtomicBool::new(false)).unwrap();
        let (seeds, assignment) = plan.game(number);
        let seats: Vec<Expression> = assignment.iter().map(|&agent| plan.agents[agent].clone()).collect();
        let (moves, rewards) = play(start, &seats, seeds, &plan.limits);
        assert_eq!(record.moves, moves, "game {number} of {game}");
        assert_eq!(record.rewards, rewards, "game {number} of {game}");
        assert!(record.forfeit.is_none() && record.reproducible);
        let searched: u32 = record.seats.iter().map(|seat| seat.searches).sum();
        assert!(searched > 20, "{searched} searches in game {number} of {game}");
    }
}

// The agents keep what they learned, or a part of their tree, from move to move: who is not told of a move plays otherwise.

#[test]
fn othello_is_the_same_with_and_without_its_type() {
    compare("othello", &Othello::new(), &["uct > bhrf with reuse", "uct > nast(prefix=yes) with ph(keep=game)"], 4);
}

#[test]
fn backgammon_is_the_same_with_and_without_its_type() {
    compare("backgammon", &Backgammon::new(), &["uct > bhrf", "rave > mast with ph(keep=game)"], 4);
}

#[test]
fn hearts_is_the_same_with_and_without_its_type() {
    compare("hearts", &Hearts::new(), &["icarus/NRML", "uct > bhrf"], 3);
}
