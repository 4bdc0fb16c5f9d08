//! What can be typed: the verbs and their options, with examples from the workshop's games.

use std::any::TypeId;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Arg, Command, CommandFactory, FromArgMatches, Parser};
use waxwing_workshop::{GameEntry, Values, Workshop};

use crate::verbs::Verb;
use crate::words::Words;

/// A workshop for Monte Carlo tree search: agents composed from text, compared and explained on games.
///
/// An agent is an expression such as `uct > mast` (the verb `agents` lists its words, `explain` takes it apart), or a level:
/// `easy`, `medium`, `hard` or `best`. A game is a name, with options in parentheses if there are any (the verb `games` lists
/// them).
#[derive(Parser)]
#[command(name = "waxwing", version = waxwing_lab::VERSION, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

/// The verb of these arguments. Wrong ones, and `--help`, end the process.
pub fn parse<A: Into<OsString> + Clone>(workshop: &Workshop, arguments: impl IntoIterator<Item = A>) -> Verb {
    let matches = of(workshop).get_matches_from(arguments);
    Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit()).verb
}

/// All that can be typed, with the games of a workshop.
pub fn of(workshop: &Workshop) -> Command {
    let (examples, words) = (Examples::of(workshop), Words::of(workshop));
    with_values(Cli::command().after_help(examples.help()), &examples, &words)
}

/// The name of a program that is called by this path.
pub fn program(path: Option<&OsString>) -> String {
    let name = path.and_then(|path| Path::new(path).file_stem());
    name.map_or("waxwing".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// The command with what its options say about games and accept as values. What follows an option is its value, also with a
/// hyphen before it, so that the option says what is wrong with `--memory -64MB`. Paths are the exception: a forgotten one
/// must not give a file the name of the next option.
fn with_values(command: Command, examples: &Examples, words: &Words) -> Command {
    let verb = command.get_name().to_owned();
    let with_values = |arg: Arg| if is_plain_option(&arg) { arg.allow_hyphen_values(true) } else { arg };
    command
        .mut_args(|arg| examples.with_games(words.suggest(&verb, with_values(arg))))
        .mut_subcommands(|verb| self::with_values(verb, examples, words))
}

fn is_plain_option(arg: &Arg) -> bool {
    let is_path = arg.get_value_parser().type_id() == TypeId::of::<PathBuf>();
    !arg.is_positional() && arg.get_action().takes_values() && !is_path
}

/// A game with its options, for help texts: the shortest there is. A text among the options would need quotes.
pub fn game_with_options(workshop: &Workshop) -> Option<String> {
    let is_plain = |game: &&GameEntry| {
        let has_text = game.options.iter().any(|option| matches!(option.values, Values::Text(_)));
        !game.options.is_empty() && !has_text
    };
    workshop.games().filter(is_plain).map(GameEntry::signature).min_by_key(String::len)
}

/// Games to show in help texts.
struct Examples {
    /// Those that were added last come first: whoever adds a game to those of the papers wants to read of it.
    games: Vec<String>,
}

impl Examples {
    fn of(workshop: &Workshop) -> Examples {
        let plain = workshop.games().last().map(|game| game.name.to_string());
        Examples { games: plain.into_iter().chain(game_with_options(workshop)).collect() }
    }

    /// What the whole command says below its help.
    fn help(&self) -> String {
        let codes = "Exit codes: 0 ok, 1 failed, 2 wrong usage, 130 interrupted.";
        let [Some(plain), Some(other)] = [self.games.first(), self.games.last()] else { return codes.to_owned() };
        format!(
            "Examples:\n  \
             waxwing search {plain} 'uct > mast with solver'\n  \
             waxwing play '{other}' easy\n  \
             waxwing match {plain} 'rave > mast + nast' uct --games 200 --iterations 2000\n\n{codes}"
        )
    }

    /// The argument, with examples if it is a game.
    fn with_games(&self, arg: Arg) -> Arg {
        let is_game = arg.get_id() == "game" && arg.is_positional();
        match arg.get_help() {
            Some(help) if is_game && !self.games.is_empty() => {
                let quoted: Vec<String> = self.games.iter().map(|game| format!("`{game}`")).collect();
                let help = format!("{help}, such as {}", quoted.join(" or "));
                arg.help(help)
            }
            _ => arg,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All verbs and verbs of verbs that do something, with the words that call them.
    fn verbs(command: &Command, words: &str, found: &mut Vec<(String, Command)>) {
        for verb in command.get_subcommands() {
            let words = format!("{words}{} ", verb.get_name());
            match verb.has_subcommands() {
                true => verbs(verb, &words, found),
                false => found.push((words.trim_end().to_owned(), verb.clone())),
            }
        }
    }

    fn all_verbs() -> Vec<(String, Command)> {
        let mut found = Vec::new();
        verbs(&of(&waxwing_games::standard()), "", &mut found);
        assert!(found.len() > 20, "{}", found.len());
        found
    }

    #[test]
    fn every_verb_prints_json_but_conversations_scripts_and_manuals() {
        for (words, verb) in all_verbs() {
            let has_json = verb.get_arguments().any(|arg| arg.get_long() == Some("json"));
            assert_eq!(
                has_json,
                !["play", "gtp", "engine", "serve", "completions", "man"].contains(&words.as_str()),
                "{words}"
            );
        }
    }

    #[test]
    fn every_option_takes_what_follows_it() {
        for (words, verb) in all_verbs() {
            for option in verb.get_opts().filter(|option| option.get_action().takes_values()) {
                let is_path = ["FILE", "FOLDER", "STORE"].contains(&option.get_value_names().unwrap()[0].as_str());
                assert_eq!(option.is_allow_hyphen_values_set(), !is_path, "{words}: {option}");
            }
        }
    }

    #[test]
    fn help_speaks_of_the_games_that_there_are() {
        let ours = of(&waxwing_games::standard()).render_long_help().to_string();
        assert!(ours.contains("search othello 'uct"), "{ours}");
        let mut found = Vec::new();
        verbs(&of(&Workshop::new()), "", &mut found);
        // Where a verb is about one game of the papers, its help says so.
        found.retain(|(words, _)| words != "gtp" && !words.starts_with("tables "));
        for (words, mut verb) in found {
            let help = verb.render_long_help().to_string();
            for game in waxwing_games::standard().games() {
                assert!(!help.contains(&format!("`{}", game.name)), "{words} speaks of {}: {help}", game.name);
            }
        }
    }
}
