//! From an expression to the parts of a search, for a given game.

use super::ExpressionError;
use super::call::Call;
use super::catalogue::Need;
use super::expression::{Expression, Policy as Written, Term, Weight};
use crate::game::Game;
use crate::icarus::{
    Amaf, Categories, Corrective, Epic, EvaluationGreedy, ExpertPlayouts, Fading, Fast, Grave, Greedy, Hint,
    HistoryReading, InformedPlayouts, Judge, LastGoodReply, Mast, MastPolicy, Merit, Mixed, Nast, Past, Policy,
    PoolRave, Pooling, ProgressiveBias, ProgressiveHistory, ProgressiveUnpruning, ReplyForest, Replying, Schedule,
    Strategy, StrictEpic, Tiles, Uct, Uniform, Weights,
};
use crate::knowledge::Learning;
use crate::search::{Ending, Expand, Final, Insight, Minimax, Mix, Parallel, Parts, Plan, Priors, Search, Settings};
use crate::thinking::ProofRule;

/// Checks a search expression, of which [`Expression::check`] has nothing to say, against a game and builds its plan.
/// Expressions of players have none.
fn plan<G: Game>(expression: &Expression, game: &G) -> Result<Plan<G>, ExpressionError> {
    let written = expression.tree().expect("players are built elsewhere");
    let mut builder = Builder { game, strategies: Vec::new(), calls: Vec::new() };
    let tree = builder.policy(written)?;
    let playout = match expression.playout() {
        Some(playout) => builder.policy(playout)?,
        None => tree.clone(),
    };
    let plain_uct = match written {
        Written::Call(call) if call.name() == "uct" => Some(call.number("c") as f32),
        _ => None,
    };
    let mut biases = Vec::new();
    let mut unpruning = None;
    let mut insight = Insight::default();
    let mut ending = Ending::Game;
    for option in expression.all_options() {
        match option.name() {
            "pb" => {
                let bias = progressive_bias::<G>(option, &mut insight)?;
                biases.extend(bias.map(|bias| builder.add(Box::new(bias))));
            }
            "cb" => {
                let column = insight.column(Hint::Evaluation(evaluation::<G>(option)?));
                insight.mixes.push(Mix::Constant { alpha: option.number("alpha") as f32, column });
            }
            "im" => {
                open_game_only(game, option)?;
                insight.minimax = Some(implicit_minimax::<G>(option)?);
            }
            "priors" => {
                check_need::<G>(option)?;
                let column = insight.column(Hint::Prior);
                insight.priors = Some(Priors { visits: option.integer("visits") as u32, column });
            }
            "ph" => biases.push(builder.progressive_history(option)),
            "pu" => unpruning = Some(progressive_unpruning::<G>(option, &mut insight)?),
            "fet" | "det" | "cutoff" => ending = self::ending(game, option)?,
            "solver" | "reuse" | "mate1" | "threshold" | "maximum" => open_game_only(game, option)?,
            _ => {}
        }
    }
    Ok(Plan::new(Parts {
        strategies: builder.strategies,
        tree,
        playout,
        biases,
        unpruning,
        insight,
        ending,
        players: game.players(),
        solver: expression.option("solver").map(proof_rule),
        threshold: expression.option("threshold").map_or(0, |option| option.integer("visits") as u32),
        mate1: expression.option("mate1").is_some(),
        maximum_from: expression.option("maximum").map(|option| option.integer("from") as u32),
        plain_uct,
    }))
}

/// The search of an expression for a game. The error points at what the game cannot serve.
pub(crate) fn search<G: Game>(expression: &Expression, game: &G) -> Result<Search<G>, ExpressionError> {
    let settings = settings(expression);
    let trees = if let Parallel::Root(trees) = settings.parallel { trees } else { 1 };
    let plans = (0..trees).map(|_| plan(expression, game)).collect::<Result<Vec<_>, _>>()?;
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
    strategies: Vec<Box<dyn Strategy<G>>>,
    /// The calls that were built, with their numbers: the same call twice is one strategy, since it would learn the same.
    calls: Vec<(Call, usize)>,
}

impl<G: Game> Builder<'_, G> {
    fn policy(&mut self, written: &Written) -> Result<Policy, ExpressionError> {
        Ok(match written {
            Written::Call(call) if call.name() == "rave" => self.rave(call),
            Written::Call(call) if matches!(call.name(), "bhrf" | "pool-rave") => {
                let first = self.strategy(call)?;
                Policy::Otherwise(first, Box::new(self.policy(call.policy("else"))?))
            }
            Written::Call(call) => Policy::Strategy(self.strategy(call)?),
            Written::Linear(terms) => {
                let (weights, parts) = self.terms(terms)?;
                Policy::Linear(weights, parts)
            }
            Written::Blend(terms) => {
                let (weights, parts) = self.terms(terms)?;
                let has_baseline = parts.iter().any(|part| part.puts_unvisited_first(&self.strategies));
                Policy::Blend(weights, parts, has_baseline)
            }
        })
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

    /// Equation 14: `blend([rave(k)] amaf, uct)`.
    fn rave(&mut self, call: &Call) -> Policy {
        let amaf = Amaf::new(call.number("amaf-c") as f32, call.flag("own"));
        let parts = vec![
            Policy::Strategy(self.add(Box::new(amaf))),
            Policy::Strategy(self.add(Box::new(Uct { c: call.number("c") as f32 }))),
        ];
        let schedule = Schedule::Rave { k: call.number("k") as f32 };
        Policy::Blend(Weights::Scheduled { part: 0, schedule, parts: 2 }, parts, true)
    }

    fn add(&mut self, strategy: Box<dyn Strategy<G>>) -> usize {
        self.strategies.push(strategy);
        self.strategies.len() - 1
    }

    fn strategy(&mut self, call: &Call) -> Result<usize, ExpressionError> {
        if let Some((_, number)) = self.calls.iter().find(|(built, _)| built == call) {
            return Ok(*number);
        }
        check_need::<G>(call)?;
        let game = self.game;
        let c = || call.number("c") as f32;
        let strategy: Box<dyn Strategy<G>> = match call.name() {
            "uct" => Box::new(Uct { c: c() }),
            "uniform" => Box::new(Uniform),
            "amaf" => Box::new(Amaf::new(c(), call.flag("own"))),
            "grave" => Box::new(Grave::new(call.integer("ref") as u32, call.number("bias") as f32)),
            "mast" => Box::new(Mast::new(game, mast_policy(call), false)),
            "to-mast" => Box::new(Mast::new(game, mast_policy(call), true)),
            "past" => Box::new(Past::new(game, call.number("tau") as f32, call.integer("min") as u32)),
            "lgr" | "lgrf" => {
                let context = call.integer("context") as usize;
                Box::new(LastGoodReply::new(game, call.name() == "lgrf", context, call.flag("prefix")))
            }
            "nast" => {
                let short_grams = call.choice("short") == "shorter";
                Box::new(Nast::new(game, call.integer("n") as usize, c(), short_grams, call.flag("prefix")))
            }
            "bhrf" => Box::new(ReplyForest::new(game, replying(call))),
            "pool-rave" => {
                let (p, k) = (call.number("p") as f32, call.integer("k") as usize);
                Box::new(PoolRave::new(game, Pooling { p, k, least: call.integer("least") as u32 }))
            }
            "epic" if call.flag("strict") => Box::new(StrictEpic::new(c())),
            "epic" => Box::new(Epic::new(game, c())),
            "fast" => {
                let number = |name| call.number(name) as f32;
                let learning = Learning { lambda: number("lambda"), rate: number("rate") };
                Box::new(Fast::new::<G>(number("tau"), call.flag("online").then_some(learning)))
            }
            "tiles" => Box::new(Tiles::new(game, call.number("epsilon") as f32)),
            "ege" => Box::new(EvaluationGreedy { epsilon: call.number("epsilon") as f32, merit: merit::<G>(call)? }),
            "ipp" => Box::new(InformedPlayouts { weighting: weighting::<G>(call)? }),
            "expert" => Box::new(ExpertPlayouts),
            "categories" => Box::new(Categories),
            "corrective" => Box::new(corrective::<G>(call)?),
            "greedy" => Box::new(greedy::<G>(call)?),
            "mixed" => Box::new(Mixed { corrective: corrective::<G>(call)?, greedy: greedy::<G>(call)? }),
            name => return Err(call.error(format!("`{name}` has no builder"))),
        };
        let number = self.add(strategy);
        self.calls.push((call.clone(), number));
        Ok(number)
    }

    fn progressive_history(&mut self, option: &Call) -> usize {
        let w = option.number("w") as f32;
        let reading = HistoryReading {
            by: if option.choice("by") == "losses" { Fading::Losses } else { Fading::Visits },
            once: option.choice("count") == "once",
            keep_game: option.choice("keep") == "game",
            orders_unvisited: option.choice("unvisited") == "history" && w > 0.0,
        };
        self.add(Box::new(ProgressiveHistory::new(self.game, w, reading)))
    }
}

fn proof_rule(option: &Call) -> ProofRule {
    match option.choice("rule") {
        "paranoid" => ProofRule::Paranoid,
        "first-winner" => ProofRule::FirstWinner,
        _ => ProofRule::Standard,
    }
}

/// What `ege` judges actions by. Games that value moves are asked for that, unless the expression names something else.
fn merit<G: Game>(call: &Call) -> Result<Merit, ExpressionError> {
    let (values_moves, named) = (is_offered::<G>(Need::MoveValues), call.evaluation("eval").is_some());
    match call.choice("by") {
        "move" if !values_moves => {
            let message = format!("`by=move` needs {}, which this game does not offer", Need::MoveValues);
            Err(call.error_at("by", message).with_help(offers::<G>()))
        }
        "move" => Ok(Merit::Move),
        "auto" if values_moves && !named => Ok(Merit::Move),
        _ if !is_offered::<G>(Need::Evaluation) => Err(missing::<G>(call, Need::Evaluation)),
        _ => Ok(Merit::Successor { evaluation: evaluation::<G>(call)? }),
    }
}

fn mast_policy(call: &Call) -> MastPolicy {
    match call.choice("policy") {
        "greedy" => MastPolicy::Greedy { epsilon: call.number("epsilon") as f32 },
        "roulette" => MastPolicy::Roulette,
        "ucb1" => MastPolicy::Ucb1 { c: call.number("c") as f32 },
        _ => MastPolicy::Gibbs { tau: call.number("tau") as f32 },
    }
}

fn replying(call: &Call) -> Replying {
    Replying {
        epsilon: call.number("eps") as f32,
        b: call.number("b") as f32,
        by_weight: call.choice("accept") == "weight",
        own_contexts: call.choice("contexts") == "own",
        longest: call.integer("max") as usize,
        prefix: call.flag("prefix"),
        keep_game: call.choice("keep") == "game",
    }
}

fn schedule(call: &Call) -> Schedule {
    let k = call.number("k") as f32;
    if call.name() == "fade" { Schedule::Fade { k } } else { Schedule::Rave { k } }
}

/// Progressive bias is added to the policy's values, or mixed into the means: then there is no strategy for it.
fn progressive_bias<G: Game>(option: &Call, insight: &mut Insight) -> Result<Option<ProgressiveBias>, ExpressionError> {
    let has_categories = is_offered::<G>(Need::Categories);
    let hint = match option.choice("by") {
        "category" if !has_categories => return Err(missing::<G>(option, Need::Categories)),
        "best" | "category" if has_categories => Hint::Category,
        _ => Hint::Evaluation(evaluation::<G>(option)?),
    };
    let (w, column) = (option.number("w") as f32, insight.column(hint));
    if option.choice("form") == "add" {
        return Ok(Some(ProgressiveBias { w, column }));
    }
    insight.mixes.push(Mix::Progressive { alpha: w, column });
    Ok(None)
}

fn progressive_unpruning<G: Game>(
    option: &Call,
    insight: &mut Insight,
) -> Result<ProgressiveUnpruning, ExpressionError> {
    let number = |name| option.number(name) as f32;
    let column = insight.column(Hint::Evaluation(evaluation::<G>(option)?));
    Ok(ProgressiveUnpruning { first: option.integer("first") as usize, a: number("a"), b: number("b"), column })
}

fn implicit_minimax<G: Game>(option: &Call) -> Result<Minimax, ExpressionError> {
    let expand = match option.choice("expand") {
        "one" => Expand::One,
        "later" => Expand::Later,
        _ => Expand::All,
    };
    Ok(Minimax { alpha: option.number("alpha") as f32, evaluation: evaluation::<G>(option)?, expand })
}

fn judge<G: Game>(call: &Call) -> Result<Judge, ExpressionError> {
    let number = |name| call.number(name) as f32;
    Ok(Judge { evaluation: evaluation::<G>(call)?, bound: number("bound"), noise: number("noise") })
}

fn corrective<G: Game>(call: &Call) -> Result<Corrective, ExpressionError> {
    Ok(Corrective { judge: judge::<G>(call)?, epsilon: call.number("epsilon") as f32 })
}

fn greedy<G: Game>(call: &Call) -> Result<Greedy, ExpressionError> {
    Ok(Greedy { judge: judge::<G>(call)?, k: call.integer("k") as usize })
}

/// How playouts end by an option that says so.
fn ending<G: Game>(game: &G, option: &Call) -> Result<Ending, ExpressionError> {
    let evaluation = evaluation::<G>(option)?;
    let plies = |name| option.integer(name) as u32;
    if option.name() != "fet" {
        two_players_only(game, option)?;
    }
    Ok(match option.name() {
        "fet" => Ending::Fixed { plies: plies("x"), evaluation },
        "det" => {
            let (bound, every) = (option.number("x") as f32, plies("every"));
            Ending::Bounded { bound, first: every, every, evaluation }
        }
        _ => {
            let bound = option.number("bound") as f32;
            Ending::Bounded { bound, first: plies("first"), every: plies("every"), evaluation }
        }
    })
}

/// Refuses a strategy whose knowledge the game does not offer.
fn check_need<G: Game>(call: &Call) -> Result<(), ExpressionError> {
    match call.entry().needs.iter().find(|&&need| !is_offered::<G>(need)) {
        None => Ok(()),
        Some(&need) => Err(missing::<G>(call, need)),
    }
}

fn missing<G: Game>(call: &Call, need: Need) -> ExpressionError {
    let message = format!("`{}` needs {need}, which this game does not offer", call.name());
    call.error(message).with_help(offers::<G>())
}

pub(super) fn is_offered<G: Game>(need: Need) -> bool {
    let knowledge = G::knowledge();
    match need {
        Need::Episodes => knowledge.has_episodes(),
        Need::Predicates => !knowledge.predicates().is_empty(),
        Need::Evaluation => !knowledge.evaluations().is_empty(),
        Need::Weights => !knowledge.weightings().is_empty(),
        Need::Expert => knowledge.has_expert(),
        Need::Categories => !knowledge.category_probabilities().is_empty(),
        Need::Priors => knowledge.has_priors(),
        Need::Features => !knowledge.feature_weights().is_empty(),
        Need::MoveValues => knowledge.values_moves(),
    }
}

/// What a game offers beyond its rules, in words.
pub(super) fn offers<G: Game>() -> String {
    let knowledge = G::knowledge();
    let mut offers = Vec::new();
    if knowledge.has_episodes() {
        offers.push("episodes".to_string());
    }
    if !knowledge.predicates().is_empty() {
        offers.push(format!("predicates ({})", knowledge.predicates().join(", ")));
    }
    if !knowledge.evaluations().is_empty() {
        offers.push(format!("evaluations ({})", knowledge.evaluations().join(", ")));
    }
    if !knowledge.weightings().is_empty() {
        offers.push(format!("weights of moves ({})", knowledge.weightings().join(", ")));
    }
    if knowledge.has_expert() {
        offers.push("expert playouts".to_string());
    }
    if !knowledge.category_probabilities().is_empty() {
        offers.push("categories of moves".to_string());
    }
    if knowledge.has_priors() {
        offers.push("prior win rates".to_string());
    }
    if !knowledge.feature_weights().is_empty() {
        offers.push("features".to_string());
    }
    if knowledge.values_moves() {
        offers.push("values of moves".to_string());
    }
    if offers.is_empty() {
        "it offers nothing beyond its rules".into()
    } else {
        format!("it offers {}", offers.join(", "))
    }
}

/// The number of the evaluation that an option names.
pub(super) fn evaluation<G: Game>(option: &Call) -> Result<usize, ExpressionError> {
    check_need::<G>(option)?;
    let names = G::knowledge().evaluations();
    let named = option.evaluation("eval").map_or(Ok(0), |name| {
        names.iter().position(|&offered| offered == name).ok_or_else(|| {
            let message = format!("this game has no evaluation `{name}`");
            option.error_at("eval", message).with_help(format!("it has {}", names.join(", ")))
        })
    });
    named.and_then(|place| match G::knowledge().check_evaluation(place) {
        Ok(()) => Ok(place),
        Err(reason) => {
            let message = format!("the evaluation `{}` cannot be used yet", names[place]);
            Err(option.error_at("eval", message).with_help(reason))
        }
    })
}

/// The number of the weighting that a call names.
fn weighting<G: Game>(call: &Call) -> Result<usize, ExpressionError> {
    let Some(name) = call.weighting("weights") else { return Ok(0) };
    let names = G::knowledge().weightings();
    names.iter().position(|&offered| offered == name).ok_or_else(|| {
        let message = format!("this game has no weighting `{name}`");
        call.error_at("weights", message).with_help(format!("it has {}", names.join(", ")))
    })
}

fn two_players_only<G: Game>(game: &G, option: &Call) -> Result<(), ExpressionError> {
    match game.players() {
        2 => Ok(()),
        players => Err(option.error(format!("`{}` is for two players, and this game has {players}", option.name()))),
    }
}

/// Options that belong to the one tree of games where nothing is hidden; minimax and maxima are for two players.
fn open_game_only<G: Game>(game: &G, option: &Call) -> Result<(), ExpressionError> {
    if G::HIDDEN {
        let message = format!("`{}` does not work with hidden information", option.name());
        return Err(option.error(message).with_help("what holds in one determinization need not hold in the next"));
    }
    let is_for_two = matches!(option.name(), "im" | "maximum");
    if is_for_two { two_players_only(game, option) } else { Ok(()) }
}
