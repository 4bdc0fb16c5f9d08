//! The schedules of combinations.

use super::{Entry, Parameter, Role};

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
