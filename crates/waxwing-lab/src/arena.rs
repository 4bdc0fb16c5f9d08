//! One game between agents, at a table, from the start or from an opening.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use waxwing::thinking::GaveUp;
use waxwing::{Agent, Control, Game, Limits, Player, Report, Reward, Rng, Turn};

use crate::clock::thread_time;

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
pub struct GameRecord<A> {
    /// What each player got.
    pub rewards: Vec<Reward>,
    /// All actions from the start, those of the opening and chance outcomes included.
    pub actions: Vec<A>,
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
    /// His seat.
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
    fn add<A: Copy + PartialEq>(&mut self, report: &Report<A>, processor_time: Duration) {
        self.decisions += 1;
        self.searches += u32::from(report.iterations > 0);
        self.iterations += report.iterations;
        self.plies += report.plies;
        self.time += report.elapsed;
        self.processor_time += processor_time;
        self.depth += u64::from(report.depth);
        if let Some(chosen) = report.actions.iter().find(|action| action.action == report.best) {
            self.chosen_visits += chosen.visits;
            self.chosen_value += chosen.value.unwrap_or(0.0);
        }
    }
}

impl SeatRecord {
    /// Adds what was done elsewhere.
    pub(crate) fn add_all(&mut self, other: &SeatRecord) {
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

/// Plays a game to its end; `None` if it was stopped before. `agents` are in the order of the seats; they are told the
/// moves of the opening, which leads to a position of the game.
pub fn play_game<G: Game>(
    start: &G,
    opening: &[G::Action],
    agents: &mut [Agent<G>],
    seeds: Seeds,
    limits: &Limits,
    stop: &AtomicBool,
) -> Option<GameRecord<G::Action>> {
    let before = thread_time();
    let mut chance = Rng::new(seeds.chance);
    for (seat, agent) in agents.iter_mut().enumerate() {
        agent.start(start, Rng::derive(seeds.agents, seat as u64));
    }
    let mut record = GameRecord {
        rewards: Vec::new(),
        actions: opening.to_vec(),
        seats: vec![SeatRecord::default(); agents.len()],
        processor_time: Duration::ZERO,
        reproducible: true,
        forfeit: None,
    };
    let mut state = start.clone();
    opening.iter().for_each(|&action| make(&mut state, action, agents));
    loop {
        let action = match state.turn() {
            Turn::Over => break,
            Turn::Chance => state.sample_chance(&mut chance),
            Turn::Player(player) => {
                let mut control = Control { stop: Some(stop), progress: None };
                let began = thread_time();
                let report = agents[player.index()].choose(&state, limits, &mut control);
                if stop.load(Relaxed) {
                    return None;
                }
                let report = match report {
                    Ok(report) => report,
                    Err(error) => {
                        let reason = GaveUp::Failed(error.to_string());
                        record.forfeit = Some(Forfeit { seat: player.index(), reason });
                        break;
                    }
                };
                record.seats[player.index()].add(&report, thread_time().saturating_sub(began));
                record.reproducible &= report.reproducible;
                if let Some(reason) = report.gave_up {
                    record.forfeit = Some(Forfeit { seat: player.index(), reason });
                    break;
                }
                report.best
            }
        };
        make(&mut state, action, agents);
        record.actions.push(action);
    }
    record.processor_time = thread_time().saturating_sub(before);
    record.rewards = (0..state.players()).map(|player| reward(&state, player, record.forfeit.as_ref())).collect();
    Some(record)
}

/// What a player gets. One who gave up loses, whatever the position says, and the others win.
fn reward<G: Game>(state: &G, player: usize, forfeit: Option<&Forfeit>) -> Reward {
    match forfeit {
        None => state.reward(Player(player as u8)),
        Some(forfeit) if forfeit.seat == player => Reward::LOSS,
        Some(_) => Reward::WIN,
    }
}

/// Makes an action and tells every agent what its seat sees of it.
fn make<G: Game>(state: &mut G, action: G::Action, agents: &mut [Agent<G>]) {
    let before = state.clone();
    state.apply(action);
    for (seat, agent) in agents.iter_mut().enumerate() {
        agent.observe(before.observe(action, Player(seat as u8)), state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waxwing_games::{Othello, OthelloMove};

    fn play(stop: bool, seeds: Seeds) -> Option<GameRecord<OthelloMove>> {
        let start = Othello::<6>::start();
        let agent = |text| Agent::parse(text, &start).unwrap();
        let mut agents = [agent("uct > mast with reuse"), agent("random")];
        play_game(&start, &[], &mut agents, seeds, &Limits::iterations(20), &AtomicBool::new(stop))
    }

    #[test]
    fn a_game_is_played_to_its_end_and_again_by_its_seeds() {
        let seeds = Seeds { chance: 1, agents: 2 };
        let record = play(false, seeds).unwrap();
        let [first, second] = record.rewards[..] else { panic!("two players") };
        assert_eq!(first.opposite(), second);
        assert_eq!(record.seats.iter().map(|seat| seat.decisions).sum::<u32>() as usize, record.actions.len());
        let [search, random] = record.seats[..] else { panic!("two seats") };
        assert!(search.iterations > 0 && random.iterations == 0 && record.reproducible);
        assert!(search.searches <= search.decisions && random.searches == 0 && search.plies > search.iterations);
        let (visits, depth) = (search.chosen_visits, search.depth);
        assert!(visits > 0 && visits <= search.iterations + u64::from(search.searches) * 20, "{visits} visits");
        assert!(depth >= u64::from(search.searches) && search.chosen_value <= f64::from(search.searches));
        let again = play(false, seeds).unwrap();
        assert_eq!((again.rewards, &again.actions), (record.rewards, &record.actions));
        let differs =
            |agents| play(false, Seeds { agents, ..seeds }).is_some_and(|other| other.actions != record.actions);
        assert!((3..9).any(differs), "other seeds give other games");
    }

    #[test]
    fn a_game_goes_on_from_its_opening() {
        let start = Othello::<6>::start();
        let mut legal = Vec::new();
        start.legal_actions(&mut legal);
        for opening in legal {
            let mut agents = [(); 2].map(|()| Agent::parse("random", &start).unwrap());
            let seeds = Seeds { chance: 1, agents: 2 };
            let limits = Limits::iterations(1);
            let record = play_game(&start, &[opening], &mut agents, seeds, &limits, &AtomicBool::new(false)).unwrap();
            assert_eq!(record.actions[0], opening);
            let mut state = start.clone();
            record.actions.iter().for_each(|&action| state.apply(action));
            assert_eq!(state.turn(), Turn::Over);
            assert_eq!(record.seats.iter().map(|seat| seat.decisions).sum::<u32>() as usize, record.actions.len() - 1);
        }
    }

    #[test]
    fn a_stopped_game_has_no_record() {
        assert_eq!(play(true, Seeds { chance: 1, agents: 2 }), None);
    }
}
