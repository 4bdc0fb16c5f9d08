//! One game between agents, at a table, from the start or from an opening.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use waxwing::{Limits, Player, Reward, Rng, Turn};

use crate::agent::{AnyAgent, ThinkError};
use crate::clock::thread_time;
use crate::outside::GaveUp;
use crate::position::Position;
use crate::thought::ChosenMove;

/// Where the randomness of a game comes from.
#[derive(Clone, Copy, Debug)]
pub struct Seeds {
    /// Of dice and deals: the games of a group share it.
    pub chance: u64,
    /// Of the agents: each seat gets a seed of its own from it.
    pub agents: u64,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// What each player got.
    pub rewards: Vec<Reward>,
    /// All moves from the start, those of the opening and chance outcomes included.
    pub moves: Vec<String>,
    /// How each seat's agent spent its time.
    pub seats: Vec<SeatRecord>,
    /// Processor time of the thread that played it.
    pub processor_time: Duration,
    /// Whether the same seeds give the same game again.
    pub reproducible: bool,
    /// Who gave the game up, if somebody did; the actions then do not lead to an end.
    pub forfeit: Option<Forfeit>,
}

/// A game that a player gave up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// The player's seat.
    pub seat: usize,
    /// Why.
    pub reason: GaveUp,
}

/// What the agent of one seat did in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeatRecord {
    /// Actions it chose.
    pub decisions: u32,
    /// Those it searched for; an only move needs no search.
    pub searches: u32,
    /// Iterations of all its searches.
    pub iterations: u64,
    /// Actions made in them, in the tree and in playouts.
    pub plies: u64,
    /// The time they took.
    pub time: Duration,
    /// Processor time of the thread that played the game while this seat was to choose.
    pub processor_time: Duration,
    /// Visits of the chosen actions, over all searches.
    pub chosen_visits: u64,
    /// Values of the chosen actions, over all searches that gave one.
    pub chosen_value: f64,
    /// Depths of the trees, over all searches.
    pub depth: u64,
}

impl SeatRecord {
    /// Counts a decision.
    fn add(&mut self, chosen: &ChosenMove, processor_time: Duration) {
        self.decisions += 1;
        self.searches += u32::from(chosen.iterations > 0);
        self.iterations += chosen.iterations;
        self.plies += chosen.plies;
        self.time += chosen.elapsed;
        self.processor_time += processor_time;
        self.depth += u64::from(chosen.depth);
        self.chosen_visits += chosen.visits;
        self.chosen_value += chosen.value.unwrap_or(0.0);
    }
}

impl SeatRecord {
    /// Adds what was done elsewhere.
    pub fn add_all(&mut self, other: &SeatRecord) {
        self.decisions += other.decisions;
        self.searches += other.searches;
        self.iterations += other.iterations;
        self.plies += other.plies;
        self.time += other.time;
        self.processor_time += other.processor_time;
        self.chosen_visits += other.chosen_visits;
        self.chosen_value += other.chosen_value;
        self.depth += other.depth;
    }
}

/// One game to be played.
#[derive(Clone, Copy)]
pub struct GamePlan<'a> {
    /// Where it begins. The agents are told of the moves that led there.
    pub start: &'a Position,
    /// Where its randomness comes from.
    pub seeds: Seeds,
    /// What an agent may use for a move if its expression does not say.
    pub limits: &'a Limits,
    /// Set to stop the game.
    pub stop: &'a AtomicBool,
}

/// Plays a game to its end; `None` if it was stopped before. `agents` are in the order of the seats.
///
/// Fails if an agent belongs to another game.
pub fn play_game(plan: &GamePlan<'_>, agents: &mut [AnyAgent]) -> Result<Option<GameRecord>, ThinkError> {
    let before = thread_time();
    let mut chance = Rng::new(plan.seeds.chance);
    let mut position = plan.start.clone();
    for (seat, agent) in agents.iter_mut().enumerate() {
        agent.start(&position, Player(seat as u8), Rng::derive(plan.seeds.agents, seat as u64))?;
    }
    let mut record = GameRecord {
        rewards: Vec::new(),
        moves: Vec::new(),
        seats: vec![SeatRecord::default(); agents.len()],
        processor_time: Duration::ZERO,
        reproducible: true,
        forfeit: None,
    };
    while !position.is_over() && record.forfeit.is_none() {
        let Turn::Player(player) = position.turn() else {
            position.roll(&mut chance);
            continue;
        };
        let began = thread_time();
        let chosen = agents[player.index()].choose_move(&position, plan.limits, Some(plan.stop));
        if plan.stop.load(Relaxed) {
            return Ok(None);
        }
        let forfeit = |reason| Some(Forfeit { seat: player.index(), reason });
        let failure = |reason| forfeit(GaveUp::Failed(reason));
        match chosen {
            Ok(chosen) => {
                record.seats[player.index()].add(&chosen, thread_time().saturating_sub(began));
                record.reproducible &= chosen.reproducible;
                match chosen.choice {
                    // A game that lists a move and then refuses it has broken its promise.
                    Ok(text) => {
                        record.forfeit = position.play(&text).err().and_then(|error| failure(error.to_string()));
                    }
                    Err(reason) => record.forfeit = forfeit(reason),
                }
            }
            Err(ThinkError::Search(error)) => record.forfeit = failure(error.to_string()),
            Err(error) => return Err(error),
        }
    }
    for agent in agents {
        agent.follow(&position)?;
    }
    record.processor_time = thread_time().saturating_sub(before);
    record.rewards = rewards(&position, record.forfeit.as_ref());
    record.moves = position.moves();
    Ok(Some(record))
}

/// What the players get. One who gave up loses, whatever the position says, and the others win.
fn rewards(position: &Position, forfeit: Option<&Forfeit>) -> Vec<Reward> {
    match forfeit {
        None => position.exact_rewards().expect("the game is over"),
        Some(forfeit) => {
            let reward = |player| if forfeit.seat == player { Reward::LOSS } else { Reward::WIN };
            (0..position.players()).map(reward).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctest::nim;

    fn play(start: &Position, stop: bool, seeds: Seeds) -> Option<GameRecord> {
        let game = nim().open("nim(heap=30)").unwrap();
        let mut agents = ["uct > mast with reuse", "random"].map(|text| game.agent(text).unwrap());
        let (limits, stop) = (Limits::iterations(20), AtomicBool::new(stop));
        play_game(&GamePlan { start, seeds, limits: &limits, stop: &stop }, &mut agents).unwrap()
    }

    #[test]
    fn a_game_is_played_to_its_end_and_again_by_its_seeds() {
        let start = nim().open("nim(heap=30)").unwrap().start();
        let seeds = Seeds { chance: 1, agents: 2 };
        let record = play(&start, false, seeds).unwrap();
        let [first, second] = record.rewards[..] else { panic!("two players") };
        assert_eq!(first.opposite(), second);
        assert_eq!(record.seats.iter().map(|seat| seat.decisions).sum::<u32>() as usize, record.moves.len());
        let [search, random] = record.seats[..] else { panic!("two seats") };
        assert!(search.iterations > 0 && random.iterations == 0 && record.reproducible);
        assert!(search.searches <= search.decisions && random.searches == 0 && search.plies > search.iterations);
        let (visits, depth) = (search.chosen_visits, search.depth);
        assert!(visits > 0 && visits <= search.iterations + u64::from(search.searches) * 20, "{visits} visits");
        assert!(depth >= u64::from(search.searches) && search.chosen_value <= f64::from(search.searches));
        let again = play(&start, false, seeds).unwrap();
        assert_eq!((again.rewards, &again.moves), (record.rewards, &record.moves));
        let differs = |agents| play(&start, false, Seeds { agents, ..seeds }).unwrap().moves != record.moves;
        assert!((3..9).any(differs), "other seeds give other games");
    }

    #[test]
    fn a_game_goes_on_from_its_opening() {
        for opening in ["1", "2", "3"] {
            let mut start = nim().open("nim(heap=30)").unwrap().start();
            start.play(opening).unwrap();
            let record = play(&start, false, Seeds { chance: 1, agents: 2 }).unwrap();
            assert_eq!(record.moves[0], opening);
            let taken: u32 = record.moves.iter().map(|text| text.parse::<u32>().unwrap()).sum();
            assert_eq!(taken, 30, "the game was played to its end");
            assert_eq!(record.seats.iter().map(|seat| seat.decisions).sum::<u32>() as usize, record.moves.len() - 1);
        }
    }

    #[test]
    fn a_stopped_game_has_no_record() {
        let start = nim().open("nim(heap=30)").unwrap().start();
        assert_eq!(play(&start, true, Seeds { chance: 1, agents: 2 }), None);
    }
}
