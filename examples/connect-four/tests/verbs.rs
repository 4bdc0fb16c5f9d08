//! Every verb of the command line, with a game that it was not made for.

#[path = "../../testing.rs"]
mod testing;

use testing::Program;

fn program(folder: &str) -> Program {
    Program::new(env!("CARGO_BIN_EXE_connect-four"), folder)
}

#[test]
fn the_game_is_described_and_shown() {
    let program = program("shown");
    program.says(&["games"], &["connect-four", "rows=6  (4 to 7)"]);
    program.says(&["agents"], &["mast", "solver", "follow-up"]);
    program.says(&["explain", "uct > follow-up(2)"], &["follow-up(sharpness=2)", "as often as that has paid"]);
    let agent = "uct > ege(0.1) with det(0.5), solver";
    program.says(&["explain", agent, "--game", "connect-four"], &["connect-four has all"]);
    program.says(&["state", "connect-four", "--moves", "4 4 3"], &["\n. . . O . . .\n. . X X . . .\n1 2 3 4 5 6 7\n"]);
    program.says(&["state", "connect-four", "--position", "7/7/7/7/3O3/2XX3"], &["\n. . X X . . .\n", "O to move"]);
    program.says(&["perft", "connect-four", "7"], &["823,536"]);
}

#[test]
fn agents_search_it_and_find_the_win() {
    let program = program("search");
    program.says(
        &[
            "search",
            "connect-four",
            "uct > mast with solver",
            "--moves",
            "4 1 4 1 4 1",
            "--iterations",
            "500",
            "--json",
        ],
        &["\"best\": \"4\""],
    );
    program.says(
        &["search", "connect-four(rows=4, columns=4)", "ab", "--moves", "1 2 1 2 1", "--iterations", "500", "--json"],
        &["\"best\": \"1\""],
    );
    program.says(&["bench", "connect-four", "--iterations", "20", "--rounds", "1"], &["connect-four"]);
}

#[test]
fn a_person_plays_by_typing_columns() {
    let play = ["play", "connect-four", "uct > mast @200", "--seed", "1"];
    let text = program("play").prints(&play, "9\n4\nundo\n3\nquit\n");
    assert!(text.contains("You are X, O is uct > mast @200."), "{text}");
    assert!(text.contains("`9` is not a column: columns are 1 to 7"), "{text}");
    assert!(text.contains("\n. . . X . . .\n1 2 3 4 5 6 7\n\nO plays "), "{text}");
    assert!(text.contains("\n. . X . . . .\n1 2 3 4 5 6 7\n\nO plays "), "{text}");
}

#[test]
fn agents_play_matches_and_are_tuned() {
    let program = program("matches");
    let few = ["--games", "4", "--iterations", "30"];
    program.says(&[&["match", "connect-four", "uct > mast", "random"], &few[..]].concat(), &["4 games"]);
    let own = "uct > 0.5 follow-up + 0.5 mast with solver, tree(2)";
    program.says(&[&["match", "connect-four", own, "uct > follow-up(sharpness=8)"], &few[..]].concat(), &["4 games"]);
    program
        .says(&[&["tune", "connect-four", "uct > follow-up({s})", "--over", "s=1,8"], &few[..]].concat(), &["Winner:"]);
    program.says(&[&["tune", "connect-four", "uct(c={c})", "--over", "c=0.2,1"], &few[..]].concat(), &["Winner:"]);
}

#[test]
fn experiments_are_run_and_reported() {
    let program = program("experiment");
    program.write(
        "mast.toml",
        "name = 'mast'\ntitle = 'MAST in Connect Four'\nsource = 'an example'\n\
         [defaults]\ngame = 'connect-four'\nagainst = 'uct'\ngames = 4\nbudget = 30\n\
         [[cell]]\nlabel = 'mast'\nagent = 'uct > mast'\n\
         [[cell]]\nlabel = 'own'\nagent = 'uct > follow-up'\n",
    );
    program.says(&["experiment", "run", "mast.toml", "--out", "mast.sqlite"], &["mast"]);
    program.says(&["experiment", "report", "mast.sqlite", "--out", "report"], &["1 of 1 experiment with games"]);
}

#[test]
fn what_is_not_there_is_refused_with_what_is() {
    let program = program("refusals");
    program.refuses(&["gtp", "--agent", "uct"], "there is no game `go`; there are connect-four");
    program.refuses(
        &["gtp", "--agent", "uct", "--game", "connect-four"],
        "the Go Text Protocol plays only `go`, `othello`",
    );
    program.refuses(&["search", "connect-four", "uct > folow-up"], "did you mean `follow-up`?");
    program.refuses(&["state", "connect-four(rows=9)"], "`rows` is a whole number from 4 to 7");
    program.refuses(&["state", "connect-four", "--position", "7/7"], "a position has 6 rows of 7 places");
    program.refuses(&["state", "connect-four", "--moves", "8"], "columns are 1 to 7");
}
