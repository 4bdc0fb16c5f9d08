//! What is said of a game before it is opened: every game has rules in a few lines and a legend, which explains every symbol
//! that its drawings have.

use std::collections::BTreeSet;

use waxwing::{Notation, Player, Rng, Turn};
use waxwing_games::{GameEntry, Values, Visitor, games, open};

/// The drawings of random games, for all viewers.
struct Drawings;

impl Visitor for Drawings {
    type Output = Vec<String>;

    fn visit<G: Notation>(self, start: G) -> Vec<String> {
        let (mut rng, mut buffer, mut drawings) = (Rng::new(5), Vec::new(), Vec::new());
        for _ in 0..12 {
            let mut state = start.clone();
            for _ in 0..400 {
                drawings.push(state.draw(None));
                drawings.extend((0..state.players() as u8).map(|player| state.draw(Some(Player(player)))));
                let action = match state.turn() {
                    Turn::Player(_) => state.random_action(&mut rng, &mut buffer),
                    Turn::Chance => state.sample_chance(&mut rng),
                    Turn::Over => break,
                };
                state.apply(action);
            }
        }
        drawings
    }
}

fn drawings(game: &GameEntry) -> Vec<String> {
    let options = game.options.iter().filter_map(|option| match option.values {
        // Every number of players has symbols of its own.
        Values::Range(_, most) if option.name == "players" => Some(vec![(option.name.to_owned(), most.to_string())]),
        Values::Words(words) if option.name == "players" => {
            words.last().map(|word| vec![(option.name.to_owned(), (*word).to_owned())])
        }
        _ => None,
    });
    let all = options.chain([Vec::new()]);
    all.flat_map(|options| open(game.name, &options, Drawings).expect("the options are the game's own")).collect()
}

/// Whether a character of a drawing is more than a word, a number or the punctuation between them.
fn is_symbol(sign: char) -> bool {
    !sign.is_alphanumeric() && !sign.is_whitespace() && !".,:;/()-".contains(sign)
}

#[test]
fn every_symbol_of_a_drawing_is_in_the_legend() {
    for game in games() {
        let words: BTreeSet<&str> = game.legend.split(|sign: char| !sign.is_alphanumeric()).collect();
        for drawing in drawings(game) {
            for sign in drawing.chars().filter(|&sign| is_symbol(sign)) {
                assert!(game.legend.contains(sign), "the legend of {} lacks `{sign}`:\n{drawing}", game.name);
            }
            // What goes with a symbol is a piece or a card: the letters together are in the legend, or each by itself.
            for word in drawing.split_whitespace().filter(|word| word.contains(is_symbol)) {
                let letters: String = word.chars().filter(|sign| sign.is_alphabetic()).collect();
                let is_known = letters.is_empty()
                    || words.contains(letters.as_str())
                    || letters.chars().all(|letter| words.contains(letter.to_string().as_str()));
                assert!(is_known, "the legend of {} lacks `{letters}`:\n{drawing}", game.name);
            }
        }
    }
}

#[test]
fn rules_are_a_few_lines_and_name_every_option() {
    for game in games() {
        let lines = game.rules.lines().count();
        assert!((5..=10).contains(&lines), "{} has {lines} lines", game.name);
        assert!(game.rules.ends_with('\n') && game.legend.ends_with('\n'), "{}", game.name);
        assert!(game.rules.lines().chain(game.legend.lines()).all(|line| line.chars().count() <= 130), "{}", game.name);
        for option in game.options {
            assert!(game.rules.contains(option.name), "the rules of {} lack `{}`", game.name, option.name);
        }
    }
}
