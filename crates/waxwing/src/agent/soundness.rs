//! What no game can serve: an expression that is well-formed, but asks for what cannot be.

use super::call::{Call, Value};
use super::catalogue::Gives;
use super::error::{ExpressionError, Span};
use super::expression::{Expression, WrittenPolicy};
use crate::thinking::Budget;

/// Options that change the values of the tree's policy.
const CHANGES_VALUES: [&str; 6] = ["pb", "ph", "cb", "im", "priors", "trials"];

/// Progressive bias that mixes minimax values into the means.
pub(super) const MIXED_BIAS: &str = "pb(form=mix)";

impl Expression {
    /// Checks that some game could serve the expression. [`Agent::new`](super::Agent::new) checks this and what the game
    /// offers. The error points at what no game can serve:
    ///
    /// ```
    /// let expression = waxwing::Expression::parse("uct @d6")?;
    /// assert_eq!(expression.check().unwrap_err().message(), "a tree search has no depth budget");
    /// # Ok::<(), waxwing::agent::ExpressionError>(())
    /// ```
    pub fn check(&self) -> Result<(), ExpressionError> {
        let Some(tree) = self.tree() else { return Ok(()) };
        self.check_budget()?;
        check_policy(tree)?;
        self.playout().map_or(Ok(()), check_policy)?;
        self.all_options().try_for_each(|option| check_option(option, tree.gives()))?;
        match self.option("pb") {
            Some(bias) => check_bias(bias, self.option("im").is_some()),
            None => Ok(()),
        }
    }

    /// Checks that the budget ends by itself, for whoever has no way to stop the agent: a match, an experiment.
    ///
    /// ```
    /// let expression = waxwing::Expression::parse("uct @until-stopped")?;
    /// let error = expression.check_ends().unwrap_err();
    /// assert_eq!(error.message(), "nothing stops this agent here, so its budget must have an end");
    /// # Ok::<(), waxwing::agent::ExpressionError>(())
    /// ```
    pub fn check_ends(&self) -> Result<(), ExpressionError> {
        let Some(Budget::UntilStopped) = self.budget else { return Ok(()) };
        Err(self.wrong_budget("nothing stops this agent here, so its budget must have an end"))
    }

    /// Searches have no depth budget: classical players do.
    fn check_budget(&self) -> Result<(), ExpressionError> {
        let Some(Budget::Depth(_)) = self.budget else { return Ok(()) };
        Err(self.wrong_budget("a tree search has no depth budget"))
    }

    fn wrong_budget(&self, message: &str) -> ExpressionError {
        let span = Span { start: self.source.rfind('@').unwrap_or(0), end: self.source.len() };
        let error = ExpressionError::new(self.source.clone(), span, message);
        error.with_help("give it iterations (`@5000`) or time (`@1s`)")
    }
}

fn check_policy(policy: &WrittenPolicy) -> Result<(), ExpressionError> {
    match policy {
        WrittenPolicy::Call(call) => check_strategy(call),
        combined => combined.terms().into_iter().flatten().try_for_each(|term| check_policy(&term.policy)),
    }
}

fn check_strategy(call: &Call) -> Result<(), ExpressionError> {
    if call.name() == "ege" && call.choice("by") == "move" && !call.evaluation("eval").is_default() {
        return Err(call.error_at("eval", "`by=move` looks at the move alone, and at no evaluation"));
    }
    if call.name() == "records" {
        check_records(call)?;
    }
    call.arguments().try_for_each(|(_, value)| match value {
        Value::Policy(policy) => check_policy(policy),
        _ => Ok(()),
    })
}

/// Settings of `records` that learn nothing, or nothing that a policy can use.
fn check_records(call: &Call) -> Result<(), ExpressionError> {
    let by = call.contexts("by");
    let has = |name: &str| by.get(name).is_some();
    let says = by.iter().find(|context| context.word().is_none());
    let is_good = call.choice("learn").starts_with("good");
    let is_reply = call.choice("policy") == "reply";
    let chooses = matches!(call.policy("else"), WrittenPolicy::Call(other) if other.name() == "uniform");
    let (parameter, message, help) = match says {
        None if !has("action") => (
            "by",
            "nothing in `by` tells one action from another",
            "add `action`, or what the game says of actions, such as `target`",
        ),
        Some(_) if is_good => (
            "by",
            "a last good reply is an action: `by` cannot have what the game says of actions",
            "use `action` and contexts of the moment, such as `last(1)`",
        ),
        _ if has("node") && call.choice("from") == "playout" => (
            "from",
            "playouts have no nodes, so that `node` learns nothing from them",
            "use `from=tree` or `from=below`",
        ),
        _ if !is_reply && !chooses => {
            ("else", "only `policy=reply` leaves a choice to `else`", "add `policy=reply`, or leave `else` out")
        }
        _ => return Ok(()),
    };
    Err(call.error_at(parameter, message).with_help(help))
}

/// A progressive bias that is mixed in has the values of implicit minimax, of which a tree has one for each node.
fn check_bias(bias: &Call, has_minimax: bool) -> Result<(), ExpressionError> {
    let w = bias.number("w");
    let (parameter, message) = match bias.choice("form") {
        "add" if bias.choice("expand") != "all" => {
            ("expand", "`expand` says what is mixed in by `form=mix`; nothing is backed up here".to_owned())
        }
        "add" => return Ok(()),
        _ if w > 1.0 => ("w", format!("the share of a bias that is mixed in is at most 1, not {w}")),
        _ if bias.choice("by") == "category" => {
            ("by", "`form=mix` mixes in evaluations that are backed up, and no categories".to_owned())
        }
        _ if has_minimax => ("form", format!("`{MIXED_BIAS}` cannot be combined with `im`: both share the mean")),
        _ => return Ok(()),
    };
    Err(bias.error_at(parameter, message))
}

fn check_option(option: &Call, tree: Gives) -> Result<(), ExpressionError> {
    if CHANGES_VALUES.contains(&option.name()) && tree == Gives::Weights {
        let name = option.name();
        return Err(option
            .error(format!("`{name}` changes the values of the tree's policy, which gives a distribution"))
            .with_help("use a tree policy that gives values, such as `uct` or `rave`"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_game_can_serve_is_refused_without_one() {
        for (text, summary) in [
            ("uct @d6", "1:5: a tree search has no depth budget; give it iterations (`@5000`) or time (`@1s`)"),
            ("icarus/N @d6", "1:10: a tree search has no depth budget; give it iterations (`@5000`) or time (`@1s`)"),
            ("uct with pb(w=1.5, form=mix)", "1:15: the share of a bias that is mixed in is at most 1, not 1.5"),
            (
                "uct with im(0.4), pb(0.4, form=mix)",
                "1:32: `pb(form=mix)` cannot be combined with `im`: both share the mean",
            ),
            (
                "uct with pb(0.4, by=category, form=mix)",
                "1:21: `form=mix` mixes in evaluations that are backed up, and no categories",
            ),
            (
                "uct with pb(5, expand=one)",
                "1:23: `expand` says what is mixed in by `form=mix`; nothing is backed up here",
            ),
            ("uct > ege(eval=few, by=move)", "1:16: `by=move` looks at the move alone, and at no evaluation"),
            (
                "uct > bhrf(else=ege(eval=a, by=move) + mast)",
                "1:26: `by=move` looks at the move alone, and at no evaluation",
            ),
            (
                "uniform > mast with ph",
                "1:21: `ph` changes the values of the tree's policy, which gives a distribution; use a tree policy that gives values, such as `uct` or `rave`",
            ),
        ] {
            assert_eq!(Expression::parse(text).unwrap().check().unwrap_err().summary(), summary, "{text}");
        }
        for text in [
            "ab @d6",
            "random @d6",
            "uct with pb(w=1, form=mix, expand=later)",
            "uct with pb(5), im(0.4)",
            "uct > ege(by=move)",
            "rave with ph @1s",
        ] {
            assert_eq!(Expression::parse(text).unwrap().check(), Ok(()), "{text}");
        }
    }
}
