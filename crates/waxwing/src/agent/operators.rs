//! The operators that are written like calls: `blend(a, b)`, `vote(a, b, c)`, `product(a, b)`, `switch(a, b, depth=4)`.

/// An operator that is written like a call. `+` and `>` are signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Operator {
    /// Its word.
    pub name: &'static str,
    /// How it is written.
    pub form: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Where it comes from.
    pub paper: &'static str,
}

/// All of them.
pub const OPERATORS: [Operator; 4] = [
    Operator {
        name: "blend",
        form: "blend([rave(k=250)] amaf, uct)",
        about: "maxilinear combination: the action with the greatest weighted sum of the parts' values",
        paper: "Powley, Cowling and Whitehouse 2014, section 4",
    },
    Operator {
        name: "vote",
        form: "vote(mast, nast, lgrf)",
        about: "majority vote: each part chooses, and the action with the most votes is played; ties are drawn",
        paper: "Powley, Cowling and Whitehouse 2014, section 9",
    },
    Operator {
        name: "product",
        form: "product(mast, nast)",
        about: "product of distributions: an action is as likely as all parts together find it; where they agree on none, any",
        paper: "ours",
    },
    Operator {
        name: "switch",
        form: "switch(mast, nast, depth=4)",
        about: "one part and, from a depth or a phase of the iteration on, the other",
        paper: "ours",
    },
];

/// The operator of a word, if it is one.
pub(super) fn operator(word: &str) -> Option<&'static Operator> {
    OPERATORS.iter().find(|operator| operator.name == word)
}
