//! The options that follow `with`, and the players that are not composed of strategies.

use super::{Entry, Need, Parameter, Role};
use crate::icarus::USUAL_BOUND;

fn share() -> Parameter {
    Parameter::number("alpha", 0.4, 0.0, 1.0, "the share α of the evaluation; the mean reward has 1-α")
}

/// Of options that back evaluations up.
fn expand() -> Parameter {
    Parameter::choice(
        "expand",
        ["all", "later", "one"],
        "what counts in a node's minimax value: all successors from its first visit on, from its second, or visited children only",
    )
}

/// The number of threads has no default: whoever asks for threads says how many.
fn threads() -> Parameter {
    Parameter::integer("n", 1, 1, 256, "how many threads search").required()
}

pub(super) fn options() -> Vec<Entry> {
    vec![
    Entry::of(Role::Option, "solver", "MCTS-Solver: proven wins, draws and losses are backed up, and proven moves need no more visits").cited("Winands, Björnsson and Saito 2008; Nijssen and Winands 2010").in_papers(&["solver", "mp-solver"]).taking([Parameter::choice(
            "rule",
            ["standard", "paranoid", "first-winner"],
            "who wins where a player loses, but not to one opponent alone: nobody knows, not the one who searches, or the next in turn; the last two are guesses, and so are proofs by them",
        )]),
    Entry::of(Role::Option, "final", "how the move is chosen in the end: most visits, highest value, or secure child (value + a/√visits)").cited("Chaslot et al. 2008").in_papers(&["im-final", "loa-final"]).taking([
            Parameter::choice("by", ["visits", "value", "secure"], "what the chosen child has most of"),
            Parameter::number("a", 1.0, 0.0, 1e6, "constant of `secure`, for rewards in [0, 1]"),
        ]),
    Entry::of(Role::Option, "reuse", "keep the part of the tree below the moves that were played for the next search").cited("common practice"),
    Entry::of(Role::Option, "root", "root parallelisation: independent trees, their root statistics added in the end; deterministic for a seed").cited("Chaslot, Winands and van den Herik 2008").in_papers(&["root-parallel"]).taking([threads()]).excluding(["tree"]),
    Entry::of(Role::Option, "tree", "tree parallelisation: all threads share one tree; faster growth, not deterministic").cited("Chaslot, Winands and van den Herik 2008").in_papers(&["shared-records"]).taking([threads()]).excluding(["root"]),
    Entry::of(Role::Option, "pb", "progressive bias: add w·knowledge/(visits + 1) to an action's value, so that knowledge guides young nodes").cited("Chaslot et al. 2008; Winands and Björnsson 2009, Formula 1").in_papers(&["progressive-bias", "loa-selection", "pb-mix"]).taking([
            Parameter::number("w", 1.0, 0.0, 1e6, "weight of the knowledge, for rewards in [0, 1]; its share with `form=mix`"),
            Parameter::choice(
                "by",
                ["best", "evaluation", "category"],
                "the evaluation of the state behind an action, or the probability of its category; `best` is the category where the game has some",
            ),
            Parameter::choice(
                "form",
                ["add", "mix"],
                "add to the value, or mix backed-up evaluations into the mean: (1-w)·mean + w·minimax/(visits+1)",
            ),
            expand(),
            Parameter::evaluation(),
        ]),
    Entry::of(Role::Option, "cb", "constant bias: the evaluation behind an action counts as a fixed share of its mean reward").cited("Lanctot et al. 2014, section 4.2").in_papers(&["cb"]).taking([share(), Parameter::evaluation()]).needing([Need::Evaluation]),
    Entry::of(Role::Option, "im", "implicit minimax backups: evaluations are backed up by minimax beside the mean rewards, and count as a share of them").cited("Lanctot et al. 2014, section 3, Equation 2").in_papers(&["im-value", "im-backup", "im-expand", "im-ended"]).taking([
            share(),
            expand(),
            Parameter::choice(
                "ended",
                ["reward", "evaluation"],
                "what ends of games are worth: their result, which proofs have too, or the evaluation as if the game were not over",
            ),
            Parameter::evaluation(),
        ]).needing([Need::Evaluation]),
    Entry::of(Role::Option, "priors", "node priors: an action starts with virtual visits, won at the rate that the game's knowledge expects").cited("Gelly and Silver 2007; Lorentz and Horey 2013").in_papers(&["node-priors", "bhrf-priors"]).taking([Parameter::integer("visits", 10, 1, 1_000_000, "how many virtual visits an action starts with")]).needing([Need::Priors]),
    Entry::of(Role::Option, "threshold", "nodes with fewer visits than this choose by the playout policy: the border of `>` lies deeper").cited("Coulom 2007; Winands and Björnsson 2009, section 3.2").in_papers(&["visit-threshold"]).taking([Parameter::integer("visits", 5, 0, 1_000_000_000, "the visits from which on the tree policy chooses")]),
    Entry::of(Role::Option, "trials", "what UCB1 takes the logarithm of at a node: its visits, as most papers print it, or how often its actions were available").cited("Kocsis and Szepesvári 2006; ICARUS Specification 1").in_papers(&["trials"]).taking([Parameter::choice(
            "by",
            ["visits", "available"],
            "the node's visits, or one less below the root, where the visit that made the node did not look at its actions; the latter holds without the option too",
        )]),
    Entry::of(Role::Option, "mate1", "a new node is searched for an action that wins at once; with `solver` it is proven then").cited("Winands and Björnsson 2009, section 3.2").in_papers(&["mate-in-one"]),
    Entry::of(Role::Option, "belief", "determinizations that make what the other players did likelier are played more often, by a simple model of play").cited("Buro, Long, Furtak and Sturtevant 2009").taking([
            Parameter::integer("candidates", 8, 1, 10_000, "how many determinizations are drawn for one that is taken"),
            Parameter::number("trust", 1.0, 0.0, 100.0, "the power to which the likelihood of what they did is raised"),
        ]).needing([Need::Beliefs]),
    Entry::of(Role::Option, "margin", "by how much a game is won counts a little, so that a decided game is played out well: (1-w)·reward + w·evaluation at its end").cited("common practice").taking([
            Parameter::number("w", 0.05, 0.0, 1.0, "the share of the evaluation of ended games, as if they went on"),
            Parameter::evaluation(),
        ]).needing([Need::Evaluation]),
    Entry::of(Role::Option, "resign", "the agent gives a game up that looks lost for some of its moves in a row").cited("common practice").taking([
            Parameter::number("below", 0.05, 0.0, 1.0, "a move whose mean reward is below this looks lost"),
            Parameter::integer("moves", 3, 2, 1_000, "how many such moves in a row"),
        ]),
    Entry::of(Role::Option, "maximum", "maximum backpropagation: often visited nodes pass on the best mean of their children instead of the reward").cited("Coulom 2007; Lanctot et al. 2014, section 4.2").in_papers(&["maximum"]).taking([Parameter::integer("from", 10_000, 1, 1_000_000_000, "the visits from which on a node does so")]),
    Entry::of(Role::Option, "longest", "an iteration that has not reached the end of the game after this many plies counts as a draw").cited("common practice").taking([Parameter::integer(
            "plies",
            100_000,
            1,
            1_000_000_000,
            "the most plies of an iteration, in the tree and below it",
        )]),
    Entry::of(Role::Option, "pu", "progressive unpruning: a node starts with its best actions by evaluation, the others join as its visits grow").cited("Chaslot et al. 2008").in_papers(&["progressive-unpruning"]).taking([
            Parameter::integer("first", 5, 1, 1_000_000, "how many actions a node starts with"),
            Parameter::number("a", 50.0, 1.0, 1e9, "visits at which the next action joins"),
            Parameter::number("b", 1.3, 1.0, 1e3, "factor between the visits at which one action joins and those of the next"),
            Parameter::evaluation(),
        ]).needing([Need::Evaluation]),
    Entry::of(Role::Option, "ph", "progressive history: bias an action by its average reward over all playouts, less as its own losses add up").cited("Nijssen and Winands 2010, Formula 2").in_papers(&["progressive-history", "progressive-history-visits"]).taking([
            Parameter::number("w", 1.0, 0.0, 1e6, "weight of the history, for rewards in [0, 1]"),
            Parameter::choice(
                "by",
                ["losses", "visits"],
                "what the bias is divided by: the action's losses + 1, or its visits + 1",
            ),
            Parameter::choice("count", ["once", "each"], "whether an action that occurs twice in a playout counts once or twice"),
            Parameter::choice("keep", ["game", "search"], "how long the history is kept"),
            Parameter::choice(
                "unvisited",
                ["any", "history"],
                "which of the actions without visits comes next: any, or the one with the best history",
            ),
            Parameter::choice(
                "table",
                ["player", "shared"],
                "whose history counts: that of the acting player, or that of all players in one table",
            ),
        ]),
    Entry::of(Role::Option, "fet", "fixed early termination: after x plies of a playout its reward is the evaluation, scaled to [0, 1]").cited("Lorentz 2008; Lanctot et al. 2014, section 4").in_papers(&["fet"]).also("pd").taking([
            Parameter::integer("x", 0, 0, 1_000_000, "how many plies of the playout are played; with 0 the new node is evaluated").required(),
            Parameter::evaluation(),
        ]).needing([Need::Evaluation]),
    Entry::of(Role::Option, "det", "dynamic early termination: every few plies, a playout in which a player is ahead by more than x is won by him").cited("Lanctot et al. 2014, section 4").in_papers(&["det"]).taking([
            Parameter::number("x", 0.5, 0.0, 1e6, "bound in the evaluation's own units"),
            Parameter::integer(
                "every",
                5,
                1,
                1_000_000,
                "plies from the start to the first evaluation, and from each to the next",
            ),
            Parameter::evaluation(),
        ]).needing([Need::Evaluation]).excluding(["cutoff"]),
    Entry::of(Role::Option, "cutoff", "evaluation cut-off: a playout in which a player is ahead by more than a bound is won by him").cited("Winands and Björnsson 2009, section 4.1").in_papers(&["cutoff"]).taking([
            Parameter::number("bound", USUAL_BOUND, 0.0, 1e6, "bound in the evaluation's own units"),
            Parameter::integer("first", 2, 1, 1_000_000, "plies before the first evaluation"),
            Parameter::integer("every", 3, 1, 1_000_000, "plies from each evaluation to the next"),
            Parameter::evaluation(),
        ]).needing([Need::Evaluation]).excluding(["det"]),
    ]
}

pub(super) fn players() -> Vec<Entry> {
    vec![
    Entry::of(Role::Player, "random", "plays uniformly at random among the legal actions; the yardstick every agent should beat").cited("common practice"),
    Entry::of(Role::Player, "ab", "alpha-beta: iterative deepening, principal variation search; a budget of nodes (`@50000`), time or depth (`@d6`)").cited("Winands and Björnsson 2008; Marsland 1986").in_papers(&["mia", "im-alpha-beta"]).taking(alpha_beta()).needing([Need::Evaluation]),
    Entry::of(Role::Player, "brs", "best-reply search for two or more players: after each move of its own one opponent replies, the others pass").cited("Schadd and Winands 2011").in_papers(&["mp-opponents"]).taking(coalition()).needing([Need::Evaluation]),
    Entry::of(Role::Player, "gtp", "a program that speaks the Go Text Protocol, such as `gtp(\"gnugo --mode gtp\")`; a time budget is passed on to it").cited("Farnebäck 2002, Specification of the Go Text Protocol, version 2").taking([
            Parameter::text("command", "the program with its arguments, as a shell would take them apart"),
            Parameter::positive("timeout", 60.0, 86_400.0, "seconds to wait for an answer before the game fails"),
        ]),
    Entry::of(Role::Player, "maxn", "maxⁿ for two or more players: everybody chooses what is best for himself; budgets as for `ab`").cited("Luckhardt and Irani 1986; Korf 1991").in_papers(&["mp-opponents"]).taking(max_n()).needing([Need::Evaluation]),
    Entry::of(Role::Player, "paranoid", "paranoid search for two or more players: alpha-beta against all others together; budgets as for `ab`").cited("Sturtevant and Korf 2000").in_papers(&["mp-opponents"]).taking(coalition()).needing([Need::Evaluation]),
    Entry::of(Role::Player, "program", "a program that speaks Waxwing's messages, in any game, such as `program(\"waxwing engine othello uct\")`; it is told the budget").cited("common practice").taking([
            Parameter::text("command", "the program with its arguments, as a shell would take them apart"),
            Parameter::positive("timeout", 60.0, 86_400.0, "seconds to wait for an answer before the game fails"),
        ]),
    ]
}

const YES_NO: [&str; 2] = ["yes", "no"];

fn table() -> Parameter {
    Parameter::choice("table", YES_NO, "transposition table, where the game has a hash of positions; kept for the game")
}
fn etc() -> Parameter {
    Parameter::choice("etc", YES_NO, "enhanced transposition cut-offs: look all successors up before searching one")
}
fn killers() -> Parameter {
    Parameter::choice("killers", YES_NO, "try actions early that refuted others at the same ply")
}
fn history() -> Parameter {
    Parameter::choice(
        "history",
        ["relative", "plain", "no"],
        "order actions by how often they were best, in proportion to how often they were tried or not",
    )
}
fn categories() -> Parameter {
    Parameter::choice(
        "categories",
        YES_NO,
        "order actions by the probability of their category, their weight or their value as moves, if the game has any",
    )
}

fn alpha_beta() -> Vec<Parameter> {
    vec![
        Parameter::evaluation(),
        table(),
        etc(),
        killers(),
        history(),
        categories(),
        Parameter::integer("null", 2, 0, 8, "how many plies a null move saves, where the game allows it; 0 for none"),
        Parameter::choice(
            "quiescence",
            YES_NO,
            "go on with actions after which no evaluation should be trusted, if the game names any",
        ),
        Parameter::choice(
            "multicut",
            ["no", "yes"],
            "give up where 3 of 10 actions seem too good by a search 2 plies less deep",
        ),
        Parameter::choice(
            "depths",
            ["auto", "fixed", "rps", "erps"],
            "an action costs a ply, or less the likelier it is (realization-probability search, enhanced); `auto` is `erps` if it can",
        ),
        Parameter::number(
            "noise",
            0.0,
            0.0,
            1e6,
            "at most so much is added to an evaluation, by seed and position, in its own units",
        ),
    ]
}

fn coalition() -> Vec<Parameter> {
    vec![Parameter::evaluation(), table(), etc(), killers(), history(), categories()]
}

fn max_n() -> Vec<Parameter> {
    vec![
        Parameter::evaluation(),
        table(),
        Parameter::choice(
            "ties",
            ["first", "paranoid"],
            "of equally good actions a player takes the first, or the one that is worst for the player who searches",
        ),
    ]
}
