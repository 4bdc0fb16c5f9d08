//! `waxwing learn categories`

use std::path::PathBuf;

use clap::Args;
use waxwing::{Expression, Notation};
use waxwing_games::Visitor;
use waxwing_lab::{Counts, GameText, SelfPlay, Setting, learn_categories};

use super::header;
use crate::failure::Failure;
use crate::interrupt;
use crate::openings::OpeningsOption;
use crate::options::{Jobs, Seed, Thinking, count};
use crate::output::Output;
use crate::show;

#[derive(Args)]
pub struct LearnCategories {
    /// The game, such as `lines-of-action`; it has categories of moves
    game: String,
    /// The agent that plays with itself
    #[arg(long, value_name = "EXPR")]
    agent: String,
    /// How many games
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true, default_value = "1000")]
    games: u64,
    #[command(flatten)]
    openings: OpeningsOption,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    thinking: Thinking,
    #[command(flatten)]
    seed: Seed,
    /// The file to write [default: the standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl LearnCategories {
    pub fn run(self) -> Result<(), Failure> {
        let game = GameText::parse(&self.game)?;
        let games = SelfPlay {
            agent: Expression::parse(&self.agent)?,
            games: self.games,
            seed: self.seed.seed,
            jobs: self.jobs.number(),
            // The cores are busy with games: an agent gets more than one thread only where that is asked for.
            limits: self.thinking.limits(Some(1)),
        };
        game.open(Counting { game: &game, games, options: self })
    }
}

struct Counting<'a> {
    game: &'a GameText,
    games: SelfPlay,
    options: LearnCategories,
}

impl Visitor for Counting<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Notation>(self, start: G) -> Result<(), Failure> {
        let name = self.game.to_string();
        let openings = self.options.openings.read(self.game, &start)?;
        let output = Output::open(self.options.output.clone())?;
        let stop = interrupt::watch();
        let bar = show::progress_bar(self.games.games, "games");
        let setting = Setting { name: &name, start: &start, openings: openings.as_ref() };
        let learned = learn_categories(&setting, &self.games, stop, &mut |games| bar.set_position(games));
        bar.finish_and_clear();
        if let Some((counts, reproducible)) = learned.map_err(Failure::usage)? {
            let categories = show::thousands(counts.rows().count() as u64);
            let summary = format!("{categories} categories from {}", show::plural(self.games.games, "game"));
            output.finish(&self.text(&name, &counts, reproducible), &summary)?;
        }
        interrupt::outcome()
    }
}

impl Counting<'_> {
    fn text(&self, game: &str, counts: &Counts, reproducible: bool) -> String {
        let SelfPlay { agent, games, seed, .. } = &self.games;
        let (openings, thinking) = (self.options.openings.typed(), self.options.thinking.typed());
        let command =
            format!("categories '{game}' --agent '{agent}' --games {games}{openings} --seed {seed}{thinking}");
        let mut text = header(&format!("Categories of moves in {game}"), &command, reproducible);
        text += "# category | (played + 1) / (available + 20) | played | available: in how many positions one of its moves was\n";
        for (category, (probability, (played, available))) in
            counts.probabilities().iter().zip(counts.rows()).enumerate()
        {
            text += &format!("{category} | {probability:.5} | {played} | {available}\n");
        }
        text
    }
}
