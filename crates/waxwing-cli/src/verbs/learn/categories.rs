//! `waxwing learn categories`

use std::sync::atomic::AtomicBool;

use clap::Args;
use waxwing_lab::{LearningError, SelfPlay, learn_categories};
use waxwing_workshop::Setting;

use super::self_play::{Category, Games, Known, Learned, Lesson};
use crate::context::Context;
use crate::failure::Failure;
use crate::show;

#[derive(Args)]
pub struct LearnCategories {
    #[command(flatten)]
    games: Games,
}

impl LearnCategories {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        self.games.run(context, &Categories)
    }
}

struct Categories;

impl Lesson for Categories {
    fn command(&self) -> String {
        "categories".into()
    }

    fn title(&self) -> &'static str {
        "Categories of moves"
    }

    fn learn(
        &self,
        setting: &Setting<'_>,
        games: &SelfPlay,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Option<Learned>, LearningError> {
        let Some((counts, reproducible)) = learn_categories(setting, games, stop, progress)? else { return Ok(None) };
        let mut text = String::from(
            "# category | (played + 1) / (available + 20) | played | available: in how many positions one of its moves was\n",
        );
        let rows = counts.probabilities().into_iter().zip(counts.rows());
        let categories: Vec<Category> =
            rows.map(|(probability, (played, available))| Category { probability, played, available }).collect();
        for (number, Category { probability, played, available }) in categories.iter().enumerate() {
            text += &format!("{number} | {probability:.5} | {played} | {available}\n");
        }
        let summary = format!("{} categories", show::thousands(categories.len() as u64));
        Ok(Some(Learned { known: Known::Categories(categories), text, summary, reproducible }))
    }
}
