//! What holds for all expressions and all texts.

use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use std::sync::Arc;

use super::parts::check_parts;
use crate::agent::catalogue::{Catalogue, Domain, Entry, Gives, Parameter, Role};
use crate::agent::{
    Body, Border, CONTEXT_WORDS, Call, Context, Contexts, EvaluationSource, Expression, PRESETS, Term, Value, Weight,
    WrittenPolicy, parse_call,
};
use crate::icarus::Phase;
use crate::thinking::Budget;

/// How deep policies may lie in the parameters of others.
const DEPTH: u32 = 2;

/// Any value that a parameter can have, its default and its limits more often than chance would have it.
fn value(parameter: &Parameter, depth: u32) -> BoxedStrategy<Value> {
    let any = match parameter.domain.clone() {
        Domain::Number { min, max, open } => {
            let least = if open { min.next_up() } else { min };
            prop_oneof![Just(least), Just(max), least..=max, (least..=max).prop_map(f64::round)]
                .prop_filter("rounding may leave an open range", move |&number| number >= least)
                .prop_map(Value::Number)
                .boxed()
        }
        Domain::Integer { min, max } => (min..=max).prop_map(Value::Integer).boxed(),
        Domain::Choice(names) => select(names).prop_map(Value::Choice).boxed(),
        Domain::Evaluation => {
            let named = offered().prop_map(|name| name.map_or(EvaluationSource::Default, EvaluationSource::Named));
            prop_oneof![named, any::<String>().prop_map(EvaluationSource::File)].prop_map(Value::Evaluation).boxed()
        }
        Domain::Weighting => offered().prop_map(Value::Weighting).boxed(),
        Domain::Text => any::<String>().prop_map(Value::Text).boxed(),
        Domain::Policy => policy(depth).prop_map(Value::Policy).boxed(),
        Domain::Contexts => contexts().prop_map(Value::Contexts).boxed(),
    };
    match parameter.default_value() {
        Some(default) => prop_oneof![Just(default), any].boxed(),
        None => any,
    }
}

/// Contexts, each once: words with any of their numbers, and names that a game may have.
fn contexts() -> impl Strategy<Value = Contexts> {
    let word = (select(&CONTEXT_WORDS[..]), any::<prop::sample::Index>()).prop_map(|(word, number)| {
        let (_, least, greatest) = word.number.unwrap_or_default();
        let mut context = Context::named(word.name);
        context.number = word.number.map(|_| least + number.index((greatest - least + 1) as usize) as u64);
        context
    });
    let name = "[a-z][a-z0-9-]{0,5}".prop_filter("a name", |name| !is_keyword(name)).prop_map(Context::named);
    vec(prop_oneof![3 => word, 1 => name], 1..4).prop_filter_map("each once", Contexts::new)
}

/// The name of something that a game may offer, or its default.
fn offered() -> impl Strategy<Value = Option<String>> {
    let name = "[a-z][a-z0-9-]{0,5}".prop_filter("a name", |name| !is_keyword(name) && name != "default");
    prop_oneof![Just(None), name.prop_map(Some)]
}

fn is_keyword(name: &str) -> bool {
    ["with", "blend", "vote", "product", "switch"].contains(&name)
}

fn call(entry: Arc<Entry>, depth: u32) -> impl Strategy<Value = Call> {
    let values: Vec<_> = entry.parameters.iter().map(|parameter| value(parameter, depth - 1)).collect();
    values.prop_map(move |values| Call::new(entry.clone(), values))
}

fn call_of(role: Role, depth: u32) -> impl Strategy<Value = Call> {
    let takes_policies = |entry: &Entry| entry.parameters.iter().any(|one| matches!(one.domain, Domain::Policy));
    let catalogue = Catalogue::built_in();
    let entries = catalogue.entries(role).filter(|entry| depth > 1 || !takes_policies(entry));
    let shared = entries.map(|entry| catalogue.share(role, &entry.name).unwrap().clone());
    select(shared.collect::<Vec<_>>()).prop_flat_map(move |entry| call(entry, depth))
}

/// Two or more of these policies with any weights that are allowed together.
fn terms(policy: BoxedStrategy<WrittenPolicy>) -> impl Strategy<Value = Vec<Term>> {
    let weight = prop_oneof![Just(1.0), 1e-9..1e9, 0.0_f64.next_up()..1.0];
    let weights = move |length: usize| {
        prop_oneof![
            Just(vec![Weight::Equal; length]),
            vec(weight.clone().prop_map(Weight::Number), length),
            (call_of(Role::Schedule, 1), 0..length).prop_map(move |(schedule, index)| {
                let mut weights = vec![Weight::Equal; length];
                weights[index] = Weight::Schedule(schedule);
                weights
            }),
        ]
    };
    let lists = (2..4_usize).prop_flat_map(move |length| (vec(policy.clone(), length), weights(length)));
    lists.prop_map(|(policies, weights)| {
        policies.into_iter().zip(weights).map(|(policy, weight)| Term { weight, policy }).collect()
    })
}

/// A policy that gives values: what a blend can take.
fn valued(depth: u32) -> BoxedStrategy<WrittenPolicy> {
    let leaf = call_of(Role::Strategy, depth)
        .prop_filter("gives values", |call| call.gives() == Gives::Values)
        .prop_map(WrittenPolicy::Call)
        .boxed();
    leaf.prop_recursive(2, 6, 3, |inner| terms(inner.boxed()).prop_map(WrittenPolicy::Blend)).boxed()
}

fn policy(depth: u32) -> BoxedStrategy<WrittenPolicy> {
    let leaf = prop_oneof![3 => call_of(Role::Strategy, depth).prop_map(WrittenPolicy::Call), 1 => valued(depth)];
    let combined = |inner: BoxedStrategy<WrittenPolicy>| {
        let equal = |policies: Vec<WrittenPolicy>| -> Vec<Term> {
            policies.into_iter().map(|policy| Term { weight: Weight::Equal, policy }).collect()
        };
        prop_oneof![
            2 => terms(inner.clone()).prop_map(WrittenPolicy::Linear),
            1 => terms(inner.clone()).prop_map(WrittenPolicy::Vote),
            1 => vec(inner.clone(), 2..4).prop_map(move |factors| WrittenPolicy::Product(equal(factors))),
            1 => (vec(inner, 2), border()).prop_map(move |(two, border)| WrittenPolicy::Switch(equal(two), border)),
        ]
    };
    leaf.boxed().prop_recursive(3, 10, 3, move |inner| combined(inner.boxed())).boxed()
}

fn border() -> impl Strategy<Value = Border> {
    let phase = select(vec![Phase::Expansion, Phase::Simulation]).prop_map(Border::Phase);
    prop_oneof![(1..=1_000_000_u32).prop_map(Border::Depth), phase]
}

/// Any options, each at most once and none that excludes another.
fn options() -> impl Strategy<Value = Vec<Call>> {
    vec(call_of(Role::Option, DEPTH), 0..4).prop_map(|calls| {
        let mut options: Vec<Call> = Vec::new();
        for call in calls {
            let clashes =
                |other: &Call| other.name() == call.name() || call.entry().excludes.contains(&other.entry().name);
            if !options.iter().any(clashes) {
                options.push(call);
            }
        }
        options
    })
}

fn budget() -> impl Strategy<Value = Option<Budget>> {
    prop_oneof![
        Just(None),
        (1..=10_u64.pow(15)).prop_map(|count| Some(Budget::Iterations(count))),
        (1..=10_u64.pow(15)).prop_map(|micros| Some(Budget::Time(Duration::from_micros(micros)))),
        (1..5_000_000_u64).prop_map(|micros| Some(Budget::Time(Duration::from_micros(micros)))),
        (1..=10_000_u32).prop_map(|plies| Some(Budget::Depth(plies))),
        Just(Some(Budget::UntilStopped)),
    ]
}

fn expression() -> impl Strategy<Value = Expression> {
    let search =
        (policy(DEPTH), proptest::option::of(policy(DEPTH))).prop_map(|(tree, playout)| Body::Search { tree, playout });
    let preset = select(PRESETS.iter().collect::<Vec<_>>()).prop_map(Body::Preset);
    let composed = (prop_oneof![4 => search, 1 => preset], options()).prop_map(|(body, mut options)| {
        if let Body::Preset(preset) = &body {
            let own = preset.expression();
            let clashes = |call: &Call, own: &Call| {
                own.name() == call.name() || call.entry().excludes.contains(&own.entry().name)
            };
            options.retain(|call| own.player().is_none() && !own.all_options().any(|own| clashes(call, own)));
        }
        (body, options)
    });
    let player = (call_of(Role::Player, DEPTH).prop_map(Body::Player), Just(Vec::new()));
    let agent = prop_oneof![8 => composed, 1 => player];
    (agent, budget()).prop_map(|((body, options), budget)| Expression {
        body,
        options,
        budget,
        catalogue: Catalogue::built_in(),
        source: "".into(),
    })
}

/// A text of the pieces of the language in any order: nearer to expressions than arbitrary characters.
fn jumble() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "uct",
        "mast",
        "rave",
        "nast",
        "blend",
        "vote",
        "product",
        "switch",
        "depth",
        "phase",
        "simulation",
        "with",
        "solver",
        "root",
        "random",
        "icarus",
        "/",
        "-",
        "NRML",
        "(",
        ")",
        "[",
        "]",
        ",",
        "=",
        "+",
        ">",
        "▷",
        "@",
        "5",
        "0.5",
        "-1",
        "1e-5",
        "1e999",
        "s",
        "ms",
        "d6",
        "\"",
        "\\",
        "c",
        "k",
        " ",
        "\n",
        ".",
        "é",
        "围",
        "&",
        "records",
        "by",
        "action",
        "last",
        "\u{301}",
        "\u{0}",
    ];
    vec(select(PIECES), 0..20).prop_map(|pieces| pieces.concat())
}

/// Everything an error can be asked for, and what every error keeps to.
fn read(text: &str) {
    let _ = parse_call(text);
    let Err(error) = Expression::parse(text) else { return };
    let span = error.span();
    assert!(span.start <= span.end && span.end <= text.len());
    assert!(!error.summary().contains('\n'), "{}", error.summary());
    let lines = error.to_string().lines().count();
    assert_eq!(lines, 3 + usize::from(error.help().is_some()), "{error}");
}

proptest! {
    #[test]
    fn printing_and_parsing_give_the_same_expression(expression in expression()) {
        let text = expression.to_string();
        let parsed = Expression::parse(&text).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(&parsed, &expression);
        prop_assert_eq!(parsed.to_string(), text);
    }

    #[test]
    fn every_part_can_be_left_out_of_any_expression(expression in expression(), last in any::<bool>()) {
        check_parts(&expression, last);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in any::<String>()) {
        read(&text);
    }

    #[test]
    fn no_jumble_of_tokens_makes_the_parser_panic(text in jumble()) {
        read(&text);
    }

    #[test]
    fn no_mutation_of_an_expression_makes_the_parser_panic(
        expression in expression(),
        edits in vec((any::<prop::sample::Index>(), any::<bool>(), jumble()), 1..4),
    ) {
        let mut letters: Vec<char> = expression.to_string().chars().collect();
        for (place, delete, insert) in edits {
            let at = place.index(letters.len() + 1);
            let end = (at + usize::from(delete)).min(letters.len());
            letters.splice(at..end, insert.chars());
        }
        read(&letters.into_iter().collect::<String>());
    }
}
