//! Decided pairs: two games with swapped seats are one result, as in the Kalah experiments of the implicit minimax paper.
//!
//! Where a random starting board favours a seat, whoever has it tends to win: single games then say little about the
//! agents. The agent that won one game of a pair and at least tied the other has won the pair. Other pairs are discarded.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use waxwing::agent::ExpressionError;

use crate::arena::GameRecord;
use crate::matches::{MatchPlan, MatchReport, Pairs, Setting, Tally, outcome, play_all, seats_of};
use crate::statistics::Outcome;

/// Two agents that never decide a pair do not play for ever: at most this many pairs are played for each that is asked
/// for.
pub const MOST_FOR_EACH: u64 = 100;

/// Plays pairs of games until `plan.games` of them are decided or failed, and reports after every pair. The plan's assignments are
/// those of [`swapped_seats`](crate::swapped_seats).
///
/// Pairs count in the order of their groups, so the result does not depend on how many games are played at once. It
/// gives up after a hundred pairs for each one that is asked for; when it is stopped, it returns the results of the
/// pairs that are finished.
pub fn run_pairs(
    setting: &Setting<'_>,
    plan: &MatchPlan,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&MatchReport),
) -> Result<MatchReport, ExpressionError> {
    let started = Instant::now();
    let wanted = plan.games;
    let games = wanted.saturating_mul(MOST_FOR_EACH).saturating_mul(plan.group as u64);
    let longest = MatchPlan { games, ..plan.clone() };
    let mut tally = Tally::of_pairs(setting, plan);
    let (mut pairs, mut next) = (Pairs::default(), 0);
    // A pair that failed is not played again: a program that always fails would play a hundred for each.
    let missing = |pairs: Pairs| pairs.decided + pairs.failed < wanted;
    // Games that wait for the other one of their pair, or for earlier pairs.
    let mut waiting: BTreeMap<u64, GameRecord> = BTreeMap::new();
    play_all(setting, &longest, stop, &mut |number, record| {
        waiting.insert(number, record);
        while waiting.contains_key(&next) && waiting.contains_key(&(next + 1)) && missing(pairs) {
            let outcomes = [0, 1].map(|place| {
                let record = waiting.remove(&(next + place)).expect("both games of the pair are there");
                let counts = tally.add(next + place, &record);
                counts.then(|| outcome(&record.rewards, seats_of(plan.game(next + place).1, 0)))
            });
            next += 2;
            match outcomes {
                [Some(first), Some(second)] => match decide([first, second]) {
                    Outcome::Drawn => pairs.discarded += 1,
                    decided => {
                        pairs.decided += 1;
                        tally.count_pair(next / 2, [decided, opposite(decided)]);
                    }
                },
                _ => pairs.failed += 1,
            }
            tally.pairs = Some(pairs);
            progress(&tally.report(started.elapsed()));
        }
        if missing(pairs) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(tally.report(started.elapsed()))
}

/// What a pair is for an agent, from its two games; `Drawn` is one to discard.
pub fn decide(games: [Outcome; 2]) -> Outcome {
    use Outcome::{Drawn, Lost, Won};
    match games {
        [Won, Won | Drawn] | [Drawn, Won] => Won,
        [Lost, Lost | Drawn] | [Drawn, Lost] => Lost,
        [Won, Lost] | [Lost, Won] | [Drawn, Drawn] => Drawn,
    }
}

fn opposite(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Won => Outcome::Lost,
        Outcome::Drawn => Outcome::Drawn,
        Outcome::Lost => Outcome::Won,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_needs_a_win_and_no_loss() {
        use Outcome::{Drawn, Lost, Won};
        let all = [[Won, Won], [Won, Drawn], [Drawn, Won], [Won, Lost], [Drawn, Drawn], [Lost, Won]];
        assert_eq!(all.map(decide), [Won, Won, Won, Drawn, Drawn, Drawn]);
        for games in all {
            assert_eq!(decide(games.map(opposite)), opposite(decide(games)));
        }
    }
}
