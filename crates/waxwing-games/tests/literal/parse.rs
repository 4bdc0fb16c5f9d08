//! From a checked expression to the interpreter's own composition.

use waxwing::agent::{Call, EvaluationSource, Expression, Term, Weight, WrittenPolicy};
use waxwing::knowledge::{EXPERT, Offers};
use waxwing::{Game, Information, Record};

use crate::amaf::{Amaf, Grave};
use crate::baseline::{Baseline, Uct};
use crate::bhrf::ReplyForest;
use crate::bias::{ProgressiveBias, ProgressiveHistory, ProgressiveUnpruning};
use crate::combine::{Combination, Interpreter, Lambda};
use crate::ending::{Bounded, Ending, Fixed, Margin};
use crate::epic::Epic;
use crate::icarus::{Before, Icarus};
use crate::informed::{
    Best, Categories, Corrective, EvaluationGreedy, Greedy, GreedyReplies, Informed, InformedPlayouts, LookAhead,
    Mixed, Uniform,
};
use crate::lgr::LastGoodReply;
use crate::mast::{Mast, Past, Rule};
use crate::nast::{Nast, Tiles};
use crate::pool_rave::PoolRave;
use crate::records::Composed;

struct Builder<G: Game> {
    offers: Offers,
    parts: Vec<Box<dyn Icarus<G>>>,
    /// The same call twice would learn the same twice: it is one part.
    calls: Vec<(Call, usize)>,
    /// What the trials of `uct` are.
    by_visits: bool,
}

impl<G: Game> Interpreter<G> {
    pub fn parse(text: &str, position: &G, before: Before<G::Action>) -> Interpreter<G> {
        let expression = Expression::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let by_visits = expression.option("trials").is_some_and(|option| option.choice("by") == "visits");
        let mut builder = Builder { offers: Offers::of(position), parts: Vec::new(), calls: Vec::new(), by_visits };
        let tree = builder.policy(expression.tree().expect("a search"));
        let playout = expression.playout().map(|playout| builder.policy(playout));
        let mut biases = Vec::new();
        let mut unpruning = None;
        let mut ending = Ending::default();
        for option in expression.all_options() {
            match option.name() {
                "pb" => {
                    let has_categories = builder.offers.categories > 0;
                    let by_category = option.choice("by") != "evaluation" && has_categories;
                    let w = option.number("w");
                    let bias = ProgressiveBias { w, evaluation: builder.evaluation(option), by_category };
                    biases.push(builder.add(Box::new(bias)));
                }
                "ph" => biases.push(builder.add(Box::new(ProgressiveHistory {
                    w: option.number("w"),
                    by_losses: option.choice("by") == "losses",
                    once: option.choice("count") == "once",
                    orders_unvisited: option.choice("unvisited") == "history",
                    shared: option.choice("table") == "shared",
                }))),
                "pu" => {
                    unpruning = Some(ProgressiveUnpruning {
                        first: option.integer("first") as usize,
                        a: option.number("a"),
                        b: option.number("b"),
                        evaluation: builder.evaluation(option),
                    })
                }
                "fet" => ending.fixed = Some(builder.fixed(option)),
                "det" | "cutoff" => ending.bounded = Some(builder.bounded(option)),
                "margin" => {
                    ending.margin = Some(Margin { share: option.number("w"), evaluation: builder.evaluation(option) });
                }
                "trials" => {}
                name => panic!("the interpreter does not know `{name}`"),
            }
        }
        Interpreter {
            parts: builder.parts,
            tree,
            playout,
            biases,
            unpruning,
            ending,
            base: Baseline::new(),
            records: Default::default(),
            before,
        }
    }

    /// What all parts know about a record: what the engine is to answer.
    pub fn recall(&self, record: &Record<G::Action>, players: usize) -> Vec<Information<G::Action>> {
        let mut answers = Vec::new();
        for (number, part) in self.parts.iter().enumerate().filter(|(_, part)| part.keeps(record)) {
            let initial = part.initial(players);
            let info = self.records.get(&(number, record.clone())).unwrap_or(&initial);
            answers.push(part.describe(record, info));
        }
        answers
    }
}

impl<G: Game> Builder<G> {
    fn add(&mut self, part: Box<dyn Icarus<G>>) -> usize {
        self.parts.push(part);
        self.parts.len() - 1
    }

    fn policy(&mut self, policy: &WrittenPolicy) -> Combination {
        match policy {
            // Equation 14.
            WrittenPolicy::Call(call) if call.name() == "rave" => {
                let amaf = self.add(Box::new(Amaf { c: call.number("amaf-c"), own: call.flag("own") }));
                let uct = self.add(Box::new(Uct { c: call.number("c"), by_visits: self.by_visits }));
                let lambda = Lambda::Rave(call.number("k"));
                let rest = Lambda::Rest(1, Box::new(lambda.clone()));
                Combination::Blend(vec![(lambda, Combination::Part(amaf)), (rest, Combination::Part(uct))])
            }
            WrittenPolicy::Call(call)
                if matches!(call.name(), "bhrf" | "pool-rave" | "lookahead") || has_other(call) || replies(call) =>
            {
                let first = self.call(call);
                Combination::Otherwise(first, Box::new(self.policy(call.policy("else"))))
            }
            WrittenPolicy::Call(call) => Combination::Part(self.call(call)),
            WrittenPolicy::Linear(terms) => Combination::Linear(self.terms(terms)),
            WrittenPolicy::Blend(terms) => Combination::Blend(self.terms(terms)),
            WrittenPolicy::Vote(terms) => Combination::Vote(self.terms(terms)),
            WrittenPolicy::Product(terms) => {
                Combination::Product(self.terms(terms).into_iter().map(|(_, factor)| factor).collect())
            }
            WrittenPolicy::Switch(terms, border) => {
                let mut branches = self.terms(terms).into_iter().map(|(_, branch)| branch);
                let both = [(); 2].map(|()| branches.next().expect("a switch is between two"));
                Combination::Switch(*border, Box::new(both))
            }
        }
    }

    fn terms(&mut self, terms: &[Term]) -> Vec<(Lambda, Combination)> {
        let scheduled = terms.iter().find_map(|term| match &term.weight {
            Weight::Schedule(call) if call.name() == "rave" => Some(Lambda::Rave(call.number("k"))),
            Weight::Schedule(call) => Some(Lambda::Fade(call.number("k"))),
            _ => None,
        });
        let number = |term: &Term| if let Weight::Number(number) = term.weight { number } else { 1.0 };
        let total: f64 = terms.iter().map(number).sum();
        let lambda = |term: &Term| match (&term.weight, &scheduled) {
            (Weight::Schedule(_), Some(lambda)) => lambda.clone(),
            (_, Some(lambda)) => Lambda::Rest(terms.len() - 1, Box::new(lambda.clone())),
            _ => Lambda::Constant(number(term) / total),
        };
        terms.iter().map(|term| (lambda(term), self.policy(&term.policy))).collect()
    }

    fn call(&mut self, call: &Call) -> usize {
        if let Some(&(_, part)) = self.calls.iter().find(|(known, _)| known == call) {
            return part;
        }
        let part: Box<dyn Icarus<G>> = match call.name() {
            "uct" => Box::new(Uct { c: call.number("c"), by_visits: self.by_visits }),
            "amaf" => Box::new(Amaf { c: call.number("c"), own: call.flag("own") }),
            "grave" => Box::new(Grave { reference: call.integer("ref"), bias: call.number("bias") }),
            "mast" => Box::new(Mast { rule: rule(call), tree_only: false }),
            "to-mast" => Box::new(Mast { rule: rule(call), tree_only: true }),
            "past" => Box::new(Past { tau: call.number("tau"), min: call.integer("min") }),
            "lgr" | "lgrf" => Box::new(LastGoodReply {
                forgetting: call.name() == "lgrf",
                context: call.integer("context") as usize,
                prefix: call.flag("prefix"),
            }),
            "bhrf" => Box::new(ReplyForest {
                epsilon: call.number("eps"),
                b: call.number("b"),
                by_weight: call.choice("accept") == "weight",
                own_contexts: call.choice("contexts") == "own",
                legal_sum: call.choice("sum") == "legal",
                shared_trees: call.choice("trees") == "shared",
                shortest: call.integer("min") as usize,
                longest: call.integer("max") as usize,
                prefix: call.flag("prefix"),
            }),
            "pool-rave" => Box::new(PoolRave {
                p: call.number("p"),
                k: call.integer("k") as usize,
                least: call.integer("least"),
                amaf: Amaf { c: 0.0, own: true },
            }),
            "nast" => Box::new(Nast {
                n: call.integer("n") as usize,
                c: call.number("c"),
                shorter: call.choice("short") == "shorter",
                prefix: call.flag("prefix"),
            }),
            "epic" => Box::new(Epic { c: call.number("c"), strict: call.flag("strict") }),
            "records" => Box::new(Composed::of(call, &self.offers)),
            "tiles" => Box::new(Tiles { epsilon: call.number("epsilon") }),
            "ege" if has_other(call) => Box::new(Informed(GreedyReplies(self.evaluation_greedy(call)))),
            "ege" => Box::new(Informed(self.evaluation_greedy(call))),
            "lookahead" => Box::new(Informed(LookAhead {
                depth: call.integer("depth") as usize,
                k: call.integer("k") as usize,
                evaluation: self.evaluation(call),
                epsilon: call.number("epsilon"),
                first: call.integer("from") as usize,
            })),
            "uniform" => Box::new(Informed(Uniform)),
            "ipp" => Box::new(Informed(InformedPlayouts { weighting: self.weighting(call.weighting("weights")) })),
            "expert" => Box::new(Informed(InformedPlayouts { weighting: self.weighting(Some(EXPERT)) })),
            "categories" => Box::new(Informed(Categories)),
            "corrective" => Box::new(Informed(self.corrective(call))),
            "greedy" => Box::new(Informed(self.greedy(call))),
            "mixed" => Box::new(Informed(Mixed { corrective: self.corrective(call), greedy: self.greedy(call) })),
            name => panic!("the interpreter does not know `{name}`"),
        };
        let part = self.add(part);
        self.calls.push((call.clone(), part));
        part
    }
}

/// Whether a policy that is not uniform chooses where ε-greedy playouts are not greedy.
fn has_other(call: &Call) -> bool {
    call.name() == "ege" && call.policy("else").to_string() != "uniform"
}

/// Whether a policy chooses where no record is known.
fn replies(call: &Call) -> bool {
    call.name() == "records" && call.choice("policy") == "reply"
}

fn rule(call: &Call) -> Rule {
    match call.choice("policy") {
        "gibbs" => Rule::Gibbs { tau: call.number("tau") },
        "greedy" => Rule::Greedy { epsilon: call.number("epsilon") },
        "roulette" => Rule::Roulette,
        "ucb1" => Rule::Ucb1 { c: call.number("c") },
        name => panic!("the interpreter does not know the policy `{name}`"),
    }
}

/// What an expression leaves to the game.
impl<G: Game> Builder<G> {
    fn by_move(&self, call: &Call) -> bool {
        let automatic = self.offers.move_values && call.evaluation("eval").is_default();
        call.choice("by") == "move" || call.choice("by") == "auto" && automatic
    }

    fn evaluation_greedy(&self, call: &Call) -> EvaluationGreedy {
        let evaluation = (!self.by_move(call)).then(|| self.evaluation(call));
        let best = Best { evaluation, forced: call.flag("forced").then_some(0) };
        EvaluationGreedy { epsilon: call.number("epsilon"), best }
    }

    fn corrective(&self, call: &Call) -> Corrective {
        let (bound, epsilon) = (call.number("bound"), call.number("epsilon"));
        Corrective { bound, epsilon, evaluation: self.evaluation(call) }
    }

    fn greedy(&self, call: &Call) -> Greedy {
        Greedy { k: call.integer("k") as usize, bound: call.number("bound"), evaluation: self.evaluation(call) }
    }

    fn fixed(&self, option: &Call) -> Fixed {
        Fixed { plies: option.integer("x") as usize, evaluation: self.evaluation(option) }
    }

    fn bounded(&self, option: &Call) -> Bounded {
        let plies = |name| option.integer(name) as usize;
        let (bound, first) = match option.name() {
            "det" => (option.number("x"), plies("every")),
            _ => (option.number("bound"), plies("first")),
        };
        Bounded { bound, first, every: plies("every"), evaluation: self.evaluation(option) }
    }

    fn weighting(&self, name: Option<&str>) -> usize {
        name.map_or(0, |name| self.offers.weightings.iter().position(|offered| offered == name).expect("offered"))
    }

    fn evaluation(&self, option: &Call) -> usize {
        match option.evaluation("eval") {
            EvaluationSource::Default => 0,
            EvaluationSource::Named(name) => {
                self.offers.evaluations.iter().position(|offered| offered == name).expect("offered")
            }
            EvaluationSource::File(path) => panic!("the interpreter reads no files: {path}"),
        }
    }
}
