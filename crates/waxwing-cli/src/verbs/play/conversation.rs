//! The conversation between a person and the game: drawings, moves, answers.

use std::ops::ControlFlow;
use std::path::Path;

use console::{measure_text_width, truncate_str};
use waxwing::{Limits, Player, Turn};
use waxwing_workshop::{GaveUp, MoveError, Position, Table, Thought, Watch};

use super::commands::{self, Said};
use super::counsel::Counsel;
use super::listener::Listener;
use super::pause::{Pause, Waiting};
use super::saved::SavedGame;
use crate::failure::{Failure, printable};
use crate::show::{self, dim, heading};
use crate::thoughts;
use crate::verbs::state::result;

/// A game with a person who types.
pub struct Conversation {
    pub table: Table,
    pub person: Player,
    /// How much agents think that do not say it themselves.
    pub limits: Limits,
    pub counsel: Counsel,
    pub listener: Listener,
    /// The agents as they were named, in the order of their seats.
    pub agents: Vec<String>,
    pub seed: u64,
}

/// Whether the position has to be drawn before the person is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Drawing {
    Shown,
    Stale,
}

impl Conversation {
    fn position(&self) -> &Position {
        self.table.position()
    }

    fn name(&self, player: Player) -> String {
        self.position().player_name(player)
    }

    /// Says who plays; the names are those of the agents, in the order of their seats.
    pub fn greet(&self, agents: &[String]) -> Result<(), Failure> {
        let name = |seat: usize| heading(self.name(Player(seat as u8)));
        let you = format!("You are {}", name(self.person.index()));
        let others = (0..self.position().players()).filter(|&seat| seat != self.person.index());
        let others = others.zip(agents.iter().cycle()).map(|(seat, agent)| format!("{} is {agent}", name(seat)));
        let names = [you].into_iter().chain(others).collect::<Vec<_>>().join(", ");
        let names = show::paragraph(&format!("{names}. {}", dim("`help` lists what you can say.")), 0);
        // A game that begins with a deal is drawn when there is something to see.
        let is_undealt = self.position().turn() == Turn::Chance;
        show::print(&if is_undealt { names } else { format!("{names}\n{}", self.drawing()) })
    }

    /// Plays until the game is over or the person leaves it.
    pub fn play(&mut self) -> Result<(), Failure> {
        let mut drawing = Drawing::Shown;
        loop {
            match self.position().turn() {
                Turn::Over => return show::print(&format!("{}\n", result(self.position()))),
                Turn::Chance => {
                    self.table.roll();
                    if let Some(text) = self.seen() {
                        show::print(&format!("chance: {text}\n"))?;
                    }
                    drawing = Drawing::Stale;
                }
                Turn::Player(player) if self.table.is_person(player) => {
                    if drawing == Drawing::Stale {
                        show::print(&format!("\n{}", self.drawing()))?;
                    }
                    drawing = Drawing::Shown;
                    if self.listen()?.is_break() {
                        return Ok(());
                    }
                }
                Turn::Player(player) => {
                    if self.answer(player)?.is_break() {
                        return Ok(());
                    }
                    drawing = Drawing::Shown;
                }
            }
        }
    }

    /// Lets an agent move; the game breaks off if it gives up.
    fn answer(&mut self, player: Player) -> Result<ControlFlow<()>, Failure> {
        let name = self.name(player);
        let thought = self.think(&name)?;
        match thought.gave_up {
            Some(GaveUp::Resigned) => {
                return show::print(&format!("{name} resigns.\n")).map(ControlFlow::Break);
            }
            Some(GaveUp::Failed(reason)) => return Err(Failure::Failed(format!("{name} has failed: {reason}"))),
            None => {}
        }
        self.table.play(&thought.best).map_err(Failure::failed)?;
        let text = self.seen().unwrap_or_else(|| "something you cannot see".into());
        // That there was nothing to search for would tell what the other player holds.
        let details = if thought.iterations > 0 && !self.position().is_hidden() {
            let (iterations, time) = (show::plural(thought.iterations, "iteration"), thought.elapsed_s);
            dim(format!("  ({iterations} in {})", show::seconds(time)))
        } else {
            String::new()
        };
        show::print(&format!("{name} plays {}{details}\n\n{}", heading(text), self.drawing()))?;
        Ok(ControlFlow::Continue(()))
    }

    /// What the agent to move has found when it is done, or when the person wants it to move.
    fn think(&mut self, name: &str) -> Result<Thought, Failure> {
        let pause = Pause::new();
        let mut waiting = Waiting::new(&pause, format!("{name} thinks"));
        // What an agent considers tells what it holds.
        let is_hidden = self.position().is_hidden();
        let mut progress =
            |thought: &Thought| waiting.show(&if is_hidden { String::new() } else { thoughts::brief(thought) });
        let watch = Watch { stop: Some(pause.flag()), progress: Some(&mut progress) };
        let thought = self.table.ask(&self.limits, watch).expect("a seat that is not a person's has an agent")?;
        match thought.gave_up {
            // A program that is interrupted has nothing to play.
            Some(GaveUp::Failed(_)) if pause.is_over() => Err(Failure::Interrupted),
            _ => Ok(thought),
        }
    }

    /// What the person has seen of the last move.
    fn seen(&self) -> Option<String> {
        let last = self.position().len().checked_sub(1)?;
        self.position().seen(last, self.person)
    }

    fn drawing(&self) -> String {
        let drawing = self.position().draw(Some(self.person));
        format!("{}\n\n", fitting(drawing.trim_end(), show::width()))
    }

    /// Reads a line and does what it says; breaks if the person leaves.
    fn listen(&mut self) -> Result<ControlFlow<()>, Failure> {
        let (name, moves) = (self.name(self.person), self.position().possible());
        let Some(line) = self.listener.listen(&name, moves)? else { return Ok(ControlFlow::Break(())) };
        let answer = match Said::read(&line) {
            Said::Quit => return Ok(ControlFlow::Break(())),
            Said::Resign => return show::print(&format!("{name} resigns.\n")).map(ControlFlow::Break),
            Said::Move(text) => match self.table.play(text) {
                Ok(()) => format!("\n{}", self.drawing()),
                Err(error) => refusal(error),
            },
            Said::Undo => self.undo(),
            Said::Save(file) => self.save(file),
            Said::Hint => self.counsel.hint(&self.table, &Pause::new())?,
            Said::Why(None) => self.counsel.why(&self.table, &Pause::new())?,
            Said::Why(Some(other)) => self.beside(other)?,
            Said::Tree(path) => self.counsel.tree(&self.table, &path, &Pause::new())?,
            said => self.tell(&said),
        };
        show::print(&answer)?;
        Ok(ControlFlow::Continue(()))
    }

    /// What needs neither a search nor a change.
    fn tell(&self, said: &Said<'_>) -> String {
        let entry = self.table.game().entry();
        let lines = |text: &str| text.lines().map(|line| show::paragraph(line, 2)).collect::<String>();
        match said {
            Said::Moves => show::paragraph(&self.position().possible().join(" "), 2),
            Said::Board => self.drawing(),
            Said::Rules if entry.rules.is_empty() => "  This game does not tell its rules.\n".to_owned(),
            Said::Rules => lines(&sentences(&entry.rules)),
            Said::Legend if entry.legend.is_empty() => "  This game has no legend.\n".to_owned(),
            Said::Legend => lines(&entry.legend),
            Said::History => self.history(),
            Said::Help => commands::help(),
            _ => String::new(),
        }
    }

    /// The moves so far as the person has seen them.
    fn history(&self) -> String {
        let position = self.position();
        let seen = |ply| position.seen(ply, self.person).unwrap_or_else(|| "?".into());
        let moves: Vec<String> = (0..position.len()).map(seen).collect();
        if moves.is_empty() { "  No moves yet.\n".to_owned() } else { show::paragraph(&moves.join(" "), 2) }
    }

    fn undo(&mut self) -> String {
        if !self.table.undo(self.person) {
            return "  There is nothing to undo.\n".to_owned();
        }
        self.counsel.forget();
        self.drawing()
    }

    fn beside(&mut self, other: &str) -> Result<String, Failure> {
        match self.position().read_move(other) {
            Ok(other) => self.counsel.beside(&self.table, &other, &Pause::new()),
            Err(error) => Ok(refusal(error)),
        }
    }

    /// Writes the game to a file. That it cannot be written does not end the game.
    fn save(&self, file: &str) -> String {
        if file.is_empty() {
            return "  Name a file: `save game.toml`.\n".to_owned();
        }
        let saved = SavedGame::new(&self.table, self.person.0, self.agents.clone(), self.seed, self.limits.budget);
        match saved.write(Path::new(file)) {
            Ok(()) => {
                let secret = if self.position().is_hidden() { " It says what is hidden, too." } else { "" };
                format!("  Saved; `play --resume {}` goes on.{secret}\n", printable(file))
            }
            Err(failure) => format!("  {}\n", printable(&failure.message())),
        }
    }
}

/// Why a move cannot be made. What is legal can be a long list, which is there for the asking.
fn refusal(error: MoveError) -> String {
    let problem = match error {
        MoveError::Illegal { text, what, .. } => format!("`{text}` is not {what} here"),
        other => other.to_string(),
    };
    format!("  {}\n  {}\n", printable(&problem), dim("`moves` lists what is legal, `help` the rest."))
}

/// A text whose lines end with sentences: it was broken between them.
fn sentences(text: &str) -> String {
    let mut joined = String::new();
    for line in text.lines() {
        joined += line;
        joined.push(if line.ends_with(['.', '!', '?']) { '\n' } else { ' ' });
    }
    joined
}

/// A drawing whose lines end where the terminal does, with a word about it if it is too wide. Lines of words are broken.
fn fitting(drawing: &str, width: Option<usize>) -> String {
    let widest = |lines: &mut dyn Iterator<Item = &str>| lines.map(measure_text_width).max().unwrap_or(0);
    let Some(width) = width.filter(|&width| width < widest(&mut drawing.lines())) else { return drawing.to_owned() };
    let lines: Vec<String> = drawing.lines().flat_map(|line| broken(line, width)).collect();
    let needed = widest(&mut lines.iter().map(String::as_str));
    if needed <= width {
        return lines.join("\n");
    }
    let cut: String = lines.iter().map(|line| format!("{}\n", truncate_str(line, width, "…"))).collect();
    let note =
        format!("(cut: the drawing has {needed} columns, the terminal {width}; `waxwing serve` draws it in a browser)");
    cut + &show::wrap(&note, width).join("\n")
}

/// A line in lines of a width, if it is one of words; one that is drawn in columns, such as a row of a board, stays as it is.
fn broken(line: &str, width: usize) -> Vec<String> {
    const FEWEST: usize = 3;
    let words = line.trim_start();
    let is_word = |text: &&str| text.chars().filter(|letter| letter.is_alphabetic()).count() >= 3;
    let is_drawn = words.contains("  ") || words.split_whitespace().filter(is_word).count() < FEWEST;
    if measure_text_width(line) <= width || is_drawn {
        return vec![line.to_owned()];
    }
    let indent = &line[..line.len() - words.len()];
    let room = width.saturating_sub(indent.len()).max(1);
    show::wrap(words, room).into_iter().map(|line| format!("{indent}{line}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_were_broken_within_a_sentence_are_joined() {
        assert_eq!(sentences("One\nand two. Three\nfour.\nFive.\n"), "One and two. Three four.\nFive.\n");
    }

    #[test]
    fn a_drawing_fits_or_says_that_it_does_not() {
        assert_eq!(fitting("abcdef\nab", None), "abcdef\nab");
        assert_eq!(fitting("abcdef\nab", Some(6)), "abcdef\nab");
        let cut = fitting("abcdef\nab", Some(5));
        assert!(cut.starts_with("abcd…\nab\n(cut:"), "{cut}");
        assert_eq!(fitting("a  b  c\n hand: one two", Some(8)), "a  b  c\n hand:\n one two");
        let row = fitting("19 · · · · 19", Some(8));
        assert!(row.starts_with("19 · · …\n(cut:"), "a row of a board is not broken: {row}");
        assert!(cut.contains("has") && cut.contains('6') && cut.lines().all(|line| line.chars().count() <= 9), "{cut}");
    }
}
