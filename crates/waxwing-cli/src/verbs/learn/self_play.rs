//! What `waxwing learn categories` and `waxwing learn features` have in common: games of an agent with itself.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::Args;
use serde::Serialize;
use waxwing_lab::{LearningError, SelfPlay};
use waxwing_workshop::Setting;

use super::header;
use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt;
use crate::openings::OpeningsOption;
use crate::options::{Jobs, Seed, Thinking, count};
use crate::output::Output;
use crate::place::StartOption;
use crate::prepare;
use crate::show;

#[derive(Args)]
pub struct Games {
    /// The game
    game: String,
    /// The agent that plays with itself
    #[arg(long, value_name = "EXPR")]
    agent: String,
    /// How many games
    #[arg(long, value_name = "N", value_parser = count, default_value = "1000")]
    games: u64,
    #[command(flatten)]
    start: StartOption,
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
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What is learned from the games.
pub trait Lesson {
    /// What it is called on the command line, with its own options.
    fn command(&self) -> String;

    /// What the file is about.
    fn title(&self) -> &'static str;

    /// Plays and learns, and writes it down. `None` if it was stopped.
    fn learn(
        &self,
        setting: &Setting<'_>,
        games: &SelfPlay,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Option<Learned>, LearningError>;
}

/// What was learned.
pub struct Learned {
    pub known: Known,
    /// The lines of its file.
    pub text: String,
    /// What there is in it, in a few words.
    pub summary: String,
    /// Whether the same seed would give the same.
    pub reproducible: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Known {
    Categories(Vec<Category>),
    Features(Vec<f32>),
}

/// How often moves of a category are played.
#[derive(Serialize)]
pub struct Category {
    pub probability: f64,
    pub played: u64,
    pub available: u64,
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    agent: String,
    games: u64,
    seed: u64,
    #[serde(flatten)]
    known: &'a Known,
    file: Option<String>,
    /// JSON mentions it only if it is not.
    #[serde(skip_serializing_if = "Clone::clone")]
    reproducible: bool,
}

impl Games {
    pub fn run(self, context: &Context, lesson: &dyn Lesson) -> Result<(), Failure> {
        let game = context.open(&self.game)?;
        let games = SelfPlay {
            agent: game.expression(&self.agent)?,
            games: self.games,
            seed: self.seed.seed,
            jobs: self.jobs.number(),
            // The cores are busy with games: an agent gets more than one thread only where that is asked for.
            limits: self.thinking.limits(Some(1)),
        };
        prepare::prepare(&game)?;
        let position = self.start.read(&game)?;
        let openings = self.openings.read(&game, position.as_ref())?;
        let stop = interrupt::watch();
        let output = Output::open(self.output.clone())?;
        let bar = show::progress_bar(games.games, "games");
        let setting = Setting { position: position.as_ref(), openings: openings.as_ref(), ..Setting::new(&game) };
        let learned = lesson.learn(&setting, &games, stop, &mut |games| bar.set_position(games));
        bar.finish_and_clear();
        if let Some(learned) = learned.map_err(Failure::usage)? {
            Learning { game: game.text(), games: &games, options: &self, lesson }.finish(&learned, output)?;
        }
        interrupt::outcome()
    }
}

/// What was learned from, to be written beside what was learned.
struct Learning<'a> {
    game: &'a str,
    games: &'a SelfPlay,
    options: &'a Games,
    lesson: &'a dyn Lesson,
}

impl Learning<'_> {
    fn finish(&self, learned: &Learned, output: Output) -> Result<(), Failure> {
        let Learned { known, text, summary, reproducible } = learned;
        let Learning { game, .. } = *self;
        let header = header(&format!("{} in {game}", self.lesson.title()), &self.command(), *reproducible);
        let SelfPlay { agent, games, seed, .. } = self.games;
        if self.options.json {
            let (agent, file) = (agent.to_string(), output.path());
            let report = Report { game, agent, games: *games, seed: *seed, known, file, reproducible: *reproducible };
            return output.finish_with(&(header + text), &report);
        }
        output.finish(&(header + text), &format!("{summary} from {}", show::plural(*games, "game")))
    }

    /// The command that learns this, as it could be typed.
    fn command(&self) -> String {
        let SelfPlay { agent, games, seed, .. } = self.games;
        let Games { start, openings, thinking, .. } = self.options;
        let begin = start.typed() + &openings.typed();
        let (game, thinking) = (self.game, thinking.typed());
        let lesson = self.lesson.command();
        let (verb, options) = lesson
            .split_once(' ')
            .map_or((&lesson[..], String::new()), |(verb, options)| (verb, format!(" {options}")));
        format!("{verb} '{game}' --agent '{agent}' --games {games}{options}{begin} --seed {seed}{thinking}")
    }
}
