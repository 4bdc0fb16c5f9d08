//! What a person can say besides moves.

use crate::show;

/// A word that can be said.
pub struct Word {
    pub name: &'static str,
    /// What can follow it.
    pub rest: &'static str,
    pub about: &'static str,
}

const fn word(name: &'static str, rest: &'static str, about: &'static str) -> Word {
    Word { name, rest, about }
}

/// All words, in the order of the help.
pub const WORDS: [Word; 14] = [
    word("moves", "", "what is legal"),
    word("hint", "", "what the adviser would play, with the visits and values of the best moves"),
    word("why", "[MOVE]", "which part of the adviser made the choice; or its choice beside another move"),
    word("tree", "[MOVES]", "what the adviser expects after these moves, branch by branch"),
    word("undo", "", "take back your last move"),
    word("board", "", "draw it again"),
    word("rules", "", "the rules in a few lines"),
    word("legend", "", "what the signs of the drawing mean"),
    word("history", "", "the moves so far, as you have seen them"),
    word("save", "FILE", "write the game to a file; `play --resume FILE` goes on"),
    word("resign", "", "give the game up"),
    word("help", "", "this"),
    word("quit", "", "leave the game"),
    word("exit", "", "the same"),
];

/// What a line says.
#[derive(Debug, PartialEq, Eq)]
pub enum Said<'a> {
    Nothing,
    Moves,
    Hint,
    Why(Option<&'a str>),
    Tree(Vec<&'a str>),
    Undo,
    Board,
    Rules,
    Legend,
    History,
    Save(&'a str),
    Resign,
    Help,
    Quit,
    /// No word: a move, or a mistake.
    Move(&'a str),
}

impl Said<'_> {
    /// What a line says. A word in front decides, in any case.
    pub fn read(line: &str) -> Said<'_> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (first.to_lowercase().as_str(), rest) {
            ("", _) => Said::Nothing,
            ("moves", "") => Said::Moves,
            ("hint", "") => Said::Hint,
            ("why", "") => Said::Why(None),
            ("why", other) => Said::Why(Some(other)),
            ("tree", moves) => Said::Tree(moves.split_whitespace().collect()),
            ("undo", "") => Said::Undo,
            ("board", "") => Said::Board,
            ("rules", "") => Said::Rules,
            ("legend", "") => Said::Legend,
            ("history", "") => Said::History,
            ("save", file) => Said::Save(file),
            ("resign", "") => Said::Resign,
            ("help" | "?", "") => Said::Help,
            ("quit" | "exit", "") => Said::Quit,
            _ => Said::Move(line),
        }
    }
}

/// All that can be said.
pub fn help() -> String {
    const INDENT: usize = 16;
    let explained = WORDS.iter().filter(|word| word.name != "exit").map(|Word { name, rest, about }| {
        let said = format!("  {name} {rest}");
        format!("{said:INDENT$}{}", show::paragraph(about, INDENT).trim_start())
    });
    let explained: String = explained.collect();
    format!("  A move in the game's notation, or\n{explained}  While an agent thinks, Ctrl-C makes it move now.\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_word_with_what_follows_or_a_move() {
        assert_eq!(Said::read("WHY d3"), Said::Why(Some("d3")));
        assert_eq!(Said::read("tree d3  c5"), Said::Tree(vec!["d3", "c5"]));
        assert_eq!(Said::read("save my game.toml"), Said::Save("my game.toml"));
        assert_eq!(Said::read("hint d3"), Said::Move("hint d3"), "nothing follows `hint`");
        assert_eq!((Said::read(""), Said::read("d3")), (Said::Nothing, Said::Move("d3")));
    }

    #[test]
    fn every_word_of_the_help_is_understood() {
        for word in WORDS {
            assert!(!matches!(Said::read(word.name), Said::Move(_)), "{}", word.name);
        }
    }
}
