use waxwing::game::Observable;
use waxwing::{Game, Player, Rng, Turn};

use super::{Hearts, Rules, USUAL, random_step};
use crate::hearts::scores::{finish, round_scores};

#[test]
fn the_database_is_what_its_generator_makes() {
    let scores = round_scores();
    assert!(scores == include_bytes!("../scores.bin"), "run the example hearts_scores");
    assert_eq!(scores.len(), 40_000);
    for round in scores.chunks(4) {
        let sum: u32 = round.iter().map(|&score| u32::from(score)).sum();
        let shot = round.iter().filter(|&&score| score == 26).count() == 3 && round.contains(&0);
        assert!(sum == 26 || shot, "{round:?}");
    }
    // Rounds among players who avoid points differ much from each other, and the moon is shot now and then.
    let shot = scores.chunks(4).filter(|round| round.iter().sum::<u8>() == 78).count();
    assert!((100..1_000).contains(&shot), "{shot}");
    assert!(scores.chunks(4).filter(|round| round.contains(&0)).count() > 5_000);
}

#[test]
fn a_determinization_is_over_at_the_end_of_its_round() {
    let mut rng = Rng::new(1);
    for game in 0..200 {
        let mut state = Hearts::with(Rules { limit: [50, 200][game % 2], ..USUAL });
        for _ in 0..rng.below(100) {
            state.apply(random_step(&state, &mut rng));
        }
        let mut sampled = state.determinize(Player(0), &mut rng);
        while sampled.turn() != Turn::Over {
            sampled.apply(random_step(&sampled, &mut rng));
        }
        assert_eq!(sampled.round, state.round + 1);
        assert!(sampled.totals.iter().any(|&total| total >= state.rules.limit));
    }
}

#[test]
fn the_rest_of_a_game_is_drawn_from_the_database_until_somebody_reaches_the_limit() {
    let mut rng = Rng::new(2);
    let mut sums = [0; 4];
    for _ in 0..20_000 {
        let seed = rng.next_u64();
        let totals = finish([10, 0, 30, 5], 50, seed);
        assert_eq!(totals, finish([10, 0, 30, 5], 50, seed));
        let gained: u32 = totals.iter().map(|&total| u32::from(total)).sum::<u32>() - 45;
        assert!(gained >= 26 && gained.is_multiple_of(26));
        assert!(totals.iter().any(|&total| total >= 50));
        (0..4).for_each(|seat| sums[seat] += u32::from(totals[seat]) - [10, 0, 30, 5][seat]);
    }
    // All seats pay the same on average.
    let mean = f64::from(sums.iter().sum::<u32>()) / 4.0;
    assert!(sums.iter().all(|&sum| (f64::from(sum) / mean - 1.0).abs() < 0.03), "{sums:?}");
    assert_eq!(finish([50, 0, 0, 2], 50, 9), [50, 0, 0, 2]);
}
