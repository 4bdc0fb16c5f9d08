//! Moves by their numbers, in every game.

use std::collections::HashSet;

use waxwing::{Rng, Turn};

use crate::open;

#[test]
fn moves_and_their_numbers_agree_in_every_game() {
    let workshop = waxwing_games::standard();
    for entry in workshop.games() {
        let mut compared = 0;
        for seed in 0..6 {
            let (mut position, mut rng) = (open(&entry.name).start(), Rng::new(seed));
            while !position.is_over() && position.len() < 120 {
                let (legal, indices) = (position.legal(), position.legal_indices());
                assert_eq!(legal.len(), indices.len());
                assert_eq!(legal.is_empty(), !matches!(position.turn(), Turn::Player(_)), "{}", entry.name);
                let distinct: HashSet<u64> = indices.iter().copied().collect();
                assert_eq!(distinct.len(), indices.len(), "{}: two moves have one number", entry.name);
                for (text, &index) in legal.iter().zip(&indices) {
                    assert_eq!(position.index_of(text).as_ref(), Ok(&index), "{} {text}", entry.name);
                    assert_eq!(position.move_of(index).as_ref(), Some(text), "{}", entry.name);
                    assert!(position.action_space() == 0 || index < position.action_space() as u64, "{}", entry.name);
                    compared += 1;
                }
                let others = (0..position.action_space() as u64).filter(|index| !distinct.contains(index));
                assert!(others.take(20).all(|index| position.move_of(index).is_none()), "{}", entry.name);
                position.play_random(&mut rng);
            }
        }
        assert!(compared > 500, "{}: {compared} moves compared", entry.name);
        assert!(open(&entry.name).start().index_of("no move at all").is_err(), "{}", entry.name);
    }
}
