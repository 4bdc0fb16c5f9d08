//! Which settings are which strategy of the papers, record for record.

use crate::agent::catalogue::Catalogue;
use crate::agent::{Call, Expression, WrittenPolicy};

/// The expression of the strategy that this call of `records` is under another name, if it is one: `nast(n=3)`.
///
/// The other has the same records after the same iterations, and chooses from the same distribution.
pub(crate) fn same_as(call: &Call) -> Option<String> {
    let text = named(call)?;
    let expression = Expression::parse_with(&text, &Catalogue::built_in()).ok()?;
    Some(expression.to_string())
}

fn named(call: &Call) -> Option<String> {
    let by = call.contexts("by").to_string();
    let (from, learn) = (call.choice("from"), call.choice("learn"));
    let (policy, trials) = (call.choice("policy"), call.choice("trials"));
    let [c, tau, epsilon] = ["c", "tau", "epsilon"].map(|name| call.number(name));
    let (min, is_short, prefix) = (call.integer("min"), call.choice("short") == "uniform", call.choice("prefix"));
    let last = by.strip_prefix("action&last(").and_then(|rest| rest.strip_suffix(')')?.parse::<u64>().ok());
    let (is_ucb1, sums) = (policy == "ucb1", trials == "sum");
    if learn.starts_with("good") {
        let name = if learn == "good" { "lgr" } else { "lgrf" };
        let is_reply = policy == "reply" && from == "all" && is_short;
        return match (last, is_reply) {
            (Some(1), true) if is_uniform(call.policy("else")) => Some(format!("{name}(prefix={prefix})")),
            (Some(2), true) => {
                let WrittenPolicy::Call(behind) = call.policy("else") else { return None };
                let shorter = (behind.name() == call.name()).then(|| named(behind)).flatten();
                let is_same = shorter == Some(format!("{name}(prefix={prefix})"));
                is_same.then(|| format!("{name}(context=2, prefix={prefix})"))
            }
            _ => None,
        };
    }
    if learn != "mean" || policy == "reply" {
        return None;
    }
    if by == "action&predicates" && from == "all" && policy == "gibbs" {
        return Some(format!("past(tau={tau}, min={min})"));
    }
    if min > 1 {
        return None;
    }
    match (&by[..], from, policy) {
        ("action", "all", "ucb1") if sums => Some(format!("nast(n=1, c={c})")),
        ("action", "all" | "tree", _) if !(is_ucb1 && sums) => {
            let name = if from == "all" { "mast" } else { "to-mast" };
            Some(match policy {
                "ucb1" => format!("{name}(policy=ucb1, c={c})"),
                "greedy" => format!("{name}(policy=greedy, epsilon={epsilon})"),
                "roulette" => format!("{name}(policy=roulette)"),
                _ => format!("{name}(tau={tau})"),
            })
        }
        ("action&node", "all" | "tree", "ucb1") if !sums => Some(format!("uct(c={c})")),
        ("action&node", "below", "ucb1") if sums => Some(format!("amaf(c={c})")),
        ("action&episode", "all", "ucb1") if !sums => Some(format!("epic(c={c})")),
        ("action&own(1)", "below", "greedy") if is_short => Some(format!("tiles(epsilon={epsilon})")),
        (_, "all", "ucb1") if sums => {
            let short = call.choice("short");
            Some(format!("nast(n={}, c={c}, short={short}, prefix={prefix})", last? + 1))
        }
        _ => None,
    }
}

/// The call of `records` that this strategy is, if it is one: what [`same_as`] undoes.
pub(crate) fn setting_of(call: &Call) -> Option<Call> {
    let catalogue = Catalogue::built_in();
    let expression = Expression::parse_with(&point(call)?, &catalogue).ok()?;
    let Some(WrittenPolicy::Call(point)) = expression.tree() else { return None };
    let shared = call.arguments().filter(|(parameter, _)| is_shared(call, &parameter.name));
    let setting = shared.fold(point.clone(), |setting, (parameter, value)| {
        setting.with(&catalogue, &parameter.name, value.clone()).unwrap_or(setting)
    });
    (same_as(&setting) == Some(call.to_string())).then_some(setting)
}

/// The setting that a strategy is with the constants of its defaults.
fn point(call: &Call) -> Option<String> {
    let parts = match call.name() {
        "uct" => "by=action&node, policy=ucb1, trials=available",
        "mast" => "trials=available",
        "to-mast" => "from=tree, trials=available",
        "nast" if call.integer("n") == 1 => "policy=ucb1",
        "nast" => return Some(format!("records(by=action&last({}), policy=ucb1)", call.integer("n") - 1)),
        "lgr" => return Some(replies(call, "good")),
        "lgrf" => return Some(replies(call, "good-forgetting")),
        "amaf" => "by=action&node, from=below, policy=ucb1",
        "epic" => "by=action&episode, policy=ucb1, trials=available",
        "past" => "by=action&predicates",
        "tiles" => "by=action&own(1), from=below, policy=greedy, short=uniform",
        _ => return None,
    };
    Some(format!("records({parts})"))
}

/// Last good replies: behind those to two moves are those to one.
fn replies(call: &Call, learn: &str) -> String {
    let prefix = call.choice("prefix");
    (1..=call.integer("context")).fold("uniform".into(), |behind, moves| {
        let by = format!("by=action&last({moves}), learn={learn}");
        format!("records({by}, policy=reply, short=uniform, prefix={prefix}, else={behind})")
    })
}

/// Whether a parameter means the same to `records`, and matters to the strategy: MAST's `tau` is nothing to MAST with UCB1.
fn is_shared(call: &Call, parameter: &str) -> bool {
    let policy = call.entry().parameter("policy").map_or("", |_| call.choice("policy"));
    match parameter {
        "c" => matches!(policy, "" | "ucb1"),
        "tau" => matches!(policy, "" | "gibbs"),
        "epsilon" => matches!(policy, "" | "greedy"),
        // A single action has no context that could be too short.
        "short" | "prefix" => call.name() == "nast" && call.integer("n") > 1,
        "policy" | "min" => true,
        _ => false,
    }
}

fn is_uniform(policy: &WrittenPolicy) -> bool {
    matches!(policy, WrittenPolicy::Call(call) if call.name() == "uniform")
}
