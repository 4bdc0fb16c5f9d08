//! What can be left out of an expression, and what is left then.

use crate::agent::catalogue::{Catalogue, Entry, Parameter, Role};
use crate::agent::{Expression, PRESETS, PartKind};

/// Texts with everything that can be combined, beside the presets.
const EXAMPLES: &[&str] = &[
    "uct @5000",
    "uniform > lgrf",
    "mast",
    "mast(ucb1) > uct",
    "grave(bias=0.5) > mast @1s",
    "uct + mast > nast",
    "(uct(c=0.4) + mast) + nast with reuse",
    "blend([rave(k=250)] amaf, uct(c=0.3)) > 3 mast + 1 nast",
    "blend([fade(10)] amaf, blend(2 uct, 1 grave), rave) > mast",
    "[rave] lgrf + (mast + [fade] nast(n=3)) + uniform",
    "rave > bhrf(eps=0.15, else=expert) with priors(10)",
    "uct > 0.5 (mast + nast) + 0.5 bhrf(else=mast + ege(0.1, else=ipp))",
    "uct > ege(else=pool-rave(else=mast))",
    "vote(uct, nast, mast) > vote([rave] mast, (nast + lgrf), product(mast, uniform, lgrf))",
    "switch(uct(c=0.2), amaf, depth=4) > switch(vote(2 mast, 1 nast), product(mast, nast), phase=simulation)",
    "blend(switch(uct, rave, phase=expansion), nast) > records(by=action&last(2), policy=reply, else=vote(mast, nast))",
    "uct(c=0.4) > ege(0.1) with solver, im(0.4), det(0.5), root(4) @1s",
    "uct with pb(w=0.5, form=mix), ph",
    "ab(eval=mia) @5s",
    "random",
    "gtp(\"gnugo --mode gtp\")",
];

fn parse(text: &str) -> Expression {
    Expression::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// What is left without each part.
fn left(text: &str) -> Vec<String> {
    let expression = parse(text);
    expression.parts().iter().map(|part| expression.without(part).unwrap().to_string()).collect()
}

/// Leaves out every part by itself, and all parts one after another, the first or the last that there is each time.
pub(super) fn check_parts(expression: &Expression, last: bool) {
    let full = format!("{expression:#}");
    let parts = expression.parts();
    for part in &parts {
        let without = expression.without(part).unwrap_or_else(|error| panic!("{expression} without {part}: {error}"));
        assert_eq!(Expression::parse(&without.to_string()).as_ref(), Ok(&without), "{expression} without {part}");
        assert_ne!(format!("{without:#}"), full, "{expression} without {part}");
        assert_eq!(without.budget, expression.budget);
        if expression.check().is_ok() {
            assert_eq!(without.check(), Ok(()), "{expression} without {part}");
        }
        if let Some(span) = part.span() {
            assert!(span.end <= expression.source().len());
        }
    }
    let mut rest = expression.clone();
    // What a part leaves in its place may be a part in turn, once.
    let most = 2 * parts.len() + 1;
    for _ in 0..most {
        let parts = rest.parts();
        let Some(part) = (if last { parts.last() } else { parts.first() }) else { return };
        rest = rest.without(part).unwrap();
    }
    panic!("{expression} still has parts: {rest}");
}

#[test]
fn every_part_of_every_example_and_preset_can_be_left_out() {
    let presets = PRESETS.iter().map(|preset| format!("{preset} @100"));
    for text in EXAMPLES.iter().map(|&text| text.to_owned()).chain(presets) {
        for last in [false, true] {
            check_parts(&parse(&text), last);
        }
    }
}

#[test]
fn every_strategy_and_option_of_the_catalogue_is_a_part() {
    let catalogue = Catalogue::built_in();
    for entry in catalogue.entries(Role::Strategy).filter(|entry| !["uct", "uniform"].contains(&&*entry.name)) {
        let expression = parse(&format!("uct > 0.5 {} + 0.5 uniform", entry.name));
        let part = expression.parts().into_iter().find(|part| part.kind() == PartKind::Term).unwrap();
        assert_eq!((part.text(), &*expression.without(&part).unwrap().to_string()), (&*entry.name, "uct > uniform"));
        check_parts(&parse(&format!("{} > {}", entry.name, entry.name)), false);
    }
    for entry in catalogue.entries(Role::Option) {
        let required = entry.parameters.iter().find(|parameter| parameter.default.is_none());
        let written =
            required.map_or(entry.name.to_string(), |parameter| format!("{}({}=2)", entry.name, parameter.name));
        assert_eq!(left(&format!("uct with {written} @5")), ["uct @5"]);
    }
}

#[test]
fn what_takes_the_place_of_a_part_is_plain() {
    // A side of `>`, with the exploration constant that was there.
    assert_eq!(left("grave"), ["uct"]);
    assert_eq!(left("mast"), ["uct"]);
    assert_eq!(left("grave > mast"), ["uct > mast", "grave > uniform"]);
    assert_eq!(left("amaf(c=0.3) > mast"), ["uct(c=0.3) > mast", "amaf(c=0.3) > uniform"]);
    assert_eq!(left("blend(grave, amaf, uct(c=0.2))")[0], "uct(c=0.2)");
    // AMAF in a blend, written out or short.
    assert_eq!(left("rave(c=0.4, amaf-c=0.1)"), ["uct(c=0.4)"]);
    assert_eq!(left("blend([rave] amaf, uct(c=0.4))"), ["uct(c=0.4)", "amaf"]);
    // Terms: those that are left keep their proportions.
    assert_eq!(left("uct > 0.5 mast + 0.25 lgrf + 0.25 nast")[1], "uct > 0.25 lgrf + 0.25 nast");
    assert_eq!(
        left("uct > [rave] lgrf + mast + nast")[1..],
        ["uct > mast + nast", "uct > [rave] lgrf + nast", "uct > [rave] lgrf + mast"]
    );
    assert_eq!(
        left("uct > (mast + nast) + lgrf")[1..],
        ["uct > lgrf", "uct > nast + lgrf", "uct > mast + lgrf", "uct > mast + nast"]
    );
    // A strategy before another, and the other.
    assert_eq!(left("uct > bhrf(eps=0.15, else=expert)"), ["uct > uniform", "uct > expert", "uct > bhrf(eps=0.15)"]);
    // Options, also those of a preset.
    assert_eq!(
        left("implicit-minimax/bl with im(0.3) @5")[3..],
        [
            "uct(c=0.4) > ege(else=ipp, forced=yes) with mate1, det, im(alpha=0.3) @5",
            "uct(c=0.4) > ege(else=ipp, forced=yes) with solver, det, im(alpha=0.3) @5",
            "uct(c=0.4) > ege(else=ipp, forced=yes) with solver, mate1, im(alpha=0.3) @5",
            "uct(c=0.4) > ege(else=ipp, forced=yes) with solver, mate1, det @5",
        ]
    );
}

#[test]
fn plain_searches_and_players_have_no_parts() {
    for text in ["uct", "uct(c=0.3) @5", "uct > uniform", "uct > uct", "icarus/-", "random", "ab @d6", "mc-loa/mia"] {
        assert_eq!(left(text), [""; 0], "{text}");
    }
}

#[test]
fn a_part_knows_its_place_in_the_text_if_it_is_there() {
    let text = "rave  > mast(greedy) + nast with solver";
    let places: Vec<&str> =
        parse(text).parts().iter().map(|part| part.span().map(|span| &text[span.start..span.end]).unwrap()).collect();
    assert_eq!(places, ["rave", "mast(greedy) + nast", "mast(greedy)", "nast", "solver"]);
    let preset = parse("icarus/RM with solver");
    let places: Vec<bool> = preset.parts().iter().map(|part| part.span().is_some()).collect();
    assert_eq!(places, [false, false, true]);
}

#[test]
fn a_part_of_another_expression_is_refused() {
    let (mast, nast) = (parse("uct > mast"), parse("uct > nast"));
    let error = mast.without(&nast.parts()[0]).unwrap_err();
    assert_eq!(error.message(), "it has no part like `nast` in the playouts");
    // The same expression in another text has the same parts.
    assert_eq!(parse("uct  >  mast").without(&mast.parts()[0]).unwrap().to_string(), "uct > uniform");
}

#[test]
fn a_catalogue_without_the_plain_strategies_says_that_they_are_missing() {
    let entry = |name: &'static str| {
        let otherwise = Parameter::policy("else", if name == "own" { "own2" } else { "none" }, "the rest");
        let entry = Entry::strategy(name, "for a test").built_by(|setting| Err(setting.call().error("not in a test")));
        if name == "none" { entry } else { entry.taking([otherwise]) }
    };
    let catalogue = ["none", "own2", "own"]
        .into_iter()
        .fold(Catalogue::default(), |catalogue, name| catalogue.with(entry(name)).unwrap());
    let expression = Expression::parse_with("none + own > own", &catalogue).unwrap();
    let error = expression.without(&expression.parts()[0]).unwrap_err();
    assert_eq!(error.message(), "there is no plain `uct` to take the part's place");
    let term = &expression.parts()[1];
    assert_eq!(expression.without(term).unwrap().to_string(), "own > own");
}
