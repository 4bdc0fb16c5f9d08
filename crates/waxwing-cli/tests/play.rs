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
        "uct would play ",
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
    assert!(text.contains("You are Black, White is medium (icarus/N with solver @200ms)."), "{text}");
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
