//! Engine and interpreter agree on small versions of the papers' games: short decks, small boards, few pieces.

use waxwing::{Notation, Rng, Turn};
use waxwing_games::{Visitor, open};

use crate::agreement::{COMBINATIONS, EPISODES, EVALUATIONS, GRAMS, MOVE_AVERAGES, REPLIES, TREES, agree, presets};

/// What is compared, from the first decision after a deal.
enum Compared {
    Expressions(&'static [&'static str]),
    Presets,
}

struct Comparing {
    compared: Compared,
    iterations: u64,
}

impl Visitor for Comparing {
    type Output = ();

    fn visit<G: Notation>(self, start: G) {
        let (mut state, mut rng) = (start, Rng::new(1));
        while state.turn() == Turn::Chance {
            let outcome = state.sample_chance(&mut rng);
            state.apply(outcome);
        }
        match self.compared {
            Compared::Expressions(list) => agree(&state, list.iter().copied(), self.iterations),
            Compared::Presets => presets(&state, self.iterations),
        }
    }
}

fn compare(game: &str, options: &[(&str, &str)], compared: Compared, iterations: u64) {
    let options: Vec<_> = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    open(game, &options, Comparing { compared, iterations }).expect("the game has these options");
}

/// One test for each game and each list, and one for the paper's presets.
macro_rules! small {
    ($($module:ident: $game:literal $options:expr => $iterations:expr),* $(,)?) => {
        $(mod $module {
            use super::*;

            fn expressions(list: &'static [&'static str]) {
                compare($game, &$options, Compared::Expressions(list), $iterations);
            }

            #[test]
            fn trees() {
                expressions(TREES);
            }

            #[test]
            fn move_averages() {
                expressions(MOVE_AVERAGES);
            }

            #[test]
            fn replies() {
                expressions(REPLIES);
            }

            #[test]
            fn grams() {
                expressions(GRAMS);
            }

            #[test]
            fn episodes() {
                expressions(EPISODES);
            }

            #[test]
            fn combinations() {
                expressions(COMBINATIONS);
            }

            #[test]
            fn all_presets_of_the_paper() {
                compare($game, &$options, Compared::Presets, $iterations);
            }
        })*
    };
}

/// The Bearer with three others against four of the Legion, the Underway and an ambush within reach.
const SKIRMISH: &str = "3:ranger+scout,4:bearer+guardian,7:wolf,8:fire-fiend,11:lurker+outrider;wardens:1+3+recall;\
                        legion:2+recall+sidestep;move:wardens";

small! {
    checkers_4x4: "checkers" [("size", "4")] => 800,
    checkers_6x6_whole: "checkers" [("size", "6"), ("turn", "whole")] => 300,
    backgammon_of_two: "backgammon" [("checkers", "2")] => 600,
    dou_di_zhu_of_four: "dou-di-zhu" [("ranks", "4"), ("kitty", "shown")] => 600,
    hearts_of_four: "hearts" [("ranks", "4")] => 600,
    confrontation_of_eight: "confrontation" [("setup", SKIRMISH)] => 400,
    kalah_of_three: "kalah" [("houses", "3"), ("stones", "2")] => 600,
    lines_of_action_4x4: "lines-of-action" [("size", "4")] => 300,
}

#[test]
fn evaluations_on_kalah_and_backgammon() {
    compare("kalah", &[("houses", "4"), ("stones", "3")], Compared::Expressions(EVALUATIONS), 600);
    compare("backgammon", &[("checkers", "3")], Compared::Expressions(EVALUATIONS), 300);
}

/// The whole games, for few iterations: nothing in a small version may hide what a large one needs.
#[test]
fn all_presets_of_the_paper_on_whole_games() {
    for game in ["checkers", "backgammon", "dou-di-zhu", "hearts", "confrontation", "kalah", "lines-of-action"] {
        compare(game, &[], Compared::Presets, 30);
    }
}
