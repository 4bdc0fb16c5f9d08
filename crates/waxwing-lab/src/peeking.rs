//! Nobody peeks: everything that is said about a search is the same in two states that the searching player cannot tell
//! apart.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use waxwing::{Agent, Control, Expression, Limits, Notation, Player, Report, Rng, Turn};
use waxwing_games::{Visitor, games, open};

use crate::replay::legal_texts;
use crate::session::Session;
use crate::thought::Thought;

/// Agents that between them read everything that the engine hands to strategies.
const AGENTS: [&str; 3] = ["icarus/NRML", "icarus/EPIC", "grave > past + tiles with final(value)"];

/// Compares searches in random games, before some of the decisions.
struct Peek {
    games: u64,
    iterations: u64,
}

impl Visitor for Peek {
    /// How many positions were compared in which the hidden part was another one, and how many lines went beyond the first
    /// move.
    type Output = (usize, usize);

    fn visit<G: Notation>(self, start: G) -> (usize, usize) {
        let (mut compared, mut lines) = (0, 0);
        if !G::HIDDEN {
            return (compared, lines);
        }
        for seed in 0..self.games {
            let mut rng = Rng::new(seed);
            let (mut state, mut buffer) = (start.clone(), Vec::new());
            for _ in 0..300 {
                let action = match state.turn() {
                    Turn::Over => break,
                    Turn::Chance => state.sample_chance(&mut rng),
                    Turn::Player(player) => {
                        if rng.below(8) == 0 {
                            let (differs, has_line) = compare(&state, player, &mut rng, self.iterations);
                            compared += usize::from(differs);
                            lines += usize::from(has_line);
                        }
                        state.random_action(&mut rng, &mut buffer)
                    }
                };
                state.apply(action);
            }
        }
        (compared, lines)
    }
}

/// Compares what is said of a state and of two that its player cannot tell from it. Returns whether the hidden parts of
/// those differ, and whether a line went beyond the first move.
fn compare<G: Notation>(state: &G, player: Player, rng: &mut Rng, iterations: u64) -> (bool, bool) {
    let [one, other] = [0; 2].map(|_| state.determinize(player, rng));
    let agent = AGENTS[rng.below(AGENTS.len())];
    let seed = rng.next_u64();
    let said = [state, &one, &other].map(|truth| everything_said(truth, player, agent, seed, iterations));
    for others in &said[1..] {
        assert_eq!(said[0], *others, "`{agent}` peeks in\n{}", state.draw(None));
    }
    (one.draw(None) != other.draw(None), said[0].iter().any(|text| text.contains(LONG_LINE)))
}

/// Stands in a text of [`everything_said`] if the line has more than one move.
const LONG_LINE: &str = "and then";

/// All that a person at this seat is told of a position and of a search: drawing, moves, report, progress, hint.
fn everything_said<G: Notation>(truth: &G, player: Player, agent: &str, seed: u64, iterations: u64) -> Vec<String> {
    let limits = Limits::iterations(iterations);
    let expression = Expression::parse(agent).unwrap();
    let mut reports = Vec::new();
    let mut search = Agent::new(expression.clone(), truth).unwrap();
    search.start(truth, seed);
    let mut progress = |report: &Report<G::Action>| reports.push((report.iterations, report.clone()));
    let stop = AtomicBool::new(false);
    let mut control = Control { stop: Some(&stop), progress: Some(&mut progress) };
    let report = search.think(truth, &limits, &mut control).unwrap();
    // When progress is reported depends on the clock: what it says then is what a search of that length says.
    for (iterations, progress) in reports {
        search.start(truth, seed);
        let report = search.think(truth, &Limits::iterations(iterations), &mut Control::default()).unwrap();
        assert_eq!((progress.actions, progress.line), (report.actions, report.line));
    }
    let session = Session::new(truth.clone(), &vec![None; truth.players()], seed).unwrap();
    let hint = session.hint(&expression, &limits).unwrap();
    let mut said = vec![truth.draw(Some(player)), truth.player_name(player), legal_texts(truth).join(" ")];
    for mut report in [report, hint] {
        report.elapsed = Duration::ZERO;
        said.push(format!("{report:?}"));
        let thought = Thought::of("game", agent, truth, &report);
        said.push(serde_json::to_string(&thought).unwrap());
        said.push(thought.line.join(&format!(" {LONG_LINE} ")));
    }
    said
}

#[test]
fn nothing_that_is_said_depends_on_what_its_reader_cannot_see() {
    for game in games() {
        let hides = ["confrontation", "dou-di-zhu", "hearts"].contains(&game.name);
        let (compared, lines) = open(game.name, &[], Peek { games: 8, iterations: 150 }).unwrap();
        assert_eq!((hides, hides), (compared >= 20, lines >= 20), "{}: {compared} compared, {lines}", game.name);
    }
}
