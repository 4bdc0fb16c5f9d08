//! What is found at one position: the decisions with the truth about them, and what each strategy has to say.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use waxwing::search::{Hearing, Voice};
use waxwing_workshop::Position;

use super::statistics::{Moments, Triple, settled};
use super::truth::Truth;

/// Where decisions are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Playout,
    Tree,
    /// The root of the long search, and the well-visited nodes below it.
    Node,
}

impl Place {
    pub const ALL: [Place; 3] = [Place::Playout, Place::Tree, Place::Node];
}

/// A decision whose truth is known.
pub(super) struct Decision {
    pub position: Position,
    pub place: Place,
    /// The iteration that made it, if one was drawn.
    pub iteration: Option<u64>,
    pub truth: Truth,
}

/// What a strategy has to say about some decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Said {
    /// What records say beside what is true.
    pub plain: Moments,
    /// The same where the baseline knows little.
    pub fresh: Moments,
    /// Moves, and those among them that have a record.
    pub moves: u64,
    pub covered: u64,
    /// Decisions, and by how much more than the baseline's choice the strategy's is worth, added up.
    pub decisions: u64,
    pub advantage: f64,
}

impl Said {
    pub fn add(&mut self, other: &Said) {
        self.plain.add(&other.plain);
        self.fresh.add(&other.fresh);
        self.moves += other.moves;
        self.covered += other.covered;
        self.decisions += other.decisions;
        self.advantage += other.advantage;
    }
}

/// Pairs of moves in different decisions that share a record: how alike their values are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Pairs {
    pub count: u64,
    product: f64,
    square: f64,
}

impl Pairs {
    pub fn add(&mut self, other: &Pairs) {
        self.count += other.count;
        self.product += other.product;
        self.square += other.square;
    }

    fn pair(&mut self, one: f64, other: f64) {
        self.count += 1;
        self.product += one * other;
        self.square += (one * one + other * other) / 2.0;
    }

    /// The correlation of the two sides; which is which has no meaning.
    pub fn correlation(&self) -> Option<f64> {
        (self.square > 0.0).then(|| self.product / self.square)
    }
}

/// What is said by one strategy at one position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Heard {
    /// Whether it chooses in the tree alone.
    pub tree_only: bool,
    /// After each number of iterations, by place.
    pub said: Vec<[Said; 3]>,
    pub areas: Pairs,
}

/// All that is kept of one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Observed {
    /// Its number.
    pub(super) number: u64,
    /// How far two halves of the reference searches agree.
    pub(super) agreement: Moments,
    /// By place: decisions, and the variances of the truth within them, added up.
    pub(super) truth: [(u64, f64); 3],
    pub(super) heard: Vec<Heard>,
}

impl Observed {
    pub(super) fn new(number: u64, agreement: Moments, decisions: &[Decision], strategies: usize) -> Observed {
        let of = |place: Place| {
            let there = decisions.iter().filter(|decision| decision.place == place);
            there.fold((0, 0.0), |(count, sum), decision| (count + 1, sum + variance(&decision.truth)))
        };
        let heard = vec![Heard::default(); strategies];
        Observed { number, agreement, truth: Place::ALL.map(of), heard }
    }

    /// Deserializes numbers exactly as they were written to a file.
    pub(super) fn settled(mut self) -> Observed {
        self.agreement = self.agreement.settled();
        self.truth.iter_mut().for_each(|(_, variance)| *variance = settled(*variance));
        for heard in &mut self.heard {
            heard.areas.product = settled(heard.areas.product);
            heard.areas.square = settled(heard.areas.square);
            for said in heard.said.iter_mut().flatten() {
                (said.plain, said.fresh) = (said.plain.settled(), said.fresh.settled());
                said.advantage = settled(said.advantage);
            }
        }
        self
    }

    /// Takes up what all strategies say about the decisions after some more iterations; with areas, also which of them share records.
    pub(super) fn listen(&mut self, decisions: &[(&Decision, Hearing<String>)], with_areas: bool) {
        for (number, heard) in self.heard.iter_mut().enumerate() {
            let mut said = [Said::default(); 3];
            let mut shared: BTreeMap<Shared<'_>, Vec<(usize, f64)>> = BTreeMap::new();
            for (index, (decision, hearing)) in decisions.iter().enumerate() {
                // The first voice is that of the baseline.
                let [baseline, voice] = [&hearing.voices[0], &hearing.voices[number + 1]];
                heard.tree_only = voice.tree_only;
                said[decision.place as usize].add(&say(decision, hearing, [baseline, voice]));
                if with_areas {
                    for (name, value) in areas(decision, hearing, voice) {
                        shared.entry(name).or_default().push((index, value));
                    }
                }
            }
            heard.said.push(said);
            for alike in shared.values() {
                for (place, &(one, value)) in alike.iter().enumerate() {
                    let others = alike[place + 1..].iter().filter(|(other, _)| *other != one);
                    others.for_each(|&(_, other)| heard.areas.pair(value, other));
                }
            }
        }
    }
}

/// What two moves have in common that learn from each other.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Shared<'a> {
    /// They have one record.
    Record(u64),
    /// They are one player's move in one iteration: a playout that plays it later is a visit of the record at the node.
    Iteration(u64, u8, &'a str),
}

/// The moves of a decision by what they share with others, each with its value less the mean of the decision.
fn areas<'a>(decision: &Decision, hearing: &'a Hearing<String>, voice: &Voice) -> Vec<(Shared<'a>, f64)> {
    let mean = mean(&decision.truth);
    let named = hearing.actions.iter().enumerate().filter_map(|(place, action)| {
        let shared = match (voice.tree_only, decision.iteration) {
            (true, iteration) => Shared::Iteration(iteration?, hearing.player.0, action),
            (false, _) => Shared::Record(voice.opinions.get(place).copied().flatten()?.record),
        };
        Some((shared, decision.truth.get(action)?.1 - mean))
    });
    named.collect()
}

fn mean(truth: &Truth) -> f64 {
    truth.values().map(|(_, value)| value).sum::<f64>() / truth.len().max(1) as f64
}

fn variance(truth: &Truth) -> f64 {
    let mean = mean(truth);
    truth.values().map(|(_, value)| (value - mean).powi(2)).sum::<f64>() / truth.len().max(1) as f64
}

/// What a strategy says about a decision.
fn say(decision: &Decision, hearing: &Hearing<String>, [baseline, voice]: [&Voice; 2]) -> Said {
    let mut moves = Vec::new();
    for (place, action) in hearing.actions.iter().enumerate() {
        let opinion = voice.opinions.get(place).copied().flatten().filter(|opinion| opinion.visits > 0);
        let (Some(opinion), Some((_, v))) = (opinion, decision.truth.get(action)) else { continue };
        let (visits, known) = hearing.known[place];
        let b = (visits > 0).then_some(f64::from(known));
        moves.push((visits, Triple { weight: 1.0, x: f64::from(opinion.value), v: *v, b }));
    }
    let fresh = moves.iter().map(|&(visits, triple)| Triple { weight: 1.0 / (1.0 + f64::from(visits)), ..triple });
    let worth = |voice: &Voice| {
        let chosen = hearing.actions.iter().zip(&voice.chances);
        let known = chosen.filter_map(|(action, &chance)| Some((f64::from(chance), decision.truth.get(action)?.1)));
        let (chances, sum) = known.fold((0.0, 0.0), |(all, sum), (chance, value)| (all + chance, sum + chance * value));
        (chances > 0.0).then(|| sum / chances)
    };
    let advantage = worth(voice).zip(worth(baseline)).map_or(0.0, |(own, others)| own - others);
    Said {
        plain: Moments::of(&moves.iter().map(|(_, triple)| *triple).collect::<Vec<_>>()),
        fresh: Moments::of(&fresh.collect::<Vec<_>>()),
        moves: hearing.actions.len() as u64,
        covered: voice.opinions.iter().flatten().filter(|opinion| opinion.visits > 0).count() as u64,
        decisions: 1,
        advantage,
    }
}
