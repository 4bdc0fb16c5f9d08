//! Agents that differ in their parameters: an expression with `{name}` in the places of values, and the values.

use std::fmt;

use serde::{Serialize, Serializer};
use waxwing::agent::ExpressionError;
use waxwing::{Expression, Rng};
use waxwing_workshop::Workshop;

/// More agents than these are a slip of the pen.
const MOST: usize = 1_000;

/// One agent of a template.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// What it has in the places of the template.
    pub values: Values,
    /// The template with the values in their places.
    pub agent: Expression,
}

impl From<Expression> for Candidate {
    /// An agent of no template: it has no values.
    fn from(agent: Expression) -> Candidate {
        Candidate { values: Values::default(), agent }
    }
}

/// The value of each name of a template, in the order of the names. It prints as `c=0.4, n=3`, and is a map in JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values(pub Vec<(String, String)>);

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs: Vec<String> = self.0.iter().map(|(name, value)| format!("{name}={value}")).collect();
        f.write_str(&pairs.join(", "))
    }
}

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Why a template gives no agents.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// The values of a name are not well-formed.
    #[error("`{text}` gives no values to a name: write `NAME=VALUE,VALUE,…`")]
    Values {
        /// What was given.
        text: String,
    },
    /// A name has values twice.
    #[error("`{name}` is given values twice")]
    Twice {
        /// The name.
        name: String,
    },
    /// A name has values and no place.
    #[error("the template has no place `{{{name}}}` for the values of `{name}`")]
    NoPlace {
        /// The name.
        name: String,
    },
    /// A place of the template has no values, or is not well-formed.
    #[error("the template has a place `{{{place}` without values{}", given(.names))]
    NoValues {
        /// The place, from behind its brace.
        place: String,
        /// The names that have values.
        names: Vec<String>,
    },
    /// There are too many agents.
    #[error("the values make more than {MOST} agents")]
    TooMany,
    /// An agent is not well-formed.
    #[error("{0}")]
    Agent(#[from] ExpressionError),
}

fn given(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!("; there are values of {}", names.join(", ")) }
}

/// The agents of a template. Each of `over` is a name with its values, `NAME=VALUE,VALUE,…`; several give every
/// combination, the last name changing fastest.
///
/// ```
/// let agents = waxwing_lab::candidates(&waxwing_games::standard(), "uct(c={c}) > nast(n={n})", &["c=0.4,0.7", "n=2,3"])?;
/// let texts: Vec<String> = agents.iter().map(|candidate| candidate.agent.to_string()).collect();
/// assert_eq!(texts[1], "uct(c=0.4) > nast(n=3)");
/// assert_eq!(agents[2].values.to_string(), "c=0.7, n=2");
/// # Ok::<(), waxwing_lab::TemplateError>(())
/// ```
pub fn candidates(
    workshop: &Workshop,
    template: &str,
    over: &[impl AsRef<str>],
) -> Result<Vec<Candidate>, TemplateError> {
    let template = Template::read(workshop, template, over)?;
    let count = Some(template.count()).filter(|&count| count <= MOST).ok_or(TemplateError::TooMany)?;
    (0..count)
        .map(|number| {
            let (values, agent) = template.filled(&template.digits(number))?;
            Ok(Candidate { values, agent })
        })
        .collect()
}

/// An expression with places, and the values of each name. A combination of values is the number of each in its list, the
/// digits of the combination's number.
#[derive(Clone)]
pub(crate) struct Template {
    workshop: Workshop,
    text: String,
    parameters: Vec<(String, Vec<String>)>,
}

impl Template {
    /// Reads a template; its agents are not looked at.
    pub(crate) fn read(
        workshop: &Workshop,
        template: &str,
        over: &[impl AsRef<str>],
    ) -> Result<Template, TemplateError> {
        let mut parameters: Vec<(String, Vec<String>)> = Vec::new();
        for text in over {
            let (name, values) = parameter(text.as_ref())?;
            if parameters.iter().any(|(other, _)| *other == name) {
                return Err(TemplateError::Twice { name: name.to_owned() });
            }
            if !template.contains(&format!("{{{name}}}")) {
                return Err(TemplateError::NoPlace { name: name.to_owned() });
            }
            parameters.push((name.to_owned(), values.into_iter().map(str::to_owned).collect()));
        }
        Ok(Template { workshop: workshop.clone(), text: template.to_owned(), parameters })
    }

    /// The names with their values.
    pub(crate) fn parameters(&self) -> &[(String, Vec<String>)] {
        &self.parameters
    }

    /// How many combinations there are, as far as can be counted.
    pub(crate) fn count(&self) -> usize {
        self.parameters.iter().fold(1, |count: usize, (_, values)| count.saturating_mul(values.len()))
    }

    /// The combination of a number.
    pub(crate) fn digits(&self, number: usize) -> Vec<usize> {
        let (mut rest, mut digits) = (number, vec![0; self.parameters.len()]);
        for (digit, (_, choices)) in digits.iter_mut().zip(&self.parameters).rev() {
            *digit = rest % choices.len();
            rest /= choices.len();
        }
        digits
    }

    /// Any combination.
    pub(crate) fn draw(&self, rng: &mut Rng) -> Vec<usize> {
        self.parameters.iter().map(|(_, choices)| rng.below(choices.len())).collect()
    }

    /// Another combination, in which each value is another one with this probability, and one always is.
    pub(crate) fn neighbour(&self, digits: &[usize], change: f32, rng: &mut Rng) -> Vec<usize> {
        let open: Vec<usize> = (0..digits.len()).filter(|&at| self.parameters[at].1.len() > 1).collect();
        let Some(&always) = open.get(rng.below(open.len())) else { return digits.to_vec() };
        let mut other = digits.to_vec();
        for at in open {
            let is_changed = rng.unit() < change;
            if is_changed || at == always {
                let choices = self.parameters[at].1.len();
                other[at] = (digits[at] + 1 + rng.below(choices - 1)) % choices;
            }
        }
        other
    }

    /// The values of a combination, and the agent with them.
    pub(crate) fn filled(&self, digits: &[usize]) -> Result<(Values, Expression), TemplateError> {
        let chosen = |(digit, (_, choices)): (&usize, &(String, Vec<String>))| choices[*digit].clone();
        let values: Vec<String> = digits.iter().zip(&self.parameters).map(chosen).collect();
        let agent = self.with(&values)?;
        Ok((Values(self.parameters.iter().map(|(name, _)| name.clone()).zip(values).collect()), agent))
    }

    /// The agent with any values, in the order of the names.
    pub(crate) fn with(&self, values: &[String]) -> Result<Expression, TemplateError> {
        let names: Vec<&str> = self.parameters.iter().map(|(name, _)| name.as_str()).collect();
        Ok(self.workshop.expression(&fill(&self.text, &names, values)?)?)
    }

    /// Makes sure of every value, beside the first ones of the other names.
    pub(crate) fn check(
        &self,
        check: &dyn Fn(&Expression) -> Result<(), ExpressionError>,
    ) -> Result<(), TemplateError> {
        for (at, (_, choices)) in self.parameters.iter().enumerate() {
            for value in 0..choices.len() {
                let mut digits = vec![0; self.parameters.len()];
                digits[at] = value;
                check(&self.filled(&digits)?.1)?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Template({:?}, {:?})", self.text, self.parameters)
    }
}

/// The template with the value of each name in its places.
pub(crate) fn fill(template: &str, names: &[&str], values: &[String]) -> Result<String, TemplateError> {
    let mut places = template.split('{');
    let mut text = places.next().unwrap_or_default().to_owned();
    for place in places {
        let named = place
            .split_once('}')
            .and_then(|(name, after)| Some((names.iter().position(|other| *other == name)?, after)));
        let Some((parameter, after)) = named else {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            return Err(TemplateError::NoValues { place: place.chars().take(40).collect(), names });
        };
        text += &values[parameter];
        text += after;
    }
    Ok(text)
}

/// A name and its values. A comma inside parentheses belongs to its value.
fn parameter(text: &str) -> Result<(&str, Vec<&str>), TemplateError> {
    let wrong = || TemplateError::Values { text: text.chars().take(80).collect() };
    let (name, list) = text.split_once('=').ok_or_else(wrong)?;
    let mut depth = 0i64;
    let outside = |c: char| {
        depth += i64::from(c == '(') - i64::from(c == ')');
        c == ',' && depth == 0
    };
    let values: Vec<&str> = list.split(outside).map(str::trim).collect();
    let name = name.trim();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
    if is_name && values.iter().all(|value| !value.is_empty()) { Ok((name, values)) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waxwing_games::standard;

    fn texts(template: &str, over: &[&str]) -> Vec<String> {
        candidates(&standard(), template, over).unwrap().iter().map(|candidate| candidate.agent.to_string()).collect()
    }

    #[test]
    fn values_take_their_places_in_order() {
        assert_eq!(texts("uct(c={c})", &["c=0.2, 0.4,0.8"]), ["uct(c=0.2)", "uct(c=0.4)", "uct(c=0.8)"]);
        let product = texts("uct(c={c}) > {p} @{n}", &["p=mast,nast(n=2, c=3)", "c=1,2", "n=10"]);
        let expected = ["mast @10", "nast(n=2, c=3) @10"].map(|p| ["1", "2"].map(|c| format!("uct(c={c}) > {p}")));
        let expected: Vec<String> =
            expected.concat().iter().map(|text| Expression::parse(text).unwrap().to_string()).collect();
        assert_eq!(product, expected);
        assert_eq!(texts("uct", &[]), ["uct"]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let message = |template, over: &[&str]| candidates(&standard(), template, over).unwrap_err().to_string();
        for wrong in ["c", "=1", "c=", "c=1,,2", "c=1,", "a b=1", ""] {
            assert!(message("uct(c={c})", &[wrong]).contains("write `NAME=VALUE,VALUE,…`"), "{wrong}");
        }
        assert_eq!(message("uct(c={c})", &["c=1", "c=2"]), "`c` is given values twice");
        assert_eq!(message("uct", &["c=1"]), "the template has no place `{c}` for the values of `c`");
        assert_eq!(
            message("uct(c={c}) > nast(n={n})", &["c=1"]),
            "the template has a place `{n})` without values; there are values of c"
        );
        assert!(message("uct(c={c", &[]).contains("a place `{c` without values"));
        assert!(message("uct(c={c})", &["c=1,-1"]).contains('c'));
        let many = (0..40).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
        let over = [format!("c={many}"), format!("n={many}")];
        let refused = candidates(&standard(), "uct(c={c}) > nast(n={n})", &over).unwrap_err();
        assert_eq!(refused, TemplateError::TooMany);
    }
}
