//! `waxwing explain`

use clap::Args;
use waxwing_lab::check_agent_alone;
use waxwing_workshop::{Argument, Explanation, Part, explain};

use crate::context::Context;
use crate::failure::Failure;
use crate::show::{self, dim, heading, paragraph};

#[derive(Args)]
pub struct Explain {
    /// The expression, such as `rave > mast + nast with solver @5000`
    expr: String,
    /// Also say whether this game has what the expression needs
    #[arg(long)]
    game: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Explain {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let expression = context.expression(&self.expr)?;
        let game = self.game.as_deref().map(|text| context.open(text)).transpose()?;
        check_agent_alone(&expression)?;
        let explanation = explain(&expression)?;
        if let Some(game) = &game {
            // Whether it can be built says whether the game can serve it.
            game.build(&expression)?;
        }
        if self.json {
            return show::print_json(&explanation);
        }
        let mut text = described(&explanation);
        if let Some(game) = game {
            text += &format!("\n{}\n  {game} has all that it needs\n", heading("game"));
        }
        show::print(&text)
    }
}

fn described(explanation: &Explanation) -> String {
    let mut text = format!("{}\n", heading(&explanation.expression));
    if let (Some(stands_for), Some(about)) = (&explanation.stands_for, &explanation.preset) {
        text += &format!("  stands for {stands_for}\n{}", paragraph(about, 2));
    }
    for section in &explanation.sections {
        text += &format!("\n{}\n", heading(&section.title));
        text += &section.parts.iter().map(|one| part(one, 2)).collect::<String>();
    }
    text + &format!("\n{}\n{}", heading("budget"), paragraph(&explanation.budget, 2))
}

fn part(part: &Part, indent: usize) -> String {
    let weight = part.weight.as_ref().map(|weight| format!("{}  ", dim(weight))).unwrap_or_default();
    let kind = if part.kind == "schedule" { dim("  the weight λ") } else { String::new() };
    let mut text = format!("{}{weight}{}{kind}\n", " ".repeat(indent), heading(&part.text));
    text += &paragraph(&part.about, indent + 2);
    if let Some(paper) = &part.paper {
        text += &format!("{}{}\n", " ".repeat(indent + 2), dim(paper));
    }
    text += &arguments(&part.arguments, indent + 4);
    text + &part.parts.iter().map(|one| self::part(one, indent + 4)).collect::<String>()
}

fn arguments(arguments: &[Argument], indent: usize) -> String {
    let assignment = |argument: &Argument| format!("{}={}", argument.name, argument.value);
    let width = arguments.iter().map(|argument| assignment(argument).chars().count()).max().unwrap_or(0);
    let line = |argument: &Argument| {
        let wide = argument.for_wide_rewards.map(|value| format!("; {value} for rewards in [-1, 1]"));
        let about = show::wrap(&format!("{}{}", argument.about, wide.unwrap_or_default()), 98 - indent - width);
        let about = about.join(&format!("\n{}", " ".repeat(indent + width + 2)));
        let note = if argument.default { "" } else { "  (not the default)" };
        format!("{}{:width$}  {about}{}\n", " ".repeat(indent), assignment(argument), dim(note))
    };
    arguments.iter().map(line).collect()
}
