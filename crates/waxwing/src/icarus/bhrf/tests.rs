//! What is drawn, against the wheel of Equation 1 over all replies.

use super::forest::{Answer, Forest, Open};
use crate::Rng;
use crate::game::{Game, Player, Reward, Turn};
use crate::icarus::{Lexicon, Log, Moment};

const ME: Player = Player(0);
const ACTIONS: u16 = 128;
const B: f64 = 0.7;

/// A state in which some actions are open, and some of those are possible.
#[derive(Clone)]
struct State {
    open: Vec<u64>,
    possible: Vec<u16>,
}

impl State {
    fn random(tells: bool, rng: &mut Rng) -> State {
        let (share, mut open) = (2 + rng.below(6), vec![0; 2]);
        let possible = (0..ACTIONS).filter(|&action| {
            let is_open = rng.below(share) == 0;
            open[usize::from(action / 64)] |= u64::from(is_open) << (action % 64);
            is_open && rng.below(3) > 0
        });
        let possible = possible.collect();
        State { open: if tells { open } else { Vec::new() }, possible }
    }
}

impl Game for State {
    type Action = u16;

    fn players(&self) -> usize {
        1
    }

    fn turn(&self) -> Turn {
        Turn::Player(ME)
    }

    fn legal_actions(&self, actions: &mut Vec<u16>) {
        actions.extend(&self.possible);
    }

    fn apply(&mut self, _: u16) {}

    fn reward(&self, _: Player) -> Reward {
        Reward::DRAW
    }

    fn is_legal(&self, action: u16) -> bool {
        self.possible.contains(&action)
    }

    fn open_actions(&self) -> &[u64] {
        &self.open
    }
}

/// A forest that has learned replies to the moves 0 to 2, some of them often.
fn grown(tells: bool, rng: &mut Rng) -> Forest<u16> {
    let mut forest = Forest::new(1, if tells { 2 } else { 0 }, B as f32);
    for _ in 0..3000 {
        let most = rng.below(usize::from(ACTIONS));
        let reply = rng.below(1 + most) as u16;
        let reward = if rng.below(3) == 0 { Reward::WIN } else { Reward::LOSS };
        let context = [rng.below(3) as u64, rng.below(3) as u64];
        forest.learn(Answer { player: ME, reply, key: reply.into(), reward }, &context, &super::Quota::new(1 << 24));
    }
    forest
}

/// The weights of Equation 1 of all possible replies, 0 where they are not known.
fn weights(forest: &Forest<u16>, context: &[u64], state: &State) -> Vec<f64> {
    let records: Vec<(i64, u32)> =
        (0..ACTIONS).map(|reply| forest.record(ME, context, |known| known == reply)).collect();
    let all: u32 = records.iter().map(|&(_, visits)| visits).sum();
    let weight = |(reply, &(sum, visits)): (usize, &(i64, u32))| {
        let (mean, n) = (sum as f64 / Reward::WIN.bits() as f64 / f64::from(visits), f64::from(visits));
        let is_candidate = visits > 0 && state.possible.contains(&(reply as u16));
        if is_candidate { mean + B * (f64::from(all).ln() / n).sqrt() } else { 0.0 }
    };
    records.iter().enumerate().map(weight).collect()
}

/// Draws from the longest context with a possible reply and compares the counts with the weights.
fn check_draws<const W: usize>(forest: &Forest<u16>, state: &State, rng: &mut Rng) {
    let seen = vec![1, 2];
    let mut log = Log::default();
    log.seen[0].clone_from(&seen);
    let lexicon = Lexicon::none();
    let at = Moment { state, player: ME, is_playout: true, log: &log, lexicon: &lexicon };
    let by_length = [&seen[..], &seen[1..]].map(|context| weights(forest, context, state));
    let wanted = by_length.into_iter().find(|weights| weights.iter().any(|&weight| weight > 0.0));
    let mut counts = vec![0u32; usize::from(ACTIONS)];
    for _ in 0..20_000 {
        let mut open = Open::<W>::new(&at);
        let longest = forest.walk(ME, &seen, 2, &open);
        let drawn = forest.shorter_and_shorter(longest).find_map(|node| forest.draw(node, &at, &mut open, rng));
        assert_eq!(drawn.is_some(), wanted.is_some());
        if let (Some((reply, weight)), Some(wanted)) = (drawn, &wanted) {
            counts[usize::from(reply)] += 1;
            assert!((f64::from(weight) - wanted[usize::from(reply)]).abs() < 1e-4, "{weight} for {reply}");
        }
    }
    let Some(wanted) = wanted else { return };
    let (total, freedom) = (wanted.iter().sum::<f64>(), wanted.iter().filter(|&&weight| weight > 0.0).count() as f64);
    let deviation = |(&count, &weight): (&u32, &f64)| {
        let expected = 20_000.0 * weight / total;
        if weight > 0.0 { (f64::from(count) - expected).powi(2) / expected } else { 0.0 }
    };
    let statistic: f64 = counts.iter().zip(&wanted).map(deviation).sum();
    assert!(statistic < freedom + 5.0 * (2.0 * freedom).sqrt() + 10.0, "{statistic} for {freedom} candidates");
}

#[test]
fn replies_are_drawn_by_their_weights_whether_the_game_tells_what_is_open_or_not() {
    for tells in [true, false] {
        let mut rng = Rng::new(11);
        let check = if tells { check_draws::<2> } else { check_draws::<0> };
        let forest = grown(tells, &mut rng);
        for _ in 0..12 {
            check(&forest, &State::random(tells, &mut rng), &mut rng);
        }
        // Where nothing is possible, nothing is drawn.
        let open = if tells { vec![u64::MAX; 2] } else { Vec::new() };
        check(&forest, &State { open, possible: Vec::new() }, &mut rng);
    }
}

/// Rejecting by weight must not stop before one candidate is left: the last two are where a short cut would be taken.
#[test]
fn two_open_replies_are_drawn_by_their_weights() {
    for tells in [true, false] {
        let mut rng = Rng::new(13);
        let forest = grown(tells, &mut rng);
        let all = State { open: Vec::new(), possible: (0..ACTIONS).collect() };
        let weights = weights(&forest, &[1, 2], &all);
        let mut known: Vec<u16> = (0..ACTIONS).filter(|&reply| weights[usize::from(reply)] > 0.0).collect();
        known.sort_by(|&x, &y| weights[usize::from(x)].total_cmp(&weights[usize::from(y)]));
        let [least, .., most] = known[..] else { panic!("a forest that has grown knows replies") };
        let ratio = weights[usize::from(most)] / weights[usize::from(least)];
        assert!(ratio > 1.5, "weights that differ by a factor of {ratio}");
        let mut open = vec![0; 2];
        [least, most].iter().for_each(|&reply| open[usize::from(reply / 64)] |= 1 << (reply % 64));
        let state = State { open: if tells { open } else { Vec::new() }, possible: vec![least, most] };
        let check = if tells { check_draws::<2> } else { check_draws::<0> };
        check(&forest, &state, &mut rng);
    }
}

#[test]
fn a_forest_learns_the_same_whether_the_game_tells_what_is_open_or_not() {
    let [told, untold] = [true, false].map(|tells| grown(tells, &mut Rng::new(12)));
    for context in [&[1][..], &[2, 1], &[7], &[0, 2]] {
        let record = |forest: &Forest<u16>, reply| forest.record(ME, context, |known| known == reply);
        assert!((0..ACTIONS).all(|reply| record(&told, reply) == record(&untold, reply)));
    }
}
