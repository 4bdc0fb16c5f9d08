//! `waxwing learn features`

use std::sync::atomic::AtomicBool;

use clap::Args;
use waxwing::knowledge::Learning;
use waxwing_lab::{LearningError, Lessons, SelfPlay, learn_features};
use waxwing_workshop::Setting;

use super::self_play::{Games, Known, Learned, Lesson};
use super::{lambda, rate};
use crate::context::Context;
use crate::failure::Failure;
use crate::options::whole;
use crate::show;

#[derive(Args)]
pub struct LearnFeatures {
    #[command(flatten)]
    games: Games,
    #[command(flatten)]
    teaching: Teaching,
}

#[derive(Args)]
struct Teaching {
    /// How often the games are gone through
    #[arg(long, value_name = "N", value_parser = passes, default_value = "20")]
    passes: u32,
    /// How far a result reaches back, from 0 to 1
    #[arg(long, value_name = "λ", value_parser = lambda, default_value = "0.9")]
    lambda: f32,
    /// How large the first steps are; they shrink to nothing
    #[arg(long, value_name = "RATE", value_parser = rate, default_value = "0.1")]
    rate: f32,
}

fn passes(text: &str) -> Result<u32, String> {
    Ok(whole(text, 1, 1_000_000)? as u32)
}

impl LearnFeatures {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        self.games.run(context, &self.teaching)
    }
}

impl Lesson for Teaching {
    fn command(&self) -> String {
        format!("features --passes {} --lambda {} --rate {}", self.passes, self.lambda, self.rate)
    }

    fn title(&self) -> &'static str {
        "Weights of features"
    }

    fn learn(
        &self,
        setting: &Setting<'_>,
        games: &SelfPlay,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Option<Learned>, LearningError> {
        let no_features = || LearningError::NoFeatures { game: setting.game.to_string() };
        let learning = Learning { lambda: self.lambda, rate: self.rate };
        let lessons = Lessons { learning, passes: self.passes };
        let Some((weights, reproducible)) = learn_features(setting, games, lessons, stop, progress)? else {
            return Ok(None);
        };
        // Four digits behind the point are more than the games can teach.
        let rounded = weights.iter().map(|weight| (weight * 1e4).round() / 1e4).collect();
        let file = setting.game.start().feature_file(rounded).ok_or_else(no_features)?;
        let text = format!("# In the order of the features, eight in a line.\n{file}");
        let summary = show::plural(weights.len() as u64, "feature");
        Ok(Some(Learned { known: Known::Features(weights), text, summary, reproducible }))
    }
}
