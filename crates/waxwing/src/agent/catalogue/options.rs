//! The options that follow `with`, and the players that are not composed of strategies.

use super::{Constant, Domain, Entry, Need, Parameter, Reference, Role, choice, integer, number};

const OPTION: Entry = Entry::of(Role::Option);

const EVALUATION: Parameter = Parameter {
    name: "eval",
    domain: Domain::Evaluation,
    default: Some(Constant::Name("default")),
    about: "which of the game's evaluations; `default` is the one the game puts first",
};

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
            ids: &["001-10", "003-05"],
            citation: "Winands, Björnsson and Saito 2008; Nijssen and Winands 2010",
        },
        parameters: &[choice(
            "rule",
            &["standard"],
            "when a node is lost with several opponents: `standard` asks that one and the same opponent wins every child",
        )],
        ..OPTION
    },
    Entry {
        name: "final",
        about: "how the move is chosen in the end: most visits, highest value, or secure child (value + a/√visits)",
        paper: Reference { ids: &["000-06", "001-11"], citation: "Chaslot et al. 2008" },
        parameters: &[
            choice("by", &["visits", "value", "secure"], "what the chosen child has most of"),
            number("a", 1.0, 0.0, 1e6, "constant of `secure`, for rewards in [0, 1]"),
        ],
        ..OPTION
    },
    Entry {
        name: "reuse",
        about: "keep the part of the tree below the moves that were played for the next search",
        paper: Reference { ids: &[], citation: "common practice" },
        ..OPTION
    },
    Entry {
        name: "root",
        about: "root parallelisation: independent trees, their root statistics added in the end; deterministic for a seed",
        paper: Reference { ids: &["001-12"], citation: "Chaslot, Winands and van den Herik 2008" },
        parameters: &[THREADS],
        excludes: &["tree"],
        ..OPTION
    },
    Entry {
        name: "tree",
        about: "tree parallelisation: all threads share one tree; faster growth, not deterministic",
        paper: Reference { ids: &[], citation: "Chaslot, Winands and van den Herik 2008" },
        parameters: &[THREADS],
        excludes: &["root"],
        ..OPTION
    },
    Entry {
        name: "pb",
        about: "progressive bias: add w·evaluation/(visits + 1) to an action's value, so that knowledge guides young nodes",
        paper: Reference { ids: &["004-16", "000-17"], citation: "Chaslot et al. 2008" },
        parameters: &[number("w", 1.0, 0.0, 1e6, "weight of the evaluation, for rewards in [0, 1]"), EVALUATION],
        needs: &[Need::Evaluation],
        ..OPTION
    },
    Entry {
        name: "pu",
        about: "progressive unpruning: a node starts with its best actions by evaluation, the others join as its visits grow",
        paper: Reference { ids: &["004-16"], citation: "Chaslot et al. 2008" },
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
        paper: Reference { ids: &["003-03", "003-04"], citation: "Nijssen and Winands 2010, Equation 2" },
        parameters: &[
            number("w", 1.0, 0.0, 1e6, "weight of the history, for rewards in [0, 1]"),
            choice(
                "by",
                &["losses", "visits"],
                "what the bias is divided by: the action's losses + 1, or its visits + 1",
            ),
            choice("count", &["once", "each"], "whether an action that occurs twice in a playout counts once or twice"),
            choice("keep", &["game", "search"], "how long the history is kept"),
        ],
        ..OPTION
    },
];

pub(super) static PLAYERS: &[Entry] = &[
    Entry {
        name: "random",
        about: "plays uniformly at random among the legal actions; the yardstick every agent should beat",
        paper: Reference { ids: &[], citation: "common practice" },
        ..Entry::of(Role::Player)
    },
    Entry {
        name: "ab",
        about: "alpha-beta: iterative deepening, principal variation search; a budget of nodes (`@50000`), time or depth (`@d6`)",
        paper: Reference { ids: &["000-27", "001-18"], citation: "Winands and Björnsson 2008; Marsland 1986" },
        parameters: ALPHA_BETA,
        needs: &[Need::Evaluation],
        ..Entry::of(Role::Player)
    },
];

const YES_NO: &[&str] = &["yes", "no"];

const ALPHA_BETA: &[Parameter] = &[
    EVALUATION,
    choice("table", YES_NO, "transposition table, where the game has a hash of positions; kept for the game"),
    choice("etc", YES_NO, "enhanced transposition cut-offs: look all successors up before searching one"),
    choice("killers", YES_NO, "try actions early that refuted others at the same ply"),
    choice(
        "history",
        &["relative", "plain", "no"],
        "order actions by how often they were best, in proportion to how often they were tried or not",
    ),
    choice(
        "categories",
        YES_NO,
        "order actions by the probability of their category or their weight, if the game has any",
    ),
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
