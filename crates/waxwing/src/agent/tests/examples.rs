//! Texts that must work, and what they mean.

use std::time::Duration;

use crate::agent::{Body, Expression, Weight, WrittenPolicy};
use crate::thinking::Budget;

fn parse(text: &str) -> Expression {
    Expression::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_text_prints_in_its_canonical_form() {
    for (text, canonical) in [
        ("uct(c=0.7) @5000", "uct @5000"),
        ("uct(0.4)", "uct(c=0.4)"),
        ("uct()", "uct"),
        ("rave(k=250) > mast + nast(n=2)", "rave > mast + nast"),
        ("rave(k=251) ▷ mast+nast(3)", "rave(k=251) > mast + nast(n=3)"),
        ("uct > 0.5 mast(policy=ucb1) + 0.25 lgrf + 0.25 nast", "uct > 0.5 mast(policy=ucb1) + 0.25 lgrf + 0.25 nast"),
        ("blend([rave(k=250)] amaf, uct)", "blend([rave] amaf, uct)"),
        ("blend([fade(10)]amaf,blend(2 uct,1 grave))", "blend([fade(k=10)] amaf, blend(2 uct, 1 grave))"),
        ("uct with pb(w=5), final(value), root(4)", "uct with pb(w=5), final(by=value), root(n=4)"),
        ("uct(c=0.2) with ph(w=5), solver(rule=standard)", "uct(c=0.2) with ph(w=5), solver"),
        ("uct with solver(paranoid)", "uct with solver(rule=paranoid)"),
        ("uct > ege(0.05, by=move)", "uct > ege(epsilon=0.05, by=move)"),
        ("uct > ege(0.1, mia, auto)", "uct > ege(eval=mia)"),
        ("uct with pb(eval=mia)", "uct with pb(eval=mia)"),
        ("uct with pb(eval=default)", "uct with pb"),
        ("uct(c=0.4) > ege(0.1) with solver, det(0.5) @1s", "uct(c=0.4) > ege with solver, det @1s"),
        ("uct > ipp(weights=text) with pd(20, eval=lh)", "uct > ipp(weights=text) with fet(x=20, eval=lh)"),
        ("uct > mixed(k=5, noise=5) with cutoff(600)", "uct > mixed(noise=5) with cutoff(bound=600)"),
        ("icarus/- @1s", "icarus/- @1s"),
        ("icarus/NRML with solver@250ms", "icarus/NRML with solver @250ms"),
        ("icarus / EPIC", "icarus/EPIC"),
        ("random", "random"),
        ("random @d6", "random @d6"),
        ("uct @1.5s", "uct @1.5s"),
        ("uct @ 1500 ms", "uct @1.5s"),
        ("uct @1e6", "uct @1000000"),
        ("0.5 uct", "uct"),
        ("((uct)) > (mast)", "uct > mast"),
        ("(uct + mast) + nast", "(uct + mast) + nast"),
        ("uct >\n  mast\n  + nast\n", "uct > mast + nast"),
        ("grave(bias=0.00001)", "grave"),
        ("2uct + 1e-3 epic", "2 uct + 0.001 epic"),
        ("[rave] lgrf + mast + nast", "[rave] lgrf + mast + nast"),
    ] {
        let expression = parse(text);
        assert_eq!(expression.to_string(), canonical, "{text}");
        assert_eq!(parse(canonical), expression, "{text}");
        assert_eq!(expression.source(), text);
    }
}

#[test]
fn terms_keep_their_weights_and_schedules() {
    let expression = parse("blend([rave(k=100)] amaf, uct) > 3 mast + 1 nast");
    let Some(WrittenPolicy::Blend(terms)) = expression.tree() else { panic!("a blend") };
    let Weight::Schedule(schedule) = &terms[0].weight else { panic!("a schedule") };
    assert_eq!((schedule.name(), schedule.number("k")), ("rave", 100.0));
    assert_eq!(terms[1].weight, Weight::Equal);
    let Some(WrittenPolicy::Linear(terms)) = expression.playout() else { panic!("a linear combination") };
    assert_eq!(terms[0].weight, Weight::Number(3.0));
}

#[test]
fn a_name_means_what_its_place_says() {
    assert!(matches!(parse("random").body, Body::Player(_)));
    assert!(matches!(parse("rave").body, Body::Search { playout: None, .. }));
    assert!(matches!(parse("icarus/R").body, Body::Preset(preset) if preset.name == "R"));
}

#[test]
fn budgets_are_iterations_times_or_depths() {
    for (text, budget) in [
        ("uct @5000", Budget::Iterations(5000)),
        ("uct @1s", Budget::Time(Duration::from_secs(1))),
        ("uct @0.25s", Budget::Time(Duration::from_millis(250))),
        ("uct @250ms", Budget::Time(Duration::from_millis(250))),
        ("random @d6", Budget::Depth(6)),
        ("uct @ 1 s", Budget::Time(Duration::from_secs(1))),
        ("uct @until-stopped", Budget::UntilStopped),
        ("uct @1000000000000000", Budget::Iterations(1_000_000_000_000_000)),
        ("uct @1000000000s", Budget::Time(Duration::from_secs(1_000_000_000))),
    ] {
        assert_eq!(parse(text).budget, Some(budget), "{text}");
    }
    assert_eq!(parse("uct").budget, None);
}

#[test]
fn equality_looks_at_meaning_and_not_at_text() {
    assert_eq!(parse("uct(0.7)  >mast"), parse("uct > mast(tau=1)"));
    assert_ne!(parse("uct > mast"), parse("uct > to-mast"));
    assert_ne!(parse("uct"), parse("icarus/-"));
    assert_ne!(parse("uct @5"), parse("uct @6"));
}

#[test]
fn the_deepest_nesting_is_read_and_one_more_is_refused() {
    let nested = |depth: usize| format!("{}uct{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(parse(&nested(32)), parse("uct"));
    let error = Expression::parse(&nested(33)).unwrap_err();
    assert_eq!(error.summary(), "1:33: nested too deeply: at most 32 levels are read");
    assert!(Expression::parse(&"(".repeat(10_000)).is_err());
    assert!(Expression::parse(&"blend(".repeat(1_600)).is_err());
    assert!(Expression::parse(&"uct(c=".repeat(1_600)).is_err());
}

#[test]
fn a_text_that_is_too_long_is_refused_without_being_kept() {
    let error = Expression::parse(&"uct + ".repeat(10_000)).unwrap_err();
    assert_eq!(error.message(), "the text is too long: 60000 bytes, at most 10000 are read");
    assert_eq!(error.text().len(), 10_000);
    assert!(Expression::parse(&"€".repeat(5_000)).unwrap_err().text().len() <= 10_000);
}
