//! `waxwing games`

use clap::Args;
use serde::Serialize;
use waxwing_workshop::{GameEntry, OptionEntry, Values};

use crate::command::game_with_options;
use crate::context::Context;
use crate::failure::Failure;
use crate::show;

#[derive(Args)]
pub struct Games {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct GameView<'a> {
    name: &'a str,
    aliases: Vec<&'a str>,
    description: &'a str,
    options: Vec<OptionView<'a>>,
}

#[derive(Serialize)]
struct OptionView<'a> {
    name: &'a str,
    default: &'a str,
    values: String,
}

impl Games {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let games: Vec<&GameEntry> = context.workshop.games().collect();
        if self.json {
            return show::print_json(&games.into_iter().map(GameView::of).collect::<Vec<_>>());
        }
        let hint = game_with_options(&context.workshop)
            .map_or(String::new(), |game| format!("\nOptions go in parentheses, as in `waxwing state '{game}'`.\n"));
        let listed: String = games.into_iter().map(described).collect();
        show::print(&(listed + &hint))
    }
}

impl GameView<'_> {
    fn of(entry: &GameEntry) -> GameView<'_> {
        GameView {
            name: &entry.name,
            aliases: entry.aliases.iter().map(|alias| &**alias).collect(),
            description: &entry.description,
            options: entry.options.iter().map(OptionView::of).collect(),
        }
    }
}

impl OptionView<'_> {
    fn of(option: &OptionEntry) -> OptionView<'_> {
        OptionView { name: &option.name, default: &option.default, values: option.values.to_string() }
    }
}

fn described(entry: &GameEntry) -> String {
    let also = match &entry.aliases[..] {
        [] => String::new(),
        aliases => show::dim(format!(" (also {})", aliases.join(", "))),
    };
    let mut text = format!("{}{also}\n{}", show::heading(&entry.name), show::paragraph(&entry.description, 2));
    for option in entry.options.iter() {
        let values = match &option.values {
            Values::Range(low, high) => format!("{low} to {high}"),
            Values::Words(words) => words.join(", "),
            Values::Text(texts) => format!("{}; in double quotes", texts.form),
            other => other.to_string(),
        };
        text += &format!("    {}={}  {}\n", option.name, option.default, show::dim(format!("({values})")));
    }
    text
}
