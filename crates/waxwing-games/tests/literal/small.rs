//! Engine and interpreter agree on small versions of the papers' games: short decks, small boards, few pieces.

use waxwing::{Notation, Rng, Turn};
use waxwing_games::{Backgammon, Checkers, Confrontation, DouDiZhu, Hearts, Kalah, LinesOfAction};

use crate::agreement::{COMBINATIONS, EPISODES, EVALUATIONS, GRAMS, MOVE_AVERAGES, REPLIES, TREES, agree, presets};
use crate::start::start;

/// What is compared, from the first decision after a deal.
enum Compared {
    Expressions(&'static [&'static str]),
    Presets,
}

fn compare<G: Notation>(game: &str, compared: Compared, iterations: u64) {
    let (mut state, mut rng) = (start::<G>(game), Rng::new(1));
    while state.turn() == Turn::Chance {
        let outcome = state.sample_chance(&mut rng);
        state.apply(outcome);
    }
    match compared {
        Compared::Expressions(list) => agree(&state, list.iter().copied(), iterations),
        Compared::Presets => presets(&state, iterations),
    }
}

/// One test for each game and each list, and one for the paper's presets.
macro_rules! small {
    ($($module:ident: $type:ty, $game:expr => $iterations:expr),* $(,)?) => {
        $(mod $module {
            use super::*;

            fn expressions(list: &'static [&'static str]) {
                compare::<$type>(&$game, Compared::Expressions(list), $iterations);
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
                compare::<$type>(&$game, Compared::Presets, $iterations);
            }
        })*
    };
}

/// The Bearer with three others against four of the Legion, the Underway and an ambush within reach.
const SKIRMISH: &str = "3:ranger+scout,4:bearer+guardian,7:wolf,8:fire-fiend,11:lurker+outrider;wardens:1+3+recall;\
                        legion:2+recall+sidestep;move:wardens";

small! {
    checkers_4x4: Checkers, "checkers(size=4)" => 800,
    checkers_6x6_whole: Checkers, "checkers(size=6, turn=whole)" => 300,
    backgammon_of_two: Backgammon, "backgammon(checkers=2)" => 600,
    dou_di_zhu_of_four: DouDiZhu, "dou-di-zhu(ranks=4, kitty=shown)" => 600,
    hearts_of_four: Hearts, "hearts(ranks=4)" => 600,
    confrontation_of_eight: Confrontation, format!("confrontation(setup=\"{SKIRMISH}\")") => 400,
    kalah_of_three: Kalah, "kalah(houses=3, stones=2)" => 600,
    lines_of_action_4x4: LinesOfAction, "lines-of-action(size=4)" => 300,
}

#[test]
fn evaluations_on_kalah_and_backgammon() {
    compare::<Kalah>("kalah(houses=4, stones=3)", Compared::Expressions(EVALUATIONS), 600);
    compare::<Backgammon>("backgammon(checkers=3)", Compared::Expressions(EVALUATIONS), 300);
}

/// The whole games, for few iterations: nothing in a small version may hide what a large one needs.
#[test]
fn all_presets_of_the_paper_on_whole_games() {
    compare::<Checkers>("checkers", Compared::Presets, 30);
    compare::<Backgammon>("backgammon", Compared::Presets, 30);
    compare::<DouDiZhu>("dou-di-zhu", Compared::Presets, 30);
    compare::<Hearts>("hearts", Compared::Presets, 30);
    compare::<Confrontation>("confrontation", Compared::Presets, 30);
    compare::<Kalah>("kalah", Compared::Presets, 30);
    compare::<LinesOfAction>("lines-of-action", Compared::Presets, 30);
}
