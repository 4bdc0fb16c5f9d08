//! What is drawn, against the wheel of Equation 1 over all replies.

use super::forest::{Answer, Forest};
use super::{Quota, Replying, Sum};
use crate::Rng;
use crate::game::{Game, Player, Reward, Turn};
use crate::icarus::{Lexicon, Log, Moment};

const ME: Player = Player(0);
const ACTIONS: u16 = 128;
const B: f64 = 0.7;
const DRAWS: usize = 20_000;

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

impl Default for Replying {
    fn default() -> Replying {
        Replying {
            epsilon: 1.0,
            b: B as f32,
            by_weight: true,
            own_contexts: false,
            sum: Sum::Legal,
            shared_trees: false,
            shortest: 1,
            longest: 1000,
            prefix: false,
            keep_game: true,
        }
    }
}

/// All ways to draw: by both sums, whether the game tells what is open or not.
const WAYS: [(Sum, bool); 4] = [(Sum::Legal, true), (Sum::Legal, false), (Sum::Stored, true), (Sum::Stored, false)];

fn empty((sum, tells): (Sum, bool)) -> Forest<u16> {
    Forest::new(1, if tells { 2 } else { 0 }, Replying { sum, ..Replying::default() })
}

/// A forest that has learned replies to the moves 0 to 2, some of them often.
fn grown(way: (Sum, bool), rng: &mut Rng) -> Forest<u16> {
    let mut forest = empty(way);
    for _ in 0..3000 {
        let most = rng.below(usize::from(ACTIONS));
        let reply = rng.below(1 + most) as u16;
        let reward = if rng.below(3) == 0 { Reward::WIN } else { Reward::LOSS };
        let context = [rng.below(3) as u64, rng.below(3) as u64];
        forest.learn(Answer { player: ME, reply, key: reply.into(), reward }, &context, &Quota::new(1 << 24));
    }
    forest
}

/// The weights of Equation 1 of all possible replies, 0 where they are not known.
fn weights(forest: &Forest<u16>, context: &[u64], state: &State) -> Vec<f64> {
    let records: Vec<(i64, u32)> =
        (0..ACTIONS).map(|reply| forest.record(ME, context, |known| known == reply)).collect();
    let is_counted = |reply: u16| forest.how.sum == Sum::Stored || state.possible.contains(&reply);
    let all: u32 = records.iter().zip(0..).filter(|&(_, reply)| is_counted(reply)).map(|(record, _)| record.1).sum();
    let weight = |(reply, &(sum, visits)): (usize, &(i64, u32))| {
        let (mean, n) = (sum as f64 / Reward::WIN.bits() as f64 / f64::from(visits), f64::from(visits));
        let is_candidate = visits > 0 && state.possible.contains(&(reply as u16));
        if is_candidate { mean + B * (f64::from(all).ln() / n).sqrt() } else { 0.0 }
    };
    records.iter().enumerate().map(weight).collect()
}

/// Draws many times where these moves were seen.
fn draw_all(forest: &Forest<u16>, state: &State, seen: &[u64], rng: &mut Rng) -> Vec<Option<(u16, f32)>> {
    let mut log = Log::default();
    log.seen[0] = seen.to_vec();
    let lexicon = Lexicon::none();
    let at = Moment { state, player: ME, is_playout: true, log: &log, lexicon: &lexicon };
    let tells = !state.open.is_empty();
    let draw = |rng: &mut Rng| {
        if tells { forest.candidate::<_, 2>(&at, seen, rng) } else { forest.candidate::<_, 0>(&at, seen, rng) }
    };
    (0..DRAWS).map(|_| draw(rng)).collect()
}

/// Draws from the longest context with a possible reply and compares the counts with the weights.
fn check_draws(forest: &Forest<u16>, state: &State, rng: &mut Rng) {
    let seen = [1, 2];
    let by_length = [&seen[..], &seen[1..]].map(|context| weights(forest, context, state));
    let wanted = by_length.into_iter().find(|weights| weights.iter().any(|&weight| weight > 0.0));
    let mut counts = vec![0u32; usize::from(ACTIONS)];
    for drawn in draw_all(forest, state, &seen, rng) {
        assert_eq!(drawn.is_some(), wanted.is_some());
        if let (Some((reply, weight)), Some(wanted)) = (drawn, &wanted) {
            counts[usize::from(reply)] += 1;
            assert!((f64::from(weight) - wanted[usize::from(reply)]).abs() < 1e-4, "{weight} for {reply}");
        }
    }
    let Some(wanted) = wanted else { return };
    let (total, freedom) = (wanted.iter().sum::<f64>(), wanted.iter().filter(|&&weight| weight > 0.0).count() as f64);
    let deviation = |(&count, &weight): (&u32, &f64)| {
        let expected = DRAWS as f64 * weight / total;
        if weight > 0.0 { (f64::from(count) - expected).powi(2) / expected } else { 0.0 }
    };
    let statistic: f64 = counts.iter().zip(&wanted).map(deviation).sum();
    assert!(statistic < freedom + 5.0 * (2.0 * freedom).sqrt() + 10.0, "{statistic} for {freedom} candidates");
}

#[test]
fn replies_are_drawn_by_their_weights_whether_the_game_tells_what_is_open_or_not() {
    for way in WAYS {
        let mut rng = Rng::new(11);
        let forest = grown(way, &mut rng);
        for _ in 0..12 {
            check_draws(&forest, &State::random(way.1, &mut rng), &mut rng);
        }
        // Where nothing is possible, nothing is drawn.
        let open = if way.1 { vec![u64::MAX; 2] } else { Vec::new() };
        check_draws(&forest, &State { open, possible: Vec::new() }, &mut rng);
    }
}

/// Rejecting by weight must not stop before one candidate is left: the last two are where a short cut would be taken.
#[test]
fn two_open_replies_are_drawn_by_their_weights() {
    for way in WAYS {
        let mut rng = Rng::new(13);
        let forest = grown(way, &mut rng);
        let all = State { open: Vec::new(), possible: (0..ACTIONS).collect() };
        let weights = weights(&forest, &[1, 2], &all);
        let mut known: Vec<u16> = (0..ACTIONS).filter(|&reply| weights[usize::from(reply)] > 0.0).collect();
        known.sort_by(|&x, &y| weights[usize::from(x)].total_cmp(&weights[usize::from(y)]));
        let [least, .., most] = known[..] else { panic!("a forest that has grown knows replies") };
        let ratio = weights[usize::from(most)] / weights[usize::from(least)];
        assert!(ratio > 1.5, "weights that differ by a factor of {ratio}");
        check_draws(&forest, &only(way.1, &[least, most]), &mut rng);
    }
}

/// A state in which these replies are open and possible.
fn only(tells: bool, possible: &[u16]) -> State {
    let mut open = vec![0; if tells { 2 } else { 0 }];
    possible.iter().filter(|_| tells).for_each(|&reply| open[usize::from(reply / 64)] |= 1 << (reply % 64));
    State { open, possible: possible.to_vec() }
}

/// One visit, lost, of the only legal reply: ln 1 is 0, and so is its weight. The 999 visits of an illegal one would make
/// it 0.7·√(ln 1000), above 1.
#[test]
fn visits_of_illegal_replies_do_not_recommend_a_legal_one() {
    for own_contexts in [false, true] {
        for way in WAYS {
            let mut forest = empty(way);
            forest.how.own_contexts = own_contexts;
            let mut learn = |reply: u16, reward| {
                let answer = Answer { player: ME, reply, key: reply.into(), reward };
                forest.learn(answer, &[1], &Quota::new(1 << 24));
            };
            (0..999).for_each(|_| learn(3, Reward::WIN));
            learn(7, Reward::LOSS);
            let stored = B as f32 * 1000f32.ln().sqrt();
            let weight = if way.0 == Sum::Legal { 0.0 } else { stored };
            for drawn in draw_all(&forest, &only(way.1, &[7]), &[1], &mut Rng::new(14)) {
                assert!(matches!(drawn, Some((7, found)) if (found - weight).abs() < 1e-5), "{drawn:?} for {way:?}");
            }
        }
    }
}

#[test]
fn a_forest_learns_the_same_whatever_the_game_tells_and_the_sum_is() {
    let forests = WAYS.map(|way| grown(way, &mut Rng::new(12)));
    for context in [&[1][..], &[2, 1], &[7], &[0, 2]] {
        let record = |forest: &Forest<u16>, reply| forest.record(ME, context, |known| known == reply);
        let is_same = |forest| (0..ACTIONS).all(|reply| record(forest, reply) == record(&forests[0], reply));
        assert!(forests.iter().all(is_same));
    }
}

#[test]
fn replies_without_context_are_candidates_where_no_move_before_fits() {
    for way in WAYS {
        for (shortest, drawn) in [(1, None), (0, Some(5))] {
            let mut forest =
                Forest::new(1, if way.1 { 2 } else { 0 }, Replying { sum: way.0, shortest, ..Replying::default() });
            let mut learn = |reply: u16, context: &[u64]| {
                let answer = Answer { player: ME, reply, key: reply.into(), reward: Reward::WIN };
                forest.learn(answer, context, &Quota::new(1 << 24));
            };
            learn(5, &[]);
            learn(6, &[1]);
            let state = only(way.1, &[5, 6]);
            // The longest context that fits has one reply; without it the roots of both have.
            assert!(draw_all(&forest, &state, &[1], &mut Rng::new(15)).iter().all(|drawn| drawn.unwrap().0 == 6));
            let others = draw_all(&forest, &state, &[2], &mut Rng::new(15));
            assert_eq!(others.iter().flatten().map(|drawn| drawn.0).min(), drawn);
            let counts = [5, 6].map(|reply| forest.record(ME, &[], |known| known == reply).1);
            assert_eq!(counts, [drawn.map_or(0, |_| 1); 2]);
            assert_eq!(forest.record(ME, &[1], |known| known == 6).1, 1);
        }
    }
}

#[test]
fn trees_are_shared_by_the_players_if_that_is_wanted() {
    for shared_trees in [false, true] {
        let mut forest = Forest::new(2, 2, Replying { shared_trees, ..Replying::default() });
        for (player, reward) in [(ME, Reward::WIN), (Player(1), Reward::LOSS)] {
            forest.learn(Answer { player, reply: 5u16, key: 5, reward }, &[1], &Quota::new(1 << 24));
        }
        let counts = [ME, Player(1)].map(|player| forest.record(player, &[1], |reply| reply == 5));
        let apart = [(Reward::WIN.bits(), 1), (Reward::LOSS.bits(), 1)];
        assert_eq!(counts, if shared_trees { [(Reward::WIN.bits() + Reward::LOSS.bits(), 2); 2] } else { apart });
    }
}
