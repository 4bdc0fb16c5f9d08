//! From an expression to the parts of a search, for a given game.

use super::ExpressionError;
use super::call::Call;
use super::catalogue::Need;
use super::expression::{Expression, Term, Weight, WrittenPolicy};
use super::soundness::MIXED_BIAS;
use crate::game::Game;
use crate::icarus::{
    Epic, Hint, LookAhead, Part, Policy, ProgressiveBias, ProgressiveHistory, ProgressiveUnpruning, Quickened,
    ReplyForest, Schedule, Source, StrictEpic, Weights,
};
use crate::search::{
    Belief, Bounded, Ended, Ending, Expand, Final, Fixed, Form, Insight, Margin, Minimax, Mix, Named, Parallel, Parts,
    Plan, Priors, Search, Settings, TreeOptions,
};
use crate::strategy::{Built, Composed, Own, OwnReplies, Setting, Strategy};
use crate::thinking::ProofRule;

/// Checks a search expression, of which [`Expression::check`] has nothing to say, against a game and builds its plan, with
/// what is to be done where nothing is hidden. Expressions of players have none.
fn plan<G: Game>(
    expression: &Expression,
    listeners: &[Expression],
    game: &G,
) -> Result<(Plan<G>, TreeOptions), ExpressionError> {
    let written = expression.tree().expect("players are built elsewhere");
    let mut builder = Builder {
        game,
        strategies: Vec::new(),
        sources: Vec::new(),
        named: Vec::new(),
        calls: Vec::new(),
        calling: String::new(),
    };
    let tree = builder.policy(written)?;
    let playout = match expression.playout() {
        Some(playout) => builder.policy(playout)?,
        None => tree.clone(),
    };
    let mut biases = Vec::new();
    let mut unpruning = None;
    let mut insight = Insight::none();
    let (mut fixed, mut bounded) = (None, None);
    let mut minimax = None;
    let mut belief = None;
    let mut margin = None;
    for option in expression.all_options() {
        match option.name() {
            "pb" if option.choice("form") == "add" => {
                let bias = progressive_bias(&Setting::new(option, game), &mut insight)?;
                builder.calling = option.to_string();
                biases.push(builder.add_bias(bias));
            }
            "pb" | "im" => {
                let setting = Setting::new(option, game);
                minimax = Some(self::minimax(game, &setting)?);
                insight.minimax = Some(setting.evaluation()?.of::<G>().clone());
            }
            "cb" => {
                let evaluation = Setting::new(option, game).evaluation()?.of::<G>().clone();
                let column = insight.column(Hint::Evaluation(evaluation));
                insight.mixes.push(Mix { alpha: option.number("alpha") as f32, column });
            }
            "priors" => {
                Setting::new(option, game).check_needs()?;
                let column = insight.column(Hint::Prior);
                insight.priors = Some(Priors { visits: option.integer("visits") as u32, column });
            }
            "ph" => {
                builder.calling = option.to_string();
                biases.push(builder.add_bias(ProgressiveHistory::of(&Setting::new(option, game))));
            }
            "pu" => unpruning = Some(progressive_unpruning(&Setting::new(option, game), &mut insight)?),
            "belief" => {
                Setting::new(option, game).check_needs()?;
                let candidates = option.integer("candidates") as u32;
                belief = Some(Belief { candidates, trust: option.number("trust") as f32 });
            }
            "margin" => margin = Some(self::margin(game, option)?),
            "fet" => fixed = Some(self::fixed(game, option)?),
            "det" | "cutoff" => bounded = Some(self::bounded(game, option)?),
            "resign" => two_players_only(game, option, option.name())?,
            "maximum" => {
                open_game_only(game, option, option.name())?;
                two_players_only(game, option, option.name())?;
            }
            "solver" | "reuse" | "mate1" | "threshold" | "trials" => open_game_only(game, option, option.name())?,
            _ => {}
        }
    }
    let tree_options = TreeOptions {
        solver: expression.option("solver").map(proof_rule),
        minimax,
        threshold: expression.option("threshold").map_or(0, |option| option.integer("visits") as u32),
        mate1: expression.option("mate1").is_some(),
        maximum_from: expression.option("maximum").map(|option| option.integer("from") as u32),
        counts_first_visit: expression.option("trials").is_some_and(|option| option.choice("by") == "visits"),
    };
    let choosing = (builder.strategies.len(), builder.sources.len());
    let listeners = listeners.iter().map(|listener| builder.listener(listener)).collect::<Result<_, _>>()?;
    let plan = Plan::new(Parts {
        strategies: builder.strategies,
        sources: builder.sources,
        named: builder.named,
        tree,
        playout,
        biases,
        unpruning,
        insight,
        belief,
        ending: match (bounded, fixed) {
            (None, None) => Ending::Game,
            (None, Some(fixed)) => Ending::Fixed(fixed),
            (Some(bounded), None) => Ending::Bounded(bounded),
            (Some(bounded), Some(fixed)) => Ending::Both(bounded, fixed),
        },
        margin,
        listeners,
        choosing,
    });
    Ok((plan, tree_options))
}

/// The search of an expression for a game. The error points at what the game cannot serve.
pub(crate) fn search<G: Game>(
    expression: &Expression,
    listeners: &[Expression],
    game: &G,
) -> Result<Search<G>, ExpressionError> {
    let settings = settings(expression);
    let trees = if let Parallel::Root(trees) = settings.parallel { trees } else { 1 };
    let plans = (0..trees).map(|_| plan(expression, listeners, game)).collect::<Result<Vec<_>, _>>()?;
    Ok(Search::new(settings, plans, game))
}

/// How a search is run, whatever its strategies are.
fn settings(expression: &Expression) -> Settings {
    let threads = |option: &Call| option.integer("n") as usize;
    let choice = expression.option("final").map_or(Final::Visits, |option| match option.choice("by") {
        "value" => Final::Value,
        "secure" => Final::Secure { a: option.number("a") as f32 },
        _ => Final::Visits,
    });
    let parallel = match (expression.option("root"), expression.option("tree")) {
        (Some(root), _) => Parallel::Root(threads(root)),
        (_, Some(tree)) => Parallel::Tree(threads(tree)),
        _ => Parallel::No,
    };
    let longest = expression.option("longest").map(|option| option.integer("plies") as u32);
    Settings { choice, parallel, reuse: expression.option("reuse").is_some(), longest }
}

struct Builder<'a, G: Game> {
    game: &'a G,
    strategies: Vec<Part<G>>,
    sources: Vec<Source<G>>,
    /// What was built, with the call that names it, and the call that is being built.
    named: Vec<(Named, String)>,
    calling: String,
    /// The calls that were built, with their policies: the same call twice is one strategy, since it would learn the same.
    calls: Vec<(Call, Policy)>,
}

impl<G: Game> Builder<'_, G> {
    fn policy(&mut self, written: &WrittenPolicy) -> Result<Policy, ExpressionError> {
        Ok(match written {
            WrittenPolicy::Call(call) => self.call(call)?,
            WrittenPolicy::Linear(terms) => {
                let (weights, parts) = self.terms(terms)?;
                Policy::Linear(weights, parts)
            }
            WrittenPolicy::Blend(terms) => {
                let (weights, parts) = self.terms(terms)?;
                self.blend(weights, parts)
            }
            WrittenPolicy::Vote(terms) => {
                let (weights, voters) = self.terms(terms)?;
                Policy::Vote(weights, voters)
            }
            WrittenPolicy::Product(terms) => {
                let (_, factors) = self.terms(terms)?;
                match factors.iter().zip(terms).find(|(factor, _)| !factor.has_probabilities()) {
                    Some((_, term)) => return Err(no_probabilities(&term.policy)),
                    None => Policy::Product(factors),
                }
            }
            WrittenPolicy::Switch(terms, border) => {
                let (_, mut branches) = self.terms(terms)?;
                let second = branches.pop().expect("a switch is between two");
                let first = branches.pop().expect("a switch is between two");
                Policy::Switch(*border, Box::new([first, second]))
            }
        })
    }

    /// A policy whose strategies learn and never choose.
    fn listener(&mut self, listener: &Expression) -> Result<(String, Policy), ExpressionError> {
        let is_alone =
            listener.playout().is_none() && listener.all_options().next().is_none() && listener.budget.is_none();
        match listener.tree().filter(|_| is_alone) {
            Some(policy) => Ok((listener.to_string(), self.policy(policy)?)),
            None => Err(listener
                .failure("what listens is a strategy alone".to_owned())
                .with_help("without `>`, options, and a budget, such as `nast(n=3)`")),
        }
    }

    fn call(&mut self, call: &Call) -> Result<Policy, ExpressionError> {
        if let Some((_, policy)) = self.calls.iter().find(|(built, _)| built == call) {
            return Ok(policy.clone());
        }
        let setting = Setting::new(call, self.game);
        setting.check_needs()?;
        let built = call.entry().maker.as_ref().map(|maker| (maker.0)(&setting));
        let built = built.unwrap_or_else(|| Err(call.error(format!("`{}` cannot be built", call.name()))))?;
        self.calling = call.to_string();
        let policy = self.compose(built)?;
        // The parts of a combination are not shared: each has records of its own.
        if !matches!(policy, Policy::Blend(..)) {
            self.calls.push((call.clone(), policy.clone()));
        }
        Ok(policy)
    }

    fn compose(&mut self, Built(composed): Built) -> Result<Policy, ExpressionError> {
        Ok(match composed {
            Composed::Strategy(strategy) => Policy::Strategy(self.add(Part::Shared(strategy))),
            Composed::Own(own) => {
                let strategy: Part<G> = match own {
                    Own::Mast(mast) => Part::Own(Box::new(Quickened(mast))),
                    Own::Nast(nast) => Part::Own(Box::new(Quickened(nast))),
                    Own::LastGoodReply(replies) => Part::Own(Box::new(Quickened(replies))),
                    Own::Epic { c } => Part::Own(Box::new(Epic::new(self.game, c))),
                    Own::StrictEpic { c } => Part::Own(Box::new(StrictEpic::new(c))),
                };
                Policy::Strategy(self.add(strategy))
            }
            Composed::Replies(source, otherwise) => self.replies(Source::Shared(source), &otherwise)?,
            Composed::OwnReplies(own, otherwise) => {
                let source = match own {
                    OwnReplies::Forest(how) => Source::Own(Box::new(ReplyForest::new(self.game, how))),
                    OwnReplies::LookAhead(how) => Source::Own(Box::new(LookAhead::new(how))),
                };
                self.replies(source, &otherwise)?
            }
            Composed::Blend(weights, parts) => {
                let parts = parts.into_iter().map(|part| self.compose(part)).collect::<Result<_, _>>()?;
                self.blend(weights, parts)
            }
        })
    }

    fn blend(&self, weights: Weights, parts: Vec<Policy>) -> Policy {
        let has_baseline = parts.iter().any(|part| part.puts_unvisited_first(&self.strategies));
        Policy::Blend(weights, parts, has_baseline)
    }

    fn replies(&mut self, source: Source<G>, otherwise: &WrittenPolicy) -> Result<Policy, ExpressionError> {
        self.sources.push(source);
        let number = self.sources.len() - 1;
        self.named.push((Named::Source(number), self.calling.clone()));
        Ok(Policy::Otherwise(number, Box::new(self.policy(otherwise)?)))
    }

    fn terms(&mut self, terms: &[Term]) -> Result<(Weights, Vec<Policy>), ExpressionError> {
        let parts = terms.iter().map(|term| self.policy(&term.policy)).collect::<Result<Vec<_>, _>>()?;
        let scheduled = terms.iter().enumerate().find_map(|(part, term)| match &term.weight {
            Weight::Schedule(call) => Some((part, schedule(call))),
            _ => None,
        });
        let weights = match scheduled {
            Some((part, schedule)) => Weights::Scheduled { part, schedule, parts: parts.len() },
            None => {
                let number = |term: &Term| if let Weight::Number(number) = term.weight { number } else { 1.0 };
                let sum: f64 = terms.iter().map(number).sum();
                Weights::Constant(terms.iter().map(|term| (number(term) / sum) as f32).collect())
            }
        };
        Ok((weights, parts))
    }

    fn add(&mut self, strategy: Part<G>) -> usize {
        self.strategies.push(strategy);
        let number = self.strategies.len() - 1;
        self.named.push((Named::Strategy(number), self.calling.clone()));
        number
    }

    fn add_bias(&mut self, bias: impl Strategy) -> usize {
        let Composed::Strategy(bias) = Built::strategy(bias).0 else { unreachable!("a strategy makes nothing else") };
        self.add(Part::Shared(bias))
    }
}

/// The error that a part of a product draws in a way that tells no probabilities.
fn no_probabilities(part: &WrittenPolicy) -> ExpressionError {
    let message = format!("`product` multiplies probabilities, and those of `{part}` are not known");
    let first = first_call(part).expect("every combination ends in calls");
    first.error(message).with_help("replies and votes can be parts of `vote`, `switch` and `+`")
}

fn first_call(policy: &WrittenPolicy) -> Option<&Call> {
    match policy {
        WrittenPolicy::Call(call) => Some(call),
        combined => combined.terms()?.iter().find_map(|term| first_call(&term.policy)),
    }
}

fn proof_rule(option: &Call) -> ProofRule {
    match option.choice("rule") {
        "paranoid" => ProofRule::Paranoid,
        "first-winner" => ProofRule::FirstWinner,
        _ => ProofRule::Standard,
    }
}

fn schedule(call: &Call) -> Schedule {
    let k = call.number("k") as f32;
    if call.name() == "fade" { Schedule::Fade { k } } else { Schedule::Rave { k } }
}

/// Progressive bias that is added to the policy's values. What is mixed into the means is no strategy, but [`minimax`].
fn progressive_bias<G: Game>(
    setting: &Setting<'_>,
    insight: &mut Insight<G>,
) -> Result<ProgressiveBias, ExpressionError> {
    let has_categories = setting.offers(Need::Categories);
    let hint = match setting.choice("by") {
        "category" if !has_categories => return Err(setting.missing(Need::Categories)),
        "best" | "category" if has_categories => Hint::Weight(setting.category_weighting()?),
        _ => Hint::Evaluation(setting.evaluation()?.of::<G>().clone()),
    };
    Ok(ProgressiveBias { w: setting.number("w"), column: insight.column(hint) })
}

/// Implicit minimax, or progressive bias that mixes its values in.
fn minimax<G: Game>(game: &G, setting: &Setting<'_>) -> Result<Minimax, ExpressionError> {
    let (what, share, form, ended) = match setting.call().name() {
        "pb" => (MIXED_BIAS, "w", Form::Fading, Ended::Reward),
        name if setting.choice("ended") == "evaluation" => (name, "alpha", Form::Constant, Ended::Evaluation),
        name => (name, "alpha", Form::Constant, Ended::Reward),
    };
    open_game_only(game, setting.call(), what)?;
    two_players_only(game, setting.call(), what)?;
    Ok(Minimax { alpha: setting.number(share), form, expand: expand(setting), ended })
}

fn progressive_unpruning<G: Game>(
    setting: &Setting<'_>,
    insight: &mut Insight<G>,
) -> Result<ProgressiveUnpruning, ExpressionError> {
    let column = insight.column(Hint::Evaluation(setting.evaluation()?.of::<G>().clone()));
    let first = setting.integer("first") as usize;
    Ok(ProgressiveUnpruning { first, a: setting.number("a"), b: setting.number("b"), column })
}

fn expand(setting: &Setting<'_>) -> Expand {
    match setting.choice("expand") {
        "one" => Expand::One,
        "later" => Expand::Later,
        _ => Expand::All,
    }
}

/// Playouts that end after a fixed number of plies.
fn fixed<G: Game>(game: &G, option: &Call) -> Result<Fixed<G>, ExpressionError> {
    let evaluation = Setting::new(option, game).evaluation()?.of::<G>().clone();
    Ok(Fixed { plies: option.integer("x") as u32, evaluation })
}

/// Games of which it counts by how much they are won.
fn margin<G: Game>(game: &G, option: &Call) -> Result<Margin<G>, ExpressionError> {
    let evaluation = Setting::new(option, game).evaluation()?.of::<G>().clone();
    two_players_only(game, option, option.name())?;
    Ok(Margin { share: option.number("w"), evaluation })
}

/// Playouts that end when a player is far ahead.
fn bounded<G: Game>(game: &G, option: &Call) -> Result<Bounded<G>, ExpressionError> {
    let evaluation = Setting::new(option, game).evaluation()?.of::<G>().clone();
    two_players_only(game, option, option.name())?;
    let every = option.integer("every") as u32;
    let (bound, first) = match option.name() {
        "det" => ("x", every),
        _ => ("bound", option.integer("first") as u32),
    };
    Ok(Bounded { bound: option.number(bound) as f32, first, every, evaluation })
}

fn two_players_only<G: Game>(game: &G, option: &Call, what: &str) -> Result<(), ExpressionError> {
    match game.players() {
        2 => Ok(()),
        players => Err(option.error(format!("`{what}` is for two players, and this game has {players}"))),
    }
}

/// Refuses what belongs to the one tree of games where nothing is hidden.
fn open_game_only<G: Game>(_: &G, option: &Call, what: &str) -> Result<(), ExpressionError> {
    if !G::HIDDEN {
        return Ok(());
    }
    let message = format!("`{what}` does not work with hidden information");
    Err(option.error(message).with_help("what holds in one determinization need not hold in the next"))
}
