//! Positions as text: a search of what is read back is the search of what was written, wrong texts are refused with a
//! message, and whatever is accepted can be played. (That a position is read as it is written, `check_notated_game` sees.)

use proptest::prelude::*;
use waxwing::{Agent, Control, Limits, Notation, Player, Report, Rng, Turn};
use waxwing_games::{OptionEntry, Values, Visitor, games, open};

/// A state of a random game, after at most this number of plies.
fn somewhere<G: Notation>(start: &G, rng: &mut Rng, most: usize) -> G {
    let (mut state, mut buffer) = (start.clone(), Vec::new());
    for _ in 0..most {
        let action = match state.turn() {
            Turn::Player(_) => state.random_action(rng, &mut buffer),
            Turn::Chance => state.sample_chance(rng),
            Turn::Over => break,
        };
        state.apply(action);
    }
    state
}

/// A state of a random game in which a player is to act.
fn decision<G: Notation>(start: &G, rng: &mut Rng, most: usize) -> G {
    loop {
        let plies = 1 + rng.below(most);
        let mut state = somewhere(start, rng, plies);
        while state.turn() == Turn::Chance {
            state.apply(state.sample_chance(rng));
        }
        if let Turn::Player(_) = state.turn() {
            return state;
        }
    }
}

fn think<G: Notation>(agent: &str, state: &G, seed: u64) -> Result<Report<G::Action>, String> {
    let mut agent = Agent::parse(agent, state).map_err(|error| error.to_string())?;
    agent.start(state, seed);
    agent.think(state, &Limits::iterations(100), &mut Control::default()).map_err(|error| error.to_string())
}

/// What a report says, without the time that it took.
fn told<A: std::fmt::Debug>(report: &Report<A>) -> String {
    let actions: Vec<String> = report.actions.iter().map(|action| format!("{action:?}")).collect();
    format!("{:?} {} {actions:?} {:?} {}", report.best, report.iterations, report.line, report.nodes)
}

struct Search {
    game: &'static str,
    agents: &'static [&'static str],
}

/// Strategies that draw actions and learn from their lists; the others look at episodes, and ask for knowledge.
const AGENTS: [&str; 4] = ["uct > mast", "rave > nast(n=2)", "uct > epic", "uct > ege(0.1)"];
/// Positions that are searched in each version of a game.
const POSITIONS: u64 = 2;

impl Visitor for Search {
    type Output = ();

    fn visit<G: Notation>(self, start: G) {
        let mut rng = Rng::new(20);
        for seed in 0..POSITIONS {
            let state = decision(&start, &mut rng, 40);
            let text = state.write_position().unwrap_or_else(|| panic!("{} has a text", self.game));
            let read = start.read_position(&text).unwrap_or_else(|message| panic!("{message}"));
            for &agent in self.agents {
                match (think(agent, &state, seed), think(agent, &read, seed)) {
                    (Ok(one), Ok(other)) => assert_eq!(told(&one), told(&other), "{} {agent}: {text}", self.game),
                    // Not every game has the knowledge; the first two need none.
                    (one, other) => {
                        assert_eq!(one.err(), other.err(), "{} {agent}: {text}", self.game);
                        assert!(AGENTS[2..].contains(&agent), "{} {agent}", self.game);
                    }
                }
            }
        }
    }
}

/// The least and the greatest value of an option, or all its words.
fn values(option: &OptionEntry) -> Vec<String> {
    match option.values {
        Values::Range(low, high) => vec![low.to_string(), high.to_string()],
        Values::Words(words) => words.iter().map(|&word| word.to_owned()).collect(),
        Values::Text(texts) => texts.examples.iter().map(|&text| text.to_owned()).collect(),
    }
}

#[test]
fn a_search_of_what_is_read_back_is_the_same_search() {
    for game in games() {
        let others = game.options.iter().flat_map(|option| {
            let others = values(option).into_iter().filter(|value| value != option.default);
            others.map(|value| vec![(option.name.to_owned(), value)])
        });
        for options in others {
            let search = Search { game: game.name, agents: &AGENTS[..2] };
            open(game.name, &options, search).expect("the options are the game's own");
        }
        open(game.name, &[], Search { game: game.name, agents: &AGENTS }).expect("the defaults are possible");
    }
}

/// Reads a position, and writes it again.
struct Rewrite<'a>(&'a str);

impl Visitor for Rewrite<'_> {
    type Output = Result<String, String>;

    fn visit<G: Notation>(self, start: G) -> Result<String, String> {
        let read = start.read_position(self.0)?;
        use_it(&read, self.0, &mut Rng::new(3));
        Ok(read.write_position().expect("what is read can be written"))
    }
}

/// The game and the options of a text such as `breakthrough(rows=5, columns=4)`.
fn parse_game(text: &str) -> (&str, Vec<(String, String)>) {
    let (name, options) = text.trim_end_matches(')').split_once('(').unwrap_or((text, ""));
    let options = options.split(", ").filter_map(|option| option.split_once('='));
    (name, options.map(|(name, value)| (name.to_owned(), value.trim_matches('"').to_owned())).collect())
}

#[test]
fn the_positions_of_the_documentation_are_read_and_written_again() {
    let page = include_str!("../../../docs/games.md");
    let section = page.split("## ").find(|section| section.starts_with("Positions as text")).expect("there is one");
    let rows: Vec<Vec<&str>> =
        section.lines().filter(|line| line.starts_with("| `")).map(|line| line.split('`').collect()).collect();
    for game in games() {
        assert!(rows.iter().any(|row| parse_game(row[1]).0 == game.name), "there is no example of {}", game.name);
    }
    for row in rows {
        let (name, options) = parse_game(row[1]);
        let written = open(name, &options, Rewrite(row[3])).expect("the game and its options exist");
        assert_eq!(written.as_deref(), Ok(row[3]), "{name}");
    }
}

#[test]
fn a_text_that_is_no_position_is_refused_with_a_reason_and_an_example() {
    let cases = [
        ("othello", "XO X", "the board is 64 signs, not 2; one looks like `"),
        ("breakthrough", "8/8/8/8/8/8/8/8 w", "the player who is not to move has no piece"),
        ("breakthrough", "P7/8/8/8/8/8/8/p7 w", "the player to move has won already"),
        ("checkers", "B:W1:B2 0", "a piece on the far row is a king"),
        ("checkers", "B:W9:B9", "a square has one piece at most"),
        ("chinese-checkers", "0,1,2,3,4,5/5,68,69,70,71,72 North 0", "two checkers are on field 5"),
        ("backgammon", "6:15 19:15 white 0", "both players have checkers on White's point 6"),
        ("backgammon", "6:14 6:15 white 0", "a player has 15 checkers, not 14"),
        ("dou-di-zhu", "33333/4/5 Landlord - Landlord", "the cards of the game are"),
        ("hearts", "deal 0 50,0,0,0", "the game is over when somebody has 50 points, and only then"),
        (
            "confrontation",
            "0:bearer,15:ogre 1/1 wardens 0 0=Be/15=Wo",
            "Og is neither shown nor a suspect of its region",
        ),
        ("kalah", "4,4,4,4,4,4/4,4,4,4,4,4 0/1 south", "there are 48 seeds, not 49"),
        ("lines-of-action", "B:Ba1:Wa1 0", "both players have a piece on a1"),
        ("focus", "4/6/8/8/8/8/6/4 A 0,0 0,0/0,0 0", "the player to move has neither a stack nor a reserve"),
        ("go", "9/9/9/9/9/9/9/X8/OX7 X", "a chain beside B1 has no liberty"),
        ("go", "9/9/9/9/9/9/9/9/9 X moves E5 E5", "the move `E5` is not possible where it comes"),
    ];
    for (game, text, reason) in cases {
        let message = open(game, &[], Rewrite(text)).expect("the defaults are possible").expect_err(text);
        assert!(message.starts_with(&format!("`{text}` is not a position: ")), "{message}");
        assert!(message.contains(reason), "{message}");
    }
}

/// Changes a text a little, or a lot.
fn mutate(text: &str, rng: &mut Rng) -> String {
    const SIGNS: &[char] =
        &[' ', '/', ',', ':', '-', '.', '0', '1', '2', '9', 'a', 'b', 'w', 'X', 'O', 'P', 'p', 'K', 'é'];
    let mut signs: Vec<char> = text.chars().collect();
    for _ in 0..1 + rng.below(3) {
        let place = rng.below(signs.len() + 1);
        match rng.below(7) {
            0 => signs.truncate(place),
            1 => signs.insert(place, SIGNS[rng.below(SIGNS.len())]),
            2 if place < signs.len() => drop(signs.remove(place)),
            3 if place < signs.len() => signs[place] = SIGNS[rng.below(SIGNS.len())],
            4 if place < signs.len() => signs[place] = signs[rng.below(signs.len())],
            5 if place < signs.len() => {
                let other = rng.below(signs.len());
                signs.swap(place, other);
            }
            _ => {
                // Two fields change places.
                let mut fields: Vec<String> = signs.iter().collect::<String>().split(' ').map(str::to_owned).collect();
                let (one, other) = (rng.below(fields.len()), rng.below(fields.len()));
                fields.swap(one, other);
                signs = fields.join(" ").chars().collect();
            }
        }
    }
    signs.into_iter().collect()
}

/// Reads mutated texts of positions.
struct Mutated {
    seed: u64,
}

impl Visitor for Mutated {
    type Output = usize;

    /// The number of texts that were accepted.
    fn visit<G: Notation>(self, start: G) -> usize {
        let mut rng = Rng::new(self.seed);
        let mut accepted = 0;
        for _ in 0..12 {
            let plies = rng.below(150);
            let text = somewhere(&start, &mut rng, plies).write_position().expect("the game has a text");
            for _ in 0..12 {
                let text = mutate(&text, &mut rng);
                match start.read_position(&text) {
                    Ok(read) => {
                        accepted += 1;
                        use_it(&read, &text, &mut rng);
                    }
                    Err(message) => assert!(message.contains("is not a position"), "{message}"),
                }
            }
        }
        accepted
    }
}

/// Whatever is read can be written, drawn, searched through and played to the end.
fn use_it<G: Notation>(read: &G, text: &str, rng: &mut Rng) {
    let written = read.write_position().expect("what is read can be written");
    let again = read.read_position(&written).unwrap_or_else(|message| panic!("{text}: {message}"));
    assert_eq!(again.write_position().as_ref(), Some(&written), "{text}");
    let (mut state, mut actions) = (read.clone(), Vec::new());
    for _ in 0..300 {
        for player in (0..state.players() as u8).map(Player) {
            state.draw(Some(player));
        }
        let action = match state.turn() {
            Turn::Player(player) => {
                let _ = state.determinize(player, rng).playout(rng, &mut Vec::new(), 50);
                actions.clear();
                state.legal_actions(&mut actions);
                assert!(!actions.is_empty(), "{text}");
                actions[rng.below(actions.len())]
            }
            Turn::Chance => state.sample_chance(rng),
            Turn::Over => break,
        };
        state.apply(action);
    }
    let mut state = read.clone();
    state.playout(rng, &mut Vec::new(), 100_000);
    assert_eq!(state.turn(), Turn::Over, "{text}");
    (0..state.players() as u8).for_each(|player| assert!((0.0..=1.0).contains(&state.reward(Player(player)).value())));
}

#[test]
fn some_texts_with_changes_are_positions() {
    for game in games() {
        let accepted: usize = (0..20).map(|seed| open(game.name, &[], Mutated { seed }).expect("it exists")).sum();
        assert!(accepted > 20, "{}: {accepted}", game.name);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_accepted_can_be_played(seed in any::<u64>()) {
        for game in games() {
            let version = |option: &OptionEntry| {
                let values = values(option);
                vec![(option.name.to_owned(), values[seed as usize % values.len()].clone())]
            };
            let versions: Vec<_> = [Vec::new()].into_iter().chain(game.options.iter().map(version)).collect();
            let options = &versions[seed as usize / 8 % versions.len()];
            open(game.name, options, Mutated { seed }).expect("the options are the game's own");
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC{0,40}|[-XO/0-9bwpP .,:a-h]{0,80}") {
        struct Read<'a>(&'a str);
        impl Visitor for Read<'_> {
            type Output = ();
            fn visit<G: Notation>(self, start: G) {
                if let Ok(read) = start.read_position(self.0) {
                    use_it(&read, self.0, &mut Rng::new(1));
                }
            }
        }
        for game in games() {
            open(game.name, &[], Read(&text)).expect("the defaults are possible");
        }
    }
}
