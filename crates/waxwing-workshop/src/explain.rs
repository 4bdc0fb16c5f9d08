//! What an expression means, part by part.

use serde::Serialize;
use waxwing::agent::{Body, Border, Call, ExpressionError, OPERATORS, Term, Value, Weight, WrittenPolicy};
use waxwing::{Budget, Expression};

/// An expression taken apart.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Explanation {
    /// The canonical expression.
    pub expression: String,
    /// What a preset stands for; `None` for other expressions.
    pub stands_for: Option<String>,
    /// Where a preset comes from, with what it is.
    pub preset: Option<String>,
    /// Tree, playouts, options: what there is of them.
    pub sections: Vec<Section>,
    /// How much it thinks about a move, in words.
    pub budget: String,
}

/// A side of a search, or its options.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Section {
    /// Such as `in the tree`.
    pub title: String,
    /// What is there.
    pub parts: Vec<Part>,
}

/// A call, or a combination of parts.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Part {
    /// How much it counts in the combination it is part of, in words.
    pub weight: Option<String>,
    /// Its canonical text.
    pub text: String,
    /// What it is: `strategy`, `option`, `combination`…
    pub kind: String,
    /// What it does.
    pub about: String,
    /// Where it comes from.
    pub paper: Option<String>,
    /// The keys of its rows in `docs/papers.md`.
    pub rows: Vec<&'static str>,
    /// The parameters with their values.
    pub arguments: Vec<Argument>,
    /// What it is combined from.
    pub parts: Vec<Part>,
}

/// A parameter with its value.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Argument {
    /// The parameter.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Whether it is the default.
    pub default: bool,
    /// What it means.
    pub about: String,
    /// What it can be.
    pub range: String,
    /// The same value where rewards are in [-1, 1], as some papers have them; `None` where that makes no difference.
    pub for_wide_rewards: Option<f64>,
}

/// Parameters that are added to mean rewards, and so grow with their range: the entry (any, if empty) and the name.
const ADDED_TO_REWARDS: [(&str, &str); 5] = [("", "c"), ("", "amaf-c"), ("pb", "w"), ("ph", "w"), ("final", "a")];

/// Takes an expression apart. The error points at what no game can serve, as far as this library knows: what a player from
/// outside asks of its parameters is known to those who make it.
///
/// ```
/// let expression = waxwing::Expression::parse("rave > mast + nast")?;
/// let explanation = waxwing_workshop::explain(&expression)?;
/// assert_eq!(explanation.sections[1].title, "in playouts");
/// assert_eq!(explanation.sections[1].parts[0].parts[1].text, "nast");
/// # Ok::<(), waxwing::agent::ExpressionError>(())
/// ```
pub fn explain(expression: &Expression) -> Result<Explanation, ExpressionError> {
    expression.check()?;
    let preset = match &expression.body {
        Body::Preset(preset) => Some(preset),
        _ => None,
    };
    let mut sections = Vec::new();
    let mut section = |title: &str, parts: Vec<Part>| {
        if !parts.is_empty() {
            sections.push(Section { title: title.to_owned(), parts });
        }
    };
    section("player", expression.player().map(call).into_iter().collect());
    let everywhere = expression.playout().is_none();
    let title = if everywhere { "in the tree and in playouts" } else { "in the tree" };
    section(title, expression.tree().map(policy).into_iter().collect());
    section("in playouts", expression.playout().map(policy).into_iter().collect());
    section("options", expression.all_options().map(call).collect());
    Ok(Explanation {
        expression: expression.to_string(),
        stands_for: preset.map(|preset| preset.expression().to_string()),
        preset: preset.map(|preset| format!("{} ({})", preset.about, preset.paper.citation)),
        sections,
        budget: budget(expression),
    })
}

fn budget(expression: &Expression) -> String {
    match expression.budget {
        None => "none of its own: whoever asks it for a move says how long it may think".into(),
        Some(Budget::Iterations(count)) if expression.player().is_some() => format!("{count} nodes for each move"),
        Some(Budget::Iterations(count)) => format!("{count} iterations for each move, over all threads"),
        Some(budget @ Budget::Time(_)) => {
            format!("{budget} by the clock for each move; the same seed need not give the same move")
        }
        Some(Budget::Depth(depth)) => format!("{depth} plies deep for each move"),
        Some(_) => "until it is stopped, which a match does not do".into(),
    }
}

fn policy(policy: &WrittenPolicy) -> Part {
    match policy {
        WrittenPolicy::Call(one) => call(one),
        WrittenPolicy::Linear(terms) => combination(
            policy,
            terms,
            "linear combination: for each choice one part is drawn by its weight and decides",
            "Powley, Cowling and Whitehouse 2014, section 4",
        ),
        WrittenPolicy::Blend(terms) => operation(policy, terms, "blend"),
        WrittenPolicy::Vote(terms) => operation(policy, terms, "vote"),
        WrittenPolicy::Product(terms) => {
            let mut product = operation(policy, terms, "product");
            product.parts.iter_mut().for_each(|part| part.weight = None);
            product
        }
        WrittenPolicy::Switch(terms, border) => {
            let mut switch = operation(policy, terms, "switch");
            let (before, beyond) = match border {
                Border::Depth(plies) => (format!("less than {plies} plies deep"), format!("from {plies} plies on")),
                Border::Phase(phase) => (format!("before {}", phase.name()), format!("from {} on", phase.name())),
            };
            switch.parts.iter_mut().zip([before, beyond]).for_each(|(part, place)| part.weight = Some(place));
            switch
        }
    }
}

/// A combination by an operator that is written like a call.
fn operation(whole: &WrittenPolicy, terms: &[Term], name: &str) -> Part {
    let operator = OPERATORS.iter().find(|operator| operator.name == name).expect("it is an operator");
    combination(whole, terms, operator.about, operator.paper)
}

fn combination(whole: &WrittenPolicy, terms: &[Term], about: &str, paper: &str) -> Part {
    let sum: f64 = terms.iter().map(|term| if let Weight::Number(number) = term.weight { number } else { 1.0 }).sum();
    let scheduled = terms.iter().any(|term| matches!(term.weight, Weight::Schedule(_)));
    let others = terms.len().saturating_sub(1);
    let weight = |term: &Term| match &term.weight {
        Weight::Schedule(schedule) => format!("λ = {schedule}"),
        Weight::Equal if scheduled && others == 1 => "1 - λ".into(),
        Weight::Equal if scheduled => format!("(1 - λ)/{others}"),
        Weight::Equal => format!("1/{}", terms.len()),
        Weight::Number(number) => format!("{:.3}", number / sum).trim_end_matches('0').to_owned(),
    };
    let part = |term: &Term| {
        let mut part = policy(&term.policy);
        part.weight = Some(weight(term));
        part
    };
    let schedules = terms.iter().filter_map(|term| match &term.weight {
        Weight::Schedule(schedule) => Some(call(schedule)),
        _ => None,
    });
    Part {
        weight: None,
        text: whole.to_string(),
        kind: "combination".into(),
        about: about.into(),
        paper: Some(paper.into()),
        rows: Vec::new(),
        arguments: Vec::new(),
        parts: terms.iter().map(part).chain(schedules).collect(),
    }
}

fn call(call: &Call) -> Part {
    let entry = call.entry();
    let nested = call.arguments().filter_map(|(_, value)| match value {
        Value::Policy(nested) => Some(policy(nested)),
        _ => None,
    });
    // A share of the mean is none of what is added to it.
    let is_share = entry.name == "pb" && call.choice("form") == "mix";
    let is_added = |parameter: &str| {
        let mut added = ADDED_TO_REWARDS.iter();
        !is_share && added.any(|&(name, added)| added == parameter && (name.is_empty() || name == entry.name))
    };
    let argument = |(parameter, value): (&waxwing::agent::catalogue::Parameter, &Value)| Argument {
        name: parameter.name.to_string(),
        value: value.to_string(),
        // A parameter prints as `name=default`.
        default: parameter.to_string() == format!("{}={value}", parameter.name),
        about: parameter.about.to_string(),
        range: parameter.domain.to_string(),
        for_wide_rewards: match value {
            Value::Number(number) if is_added(&parameter.name) => Some(2.0 * number),
            _ => None,
        },
    };
    let known = same_as(call);
    let entry_of_paper = known.as_ref().map_or(entry, |known| known.entry());
    Part {
        weight: None,
        text: call.to_string(),
        kind: entry.role.to_string(),
        about: match &known {
            Some(known) => format!("this is `{known}`: {}", known.entry().about),
            None => entry.about.to_string(),
        },
        paper: Some(entry_of_paper.paper.citation.to_string()).filter(|citation| !citation.is_empty()),
        rows: entry_of_paper.paper.rows.to_vec(),
        arguments: call.arguments().map(argument).collect(),
        parts: nested.collect(),
    }
}

/// The strategy of a paper that a setting of `records` is, if it is one.
fn same_as(call: &Call) -> Option<Call> {
    let expression = Expression::parse(&call.same_as()?).ok()?;
    let Some(WrittenPolicy::Call(known)) = expression.tree() else { return None };
    Some(known.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(text: &str) -> Explanation {
        explain(&Expression::parse(text).unwrap()).unwrap()
    }

    #[test]
    fn weights_are_shares_of_one() {
        let weights = |text: &str| -> Vec<Option<String>> {
            explained(text).sections[0].parts[0].parts.iter().map(|part| part.weight.clone()).collect()
        };
        assert_eq!(weights("2 mast + 1 nast + 1 lgrf"), [Some("0.5".into()), Some("0.25".into()), Some("0.25".into())]);
        assert_eq!(weights("mast + nast"), [Some("1/2".into()), Some("1/2".into())]);
        let schedule = weights("blend([rave(k=250)] amaf, uct)");
        assert_eq!(schedule, [Some("λ = rave".into()), Some("1 - λ".into()), None]);
    }

    #[test]
    fn every_value_is_given_with_its_meaning_and_whether_it_is_the_default() {
        let explanation = explained("uct > nast(n=3) with final(value) @5000");
        let titles: Vec<&str> = explanation.sections.iter().map(|section| &section.title[..]).collect();
        assert_eq!(titles, ["in the tree", "in playouts", "options"]);
        let nast = &explanation.sections[1].parts[0];
        assert_eq!((nast.arguments[0].value.as_str(), nast.arguments[0].default), ("3", false));
        assert_eq!((nast.arguments[1].value.as_str(), nast.arguments[1].default), ("0.7", true));
        assert_eq!((nast.arguments[1].for_wide_rewards, nast.arguments[0].for_wide_rewards), (Some(1.4), None));
        assert_eq!(explanation.budget, "5000 iterations for each move, over all threads");
    }

    #[test]
    fn votes_products_and_switches_say_what_their_parts_do() {
        let weights = |text: &str| -> Vec<Option<String>> {
            explained(text).sections[0].parts[0].parts.iter().map(|part| part.weight.clone()).collect()
        };
        assert_eq!(
            weights("vote(2 mast, 1 nast, 1 lgrf)"),
            [Some("0.5".into()), Some("0.25".into()), Some("0.25".into())]
        );
        assert_eq!(weights("product(mast, nast)"), [None, None]);
        let places = weights("switch(mast, nast, depth=4)");
        assert_eq!(places, [Some("less than 4 plies deep".into()), Some("from 4 plies on".into())]);
        let part = explained("vote(mast, nast)").sections.remove(0).parts.remove(0);
        assert!(part.about.starts_with("majority vote") && part.paper.unwrap().ends_with("section 9"));
    }

    #[test]
    fn a_setting_of_records_is_said_to_be_the_strategy_of_a_paper_that_it_is() {
        let about = |text: &str| {
            let part = explained(text).sections.remove(0).parts.remove(0);
            (part.about, part.paper.unwrap_or_default(), part.rows)
        };
        let (nast, paper, rows) = about("records(by=action&last(1), policy=ucb1)");
        assert!(nast.starts_with("this is `nast`: n-gram average sampling"), "{nast}");
        assert!(paper.starts_with("Powley, Whitehouse and Cowling 2013") && rows == ["nast"], "{paper} {rows:?}");
        let (other, _, rows) = about("records(by=action&last(1))");
        assert!(other.starts_with("a strategy by its parts") && rows == ["records"], "{other} {rows:?}");
    }

    #[test]
    fn what_is_added_to_rewards_grows_with_their_range_and_shares_do_not() {
        let wide = |option: &str| {
            let explanation = explained(&format!("uct with {option}"));
            explanation.sections[1].parts[0].arguments[0].for_wide_rewards
        };
        assert_eq!(wide("pb(w=5)"), Some(10.0));
        assert_eq!(wide("pb(w=0.4, form=mix)"), None);
        assert_eq!(wide("im(0.4)"), None);
    }

    #[test]
    fn what_no_game_can_serve_is_not_explained() {
        for (text, part) in [("uct @d6", "no depth budget"), ("mast with pb", "gives a distribution")] {
            let error = explain(&Expression::parse(text).unwrap()).unwrap_err();
            assert!(error.message().contains(part), "{text}: {error}");
        }
        assert_eq!(explained("gtp(\"gnugo\") @1s").sections[0].title, "player");
    }

    #[test]
    fn a_preset_is_explained_by_what_it_stands_for() {
        let explanation = explained("icarus/NRM with solver");
        assert_eq!(explanation.stands_for.as_deref(), Some("rave > mast + nast"));
        assert!(explanation.preset.is_some_and(|about| about.contains("Table 1")));
        assert_eq!(explanation.sections.len(), 3);
        assert_eq!(explained("random").sections[0].title, "player");
    }
}
