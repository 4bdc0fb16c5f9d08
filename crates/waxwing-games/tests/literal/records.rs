//! `records(by=…, from=…, learn=…, policy=…)`: Definition 5 with its parts as parameters, record by record.

use waxwing::agent::{Call, Context as By, Contexts};
use waxwing::knowledge::Offers;
use waxwing::strategy::About;
use waxwing::{Game, Information, Phase, Player, Record, Reward};

use crate::decision::Decision;
use crate::icarus::{Captured, Choice, Context, Counts, Icarus, Info, Playout, Ply, Step, Theta, statistics, ucb1};
use crate::known;

pub struct Composed {
    pub by: Contexts,
    pub from: String,
    pub learn: String,
    pub policy: String,
    pub available: bool,
    pub c: f64,
    pub tau: f64,
    pub epsilon: f64,
    pub gamma: f64,
    pub min: u64,
    pub shorter: bool,
    pub prefix: bool,
    /// The names of what the game says of an action.
    pub attributes: Vec<String>,
}

/// Where in an iteration a record is looked up.
struct At<'a, G: Game> {
    playout: &'a Playout<'a, G>,
    player: Player,
    /// How many steps lie before.
    index: usize,
    phase: Phase,
}

impl<G: Game> Clone for At<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for At<'_, G> {}

fn at<'a, G: Game>(playout: &'a Playout<'a, G>, player: Player, index: usize, step: &Step<G::Action>) -> At<'a, G> {
    At { playout, player, index, phase: step.phase }
}

impl Composed {
    pub fn of(call: &Call, offers: &Offers) -> Composed {
        let text = |name: &str| call.choice(name).to_owned();
        Composed {
            by: call.contexts("by").clone(),
            from: text("from"),
            learn: text("learn"),
            policy: text("policy"),
            available: text("trials") == "available",
            c: call.number("c"),
            tau: call.number("tau"),
            epsilon: call.number("epsilon"),
            gamma: call.number("gamma"),
            min: call.integer("min"),
            shorter: text("short") == "shorter",
            prefix: call.flag("prefix"),
            attributes: offers.attributes.iter().map(|(name, _)| name.clone()).collect(),
        }
    }

    fn is_good(&self) -> bool {
        self.learn.starts_with("good")
    }

    fn is_ucb1(&self) -> bool {
        self.policy == "ucb1"
    }

    fn has(&self, name: &str) -> bool {
        self.by.get(name).is_some()
    }

    fn counts_available(&self) -> bool {
        self.is_ucb1() && self.available && !self.is_good()
    }

    /// What `by` says of the action, and what it says of the moment.
    fn of_action(&self) -> impl Iterator<Item = &By> {
        self.by.iter().filter(|by| by.name == "action" || by.word().is_none())
    }

    fn of_moment(&self) -> impl Iterator<Item = &By> {
        self.by.iter().filter(|by| by.name != "action" && by.word().is_some())
    }

    fn attribute(&self, by: &By) -> usize {
        self.attributes.iter().position(|name| *name == by.name).expect("the game has it")
    }

    /// The last k of these moves; nothing if there are fewer and that matters.
    fn recent<A: Copy>(&self, moves: &[A], k: u64) -> Option<Vec<A>> {
        let missing = (k as usize).saturating_sub(moves.len());
        (missing == 0 || self.shorter).then(|| moves[moves.len() - (k as usize - missing)..].to_vec())
    }

    /// What the moment is like, in each of the ways in which it can be told: one for each predicate that holds, or one.
    fn moments<G: Game>(&self, at: At<'_, G>) -> Vec<Vec<About<G::Action>>> {
        self.of_moment().fold(vec![Vec::new()], |all, by| {
            let ways = self.ways(at, by);
            all.iter().flat_map(|one| ways.iter().map(|way| [&one[..], std::slice::from_ref(way)].concat())).collect()
        })
    }

    fn ways<G: Game>(&self, At { playout, player, index, phase }: At<'_, G>, by: &By) -> Vec<About<G::Action>> {
        let (number, seen) = (by.number.unwrap_or(0), || playout.seen(player, index, self.prefix));
        match &*by.name {
            "node" if phase == Phase::Simulation => Vec::new(),
            "node" => vec![About::Node(playout.view(player, index))],
            "last" => self.recent(&seen(), number).map(About::Last).into_iter().collect(),
            "own" => {
                let own = playout.decisions().filter(|&(before, actor, _)| before < index && actor == player);
                let own: Vec<G::Action> = own.map(|(_, _, step)| step.action).collect();
                self.recent(&own, number).map(About::Own).into_iter().collect()
            }
            "depth" => vec![About::Depth(index as u64 / number)],
            "episode" => {
                let (label, moves) = playout.episode(player, index);
                vec![About::Episode { label, moves }]
            }
            "predicates" => {
                let state = &playout.states[index];
                let set = state.knowledge().predicates().map_or(0, |predicates| predicates.holding(state));
                (0..64).filter(|bit| set >> bit & 1 == 1).map(About::Predicate).collect()
            }
            "seen" => vec![About::Seen(seen())],
            name => unreachable!("`{name}` is said of an action"),
        }
    }

    /// What an action is like in the state in which it is played.
    fn action<G: Game>(&self, state: &G, action: G::Action) -> Vec<About<G::Action>> {
        let of = |by: &By| match &*by.name {
            "action" => About::Action(action),
            _ => {
                let attribute = self.attribute(by);
                About::Attribute { attribute, number: known::attribute(attribute, state, action) }
            }
        };
        self.of_action().map(of).collect()
    }

    /// The record of a moment, and of an action in the state in which it is played; replies are the information, and no part
    /// of the record.
    fn record<G: Game>(
        &self,
        player: Player,
        moment: &[About<G::Action>],
        (state, action): (&G, G::Action),
    ) -> Record<G::Action> {
        let of_action = if self.is_good() { Vec::new() } else { self.action(state, action) };
        Record::Composed { player, about: [&of_action[..], moment].concat() }
    }

    fn mean(&self, counts: &Counts) -> f64 {
        match &self.learn[..] {
            "discounted" => counts.q[0] / counts.q[1],
            _ => counts.q[0] / counts.n as f64,
        }
    }

    /// v of every legal action, if it is known: by the greatest of the moment's ways.
    fn known<G: Game>(&self, ply: &Ply<'_, G>, theta: &Theta<'_, G::Action>) -> Vec<Option<f64>> {
        let At { player, index, .. } = here(ply);
        let moments = self.moments(here(ply));
        let state = &ply.playout.states[index];
        if self.is_good() {
            let reply =
                moments.iter().find_map(|moment| match theta.get(Record::Composed { player, about: moment.clone() }) {
                    Some(Info::Reply(Some(reply))) if ply.legal.contains(reply) => Some(*reply),
                    _ => None,
                });
            let value = |action: &G::Action| reply.map(|reply| if reply == *action { 1.0 } else { 0.0 });
            return ply.legal.iter().map(value).collect();
        }
        let counts = |moment: &[About<G::Action>], action: G::Action| {
            theta.visited(self.record(player, moment, (state, action)))
        };
        let value = |action: &G::Action| {
            let values = moments.iter().filter_map(|moment| {
                let known = counts(moment, *action).filter(|counts| counts.n >= self.min)?;
                if !self.is_ucb1() {
                    return Some(self.mean(known));
                }
                let all = || ply.legal.iter().filter_map(|&other| counts(moment, other)).map(|counts| counts.n).sum();
                let trials = if self.available { known.m } else { all() };
                Some(self.bound(known, trials))
            });
            values.reduce(f64::max)
        };
        ply.legal.iter().map(value).collect()
    }

    fn bound(&self, counts: &Counts, trials: u64) -> f64 {
        let mean = self.mean(counts);
        if self.learn != "variance" {
            return ucb1(mean, self.c, trials, counts.n);
        }
        let ratio = (trials as f64).ln() / counts.n as f64;
        let variance = counts.q[1] / counts.n as f64 - mean * mean + (2.0 * ratio).sqrt();
        mean + self.c * (ratio * variance.min(0.25)).sqrt()
    }

    fn context<A: Copy>(&self, player: Player, action: A) -> Context<A> {
        if self.is_good() { Context::Reply(action, player) } else { Context::Player(player) }
    }

    /// The legal actions besides the one that was played, which was available too.
    fn available<G: Game>(&self, at: At<'_, G>, step: &Step<G::Action>, captured: &mut Captured<G::Action>) {
        if !self.counts_available() {
            return;
        }
        let state = &at.playout.states[at.index];
        for moment in self.moments(at) {
            for &action in step.legal.iter().filter(|&&action| action != step.action) {
                captured.push((self.record(at.player, &moment, (state, action)), Context::Available));
            }
        }
    }
}

fn here<'a, G: Game>(ply: &'a Ply<'a, G>) -> At<'a, G> {
    At { playout: ply.playout, player: ply.player, index: ply.length(), phase: ply.phase }
}

impl<G: Game> Icarus<G> for Composed {
    fn keeps(&self, record: &Record<G::Action>) -> bool {
        let Record::Composed { about, .. } = record else { return false };
        let of_action = self.of_action().filter(|_| !self.is_good());
        let expected: Vec<&By> = of_action.chain(self.of_moment()).collect();
        let is_whole = |moves: &[G::Action], by: &By| {
            let k = by.number.unwrap_or(0) as usize;
            moves.len() == k || self.shorter && moves.len() < k
        };
        about.len() == expected.len()
            && about.iter().zip(expected).all(|(about, by)| match about {
                About::Action(_) => by.name == "action",
                About::Attribute { attribute, .. } => by.word().is_none() && *attribute == self.attribute(by),
                About::Node(_) => by.name == "node",
                About::Last(moves) => by.name == "last" && is_whole(moves, by),
                About::Own(moves) => by.name == "own" && is_whole(moves, by),
                About::Depth(_) => by.name == "depth",
                About::Episode { .. } => by.name == "episode",
                About::Predicate(_) => by.name == "predicates",
                About::Seen(_) => by.name == "seen",
                _ => false,
            })
    }

    fn initial(&self, _: usize) -> Info<G::Action> {
        if self.is_good() { Info::Reply(None) } else { Info::Counts(Counts::zero(2)) }
    }

    fn policy(&self, ply: &Ply<'_, G>, theta: &Theta<'_, G::Action>) -> Choice {
        let known = self.known(ply, theta);
        let values = |unknown: f64| -> Vec<f64> { known.iter().map(|value| value.unwrap_or(unknown)).collect() };
        Choice::Distribution(match &self.policy[..] {
            "ucb1" => return Choice::Values(values(if self.is_good() { 1.0 } else { f64::INFINITY })),
            "gibbs" => {
                let weights = values(1.0).into_iter().map(|value| (value / self.tau).exp());
                Decision::weights(&weights.collect::<Vec<f64>>())
            }
            "roulette" => Decision::weights(&values(1.0)),
            "greedy" => Decision::epsilon_greedy(&values(1.0), self.epsilon),
            // Nothing known is nothing played.
            "reply" if known.iter().all(Option::is_none) => {
                let none = vec![0.0; ply.legal.len()];
                Decision { probabilities: none, possible: vec![false; ply.legal.len()], certain: true }
            }
            "reply" => {
                let unknown: Vec<bool> = known.iter().map(Option::is_none).collect();
                Decision::argmax(&values(0.0), &unknown)
            }
            name => unreachable!("there is no policy `{name}`"),
        })
    }

    fn capture(&self, playout: &Playout<'_, G>, _: &Theta<'_, G::Action>) -> Captured<G::Action> {
        let mut captured = Vec::new();
        for (i, player, step) in playout.decisions() {
            let at = at(playout, player, i, step);
            let is_learned_from = match &self.from[..] {
                "tree" => step.phase != Phase::Simulation,
                "playout" => step.phase == Phase::Simulation,
                "below" => !self.has("node") || step.phase == Phase::Selection,
                _ => true,
            };
            if !is_learned_from {
                continue;
            }
            let below = self.from == "below";
            for moment in self.moments(at) {
                for (j, _, played) in playout.decisions().filter(|&(j, later, _)| i <= j && later == player) {
                    let is_history = !self.has("node") || step.legal.contains(&played.action);
                    if j == i || below && is_history {
                        let record = self.record(player, &moment, (&playout.states[j], played.action));
                        captured.push((record, self.context(player, played.action)));
                    }
                }
            }
            self.available(at, step, &mut captured);
        }
        captured
    }

    fn back_up(&self, info: &mut Info<G::Action>, context: &Context<G::Action>, rewards: &[f64]) {
        match (info, context) {
            (Info::Reply(reply), Context::Reply(new, player)) => {
                if rewards[player.index()] > 0.0 {
                    *reply = Some(*new);
                } else if self.learn == "good-forgetting" && *reply == Some(*new) {
                    *reply = None;
                }
            }
            (Info::Counts(counts), Context::Player(player)) => {
                let reward = rewards[player.index()];
                counts.q = match &self.learn[..] {
                    "discounted" => vec![self.gamma * counts.q[0] + reward, self.gamma * counts.q[1] + 1.0],
                    // Rewards are fixed-point numbers, and so are their squares.
                    _ => vec![counts.q[0] + reward, counts.q[1] + Reward::new(reward * reward).value()],
                };
                counts.n += 1;
                counts.m += 1;
            }
            (Info::Counts(counts), Context::Available) => counts.m += 1,
            _ => unreachable!("replies are not counted"),
        }
    }

    fn describe(&self, _: &Record<G::Action>, info: &Info<G::Action>) -> Information<G::Action> {
        let counts = match info {
            Info::Reply(reply) => return Information::Reply(*reply),
            Info::Counts(counts) => counts,
        };
        match &self.learn[..] {
            "discounted" => {
                let mean = if counts.n > 0 { self.mean(counts) } else { 0.0 };
                let available = self.counts_available().then_some(counts.m);
                Information::Statistics { sum: mean * counts.n as f64, visits: counts.n, available }
            }
            "variance" => {
                let available = self.counts_available().then_some(counts.m);
                Information::Moments { sum: counts.q[0], squares: counts.q[1], visits: counts.n, available }
            }
            _ => statistics(counts, 0, self.counts_available()),
        }
    }
}
