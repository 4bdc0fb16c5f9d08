//! Definition 5: what a strategy is, over a playout that is written out in full.

use rustc_hash::FxHashMap;

use waxwing::knowledge::EpisodeLabel;
use waxwing::{Game, Information, Phase, Player, Record};

use crate::baseline::Baseline;
use crate::decision::Decision;
use crate::known;

/// One action of a playout.
pub struct Step<A> {
    pub player: Option<Player>,
    pub action: A,
    /// A(s), in the order of the game; empty for chance.
    pub legal: Vec<A>,
    /// Of the node it is played in, in the tree of the player who acts.
    pub phase: Phase,
    /// θ_n of that node.
    pub visits: u64,
    /// What each player sees of it.
    pub observed: Vec<Option<A>>,
}

/// What the searching player has seen before the root.
#[derive(Clone)]
pub struct Before<A> {
    pub moves: Vec<A>,
    /// η of the root.
    pub episode: (Option<EpisodeLabel>, Vec<A>),
}

impl<A: Copy> Before<A> {
    /// The root is the start of the game.
    pub fn nothing<G: Game<Action = A>>(root: &G) -> Before<A> {
        Before { moves: Vec::new(), episode: (known::episode(root), Vec::new()) }
    }

    pub fn observe<G: Game<Action = A>>(&mut self, seen: Option<A>, after: &G) {
        self.moves.extend(seen);
        self.episode.1.extend(seen);
        if let Some(label) = known::episode(after) {
            self.episode = (Some(label), Vec::new());
        }
    }
}

/// ⟨a₁, …, a_t⟩ from the root, with the states between.
pub struct Playout<'a, G: Game> {
    pub before: &'a Before<G::Action>,
    /// `states[i]` is the state before step `i`; the last one is the current state.
    pub states: Vec<G>,
    pub steps: Vec<Step<G::Action>>,
    /// How many steps there were when the last tree was left: the playout in the narrow sense begins there.
    pub begun: Option<usize>,
}

impl<'a, G: Game> Playout<'a, G> {
    pub fn new(root: G, before: &'a Before<G::Action>) -> Playout<'a, G> {
        Playout { before, states: vec![root], steps: Vec::new(), begun: None }
    }

    pub fn state(&self) -> &G {
        self.states.last().expect("there is always the root")
    }

    pub fn players(&self) -> usize {
        self.states[0].players()
    }

    pub fn push(
        &mut self,
        player: Option<Player>,
        action: G::Action,
        legal: Vec<G::Action>,
        phase: Phase,
        visits: u64,
    ) {
        let state = self.state();
        let observed = (0..self.players()).map(|p| state.observe(action, Player(p as u8))).collect();
        let mut next = state.clone();
        next.apply(action);
        self.states.push(next);
        self.steps.push(Step { player, action, legal, phase, visits, observed });
    }

    fn below_the_tree(&self) -> Option<&[Step<G::Action>]> {
        self.begun.map(|begun| &self.steps[begun..])
    }

    /// How many decisions have been made below the tree.
    pub fn plies(&self) -> Option<usize> {
        self.below_the_tree().map(|steps| steps.iter().filter(|step| step.player.is_some()).count())
    }

    /// Who made the first of them.
    pub fn first_player(&self) -> Option<Player> {
        self.below_the_tree()?.iter().find_map(|step| step.player)
    }

    /// Whether chance made the last step below the tree.
    pub fn follows_chance(&self) -> bool {
        self.below_the_tree().and_then(|steps| steps.last()).is_some_and(|step| step.player.is_none())
    }

    /// [⟨a₁, …, a_t⟩]^observer: the first `length` steps in one player's eyes.
    pub fn view(&self, observer: Player, length: usize) -> Vec<G::Action> {
        self.steps[..length].iter().filter_map(|step| step.observed[observer.index()]).collect()
    }

    /// The same with what was seen before the root, if that is wanted.
    pub fn seen(&self, observer: Player, length: usize, prefix: bool) -> Vec<G::Action> {
        let mut seen = if prefix { self.before.moves.clone() } else { Vec::new() };
        seen.extend(self.view(observer, length));
        seen
    }

    /// The record of the first `length` steps. Where nothing is hidden all players see the same history, and the record
    /// belongs to the player who played the last move (Definition 4).
    pub fn history(&self, observer: Player, length: usize) -> Record<G::Action> {
        let last = || self.steps[..length].last().and_then(|step| step.player).unwrap_or(Player(0));
        let observer = if G::HIDDEN { observer } else { last() };
        Record::History { observer, moves: self.view(observer, length) }
    }

    /// The record of the first `length` steps and one more action of a player.
    pub fn history_and(&self, player: Player, length: usize, action: G::Action) -> Record<G::Action> {
        let mut moves = self.view(player, length);
        moves.push(action);
        Record::History { observer: player, moves }
    }

    /// η of the first `length` steps (Equation 17): the label of the current episode and the moves since it began.
    pub fn episode(&self, observer: Player, length: usize) -> (Option<EpisodeLabel>, Vec<G::Action>) {
        let (mut label, mut moves) = self.before.episode.clone();
        for (step, after) in self.steps[..length].iter().zip(&self.states[1..]) {
            moves.extend(step.observed[observer.index()]);
            if let Some(starting) = known::episode(after) {
                label = Some(starting);
                moves.clear();
            }
        }
        (label, moves)
    }

    /// The players' steps, with how many steps lie before each.
    pub fn decisions(&self) -> impl Iterator<Item = (usize, Player, &Step<G::Action>)> {
        self.steps.iter().enumerate().filter_map(|(index, step)| Some((index, step.player?, step)))
    }
}

/// The decision that comes next.
pub struct Ply<'a, G: Game> {
    pub playout: &'a Playout<'a, G>,
    pub player: Player,
    pub legal: &'a [G::Action],
    /// The same in the order of the engine's node.
    pub listed: &'a [G::Action],
    pub phase: Phase,
    /// θ_n of the current node.
    pub visits: u64,
    pub base: &'a Baseline<G::Action>,
}

impl<G: Game> Ply<'_, G> {
    pub fn length(&self) -> usize {
        self.playout.steps.len()
    }

    /// [h ⧺ a]
    pub fn after(&self, action: G::Action) -> Record<G::Action> {
        self.playout.history_and(self.player, self.length(), action)
    }
}

/// Θ: total rewards (a vector over the players, or of length one), visits and availability, or a reply.
#[derive(Clone, Debug, PartialEq)]
pub enum Info<A> {
    Counts(Counts),
    Reply(Option<A>),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    pub q: Vec<f64>,
    pub n: u64,
    pub m: u64,
}

impl Counts {
    pub fn zero(length: usize) -> Counts {
        Counts { q: vec![0.0; length], n: 0, m: 0 }
    }

    pub fn mean(&self, component: usize) -> f64 {
        self.q[component] / self.n as f64
    }

    /// Base-7, and with it the backup of every strategy that counts.
    pub fn back_up<A>(&mut self, context: &Context<A>, rewards: &[f64]) {
        match context {
            Context::Visit => {
                self.q.iter_mut().zip(rewards).for_each(|(q, reward)| *q += reward);
                self.n += 1;
                self.m += 1;
            }
            Context::Player(player) => {
                self.q[0] += rewards[player.index()];
                self.n += 1;
                self.m += 1;
            }
            Context::Available => self.m += 1,
            Context::Reply(..) => unreachable!("a reply is not counted"),
        }
    }
}

/// Ψ.
#[derive(Clone, Debug)]
pub enum Context<A> {
    Visit,
    Available,
    /// A visit that counts the reward of this player.
    Player(Player),
    Reply(A, Player),
}

/// What α gives: a function v to be maximised (Equation 13), or a distribution.
pub enum Choice {
    Values(Vec<f64>),
    Distribution(Decision),
}

/// ξ: what is to be updated, in this order.
pub type Captured<A> = Vec<(Record<A>, Context<A>)>;

/// The 7-tuple.
pub trait Icarus<G: Game> {
    /// R.
    fn keeps(&self, record: &Record<G::Action>) -> bool;

    /// θ_initial.
    fn initial(&self, players: usize) -> Info<G::Action>;

    /// α.
    fn policy(&self, ply: &Ply<'_, G>, theta: &Theta<'_, G::Action>) -> Choice;

    /// ξ. What a strategy captures may depend on what it knows (the reply forest).
    fn capture(&self, playout: &Playout<'_, G>, theta: &Theta<'_, G::Action>) -> Captured<G::Action>;

    /// ω.
    fn back_up(&self, info: &mut Info<G::Action>, context: &Context<G::Action>, rewards: &[f64]) {
        let Info::Counts(counts) = info else { unreachable!("a strategy with replies has an ω of its own") };
        counts.back_up(context, rewards);
    }

    /// How the engine is to describe the information of a record.
    fn describe(&self, record: &Record<G::Action>, info: &Info<G::Action>) -> Information<G::Action>;

    /// Whether the playout is over and won by the acting player when this strategy has chosen an action.
    fn wins(&self, ply: &Ply<'_, G>, action: G::Action) -> bool {
        let _ = (ply, action);
        false
    }

    /// Whether this is the baseline, whose unvisited actions come first.
    fn is_baseline(&self) -> bool {
        false
    }

    /// Whether this is a bias that says which of them.
    fn orders_unvisited(&self) -> bool {
        false
    }
}

pub fn statistics<A>(counts: &Counts, component: usize, available: bool) -> Information<A> {
    Information::Statistics { sum: counts.q[component], visits: counts.n, available: available.then_some(counts.m) }
}

/// The disjoint union of the records of all strategies (COMB-1): each is marked with the number of its strategy.
pub type Records<A> = FxHashMap<(usize, Record<A>), Info<A>>;

/// θ as one strategy sees it: its own part of the union.
pub struct Theta<'a, A> {
    pub part: usize,
    pub records: &'a Records<A>,
}

impl<A: Clone + Eq + std::hash::Hash> Theta<'_, A> {
    pub fn get(&self, record: Record<A>) -> Option<&Info<A>> {
        self.records.get(&(self.part, record))
    }

    /// The counts of a record that has visits.
    pub fn visited(&self, record: Record<A>) -> Option<&Counts> {
        match self.get(record) {
            Some(Info::Counts(counts)) if counts.n > 0 => Some(counts),
            _ => None,
        }
    }
}

/// UCB1 as all specifications print it.
pub fn ucb1(mean: f64, c: f64, trials: u64, visits: u64) -> f64 {
    mean + c * ((trials as f64).ln() / visits as f64).sqrt()
}
