//! The options that follow `with`, and the players that are not composed of strategies.

use super::{Domain, EVALUATION, Entry, Need, Parameter, Reference, Role, choice, integer, number, positive};

const OPTION: Entry = Entry::of(Role::Option);

const SHARE: Parameter = number("alpha", 0.4, 0.0, 1.0, "the share α of the evaluation; the mean reward has 1-α");

/// The number of threads has no default: whoever asks for threads says how many.
const THREADS: Parameter = Parameter {
    name: "n",
    domain: Domain::Integer { min: 1, max: 256 },
    default: None,
    about: "how many threads search",
};

pub(super) static OPTIONS: &[Entry] = &[
    Entry {
        name: "solver",
        about: "MCTS-Solver: proven wins, draws and losses are backed up, and proven moves need no more visits",
        paper: Reference {
            rows: &["solver", "mp-solver"],
            citation: "Winands, Björnsson and Saito 2008; Nijssen and Winands 2010",
        },
        parameters: &[choice(
            "rule",
            &["standard", "paranoid", "first-winner"],
            "who wins where a player loses, but not to one opponent alone: nobody knows, not the one who searches, or the next in turn; the last two are guesses, and so are proofs by them",
        )],
        ..OPTION
    },
    Entry {
        name: "final",
        about: "how the move is chosen in the end: most visits, highest value, or secure child (value + a/√visits)",
        paper: Reference { rows: &["im-final", "loa-final"], citation: "Chaslot et al. 2008" },
        parameters: &[
            choice("by", &["visits", "value", "secure"], "what the chosen child has most of"),
            number("a", 1.0, 0.0, 1e6, "constant of `secure`, for rewards in [0, 1]"),
        ],
        ..OPTION
    },
    Entry {
        name: "reuse",
        about: "keep the part of the tree below the moves that were played for the next search",
        paper: Reference { rows: &[], citation: "common practice" },
        ..OPTION
    },
    Entry {
        name: "root",
        about: "root parallelisation: independent trees, their root statistics added in the end; deterministic for a seed",
        paper: Reference { rows: &["root-parallel"], citation: "Chaslot, Winands and van den Herik 2008" },
        parameters: &[THREADS],
        excludes: &["tree"],
        ..OPTION
    },
    Entry {
        name: "tree",
        about: "tree parallelisation: all threads share one tree; faster growth, not deterministic",
        paper: Reference { rows: &["shared-records"], citation: "Chaslot, Winands and van den Herik 2008" },
        parameters: &[THREADS],
        excludes: &["root"],
        ..OPTION
    },
    Entry {
        name: "pb",
        about: "progressive bias: add w·knowledge/(visits + 1) to an action's value, so that knowledge guides young nodes",
        paper: Reference {
            rows: &["progressive-bias", "loa-selection", "pb-mix"],
            citation: "Chaslot et al. 2008; Winands and Björnsson 2009, Formula 1",
        },
        parameters: &[
            number("w", 1.0, 0.0, 1e6, "weight of the knowledge, for rewards in [0, 1]; its share with `form=mix`"),
            choice(
                "by",
                &["best", "evaluation", "category"],
                "the evaluation of the state behind an action, or the probability of its category; `best` is the category where the game has some",
            ),
            choice(
                "form",
                &["add", "mix"],
                "add to the value, or mix it into the mean: (1-w)·mean + w·evaluation/(visits+1)",
            ),
            EVALUATION,
        ],
        ..OPTION
    },
    Entry {
        name: "cb",
        about: "constant bias: the evaluation behind an action counts as a fixed share of its mean reward",
        paper: Reference { rows: &["cb"], citation: "Lanctot et al. 2014, section 4.2" },
        parameters: &[SHARE, EVALUATION],
        needs: &[Need::Evaluation],
        ..OPTION
    },
    Entry {
        name: "im",
        about: "implicit minimax backups: evaluations are backed up by minimax beside the mean rewards, and count as a share of them",
        paper: Reference {
            rows: &["im-value", "im-backup", "im-expand"],
            citation: "Lanctot et al. 2014, section 3, Equation 2",
        },
        parameters: &[
            SHARE,
            choice(
                "expand",
                &["all", "later", "one"],
                "what counts in a node: all successors from its first visit on, from its second, or visited children only",
            ),
            EVALUATION,
        ],
        needs: &[Need::Evaluation],
        ..OPTION
    },
    Entry {
        name: "priors",
        about: "node priors: an action starts with virtual visits, won at the rate that the game's knowledge expects",
        paper: Reference {
            rows: &["node-priors", "bhrf-priors"],
            citation: "Gelly and Silver 2007; Lorentz and Horey 2013",
        },
        parameters: &[integer("visits", 10, 1, 1_000_000, "how many virtual visits an action starts with")],
        needs: &[Need::Priors],
        ..OPTION
    },
    Entry {
        name: "threshold",
        about: "nodes with fewer visits than this choose by the playout policy: the border of `>` lies deeper",
        paper: Reference {
            rows: &["visit-threshold"],
            citation: "Coulom 2007; Winands and Björnsson 2009, section 3.2",
        },
        parameters: &[integer("visits", 5, 0, 1_000_000_000, "the visits from which on the tree policy chooses")],
        ..OPTION
    },
    Entry {
        name: "mate1",
        about: "a new node is searched for an action that wins at once; with `solver` it is proven then",
        paper: Reference { rows: &["mate-in-one"], citation: "Winands and Björnsson 2009, section 3.2" },
        ..OPTION
    },
    Entry {
        name: "maximum",
        about: "maximum backpropagation: often visited nodes pass on the best mean of their children instead of the reward",
        paper: Reference { rows: &["maximum"], citation: "Coulom 2007; Lanctot et al. 2014, section 4.2" },
        parameters: &[integer("from", 10_000, 1, 1_000_000_000, "the visits from which on a node does so")],
        ..OPTION
    },
    Entry {
        name: "longest",
        about: "an iteration that has not reached the end of the game after this many plies counts as a draw",
        paper: Reference { rows: &[], citation: "common practice" },
        parameters: &[integer(
            "plies",
            100_000,
            1,
            1_000_000_000,
            "the most plies of an iteration, in the tree and below it",
        )],
        ..OPTION
    },
    Entry {
        name: "pu",
        about: "progressive unpruning: a node starts with its best actions by evaluation, the others join as its visits grow",
        paper: Reference { rows: &["progressive-unpruning"], citation: "Chaslot et al. 2008" },
        parameters: &[
            integer("first", 5, 1, 1_000_000, "how many actions a node starts with"),
            number("a", 50.0, 1.0, 1e9, "visits at which the next action joins"),
            number("b", 1.3, 1.0, 1e3, "factor between the visits at which one action joins and those of the next"),
            EVALUATION,
        ],
        needs: &[Need::Evaluation],
        ..OPTION
    },
    Entry {
        name: "ph",
        about: "progressive history: bias an action by its average reward over all playouts, less as its own losses add up",
        paper: Reference {
            rows: &["progressive-history", "progressive-history-visits"],
            citation: "Nijssen and Winands 2010, Formula 2",
        },
        parameters: &[
            number("w", 1.0, 0.0, 1e6, "weight of the history, for rewards in [0, 1]"),
            choice(
                "by",
                &["losses", "visits"],
                "what the bias is divided by: the action's losses + 1, or its visits + 1",
            ),
            choice("count", &["once", "each"], "whether an action that occurs twice in a playout counts once or twice"),
            choice("keep", &["game", "search"], "how long the history is kept"),
            choice(
                "unvisited",
                &["history", "any"],
                "which of the actions without visits comes next: the one with the best history, or any",
            ),
        ],
        ..OPTION
    },
    Entry {
        name: "fet",
        aliases: &["pd"],
        about: "fixed early termination: after x plies of a playout its reward is the evaluation, scaled to [0, 1]",
        paper: Reference { rows: &["fet"], citation: "Lorentz 2008; Lanctot et al. 2014, section 4" },
        parameters: &[
            Parameter {
                name: "x",
                domain: Domain::Integer { min: 0, max: 1_000_000 },
                default: None,
                about: "how many plies of the playout are played; with 0 the new node is evaluated",
            },
            EVALUATION,
        ],
        needs: &[Need::Evaluation],
        excludes: &["det", "cutoff"],
        ..OPTION
    },
    Entry {
        name: "det",
        about: "dynamic early termination: every few plies, a playout in which a player is ahead by more than x is won by him",
        paper: Reference { rows: &["det"], citation: "Lanctot et al. 2014, section 4" },
        parameters: &[
            number("x", 0.5, 0.0, 1e6, "bound in the evaluation's own units"),
            integer(
                "every",
                5,
                1,
                1_000_000,
                "plies from the start to the first evaluation, and from each to the next",
            ),
            EVALUATION,
        ],
        needs: &[Need::Evaluation],
        excludes: &["fet", "cutoff"],
        ..OPTION
    },
    Entry {
        name: "cutoff",
        about: "evaluation cut-off: a playout in which a player is ahead by more than a bound is won by him",
        paper: Reference { rows: &["cutoff"], citation: "Winands and Björnsson 2009, section 4.1" },
        parameters: &[
            number("bound", 700.0, 0.0, 1e6, "bound in the evaluation's own units"),
            integer("first", 2, 1, 1_000_000, "plies before the first evaluation"),
            integer("every", 3, 1, 1_000_000, "plies from each evaluation to the next"),
            EVALUATION,
        ],
        needs: &[Need::Evaluation],
        excludes: &["fet", "det"],
        ..OPTION
    },
];

pub(super) static PLAYERS: &[Entry] = &[
    Entry {
        name: "random",
        about: "plays uniformly at random among the legal actions; the yardstick every agent should beat",
        paper: Reference { rows: &[], citation: "common practice" },
        ..Entry::of(Role::Player)
    },
    Entry {
        name: "ab",
        about: "alpha-beta: iterative deepening, principal variation search; a budget of nodes (`@50000`), time or depth (`@d6`)",
        paper: Reference { rows: &["mia", "im-alpha-beta"], citation: "Winands and Björnsson 2008; Marsland 1986" },
        parameters: ALPHA_BETA,
        needs: &[Need::Evaluation],
        ..Entry::of(Role::Player)
    },
    Entry {
        name: "brs",
        about: "best-reply search for two or more players: after each move of its own one opponent replies, the others pass",
        paper: Reference { rows: &["mp-opponents"], citation: "Schadd and Winands 2011" },
        parameters: COALITION,
        needs: &[Need::Evaluation],
        ..Entry::of(Role::Player)
    },
    Entry {
        name: "gtp",
        about: "a program that speaks the Go Text Protocol, such as `gtp(\"gnugo --mode gtp\")`; a time budget is passed on to it",
        paper: Reference { rows: &[], citation: "Farnebäck 2002, Specification of the Go Text Protocol, version 2" },
        parameters: &[
            Parameter {
                name: "command",
                domain: Domain::Text,
                default: None,
                about: "the program with its arguments, as a shell would take them apart",
            },
            positive("timeout", 60.0, 86_400.0, "seconds to wait for an answer before the game fails"),
        ],
        ..Entry::of(Role::Player)
    },
    Entry {
        name: "maxn",
        about: "maxⁿ for two or more players: everybody chooses what is best for himself; budgets as for `ab`",
        paper: Reference { rows: &["mp-opponents"], citation: "Luckhardt and Irani 1986; Korf 1991" },
        parameters: MAX_N,
        needs: &[Need::Evaluation],
        ..Entry::of(Role::Player)
    },
    Entry {
        name: "paranoid",
        about: "paranoid search for two or more players: alpha-beta against all others together; budgets as for `ab`",
        paper: Reference { rows: &["mp-opponents"], citation: "Sturtevant and Korf 2000" },
        parameters: COALITION,
        needs: &[Need::Evaluation],
        ..Entry::of(Role::Player)
    },
];

const YES_NO: &[&str] = &["yes", "no"];

const TABLE: Parameter =
    choice("table", YES_NO, "transposition table, where the game has a hash of positions; kept for the game");
const ETC: Parameter =
    choice("etc", YES_NO, "enhanced transposition cut-offs: look all successors up before searching one");
const KILLERS: Parameter = choice("killers", YES_NO, "try actions early that refuted others at the same ply");
const HISTORY: Parameter = choice(
    "history",
    &["relative", "plain", "no"],
    "order actions by how often they were best, in proportion to how often they were tried or not",
);
const CATEGORIES: Parameter = choice(
    "categories",
    YES_NO,
    "order actions by the probability of their category, their weight or their value as moves, if the game has any",
);

const ALPHA_BETA: &[Parameter] = &[
    EVALUATION,
    TABLE,
    ETC,
    KILLERS,
    HISTORY,
    CATEGORIES,
    integer("null", 2, 0, 8, "how many plies a null move saves, where the game allows it; 0 for none"),
    choice(
        "quiescence",
        YES_NO,
        "go on with actions after which no evaluation should be trusted, if the game names any",
    ),
    choice("multicut", &["no", "yes"], "give up where 3 of 10 actions seem too good by a search 2 plies less deep"),
    choice(
        "depths",
        &["auto", "fixed", "rps", "erps"],
        "an action costs a ply, or less the likelier it is (realization-probability search, enhanced); `auto` is `erps` if it can",
    ),
    number("noise", 0.0, 0.0, 1e6, "at most so much is added to an evaluation, by seed and position, in its own units"),
];

const COALITION: &[Parameter] = &[EVALUATION, TABLE, ETC, KILLERS, HISTORY, CATEGORIES];

const MAX_N: &[Parameter] = &[
    EVALUATION,
    TABLE,
    choice(
        "ties",
        &["first", "paranoid"],
        "of equally good actions a player takes the first, or the one that is worst for the player who searches",
    ),
];
