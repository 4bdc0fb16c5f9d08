//! A person at the table, with lines from a pipe.

mod common;

use common::waxwing_with;

const GAME: &str = "breakthrough(rows=4, columns=2)";

fn play(input: &str) -> (String, Option<i32>) {
    let output = waxwing_with(&["play", GAME, "random", "--seed", "1"], input.as_bytes());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

#[test]
fn a_whole_game_with_mistakes_hints_and_moves_taken_back() {
    let mut lines = vec!["help", "hint", "z9", "a1a4", "b1b2", "undo", "b2xa3", "undo", "board", ""];
    // Moves are tried until the game is over: what is not legal only gets a message.
    let squares = ["a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4"];
    let moves: Vec<String> = squares
        .iter()
        .flat_map(|from| squares.iter().flat_map(move |to| [format!("{from}{to}"), format!("{from}x{to}")]))
        .collect();
    for _ in 0..8 {
        lines.extend(moves.iter().map(String::as_str));
    }
    let (text, code) = play(&(lines.join("\n") + "\n"));
    assert_eq!(code, Some(0));
    for part in [
        "You are White, Black is random.",
        " would play ",
        "`z9` is not a move",
        "`b1b2` is not a legal move here",
        "There is nothing to undo.",
        "White> b2xa3\n",
        "Black plays ",
    ] {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
    let start = " 4 ● ● 4\n 3 ● ● 3\n 2 ○ ○ 2\n 1 ○ ○ 1\n";
    assert_eq!(text.matches(start).count(), 3, "at the start, after `undo` and after `board`:\n{text}");
    assert!(text.ends_with("Over: White wins\n") || text.ends_with("Over: Black wins\n"), "{text}");
}

#[test]
fn quitting_and_the_end_of_the_input_end_the_game() {
    for input in ["quit\n", "QUIT\nb2xa3\n", "", "b2xa3"] {
        let (text, code) = play(input);
        assert_eq!(code, Some(0), "{input:?}");
        assert_eq!(text.contains("Black plays"), input == "b2xa3", "{input:?}");
    }
}

#[test]
fn bytes_that_are_no_text_are_just_no_move() {
    let output = waxwing_with(&["play", GAME, "uct", "--iterations", "10"], b"\xff\xfe\x1b[2J\nquit\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("is not a move"));
    assert!(!output.stdout.contains(&0x1b));
}

#[test]
fn a_seat_can_be_chosen_by_name() {
    let output = waxwing_with(&["play", "othello", "uct @50", "--seat", "white"], b"");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("You are White, Black is uct @50") && text.contains("Black plays"), "{text}");
}

#[test]
fn whoever_names_no_agent_plays_the_usual_level_of_the_game() {
    let output = waxwing_with(&["play", "othello"], b"quit\n");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("You are Black, White is medium (icarus/N with solver @1000)."), "{text}");
    assert!(text.contains("name it behind the game: `easy`, `medium`, `hard`, `best`."), "{text}");
    // Three players, one of them in another seat; nothing is said of levels to whoever has named one.
    let output = waxwing_with(&["play", "focus(players=3)", "easy", "uct @5", "--seat", "1"], b"quit\n");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains(" is easy (uct @200)") && text.contains(" is uct @5."), "{text}");
    assert!(!text.contains("For another level"), "{text}");
}

#[test]
fn levels_play_matches() {
    let output =
        waxwing_with(&["match", "kalah(houses=2, stones=2)", "easy", "uct @20", "--games", "2", "--json"], b"");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("\"agent\": \"uct @200\"") || text.contains("\"agent\":\"uct @200\""), "{text}");
}

#[test]
fn a_person_sees_his_cards_before_he_is_asked_and_no_others() {
    let input = "quit\n";
    let arguments = ["play", "hearts", "random", "--seed", "3"];
    let output = waxwing_with(&arguments, input.as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    let asked = text.find("North> ").expect("North passes first");
    let hand = text[..asked].lines().find(|line| line.contains("North ") && line.contains('♠')).expect("his hand");
    assert_eq!(hand.matches(char::is_alphanumeric).count(), "North00".len() + 13, "{hand}");
    assert_eq!(text.matches("13 cards").count(), 3, "the other hands are hidden:\n{text}");
}

#[test]
fn a_hint_shows_how_often_each_move_was_tried_beside_what_it_is_worth() {
    let output = waxwing_with(&["play", "othello", "uct @200", "--seed", "1"], b"hint\nquit\n");
    let text = String::from_utf8(output.stdout).unwrap();
    let hint: Vec<&str> = text.lines().skip_while(|line| !line.contains("uct @200 would play")).collect();
    assert!(hint[0].ends_with("after 200 iterations"), "{text}");
    assert_eq!(hint[1].split_whitespace().collect::<Vec<_>>(), ["move", "visits", "share", "value", "proof"]);
    let visits = |line: &&str| line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap();
    assert_eq!(hint[2..6].iter().map(visits).sum::<u64>(), 200, "all four moves of the start: {text}");
    assert!(hint[2..6].iter().all(|line| line.contains(" ±0.")), "{text}");
}

/// After six playouts in four moves no move has been seen often enough to be worth anything.
#[test]
fn a_hint_and_a_search_say_where_visits_are_too_few_for_a_value() {
    let output = waxwing_with(&["play", "othello", "uct @6", "--seed", "1"], b"hint\nquit\n");
    let hint = String::from_utf8(output.stdout).unwrap();
    let search = common::printed(&["search", "othello", "uct", "--iterations", "6"]);
    for text in [hint, search] {
        assert_eq!(text.matches("too few visits").count(), 4, "{text}");
        assert!(!text.contains("1.000") && !text.contains("0.000"), "{text}");
    }
}

/// Plays a game with these lines, and returns what was said.
fn told(arguments: &[&str], input: &str) -> String {
    let output = waxwing_with(&[&["play"], arguments].concat(), input.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn rules_legend_and_history_are_told() {
    let text = told(&["othello", "random", "--seed", "1"], "rules\nlegend\nhistory\nd3\nhistory\nquit\n");
    assert!(text.contains("flip") || text.contains("turn"), "{text}");
    assert!(text.contains("No moves yet.") && text.contains("Black> history\n  d3 "), "{text}");
}

#[test]
fn why_names_the_parts_and_sets_moves_beside_each_other() {
    let arguments = ["othello", "uct > mast with solver @400", "--seed", "1"];
    let text = told(&arguments, "why\nwhy c4\nwhy a1\nquit\n");
    let table: Vec<&str> = text.lines().skip_while(|line| !line.contains(" plays ")).collect();
    let words = |line: &str| line.split_whitespace().next().unwrap_or_default().to_owned();
    assert_eq!(words(table[1]), "without", "{text}");
    assert_eq!([words(table[2]), words(table[3])], ["mast", "solver"].map(str::to_owned), "{text}");
    assert!(text.contains("95 %") && text.contains(" is worth "), "two moves beside each other: {text}");
    assert!(text.contains("`a1` is not a legal move here"), "{text}");
}

#[test]
fn the_tree_is_shown_down_to_where_the_search_has_looked() {
    let text = told(&["othello", "uct @500", "--seed", "1"], "tree\ntree d3\ntree d3 a1\nquit\n");
    let first = text.split("Black> ").nth(1).unwrap();
    assert!(first.contains("here, 500 visits") && first.matches('%').count() > 4, "{text}");
    assert!(text.contains("after d3, ") && text.contains("has not looked at these moves"), "{text}");
}

#[test]
fn a_saved_game_goes_on_with_the_same_dice() {
    let folder = std::env::temp_dir().join(format!("waxwing-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.toml").display().to_string();
    let dice = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.contains("chance:")).map(str::to_owned).collect()
    };
    let arguments = ["backgammon", "uct @60", "--seed", "5"];
    // Whatever is not legal only gets a message, so that the same lines play a whole turn of any roll.
    let entering = (1..=24).map(|to| format!("bar/{to}\n"));
    let running = (1..=24).rev().flat_map(|from| (1..from).map(move |to| format!("{from}/{to}\n")));
    let all: String = entering.chain(running).collect();
    let whole = told(&arguments, &format!("{all}{all}{all}quit\n"));
    let left = told(&arguments, &format!("{all}save {file}\nquit\n"));
    let gone_on = told(&["--resume", &file], &format!("{all}{all}quit\n"));
    assert!(left.contains("Saved;") && left.contains(" plays "), "{left}");
    let rolled = dice(&left).len();
    assert_eq!(dice(&left)[..], dice(&whole)[..rolled]);
    assert_eq!(dice(&gone_on)[..4], dice(&whole)[rolled..rolled + 4]);
    std::fs::write(&file, "game = 1").unwrap();
    let refused = waxwing_with(&["play", "--resume", &file], b"");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("is no saved game"));
    let unwritable = told(&["othello", "random"], &format!("save {}\nsave\nquit\n", folder.display()));
    assert!(unwritable.contains("Name a file") && !unwritable.contains("Saved;"), "{unwritable}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// An agent that keeps its tree thinks again about its moves; others need nothing but the number of the move.
#[test]
fn a_saved_game_goes_on_with_the_same_answers_and_hints() {
    let folder = std::env::temp_dir().join(format!("waxwing-resumed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.toml").display().to_string();
    // The hints tell what the adviser found, the moves what the opponent did.
    let (first, second) = ("d3\nhint\nundo\nd3\n", "hint\nc3\nb3\nc4\nhint\nb4\ne2\nf2\nhint\nquit\n");
    let said = |text: &str| -> Vec<String> {
        let told = |line: &&str| line.contains("White plays") || line.contains("would play") || line.contains('%');
        let timeless = |line: &str| line.split(" iterations in ").next().unwrap().to_owned();
        text.lines().filter(told).map(timeless).collect()
    };
    for agent in ["uct with reuse", "uct > mast"] {
        let arguments = ["othello", agent, "--seed", "5", "--iterations", "80"];
        let whole = said(&told(&arguments, &format!("{first}{second}")));
        let left = said(&told(&arguments, &format!("{first}save {file}\nquit\n")));
        let gone_on = said(&told(&["--resume", &file], second));
        assert_eq!(left[..], whole[..left.len()], "{agent}");
        assert_eq!(gone_on[..], whole[left.len()..], "{agent}");
        assert!(gone_on.len() > 10, "{gone_on:?}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_person_can_resign() {
    assert!(told(&["othello", "random"], "resign\nd3\n").ends_with("Black resigns.\n"));
}

#[test]
fn the_position_is_drawn_once_before_a_person_is_asked() {
    let text = told(&["confrontation", "uct @20", "--seed", "3"], "quit\n");
    assert!(text.contains("Legion plays "), "{text}");
    assert_eq!(text.matches("0 Haven").count(), 1, "{text}");
}
