//! Engine and interpreter agree: every strategy with its variants, every combination, on eight games.

use waxwing::Game;
use waxwing::agent::PRESETS;
use waxwing_games::{Breakthrough, Go, Othello};

use crate::cards::Cards;
use crate::follow::disagreements;
use crate::grove::Grove;
use crate::race::Race;
use crate::veiled::Veiled;

fn breakthrough(rows: usize, columns: usize) -> Breakthrough {
    Breakthrough::new(rows, columns).expect("a board size")
}

pub fn agree<'a, G: Game>(position: &G, expressions: impl IntoIterator<Item = &'a str>, iterations: u64) {
    let disagreements = disagreements(position, expressions, iterations);
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
}

/// In the tree alone, in the playout alone, and in both.
pub const TREES: &[&str] = &[
    "uct",
    "uct(c=0)",
    "uct(c=2)",
    "amaf",
    "amaf(c=0.3, own=no)",
    "rave(k=20)",
    "rave(k=1000, c=0.4, amaf-c=0.1, own=no)",
    "grave(ref=20)",
    "grave(ref=3, bias=0.01)",
    "grave(ref=0)",
    "uct > uniform",
    "uniform",
];

/// For games that hide nothing.
pub const TRIALS: &[&str] = &[
    "uct with trials",
    "uct(c=1.5) with trials(available)",
    "rave(k=20) with trials",
    "blend(0.8 uct, 0.2 nast) > mast with trials",
    "uct with trials, pb(w=2)",
];

pub const MOVE_AVERAGES: &[&str] = &[
    "uct > mast",
    "uct > mast(tau=0.1)",
    "uct > mast(policy=greedy)",
    "uct > mast(policy=greedy, epsilon=0.05)",
    "uct > mast(policy=roulette)",
    "uct > mast(policy=ucb1)",
    "uct > to-mast(tau=0.3)",
    "uct > to-mast(policy=greedy, epsilon=0.2)",
    "uct > to-mast(policy=roulette)",
    "uct > to-mast(policy=ucb1, c=0.2)",
    "uct > past(tau=0.2)",
    "uct > past(tau=0.5, min=4)",
    "mast(tau=0.2)",
    "mast(policy=ucb1)",
    "past(tau=0.3)",
];

pub const REPLIES: &[&str] = &[
    "uct > lgr",
    "uct > lgrf",
    "uct > lgr(context=2)",
    "uct > lgrf(context=2)",
    "uct > lgrf(prefix=yes)",
    "lgrf",
    "uct > tiles",
    "uct > tiles(epsilon=0.6)",
    "tiles(epsilon=0.4)",
];

pub const FORESTS: &[&str] = &[
    "uct > bhrf",
    "uct > bhrf(eps=0.3, b=0.2)",
    "uct > bhrf(accept=always, max=2)",
    "uct > bhrf(sum=stored)",
    "uct > bhrf(trees=shared)",
    "uct > bhrf(min=0)",
    "uct > bhrf(contexts=own)",
    "uct > bhrf(contexts=own, sum=stored, trees=shared)",
    "uct > bhrf(contexts=own, min=0, b=0.2)",
    "uct > bhrf(sum=stored, trees=shared, min=0, max=1, accept=always)",
    "uct > bhrf(contexts=own, accept=always, b=0)",
    "uct > bhrf(prefix=yes, keep=search)",
    "uct > bhrf(else=mast(tau=0.2))",
    "uct > bhrf(eps=0.5, else=lgrf + nast)",
    "uct > bhrf(else=bhrf(max=1, accept=always))",
    "rave(k=20) > 0.5 bhrf + 0.5 nast(n=3)",
    "bhrf",
    "bhrf(accept=always, else=nast)",
    "uct > pool-rave(least=3)",
    "rave(k=20) > pool-rave(p=1, k=2, least=1, else=mast(tau=0.2))",
    "pool-rave(k=3, least=2) > 0.5 pool-rave(least=4) + 0.5 bhrf",
];

pub const GRAMS: &[&str] = &[
    "uct > nast(n=1)",
    "uct > nast",
    "uct > nast(n=3, c=0.3)",
    "uct > nast(n=2, short=uniform)",
    "uct > nast(n=3, short=uniform)",
    "uct > nast(n=3, prefix=yes)",
    "nast",
    "nast(n=3, short=uniform)",
];

pub const EPISODES: &[&str] =
    &["uct > epic", "uct > epic(c=0.2)", "uct > epic(strict=yes)", "epic", "epic(strict=yes)"];

pub const COMBINATIONS: &[&str] = &[
    "uct > 0.7 mast(tau=0.2) + 0.3 lgrf",
    "uct > 1 mast(tau=0.2) + 2 nast + 1 tiles",
    "[fade(k=50)] mast(tau=0.2) + uct",
    "[rave(k=30)] nast + uct + lgrf",
    "[fade(k=20)] mast(tau=0.2) + uct > [fade(k=50)] mast + lgrf",
    "uct + mast(tau=0.2)",
    "uct > uct + mast(tau=0.2)",
    "uct > 2 (mast(tau=0.2) + lgrf) + 1 nast",
    "blend(uct, nast)",
    "blend(0.8 uct, 0.2 mast(policy=ucb1))",
    "blend([fade(k=30)] nast(n=1), uct, amaf)",
    "blend([rave(k=30)] blend(0.5 amaf, 0.5 nast), uct)",
    "blend(0.3 blend(uct, amaf), 0.7 nast) > blend(nast(n=1), nast(n=2))",
    "blend(amaf(own=no), nast)",
    "uct > blend(uct, nast)",
    "uct > blend(grave(ref=5), nast)",
    "blend([rave(k=30)] grave(ref=5), uct)",
    "rave(k=20) > rave(k=20) + mast",
    "mast(tau=0.2) > mast(tau=0.2) + mast(tau=1)",
    "uct(c=0.3) > nast(n=1) + nast(n=2) + nast(n=3)",
    "lgr + lgrf + lgrf(context=2)",
    "rave(k=20) + mast(tau=0.2) > lgrf + blend(nast, mast(policy=ucb1))",
    "uniform > mast(tau=0.2)",
    "0.8 uct + 0.2 uniform > 0.3 uniform + 0.7 nast",
    "uct > uniform + uct",
    "uct > bhrf(else=uniform)",
];

/// Votes, products and switches.
pub const OPERATIONS: &[&str] = &[
    "uct > vote(mast(tau=0.2), nast)",
    "uct > vote(nast(n=1), nast(n=2), lgrf)",
    "uct > vote(2 mast(tau=0.2), 1 nast, 1 lgrf)",
    "vote(uct, nast, amaf)",
    "vote([fade(k=20)] nast, uct)",
    "uct > vote(nast, bhrf(accept=always), lgr) + mast(tau=0.2)",
    "uct > vote((nast + lgrf), nast(n=1), nast(n=3))",
    "uct > product(mast(tau=0.2), nast)",
    "uct > product(mast(tau=0.3), mast(policy=greedy, epsilon=0.2), lgrf)",
    "product(mast(tau=0.3), mast(policy=roulette))",
    "product(uct, mast(tau=0.2))",
    "uct > product((mast(tau=0.2) + lgrf), nast)",
    "uct > 0.5 product(mast(tau=0.2), blend(nast, nast(n=1))) + 0.5 lgrf",
    "uct > switch(mast(tau=0.2), nast, depth=6)",
    "switch(rave(k=20), uct, depth=2)",
    "switch(uct, mast(tau=0.2), phase=expansion)",
    "switch(uct, uniform, phase=simulation)",
    "blend(switch(uct, amaf, depth=3), nast) > switch(lgrf, (mast(tau=0.2) + nast), depth=9)",
    "uct > switch(bhrf(accept=always), vote(nast, mast(tau=0.2), lgrf), depth=7)",
    "switch(uct, nast, phase=simulation) with ph(w=2)",
    "uct > product(switch(mast(tau=0.2), nast, depth=5), product(mast(policy=roulette), lgr))",
];

pub const BIASES: &[&str] = &[
    "uct with pb",
    "uct with pb(w=4)",
    "rave(k=20) with pb(w=2)",
    "uct with ph",
    "uct with ph(w=5, by=visits)",
    "uct with ph(w=3, count=each, keep=search)",
    "uct with ph(unvisited=history)",
    "blend(uct, nast) with ph(unvisited=history)",
    "uct with ph(table=shared)",
    "rave(k=20) > mast(tau=0.2) with ph(w=2)",
    "amaf with ph(w=0.5), pb(w=0.5)",
    "uct with pu(first=2, a=10, b=1.5)",
    "uct > mast with pu(first=3, a=5)",
    "rave(k=20) with pu(first=2, a=10)",
    "mast(tau=0.2) with pu(first=2, a=20)",
    "uniform with pu(first=2, a=20)",
    "uct + mast(tau=0.2) with pu(first=2, a=20)",
    "blend(uct, nast) with pu(first=2, a=15), pb(w=1), ph(w=1)",
    "bhrf(accept=always, else=nast) with pu(first=2, a=10)",
    "vote(uct, nast, mast(tau=0.2)) with pu(first=2, a=10)",
    "product(uct, mast(tau=0.2)) with pu(first=3, a=10)",
    "switch(uct, mast(tau=0.2), depth=2) with pu(first=3, a=10)",
];

/// For games with an evaluation of at most 1.
pub const EVALUATIONS: &[&str] = &[
    "uct > ege",
    "uct > ege(epsilon=0.5)",
    "ege(epsilon=0.3)",
    "uct > 0.5 ege + 0.5 mast(tau=0.2)",
    "uct > 1 ege(epsilon=0.2) + 2 nast + 1 lgrf",
    "uct with fet(0)",
    "uct with fet(3)",
    "uct > mast(tau=0.2) with fet(7)",
    "rave(k=20) > lgrf + nast with fet(2)",
    "uct with det(0.2)",
    "uct > ege with det(0.15, every=3)",
    "uct with cutoff(0.2)",
    "uct > mast(tau=0.2) with cutoff(bound=0.1, first=1, every=4)",
    "nast with cutoff(bound=0.3, first=5, every=1)",
    "uct with fet(7), det(0.1, every=3)",
    "uct with fet(6), det(0.1, every=3)",
    "uct > mast(tau=0.2) with cutoff(bound=0.1, first=4, every=2), fet(5)",
    "uct with fet(2), det(0.1)",
    "uct > mast(tau=0.2) with margin(0.3)",
    "rave(k=20) with margin, fet(40)",
];

/// For games with an evaluation that hide nothing.
pub const LOOKAHEADS: &[&str] = &[
    "uct > lookahead",
    "uct > lookahead(1, epsilon=0.3)",
    "uct > lookahead(3, epsilon=0.6)",
    "uct > lookahead(from=2, else=mast(tau=0.2))",
    "lookahead(epsilon=0.4)",
    "uct > 0.5 lookahead(epsilon=0.2, else=nast) + 0.5 lgrf with fet(8)",
];

/// The same with categories of moves.
pub const SELECTIVE_LOOKAHEADS: &[&str] = &[
    "uct > lookahead(k=1)",
    "uct > lookahead(k=2, epsilon=0.1)",
    "uct > lookahead(3, k=2, from=1, else=corrective(bound=0.3))",
    "0.5 uct + 0.5 lookahead(4, k=2)",
];

pub const WEIGHTS: &[&str] = &[
    "uct > ipp",
    "ipp",
    "uct > 0.3 ipp + 0.7 mast(tau=0.2)",
    "uct > ipp with fet(6)",
    "uct > ipp with det(0.3)",
    "uct > ege(0.2, forced=yes)",
    "uct > ege(0.3, else=ipp, forced=yes)",
    "ege(0.4, else=mast(tau=0.2) + nast)",
    "uct > 0.5 ege(0.5, else=ipp) + 0.5 lgrf",
];

/// For games with expert playouts.
pub const EXPERTS: &[&str] = &[
    "uct > expert",
    "uct > 0.3 expert + 0.7 mast(tau=0.2)",
    "rave(k=20) > bhrf(eps=0.3, else=expert)",
    "uct > pool-rave(p=0.3, least=5, else=expert)",
];

pub const CATEGORIES: &[&str] = &[
    "uct > categories",
    "categories > 0.5 categories + 0.5 nast",
    "uct > corrective(bound=0.3)",
    "corrective(bound=0.2, epsilon=0.05)",
    "uct > corrective(bound=1, epsilon=0.5)",
    "uct > greedy(k=2, bound=0.3)",
    "uct > greedy(k=1, bound=0.1)",
    "0.2 greedy(k=3, bound=1) + 0.8 uct",
    "uct > 0.5 greedy(k=2, bound=0.2) + 0.5 mast(tau=0.2)",
    "uct > mixed(k=2, bound=0.2, epsilon=0.1)",
    "0.5 uct + 0.5 mixed(k=3, bound=0.3)",
    "uct > mixed(k=2, bound=0.4) with cutoff(0.2)",
    "uct > greedy(k=2, bound=0.2) + categories with fet(4)",
];

/// For games that value moves.
pub const MOVES: &[&str] = &[
    "uct > ege",
    "uct > ege(epsilon=0.5, by=move)",
    "uct > ege(by=value)",
    "uct > ege(eval=other)",
    "ege(epsilon=0.3)",
    "ege(epsilon=0.3, by=value)",
    "uct > 0.5 ege + 0.5 mast(tau=0.2)",
    "uct(c=0.2) > ege(0.05) with ph(w=5)",
    "rave(k=20) > ege with fet(4)",
];

/// One test for each game and each list.
macro_rules! agreement {
    ($($game:ident: $position:expr, { $($name:ident: $list:expr => $iterations:expr),* $(,)? })*) => {
        $(mod $game {
            use super::*;
            $(#[test]
            fn $name() {
                agree(&$position, $list.iter().copied(), $iterations);
            })*
        })*
    };
}

agreement! {
    othello: Othello::new(), {
        trees: TREES => 1000,
        move_averages: MOVE_AVERAGES => 500,
        replies: REPLIES => 500,
        forests: FORESTS => 500,
        grams: GRAMS => 500,
        episodes: EPISODES => 500,
        combinations: COMBINATIONS => 500,
        biases: BIASES => 500,
        evaluations: EVALUATIONS => 500,
    }
    othello_6x6: Othello::<6>::start(), {
        trees: TREES => 2000,
        trials: TRIALS => 2000,
        move_averages: MOVE_AVERAGES => 1500,
        replies: REPLIES => 1500,
        forests: FORESTS => 1500,
        grams: GRAMS => 1500,
        episodes: EPISODES => 1500,
        combinations: COMBINATIONS => 1500,
        biases: BIASES => 1500,
        evaluations: EVALUATIONS => 1500,
        lookaheads: LOOKAHEADS => 200,
        operations: OPERATIONS => 150,
    }
    breakthrough_8x8: breakthrough(8, 8), {
        trees: TREES => 400,
        move_averages: MOVE_AVERAGES => 200,
        replies: REPLIES => 200,
        forests: FORESTS => 200,
        grams: GRAMS => 200,
        episodes: EPISODES => 100,
        combinations: COMBINATIONS => 100,
        biases: BIASES => 200,
        evaluations: EVALUATIONS => 200,
        weights: WEIGHTS => 200,
    }
    breakthrough_5x5: breakthrough(5, 5), {
        trees: TREES => 3000,
        trials: TRIALS => 2000,
        move_averages: MOVE_AVERAGES => 1500,
        replies: REPLIES => 1500,
        forests: FORESTS => 1500,
        grams: GRAMS => 1500,
        episodes: EPISODES => 1500,
        combinations: COMBINATIONS => 1500,
        biases: BIASES => 2000,
        evaluations: EVALUATIONS => 1500,
        weights: WEIGHTS => 1500,
        lookaheads: LOOKAHEADS => 300,
        operations: OPERATIONS => 300,
    }
    go_4x4: Go::new(4, 0.5).expect("a board size"), {
        trees: &TREES[..3] => 500,
        forests: &FORESTS[..10] => 300,
        experts: EXPERTS => 300,
        move_averages: MOVE_AVERAGES => 150,
        replies: REPLIES => 150,
        grams: GRAMS => 150,
        episodes: EPISODES => 300,
        combinations: COMBINATIONS => 150,
    }
    race: Race::start(), {
        trees: TREES => 3000,
        trials: TRIALS => 2000,
        move_averages: MOVE_AVERAGES => 2000,
        replies: REPLIES => 2000,
        forests: FORESTS => 2000,
        grams: GRAMS => 2000,
        episodes: EPISODES => 2000,
        combinations: COMBINATIONS => 2000,
        biases: BIASES => 2000,
        evaluations: EVALUATIONS => 2000,
        weights: WEIGHTS => 2000,
        categories: CATEGORIES => 2000,
        lookaheads: LOOKAHEADS => 1000,
        selective_lookaheads: SELECTIVE_LOOKAHEADS => 1000,
        operations: OPERATIONS => 800,
    }
    cards: Cards::deal(1), {
        trees: TREES => 3000,
        move_averages: MOVE_AVERAGES => 2000,
        replies: REPLIES => 2000,
        forests: FORESTS => 2000,
        grams: GRAMS => 2000,
        episodes: EPISODES => 2000,
        combinations: COMBINATIONS => 2000,
        operations: OPERATIONS => 800,
    }
    grove: Grove::large(3, 15), {
        trees: TREES => 3000,
        trials: &TRIALS[..4] => 2000,
        move_averages: &MOVE_AVERAGES[..10] => 1500,
        replies: REPLIES => 1500,
        grams: GRAMS => 1500,
        combinations: COMBINATIONS => 1500,
        biases: BIASES => 2000,
        moves: MOVES => 3000,
        lookaheads: LOOKAHEADS => 500,
        operations: OPERATIONS => 400,
    }
    grove_of_six: Grove::large(6, 20), {
        trees: TREES => 1500,
        biases: BIASES => 1000,
        moves: MOVES => 1500,
    }
    veiled: Veiled(breakthrough(5, 4)), {
        trees: TREES => 3000,
        move_averages: MOVE_AVERAGES => 1500,
        replies: REPLIES => 1500,
        forests: FORESTS => 1500,
        grams: GRAMS => 1500,
        episodes: EPISODES => 1500,
        combinations: COMBINATIONS => 1500,
        biases: BIASES => 2000,
        evaluations: EVALUATIONS => 1500,
        weights: WEIGHTS => 1500,
        categories: CATEGORIES => 1500,
        operations: OPERATIONS => 300,
    }
}

#[test]
fn the_papers_weights_and_the_other_evaluation_on_breakthrough_5x5() {
    let others =
        ["uct > ipp(weights=text)", "uct > ege(eval=lh)", "uct with fet(4, eval=lh)", "uct with det(0.2, eval=lh)"];
    agree(&breakthrough(5, 5), others, 1500);
}

pub fn presets<G: Game>(position: &G, iterations: u64) {
    let presets = PRESETS.iter().filter(|preset| preset.family == "icarus").map(|preset| preset.to_string());
    let presets: Vec<String> = presets.collect();
    agree(position, presets.iter().map(String::as_str), iterations);
}

#[test]
fn all_presets_of_the_paper_on_breakthrough_6x6() {
    presets(&breakthrough(6, 6), 600);
}

#[test]
fn all_presets_of_the_paper_on_the_race() {
    presets(&Race::start(), 1500);
}

#[test]
fn all_presets_of_the_paper_on_the_card_game() {
    presets(&Cards::deal(2), 1500);
}

#[test]
fn all_presets_of_the_paper_on_veiled_breakthrough() {
    presets(&Veiled(breakthrough(5, 3)), 1500);
}
