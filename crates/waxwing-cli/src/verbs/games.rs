//! `waxwing games`

use clap::Args;
use serde::Serialize;
use waxwing::Expression;
use waxwing::knowledge::Offers;
use waxwing_workshop::{Declared, GameEntry, Level, OpenGame, OptionEntry, Values};

use crate::command::game_with_options;
use crate::context::Context;
use crate::failure::Failure;
use crate::show;

#[derive(Args)]
pub struct Games {
    /// A game, with options or without: what it offers beyond its rules and its levels are listed too
    game: Option<String>,
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

/// A game with what it offers beyond its rules.
#[derive(Serialize)]
struct OfferingView<'a> {
    #[serde(flatten)]
    game: GameView<'a>,
    offers: OffersView<'a>,
    levels: Vec<LevelView>,
}

/// The agent that plays at a level.
#[derive(Serialize)]
struct LevelView {
    level: &'static str,
    agent: String,
    /// What it was worth against the level below, where that was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    strength: Option<StrengthView>,
}

#[derive(Serialize)]
struct StrengthView {
    games: u64,
    score: f64,
    score_ci95: [f64; 2],
    elo: Option<f64>,
}

#[derive(Serialize)]
struct OffersView<'a> {
    episodes: bool,
    predicates: &'a [String],
    evaluations: &'a [String],
    weightings: &'a [String],
    categories: usize,
    priors: bool,
    features: usize,
    move_values: bool,
    beliefs: bool,
    attributes: Vec<AttributeView<'a>>,
}

#[derive(Serialize)]
struct AttributeView<'a> {
    name: &'a str,
    size: usize,
}

#[derive(Serialize)]
struct OptionView<'a> {
    name: &'a str,
    default: &'a str,
    values: String,
}

impl Games {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        if let Some(text) = &self.game {
            let game = context.open(text)?;
            let (offers, levels) = (game.start().offers(), levels(&game)?);
            return if self.json {
                let levels = levels.into_iter().map(|(view, _)| view).collect();
                let (game, offers) = (GameView::of(game.entry()), OffersView::of(&offers));
                show::print_json(&OfferingView { game, offers, levels })
            } else {
                show::print(&(described(game.entry()) + &offered(&offers) + &listed(&levels)))
            };
        }
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

impl OffersView<'_> {
    fn of(offers: &Offers) -> OffersView<'_> {
        let attributes = offers.attributes.iter().map(|(name, size)| AttributeView { name, size: *size });
        OffersView {
            episodes: offers.episodes,
            predicates: &offers.predicates,
            evaluations: &offers.evaluations,
            weightings: &offers.weightings,
            categories: offers.categories,
            priors: offers.priors,
            features: offers.features,
            move_values: offers.move_values,
            beliefs: offers.beliefs,
            attributes: attributes.collect(),
        }
    }
}

impl OptionView<'_> {
    fn of(option: &OptionEntry) -> OptionView<'_> {
        OptionView { name: &option.name, default: &option.default, values: option.values.to_string() }
    }
}

/// The levels of a game, with what is declared of their strength in words.
fn levels(game: &OpenGame) -> Result<Vec<(LevelView, Option<String>)>, Failure> {
    let declared = game.declared();
    let view = |(level, agent): (Level, Expression)| {
        let found = declared.iter().find(|declared| declared.level == level);
        let strength = found.map(|found| StrengthView {
            games: found.games,
            score: found.score,
            score_ci95: [found.interval.low, found.interval.high],
            elo: found.elo(),
        });
        (LevelView { level: level.name(), agent: agent.to_string(), strength }, found.map(Declared::words))
    };
    Ok(game.levels()?.into_iter().map(view).collect())
}

fn listed(levels: &[(LevelView, Option<String>)]) -> String {
    let line = |(view, words): &(LevelView, Option<String>)| {
        let strength = words.iter().map(|words| format!("            {}\n", show::dim(words)));
        format!("    {:<8}{}\n{}", view.level, view.agent, strength.collect::<String>())
    };
    let lines: String = levels.iter().map(line).collect();
    format!("  Agents by level, for the verb `play` and others:\n{lines}")
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

/// What a game offers beyond its rules, a line for each part that it has.
fn offered(offers: &Offers) -> String {
    let count = |number: usize| if number == 0 { String::new() } else { number.to_string() };
    let yes = |has: bool| if has { "yes".to_owned() } else { String::new() };
    let attributes: Vec<String> = offers.attributes.iter().map(|(name, size)| format!("{name} ({size})")).collect();
    let rows = [
        ("evaluations", offers.evaluations.join(", ")),
        ("weightings of moves", offers.weightings.join(", ")),
        ("categories of moves", count(offers.categories)),
        ("values of moves", yes(offers.move_values)),
        ("beliefs", yes(offers.beliefs)),
        ("attributes of moves", attributes.join(", ")),
        ("prior win rates", yes(offers.priors)),
        ("episodes", yes(offers.episodes)),
        ("predicates", offers.predicates.join(", ")),
        ("features", count(offers.features)),
    ];
    let given: Vec<_> = rows.into_iter().filter(|(_, what)| !what.is_empty()).collect();
    if given.is_empty() {
        return show::paragraph("It offers nothing beyond its rules.", 2);
    }
    let lines = given.into_iter().map(|(part, what)| format!("    {part}: {what}\n"));
    format!("  Beyond its rules:\n{}", lines.collect::<String>())
}
