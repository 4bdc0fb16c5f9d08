//! What `waxwing learn categories` and `waxwing learn features` have in common: games of an agent with itself.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::Args;
use serde::Serialize;
use waxwing::{Expression, Notation};
use waxwing_games::Visitor;
use waxwing_lab::{GameText, LearningError, SelfPlay, Setting};

use super::header;
use crate::failure::Failure;
use crate::interrupt;
use crate::openings::OpeningsOption;
use crate::options::{Jobs, Seed, Thinking, count};
use crate::output::Output;
use crate::prepare;
use crate::show;

#[derive(Args)]
pub struct Games {
    /// The game, such as `lines-of-action`
    game: String,
    /// The agent that plays with itself
    #[arg(long, value_name = "EXPR")]
    agent: String,
    /// How many games
    #[arg(long, value_name = "N", value_parser = count, default_value = "1000")]
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
    fn learn<G: Notation>(
        &self,
        setting: &Setting<'_, G>,
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
    pub fn run(self, lesson: impl Lesson) -> Result<(), Failure> {
        let game = GameText::parse(&self.game)?;
        let games = SelfPlay {
            agent: Expression::parse(&self.agent)?,
            games: self.games,
            seed: self.seed.seed,
            jobs: self.jobs.number(),
            // The cores are busy with games: an agent gets more than one thread only where that is asked for.
            limits: self.thinking.limits(Some(1)),
        };
        prepare::prepare(&game)?;
        game.open(Learning { game: &game, games, options: self, lesson })
    }
}

struct Learning<'a, L> {
    game: &'a GameText,
    games: SelfPlay,
    options: Games,
    lesson: L,
}

impl<L: Lesson> Visitor for Learning<'_, L> {
    type Output = Result<(), Failure>;

    fn visit<G: Notation>(self, start: G) -> Result<(), Failure> {
        let name = self.game.to_string();
        let openings = self.options.openings.read(self.game, &start)?;
        let stop = interrupt::watch();
        let output = Output::open(self.options.output.clone())?;
        let bar = show::progress_bar(self.games.games, "games");
        let setting = Setting { openings: openings.as_ref(), ..Setting::new(&name, &start) };
        let learned = self.lesson.learn(&setting, &self.games, stop, &mut |games| bar.set_position(games));
        bar.finish_and_clear();
        if let Some(learned) = learned.map_err(Failure::usage)? {
            self.finish(&name, &learned, output)?;
        }
        interrupt::outcome()
    }
}

impl<L: Lesson> Learning<'_, L> {
    fn finish(&self, game: &str, learned: &Learned, output: Output) -> Result<(), Failure> {
        let Learned { known, text, summary, reproducible } = learned;
        let header = header(&format!("{} in {game}", self.lesson.title()), &self.command(game), *reproducible);
        let SelfPlay { agent, games, seed, .. } = &self.games;
        if self.options.json {
            let (agent, file) = (agent.to_string(), output.path());
            let report = Report { game, agent, games: *games, seed: *seed, known, file, reproducible: *reproducible };
            return output.finish_with(&(header + text), &report);
        }
        output.finish(&(header + text), &format!("{summary} from {}", show::plural(*games, "game")))
    }

    fn command(&self, game: &str) -> String {
        let SelfPlay { agent, games, seed, .. } = &self.games;
        let (openings, thinking) = (self.options.openings.typed(), self.options.thinking.typed());
        let lesson = self.lesson.command();
        let (verb, options) = lesson
            .split_once(' ')
            .map_or((&lesson[..], String::new()), |(verb, options)| (verb, format!(" {options}")));
        format!("{verb} '{game}' --agent '{agent}' --games {games}{options}{openings} --seed {seed}{thinking}")
    }
}
