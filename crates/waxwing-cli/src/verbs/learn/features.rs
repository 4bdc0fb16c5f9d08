//! `waxwing learn features`

use std::path::PathBuf;

use clap::Args;
use waxwing::knowledge::Learning;
use waxwing::{Expression, Notation};
use waxwing_games::Visitor;
use waxwing_lab::{GameText, Lessons, SelfPlay, Setting, learn_features};

use super::header;
use crate::failure::Failure;
use crate::interrupt;
use crate::openings::OpeningsOption;
use crate::options::{Jobs, Seed, Thinking, count};
use crate::output::Output;
use crate::show;

#[derive(Args)]
pub struct LearnFeatures {
    /// The game, such as `breakthrough`; it has features
    game: String,
    /// The agent that plays with itself
    #[arg(long, value_name = "EXPR")]
    agent: String,
    /// How many games
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true, default_value = "1000")]
    games: u64,
    /// How often the games are gone through
    #[arg(long, value_name = "N", default_value = "20")]
    passes: u32,
    /// How far a result reaches back, from 0 to 1
    #[arg(long, value_name = "λ", default_value = "0.9")]
    lambda: f32,
    /// How large the first steps are; they shrink to nothing
    #[arg(long, value_name = "RATE", default_value = "0.1")]
    rate: f32,
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

impl LearnFeatures {
    pub fn run(self) -> Result<(), Failure> {
        if !(0.0..=1.0).contains(&self.lambda) || !(0.0..=10.0).contains(&self.rate) {
            return Err(Failure::usage("--lambda is a number from 0 to 1, and --rate one from 0 to 10"));
        }
        let game = GameText::parse(&self.game)?;
        let games = SelfPlay {
            agent: Expression::parse(&self.agent)?,
            games: self.games,
            seed: self.seed.seed,
            jobs: self.jobs.number(),
            limits: self.thinking.limits(Some(1)),
        };
        game.open(Teaching { game: &game, games, options: self })
    }
}

struct Teaching<'a> {
    game: &'a GameText,
    games: SelfPlay,
    options: LearnFeatures,
}

impl Visitor for Teaching<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Notation>(self, start: G) -> Result<(), Failure> {
        let name = self.game.to_string();
        let openings = self.options.openings.read(self.game, &start)?;
        let output = Output::open(self.options.output.clone())?;
        let stop = interrupt::watch();
        let bar = show::progress_bar(self.games.games, "games");
        let setting = Setting { name: &name, start: &start, openings: openings.as_ref() };
        let learning = Learning { lambda: self.options.lambda, rate: self.options.rate };
        let lessons = Lessons { learning, passes: self.options.passes };
        let learned = learn_features(&setting, &self.games, lessons, stop, &mut |games| bar.set_position(games));
        bar.finish_and_clear();
        if let Some((weights, reproducible)) = learned.map_err(Failure::usage)? {
            let features = show::plural(weights.len() as u64, "feature");
            let summary = format!("{features} from {}", show::plural(self.games.games, "game"));
            output.finish(&self.text(&name, &weights, reproducible), &summary)?;
        }
        interrupt::outcome()
    }
}

impl Teaching<'_> {
    fn text(&self, game: &str, weights: &[f32], reproducible: bool) -> String {
        let SelfPlay { agent, games, seed, .. } = &self.games;
        let LearnFeatures { passes, lambda, rate, openings, thinking, .. } = &self.options;
        let command = format!(
            "features '{game}' --agent '{agent}' --games {games} --passes {passes} --lambda {lambda} --rate {rate}{}{} --seed {seed}",
            openings.typed(),
            thinking.typed(),
        );
        let mut text = header(&format!("Weights of features in {game}"), &command, reproducible);
        text += "# In the order of the features, eight in a line.\n";
        for line in weights.chunks(8) {
            let numbers: Vec<String> = line.iter().map(|weight| format!("{weight:.4}")).collect();
            text += &format!("{}\n", numbers.join(" "));
        }
        text
    }
}
