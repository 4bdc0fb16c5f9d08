//! `waxwing games`

use clap::Args;
use serde::Serialize;
use waxwing_games::{GameEntry, Values, games};

use crate::failure::Failure;
use crate::show;

#[derive(Args)]
pub struct Games {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Game {
    name: &'static str,
    aliases: &'static [&'static str],
    description: &'static str,
    options: Vec<GameOption>,
}

#[derive(Serialize)]
struct GameOption {
    name: &'static str,
    default: &'static str,
    values: String,
}

impl Games {
    pub fn run(self) -> Result<(), Failure> {
        if self.json {
            return show::print_json(&games().iter().map(Game::of).collect::<Vec<_>>());
        }
        let hint = "Options go in parentheses, as in `waxwing state 'breakthrough(rows=6, columns=4)'`.";
        show::print(&format!("{}\n{hint}\n", games().iter().map(described).collect::<String>()))
    }
}

impl Game {
    fn of(entry: &GameEntry) -> Game {
        let option = |option: &waxwing_games::OptionEntry| GameOption {
            name: option.name,
            default: option.default,
            values: option.values.to_string(),
        };
        Game {
            name: entry.name,
            aliases: entry.aliases,
            description: entry.description,
            options: entry.options.iter().map(option).collect(),
        }
    }
}

fn described(entry: &GameEntry) -> String {
    let also = match entry.aliases {
        [] => String::new(),
        aliases => show::dim(format!(" (also {})", aliases.join(", "))),
    };
    let mut text = format!("{}{also}\n{}", show::heading(entry.name), show::paragraph(entry.description, 2));
    for option in entry.options {
        let values = match option.values {
            Values::Range(low, high) => format!("{low} to {high}"),
            Values::Words(words) => words.join(", "),
            Values::Text(texts) => format!("{}; in double quotes", texts.form),
        };
        text += &format!("    {}={}  {}\n", option.name, option.default, show::dim(format!("({values})")));
    }
    text
}
