//! What to write instead: help for the signs and words by which other notations join policies and options.

use crate::agent::catalogue::{Catalogue, Role};
use crate::agent::nearest::nearest;

/// How the policy of playouts is written.
pub(in crate::agent) const SEQUENCE: &str = "the policy of playouts follows one `>`: `uct > mast`";
/// How policies and options are joined, where it is not clear which of them is meant.
const JOINED: &str =
    "policies are mixed with `+`: `uct > mast + nast`; options follow `with`, with commas: `uct with solver, reuse`";
const NO_SIGN: &str = "a weight is a number before its policy, without a sign: `0.3 mast + 0.7 nast`";

/// Help for a character that is in no expression. `rest` is the text from it on.
pub(super) fn character(rest: &str) -> Option<&'static str> {
    Some(match rest.chars().next()? {
        _ if is_arrow(rest) => SEQUENCE,
        '→' | '⇒' | '⟶' | '⟹' | '➜' | '▶' | '►' | '⊳' | '»' | '›' | '≫' | '＞' | ':' | '<' => {
            SEQUENCE
        }
        '|' | ';' | '∧' | '∨' | '、' | '，' => JOINED,
        '⊕' => "the maxilinear combination is `blend(a, b)`: `blend(uct, amaf)`",
        '*' | '×' | '·' | '%' => NO_SIGN,
        '‐' | '‑' | '–' | '—' | '−' => "the hyphen in names and the minus of numbers is `-`",
        '.' => "a number has a digit on both sides of its point, as in `0.5`",
        '\'' | '‘' | '’' | '“' | '”' | '„' => "texts are written in double quotes",
        _ => return None,
    })
}

/// Whether a text begins with an arrow made of several signs, such as `->` or `=>`.
pub(super) fn is_arrow(text: &str) -> bool {
    let head = text.trim_start_matches(['-', '=', '~', '|']);
    head.len() < text.len() && head.starts_with('>')
}

/// What of an expression has been read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Read {
    Preset,
    Tree,
    Playout,
    Options,
    Budget,
}

/// Help where an expression should have ended. `found` is the token there, and `next` the word behind it, if it is one.
pub(super) fn at_end(catalogue: &Catalogue, read: Read, found: &str, next: Option<&str>) -> Option<String> {
    let meant = |role| [Some(found), next].into_iter().flatten().find(|name| catalogue.find(role, name).is_some());
    let (option, strategy) = (meant(Role::Option), meant(Role::Strategy));
    let is_policy = strategy.is_some() || [">", "+"].contains(&found);
    Some(match read {
        // It joins contexts, and nothing outside of a value.
        _ if found == "&" => JOINED.into(),
        Read::Budget if found == "with" || option.is_some() => {
            "options come before the budget: `… with solver @5000`".into()
        }
        Read::Budget if is_policy => "policies come before the budget: `uct > mast @5000`".into(),
        Read::Budget => return None,
        _ if found.starts_with(|first: char| first.is_ascii_digit()) => "a budget follows `@`: `… @5000`".into(),
        Read::Options => match option {
            _ if found == "with" => "`with` is written once, before all options: `… with solver, reuse`".into(),
            Some(option) => format!("options are separated by `,`: `…, {option}`"),
            None if is_policy => "policies come before `with`: `uct > mast with solver`".into(),
            None => return None,
        },
        _ if nearest(found, ["with"]).is_some() => "did you mean `with`?".into(),
        _ if option.is_some() => format!("options follow `with`: `… with {}`", option?),
        Read::Preset if is_policy => "a preset is a whole agent: only `with` and `@` may follow it".into(),
        Read::Preset => return None,
        Read::Tree | Read::Playout => match strategy {
            Some(name) if read == Read::Tree => {
                format!("`… + {name}` mixes the policies, `… > {name}` follows the second in playouts")
            }
            Some(name) => format!("policies are mixed with `+`: `… + {name}`"),
            None if [",", "and", "or", "plus"].contains(&found) => JOINED.into(),
            None => return None,
        },
    })
}
