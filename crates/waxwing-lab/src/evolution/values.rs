//! Another value of a parameter, from what the catalogue says of it alone.

use waxwing::Rng;
use waxwing::agent::catalogue::{Domain, Parameter};
use waxwing::agent::{Context, Contexts, Value};

/// How often a number goes back to its default.
const BACK: f32 = 0.1;
/// How far a number goes: by this factor or its inverse, up to three times.
const FACTOR: f64 = 1.6;
/// What stands for a number that is 0 and has to grow.
const SMALL: f64 = 0.05;

/// A value near this one; `None` where only the text of the parameter could say what others there are. `contexts` are the names that
/// records can be about.
///
/// Evaluations and weightings are the game's to name, a text can be anything, and a policy is changed as a part of the tree.
pub(super) fn nearby(parameter: &Parameter, value: &Value, contexts: &[String], rng: &mut Rng) -> Option<Value> {
    match (&parameter.domain, value) {
        (Domain::Number { .. } | Domain::Integer { .. }, _) if rng.unit() < BACK => parameter_default(parameter),
        (Domain::Number { min, max, open }, Value::Number(number)) => {
            Some(Value::Number(number_near(*number, (*min, *max), *open, rng)))
        }
        (Domain::Integer { min, max }, Value::Integer(number)) => {
            let grows = rng.below(2) == 0;
            let by_one = rng.below(2) == 0;
            let other = match (by_one, grows) {
                (true, true) => number.saturating_add(1),
                (true, false) => number.saturating_sub(1),
                (false, true) => number.saturating_mul(2),
                (false, false) => number / 2,
            };
            Some(Value::Integer(other.clamp(*min, *max)))
        }
        (Domain::Choice(names), Value::Choice(now)) => {
            let others: Vec<_> = names.iter().filter(|name| *name != now).collect();
            others.get(rng.below(others.len())).map(|name| Value::Choice((*name).clone()))
        }
        (Domain::Contexts, Value::Contexts(now)) => contexts_near(now, contexts, rng).map(Value::Contexts),
        _ => None,
    }
}

/// The value that a parameter without a default begins with.
pub(super) fn first(parameter: &Parameter, rng: &mut Rng) -> Option<Value> {
    const FEW: u64 = 8;
    match &parameter.domain {
        Domain::Integer { min, max } => Some(Value::Integer((min + rng.below(FEW as usize) as u64).min(*max))),
        Domain::Number { min, max, open } => Some(Value::Number(number_near(1.0, (*min, *max), *open, rng))),
        Domain::Choice(names) => names.get(rng.below(names.len())).map(|name| Value::Choice(name.clone())),
        _ => None,
    }
}

/// One context more or less, or another number of one of them.
fn contexts_near(now: &Contexts, names: &[String], rng: &mut Rng) -> Option<Contexts> {
    let mut contexts: Vec<Context> = now.iter().cloned().collect();
    let at = rng.below(contexts.len());
    match rng.below(4) {
        0 if contexts.len() > 1 => drop(contexts.remove(at)),
        1 => {
            let (_, least, greatest) = contexts[at].word()?.number?;
            let number = contexts[at].number?;
            let other = if rng.below(2) == 0 { number + 1 + number / 2 } else { number / 2 };
            contexts[at].number = Some(other.clamp(least, greatest));
        }
        _ => {
            let new: Vec<&String> = names.iter().filter(|name| now.get(name).is_none()).collect();
            contexts.push(Context::named((*new.get(rng.below(new.len()))?).clone()));
        }
    }
    Contexts::new(contexts)
}

fn parameter_default(parameter: &Parameter) -> Option<Value> {
    use waxwing::agent::catalogue::Constant;
    match parameter.default.as_ref()? {
        Constant::Number(number) => Some(Value::Number(*number)),
        Constant::Integer(number) => Some(Value::Integer(*number)),
        _ => None,
    }
}

/// A number near this one, in three digits so that texts stay short.
fn number_near(number: f64, (min, max): (f64, f64), open: bool, rng: &mut Rng) -> f64 {
    let times = 1 + rng.below(3) as i32;
    let grows = rng.below(2) == 0;
    let from = if number == 0.0 { SMALL } else { number };
    let other = from * FACTOR.powi(if grows { times } else { -times });
    // A share near 1 moves by what is left of it, too.
    let is_share = min == 0.0 && max == 1.0 && number > 0.5;
    let other = if is_share {
        1.0 - (1.0 - number).max(SMALL) * FACTOR.powi(if grows { -times } else { times })
    } else {
        other
    };
    let other = if !open && rng.below(20) == 0 { min } else { other };
    let short: f64 = format!("{other:.2e}").parse().unwrap_or(other);
    let inside = short.clamp(min, max);
    if open && inside <= min { number } else { inside }
}
