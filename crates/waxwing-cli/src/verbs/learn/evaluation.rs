//! `waxwing learn evaluation`

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use waxwing::knowledge::Course;
use waxwing_lab::{Curve, EvaluationLessons, EvaluationOutcome, LearnedEvaluation, kept_beside, learn_evaluation};

use super::{header, lambda, rate};
use crate::context::Context;
use crate::failure::{Failure, tell};
use crate::interrupt;
use crate::options::{Seed, count, share, whole};
use crate::output::write_whole;
use crate::place::StartOption;
use crate::prepare;
use crate::show;

#[derive(Args)]
pub struct LearnEvaluation {
    /// The game, for two players who see everything
    game: String,
    /// How many games are played and learned from
    #[arg(long, value_name = "N", value_parser = count, default_value = "10000")]
    games: u64,
    /// How far a result reaches back, from 0 to 1
    #[arg(long, value_name = "λ", value_parser = lambda, default_value = "0.7")]
    lambda: f32,
    /// How large the first steps are; they shrink to nothing
    #[arg(long, value_name = "RATE", value_parser = rate, default_value = "1")]
    rate: f32,
    /// How often something else than the best move is tried
    #[arg(long, value_name = "ε", value_parser = explore, default_value = "0.1")]
    explore: f32,
    /// The points of the learning curve
    #[arg(long, value_name = "N", value_parser = points, default_value = "20")]
    points: u64,
    /// The games against each opponent for a point of the curve
    #[arg(long, value_name = "N", value_parser = count, default_value = "200")]
    tries: u64,
    #[command(flatten)]
    start: StartOption,
    #[command(flatten)]
    seed: Seed,
    /// The file to write; the curve is written beside it as .csv and .svg. A run that was stopped or killed goes on from
    /// FILE.kept
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    games: u64,
    seed: u64,
    weights: usize,
    curve: &'a Curve,
    file: String,
}

fn explore(text: &str) -> Result<f32, String> {
    share(text).map(|share| share as f32)
}

fn points(text: &str) -> Result<u64, String> {
    whole(text, 1, 10_000)
}

impl LearnEvaluation {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let game = context.open(&self.game)?;
        prepare::prepare(&game)?;
        let start = self.start.read(&game)?.unwrap_or_else(|| game.start());
        if self.output.is_dir() {
            return Err(Failure::Usage(format!("`{}` is a folder", self.output.display())));
        }
        let course = Course {
            games: self.games,
            lambda: self.lambda,
            rate: self.rate,
            explore: self.explore,
            seed: self.seed.seed,
        };
        let lessons = EvaluationLessons { course, points: self.points, tries: self.tries };
        let stop = interrupt::watch();
        let bar = show::progress_bar(self.games, "games");
        let kept = kept_beside(&self.output);
        let learned = learn_evaluation(&start, &lessons, &kept, stop, &mut |played| bar.set_position(played));
        bar.finish_and_clear();
        match learned.map_err(Failure::usage)? {
            EvaluationOutcome::Finished(learned) => self.finish(game.text(), &learned),
            EvaluationOutcome::Stopped(played) => {
                let played = show::plural(played, "game");
                tell(&format!("stopped after {played}; the same command goes on from {}", kept.display()));
                Err(Failure::Interrupted)
            }
        }
    }

    fn finish(&self, game: &str, learned: &LearnedEvaluation) -> Result<(), Failure> {
        let bytes = learned.file.to_bytes(&header(&format!("Evaluation of {game}"), &self.command(game), true));
        write_whole(&self.output, &bytes)?;
        write_whole(&self.beside("csv"), learned.curve.csv().as_bytes())?;
        let picture = learned.curve.svg(game).map_err(Failure::failed)?;
        write_whole(&self.beside("svg"), picture.as_bytes())?;
        let file = self.output.display().to_string();
        if self.json {
            let (games, seed, weights) = (self.games, self.seed.seed, learned.weights);
            return show::print_json(&Report { game, games, seed, weights, curve: &learned.curve, file });
        }
        let weights = show::plural(learned.weights as u64, "weight");
        let games = show::plural(self.games, "game");
        show::print(&format!("{weights} from {games}, written to {file}, the curve beside it as .csv and .svg\n"))
    }

    /// The file of the curve.
    fn beside(&self, ending: &str) -> PathBuf {
        Path::new(&self.output).with_extension(ending)
    }

    /// The command that learns this, as it could be typed.
    fn command(&self, game: &str) -> String {
        let LearnEvaluation { games, lambda, rate, explore, points, tries, .. } = self;
        let (start, seed) = (self.start.typed(), self.seed.seed);
        format!(
            "evaluation '{game}' --games {games} --lambda {lambda} --rate {rate} --explore {explore} --points {points} \
             --tries {tries}{start} --seed {seed}"
        )
    }
}
