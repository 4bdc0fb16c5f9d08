//! The comparison would notice: an interpreter that is told something slightly else does not agree.

use waxwing::Game;
use waxwing_games::{Breakthrough, Kalah};

use crate::cards::Cards;
use crate::follow::follow_as;
use crate::race::Race;

fn disagree<G: Game>(position: &G, text: &str, read: &str, iterations: u64, because: &str) {
    follow_as(position, text, text, 7, iterations).unwrap_or_else(|error| panic!("{error}"));
    let error = follow_as(position, text, read, 7, iterations).expect_err(&format!("`{text}` is taken for `{read}`"));
    assert!(error.contains(because), "{error}");
}

const DISTRIBUTION: &str = "do not follow the policy";
const CHOICE: &str = "is played in a";
const RECORD: &str = "but should be";

#[test]
fn a_wrong_temperature_is_noticed() {
    let board = Breakthrough::new(5, 5).unwrap();
    disagree(&board, "uct > mast(tau=0.2)", "uct > mast(tau=0.25)", 1500, DISTRIBUTION);
    disagree(&board, "uct > mast(tau=0.2)", "uct > mast(tau=0.16)", 1500, DISTRIBUTION);
    disagree(&Race::start(), "uct > mast(tau=0.1)", "uct > mast(tau=0.15)", 3000, DISTRIBUTION);
    disagree(&board, "uct > past(tau=0.2)", "uct > past(tau=0.3)", 1500, DISTRIBUTION);
}

#[test]
fn wrong_weights_are_noticed() {
    let board = Breakthrough::new(5, 5).unwrap();
    let text = "uct > 0.7 mast(tau=0.2) + 0.3 nast";
    disagree(&board, text, "uct > 0.55 mast(tau=0.2) + 0.45 nast", 1500, DISTRIBUTION);
    disagree(&board, text, "uct > 0.3 mast(tau=0.2) + 0.7 nast", 1500, DISTRIBUTION);
    disagree(&board, "[fade(k=50)] mast + uct", "[fade(k=90)] mast + uct", 3000, DISTRIBUTION);
    disagree(&board, "uct > mast(greedy, epsilon=0.3)", "uct > mast(greedy, epsilon=0.4)", 1500, DISTRIBUTION);
}

#[test]
fn wrong_constants_are_noticed() {
    let board = Breakthrough::new(5, 5).unwrap();
    disagree(&board, "uct(c=0.7)", "uct(c=0.71)", 1500, CHOICE);
    disagree(&board, "uct with trials", "uct", 1500, CHOICE);
    disagree(&board, "uct", "uct with trials", 1500, CHOICE);
    disagree(&board, "rave(k=250)", "rave(k=240)", 1500, CHOICE);
    disagree(&board, "uct > nast(c=0.7)", "uct > nast(c=0.72)", 1500, CHOICE);
    disagree(&board, "uct with pb(w=1)", "uct with pb(w=1.02)", 1500, CHOICE);
    disagree(&board, "uct with ph(w=1)", "uct with ph(w=1.02)", 1500, CHOICE);
    disagree(&Cards::deal(1), "uct(c=0.7)", "uct(c=0.71)", 2000, CHOICE);
}

#[test]
fn a_wrong_order_of_unvisited_actions_is_noticed() {
    let board = Breakthrough::new(5, 5).unwrap();
    // A weight this small decides nowhere else.
    disagree(&board, "uct with ph(w=1e-4)", "uct with ph(w=1e-4, unvisited=history)", 200, CHOICE);
    disagree(&Cards::deal(1), "rave with ph(w=1e-4)", "rave with ph(w=1e-4, unvisited=history)", 1000, CHOICE);
}

#[test]
fn wrong_records_are_noticed() {
    let board = Breakthrough::new(5, 5).unwrap();
    disagree(&board, "amaf", "amaf(own=no)", 500, RECORD);
    disagree(&board, "uct > mast", "uct > to-mast", 10, RECORD);
    disagree(&board, "uct > lgr", "uct > lgrf", 200, RECORD);
    disagree(&board, "uct > nast(n=2)", "uct > nast(n=2, short=uniform)", 10, RECORD);
    disagree(&board, "uct > epic", "uct > epic(strict=yes)", 100, RECORD);
    disagree(&board, "uct with ph(count=each)", "uct with ph(count=once)", 500, RECORD);
}

#[test]
fn wrong_playouts_by_knowledge_are_noticed() {
    let board = Breakthrough::new(5, 5).unwrap();
    disagree(&board, "uct > ege(0.3)", "uct > ege(0.25)", 1500, DISTRIBUTION);
    disagree(&board, "uct > ege(0)", "uct > ege(0, eval=lh)", 100, CHOICE);
    disagree(&board, "uct > ipp", "uct > ipp(weights=text)", 3000, DISTRIBUTION);
    disagree(&board, "uct > ege(0.3, else=ipp)", "uct > ege(0.3)", 1500, DISTRIBUTION);
    let longer = Breakthrough::new(6, 5).unwrap();
    disagree(&longer, "uct > ege(0, eval=lh, forced=yes)", "uct > ege(0, eval=lh)", 300, CHOICE);
    disagree(&longer, "uct > ege(0, eval=lh)", "uct > ege(0, eval=lh, forced=yes)", 300, CHOICE);
    disagree(&board, "uct > lookahead(epsilon=0.3)", "uct > lookahead(epsilon=0.25)", 1500, DISTRIBUTION);
    disagree(&board, "uct > lookahead", "uct > lookahead(1)", 100, CHOICE);
    disagree(&board, "uct > lookahead(1)", "uct > lookahead", 100, CHOICE);
    disagree(&board, "uct > lookahead", "uct > lookahead(3)", 100, CHOICE);
    disagree(&board, "uct > lookahead(from=1)", "uct > lookahead", 100, CHOICE);
    let race = Race::start();
    disagree(&race, "uct > lookahead(k=1)", "uct > lookahead(k=2)", 500, CHOICE);
    disagree(
        &race,
        "uct > corrective(bound=1, epsilon=0.2)",
        "uct > corrective(bound=1, epsilon=0.3)",
        3000,
        DISTRIBUTION,
    );
    disagree(&race, "uct > greedy(k=1, bound=0.3)", "uct > greedy(k=2, bound=0.3)", 500, CHOICE);
    disagree(&race, "uct > mixed(k=2, bound=0.3)", "uct > greedy(k=2, bound=0.3)", 500, CHOICE);
}

#[test]
fn wrong_operators_are_noticed() {
    let board = Breakthrough::new(5, 5).unwrap();
    let vote = "uct > vote(mast(tau=0.2), mast(tau=0.1), mast(tau=0.4))";
    disagree(&board, vote, "uct > mast(tau=0.2) + mast(tau=0.1) + mast(tau=0.4)", 1500, DISTRIBUTION);
    disagree(&board, vote, "uct > product(mast(tau=0.2), mast(tau=0.1), mast(tau=0.4))", 1500, DISTRIBUTION);
    disagree(&board, "uct > vote(2 nast, 1 mast, 1 lgrf)", "uct > vote(nast, mast, lgrf)", 1500, "in ");
    disagree(
        &board,
        "uct > product(mast(tau=0.3), mast(tau=0.3))",
        "uct > mast(tau=0.3) + mast(tau=0.3)",
        1500,
        DISTRIBUTION,
    );
    disagree(&board, "uct > product(nast, mast(tau=0.1))", "uct > product(nast, mast(tau=9))", 3000, DISTRIBUTION);
    disagree(
        &board,
        "uct > switch(mast(tau=0.1), lgrf, depth=6)",
        "uct > switch(mast(tau=0.1), lgrf, depth=8)",
        1500,
        "in ",
    );
    disagree(&board, "switch(uct, nast, phase=expansion)", "switch(uct, nast, phase=simulation)", 300, "in ");
}

#[test]
fn wrong_endings_are_noticed() {
    let board = Breakthrough::new(5, 5).unwrap();
    const END: &str = "after the end of the playout";
    disagree(&board, "uct with fet(4)", "uct with fet(3)", 20, END);
    disagree(&board, "uct with fet(4)", "uct with fet(5)", 20, "rewards");
    disagree(&board, "uct with det(0.3)", "uct with det(0.25)", 500, END);
    disagree(&board, "uct with fet(9), det(0.1, every=3)", "uct with det(0.1, every=3)", 100, "rewards");
    disagree(&board, "uct with fet(9), det(0.1, every=3)", "uct with fet(9)", 100, "rewards");
    disagree(&board, "uct with cutoff(0.3)", "uct with cutoff(0.3, every=4)", 500, END);
    let kalah = Kalah::new(3, 2).unwrap();
    disagree(&kalah, "uct with margin(0.3)", "uct with margin(0.25)", 20, "rewards");
    disagree(&kalah, "uct with margin(0.3)", "uct", 20, "rewards");
    disagree(&Race::start(), "uct > greedy(k=2, bound=0.3)", "uct > greedy(k=2, bound=0.4)", 500, RECORD);
}
