//! What the command says of a search is the same for two deals that the player to move cannot tell apart.

mod common;

use common::{json, printed};
use serde_json::Value;

/// A game, an agent, a seed, the player to move, and two lists of moves after which that player has seen the same.
const PAIRS: [(&str, &str, &str, &str, [&str; 2]); 3] = [
    (
        "dou-di-zhu",
        "rave > mast @2000",
        "346",
        "1",
        [
            "deal:3444566678899TJQQK22/3477TTTJJQQKKAA2W/33555678899JKAA2w 88",
            "deal:333445778888999JQAA2/3477TTTJJQQKKAA2W/455566669TJQKK22w 88",
        ],
    ),
    (
        "hearts",
        "uct > nast @1500",
        "7",
        "0",
        [
            "deal:AQ7.KT3.Q8.JT865/K42.AJ.KT73.Q932/J965.Q842.A52.K7/T83.9765.J964.A4",
            "deal:AQ7.KT3.Q8.JT865/T83.9765.J964.A4/K42.AJ.KT73.Q932/J965.Q842.A52.K7",
        ],
    ),
    (
        "confrontation",
        "uct > mast @1500",
        "3",
        "1",
        [
            "deal:0:bearer+guardian+scout+squire,1:sage,2:ranger,3:archer,4:axeman,5:martyr,10:fire-fiend,11:wolf,\
             12:outrider,13:dread-captain,14:ogre,15:raiders+lurker+warlock+winged-hunter",
            "deal:0:martyr+sage+scout+squire,1:archer,2:guardian,3:bearer,4:axeman,5:ranger,10:fire-fiend,11:wolf,\
             12:outrider,13:dread-captain,14:ogre,15:raiders+lurker+warlock+winged-hunter",
        ],
    ),
];

/// The report without its time, and the text without its last line, which tells how fast the machine was.
fn search(game: &str, agent: &str, seed: &str, moves: &str) -> (Value, String) {
    let arguments = ["search", game, agent, "--seed", seed, "--moves", moves];
    let mut report = json(&arguments);
    report.as_object_mut().unwrap().remove("elapsed_s");
    let text = printed(&arguments);
    let lines: Vec<&str> = text.lines().filter(|line| !line.contains("iterations in")).collect();
    (report, lines.join("\n"))
}

#[test]
fn a_search_says_the_same_of_two_deals_that_look_the_same() {
    for (game, agent, seed, player, deals) in PAIRS {
        let views = deals.map(|moves| printed(&["state", game, "--view", player, "--moves", moves]));
        assert_eq!(views[0], views[1], "{game}");
        let [one, other] = deals.map(|moves| search(game, agent, seed, moves));
        assert_eq!(one, other, "{game}");
        assert!(one.0["line"].as_array().unwrap().len() > 1, "{game}: {}", one.1);
    }
}
