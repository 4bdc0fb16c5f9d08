//! The strategies and the schedules of their combinations.

use crate::icarus::MOST_EVALUATED;

use super::{
    Constant, Domain, EVALUATION, Entry, Giving, Need, Parameter, Reference, Role, choice, integer, number, positive,
};

const STRATEGY: Entry = Entry::of(Role::Strategy);
const SCHEDULE: Entry = Entry::of(Role::Schedule);

/// For rewards in [0, 1] and with the constant outside the root, whatever a paper's own convention is.
const C: Parameter = number("c", 0.7, 0.0, 1e6, "exploration constant of UCB1, for rewards in [0, 1]");
const OWN: Parameter = choice(
    "own",
    &["yes", "no"],
    "whether the move played from the node itself counts (i ≤ j) or only later ones (i < j)",
);
const K: Parameter = positive("k", 250.0, 1e9, "equivalence parameter: the visits after which AMAF weighs one half");
const PREFIX: Parameter =
    choice("prefix", &["no", "yes"], "whether the moves played before the root are context for the first plies");
const ELSE: Parameter = Parameter {
    name: "else",
    domain: Domain::Policy,
    default: Some(Constant::Policy("uct")),
    about: "the policy where nothing is played; `uct` is uniform in playouts",
};
const CONTEXT: Parameter =
    integer("context", 1, 1, 2, "how many moves a reply answers; with 2, the longer context is tried first");

const BOUND: Parameter =
    number("bound", 700.0, 0.0, 1e6, "evaluation, in its own units, above which the game is as good as won");
const SMALL_WEIGHT: Parameter =
    number("epsilon", 0.001, 0.0, 1.0, "weight of moves that improve nothing, as a share of the mean weight");
const NOISE: Parameter = number(
    "noise",
    0.0,
    0.0,
    1e6,
    "random part of the evaluation of a move, up to so much either way, in its own units",
);
const BEST: Parameter =
    integer("k", 5, 1, MOST_EVALUATED as u64, "how many of the moves with the likeliest categories are evaluated");

const MAST_PARAMETERS: &[Parameter] = &[
    choice(
        "policy",
        &["gibbs", "greedy", "roulette", "ucb1"],
        "how averages become a choice: Gibbs sampling, ε-greedy, roulette wheel, or UCB1",
    ),
    number("tau", 1.0, 0.01, 1e6, "temperature of Gibbs sampling; lower is greedier"),
    number("epsilon", 0.4, 0.0, 1.0, "chance of a uniformly random action under `policy=greedy`"),
    number("c", 0.7, 0.0, 1e6, "exploration constant under `policy=ucb1`"),
];
const MAST_GIVING: Giving = Giving::ValuesIf { parameter: "policy", choice: "ucb1" };

pub(super) static STRATEGIES: &[Entry] = &[
    Entry {
        name: "uct",
        about: "the baseline: UCB1 on the statistics of each node, subset-armed where actions come and go",
        paper: Reference {
            rows: &["baseline", "subset-armed"],
            citation: "Kocsis and Szepesvári 2006; ICARUS Specification 1",
        },
        parameters: &[C],
        giving: Giving::Values,
        ..STRATEGY
    },
    Entry {
        name: "uniform",
        about: "any legal action with the same probability: `uct > uniform` has random playouts, as `uct` alone has",
        paper: Reference { rows: &[], citation: "common practice" },
        ..STRATEGY
    },
    Entry {
        name: "amaf",
        about: "all moves as first: an action's value at a node from every playout in which its player chose it later",
        paper: Reference { rows: &["amaf"], citation: "Brügmann 1993; ICARUS Specification 2" },
        parameters: &[C, OWN],
        giving: Giving::Values,
        ..STRATEGY
    },
    Entry {
        name: "rave",
        about: "rapid action value estimation: AMAF while a node is young, UCT as its visits grow; short for blend([rave] amaf, uct)",
        paper: Reference { rows: &["rave"], citation: "Gelly and Silver 2007; ICARUS Equation 14" },
        parameters: &[K, C, number("amaf-c", 0.7, 0.0, 1e6, "exploration constant of the AMAF part"), OWN],
        giving: Giving::Values,
        ..STRATEGY
    },
    Entry {
        name: "grave",
        about: "generalized RAVE: AMAF values of the nearest ancestor with enough visits stand in for a young node's own",
        paper: Reference { rows: &[], citation: "Cazenave 2015" },
        parameters: &[
            integer("ref", 50, 0, 1_000_000_000, "visits a node needs for its own AMAF values to be used"),
            number("bias", 1e-5, 0.0, 1e6, "how fast a node's own mean outweighs the AMAF value"),
        ],
        giving: Giving::Values,
        ..STRATEGY
    },
    Entry {
        name: "mast",
        about: "move-average sampling: an action is as good as its average reward over all playouts, wherever it was played",
        paper: Reference {
            rows: &["mast", "mast-policies"],
            citation: "Finnsson and Björnsson 2008; ICARUS Specification 3",
        },
        parameters: MAST_PARAMETERS,
        giving: MAST_GIVING,
        ..STRATEGY
    },
    Entry {
        name: "to-mast",
        about: "tree-only MAST: averages over the moves of the tree, which were chosen with more care than those of playouts",
        paper: Reference { rows: &["to-mast"], citation: "Finnsson and Björnsson 2010" },
        parameters: MAST_PARAMETERS,
        giving: MAST_GIVING,
        ..STRATEGY
    },
    Entry {
        name: "past",
        about: "predicate-average sampling: averages of an action apart for each predicate that held when it was played",
        paper: Reference { rows: &["past"], citation: "Finnsson and Björnsson 2010" },
        parameters: &[
            number("tau", 1.0, 0.01, 1e6, "temperature of Gibbs sampling; lower is greedier"),
            integer("min", 1, 1, 1_000_000_000, "visits a predicate and action need for their average to count"),
        ],
        needs: &[Need::Predicates],
        ..STRATEGY
    },
    Entry {
        name: "lgr",
        about: "last good reply: answer a move as it was last answered in a playout that the replier did not lose",
        paper: Reference { rows: &["lgr"], citation: "Drake 2009; ICARUS Specification 4" },
        parameters: &[CONTEXT, PREFIX],
        ..STRATEGY
    },
    Entry {
        name: "lgrf",
        about: "last good reply with forgetting: a reply that loses a playout is deleted from the table",
        paper: Reference { rows: &["lgrf"], citation: "Baier and Drake 2010; ICARUS Specification 4, LGRF-7" },
        parameters: &[CONTEXT, PREFIX],
        ..STRATEGY
    },
    Entry {
        name: "bhrf",
        about: "background history reply forest: replies of the tree to the last moves, as many of them as are known",
        paper: Reference {
            rows: &[
                "bhrf-forest",
                "bhrf-update-forest",
                "bhrf-update-tree",
                "bhrf-rollout",
                "bhrf-longest",
                "bhrf-weights",
                "bhrf-epsilon",
            ],
            citation: "Fabbri, Armetta, Duchêne and Hassas 2014, Algorithms 1-3 and Equation 1",
        },
        parameters: &[
            number("eps", 1.0, 0.0, 1.0, "how often the forest is asked for a reply"),
            number("b", 0.7, 0.0, 1e6, "weight of the bonus for replies that were seldom tried, for rewards in [0, 1]"),
            choice("accept", &["weight", "always"], "how often a drawn reply is played: by its weight, or always"),
            choice(
                "contexts",
                &["longest", "own"],
                "the candidates: replies to the longest context that has any, or all, each judged by its own longest",
            ),
            integer("max", 1000, 1, 1000, "how many moves a context has at most"),
            choice("keep", &["game", "search"], "how long the forest is kept"),
            PREFIX,
            ELSE,
        ],
        ..STRATEGY
    },
    Entry {
        name: "pool-rave",
        about: "pool-RAVE: moves that AMAF likes best at the last well-known node of the descent",
        paper: Reference { rows: &["pool-rave"], citation: "Rimmel, Teytaud and Teytaud 2010" },
        parameters: &[
            number("p", 0.5, 0.0, 1.0, "how often a move of the pool is played"),
            integer("k", 20, 1, 1000, "how many moves the pool has at most"),
            integer(
                "least",
                50,
                1,
                1_000_000,
                "visits of the node, and AMAF visits of the moves, that make them known",
            ),
            ELSE,
        ],
        ..STRATEGY
    },
    Entry {
        name: "nast",
        about: "n-gram average sampling: UCB1 on averages of an action after the n-1 moves before it; n=1 is MAST with UCB1",
        paper: Reference { rows: &["nast"], citation: "Powley, Whitehouse and Cowling 2013; ICARUS Specification 5" },
        parameters: &[
            integer("n", 2, 1, 8, "length of the n-grams, the action itself included"),
            C,
            choice(
                "short",
                &["shorter", "uniform"],
                "the first n-1 plies: use the shorter gram there is, or play at random",
            ),
            PREFIX,
        ],
        giving: Giving::Values,
        ..STRATEGY
    },
    Entry {
        name: "epic",
        about: "episodic information capture: UCB1 on an action at its position within an episode, shared by all such episodes",
        paper: Reference { rows: &["epic", "episodes"], citation: "Powley, Cowling and Whitehouse 2014, section 5" },
        parameters: &[
            C,
            choice(
                "strict",
                &["no", "yes"],
                "whether actions that end an episode share one record, as Equation 17 reads",
            ),
        ],
        needs: &[Need::Episodes],
        giving: Giving::Values,
        ..STRATEGY
    },
    Entry {
        name: "fast",
        about: "features-to-action sampling: TD(λ) learns what features of states are worth, and an action what it wins of them",
        paper: Reference { rows: &["fast"], citation: "Finnsson and Björnsson 2010" },
        parameters: &[
            number("tau", 0.2, 0.01, 1e6, "temperature of Gibbs sampling; lower is greedier"),
            number("lambda", 0.9, 0.0, 1.0, "λ of TD(λ): 1 learns from the ends of playouts alone"),
            number("rate", 0.01, 0.0, 10.0, "learning rate of TD(λ)"),
            choice("online", &["yes", "no"], "whether playouts change what was learned before the search"),
        ],
        needs: &[Need::Features],
        ..STRATEGY
    },
    Entry {
        name: "tiles",
        about: "contextual Monte Carlo: prefer the action that did best together with an earlier action of the same player",
        paper: Reference { rows: &["tiles"], citation: "Rimmel and Teytaud 2010" },
        parameters: &[number("epsilon", 0.2, 0.0, 1.0, "chance of a uniformly random action")],
        ..STRATEGY
    },
    Entry {
        name: "ege",
        about: "ε-greedy: the action whose successor is evaluated best, or the best move, now and then any other",
        paper: Reference { rows: &["ege", "mp-ege"], citation: "Sturtevant 2008; Lanctot et al. 2014, section 4" },
        parameters: &[
            number("epsilon", 0.1, 0.0, 1.0, "chance of a uniformly random action"),
            EVALUATION,
            choice(
                "by",
                &["auto", "value", "move"],
                "the evaluation of the state behind an action, or the value of the move; `auto` is the move if the game values moves and no `eval` is named",
            ),
        ],
        ..STRATEGY
    },
    Entry {
        name: "ipp",
        about: "informed playouts: actions are drawn by weights that the game knows, decisive ones always",
        paper: Reference { rows: &["ipp"], citation: "Lanctot et al. 2014, section 4.2" },
        parameters: &[Parameter {
            name: "weights",
            domain: Domain::Weighting,
            default: Some(Constant::Name("default")),
            about: "which of the game's ways to weigh moves; `default` is the one the game puts first",
        }],
        needs: &[Need::Weights],
        ..STRATEGY
    },
    Entry {
        name: "expert",
        about: "expert playouts: actions by rules that the game knows, in Go captures, escapes and patterns round the last move",
        paper: Reference {
            rows: &["bhrf-expert"],
            citation: "Gelly, Wang, Munos and Teytaud 2006; Fabbri, Armetta, Duchêne and Hassas 2014, section IV",
        },
        needs: &[Need::Expert],
        ..STRATEGY
    },
    Entry {
        name: "categories",
        about: "move categories: actions are drawn by how often good players choose an action of their category",
        paper: Reference {
            rows: &["categories", "move-categories", "transition-probabilities"],
            citation: "Winands and Björnsson 2009; Tsuruoka, Yokoyama and Chikayama 2002",
        },
        needs: &[Need::Categories],
        ..STRATEGY
    },
    Entry {
        name: "corrective",
        about: "categories corrected by evaluation: moves that do not improve the position are hardly ever drawn",
        paper: Reference {
            rows: &["corrective", "evaluation-noise"],
            citation: "Winands and Björnsson 2009, Figure 2",
        },
        parameters: &[BOUND, SMALL_WEIGHT, EVALUATION, NOISE],
        needs: &[Need::Evaluation, Need::Categories],
        ..STRATEGY
    },
    Entry {
        name: "greedy",
        about: "the best move by evaluation among those with the k likeliest categories; beyond a bound the playout is won",
        paper: Reference { rows: &["greedy", "evaluation-noise"], citation: "Winands and Björnsson 2009, Figure 3" },
        parameters: &[BEST, BOUND, EVALUATION, NOISE],
        needs: &[Need::Evaluation, Need::Categories],
        ..STRATEGY
    },
    Entry {
        name: "mixed",
        about: "`corrective` in the tree and for the first move of a playout, `greedy` for the rest of it",
        paper: Reference { rows: &["mixed", "evaluation-noise"], citation: "Winands and Björnsson 2009, section 4.4" },
        parameters: &[BEST, BOUND, SMALL_WEIGHT, EVALUATION, NOISE],
        needs: &[Need::Evaluation, Need::Categories],
        ..STRATEGY
    },
];

pub(super) static SCHEDULES: &[Entry] = &[
    Entry {
        name: "rave",
        about: "sqrt(k / (3n + k)) after n visits of the node: one half at n = k, then towards zero",
        paper: Reference { rows: &["rave"], citation: "Gelly and Silver 2007; ICARUS Equation 14" },
        parameters: &[positive("k", 250.0, 1e9, "the visits at which the weight is one half")],
        ..SCHEDULE
    },
    Entry {
        name: "fade",
        about: "k / (k + n) after n visits of the node: one half at n = k, then towards zero faster than `rave`",
        paper: Reference {
            rows: &["convergence"],
            citation: "ours: a weight that vanishes, as ICARUS section 4.5 asks",
        },
        parameters: &[positive("k", 250.0, 1e9, "the visits at which the weight is one half")],
        ..SCHEDULE
    },
];
