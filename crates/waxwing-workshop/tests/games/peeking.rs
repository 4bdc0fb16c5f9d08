//! No peeking: everything that is said about a search is the same in two positions that the searching player cannot tell
//! apart.

use waxwing::{Limits, Player, Rng, Turn};
use waxwing_workshop::{OpenGame, Position, Table, Thought, Watch};

use crate::{expression, open};

/// Agents that between them read everything that the engine hands to strategies.
const AGENTS: [&str; 3] = ["icarus/NRML", "icarus/EPIC", "grave > past + tiles with final(value)"];

const GAMES: u64 = 8;
const ITERATIONS: u64 = 150;

/// Compares searches in random games, before some of the decisions. Returns how many positions were compared in which the
/// hidden part was another one, and how many lines went beyond the first move.
fn peek(game: &OpenGame) -> (usize, usize) {
    let (mut compared, mut lines) = (0, 0);
    if !game.start().is_hidden() {
        return (compared, lines);
    }
    for seed in 0..GAMES {
        let (mut position, mut rng) = (game.start(), Rng::new(seed));
        while !position.is_over() && position.len() < 300 {
            if let Turn::Player(player) = position.turn()
                && rng.below(8) == 0
            {
                let (differs, has_line) = compare(game, &position, player, &mut rng);
                compared += usize::from(differs);
                lines += usize::from(has_line);
            }
            position.play_random(&mut rng);
        }
    }
    (compared, lines)
}

/// Compares what is said of a position and of two that its player cannot tell from it. Returns whether the hidden parts of
/// those differ, and whether a line went beyond the first move.
fn compare(game: &OpenGame, position: &Position, player: Player, rng: &mut Rng) -> (bool, bool) {
    let [one, other] = [0; 2].map(|_| position.determinize(player, rng));
    let agent = AGENTS[rng.below(AGENTS.len())];
    let seed = rng.next_u64();
    let truths = [&position.as_start(), &one, &other];
    let said = truths.map(|truth| everything_said(game, truth, player, agent, seed));
    for others in &said[1..] {
        assert_eq!(said[0], *others, "`{agent}` peeks in\n{}", position.draw(None));
    }
    (one.draw(None) != other.draw(None), said[0].iter().any(|text| text.contains(LONG_LINE)))
}

/// Is in a text of [`everything_said`] if the line has more than one move.
const LONG_LINE: &str = "and then";

/// All that a person at this seat is told of a position and of a search: drawing, moves, report, progress, hint.
fn everything_said(game: &OpenGame, truth: &Position, player: Player, agent: &str, seed: u64) -> Vec<String> {
    let limits = Limits::iterations(ITERATIONS);
    let expression = expression(agent);
    let mut reports = Vec::new();
    let mut search = game.build(&expression).unwrap();
    search.start(truth, player, seed).unwrap();
    let mut progress = |thought: &Thought| reports.push(thought.clone());
    let thought = search.think(truth, &limits, Watch { stop: None, progress: Some(&mut progress) }).unwrap();
    // When progress is reported depends on the clock: what it says then is what a search of that length says.
    for progress in reports {
        let thought = search.search(truth, seed, &Limits::iterations(progress.iterations)).unwrap();
        let said = |thought: &Thought| format!("{:?} {:?}", thought.actions, thought.line);
        assert_eq!(said(&progress), said(&thought));
    }
    let table = Table::new(game, truth.clone(), &vec![None; truth.players()], seed).unwrap();
    let mut adviser = table.adviser(&expression).unwrap();
    let hint = adviser.think(truth, &limits, Watch::default()).unwrap();
    let mut said = vec![truth.draw(Some(player)), truth.player_name(player), truth.possible().join(" ")];
    said.push(serde_json::to_string(&truth.describe(Some(player))).unwrap());
    for mut thought in [thought, hint] {
        thought.elapsed_s = 0.0;
        said.push(format!("{thought:?}"));
        said.push(serde_json::to_string(&thought).unwrap());
        said.push(thought.line.join(&format!(" {LONG_LINE} ")));
    }
    said
}

#[test]
fn nothing_that_is_said_depends_on_what_its_reader_cannot_see() {
    let workshop = waxwing_games::standard();
    for entry in workshop.games() {
        let hides = ["confrontation", "dou-di-zhu", "hearts"].contains(&&*entry.name);
        let (compared, lines) = peek(&open(&entry.name));
        assert_eq!((hides, hides), (compared >= 20, lines >= 20), "{}: {compared} compared, {lines}", entry.name);
    }
}
