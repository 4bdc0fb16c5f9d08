//! Every game, with every value of every option (both ends and the middle of a long range), through the checks that the
//! library offers for any game; and every game's reader of moves with arbitrary text.

use proptest::prelude::*;
use waxwing::game::{Fault, check_notated_game};
use waxwing::{Notation, Rng, Turn};
use waxwing_games::{OptionEntry, Values, Visitor, games, open};

struct Check {
    games: usize,
}

impl Visitor for Check {
    type Output = Result<(), Fault>;
    fn visit<G: Notation>(self, start: G) -> Result<(), Fault> {
        check_notated_game(&start, self.games, 1)
    }
}

/// Ranges longer than this are tried at three of their values.
const LONG: u8 = 16;

fn values(option: &OptionEntry) -> Vec<String> {
    match option.values {
        Values::Range(low, high) if high - low > LONG => {
            [low, low + (high - low) / 2, high].map(|value| value.to_string()).to_vec()
        }
        Values::Range(low, high) => (low..=high).map(|value| value.to_string()).collect(),
        Values::Words(words) => words.iter().map(|&word| word.to_owned()).collect(),
        Values::Text(texts) => texts.examples.iter().map(|&text| text.to_owned()).collect(),
    }
}

#[test]
fn every_game_keeps_its_promises_with_every_option() {
    for game in games() {
        let single = game
            .options
            .iter()
            .flat_map(|option| values(option).into_iter().map(|value| vec![(option.name.to_owned(), value)]));
        for options in single.chain([Vec::new()]) {
            let result = open(game.name, &options, Check { games: 60 }).expect("the options are the game's own");
            assert_eq!(result, Ok(()), "{} {options:?}", game.name);
        }
    }
}

/// Reads a text as a move in the states of a random game.
struct Read<'a> {
    text: &'a str,
    seed: u64,
}

impl Visitor for Read<'_> {
    type Output = ();
    fn visit<G: Notation>(self, start: G) {
        let (mut state, mut rng, mut buffer) = (start, Rng::new(self.seed), Vec::new());
        for _ in 0..200 {
            // What can be read must also be answered by the rules, and be written again as it was.
            if let Ok(action) = state.parse(self.text)
                && matches!(state.turn(), Turn::Player(_))
                && state.is_legal(action)
            {
                assert_eq!(state.parse(&state.format(action)), Ok(action));
            }
            let action = match state.turn() {
                Turn::Player(_) => state.random_action(&mut rng, &mut buffer),
                Turn::Chance => state.sample_chance(&mut rng),
                Turn::Over => return,
            };
            state.apply(action);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_a_move_never_panics(text in "\\PC{0,12}|[a-h0-9x*/,-]{0,8}|[a-i][0-9]x?[a-i][0-9]", seed in 0..1000u64) {
        for game in games() {
            open(game.name, &[], Read { text: &text, seed }).expect("the defaults are possible");
        }
    }
}
