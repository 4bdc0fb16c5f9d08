//! What a record is about: contexts joined by `&`, such as `action&last(1)`.
//!
//! A context is a word of [`CONTEXT_WORDS`], some with a number, or a name by which a game says something of an action, such as
//! `target`. Which names a game has is known when a search is built; everything else is checked here.

use std::fmt;

use super::catalogue::Text;
use super::error::ExpressionError;
use super::nearest::nearest;
use super::syntax::{RawCall, RawValue, shorten};

/// A word for something that a record can be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContextWord {
    /// The word.
    pub name: &'static str,
    /// The name of its number, the least and the greatest; none where it has no number.
    pub number: Option<(&'static str, u64, u64)>,
    /// What it means, in one line.
    pub about: &'static str,
}

const fn word(name: &'static str, number: Option<(&'static str, u64, u64)>, about: &'static str) -> ContextWord {
    ContextWord { name, number, about }
}

/// All words, in the order in which they are printed; what the game says of an action follows `action`.
pub const CONTEXT_WORDS: [ContextWord; 8] = [
    word("action", None, "the action itself"),
    word("node", None, "the node of the tree; there is none in playouts"),
    word("last", Some(("k", 1, 7)), "the k moves before, as the acting player saw them"),
    word("own", Some(("k", 1, 7)), "the acting player's k actions before"),
    word(
        "depth",
        Some(("width", 1, 1_000_000)),
        "how many plies lie between the root and the action, in steps of a width",
    ),
    word("episode", None, "the position in the game's episode: its label and the moves since it began"),
    word("predicates", None, "the game's predicates: a record for each that holds"),
    word("seen", None, "all moves that the acting player has seen, where something is hidden"),
];

/// What a record is about: at least one context, each once, in the order of [`CONTEXT_WORDS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contexts(Vec<Context>);

/// One of the things that a record is about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Context {
    /// A word of [`CONTEXT_WORDS`], or a name by which the game says something of an action.
    pub name: Text,
    /// Its number, if it is a word with one.
    pub number: Option<u64>,
}

impl Context {
    /// A context of a name, with the least number if it has one.
    pub fn named(name: impl Into<Text>) -> Context {
        let name = name.into();
        let number = CONTEXT_WORDS.iter().find(|word| word.name == name).and_then(|word| word.number);
        Context { name, number: number.map(|(_, least, _)| least) }
    }

    /// Its word; `None` where the game says what it means.
    pub fn word(&self) -> Option<&'static ContextWord> {
        CONTEXT_WORDS.iter().find(|word| word.name == self.name)
    }

    /// Where it is printed.
    fn order(&self) -> (usize, &str) {
        let place = CONTEXT_WORDS.iter().position(|word| word.name == self.name);
        // What the game says of an action is between `action` and the others.
        place.map_or((1, &self.name), |place| (2 * place, ""))
    }
}

impl Contexts {
    /// These contexts; `None` if there are none, or if one is named twice.
    pub fn new(contexts: impl IntoIterator<Item = Context>) -> Option<Contexts> {
        let mut contexts: Vec<Context> = contexts.into_iter().collect();
        contexts.sort_by(|one, other| one.order().cmp(&other.order()));
        let is_repeated = contexts.windows(2).any(|pair| pair[0].name == pair[1].name);
        (!contexts.is_empty() && !is_repeated).then_some(Contexts(contexts))
    }

    /// The contexts in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Context> + Clone {
        self.0.iter()
    }

    /// The context of a name, if there is one.
    pub fn get(&self, name: &str) -> Option<&Context> {
        self.iter().find(|context| context.name == name)
    }

    /// What a part of a text means; nothing if it has not the form of contexts.
    pub(super) fn check(call: &RawCall, raw: &RawValue) -> Result<Option<Contexts>, ExpressionError> {
        let Some(parts) = raw.contexts() else { return Ok(None) };
        let mut contexts: Vec<Context> = Vec::with_capacity(parts.len());
        for part in parts {
            let context = check_one(part)?;
            if contexts.iter().any(|other| other.name == context.name) {
                return Err(call.error(part.span, format!("`{}` is given twice", context.name)));
            }
            contexts.push(context);
        }
        Ok(Contexts::new(contexts))
    }
}

fn check_one(part: &RawCall) -> Result<Context, ExpressionError> {
    let name = &part.name.text;
    let is_name = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-');
    if !is_name {
        return Err(part
            .error(part.name.span, format!("unknown context `{}`", shorten(name)))
            .with_help(suggestion(name)));
    }
    let mut context = Context::named(name.clone());
    let Some(word) = context.word() else {
        // With a number it is no name of the game's, but a word that was misspelt.
        return match part.arguments.is_empty() {
            true => Ok(context),
            false => Err(part.error(part.name.span, format!("unknown context `{name}`")).with_help(suggestion(name))),
        };
    };
    match (word.number, &part.arguments[..]) {
        (_, []) => {}
        (None, [argument, ..]) => return Err(part.error(argument.span, format!("`{name}` takes no number"))),
        (Some((_, least, greatest)), [argument]) => {
            let must = || format!("`{name}` takes a whole number from {least} to {greatest}");
            let expected = word.number.map(|(number, ..)| number);
            if let Some(given) = argument.name.as_ref().filter(|given| Some(given.text.as_str()) != expected) {
                return Err(part
                    .error(given.span, format!("`{name}` has no `{}`", shorten(&given.text)))
                    .with_help(must()));
            }
            let whole = argument.value.number().filter(|number| number.fract() == 0.0);
            let within = whole.filter(|number| (least as f64..=greatest as f64).contains(number));
            let refused =
                || part.error(argument.value.span, format!("{}, not `{}`", must(), shorten(&argument.value.text)));
            context.number = Some(within.ok_or_else(refused)? as u64);
        }
        (Some(_), [_, second, ..]) => return Err(part.error(second.span, format!("`{name}` takes one number"))),
    }
    Ok(context)
}

/// Help for a word that is none.
fn suggestion(name: &str) -> String {
    let names = CONTEXT_WORDS.iter().map(|word| word.name);
    match nearest(name, names.clone()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("contexts: {}, and what the game says of an action", names.collect::<Vec<_>>().join(", ")),
    }
}

/// The word, or one of these names of the game's, that was probably meant.
pub(crate) fn meant<'n>(name: &str, names: &[&'n str]) -> Option<&'n str> {
    nearest(name, CONTEXT_WORDS.iter().map(|word| word.name).chain(names.iter().copied()))
}

impl fmt::Display for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "{}({number})", self.name),
            None => f.write_str(&self.name),
        }
    }
}

impl fmt::Display for Contexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&texts.join("&"))
    }
}

#[cfg(test)]
mod tests {
    use crate::agent::Expression;

    fn read(by: &str) -> Result<String, String> {
        let expression = Expression::parse(&format!("records({by})")).map_err(|error| error.summary())?;
        Ok(expression.to_string())
    }

    #[test]
    fn contexts_are_read_in_any_order_and_printed_in_one() {
        for (written, printed) in [
            ("by=last&action", "records(by=action&last(1))"),
            ("last(2) & action", "records(by=action&last(2))"),
            ("by=own(k=3)&piece&action&from", "records(by=action&from&piece&own(3))"),
            ("by=depth(width=10)&target", "records(by=target&depth(10))"),
            ("by=seen&episode&node&predicates&action", "records(by=action&node&episode&predicates&seen)"),
            ("by=action", "records"),
            ("action", "records"),
            ("", "records"),
        ] {
            assert_eq!(read(written), Ok(printed.into()), "{written}");
        }
    }

    #[test]
    fn mistakes_are_shown_at_their_place() {
        for (by, message) in [
            ("by=action&last(0)", "1:24: `last` takes a whole number from 1 to 7, not `0`"),
            ("by=action&last(1.5)", "1:24: `last` takes a whole number from 1 to 7, not `1.5`"),
            ("by=action&last(n=2)", "1:24: `last` has no `n`; `last` takes a whole number from 1 to 7"),
            ("by=action&last(1, 2)", "1:27: `last` takes one number"),
            ("by=action(2)", "1:19: `action` takes no number"),
            ("by=action&lst(2)", "1:19: unknown context `lst`; did you mean `last`?"),
            ("by=action&Node", "1:19: unknown context `Node`; did you mean `node`?"),
            ("by=action&last&action", "1:24: `action` is given twice"),
            ("by=action&", "1:19: expected a context, found `)`"),
            (
                "by=2",
                "1:12: `by` must be contexts joined by & (action&last(1)): `action`, `node`, `last(1)`, `own(1)`, `depth(1)`, `episode`, `predicates`, `seen`, and what the game says of an action, not `2`; `by`: what a record is about",
            ),
        ] {
            assert_eq!(read(by), Err(message.into()), "{by}");
        }
    }

    #[test]
    fn contexts_stand_where_a_parameter_takes_them_and_nowhere_else() {
        let summary = |text: &str| Expression::parse(text).unwrap_err().summary();
        assert!(summary("uct & mast").contains("policies are mixed with `+`"), "{}", summary("uct & mast"));
        assert_eq!(
            summary("uct > bhrf(else=uct & mast)").split(';').next(),
            Some("1:17: `else` must be a policy, not `uct & mast`")
        );
        assert_eq!(
            summary("nast(n=uct + mast & nast)").split(';').next(),
            Some("1:8: `&` joins contexts, such as `action&last(1)`")
        );
        assert!(crate::agent::parse_call("go(size=9&9)").is_err());
        assert_eq!(
            crate::agent::parse_call("go(size=a&b)").unwrap_err().summary(),
            "1:9: expected a number, a name or a text in quotes"
        );
    }
}
