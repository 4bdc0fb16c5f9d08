//! Openings in the notation of games, and the sets that come with them.

use waxwing_workshop::{Openings, Setting};

use crate::open;

fn message(text: &str) -> String {
    Openings::read("file", text, &open("breakthrough(rows=4, columns=2)").start()).unwrap_err().to_string()
}

#[test]
fn comments_and_blank_lines_are_no_openings() {
    let game = open("breakthrough(rows=5, columns=4)");
    let openings = Openings::read("file", "# b2b3\n\n a2a3 # first\n\t\nb2b3  c4c3\r\n#\n", &game.start()).unwrap();
    assert_eq!((openings.len(), openings.name()), (2, "file"));
    let setting = Setting { openings: Some(&openings), ..Setting::new(&game) };
    let moves = [0, 1, 2, 3].map(|group| setting.start(group).moves().join(" "));
    assert_eq!(moves, ["a2a3", "b2b3 c4c3", "a2a3", "b2b3 c4c3"], "taken in order, and again from the first");
}

#[test]
fn what_is_no_opening_is_named_with_its_line() {
    assert!(message("a2xb3\n a2xb3 a4a2").starts_with("file:2: move 2: `a4a2` is not a"));
    assert!(message("\n\nz9").starts_with("file:3: move 1: "));
    let whole = "a2xb3 a4xb3 b2xa3 b4xa3 b1b2 a3xb2 a1xb2 b3a2 b2a3 a2b1";
    assert_eq!(message(whole), "file:1: the opening ends the game");
    assert!(message(&format!("{whole} a1a2")).contains("comes after the end of the game"));
    assert_eq!(message(" # nothing\n"), "file: there are no openings in it");
}

#[test]
fn a_deal_must_be_written_out() {
    let start = open("dou-di-zhu").start();
    let read = |text: &str| Openings::read("file", text, &start).map(|openings| openings.len());
    let deal = "deal:33334444555566667777/88889999TTTTJJJJQ/QQQKKKKAAAA2222wW";
    assert_eq!(read(deal), Ok(1));
    assert_eq!(read(&format!("{deal} 3")), Ok(1));
    for text in ["3", "pass", "33"] {
        assert!(read(text).unwrap_err().to_string().starts_with("file:1: a deal is left out"), "{text}");
    }
}

#[test]
fn every_set_that_comes_with_a_game_can_be_read() {
    let workshop = waxwing_games::standard();
    let mut names = Vec::new();
    for entry in workshop.games() {
        for set in entry.openings.iter() {
            let start = workshop.open(&entry.name).unwrap().start();
            let lines = Openings::read(&set.name, &set.text, &start).map(|openings| openings.len());
            let promised = set.name.rsplit('-').next().and_then(|number| number.parse().ok());
            assert_eq!(lines.ok(), promised, "the name of {} ends with its number of openings", set.name);
            names.push(format!("{}: {}", entry.name, set.name));
        }
    }
    assert_eq!(names, ["breakthrough: breakthrough-20", "lines-of-action: loa-100"]);
}
