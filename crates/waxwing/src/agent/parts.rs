//! The parts of an expression: what can be left out of a search, each by itself, to see what it changes.
//!
//! A part is a place in the expression as it is written out, without the names of presets. `without.rs` says what is left
//! when a part is gone.

use std::fmt;
use std::sync::Arc;

use super::call::{Call, Value};
use super::catalogue::Gives;
use super::error::Span;
use super::expression::{Body, Expression, Term, WrittenPolicy};

/// One part of an expression that can be left out: see [`Expression::parts`].
///
/// Equality looks at the meaning, and not at the place in the text.
#[derive(Clone, Debug)]
pub struct Part {
    kind: PartKind,
    text: String,
    span: Option<Span>,
    pub(super) place: Place,
    /// From the policy at that place to the part.
    pub(super) path: Vec<Step>,
}

/// What a part is, which decides what takes its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PartKind {
    /// The policy in the tree. `uct` takes its place, with the same exploration constant where the policy has one.
    Tree,
    /// The policy of the playouts. They are uniform without it.
    Playouts,
    /// A term of `+`. The other terms share its weight.
    Term,
    /// A member of a `blend`, which `rave` is too: `blend([rave] amaf, uct)`. The others share its weight.
    Member,
    /// A part of a `vote`. The others vote without it.
    Voter,
    /// A part of a `product`. The others are multiplied without it.
    Factor,
    /// One of the two policies of a `switch`. The other makes all choices without it.
    Branch,
    /// A strategy that leaves some choices to another (`else=`), which makes all of them without it.
    First,
    /// The policy that makes the choices which a strategy leaves open (`else=`). They are uniform without it.
    Else,
    /// An option of `with`.
    Option,
}

impl PartKind {
    /// The kind in one word, such as `term`.
    pub fn name(self) -> &'static str {
        match self {
            PartKind::Tree => "tree",
            PartKind::Playouts => "playouts",
            PartKind::Term => "term",
            PartKind::Member => "member",
            PartKind::Voter => "voter",
            PartKind::Factor => "factor",
            PartKind::Branch => "branch",
            PartKind::First => "first",
            PartKind::Else => "else",
            PartKind::Option => "option",
        }
    }
}

/// Where the way to a part begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Tree,
    Playouts,
    Option(usize),
}

/// A step from a policy to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// To this term of a combination.
    Term(usize),
    /// To the policy that is this argument of a call.
    Argument(usize),
    /// To the AMAF in `rave`.
    Amaf,
}

impl Part {
    /// What it is.
    pub fn kind(&self) -> PartKind {
        self.kind
    }

    /// Its canonical text, such as `nast(n=3)`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where it is in [`Expression::source`], from its first strategy to its last; `None` if it is not written there: a part
    /// of a preset, or of a parameter's default.
    pub fn span(&self) -> Option<Span> {
        self.span
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Part) -> bool {
        (self.kind, &self.text, self.place, &self.path) == (other.kind, &other.text, other.place, &other.path)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.text;
        match self.kind {
            PartKind::Tree => write!(f, "`{text}` in the tree"),
            PartKind::Playouts => write!(f, "`{text}` in the playouts"),
            PartKind::Term => write!(f, "the term `{text}`"),
            PartKind::Member => write!(f, "`{text}` in the blend"),
            PartKind::Voter => write!(f, "`{text}` in the vote"),
            PartKind::Factor => write!(f, "`{text}` in the product"),
            PartKind::Branch => write!(f, "`{text}` in the switch"),
            PartKind::First => write!(f, "`{text}`, before what it leaves open"),
            PartKind::Else => write!(f, "`{text}`, for what is left open"),
            PartKind::Option => write!(f, "the option `{text}`"),
        }
    }
}

impl Expression {
    /// The parts that can be left out, each by itself, in the order of the text; presets are written out. There are none in
    /// plain `uct`, which is what a search is without all of them, and none in a player that does not search.
    ///
    /// ```
    /// use waxwing::Expression;
    ///
    /// let expression = Expression::parse("rave > mast + nast with solver @5000")?;
    /// let parts = expression.parts();
    /// let words: Vec<String> = parts.iter().map(ToString::to_string).collect();
    /// assert_eq!(words, [
    ///     "`amaf` in the blend",
    ///     "`mast + nast` in the playouts",
    ///     "the term `mast`",
    ///     "the term `nast`",
    ///     "the option `solver`",
    /// ]);
    /// let without: Vec<String> = parts.iter().map(|part| Ok(expression.without(part)?.to_string())).collect::<Result<_, _>>()?;
    /// assert_eq!(without, [
    ///     "uct > mast + nast with solver @5000",
    ///     "rave > uniform with solver @5000",
    ///     "rave > nast with solver @5000",
    ///     "rave > mast with solver @5000",
    ///     "rave > mast + nast @5000",
    /// ]);
    /// # Ok::<(), waxwing::agent::ExpressionError>(())
    /// ```
    pub fn parts(&self) -> Vec<Part> {
        let (Some(tree), source) = (self.tree(), &self.source) else { return Vec::new() };
        let mut parts = List { source, place: Place::Tree, path: Vec::new(), parts: Vec::new() };
        parts.tree(tree);
        if let Some(playout) = self.playout() {
            parts.playouts(playout);
        }
        for (index, option) in self.all_options().enumerate() {
            parts.place = Place::Option(index);
            parts.add(PartKind::Option, option.to_string(), place_of_call(source, option));
        }
        parts.parts
    }

    /// The same expression without the name of a preset.
    pub(super) fn written_out(&self) -> Expression {
        let Body::Preset(preset) = &self.body else { return self.clone() };
        let (body, options) = (preset.expression().body.clone(), self.all_options().cloned().collect());
        Expression { body, options, ..self.clone() }
    }
}

/// Whether a policy is uniform where there is no node, and so what is there without any policy.
pub(super) fn is_idle(policy: &WrittenPolicy) -> bool {
    matches!(policy, WrittenPolicy::Call(call) if ["uniform", "uct"].contains(&call.name()))
}

/// The strategy `uct`, if the policy is nothing else.
fn is_uct(policy: &WrittenPolicy) -> bool {
    matches!(policy, WrittenPolicy::Call(call) if call.name() == "uct")
}

/// The parts found so far, on the way through an expression.
struct List<'a> {
    source: &'a Arc<str>,
    place: Place,
    path: Vec<Step>,
    parts: Vec<Part>,
}

impl List<'_> {
    fn add(&mut self, kind: PartKind, text: String, span: Option<Span>) {
        self.parts.push(Part { kind, text, span, place: self.place, path: self.path.clone() });
    }

    fn tree(&mut self, policy: &WrittenPolicy) {
        self.place = Place::Tree;
        // Where only one other thing is beside `uct`, that thing is the part: without it the tree has plain `uct`.
        let is_uct_after_one = match policy {
            WrittenPolicy::Call(call) => is_uct(policy) || is_rave(call),
            combined => {
                combined.terms().is_some_and(|terms| terms.len() == 2 && terms.iter().any(|term| is_uct(&term.policy)))
            }
        };
        if !is_uct_after_one {
            self.add(PartKind::Tree, policy.to_string(), place_of(self.source, policy));
        }
        self.inside(policy);
    }

    fn playouts(&mut self, policy: &WrittenPolicy) {
        self.place = Place::Playouts;
        if !is_idle(policy) {
            self.add(PartKind::Playouts, policy.to_string(), place_of(self.source, policy));
        }
        self.inside(policy);
    }

    /// The parts that a policy consists of.
    fn inside(&mut self, policy: &WrittenPolicy) {
        match policy {
            WrittenPolicy::Call(call) => self.inside_call(call),
            WrittenPolicy::Linear(terms) => self.terms(PartKind::Term, terms),
            WrittenPolicy::Blend(terms) => self.terms(PartKind::Member, terms),
            WrittenPolicy::Vote(terms) => self.terms(PartKind::Voter, terms),
            WrittenPolicy::Product(terms) => self.terms(PartKind::Factor, terms),
            WrittenPolicy::Switch(terms, _) => self.terms(PartKind::Branch, terms),
        }
    }

    fn terms(&mut self, kind: PartKind, terms: &[Term]) {
        for (index, Term { policy, .. }) in terms.iter().enumerate() {
            self.path.push(Step::Term(index));
            self.add(kind, policy.to_string(), place_of(self.source, policy));
            self.inside(policy);
            self.path.pop();
        }
    }

    fn inside_call(&mut self, call: &Call) {
        if is_rave(call) {
            self.path.push(Step::Amaf);
            self.add(PartKind::Member, "amaf".to_owned(), place_of_call(self.source, call));
            self.path.pop();
        }
        for (index, value) in call.values.iter().enumerate() {
            let Value::Policy(behind) = value else { continue };
            if is_idle(behind) {
                continue;
            }
            self.path.push(Step::Argument(index));
            // A policy that gives weights cannot take the place of one whose values are needed.
            if call.gives() == Gives::Weights || behind.gives() == Gives::Values {
                self.add(PartKind::First, alone(call, index).to_string(), place_of_call(self.source, call));
            }
            self.add(PartKind::Else, behind.to_string(), place_of(self.source, behind));
            self.inside(behind);
            self.path.pop();
        }
    }
}

/// Whether a call is the catalogue's short form of `blend([rave] amaf, uct)`.
pub(super) fn is_rave(call: &Call) -> bool {
    call.name() == "rave" && call.entry().parameter("amaf-c").is_some()
}

/// A call as it reads without one of its arguments.
fn alone(call: &Call, argument: usize) -> Call {
    let mut alone = call.clone();
    if let Some(default) = call.entry.parameters[argument].default_value() {
        alone.values[argument] = default;
    }
    alone
}

fn place_of(source: &Arc<str>, policy: &WrittenPolicy) -> Option<Span> {
    match policy {
        WrittenPolicy::Call(call) => place_of_call(source, call),
        combined => {
            let terms = combined.terms()?;
            let (first, last) = (terms.first()?, terms.last()?);
            Some(place_of(source, &first.policy)?.to(place_of(source, &last.policy)?))
        }
    }
}

fn place_of_call(source: &Arc<str>, call: &Call) -> Option<Span> {
    Arc::ptr_eq(source, &call.source).then_some(call.span)
}
