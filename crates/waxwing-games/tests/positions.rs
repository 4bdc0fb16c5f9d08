//! Positions as text: a search of what is read back is the search of what was written, wrong texts are refused with a
//! message, and whatever is accepted can be played. (That a position is read as it is written, `check_notated_game` sees.)

use proptest::prelude::*;
use waxwing::{Limits, Notation, Player, Rng, Turn};
use waxwing_games::{Confrontation, DouDiZhu, Hearts, standard};
use waxwing_workshop::{GameEntry, OpenGame, OptionEntry, Position, Values};

/// A position of a random game, after at most this number of plies.
fn somewhere(game: &OpenGame, rng: &mut Rng, most: usize) -> Position {
    let mut position = game.start();
    (0..most).for_each(|_| position.play_random(rng));
    position
}

/// A position of a random game in which a player is to act.
fn decision(game: &OpenGame, rng: &mut Rng, most: usize) -> Position {
    loop {
        let plies = 1 + rng.below(most);
        let mut position = somewhere(game, rng, plies);
        position.pass_chance(rng);
        if !position.is_over() {
            return position;
        }
    }
}

/// The text of a position without the moves that led to it.
fn text_of(position: &Position) -> String {
    position.as_start().text().unwrap_or_else(|| panic!("{} has a text", position.game_text()))
}

/// What an agent says of a position, without the time that it took.
fn think(game: &OpenGame, agent: &str, position: &Position, seed: u64) -> Result<String, String> {
    let mut agent = game.agent(agent).map_err(|error| error.to_string())?;
    let mut thought = agent.search(position, seed, &Limits::iterations(100)).map_err(|error| error.to_string())?;
    thought.elapsed_s = 0.0;
    Ok(format!("{thought:?}"))
}

/// Strategies that draw actions and learn from their lists; the others look at episodes, and ask for knowledge.
const AGENTS: [&str; 4] = ["uct > mast", "rave > nast(n=2)", "uct > epic", "uct > ege(0.1)"];
/// Positions that are searched in each version of a game.
const POSITIONS: u64 = 2;

fn compare_searches(game: &OpenGame, agents: &[&str]) {
    let mut rng = Rng::new(20);
    for seed in 0..POSITIONS {
        let position = decision(game, &mut rng, 40);
        let with_moves = position.text().expect("a start with moves has a text");
        let text = text_of(&position);
        let read = |text: &str| game.read_position(text).unwrap_or_else(|error| panic!("{error}"));
        for &agent in agents {
            for (one, other) in [(&position.as_start(), &read(&text)), (&position, &read(&with_moves))] {
                match (think(game, agent, one, seed), think(game, agent, other, seed)) {
                    (Ok(one), Ok(other)) => assert_eq!(one, other, "{game} {agent}: {text}"),
                    // Not every game has the knowledge; the first two need none.
                    (one, other) => {
                        assert_eq!(one.err(), other.err(), "{game} {agent}: {text}");
                        assert!(AGENTS[2..].contains(&agent), "{game} {agent}");
                    }
                }
            }
        }
    }
}

/// Writes and reads determinizations of positions of random games.
fn check_determinizations<G: Notation>(start: &G) {
    let (mut rng, mut buffer) = (Rng::new(8), Vec::new());
    for seed in 0..100 {
        let (mut state, plies) = (start.clone(), rng.below(60));
        for _ in 0..plies {
            let action = match state.turn() {
                Turn::Player(_) => state.random_action(&mut rng, &mut buffer),
                Turn::Chance => state.sample_chance(&mut rng),
                Turn::Over => break,
            };
            state.apply(action);
        }
        let Turn::Player(player) = state.turn() else { continue };
        let sampled = state.determinize(player, &mut rng);
        let text = sampled.write_position().expect("the game has a text");
        let read = start.read_position(&text).unwrap_or_else(|message| panic!("{message}"));
        assert_eq!(read.write_position().as_ref(), Some(&text));
        let ends = [sampled, read].map(|mut state| {
            let plies = state.playout(&mut Rng::new(seed), &mut Vec::new(), 100_000);
            let rewards: Vec<_> = (0..state.players() as u8).map(|player| state.reward(Player(player))).collect();
            (plies, rewards)
        });
        assert_eq!(ends[0], ends[1], "{text}");
    }
}

#[test]
fn determinizations_are_positions_too() {
    check_determinizations(&Confrontation::new("random").unwrap());
    check_determinizations(&DouDiZhu::new());
    check_determinizations(&Hearts::new());
}

/// The least and the greatest value of an option, or all its words.
fn values(option: &OptionEntry) -> Vec<String> {
    match &option.values {
        Values::Range(low, high) => vec![low.to_string(), high.to_string()],
        Values::Words(words) => words.iter().map(ToString::to_string).collect(),
        Values::Text(texts) => texts.examples.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    }
}

/// A game with one option.
fn version(game: &GameEntry, option: &OptionEntry, value: &str) -> OpenGame {
    let text = format!("{}({}=\"{value}\")", game.name, option.name);
    standard().open(&text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_search_of_what_is_read_back_is_the_same_search() {
    for game in standard().games() {
        for option in &*game.options {
            for value in values(option).iter().filter(|value| **value != option.default) {
                compare_searches(&version(game, option, value), &AGENTS[..2]);
            }
        }
        compare_searches(&standard().open(&game.name).unwrap(), &AGENTS);
    }
}

/// Reads a position, and writes it again.
fn rewrite(game: &OpenGame, text: &str) -> Result<String, String> {
    let read = game.read_position(text).map_err(|error| error.to_string())?;
    use_it(game, &read, &mut Rng::new(3));
    Ok(read.text().expect("what is read can be written"))
}

#[test]
fn the_positions_of_the_documentation_are_read_and_written_again() {
    let page = include_str!("../../../docs/games.md");
    let section = page.split("## ").find(|section| section.starts_with("Positions as text")).expect("there is one");
    let rows: Vec<Vec<&str>> =
        section.lines().filter(|line| line.starts_with("| `")).map(|line| line.split('`').collect()).collect();
    for game in standard().games() {
        let names = |text: &str| text.split('(').next() == Some(&game.name);
        assert!(rows.iter().any(|row| names(row[1])), "there is no example of {}", game.name);
    }
    for row in rows {
        let game = standard().open(row[1]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(rewrite(&game, row[3]).as_deref(), Ok(row[3]), "{game}");
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
        let message = rewrite(&standard().open(game).unwrap(), text).expect_err(text);
        assert!(message.starts_with(&format!("`{text}` is not a position: ")), "{message}");
        assert!(message.contains(reason), "{message}");
    }
    let twice = rewrite(&standard().open("go").unwrap(), "9/9/9/9/9/9/9/9/9 X then E5 E5").unwrap_err();
    assert!(twice.starts_with("move 2: `E5` is not a legal move here"), "{twice}");
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

/// Reads mutated texts of positions, and returns how many of them were accepted.
fn read_mutated(game: &OpenGame, seed: u64) -> usize {
    let mut rng = Rng::new(seed);
    let mut accepted = 0;
    for _ in 0..12 {
        let plies = rng.below(150);
        let text = text_of(&somewhere(game, &mut rng, plies));
        for _ in 0..12 {
            let text = mutate(&text, &mut rng);
            match game.read_position(&text) {
                Ok(read) => {
                    accepted += 1;
                    use_it(game, &read, &mut rng);
                }
                Err(error) => {
                    let message = error.to_string();
                    let is_clear = message.contains("is not a position") || message.starts_with("move ");
                    assert!(is_clear, "{message}");
                }
            }
        }
    }
    accepted
}

/// Whatever is read can be written, drawn, searched through and played to the end.
fn use_it(game: &OpenGame, read: &Position, rng: &mut Rng) {
    let written = text_of(read);
    let again = game.read_position(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(text_of(&again), written);
    let mut position = read.clone();
    for _ in 0..300 {
        for player in (0..position.players() as u8).map(Player) {
            position.draw(Some(player));
        }
        if let Turn::Player(player) = position.turn() {
            let mut other = position.determinize(player, rng);
            (0..50).for_each(|_| other.play_random(rng));
            assert!(!position.legal().is_empty(), "{written}");
        }
        position.play_random(rng);
    }
    for _ in 0..100_000 {
        position.play_random(rng);
        if position.is_over() {
            break;
        }
    }
    let rewards = position.rewards().unwrap_or_else(|| panic!("{written} does not end"));
    assert!(rewards.iter().all(|reward| (0.0..=1.0).contains(reward)), "{written}");
}

#[test]
fn some_texts_with_changes_are_positions() {
    for entry in standard().games() {
        let game = standard().open(&entry.name).unwrap();
        let accepted: usize = (0..20).map(|seed| read_mutated(&game, seed)).sum();
        assert!(accepted > 20, "{game}: {accepted}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_accepted_can_be_played(seed in any::<u64>()) {
        for game in standard().games() {
            let versions = game.options.iter().map(|option| {
                let values = values(option);
                version(game, option, &values[seed as usize % values.len()])
            });
            let versions: Vec<OpenGame> = [standard().open(&game.name).unwrap()].into_iter().chain(versions).collect();
            read_mutated(&versions[seed as usize / 8 % versions.len()], seed);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC{0,40}|[-XO/0-9bwpP .,:a-h]{0,80}") {
        for entry in standard().games() {
            let game = standard().open(&entry.name).unwrap();
            if let Ok(read) = game.read_position(&text) {
                use_it(&game, &read, &mut Rng::new(1));
            }
        }
    }
}
