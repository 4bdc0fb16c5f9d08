//! How a strategy is made from its call in an expression.

use super::erased::{Erased, ErasedReplies, ErasedStrategy};
use super::{ReplySource, Strategy};
use crate::agent::catalogue::Need;
use crate::agent::{Call, EvaluationSource, ExpressionError, WrittenPolicy};
use crate::game::Game;
use crate::icarus::{LastGoodReply, LookingAhead, Mast, Nast, Replying, Weights};
use crate::knowledge::{self, AnyEvaluation, Attribute, Categories, EXPERT, EvaluationFileError, Offers, Weighting};

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

/// Likewise, since they look at single actions or at states behind them more often than others.
pub(crate) enum OwnReplies {
    Forest(Replying),
    LookAhead(LookingAhead),
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
    fn offers(&self) -> Offers;
    /// The game's evaluation of a name, or its default.
    fn evaluation(&self, name: Option<&str>) -> Option<AnyEvaluation>;
    fn check_evaluation(&self, evaluation: &AnyEvaluation) -> Result<(), String>;
    fn load_evaluation(&self, path: &str) -> Result<AnyEvaluation, EvaluationFileError>;
    fn weighting(&self, name: &str) -> Option<Weighting>;
    fn category_weighting(&self) -> Option<Weighting>;
    fn attribute(&self, name: &str) -> Option<Attribute>;
    fn feature_weights(&self) -> Vec<f32>;
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

    fn offers(&self) -> Offers {
        Offers::of(self)
    }

    fn evaluation(&self, name: Option<&str>) -> Option<AnyEvaluation> {
        let mut evaluations = self.knowledge().evaluations().into_iter();
        evaluations.find(|evaluation| name.is_none_or(|name| evaluation.name() == name)).map(AnyEvaluation::new)
    }

    fn check_evaluation(&self, evaluation: &AnyEvaluation) -> Result<(), String> {
        evaluation.of::<G>().check()
    }

    fn load_evaluation(&self, path: &str) -> Result<AnyEvaluation, EvaluationFileError> {
        knowledge::load(path, self).map(AnyEvaluation::new)
    }

    fn weighting(&self, name: &str) -> Option<Weighting> {
        self.knowledge().weightings()?.named(name)
    }

    fn category_weighting(&self) -> Option<Weighting> {
        Categories::of(self.knowledge()).map(|categories| categories.weighting)
    }

    fn attribute(&self, name: &str) -> Option<Attribute> {
        self.knowledge().attributes()?.named(name)
    }

    fn feature_weights(&self) -> Vec<f32> {
        self.knowledge().features().map(|features| features.initial().to_vec()).unwrap_or_default()
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

    /// What the game offers beyond its rules: the names and sizes of it.
    pub fn offered(&self) -> Offers {
        self.host.offers()
    }

    /// What the game's features are worth before anything is learned.
    pub fn feature_weights(&self) -> Vec<f32> {
        self.host.feature_weights()
    }

    /// The evaluation that the parameter `eval` names. The error points at it, if the game has none of this name or cannot
    /// use it yet, or if a file has none for this game.
    pub fn evaluation(&self) -> Result<AnyEvaluation, ExpressionError> {
        self.check_needs()?;
        let evaluation = match self.call.evaluation("eval") {
            EvaluationSource::Default => self.host.evaluation(None).ok_or_else(|| self.missing(Need::Evaluation)),
            EvaluationSource::Named(name) => {
                self.host.evaluation(Some(name)).ok_or_else(|| self.unknown_evaluation(name))
            }
            EvaluationSource::File(path) => self.host.load_evaluation(path).map_err(|error| {
                self.call.error_at("eval", format!("the evaluation {path:?} cannot be loaded: {error}"))
            }),
        }?;
        self.host.check_evaluation(&evaluation).map_err(|reason| {
            let message = format!("the evaluation `{}` cannot be used yet", evaluation.name());
            self.call.error_at("eval", message).with_help(reason)
        })?;
        Ok(evaluation)
    }

    fn unknown_evaluation(&self, name: &str) -> ExpressionError {
        let names = self.host.offers().evaluations;
        if names.is_empty() {
            return self.missing(Need::Evaluation);
        }
        let message = format!("this game has no evaluation `{name}`");
        self.call.error_at("eval", message).with_help(format!("it has {}", names.join(", ")))
    }

    /// The weighting that the parameter `weights` names. The error points at it.
    pub fn weighting(&self) -> Result<Weighting, ExpressionError> {
        let names = self.host.offers().weightings;
        let name = self.call.weighting("weights").or(names.first().map(String::as_str));
        let name = name.ok_or_else(|| self.missing(Need::Weights))?;
        self.weighting_named(name).ok_or_else(|| {
            let message = format!("this game has no weighting `{name}`");
            self.call.error_at("weights", message).with_help(format!("it has {}", names.join(", ")))
        })
    }

    /// The weighting of a name, if the game has it.
    pub fn weighting_named(&self, name: &str) -> Option<Weighting> {
        self.host.weighting(name)
    }

    /// The weighting by the probabilities of the moves' categories. The error says that the game has no categories.
    pub fn category_weighting(&self) -> Result<Weighting, ExpressionError> {
        self.host.category_weighting().ok_or_else(|| self.missing(Need::Categories))
    }

    /// The attribute of a name, if the game's actions have it.
    pub fn attribute(&self, name: &str) -> Option<Attribute> {
        self.host.attribute(name)
    }

    /// Whether the game offers something.
    pub fn offers(&self, need: Need) -> bool {
        let offers = self.host.offers();
        match need {
            Need::Episodes => offers.episodes,
            Need::Predicates => !offers.predicates.is_empty(),
            Need::Evaluation => !offers.evaluations.is_empty(),
            Need::Weights => !offers.weightings.is_empty(),
            Need::Expert => offers.weightings.iter().any(|name| name == EXPERT),
            Need::Categories => offers.categories > 0,
            Need::Priors => offers.priors,
            Need::Features => offers.features > 0,
            Need::MoveValues => offers.move_values,
            Need::Beliefs => offers.beliefs,
        }
    }

    /// The error that the game does not offer something.
    pub fn missing(&self, need: Need) -> ExpressionError {
        let message = format!("`{}` needs {need}, which this game does not offer", self.call.name());
        self.call.error(message).with_help(self.offered().to_string())
    }

    /// Refuses what the entry needs and neither the game nor a file offers.
    pub(crate) fn check_needs(&self) -> Result<(), ExpressionError> {
        let has_file = self.call.loads_evaluation();
        let serves = |need: Need| self.offers(need) || need == Need::Evaluation && has_file;
        match self.call.entry().needs.iter().find(|&&need| !serves(need)) {
            None => Ok(()),
            Some(&need) => Err(self.missing(need)),
        }
    }
}
