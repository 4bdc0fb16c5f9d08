//! What the game's knowledge adds to the statistics that the tree policy sees.
//!
//! - *Constant bias* mixes an evaluation into the mean: `(1-α)·mean + α·v₀` (Lanctot et al. 2014, section 4.2). Values that
//!   are backed up are the tree's (`tree/minimax.rs`).
//! - *Priors*: an action starts with virtual visits, won at the rate that the game's knowledge expects. They count
//!   like others: a node with virtual visits is a selection node from its first visit on.
//!
//! Where the hints come from is the space's affair: a tree keeps them beside its slots, a forest asks for them at every visit.

use crate::game::Game;
use crate::icarus::{Arms, Hint};
use crate::knowledge::Evaluation;

/// Which knowledge is used where.
pub(crate) struct Insight<G: Game> {
    /// The hints about a node's actions, by column.
    pub hints: Vec<Hint<G>>,
    /// The evaluation whose values are backed up, where there is one.
    pub minimax: Option<Evaluation<G>>,
    pub mixes: Vec<Mix>,
    pub priors: Option<Priors>,
}

impl<G: Game> Insight<G> {
    /// No knowledge at all.
    pub fn none() -> Insight<G> {
        Insight { hints: Vec::new(), minimax: None, mixes: Vec::new(), priors: None }
    }

    /// The column of a hint, which gets one if it has none yet.
    pub fn column(&mut self, hint: Hint<G>) -> usize {
        let known = self.hints.iter().position(|known| *known == hint);
        known.unwrap_or_else(|| {
            self.hints.push(hint);
            self.hints.len() - 1
        })
    }

    /// Whether the tree policy sees the statistics as they are.
    pub fn is_plain(&self) -> bool {
        self.mixes.is_empty() && self.priors.is_none()
    }

    /// Adds virtual visits to arms whose hints are known.
    #[inline]
    pub fn add_priors(&self, arms: &mut Arms) {
        if let Some(priors) = self.priors {
            priors.add(arms);
        }
    }

    /// Mixes biases into the means of arms whose hints are known.
    #[inline]
    pub fn mix_in(&self, arms: &mut Arms) {
        self.mixes.iter().for_each(|mix| mix.add(arms));
    }
}

/// A bias that is mixed into the mean, from a hint's column: constant bias.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mix {
    pub alpha: f32,
    pub column: usize,
}

/// Virtual visits, and the column of the rates at which they were won.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Priors {
    pub visits: u32,
    pub column: usize,
}

impl Priors {
    fn add(self, arms: &mut Arms) {
        let visits = self.visits as f32;
        arms.virtual_visits = self.visits;
        // Only whole wins count: there and back is a vector instruction each, where `floor` is a call.
        arms.virtual_rewards.extend(arms.hints[self.column].iter().map(|rate| (rate * visits) as i32 as f32));
        arms.rewards.iter_mut().zip(&arms.virtual_rewards).for_each(|(reward, won)| *reward += won);
        arms.visits.iter_mut().for_each(|count| *count += self.visits);
        // With virtual visits the trials are the sum of all arms' visits.
        match &mut arms.available[..] {
            [trials] => *trials = arms.visits.iter().sum(),
            available => available.iter_mut().for_each(|trials| *trials += self.visits),
        }
    }
}

impl Mix {
    fn add(self, arms: &mut Arms) {
        let Mix { alpha, column } = self;
        let arms = arms.rewards.iter_mut().zip(&arms.visits).zip(&arms.hints[column]);
        for ((reward, &visits), &hint) in arms {
            *reward = (1.0 - alpha) * *reward + alpha * visits as f32 * hint;
        }
    }
}
