//! The meter: how much a context knows, before a match is played. docs/meter.md says what each number is.
//!
//! `plan.rs` is what decides the numbers; `positions.rs` draws positions from self-play; `truth.rs` finds out what is true about
//! decisions, by long searches; `observed.rs` is what strategies that listen to a short search have to say about them; `report.rs` is what
//! all positions add up to. `file.rs` keeps what is found, `page.rs` and `picture.rs` show it. `prediction.rs` holds it
//! against gains in matches (`gains.rs`).

mod file;
mod gains;
mod observed;
mod page;
mod picture;
mod plan;
mod positions;
mod prediction;
mod report;
mod statistics;
#[cfg(test)]
mod tests;
mod truth;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use waxwing::agent::ExpressionError;
use waxwing::thinking::Slice;
use waxwing::{Expression, Limits, Rng};
use waxwing_workshop::{Drawing, OpenGame, Position, ThinkError, Watch, Workshop};

pub use file::MeterFile;
pub use observed::Observed;
pub use page::meter_page;
pub use picture::meter_picture;
pub use plan::MeterPlan;
pub use prediction::{GainError, GamePrediction, Prediction, Predictor, predict, prediction_page, prediction_picture};
pub use report::{MeterReport, Moment, PlaceReport, StrategyReport};
pub use statistics::Estimate;

use observed::{Decision, Place};
use plan::DRAWN_FROM;
use statistics::Moments;

/// Why there is no meter.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MeterError {
    /// The plan makes no sense.
    #[error("{0}")]
    Plan(String),
    /// A game or an agent is not well-formed, or the game cannot serve it.
    #[error("{0}")]
    Expression(#[from] ExpressionError),
    /// A search failed.
    #[error(transparent)]
    Search(#[from] ThinkError),
    /// A file cannot be read or written, or has something else.
    #[error("`{path}`: {reason}")]
    File {
        /// Its path.
        path: String,
        /// What is wrong.
        reason: String,
    },
}

/// A meter of a game.
pub struct Meter {
    plan: MeterPlan,
    game: OpenGame,
    baseline: Expression,
    listeners: Vec<Expression>,
}

/// How often each strategy chooses at a decision, to find out how.
const DRAWS: u32 = 32;

/// The parts of a position's work, each with seeds of its own.
#[derive(Clone, Copy)]
enum Part {
    Game,
    Decisions,
    Long,
    Short,
    References,
}

impl Meter {
    /// The meter of a plan. Fails if the plan makes no sense, or the game cannot serve it.
    pub fn new(workshop: &Workshop, plan: MeterPlan) -> Result<Meter, MeterError> {
        let (game, baseline, listeners) = plan.check(workshop)?;
        Ok(Meter { plan, game, baseline, listeners })
    }

    /// What decides its numbers.
    pub fn plan(&self) -> &MeterPlan {
        &self.plan
    }

    /// What is found at the position of a number; `None` if it was stopped, or if the game of that number has no decision.
    pub fn observe(&self, number: u64, stop: &AtomicBool) -> Result<Option<Observed>, MeterError> {
        let seed = |part: Part| Rng::derive(Rng::derive(self.plan.seed, number), part as u64);
        let mut agent = self.game.build(&self.baseline)?;
        let found = positions::position(&self.game, &mut agent, (number, seed(Part::Game)), stop)?;
        let Some(position) = found.filter(|_| !stop.load(Relaxed)) else { return Ok(None) };
        let (decisions, agreement) = self.decisions(&position, seed, stop)?;
        let mut observed = Observed::new(number, agreement, &decisions, self.listeners.len());
        self.listen(&position, (seed(Part::Short), &decisions), &mut observed, stop)?;
        Ok((!stop.load(Relaxed)).then(|| observed.settled()))
    }

    /// The decisions that strategies are asked about, with the truth about them, and how well that is known.
    fn decisions(
        &self,
        position: &Position,
        seed: impl Fn(Part) -> u64,
        stop: &AtomicBool,
    ) -> Result<(Vec<Decision>, Moments), MeterError> {
        let (mut agent, root) = (self.game.build(&self.baseline)?, position.as_start());
        let of_root = truth::search(&mut agent, position, (seed(Part::Long), self.plan.long), stop)?;
        let nodes = truth::nodes(&agent, &root, &self.plan, of_root).into_iter();
        let mut decisions: Vec<Decision> =
            nodes.map(|(position, truth)| Decision { position, place: Place::Node, iteration: None, truth }).collect();
        let drawing = Drawing { iterations: DRAWN_FROM, from: self.plan.decisions };
        let drawn = agent.draw_decisions(position, seed(Part::Decisions), drawing)?;
        let mut agreement = Moments::default();
        for (number, drawn) in drawn.into_iter().enumerate().take_while(|_| !stop.load(Relaxed)) {
            let search = (Rng::derive(seed(Part::References), number as u64), self.plan.reference);
            let (truth, halves) = truth::halves(&mut agent, &drawn.position, search, stop)?;
            agreement.add(&halves);
            let place = if drawn.in_tree { Place::Tree } else { Place::Playout };
            decisions.push(Decision { position: drawn.position, place, iteration: Some(drawn.iteration), truth });
        }
        Ok((decisions, agreement))
    }

    /// Lets the strategies listen to the short search, and asks them about the decisions on the way.
    fn listen(
        &self,
        position: &Position,
        (seed, decisions): (u64, &[Decision]),
        observed: &mut Observed,
        stop: &AtomicBool,
    ) -> Result<(), MeterError> {
        let mut agent = self.game.build_listened_to(&self.baseline, self.listeners.clone())?;
        agent.start(position, positions::mover(position), seed)?;
        let longest = *self.plan.iterations.last().expect("a plan that was checked has some");
        agent.begin(position, &Limits::iterations(longest))?;
        let mut done = 0;
        for &iterations in &self.plan.iterations {
            agent.advance(Slice::iterations(iterations - done), Watch::stopped_by(stop))?;
            done = iterations;
            let mut heard = Vec::with_capacity(decisions.len());
            for (index, decision) in decisions.iter().enumerate() {
                // Its choices are drawn with random numbers of its own; the search that is under way keeps its seed.
                agent.reseed(Rng::derive(seed, index as u64));
                heard.extend(agent.hear(&decision.position, DRAWS)?.map(|hearing| (decision, hearing)));
            }
            observed.listen(&heard, iterations == longest);
        }
        Ok(())
    }
}
