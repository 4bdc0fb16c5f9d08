//! Checks the tree of a text against the catalogue: names, arguments, weights, what may be combined.

use std::sync::Arc;

use super::call::Call;
use super::catalogue::{Catalogue, Entry, Gives, Giving, Role};
use super::error::{ExpressionError, Span};
use super::expression::{Body, Border, Expression, Term, Weight, WrittenPolicy};
use super::nearest::nearest;
use super::presets::{PRESETS, Preset};
use super::syntax::{
    RawArgument, RawAtom, RawBody, RawCall, RawCombined, RawExpression, RawName, RawPolicy, RawTerm, RawWeight,
    SEQUENCE, shorten,
};
use crate::icarus::Phase;

type Checked<T> = Result<T, ExpressionError>;

/// Greatest weight of a term, so that sums of weights stay finite.
const MAX_WEIGHT: f64 = 1e9;

/// Checks the parts of a text against a catalogue.
#[derive(Clone, Copy)]
pub(super) struct Checker<'a> {
    pub catalogue: &'a Catalogue,
    /// The whole text.
    pub source: &'a Arc<str>,
}

pub(super) fn expression(raw: RawExpression, catalogue: &Catalogue) -> Checked<Expression> {
    let checker = Checker { catalogue, source: &raw.source };
    let body = checker.body(&raw.body)?;
    let own = match &body {
        Body::Preset(preset) => &preset.expression().options[..],
        _ => &[],
    };
    let options = checker.options(&body, own, &raw.options)?;
    Ok(Expression { body, options, budget: raw.budget, catalogue: catalogue.clone(), source: raw.source })
}

impl<'a> Checker<'a> {
    fn body(self, raw: &RawBody) -> Checked<Body> {
        match raw {
            RawBody::Preset { family, name } => self.preset(family, name).map(Body::Preset),
            RawBody::Search { tree, playout: None } if tree.single_call().is_some() => {
                let raw = tree.single_call().expect("the guard has seen it");
                let call = self.call(raw, &[Role::Strategy, Role::Player])?;
                Ok(match call.entry().role {
                    Role::Player => Body::Player(call),
                    _ => Body::Search { tree: WrittenPolicy::Call(call), playout: None },
                })
            }
            RawBody::Search { tree, playout } => {
                let tree = self.policy(tree)?;
                let playout = playout.as_ref().map(|playout| self.policy(playout)).transpose()?;
                Ok(Body::Search { tree, playout })
            }
        }
    }

    fn preset(self, family: &RawName, name: &RawName) -> Checked<&'static Preset> {
        if let Some(preset) = Preset::find(&family.text, &name.text) {
            return Ok(preset);
        }
        let names: Vec<&str> =
            PRESETS.iter().filter(|preset| preset.family == family.text).map(|preset| preset.name).collect();
        if names.is_empty() {
            let error = self.unknown(family, "family of presets");
            if self.catalogue.find(Role::Strategy, &family.text).is_some() {
                return Err(error.with_help(format!("`/` belongs to presets; {SEQUENCE}")));
            }
            return Err(suggest(error, &family.text, &families(), || format!("families: {}", families().join(", "))));
        }
        let message = format!("`{}` has no preset `{}`", family.text, shorten(&name.text));
        let error = ExpressionError::new(self.source.clone(), name.span, message);
        Err(suggest(error, &name.text, &names, || format!("presets of `{}`: {}", family.text, names.join(", "))))
    }

    /// A call of a name in one of the roles that fit its place.
    fn call(self, raw: &RawCall, roles: &[Role]) -> Checked<Call> {
        Call::check(self.catalogue, self.entry(raw, roles)?, raw)
    }

    /// The options behind `with`; `own` are those that a preset already has.
    fn options(self, body: &Body, own: &[Call], raws: &[RawCall]) -> Checked<Vec<Call>> {
        let mut options: Vec<Call> = Vec::new();
        for raw in raws {
            let option = self.call(raw, &[Role::Option])?;
            check_option(body, own, &options, &option)?;
            options.push(option);
        }
        Ok(options)
    }

    pub fn policy(self, raw: &RawPolicy) -> Checked<WrittenPolicy> {
        let mut terms = self.terms(&raw.terms)?;
        // A single term has all the weight, whatever its number says.
        Ok(if terms.len() == 1 { terms.remove(0).policy } else { WrittenPolicy::Linear(terms) })
    }

    fn terms(self, raws: &[RawTerm]) -> Checked<Vec<Term>> {
        check_weights(self.source, raws)?;
        raws.iter()
            .map(|raw| {
                let weight = match &raw.weight {
                    None => Weight::Equal,
                    Some(RawWeight::Number(number, _)) => Weight::Number(*number),
                    Some(RawWeight::Schedule(call)) => Weight::Schedule(self.call(call, &[Role::Schedule])?),
                };
                Ok(Term { weight, policy: self.atom(&raw.atom)? })
            })
            .collect()
    }

    fn atom(self, raw: &RawAtom) -> Checked<WrittenPolicy> {
        match raw {
            RawAtom::Call(call) => Ok(WrittenPolicy::Call(self.call(call, &[Role::Strategy])?)),
            RawAtom::Group(group) => self.policy(group),
            RawAtom::Combined(combined) => self.combined(combined),
        }
    }

    fn combined(self, raw: &RawCombined) -> Checked<WrittenPolicy> {
        let RawCombined { operator, terms: raws, arguments, .. } = raw;
        let (name, error) = (&operator.text, |span, message| ExpressionError::new(self.source.clone(), span, message));
        if name == "switch" {
            return self.switch(raw);
        }
        if let Some(RawArgument { name: Some(argument), .. }) = arguments.first() {
            return Err(error(argument.span, format!("`{name}` has no parameter `{}`", shorten(&argument.text))));
        }
        let terms = self.terms(raws)?;
        match &name[..] {
            "vote" => Ok(WrittenPolicy::Vote(terms)),
            "product" => self.without_weights(raw).map(|()| WrittenPolicy::Product(terms)),
            _ => match terms.iter().zip(raws).find(|(term, _)| term.policy.gives() == Gives::Weights) {
                Some((term, raw)) => Err(gives_no_values(self.source, raw.span, &term.policy)),
                None => Ok(WrittenPolicy::Blend(terms)),
            },
        }
    }

    fn without_weights(self, RawCombined { operator, terms, .. }: &RawCombined) -> Checked<()> {
        let weighted = terms.iter().find_map(|term| match term.weight.as_ref()? {
            RawWeight::Number(_, span) => Some(*span),
            RawWeight::Schedule(call) => Some(call.span),
        });
        let message = || format!("`{}` takes no weights", operator.text);
        weighted.map_or(Ok(()), |span| Err(ExpressionError::new(self.source.clone(), span, message())))
    }

    fn switch(self, raw: &RawCombined) -> Checked<WrittenPolicy> {
        const BORDERS: &str = "`depth=4`: from four plies below the root on; `phase=expansion` or `phase=simulation`";
        let RawCombined { terms: raws, arguments, span, .. } = raw;
        let error = |span, message: String| ExpressionError::new(self.source.clone(), span, message).with_help(BORDERS);
        let terms = self.terms(raws)?;
        self.without_weights(raw)?;
        if let [_, _, third, ..] = &raws[..] {
            return Err(error(third.span, "`switch` is between two policies, and then says where".to_owned()));
        }
        let (argument, name) = match &arguments[..] {
            [] => {
                return Err(error(*span, "`switch` needs to know from where on the second policy chooses".to_owned()));
            }
            [argument] => (argument, argument.name.as_ref().expect("only named ones are arguments")),
            [_, second, ..] => return Err(error(second.span, "`switch` has one border".to_owned())),
        };
        let value = &argument.value;
        let border = match &name.text[..] {
            "depth" => {
                let whole = value.number().filter(|&number| number.fract() == 0.0 && (1.0..=1e6).contains(&number));
                whole.map(|number| Border::Depth(number as u32))
            }
            "phase" => match value.name() {
                Some("expansion") => Some(Border::Phase(Phase::Expansion)),
                Some("simulation") => Some(Border::Phase(Phase::Simulation)),
                _ => None,
            },
            other => return Err(error(name.span, format!("`switch` has no parameter `{}`", shorten(other)))),
        };
        let form =
            if name.text == "depth" { "a whole number from 1 to 1000000" } else { "`expansion` or `simulation`" };
        let refused = || error(value.span, format!("`{}` must be {form}, not `{}`", name.text, shorten(&value.text)));
        border.map(|border| WrittenPolicy::Switch(terms, border)).ok_or_else(refused)
    }

    /// The entry of a call's name in one of the roles that fit its place.
    fn entry(self, raw: &RawCall, roles: &[Role]) -> Checked<&'a Arc<Entry>> {
        let (name, catalogue) = (&raw.name.text, self.catalogue);
        if let Some(entry) = roles.iter().find_map(|&role| catalogue.share(role, name)) {
            return Ok(entry);
        }
        let wanted = roles[0];
        if let Some(other) = Role::ALL.into_iter().find(|&role| catalogue.find(role, name).is_some()) {
            let message = format!("`{name}` is {}, not {}", with_article(other), with_article(wanted));
            let help = match wanted {
                Role::Schedule => format!("schedules: {}", catalogue.names(wanted)),
                _ => place_of(other, name),
            };
            return Err(raw.error(raw.name.span, message).with_help(help));
        }
        let error = self.unknown(&raw.name, &wanted.to_string());
        if wanted == Role::Strategy && families().contains(&name.as_str()) {
            return Err(error.with_help(format!("`{name}` is a family of presets: write `{name}/` and a name")));
        }
        let names: Vec<&str> = roles
            .iter()
            .flat_map(|&role| catalogue.entries(role))
            .flat_map(|entry| entry.aliases.iter().chain([&entry.name]))
            .map(|name| &**name)
            .collect();
        Err(suggest(error, name, &names, || {
            let list = |&role: &Role| format!("{}: {}", plural(role), catalogue.names(role));
            roles.iter().map(list).collect::<Vec<_>>().join("; ")
        }))
    }

    fn unknown(self, name: &RawName, what: &str) -> ExpressionError {
        ExpressionError::new(self.source.clone(), name.span, format!("unknown {what} `{}`", shorten(&name.text)))
    }
}

fn families() -> Vec<&'static str> {
    let mut families: Vec<&str> = PRESETS.iter().map(|preset| preset.family).collect();
    families.dedup();
    families
}

/// Refuses an option that does not fit what is before it; `own` are those that a preset already has.
fn check_option(body: &Body, own: &[Call], options: &[Call], option: &Call) -> Checked<()> {
    let (name, entry) = (option.name(), option.entry());
    let player = match body {
        Body::Search { .. } => None,
        Body::Player(player) => Some(player.name().to_string()),
        Body::Preset(preset) => preset.expression().player().map(|_| preset.to_string()),
    };
    if let Some(player) = player {
        return Err(option.error(format!("`{player}` is not a search and takes no options")));
    }
    if own.iter().any(|other| other.name() == name) {
        return Err(option.error(format!("`{body}` already has the option `{name}`")));
    }
    if options.iter().any(|other| other.name() == name) {
        return Err(option.error(format!("the option `{name}` is given twice")));
    }
    if let Some(other) = own.iter().chain(options).find(|other| entry.excludes.contains(&other.entry().name)) {
        return Err(option.error(format!("`{name}` cannot be combined with `{}`", other.name())));
    }
    Ok(())
}

/// Weights are all numbers or none, or one schedule beside terms without.
fn check_weights(source: &Arc<str>, terms: &[RawTerm]) -> Checked<()> {
    let error = |span, message: &str| ExpressionError::new(source.clone(), span, message);
    let number = |term: &RawTerm| match term.weight {
        Some(RawWeight::Number(number, span)) => Some((number, span)),
        _ => None,
    };
    let schedule = |term: &RawTerm| match &term.weight {
        Some(RawWeight::Schedule(call)) => Some(call.span),
        _ => None,
    };
    for (weight, span) in terms.iter().filter_map(number) {
        if weight <= 0.0 || weight > MAX_WEIGHT {
            let message = format!("a weight must be more than 0 and at most {MAX_WEIGHT}");
            return Err(error(span, &message));
        }
    }
    let mut schedules = terms.iter().filter_map(schedule);
    if let Some(first) = schedules.next() {
        if terms.len() == 1 {
            return Err(error(first, "a schedule needs another term, which gets what it leaves"));
        }
        if let Some(second) = schedules.next() {
            return Err(error(second, "only one term can have a schedule; the others share what it leaves"));
        }
        if let Some((_, span)) = terms.iter().find_map(number) {
            return Err(error(
                span,
                "beside a schedule there are no other weights: the other terms share what it leaves",
            ));
        }
        return Ok(());
    }
    match terms.iter().find(|term| term.weight.is_none()) {
        Some(term) if terms.iter().any(|term| term.weight.is_some()) => {
            let error = error(term.span, "this term has no weight, but another has");
            Err(error.with_help("give every term a weight, or none"))
        }
        _ => Ok(()),
    }
}

fn gives_no_values(source: &Arc<str>, span: Span, policy: &WrittenPolicy) -> ExpressionError {
    let error = |what: &str| {
        let message = format!("maxilinear combination needs values; {what} gives a distribution");
        ExpressionError::new(source.clone(), span, message)
    };
    match policy {
        WrittenPolicy::Call(call) => match &call.entry().giving {
            Giving::ValuesIf { parameter, choice } => {
                let (name, chosen) = (call.name(), call.choice(parameter));
                error(&format!("`{name}` with {parameter}={chosen}"))
                    .with_help(format!("`{name}({parameter}={choice})` gives values"))
            }
            _ => error(&format!("`{}`", call.name())).with_help("combine distributions with `+`"),
        },
        WrittenPolicy::Vote(_) => error("a vote").with_help("combine distributions with `+`"),
        WrittenPolicy::Product(_) => error("a product").with_help("combine distributions with `+`"),
        WrittenPolicy::Switch(..) => {
            error("a switch").with_help("`switch` between strategies that give values gives values")
        }
        _ => error("a linear combination").with_help("`blend` takes strategies that give values, separated by `,`"),
    }
}

/// The error with the nearest name, or a list of all of them.
fn suggest(error: ExpressionError, name: &str, names: &[&str], list: impl FnOnce() -> String) -> ExpressionError {
    match nearest(name, names.iter().copied()) {
        Some(meant) => error.with_help(format!("did you mean `{meant}`?")),
        None => error.with_help(list()),
    }
}

fn with_article(role: Role) -> String {
    let article = if role == Role::Option { "an" } else { "a" };
    format!("{article} {role}")
}

fn plural(role: Role) -> &'static str {
    match role {
        Role::Strategy => "strategies",
        Role::Schedule => "schedules",
        Role::Option => "options",
        Role::Player => "players",
    }
}

/// Where a name of this role belongs.
fn place_of(role: Role, name: &str) -> String {
    match role {
        Role::Strategy => "strategies form the policies before and after `>`, as in `rave > mast + nast`".to_string(),
        Role::Schedule => format!("a schedule stands in brackets before a term: `[{name}] …`"),
        Role::Option => format!("options follow `with`: `… with {name}`"),
        Role::Player => format!("a player stands alone: `{name}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_of_a_preset_cannot_be_given_again_nor_one_that_it_excludes() {
        let own = Expression::parse("uct with solver, root(4)").unwrap();
        let checked = |text: &str| {
            let catalogue = Catalogue::built_in();
            let raw = super::super::syntax::parse_expression(text, &catalogue).unwrap();
            let checker = Checker { catalogue: &catalogue, source: &raw.source };
            checker.options(&checker.body(&raw.body)?, &own.options, &raw.options)
        };
        assert_eq!(checked("icarus/N with final(value)").unwrap().len(), 1);
        let twice = checked("icarus/N with final(value), solver").unwrap_err();
        assert_eq!(twice.summary(), "1:29: `icarus/N` already has the option `solver`");
        let excluded = checked("icarus/N with tree(2)").unwrap_err();
        assert_eq!(excluded.summary(), "1:15: `tree` cannot be combined with `root`");
    }
}
