//! Parameters that several strategies have.

use crate::agent::catalogue::Parameter;

/// For rewards in [0, 1] and with the constant outside the root, whatever a paper's own convention is.
pub(super) fn c() -> Parameter {
    Parameter::number("c", 0.7, 0.0, 1e6, "exploration constant of UCB1, for rewards in [0, 1]")
}

pub(super) fn own() -> Parameter {
    Parameter::choice(
        "own",
        ["yes", "no"],
        "whether the move played from the node itself counts (i ≤ j) or only later ones (i < j)",
    )
}

pub(super) fn prefix() -> Parameter {
    Parameter::choice(
        "prefix",
        ["no", "yes"],
        "whether the moves played before the root are context for the first plies",
    )
}

pub(super) fn otherwise() -> Parameter {
    Parameter::policy("else", "uct", "the policy where nothing is played; `uct` is uniform in playouts")
}

pub(super) fn tau(default: f64) -> Parameter {
    Parameter::number("tau", default, 0.01, 1e6, "temperature of Gibbs sampling; lower is greedier")
}
