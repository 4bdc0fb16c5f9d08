//! How a strategy is made from its call in an expression.

use super::erased::{Erased, ErasedReplies, ErasedStrategy};
use super::{ReplySource, Strategy};
use crate::agent::catalogue::Need;
use crate::agent::{Call, ExpressionError, WrittenPolicy};
use crate::game::Game;
use crate::icarus::{LastGoodReply, Mast, Nast, Replying, Weights};

/// What makes a strategy.
pub(crate) type Builder = dyn Fn(&Setting<'_>) -> Result<Built, ExpressionError> + Send + Sync;

/// A strategy that has been made.
pub struct Built(pub(crate) Composed);

pub(crate) enum Composed {
    Strategy(Box<dyn ErasedStrategy>),
    /// What chooses where there is no reply comes second.
    Replies(Box<dyn ErasedReplies>, WrittenPolicy),
    /// A maxilinear combination.
    Blend(Weights, Vec<Built>),
    /// What is compiled for each game.
    Own(Own),
    OwnReplies(OwnReplies, WrittenPolicy),
}

/// Strategies that are compiled for each game: the first three play often enough for it to matter, the others go through its
/// states again.
pub(crate) enum Own {
    Mast(Mast),
    Nast(Nast),
    LastGoodReply(LastGoodReply),
    Epic { c: f32 },
    StrictEpic { c: f32 },
}

/// Likewise, since they look at single actions more often than others.
pub(crate) enum OwnReplies {
    Forest(Replying),
}

impl Built {
    /// A strategy with a policy.
    pub fn strategy(strategy: impl Strategy) -> Built {
        Built(Composed::Strategy(Box::new(Erased(strategy))))
    }

    /// A source of replies, and what chooses where it declines: mostly a parameter of the call.
    pub fn replies(source: impl ReplySource, otherwise: &WrittenPolicy) -> Built {
        Built(Composed::Replies(Box::new(Erased(source)), otherwise.clone()))
    }
}

/// What the maker of a strategy may ask: the call with its arguments, and what the game is like.
pub struct Setting<'a> {
    call: &'a Call,
    host: &'a dyn Host,
}

/// A game, as makers of strategies see it.
pub(crate) trait Host {
    fn players(&self) -> usize;
    fn action_space(&self) -> usize;
    fn is_hidden(&self) -> bool;
    fn gives_sets(&self) -> bool;
    fn has_episodes(&self) -> bool;
    fn predicates(&self) -> &'static [&'static str];
    fn evaluations(&self) -> &'static [&'static str];
    fn check_evaluation(&self, evaluation: usize) -> Result<(), String>;
    fn weightings(&self) -> &'static [&'static str];
    fn has_expert(&self) -> bool;
    fn has_categories(&self) -> bool;
    fn has_priors(&self) -> bool;
    fn feature_weights(&self) -> &'static [f32];
    fn values_moves(&self) -> bool;
}

impl<G: Game> Host for G {
    fn players(&self) -> usize {
        Game::players(self)
    }

    fn action_space(&self) -> usize {
        Game::action_space(self)
    }

    fn is_hidden(&self) -> bool {
        G::HIDDEN
    }

    fn gives_sets(&self) -> bool {
        self.playout_set().is_some()
    }

    fn has_episodes(&self) -> bool {
        G::knowledge().has_episodes()
    }

    fn predicates(&self) -> &'static [&'static str] {
        G::knowledge().predicates()
    }

    fn evaluations(&self) -> &'static [&'static str] {
        G::knowledge().evaluations()
    }

    fn check_evaluation(&self, evaluation: usize) -> Result<(), String> {
        G::knowledge().check_evaluation(evaluation)
    }

    fn weightings(&self) -> &'static [&'static str] {
        G::knowledge().weightings()
    }

    fn has_expert(&self) -> bool {
        G::knowledge().has_expert()
    }

    fn has_categories(&self) -> bool {
        !G::knowledge().category_probabilities().is_empty()
    }

    fn has_priors(&self) -> bool {
        G::knowledge().has_priors()
    }

    fn feature_weights(&self) -> &'static [f32] {
        G::knowledge().feature_weights()
    }

    fn values_moves(&self) -> bool {
        G::knowledge().values_moves()
    }
}

impl<'a> Setting<'a> {
    pub(crate) fn new(call: &'a Call, host: &'a dyn Host) -> Setting<'a> {
        Setting { call, host }
    }

    /// The call with its arguments.
    pub fn call(&self) -> &'a Call {
        self.call
    }

    /// The value of a number, which a parameter of the entry declares; so do the other three.
    #[track_caller]
    pub fn number(&self, parameter: &str) -> f32 {
        self.call.number(parameter) as f32
    }

    /// The value of a whole number.
    #[track_caller]
    pub fn integer(&self, parameter: &str) -> u64 {
        self.call.integer(parameter)
    }

    /// The name that was chosen.
    #[track_caller]
    pub fn choice(&self, parameter: &str) -> &'a str {
        self.call.choice(parameter)
    }

    /// Whether a choice between `yes` and `no` is `yes`.
    #[track_caller]
    pub fn flag(&self, parameter: &str) -> bool {
        self.call.flag(parameter)
    }

    /// How many play.
    pub fn players(&self) -> usize {
        self.host.players()
    }

    /// How many actions the game has: their keys are smaller. 0 if keys may be any numbers.
    pub fn action_space(&self) -> usize {
        self.host.action_space()
    }

    /// Whether something is hidden from some player.
    pub fn is_hidden(&self) -> bool {
        self.host.is_hidden()
    }

    /// Whether the game gives the actions of playouts as sets ([`Ply::set`](super::Ply::set)).
    pub fn gives_sets(&self) -> bool {
        self.host.gives_sets()
    }

    /// How many predicates the game has.
    pub fn predicates(&self) -> usize {
        self.host.predicates().len()
    }

    /// What the game's features are worth before anything is learned.
    pub fn feature_weights(&self) -> &'static [f32] {
        self.host.feature_weights()
    }

    /// The number of the evaluation that the parameter `eval` names. The error points at it, if the game has none of this
    /// name or cannot use it yet.
    pub fn evaluation(&self) -> Result<usize, ExpressionError> {
        self.check_needs()?;
        let names = self.host.evaluations();
        let named = self.call.evaluation("eval").map_or(Ok(0), |name| {
            names.iter().position(|&offered| offered == name).ok_or_else(|| {
                let message = format!("this game has no evaluation `{name}`");
                self.call.error_at("eval", message).with_help(format!("it has {}", names.join(", ")))
            })
        });
        named.and_then(|place| match self.host.check_evaluation(place) {
            Ok(()) => Ok(place),
            Err(reason) => {
                let message = format!("the evaluation `{}` cannot be used yet", names[place]);
                Err(self.call.error_at("eval", message).with_help(reason))
            }
        })
    }

    /// The number of the weighting that the parameter `weights` names. The error points at it.
    pub fn weighting(&self) -> Result<usize, ExpressionError> {
        let Some(name) = self.call.weighting("weights") else { return Ok(0) };
        let names = self.host.weightings();
        names.iter().position(|&offered| offered == name).ok_or_else(|| {
            let message = format!("this game has no weighting `{name}`");
            self.call.error_at("weights", message).with_help(format!("it has {}", names.join(", ")))
        })
    }

    /// Whether the game offers something.
    pub fn offers(&self, need: Need) -> bool {
        match need {
            Need::Episodes => self.host.has_episodes(),
            Need::Predicates => !self.host.predicates().is_empty(),
            Need::Evaluation => !self.host.evaluations().is_empty(),
            Need::Weights => !self.host.weightings().is_empty(),
            Need::Expert => self.host.has_expert(),
            Need::Categories => self.host.has_categories(),
            Need::Priors => self.host.has_priors(),
            Need::Features => !self.host.feature_weights().is_empty(),
            Need::MoveValues => self.host.values_moves(),
        }
    }

    /// The error that the game does not offer something.
    pub fn missing(&self, need: Need) -> ExpressionError {
        let message = format!("`{}` needs {need}, which this game does not offer", self.call.name());
        self.call.error(message).with_help(self.offered())
    }

    /// Refuses what the entry needs and the game does not offer.
    pub(crate) fn check_needs(&self) -> Result<(), ExpressionError> {
        match self.call.entry().needs.iter().find(|&&need| !self.offers(need)) {
            None => Ok(()),
            Some(&need) => Err(self.missing(need)),
        }
    }

    /// What a game offers beyond its rules, in words.
    pub fn offered(&self) -> String {
        let host = self.host;
        let named = |what: &str, names: &[&str]| (!names.is_empty()).then(|| format!("{what} ({})", names.join(", ")));
        let plain = |what: &str, has: bool| has.then(|| what.to_string());
        let offers: Vec<String> = [
            plain("episodes", host.has_episodes()),
            named("predicates", host.predicates()),
            named("evaluations", host.evaluations()),
            named("weights of moves", host.weightings()),
            plain("expert playouts", host.has_expert()),
            plain("categories of moves", host.has_categories()),
            plain("prior win rates", host.has_priors()),
            plain("features", !host.feature_weights().is_empty()),
            plain("values of moves", host.values_moves()),
        ]
        .into_iter()
        .flatten()
        .collect();
        if offers.is_empty() {
            "it offers nothing beyond its rules".into()
        } else {
            format!("it offers {}", offers.join(", "))
        }
    }
}
