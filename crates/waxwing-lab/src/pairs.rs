//! Decided pairs: two games with swapped seats are one result, as in the Kalah experiments of the implicit minimax paper.
//!
//! Where a random starting board favours a seat, whoever has it tends to win: single games then say little about the
//! agents. The agent that won one game of a pair and at least tied the other has won the pair. Other pairs are discarded.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use waxwing::Game;
use waxwing::agent::ExpressionError;

use crate::arena::GameRecord;
use crate::matches::{MatchPlan, MatchReport, Pairs, Setting, Tally, outcome, play_all, seats_of};
use crate::statistics::Outcome;

/// Two agents that never decide a pair do not play for ever: so many pairs are played for each that is asked for.
pub(crate) const MOST_FOR_EACH: u64 = 100;

/// Plays pairs of games until `plan.games` of them are decided or failed, and reports after every pair. The plan's assignments are
/// those of [`swapped_seats`](crate::swapped_seats).
///
/// Pairs count in the order of their groups, so the result does not depend on how many games are played at once. It
/// gives up after a hundred pairs for each one that is asked for; when it is stopped, it answers with the pairs that are
/// finished.
pub fn run_pairs<G: Game>(
    setting: &Setting<'_, G>,
    plan: &MatchPlan,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&MatchReport),
) -> Result<MatchReport, ExpressionError> {
    let started = Instant::now();
    let wanted = plan.games;
    let games = wanted.saturating_mul(MOST_FOR_EACH).saturating_mul(plan.group as u64);
    let longest = MatchPlan { games, ..plan.clone() };
    let mut tally = Tally::new(setting, plan);
    let (mut pairs, mut next) = (Pairs::default(), 0);
    tally.pairs = Some(pairs);
    // A pair that failed is not played again: a program that always fails would play a hundred for each.
    let missing = |pairs: Pairs| pairs.decided + pairs.failed < wanted;
    // Games that wait for the other one of their pair, or for earlier pairs.
    let mut waiting: BTreeMap<u64, GameRecord<G::Action>> = BTreeMap::new();
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
                        tally.score(0, decided);
                        tally.score(1, opposite(decided));
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
pub(crate) fn decide(games: [Outcome; 2]) -> Outcome {
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
    use crate::design::swapped_seats;
    use crate::game_text::GameText;
    use crate::matches::Forfeits;
    use std::sync::atomic::Ordering::Relaxed;
    use waxwing::{Expression, Limits, Notation};
    use waxwing_games::Visitor;

    const KALAH: &str = "kalah(houses=3, stones=3, start=random)";

    fn plan(agents: [&str; 2], pairs: u64, jobs: usize) -> MatchPlan {
        MatchPlan {
            agents: agents.map(|text| Expression::parse(text).unwrap()).to_vec(),
            assignments: swapped_seats(2, 2).unwrap(),
            group: 2,
            games: pairs,
            seed: 11,
            jobs,
            limits: Limits::iterations(60),
            forfeits: Forfeits::Apart,
        }
    }

    struct Run<'a>(&'a MatchPlan, &'a AtomicBool, &'a mut dyn FnMut(&MatchReport));

    impl Visitor for Run<'_> {
        type Output = MatchReport;
        fn visit<G: Notation>(self, start: G) -> MatchReport {
            run_pairs(&Setting::new("game", &start), self.0, self.1, self.2).unwrap()
        }
    }

    fn play(game: &str, plan: &MatchPlan) -> MatchReport {
        GameText::parse(game).unwrap().open(Run(plan, &AtomicBool::new(false), &mut |_| {}))
    }

    #[test]
    fn a_pair_needs_a_win_and_no_loss() {
        use Outcome::{Drawn, Lost, Won};
        let all = [[Won, Won], [Won, Drawn], [Drawn, Won], [Won, Lost], [Drawn, Drawn], [Lost, Won]];
        assert_eq!(all.map(decide), [Won, Won, Won, Drawn, Drawn, Drawn]);
        for games in all {
            assert_eq!(decide(games.map(opposite)), opposite(decide(games)));
        }
    }

    #[test]
    fn pairs_are_played_until_enough_are_decided_whatever_runs_at_once() {
        let [one, four] = [1, 4].map(|jobs| play(KALAH, &plan(["uct", "random"], 25, jobs)));
        let counts = |report: &MatchReport| (report.games, report.pairs, report.results[0].won.wins);
        assert_eq!(counts(&one), counts(&four));
        let pairs = one.pairs.unwrap();
        assert_eq!((pairs.decided, one.games), (25, 2 * (pairs.decided + pairs.discarded)));
        assert!(pairs.discarded > 0, "some boards favour a seat");
        let [first, second] = [0, 1].map(|agent| one.results[agent].won);
        assert_eq!((first.wins + first.losses, first.draws, second.wins), (25, 0, first.losses));
        assert!(first.wins > 18, "{first:?}");
    }

    #[test]
    fn agents_that_never_decide_a_pair_are_sent_home() {
        // Whoever moves second wins on this board, and both know how.
        let agent = "uct with solver @2000";
        let report = play("breakthrough(rows=4, columns=2)", &plan([agent, agent], 1, 2));
        assert_eq!(report.pairs, Some(Pairs { decided: 0, discarded: MOST_FOR_EACH, failed: 0 }));
        assert_eq!((report.results[0].won.win_rate, report.games), (None, 2 * MOST_FOR_EACH));
    }

    #[test]
    fn stopped_pairs_are_reported_as_far_as_they_got() {
        let stop = AtomicBool::new(false);
        let at_three = &mut |report: &MatchReport| stop.store(report.games >= 6, Relaxed);
        let plan = plan(["uct", "random"], 1_000, 2);
        let report = GameText::parse(KALAH).unwrap().open(Run(&plan, &stop, at_three));
        assert!((6..100).contains(&report.games), "{}", report.games);
    }
}
