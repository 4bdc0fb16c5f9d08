//! A dice race for two: chance, extra turns, episodes, predicates and rewards that are no halves.
//!
//! Each player takes two tokens from field 0 to field 8. The die shows 1, 2 or 3 with probabilities ½, 0.3 and 0.2; then
//! the player advances one of its tokens, or holds if it shows 1. A token that ends where the other player has one
//! sends it back to 0. Field 4 gives a free step at once, field 6 another roll. After sixty events the game is shared
//! out by progress.

use waxwing::knowledge::{
    Attribute, AttributeList, Attributes, EpisodeLabel, Episodes, Evaluation, Evaluator, Knowledge, Predicates,
    Weighting, Weightings,
};
use waxwing::{Game, Player, Reward, Turn};

const GOAL: u8 = 8;
const LIMIT: u8 = 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RaceMove {
    Roll(u8),
    Advance(u8),
    Step(u8),
    Hold,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Roll,
    Advance(u8),
    Step,
}

#[derive(Clone, Debug)]
pub struct Race {
    tokens: [[u8; 2]; 2],
    mover: usize,
    stage: Stage,
    events: u8,
    hit: bool,
}

impl Race {
    pub fn start() -> Race {
        Race { tokens: [[0, 1], [0, 2]], mover: 0, stage: Stage::Advance(1), events: 0, hit: false }
    }

    fn progress(&self, player: usize) -> u8 {
        self.tokens[player].iter().sum()
    }

    fn is_over(&self) -> bool {
        self.tokens.iter().any(|tokens| tokens.iter().all(|&field| field == GOAL)) || self.events >= LIMIT
    }

    fn movable(&self) -> impl Iterator<Item = u8> {
        (0..2).filter(|&token| self.tokens[self.mover][usize::from(token)] < GOAL)
    }

    fn advance(&mut self, token: u8, fields: u8) -> u8 {
        let field = (self.tokens[self.mover][usize::from(token)] + fields).min(GOAL);
        self.tokens[self.mover][usize::from(token)] = field;
        if field < GOAL {
            for other in self.tokens[1 - self.mover].iter_mut().filter(|other| **other == field) {
                *other = 0;
                self.hit = true;
            }
        }
        field
    }

    fn pass_on(&mut self) {
        self.mover = 1 - self.mover;
        self.stage = Stage::Roll;
    }
}

impl Game for Race {
    type Action = RaceMove;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.stage {
            _ if self.is_over() => Turn::Over,
            Stage::Roll => Turn::Chance,
            _ => Turn::Player(Player(self.mover as u8)),
        }
    }

    fn legal_actions(&self, actions: &mut Vec<RaceMove>) {
        match self.stage {
            Stage::Step => actions.extend(self.movable().map(RaceMove::Step)),
            _ => actions.extend(self.movable().map(RaceMove::Advance)),
        }
        if self.stage == Stage::Advance(1) {
            actions.push(RaceMove::Hold);
        }
    }

    fn apply(&mut self, action: RaceMove) {
        self.events += 1;
        self.hit = false;
        match (action, self.stage) {
            (RaceMove::Roll(shown), _) => self.stage = Stage::Advance(shown),
            (RaceMove::Advance(token), Stage::Advance(fields)) => match self.advance(token, fields) {
                4 => self.stage = Stage::Step,
                6 => self.stage = Stage::Roll,
                _ => self.pass_on(),
            },
            (RaceMove::Step(token), _) => {
                self.advance(token, 1);
                self.pass_on();
            }
            _ => self.pass_on(),
        }
    }

    fn reward(&self, player: Player) -> Reward {
        let done = |player: usize| self.tokens[player].iter().all(|&field| field == GOAL);
        let (own, other) = (player.index(), 1 - player.index());
        match (done(own), done(other)) {
            (true, _) => Reward::WIN,
            (_, true) => Reward::LOSS,
            _ => Reward::new(f64::from(self.progress(own) + 1) / f64::from(self.progress(0) + self.progress(1) + 2)),
        }
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(RaceMove, f64)>) {
        outcomes.extend([(RaceMove::Roll(1), 0.5), (RaceMove::Roll(2), 0.3), (RaceMove::Roll(3), 0.2)]);
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &RaceKnowledge
    }
}

struct RaceKnowledge;

/// How likely each category is.
const CATEGORIES: [f32; 3] = [0.05, 0.2, 0.4];

impl RaceKnowledge {
    fn category(state: &Race, action: RaceMove) -> u16 {
        let field = |token: u8| state.tokens[state.mover][usize::from(token)];
        match action {
            RaceMove::Advance(token) | RaceMove::Step(token) => 1 + u16::from(field(token) > GOAL / 2),
            _ => 0,
        }
    }
}

impl Knowledge<Race> for RaceKnowledge {
    fn episodes(&self) -> Option<&dyn Episodes<Race>> {
        Some(self)
    }

    fn predicates(&self) -> Option<&dyn Predicates<Race>> {
        Some(self)
    }

    fn evaluations(&self) -> Vec<Evaluation<Race>> {
        vec![Evaluation::new("progress", RaceKnowledge)]
    }

    fn weightings(&self) -> Option<&dyn Weightings<Race>> {
        Some(self)
    }

    fn attributes(&self) -> Option<&dyn Attributes<Race>> {
        Some(&const { AttributeList::<Race>(&[("category", CATEGORIES.len(), RaceKnowledge::category)]) })
    }
}

impl Episodes<Race> for RaceKnowledge {
    /// An episode starts when a token has been sent back.
    fn episode(&self, state: &Race) -> Option<EpisodeLabel> {
        state.hit.then_some(2 * state.mover as u32 + u32::from(state.stage == Stage::Roll))
    }
}

impl Predicates<Race> for RaceKnowledge {
    fn names(&self) -> Vec<&str> {
        vec!["ahead", "three", "free-step"]
    }

    fn holding(&self, state: &Race) -> u64 {
        let ahead = state.progress(state.mover) > state.progress(1 - state.mover);
        u64::from(ahead) | u64::from(state.stage == Stage::Advance(3)) << 1 | u64::from(state.stage == Stage::Step) << 2
    }
}

impl Evaluator<Race> for RaceKnowledge {
    fn evaluate(&self, state: &Race, player: Player) -> f32 {
        let (own, other) = (state.progress(player.index()), state.progress(1 - player.index()));
        (f32::from(own) - f32::from(other)) / 16.0
    }
}

impl Weightings<Race> for RaceKnowledge {
    fn names(&self) -> Vec<&str> {
        vec!["token", "flat", "categories"]
    }

    fn weigh(&self, weighting: Weighting, state: &Race, actions: &[RaceMove], weights: &mut Vec<f32>) {
        let weight = |action: &RaceMove| match action {
            _ if weighting.index() == 2 => CATEGORIES[usize::from(RaceKnowledge::category(state, *action))],
            RaceMove::Hold => 0.5,
            RaceMove::Advance(token) | RaceMove::Step(token) if weighting.index() == 0 => 1.0 + 2.0 * f32::from(*token),
            _ => 1.0,
        };
        weights.extend(actions.iter().map(weight));
    }

    fn by_attribute(&self, weighting: Weighting) -> Option<(Attribute, &[f32])> {
        (weighting.index() == 2).then_some((Attribute::at(0), &CATEGORIES))
    }
}
