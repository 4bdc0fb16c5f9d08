//! The strategies and the schedules of their combinations.

use crate::icarus::MOST_EVALUATED;

use super::{Entry, Giving, Need, Parameter, Role};

/// For rewards in [0, 1] and with the constant outside the root, whatever a paper's own convention is.
fn c() -> Parameter {
    Parameter::number("c", 0.7, 0.0, 1e6, "exploration constant of UCB1, for rewards in [0, 1]")
}
fn own() -> Parameter {
    Parameter::choice(
        "own",
        ["yes", "no"],
        "whether the move played from the node itself counts (i ≤ j) or only later ones (i < j)",
    )
}
fn k() -> Parameter {
    Parameter::positive("k", 250.0, 1e9, "equivalence parameter: the visits after which AMAF weighs one half")
}
fn prefix() -> Parameter {
    Parameter::choice(
        "prefix",
        ["no", "yes"],
        "whether the moves played before the root are context for the first plies",
    )
}
fn otherwise() -> Parameter {
    Parameter::policy("else", "uct", "the policy where nothing is played; `uct` is uniform in playouts")
}
fn context() -> Parameter {
    Parameter::integer("context", 1, 1, 2, "how many moves a reply answers; with 2, the longer context is tried first")
}

fn bound() -> Parameter {
    Parameter::number("bound", 700.0, 0.0, 1e6, "evaluation, in its own units, above which the game is as good as won")
}
fn small_weight() -> Parameter {
    Parameter::number("epsilon", 0.001, 0.0, 1.0, "weight of moves that improve nothing, as a share of the mean weight")
}
fn noise() -> Parameter {
    Parameter::number(
        "noise",
        0.0,
        0.0,
        1e6,
        "random part of the evaluation of a move, up to so much either way, in its own units",
    )
}
fn best() -> Parameter {
    Parameter::integer(
        "k",
        5,
        1,
        MOST_EVALUATED as u64,
        "how many of the moves with the likeliest categories are evaluated",
    )
}

fn mast_parameters() -> Vec<Parameter> {
    vec![
        Parameter::choice(
            "policy",
            ["gibbs", "greedy", "roulette", "ucb1"],
            "how averages become a choice: Gibbs sampling, ε-greedy, roulette wheel, or UCB1",
        ),
        Parameter::number("tau", 1.0, 0.01, 1e6, "temperature of Gibbs sampling; lower is greedier"),
        Parameter::number("epsilon", 0.4, 0.0, 1.0, "chance of a uniformly random action under `policy=greedy`"),
        Parameter::number("c", 0.7, 0.0, 1e6, "exploration constant under `policy=ucb1`"),
    ]
}
fn mast_giving() -> Giving {
    Giving::ValuesIf { parameter: "policy".into(), choice: "ucb1".into() }
}

pub(super) fn strategies() -> Vec<Entry> {
    vec![
    Entry::strategy("uct", "the baseline: UCB1 on the statistics of each node, subset-armed where actions come and go").cited("Kocsis and Szepesvári 2006; ICARUS Specification 1").in_papers(&["baseline", "subset-armed"]).taking([c()]).giving(Giving::Values),
    Entry::strategy("uniform", "any legal action with the same probability: `uct > uniform` has random playouts, as `uct` alone has").cited("common practice"),
    Entry::strategy("amaf", "all moves as first: an action's value at a node from every playout in which its player chose it later").cited("Brügmann 1993; ICARUS Specification 2").in_papers(&["amaf"]).taking([c(), own()]).giving(Giving::Values),
    Entry::strategy("rave", "rapid action value estimation: AMAF while a node is young, UCT as its visits grow; short for blend([rave] amaf, uct)").cited("Gelly and Silver 2007; ICARUS Equation 14").in_papers(&["rave"]).taking([k(), c(), Parameter::number("amaf-c", 0.7, 0.0, 1e6, "exploration constant of the AMAF part"), own()]).giving(Giving::Values),
    Entry::strategy("grave", "generalized RAVE: AMAF values of the nearest ancestor with enough visits stand in for a young node's own").cited("Cazenave 2015").taking([
            Parameter::integer("ref", 50, 0, 1_000_000_000, "visits a node needs for its own AMAF values to be used"),
            Parameter::number("bias", 1e-5, 0.0, 1e6, "how fast a node's own mean outweighs the AMAF value"),
        ]).giving(Giving::Values),
    Entry::strategy("mast", "move-average sampling: an action is as good as its average reward over all playouts, wherever it was played").cited("Finnsson and Björnsson 2008; ICARUS Specification 3").in_papers(&["mast", "mast-policies"]).taking(mast_parameters()).giving(mast_giving()),
    Entry::strategy("to-mast", "tree-only MAST: averages over the moves of the tree, which were chosen with more care than those of playouts").cited("Finnsson and Björnsson 2010").in_papers(&["to-mast"]).taking(mast_parameters()).giving(mast_giving()),
    Entry::strategy("past", "predicate-average sampling: averages of an action apart for each predicate that held when it was played").cited("Finnsson and Björnsson 2010").in_papers(&["past"]).taking([
            Parameter::number("tau", 1.0, 0.01, 1e6, "temperature of Gibbs sampling; lower is greedier"),
            Parameter::integer("min", 1, 1, 1_000_000_000, "visits a predicate and action need for their average to count"),
        ]).needing([Need::Predicates]),
    Entry::strategy("lgr", "last good reply: answer a move as it was last answered in a playout that the replier did not lose").cited("Drake 2009; ICARUS Specification 4").in_papers(&["lgr"]).taking([context(), prefix()]),
    Entry::strategy("lgrf", "last good reply with forgetting: a reply that loses a playout is deleted from the table").cited("Baier and Drake 2010; ICARUS Specification 4, LGRF-7").in_papers(&["lgrf"]).taking([context(), prefix()]),
    Entry::strategy("bhrf", "background history reply forest: replies of the tree to the last moves, as many of them as are known").cited("Fabbri, Armetta, Duchêne and Hassas 2014, Algorithms 1-3 and Equation 1").in_papers(&[
                "bhrf-forest",
                "bhrf-update-forest",
                "bhrf-update-tree",
                "bhrf-rollout",
                "bhrf-longest",
                "bhrf-weights",
                "bhrf-epsilon",
            ]).taking([
            Parameter::number("eps", 1.0, 0.0, 1.0, "how often the forest is asked for a reply"),
            Parameter::number("b", 0.7, 0.0, 1e6, "weight of the bonus for replies that were seldom tried, for rewards in [0, 1]"),
            Parameter::choice("accept", ["weight", "always"], "how often a drawn reply is played: by its weight, or always"),
            Parameter::choice(
                "contexts",
                ["longest", "own"],
                "the candidates: replies to the longest context that has any, or all, each judged by its own longest",
            ),
            Parameter::integer("max", 1000, 1, 1000, "how many moves a context has at most"),
            Parameter::choice("keep", ["game", "search"], "how long the forest is kept"),
            prefix(),
            otherwise(),
        ]),
    Entry::strategy("pool-rave", "pool-RAVE: moves that AMAF likes best at the last well-known node of the descent").cited("Rimmel, Teytaud and Teytaud 2010").in_papers(&["pool-rave"]).taking([
            Parameter::number("p", 0.5, 0.0, 1.0, "how often a move of the pool is played"),
            Parameter::integer("k", 20, 1, 1000, "how many moves the pool has at most"),
            Parameter::integer(
                "least",
                50,
                1,
                1_000_000,
                "visits of the node, and AMAF visits of the moves, that make them known",
            ),
            otherwise(),
        ]),
    Entry::strategy("nast", "n-gram average sampling: UCB1 on averages of an action after the n-1 moves before it; n=1 is MAST with UCB1").cited("Powley, Whitehouse and Cowling 2013; ICARUS Specification 5").in_papers(&["nast"]).taking([
            Parameter::integer("n", 2, 1, 8, "length of the n-grams, the action itself included"),
            c(),
            Parameter::choice(
                "short",
                ["shorter", "uniform"],
                "the first n-1 plies: use the shorter gram there is, or play at random",
            ),
            prefix(),
        ]).giving(Giving::Values),
    Entry::strategy("epic", "episodic information capture: UCB1 on an action at its position within an episode, shared by all such episodes").cited("Powley, Cowling and Whitehouse 2014, section 5").in_papers(&["epic", "episodes"]).taking([
            c(),
            Parameter::choice(
                "strict",
                ["no", "yes"],
                "whether actions that end an episode share one record, as Equation 17 reads",
            ),
        ]).needing([Need::Episodes]).giving(Giving::Values),
    Entry::strategy("fast", "features-to-action sampling: TD(λ) learns what features of states are worth, and an action what it wins of them").cited("Finnsson and Björnsson 2010").in_papers(&["fast"]).taking([
            Parameter::number("tau", 0.2, 0.01, 1e6, "temperature of Gibbs sampling; lower is greedier"),
            Parameter::number("lambda", 0.9, 0.0, 1.0, "λ of TD(λ): 1 learns from the ends of playouts alone"),
            Parameter::number("rate", 0.01, 0.0, 10.0, "learning rate of TD(λ)"),
            Parameter::choice("online", ["yes", "no"], "whether playouts change what was learned before the search"),
        ]).needing([Need::Features]),
    Entry::strategy("tiles", "contextual Monte Carlo: prefer the action that did best together with an earlier action of the same player").cited("Rimmel and Teytaud 2010").in_papers(&["tiles"]).taking([Parameter::number("epsilon", 0.2, 0.0, 1.0, "chance of a uniformly random action")]),
    Entry::strategy("ege", "ε-greedy: the action whose successor is evaluated best, or the best move, now and then any other").cited("Sturtevant 2008; Lanctot et al. 2014, section 4").in_papers(&["ege", "mp-ege"]).taking([
            Parameter::number("epsilon", 0.1, 0.0, 1.0, "chance of a uniformly random action"),
            Parameter::evaluation(),
            Parameter::choice(
                "by",
                ["auto", "value", "move"],
                "the evaluation of the state behind an action, or the value of the move; `auto` is the move if the game values moves and no `eval` is named",
            ),
        ]),
    Entry::strategy("ipp", "informed playouts: actions are drawn by weights that the game knows, decisive ones always").cited("Lanctot et al. 2014, section 4.2").in_papers(&["ipp"]).taking([Parameter::weighting()]).needing([Need::Weights]),
    Entry::strategy("expert", "expert playouts: actions by rules that the game knows, in Go captures, escapes and patterns round the last move").cited("Gelly, Wang, Munos and Teytaud 2006; Fabbri, Armetta, Duchêne and Hassas 2014, section IV").in_papers(&["bhrf-expert"]).needing([Need::Expert]),
    Entry::strategy("categories", "move categories: actions are drawn by how often good players choose an action of their category").cited("Winands and Björnsson 2009; Tsuruoka, Yokoyama and Chikayama 2002").in_papers(&["categories", "move-categories", "transition-probabilities"]).needing([Need::Categories]),
    Entry::strategy("corrective", "categories corrected by evaluation: moves that do not improve the position are hardly ever drawn").cited("Winands and Björnsson 2009, Figure 2").in_papers(&["corrective", "evaluation-noise"]).taking([bound(), small_weight(), Parameter::evaluation(), noise()]).needing([Need::Evaluation, Need::Categories]),
    Entry::strategy("greedy", "the best move by evaluation among those with the k likeliest categories; beyond a bound the playout is won").cited("Winands and Björnsson 2009, Figure 3").in_papers(&["greedy", "evaluation-noise"]).taking([best(), bound(), Parameter::evaluation(), noise()]).needing([Need::Evaluation, Need::Categories]),
    Entry::strategy("mixed", "`corrective` in the tree and for the first move of a playout, `greedy` for the rest of it").cited("Winands and Björnsson 2009, section 4.4").in_papers(&["mixed", "evaluation-noise"]).taking([best(), bound(), small_weight(), Parameter::evaluation(), noise()]).needing([Need::Evaluation, Need::Categories]),
    ]
}

pub(super) fn schedules() -> Vec<Entry> {
    vec![
        Entry::of(
            Role::Schedule,
            "rave",
            "sqrt(k / (3n + k)) after n visits of the node: one half at n = k, then towards zero",
        )
        .cited("Gelly and Silver 2007; ICARUS Equation 14")
        .in_papers(&["rave"])
        .taking([Parameter::positive("k", 250.0, 1e9, "the visits at which the weight is one half")]),
        Entry::of(
            Role::Schedule,
            "fade",
            "k / (k + n) after n visits of the node: one half at n = k, then towards zero faster than `rave`",
        )
        .cited("ours: a weight that vanishes, as ICARUS section 4.5 asks")
        .in_papers(&["convergence"])
        .taking([Parameter::positive("k", 250.0, 1e9, "the visits at which the weight is one half")]),
    ]
}
