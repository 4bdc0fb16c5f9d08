//! Whether many choices were made with the probabilities they should have been made with.
//!
//! Two tests. The *probability integral*: with the actions in order of falling probability, the place of the chosen one
//! on the unit interval (spread evenly over its own share) is uniform, whatever the distributions are; a χ² test over
//! forty equal parts shows where it is not. The *score*: the sum of ln p of what was chosen, less its expectation,
//! divided by its standard deviation, is nearly normal; it notices that a distribution is flatter or steeper than it
//! should be. Neither may be six standard deviations off: with a right engine that happens once in 10⁸ runs.

use waxwing::Rng;

use crate::decision::Decision;

const PARTS: usize = 40;
const LIMIT: f64 = 6.0;

pub struct Uniformity {
    rng: Rng,
    counts: [u64; PARTS],
    score: f64,
    variance: f64,
    pub choices: u64,
}

impl Uniformity {
    pub fn new(seed: u64) -> Uniformity {
        Uniformity { rng: Rng::new(seed), counts: [0; PARTS], score: 0.0, variance: 0.0, choices: 0 }
    }

    pub fn add(&mut self, decision: &Decision, chosen: usize) {
        if !decision.certain || !decision.is_open() {
            return;
        }
        let p = &decision.probabilities;
        let mut order: Vec<usize> = (0..p.len()).collect();
        order.sort_by(|&x, &y| p[y].total_cmp(&p[x]));
        let before: f64 = order.iter().take_while(|&&index| index != chosen).map(|&index| p[index]).sum();
        let place = before + f64::from(self.rng.unit()) * p[chosen];
        self.counts[((place * PARTS as f64) as usize).min(PARTS - 1)] += 1;
        self.choices += 1;
        let logarithms = || p.iter().filter(|&&p| p > 0.0).map(|&p| (p, p.ln()));
        let mean: f64 = logarithms().map(|(p, ln)| p * ln).sum();
        self.score += p[chosen].ln() - mean;
        self.variance += logarithms().map(|(p, ln)| p * (ln - mean).powi(2)).sum::<f64>();
    }

    /// How many standard deviations the score is off.
    pub fn score(&self) -> f64 {
        if self.variance < 1e-6 { 0.0 } else { self.score / self.variance.sqrt() }
    }

    /// χ² as a standard normal deviate (Wilson and Hilferty).
    pub fn spread(&self) -> f64 {
        if self.choices < 10 * PARTS as u64 {
            return 0.0;
        }
        let expected = self.choices as f64 / PARTS as f64;
        let chi: f64 = self.counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
        let freedom = (PARTS - 1) as f64;
        let term = 2.0 / (9.0 * freedom);
        ((chi / freedom).cbrt() - (1.0 - term)) / term.sqrt()
    }

    pub fn verdict(&self) -> Result<(), String> {
        let (score, spread) = (self.score(), self.spread());
        if score.abs() > LIMIT || spread > LIMIT {
            return Err(format!(
                "{} choices do not follow the policy: score {score:.1}, spread {spread:.1} standard deviations off",
                self.choices
            ));
        }
        Ok(())
    }
}
