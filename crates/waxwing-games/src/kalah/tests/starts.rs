//! Random starting boards.

use std::collections::HashMap;

use waxwing::game::Observable;
use waxwing::{Game, Notation, Rng, Turn};

use super::super::deal::Deal;
use super::super::{Kalah, KalahMove};
use super::{SOUTH, after, is_turn_of, pits};
use crate::testing::assert_frequencies;

#[test]
fn a_random_start_is_a_deal_and_then_souths_move() {
    let state = Kalah::undealt(3, 2);
    assert_eq!(state.turn(), Turn::Chance);
    assert_eq!(state.draw(None), "  12 seeds to deal into 6 houses\n");
    let dealt = {
        let mut dealt = state.clone();
        dealt.apply(state.parse("deal:0,1,5/3,3,0").unwrap());
        dealt
    };
    assert_eq!(pits(&dealt), [vec![0, 1, 5, 0], vec![3, 3, 0, 0]]);
    assert!(is_turn_of(&dealt, SOUTH) && !is_turn_of(&after(dealt, "2"), SOUTH));
    let deal = state.parse("deal:0,1,5/3,3,0").unwrap();
    assert!(!state.is_legal(deal) && state.observe(deal, SOUTH).is_none());
}

#[test]
fn every_deal_has_a_number_of_its_own() {
    let text = |counts: [u8; 4]| format!("{},{}/{},{}", counts[0], counts[1], counts[2], counts[3]);
    let mut numbers = Vec::new();
    for place in 0..9usize.pow(4) {
        let counts = [0, 1, 2, 3].map(|digit| (place / 9usize.pow(digit) % 9) as u8);
        let Ok(deal) = Deal::read(&text(counts), 2, 2) else { continue };
        assert_eq!(Deal::unpacked(deal.packed(), 2, 2), deal);
        numbers.push(deal.packed());
    }
    numbers.sort_unstable();
    numbers.dedup();
    // Eight seeds lie in four houses in 165 ways, and in nine of them each South's or North's two have all.
    assert_eq!(numbers.len(), 165 - 2 * 9);
    let mut rng = Rng::new(3);
    for _ in 0..3000 {
        let (houses, stones) = (1 + rng.below(6) as u8, 1 + rng.below(6) as u8);
        let deal = Deal::random(houses, stones, &mut rng);
        assert_eq!(Deal::unpacked(deal.packed(), houses, stones), deal);
        assert_eq!(Deal::read(&deal.text(), houses, stones), Ok(deal));
    }
    let lopsided = "71,0,0,0,0,0/0,0,0,0,0,1";
    assert_eq!(Deal::unpacked(Deal::read(lopsided, 6, 6).unwrap().packed(), 6, 6).text(), lopsided);
}

#[test]
fn each_seed_is_thrown_on_its_own_and_boards_with_an_empty_row_are_thrown_again() {
    const DRAWS: usize = 40_000;
    let (mut rng, mut counts) = (Rng::new(9), HashMap::new());
    for _ in 0..DRAWS {
        let state = Kalah::undealt(2, 1);
        let text = state.format(state.sample_chance(&mut rng));
        *counts.entry(text).or_insert(0usize) += 1;
    }
    // The ways to throw four seeds into four houses: 4! for each board, divided by the orders within its houses.
    let factorial = |count: u8| (1..=u32::from(count)).product::<u32>();
    let (mut boards, mut throws) = (Vec::new(), 0);
    for place in 0..5usize.pow(4) {
        let seeds = [0, 1, 2, 3].map(|digit| (place / 5usize.pow(digit) % 5) as u8);
        if seeds.iter().sum::<u8>() == 4 && seeds[0] + seeds[1] > 0 && seeds[2] + seeds[3] > 0 {
            let ways = seeds.iter().fold(24, |ways, &count| ways / factorial(count));
            boards.push((format!("deal:{},{}/{},{}", seeds[0], seeds[1], seeds[2], seeds[3]), ways));
            throws += ways;
        }
    }
    assert_eq!((boards.len(), throws), (35 - 2 * 5, 256 - 2 * 16));
    assert_eq!(counts.len(), boards.len());
    let expected = |ways: u32| DRAWS as f64 * f64::from(ways) / f64::from(throws);
    assert_frequencies(boards.iter().map(|(text, ways)| (counts[text], expected(*ways))));
}

#[test]
fn a_deal_that_is_impossible_is_answered_with_what_is_wrong() {
    let state = Kalah::undealt(2, 3);
    let message = |text: &str| state.parse(text).unwrap_err();
    let form = "it has 2 numbers with `,` between them for South, a `/`, and as many for North";
    for text in ["deal:", "deal:3,3", "deal:3,3/3,3/3,3", "deal:3/3,3", "deal:3,3/3,3,3"] {
        let wrong = message(text);
        assert!(wrong.starts_with(&format!("`{text}` is not a deal: ")), "{wrong}");
        assert!(wrong.ends_with(form) || text == "deal:3,3/3,3/3,3", "{wrong}");
    }
    assert_eq!(message("deal:3,x/3,3"), "`deal:3,x/3,3` is not a deal: `x` is no number of seeds");
    assert_eq!(message("deal:3,+3/3,3"), "`deal:3,+3/3,3` is not a deal: `+3` is no number of seeds");
    assert_eq!(message("deal:3,/3,3"), "`deal:3,/3,3` is not a deal: `` is no number of seeds");
    assert_eq!(message("deal:3,999/3,3"), "`deal:3,999/3,3` is not a deal: `999` is no number of seeds");
    assert_eq!(message("deal:3,3/3,4"), "`deal:3,3/3,4` is not a deal: there are 12 seeds, not 13");
    assert_eq!(message("deal:255,255/255,255"), "`deal:255,255/255,255` is not a deal: there are 12 seeds, not 1020");
    assert_eq!(message("deal:6,6/0,0"), "`deal:6,6/0,0` is not a deal: each player must have a seed");
    let early = "the seeds have not been dealt; a deal looks like `deal:3,3/3,3`";
    assert_eq!(message("1"), format!("`1` is not a deal: {early}"));
    let dealt = Kalah::new(2, 3).unwrap();
    let late = dealt.parse("deal:3,3/3,3").unwrap_err();
    assert_eq!(late, "`deal:3,3/3,3` is not a move: the seeds have been dealt already");
    assert!(!dealt.is_legal(KalahMove(u64::MAX)));
}

#[test]
fn any_text_is_read_as_a_deal_without_a_panic_and_what_is_read_is_written_again() {
    let (mut rng, signs) = (Rng::new(4), ["0", "1", "2", "3", "9", ",", "/", "-", "é"]);
    let mut read = 0;
    for (houses, stones) in [(1, 1), (1, 2), (2, 1), (6, 6)].into_iter().cycle().take(100_000) {
        let text: String = (0..rng.below(9)).map(|_| signs[rng.below(signs.len())]).collect();
        let (state, text) = (Kalah::undealt(houses, stones), format!("deal:{text}"));
        if let Ok(deal) = state.parse(&text) {
            assert_eq!(state.parse(&state.format(deal)), Ok(deal));
            read += 1;
        }
    }
    assert!(read > 0);
}
