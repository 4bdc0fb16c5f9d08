//! What decides the numbers of a meter: all of it is in a [`MeterPlan`].

use serde::{Deserialize, Serialize};
use waxwing::Expression;
use waxwing_workshop::{OpenGame, Workshop};

use super::MeterError;

/// All that decides what a meter finds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub struct MeterPlan {
    /// The game with its options.
    pub game: String,
    /// What searches and plays.
    pub baseline: String,
    /// The strategies that listen.
    pub by: Vec<String>,
    /// How many positions are looked at. More may be added later: they are no part of what is decided.
    #[serde(skip)]
    pub positions: u64,
    /// Everything random follows from it.
    pub seed: u64,
    /// Iterations a move that the meter's number is about: one of those that follow.
    pub budget: u64,
    /// After how many iterations of the short search the strategies are asked, in rising order.
    pub iterations: Vec<u64>,
    /// Iterations of the long search.
    pub long: u64,
    /// Iterations of the searches that say what is true of a drawn decision.
    pub reference: u64,
    /// From how many iterations decisions are drawn.
    pub decisions: u64,
}

/// Iterations a move in the games that positions are drawn from, and of the search that decisions are drawn from.
pub(super) const PLAYED: u64 = 200;
pub(super) const DRAWN_FROM: u64 = 1_000;

/// The usual strategies, as far as a game serves them: those of the papers, and contexts that none of them has.
const USUAL: [&str; 15] = [
    "mast",
    "nast",
    "nast(n=3)",
    "lgrf",
    "past",
    "tiles",
    "epic",
    "to-mast",
    "amaf",
    "rave",
    "grave",
    "records(by=action&own(1))",
    "records(by=action&depth(10))",
    "records(by=action&seen)",
    "records(by=target)",
];

impl MeterPlan {
    /// The usual plan for a game: all strategies that it serves, 24 positions.
    pub fn new(game: &OpenGame) -> MeterPlan {
        let mut plan = MeterPlan {
            game: game.to_string(),
            baseline: "uct".into(),
            by: Vec::new(),
            positions: 24,
            seed: 1,
            budget: 1_000,
            iterations: vec![200, 500, 1_000, 2_000, 5_000],
            long: 50_000,
            reference: 3_000,
            decisions: 8,
        };
        plan.by = USUAL.iter().filter_map(|text| served(game, text)).collect();
        plan
    }

    /// Makes sure that it can be followed; returns the game, what searches, and who listens.
    pub(super) fn check(&self, workshop: &Workshop) -> Result<(OpenGame, Expression, Vec<Expression>), MeterError> {
        let wrong = |what: &str| Err(MeterError::Plan(what.to_owned()));
        let game = workshop.open(&self.game)?;
        let baseline = game.expression(&self.baseline)?;
        if baseline.tree().is_none() || baseline.budget.is_some() {
            return wrong("the baseline is a search without a budget, such as `uct` or `uct with fet(x=20)`");
        }
        if self.iterations.is_empty() || !self.iterations.is_sorted_by(|one, next| one < next) {
            return wrong("the iterations rise, such as `500,1000,2000,5000`");
        }
        if self.iterations[0] == 0 || self.positions == 0 || self.long == 0 || self.reference < 2 || self.decisions == 0
        {
            return wrong("positions, iterations and decisions are at least 1, and a reference has at least 2");
        }
        if !self.iterations.contains(&self.budget) {
            return wrong(&format!(
                "the number is told after {} iterations, which are none of those asked for",
                self.budget
            ));
        }
        if self.by.is_empty() {
            return wrong("there is no strategy to listen");
        }
        let listeners = self.by.iter().map(|text| game.expression(text)).collect::<Result<Vec<_>, _>>()?;
        for (number, listener) in listeners.iter().enumerate() {
            if listeners[..number].contains(listener) {
                return wrong(&format!("`{listener}` is named twice"));
            }
        }
        game.build_listened_to(&baseline, listeners.clone())?;
        Ok((game, baseline, listeners))
    }

    /// Which of the iterations the number is about.
    pub(super) fn number_at(&self) -> usize {
        let found = self.iterations.iter().position(|&iterations| iterations == self.budget);
        found.expect("a plan that was checked has the budget among its iterations")
    }
}

/// A strategy as it prints, if a game serves it.
fn served(game: &OpenGame, text: &str) -> Option<String> {
    let listener = game.expression(text).ok()?;
    game.build_listened_to(&game.expression("uct").ok()?, vec![listener.clone()]).ok()?;
    Some(listener.to_string())
}
