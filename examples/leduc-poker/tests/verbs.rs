//! Every verb of the command line, with a game of hidden cards that it was not made for.

#[path = "../../testing.rs"]
mod testing;

use testing::Program;

fn program(folder: &str) -> Program {
    Program::new(env!("CARGO_BIN_EXE_leduc-poker"), folder)
}

#[test]
fn the_game_is_described_and_shown_to_a_player() {
    let program = program("shown");
    program.says(&["games"], &["leduc-poker", "six cards"]);
    program.says(&["agents", "mast"], &["mast"]);
    program.says(&["explain", "uct > mast", "--game", "leduc-poker"], &["leduc-poker has all"]);
    program.says(&["perft", "leduc-poker", "3"], &["60"]);
    let shown = ["state", "leduc-poker", "--moves", "Kh Js raise call Ks", "--view", "first"];
    program.says(&shown, &["first: Kh, has paid 3\nsecond: ?, has paid 3\ntable: Ks"]);
}

#[test]
fn agents_search_it_without_seeing_the_other_card() {
    let program = program("search");
    let search = |hidden: &str| {
        let moves = format!("Kh {hidden} call call Ks");
        let agent = ["search", "leduc-poker", "uct > mast", "--moves", &moves, "--iterations", "500", "--json"];
        let text = program.prints(&agent, "");
        assert!(text.contains("\"best\": \"raise\""), "{text}");
        text.lines().filter(|line| line.contains("visits")).collect::<String>()
    };
    assert_eq!(search("Js"), search("Qh"));
    program.says(&["bench", "leduc-poker", "--iterations", "20", "--rounds", "1"], &["leduc-poker"]);
}

#[test]
fn a_person_plays_by_typing_words() {
    let program = program("play");
    let text = program.prints(&["play", "leduc-poker", "uct > mast @200", "--seed", "1"], "bet\nraise\nfold\n");
    assert!(text.contains("You are first, second is uct > mast @200."), "{text}");
    assert!(text.contains("`bet` is not fold, call or raise"), "{text}");
    assert!(text.contains("first: Qs, has paid 3\nsecond: ?, has paid 1\n"), "{text}");
    assert!(text.contains("\nsecond plays "), "{text}");
}

#[test]
fn agents_play_matches_and_are_tuned() {
    let program = program("matches");
    let few = ["--games", "4", "--iterations", "30"];
    program.says(&[&["match", "leduc-poker", "uct > mast", "random"], &few[..]].concat(), &["4 games"]);
    program.says(&[&["tune", "leduc-poker", "uct(c={c})", "--over", "c=0.2,1"], &few[..]].concat(), &["Winner:"]);
    program.says(&["compare", "leduc-poker", "uct", "random", "--deals", "4", "--iterations", "20"], &["4 deals"]);
}

#[test]
fn experiments_are_run_and_reported() {
    let program = program("experiment");
    program.write(
        "mast.toml",
        "name = 'mast'\ntitle = 'MAST in Leduc poker'\nsource = 'an example'\n\
         [defaults]\ngame = 'leduc-poker'\nagainst = 'random'\ngames = 4\nbudget = 30\n\
         [[cell]]\nlabel = 'mast'\nagent = 'uct > mast'\n",
    );
    program.says(&["experiment", "run", "mast.toml", "--out", "mast.sqlite"], &["mast"]);
    program.says(&["experiment", "report", "mast.sqlite", "--out", "report"], &["1 of 1 experiment with games"]);
}

#[test]
fn what_needs_another_game_says_so() {
    let program = program("refused");
    program.refuses(&["gtp", "--agent", "uct"], "there is no game `go`; there are leduc-poker");
    program.refuses(&["search", "leduc-poker", "uct with solver", "--moves", "Kh Js"], "hidden information");
    program.refuses(&["state", "leduc-poker", "--moves", "Xh"], "is not fold, call or raise, nor a card");
}
