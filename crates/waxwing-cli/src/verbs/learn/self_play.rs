//! What `waxwing learn categories` and `waxwing learn features` have in common: games of an agent with itself.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::Args;
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

/// What is learned from the games.
pub trait Lesson {
    /// What it is called on the command line, with its own options.
    fn command(&self) -> String;

    /// What the file is about.
    fn title(&self) -> &'static str;

    /// Plays and learns, and writes it down: the text and what there is in it, in a few words. The flag says whether the same
    /// seed would give the same. `None` if it was stopped.
    fn learn<G: Notation>(
        &self,
        setting: &Setting<'_, G>,
        games: &SelfPlay,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Option<Learned>, LearningError>;
}

pub struct Learned {
    pub text: String,
    pub summary: String,
    pub reproducible: bool,
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
        if let Some(Learned { text, summary, reproducible }) = learned.map_err(Failure::usage)? {
            let header = header(&format!("{} in {name}", self.lesson.title()), &self.command(&name), reproducible);
            let summary = format!("{summary} from {}", show::plural(self.games.games, "game"));
            output.finish(&(header + &text), &summary)?;
        }
        interrupt::outcome()
    }
}

impl<L: Lesson> Learning<'_, L> {
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
