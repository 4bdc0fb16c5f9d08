//! Backgammon on a list of signed numbers, as the rules are told: slow, and sharing nothing with the sets of points.

use std::collections::BTreeSet;

use waxwing::{Game, Notation, Player, Reward, Rng, Turn};

use super::super::board::Side;
use super::super::{Backgammon, BackgammonMove};
use super::{legal, outcomes};

/// Everything in White's view. White's checkers are positive and go down, Black's are negative and go up; 0 and 25 are
/// left empty, the checkers there are counted by themselves.
#[derive(Clone)]
struct Reference {
    points: [i32; 26],
    bar: [i32; 2],
    off: [i32; 2],
    dice: Vec<i32>,
    mover: usize,
}

/// Source, die and text of a move, with the position after it.
type Step = (i32, i32, String, Reference);

impl Reference {
    fn new(checkers: usize) -> Self {
        let mut points = [0; 26];
        for point in [6, 24, 8, 13, 6, 13, 8, 24, 6, 13, 8, 6, 13, 6, 13].into_iter().take(checkers) {
            points[point] += 1;
            points[25 - point] -= 1;
        }
        Reference { points, bar: [0; 2], off: [0; 2], dice: Vec::new(), mover: 0 }
    }

    /// The mover's checkers on a point of the mover's own view; the enemy's are negative.
    fn at(&self, point: i32) -> i32 {
        if self.mover == 0 { self.points[point as usize] } else { -self.points[25 - point as usize] }
    }

    fn add(&mut self, point: i32, checkers: i32) {
        if self.mover == 0 {
            self.points[point as usize] += checkers;
        } else {
            self.points[25 - point as usize] -= checkers;
        }
    }

    /// The mover's move by a die from a point of the mover's view, if the checker can go there.
    fn step(&self, source: i32, die: i32) -> Option<Step> {
        let mut next = self.clone();
        if source == 25 {
            next.bar[self.mover] -= 1;
        } else {
            next.add(source, -1);
        }
        let target = source - die;
        let name = if source == 25 { "bar".to_owned() } else { source.to_string() };
        let text = if target <= 0 {
            let highest = (1..=24).rev().find(|&point| self.at(point) > 0)?;
            if highest > 6 || (target < 0 && highest > source) {
                return None;
            }
            next.off[self.mover] += 1;
            format!("{name}/off")
        } else {
            let star = match self.at(target) {
                ..=-2 => return None,
                -1 => {
                    next.bar[1 - self.mover] += 1;
                    next.add(target, 1);
                    "*"
                }
                _ => "",
            };
            next.add(target, 1);
            format!("{name}/{target}{star}")
        };
        let played = next.dice.iter().position(|&left| left == die)?;
        next.dice.remove(played);
        Some((source, die, text, next))
    }

    /// What each die can move by itself.
    fn steps(&self) -> Vec<Step> {
        let sources: Vec<i32> =
            if self.bar[self.mover] > 0 { vec![25] } else { (1..=24).filter(|&point| self.at(point) > 0).collect() };
        let dice: BTreeSet<i32> = self.dice.iter().copied().collect();
        dice.iter().flat_map(|&die| sources.iter().filter_map(move |&source| self.step(source, die))).collect()
    }

    /// How many of the dice can be played at most.
    fn playable(&self) -> usize {
        let mut most = 0;
        for (_, _, _, next) in self.steps() {
            most = most.max(1 + next.playable());
            if most == self.dice.len() {
                break;
            }
        }
        most
    }

    fn legal(&self) -> Vec<Step> {
        let most = self.playable();
        let mut steps = self.steps();
        steps.retain(|(_, _, _, next)| 1 + next.playable() == most);
        let larger = steps.iter().map(|&(_, die, ..)| die).max();
        if most == 1 {
            steps.retain(|&(_, die, ..)| Some(die) == larger);
        }
        steps
    }

    fn winner(&self, checkers: i32) -> Option<usize> {
        (0..2).find(|&player| self.off[player] == checkers)
    }

    fn pass(&mut self) {
        self.dice.clear();
        self.mover = 1 - self.mover;
    }

    fn roll(&mut self, text: &str) {
        self.dice = text.chars().map(|die| die.to_digit(10).unwrap() as i32).collect();
        if self.dice[0] == self.dice[1] {
            self.dice.extend_from_within(..);
        }
    }

    fn assert_same_checkers(&self, state: &Backgammon) {
        for player in 0..2 {
            let side = &state.sides[player];
            for point in 1..=24 {
                let checkers = if player == 0 { self.points[point] } else { -self.points[25 - point] };
                assert_eq!(i32::from(side.count(point as u8)), checkers.max(0));
            }
            assert_eq!(i32::from(side.count(25)), self.bar[player]);
            assert_eq!(i32::from(side.count(0)), self.off[player]);
        }
    }
}

/// The text without the die that may be said at its end.
fn without_die(text: &str) -> &str {
    text.split('(').next().unwrap_or_default()
}

/// The actions and texts of the legal moves must be those of the reference.
fn assert_same_moves(state: &Backgammon, steps: &[Step]) {
    let told: BTreeSet<(u8, String)> = steps
        .iter()
        .map(|(source, die, text, _)| (BackgammonMove::step(*source as u8, *die as u8).number(), text.clone()))
        .collect();
    let found: BTreeSet<(u8, String)> = legal(state)
        .into_iter()
        .map(|action| (action.number(), without_die(&state.format(action)).to_owned()))
        .collect();
    assert_eq!(found, told, "{}", state.draw(None));
}

/// Plays a random game with both and returns the number of states with a choice.
fn compare(checkers: usize, rng: &mut Rng) -> usize {
    let (mut state, mut reference) = (Backgammon::small(checkers).unwrap(), Reference::new(checkers));
    let mut choices = 0;
    loop {
        reference.assert_same_checkers(&state);
        if let Some(winner) = reference.winner(checkers as i32) {
            assert_eq!(state.turn(), Turn::Over);
            assert_eq!(state.reward(Player(winner as u8)), Reward::WIN);
            assert_eq!(state.reward(Player(1 - winner as u8)), Reward::LOSS);
            return choices;
        }
        let mut steps = reference.legal();
        if steps.is_empty() {
            assert_eq!(state.turn(), Turn::Chance);
            let rolls = outcomes(&state);
            let roll = rolls[rng.below(rolls.len())];
            reference.roll(&state.format(roll));
            state.apply(roll);
            if reference.legal().is_empty() {
                reference.pass();
            }
            continue;
        }
        assert_eq!(state.turn(), Turn::Player(Player(reference.mover as u8)));
        assert_same_moves(&state, &steps);
        choices += 1;
        let (source, die, _, next) = steps.swap_remove(rng.below(steps.len()));
        state.apply(BackgammonMove::step(source as u8, die as u8));
        reference = next;
        if reference.winner(checkers as i32).is_none() && reference.legal().is_empty() {
            reference.pass();
        }
    }
}

#[test]
fn the_sets_of_points_agree_with_a_list_of_signed_numbers() {
    let mut rng = Rng::new(5);
    let full: usize = (0..40).map(|_| compare(15, &mut rng)).sum();
    let small: usize = (0..1500).map(|game| compare(1 + game % 14, &mut rng)).sum();
    assert!(full > 4_000 && small > 50_000, "{full} {small}");
}

/// Few white checkers and points held by Black anywhere: positions in which dice are hard to play.
fn random_position(rng: &mut Rng) -> (Backgammon, Reference) {
    let nearest = [6, 8, 14, 25][rng.below(4)];
    let white: Vec<u8> = (0..=rng.below(5)).map(|_| 1 + rng.below(nearest) as u8).collect();
    let mut black = vec![25];
    for _ in 0..rng.below(12) {
        let point = 1 + rng.below(24) as u8;
        let stack = if white.contains(&(25 - point)) { 0 } else { 1 + rng.below(3) };
        black.extend(std::iter::repeat_n(point, stack));
    }
    let mut reference = Reference::new(0);
    for (player, points) in [&white, &black].into_iter().enumerate() {
        reference.mover = player;
        for &point in points {
            if point == 25 {
                reference.bar[player] += 1;
            } else {
                reference.add(i32::from(point), 1);
            }
        }
    }
    reference.mover = 0;
    (Backgammon { sides: [Side::on(&white), Side::on(&black)], turns: 2, ..Backgammon::new() }, reference)
}

#[test]
fn dice_that_are_hard_to_play_are_played_as_the_rules_are_told() {
    let mut rng = Rng::new(9);
    let mut restricted = 0;
    for _ in 0..2000 {
        let (start, told) = random_position(&mut rng);
        for roll in outcomes(&start) {
            let (mut state, mut reference) = (start.clone(), told.clone());
            reference.roll(&state.format(roll));
            state.apply(roll);
            loop {
                let mut steps = reference.legal();
                if steps.is_empty() {
                    break;
                }
                assert_same_moves(&state, &steps);
                restricted += usize::from(steps.len() < reference.steps().len());
                let (source, die, _, next) = steps.swap_remove(rng.below(steps.len()));
                state.apply(BackgammonMove::step(source as u8, die as u8));
                reference = next;
                reference.assert_same_checkers(&state);
            }
            assert_eq!(state.is_over(), state.sides[0].is_done());
            assert_eq!((state.left == 0, state.mover), if state.is_over() { (false, 0) } else { (true, 1) });
        }
    }
    assert!(restricted > 2000, "{restricted}");
}

/// The number of move sequences of a turn, and the positions they lead to.
fn turns(state: &Backgammon, mover: u8, ends: &mut BTreeSet<String>) -> usize {
    if state.left == 0 {
        assert_eq!(state.mover, 1 - mover);
        ends.insert(format!("{:?}", state.sides));
        return 1;
    }
    let next = |action| {
        let mut next = state.clone();
        next.apply(action);
        next
    };
    legal(state).into_iter().map(|action| turns(&next(action), mover, ends)).sum()
}

#[test]
fn every_first_roll_can_be_played_in_as_many_ways_as_another_program_counts() {
    /// The roll, its sequences of moves, and the positions that they lead to.
    const FIRST_ROLLS: [(&str, usize, usize); 21] = [
        ("11", 245, 42),
        ("21", 30, 15),
        ("22", 538, 75),
        ("31", 31, 16),
        ("32", 35, 17),
        ("33", 536, 73),
        ("41", 27, 14),
        ("42", 37, 18),
        ("43", 34, 17),
        ("44", 411, 52),
        ("51", 15, 8),
        ("52", 17, 8),
        ("53", 18, 9),
        ("54", 18, 9),
        ("55", 15, 4),
        ("61", 19, 10),
        ("62", 28, 14),
        ("63", 28, 14),
        ("64", 28, 14),
        ("65", 14, 7),
        ("66", 71, 11),
    ];
    for (roll, sequences, positions) in FIRST_ROLLS {
        let mut ends = BTreeSet::new();
        let state = super::after(Backgammon::with_options(15, true), roll);
        assert_eq!((turns(&state, 0, &mut ends), ends.len()), (sequences, positions), "{roll}");
    }
}
