//! Speed: playouts without a tree, and iterations of agents beside them.
//!
//! Both are measured in turn, round by round, in one run: what slows the machine down slows both, and the best of each
//! is the one that was disturbed least.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use serde::Serialize;
use waxwing::{Expression, Limits, Player, Rng, Turn};
use waxwing_workshop::clock::timed;
use waxwing_workshop::{AgentError, AnyAgent, OpenGame, Position, ThinkError, Thought, Watch};

/// Every run plays the same playouts, so that runs differ in speed only.
const SEED: u64 = 1;

/// What is to be measured.
#[derive(Clone, Debug)]
pub struct Bench {
    /// The agents.
    pub agents: Vec<Expression>,
    /// How often each is measured; the best counts.
    pub rounds: u32,
    /// Playouts of a run.
    pub playouts: u64,
    /// The budget of a search, for agents without one of their own.
    pub limits: Limits,
}

/// The speed of a game and of agents in it. Rates are per second of processor time.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct GameSpeed {
    /// The game.
    pub game: String,
    /// Random games from the first decision, without a search; in a game with hidden information, from one of the states
    /// that a search would draw there.
    pub raw_playouts_per_second: f64,
    /// Their mean length.
    pub plies_per_playout: f64,
    /// The agents.
    pub agents: Vec<AgentSpeed>,
}

/// The speed of one agent.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct AgentSpeed {
    /// Its expression.
    pub agent: String,
    /// Iterations of a run.
    pub iterations: u64,
    /// Over all its threads; with several, per second of their time together.
    pub iterations_per_second: f64,
    /// To the raw playouts: 1 would be a search that costs nothing.
    pub ratio: f64,
    /// Search time ÷ all plies, in the tree and in playouts; `None` if it made none.
    pub nanoseconds_per_ply: Option<f64>,
    /// The tree's memory ÷ child slots in use.
    pub bytes_per_slot: f64,
}

/// The best run so far.
struct Best<T> {
    seconds: f64,
    result: T,
}

impl<T> Best<T> {
    fn keep_better(best: &mut Option<Best<T>>, (result, seconds): (T, f64)) {
        if best.as_ref().is_none_or(|best| seconds < best.seconds) {
            *best = Some(Best { seconds, result });
        }
    }
}

/// The first position in which a player is to move, as a start.
pub(crate) fn first_decision(game: &OpenGame, seed: u64) -> Position {
    let mut position = game.start();
    position.pass_chance(&mut Rng::new(seed));
    position.as_start()
}

impl Bench {
    /// Measures a game. When it is stopped, it returns the results of the rounds that are finished, or `None` without
    /// one. `progress` is told of every finished round.
    pub fn run(
        &self,
        game: &OpenGame,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u32),
    ) -> Result<Option<GameSpeed>, AgentError> {
        self.run_from(game, &first_decision(game, SEED), stop, progress)
    }

    /// Measures a position, in which a player is to move. `None` if it was stopped before the first round was over.
    pub fn run_from(
        &self,
        game: &OpenGame,
        start: &Position,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u32),
    ) -> Result<Option<GameSpeed>, AgentError> {
        let mut agents = self.agents.iter().map(|agent| game.build(agent)).collect::<Result<Vec<_>, _>>()?;
        let mut raw = None;
        let mut searches: Vec<Option<Best<Thought>>> = agents.iter().map(|_| None).collect();
        for round in 1..=self.rounds {
            let playouts = timed(|| start.playouts(self.playouts, &mut Rng::new(SEED)));
            let run = |agent| {
                let (thought, seconds) = timed(|| self.search(agent, start, stop));
                thought.map(|thought| (thought, seconds))
            };
            let runs = agents.iter_mut().map(run).collect::<Result<Vec<_>, _>>()?;
            if stop.load(Relaxed) {
                break;
            }
            Best::keep_better(&mut raw, playouts);
            searches.iter_mut().zip(runs).for_each(|(best, run)| Best::keep_better(best, run));
            progress(round);
        }
        let Some(raw) = raw else { return Ok(None) };
        let rate = self.playouts as f64 / raw.seconds;
        let measured = self.agents.iter().zip(searches.into_iter().flatten());
        Ok(Some(GameSpeed {
            game: game.text().to_owned(),
            raw_playouts_per_second: rate,
            plies_per_playout: raw.result as f64 / self.playouts as f64,
            agents: measured.map(|(agent, best)| best.speed(agent, rate)).collect(),
        }))
    }

    fn search(&self, agent: &mut AnyAgent, start: &Position, stop: &AtomicBool) -> Result<Thought, ThinkError> {
        let seat = if let Turn::Player(player) = start.turn() { player } else { Player(0) };
        agent.start(start, seat, SEED)?;
        agent.think(start, &self.limits, Watch::stopped_by(stop))
    }
}

impl Best<Thought> {
    fn speed(&self, agent: &Expression, raw_rate: f64) -> AgentSpeed {
        let thought = &self.result;
        let rate = thought.iterations as f64 / self.seconds;
        AgentSpeed {
            agent: agent.to_string(),
            iterations: thought.iterations,
            iterations_per_second: rate,
            ratio: rate / raw_rate,
            nanoseconds_per_ply: (thought.plies > 0).then(|| self.seconds * 1e9 / thought.plies as f64),
            bytes_per_slot: thought.bytes_per_slot,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::workshop;

    fn bench(agents: &[&str]) -> Bench {
        let agents = agents.iter().map(|text| Expression::parse(text).unwrap()).collect();
        Bench { agents, rounds: 3, playouts: 2_000, limits: Limits::iterations(2_000) }
    }

    #[test]
    fn a_search_is_measured_beside_its_playouts() {
        let game = workshop().open("breakthrough").unwrap();
        let mut rounds = Vec::new();
        let run =
            bench(&["uct", "uct @500", "random"]).run(&game, &AtomicBool::new(false), &mut |round| rounds.push(round));
        let speed = run.unwrap().unwrap();
        assert_eq!(rounds, [1, 2, 3]);
        assert!(speed.raw_playouts_per_second > 1_000.0 && (20.0..200.0).contains(&speed.plies_per_playout));
        let [uct, short, random] = &speed.agents[..] else { panic!("three agents") };
        assert_eq!((uct.iterations, short.iterations, random.iterations), (2_000, 500, 0));
        assert!((0.01..1.5).contains(&uct.ratio), "{uct:?}");
        assert!(uct.nanoseconds_per_ply.is_some_and(|time| time > 0.5) && uct.bytes_per_slot > 0.0);
        assert_eq!(random.nanoseconds_per_ply, None);
    }

    #[test]
    fn a_bench_stopped_at_once_has_nothing_to_say() {
        let game = workshop().open("breakthrough(rows=4, columns=4)").unwrap();
        let speed = bench(&["uct"]).run(&game, &AtomicBool::new(true), &mut |_| {}).unwrap();
        assert!(speed.is_none());
    }
}
