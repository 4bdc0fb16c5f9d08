//! What is said of a game before it is opened: every game has rules in a few lines and a legend, which explains every symbol
//! that its drawings have.

use std::collections::BTreeSet;

use waxwing::{Player, Rng};
use waxwing_games::standard;
use waxwing_workshop::{GameEntry, Values};

/// The drawings of random games, for all viewers, with as many players as there can be.
fn drawings(entry: &GameEntry) -> Vec<String> {
    let most =
        entry.options.iter().filter(|option| option.name == "players").filter_map(|option| match &option.values {
            // Every number of players has symbols of its own.
            Values::Range(_, most) => Some(format!("{}(players={most})", entry.name)),
            Values::Words(words) => words.last().map(|word| format!("{}(players={word})", entry.name)),
            _ => None,
        });
    let (mut rng, mut drawings) = (Rng::new(5), Vec::new());
    for text in most.chain([entry.name.to_string()]) {
        let game = standard().open(&text).expect("the options are the game's own");
        for _ in 0..12 {
            let mut position = game.start();
            for _ in 0..400 {
                drawings.push(position.draw(None));
                drawings.extend((0..game.players() as u8).map(|player| position.draw(Some(Player(player)))));
                position.play_random(&mut rng);
            }
        }
    }
    drawings
}

/// Whether a character of a drawing is more than a word, a number or the punctuation between them.
fn is_symbol(sign: char) -> bool {
    !sign.is_alphanumeric() && !sign.is_whitespace() && !".,:;/()-".contains(sign)
}

#[test]
fn every_symbol_of_a_drawing_is_in_the_legend() {
    for game in standard().games() {
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
    for game in standard().games() {
        let lines = game.rules.lines().count();
        assert!((5..=10).contains(&lines), "{} has {lines} lines", game.name);
        assert!(game.rules.ends_with('\n') && game.legend.ends_with('\n'), "{}", game.name);
        assert!(game.rules.lines().chain(game.legend.lines()).all(|line| line.chars().count() <= 130), "{}", game.name);
        for option in &*game.options {
            assert!(game.rules.contains(&*option.name), "the rules of {} lack `{}`", game.name, option.name);
        }
    }
}
