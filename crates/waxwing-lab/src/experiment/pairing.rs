//! Decided pairs among results that are in a store.

use super::cell_games::GameResult;
use waxwing_workshop::decide;
use waxwing_workshop::statistics::{Outcome, Score};

/// What the pairs were for the first agent, from the results of games in the order of their numbers, and how many were
/// discarded. A pair of which a game is missing does not count.
pub(super) fn decide_groups(results: impl Iterator<Item = (u64, GameResult)>) -> (Score, u64) {
    let (mut score, mut discarded, mut first) = (Score::default(), 0, None);
    for (number, result) in results {
        match first.take() {
            Some((partner, other)) if number % 2 == 1 && partner == number - 1 => match decide_pair(other, result) {
                Outcome::Drawn => discarded += 1,
                decided => score.add(decided),
            },
            _ => first = Some((number, result)),
        }
    }
    (score, discarded)
}

/// What a pair was for the first agent; `Drawn` is one to discard.
pub(super) fn decide_pair(first: GameResult, second: GameResult) -> Outcome {
    decide([first.outcome(0), second.outcome(0)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_pairs_count() {
        let [won, drawn, lost] = [0b0010, 0b0101, 0b1000].map(GameResult);
        let results = [(0, won), (1, drawn), (2, won), (4, won), (5, lost), (7, lost), (8, lost), (9, lost), (10, won)];
        let (score, discarded) = decide_groups(results.into_iter());
        assert_eq!((score, discarded), (Score { wins: 1, draws: 0, losses: 1 }, 1));
    }
}
