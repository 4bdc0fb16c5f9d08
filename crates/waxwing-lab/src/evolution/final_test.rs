//! The final test: games that had no part in finding the winner.

use waxwing::Rng;
use waxwing_workshop::statistics::{Interval, mean_and_interval, sign_flip_p_value};

use super::history::{Ablation, Comparison, FinalTest, Gain};
use super::plan::Stream;
use super::run::Run;
use crate::duels::{Meeting, Pause};

impl Run<'_, '_> {
    /// Plays the final test of the winner, unless it is the best of the sixteen: nothing was found then.
    pub(super) fn test(&mut self) -> Result<(), Pause> {
        let (Some(winner), Some(best)) = (self.history.winner, self.history.best_preset) else { return Ok(()) };
        if winner == best {
            return Ok(());
        }
        let (plan, names) = (self.plan, [self.name(winner), self.name(best)]);
        let [winner_name, best_name] = &names;
        let seed = plan.seed(Stream::Final);
        let (against_best, _) = self.compare(
            "final",
            [winner_name, best_name],
            plan.final_games,
            seed,
            "the winner against the best of the sixteen",
        )?;
        self.history.test = Some(FinalTest {
            against_best,
            against_unmet: None,
            best_against_unmet: None,
            gain_against_unmet: None,
            ablation: Vec::new(),
        });
        let (games, seed) = (plan.unmet_games, plan.seed(Stream::Unmet));
        let (of_winner, first) =
            self.compare("unmet", [winner_name, &plan.unmet], games, seed, "the winner against a stranger")?;
        let (of_best, second) = self.compare(
            "unmet-best",
            [best_name, &plan.unmet],
            games,
            seed,
            "the best of the sixteen against the stranger",
        )?;
        let gains: Vec<f64> = first.iter().zip(&second).map(|(first, second)| first - second).collect();
        let (gain, interval) = mean_and_interval(&gains);
        let p_value = p_value(gains.iter().copied(), self.ground.group());
        let test = self.history.test.as_mut().expect("it was begun above");
        (test.against_unmet, test.best_against_unmet) = (Some(of_winner), Some(of_best));
        test.gain_against_unmet = Some(Gain { gain, interval, p_value });
        self.ablate(winner, winner_name)
    }

    /// The winner against itself without one of its parts.
    fn ablate(&mut self, winner: usize, name: &str) -> Result<(), Pause> {
        let expression = self.agents[winner].clone();
        for (number, part) in expression.parts().iter().enumerate() {
            let without = expression.without(part).map_err(|error| Pause::Unplayable(error.to_string()))?;
            // The budget is the winner's: what is left may be faster, but no part is of use for what it costs.
            let without = match name.rsplit_once(" @") {
                Some((_, budget)) => format!("{without} @{budget}"),
                None => without.to_string(),
            };
            let (stage, seed) =
                (format!("without-{}", number + 1), Rng::derive(self.plan.seed(Stream::Ablation), number as u64));
            let title = format!("the winner without {part}");
            let (comparison, _) = self.compare(&stage, [name, &without], self.plan.ablation_games, seed, &title)?;
            let test = self.history.test.as_mut().expect("it was begun before");
            test.ablation.push(Ablation { part: part.to_string(), comparison });
        }
        Ok(())
    }

    /// Two agents in some games; also the results of the groups.
    fn compare(
        &mut self,
        stage: &str,
        [agent, against]: [&str; 2],
        games: u64,
        seed: u64,
        title: &str,
    ) -> Result<(Comparison, Vec<f64>), Pause> {
        let group = self.ground.group();
        let groups = self.ground.groups(games);
        let meeting = Meeting { agents: [agent.to_owned(), against.to_owned()], seed, groups };
        let results = self.duels.play(self.ground, stage, title, &[meeting])?.remove(0);
        let (score, Interval { low, high }) = mean_and_interval(&results);
        let interval = Interval { low: low.max(0.0), high: high.min(1.0) };
        let p_value = p_value(results.iter().map(|result| result - 0.5), group);
        let (agent, against, games) = (agent.to_owned(), against.to_owned(), groups * group);
        Ok((Comparison { agent, against, games, score, interval, p_value }, results))
    }
}

/// The sign-flip test of differences between groups, whose results are whole numbers of quarters of a game.
fn p_value(differences: impl Iterator<Item = f64>, group: u64) -> f64 {
    let whole = |difference: f64| (difference * 4.0 * group as f64).round() as i32;
    sign_flip_p_value(&differences.map(whole).collect::<Vec<_>>())
}
