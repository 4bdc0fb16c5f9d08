//! Finding balanced openings: random lines of moves after which a search sees no advantage for either player.
//!
//! The experiments in Lines of Action (evaluation function based Monte-Carlo LOA, section 5) begin with a hundred openings
//! of three plies; a set like theirs is made here.

use std::collections::HashSet;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use waxwing::{Expression, Limits, Rng, Turn};
use waxwing_workshop::{OpenGame, Position, Watch};

use super::LearningError;

/// After this many lines in a row that were of no use there is little hope for another.
const MOST_IN_VAIN: u64 = 10_000;

/// Which openings are wanted.
#[derive(Clone, Debug)]
pub struct OpeningSearch {
    /// The length of a line, in moves of players; outcomes of chance between them do not count.
    pub plies: u32,
    /// How many openings.
    pub count: usize,
    /// Who judges them.
    pub agent: Expression,
    /// How far from one half the value of the agent's best move may be.
    pub balance: f64,
    /// Everything random follows from it.
    pub seed: u64,
    /// What the agent may use for a position if its expression does not say.
    pub limits: Limits,
}

/// Openings that were found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FoundOpenings {
    /// The lines, in the game's notation.
    pub lines: Vec<String>,
    /// The value of the agent's best move after each, for the player to move.
    pub values: Vec<f64>,
    /// How many lines were drawn.
    pub drawn: u64,
    /// Whether the same seed would give the same openings again.
    pub reproducible: bool,
}

/// What tells one position from another: its hash, or how it came about where the game has none.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Position(u64),
    Line(Vec<String>),
}

/// Draws lines from a position of the game until enough of them are balanced, no two leading to the same position. `progress` is told how many there
/// are after each search; `None` when it was stopped.
pub fn find_openings(
    game: &OpenGame,
    start: &Position,
    wanted: &OpeningSearch,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(usize),
) -> Result<Option<FoundOpenings>, LearningError> {
    if game.players() != 2 {
        return Err(LearningError::NotForTwo { game: game.to_string(), players: game.players() });
    }
    let mut agent = game.build(&wanted.agent)?;
    let mut found = FoundOpenings { lines: Vec::new(), values: Vec::new(), drawn: 0, reproducible: true };
    let (mut seen, mut in_vain) = (HashSet::new(), 0);
    while found.lines.len() < wanted.count {
        if in_vain >= MOST_IN_VAIN {
            let (found, draws) = (found.lines.len(), in_vain);
            return Err(LearningError::TooFew { found, wanted: wanted.count, draws, balance: wanted.balance });
        }
        let seed = Rng::derive(wanted.seed, found.drawn);
        found.drawn += 1;
        in_vain += 1;
        let Some(line) = draw(start, wanted.plies, seed).filter(|line| seen.insert(key(line))) else {
            continue;
        };
        let Turn::Player(player) = line.turn() else { continue };
        agent.start(&line, player, Rng::derive(seed, 1))?;
        let thought = agent.think(&line, &wanted.limits, Watch::stopped_by(stop));
        if stop.load(Relaxed) {
            return Ok(None);
        }
        let thought = thought?;
        let no_value = || LearningError::NoValue { agent: wanted.agent.to_string() };
        let value = thought.value().ok_or_else(no_value)?;
        found.reproducible &= thought.reproducible;
        if (value - 0.5).abs() <= wanted.balance {
            found.lines.push(line.moves()[start.len()..].join(" "));
            found.values.push(value);
            in_vain = 0;
        }
        progress(found.lines.len());
    }
    Ok(Some(found))
}

/// A random line with this many more moves of players; `None` if the game ends before.
fn draw(start: &Position, plies: u32, seed: u64) -> Option<Position> {
    let (mut rng, mut line, mut moves) = (Rng::new(Rng::derive(seed, 0)), start.clone(), 0);
    loop {
        match line.turn() {
            Turn::Over => return None,
            Turn::Player(_) if moves == plies => return Some(line),
            Turn::Player(_) => moves += 1,
            Turn::Chance => {}
        }
        line.play_random(&mut rng);
    }
}

fn key(line: &Position) -> Key {
    line.hash().map_or_else(|| Key::Line(line.moves()), Key::Position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::workshop;
    use waxwing_workshop::Openings;

    fn wanted(agent: &str, plies: u32, count: usize, balance: f64) -> OpeningSearch {
        let agent = Expression::parse(agent).unwrap();
        OpeningSearch { plies, count, agent, balance, seed: 6, limits: Limits::iterations(200) }
    }

    fn open(text: &str) -> OpenGame {
        workshop().open(text).unwrap()
    }

    fn find(game: &OpenGame, wanted: &OpeningSearch) -> Result<Option<FoundOpenings>, LearningError> {
        find_openings(game, &game.start(), wanted, &AtomicBool::new(false), &mut |_| {})
    }

    #[test]
    fn openings_are_balanced_differ_and_can_be_read_again() {
        let game = open("breakthrough(rows=6, columns=5)");
        let wanted = wanted("uct", 3, 12, 0.06);
        let found = find(&game, &wanted).unwrap().unwrap();
        assert_eq!((found.lines.len(), found.values.len(), found.reproducible), (12, 12, true));
        assert!(found.values.iter().all(|value| (value - 0.5).abs() <= 0.06), "{:?}", found.values);
        assert!(found.drawn > 12, "some lines are not balanced");
        assert!(found.lines.iter().all(|line| line.split(' ').count() == 3));
        let different: HashSet<&String> = found.lines.iter().collect();
        assert_eq!(different.len(), 12);
        assert_eq!(Openings::read("found", &found.lines.join("\n"), &game.start()).unwrap().len(), 12);
        assert_eq!(find(&game, &wanted).unwrap().unwrap().lines, found.lines, "the seed decides");
    }

    #[test]
    fn outcomes_of_chance_are_part_of_a_line() {
        let game = open("backgammon");
        let found = find(&game, &wanted("uct @20", 1, 3, 0.5)).unwrap().unwrap();
        assert_eq!(Openings::read("found", &found.lines.join("\n"), &game.start()).unwrap().len(), 3);
    }

    #[test]
    fn lines_from_a_position_begin_there() {
        let game = open("breakthrough(rows=6, columns=5)");
        let mut start = game.start();
        start.follow("a2a3 b5b4", 1).unwrap();
        let wanted = wanted("uct @20", 2, 4, 0.5);
        let found = find_openings(&game, &start, &wanted, &AtomicBool::new(false), &mut |_| {}).unwrap().unwrap();
        assert!(found.lines.iter().all(|line| line.split(' ').count() == 2), "{:?}", found.lines);
        assert_eq!(Openings::read("found", &found.lines.join("\n"), &start).unwrap().len(), 4);
    }

    #[test]
    fn it_says_when_there_are_not_so_many() {
        let game = open("breakthrough(rows=4, columns=2)");
        let error = find(&game, &wanted("uct @20", 1, 5, 0.5)).unwrap_err();
        let expected = LearningError::TooFew { found: 2, wanted: 5, draws: MOST_IN_VAIN, balance: 0.5 };
        assert_eq!(error, expected, "two first moves are all there are");
    }

    #[test]
    fn what_cannot_judge_an_opening_is_refused() {
        let game = open("breakthrough(rows=5, columns=4)");
        assert!(matches!(find(&game, &wanted("random", 1, 1, 0.1)), Err(LearningError::NoValue { .. })));
        assert!(matches!(find(&game, &wanted("uct @d3", 1, 1, 0.1)), Err(LearningError::Agent(_))));
        let cards = find(&open("hearts"), &wanted("uct", 1, 1, 0.1)).unwrap_err();
        assert_eq!(cards.to_string(), "an opening is balanced between two players; `hearts` has 4");
        let stopped =
            find_openings(&game, &game.start(), &wanted("uct", 1, 1, 0.1), &AtomicBool::new(true), &mut |_| {});
        assert!(stopped.unwrap().is_none());
    }
}
