//! Calls that come from no text: for programs that compose agents.

use super::call::{Call, Value};
use super::catalogue::{Catalogue, Role};
use super::error::{ExpressionError, Span};
use super::syntax::parse_raw_call;

impl Call {
    /// The call of a name in a role, with these arguments and the defaults of the others. Fails as a text with this call
    /// would.
    ///
    /// ```
    /// use waxwing::agent::catalogue::{Catalogue, Role};
    /// use waxwing::agent::{Call, Value};
    ///
    /// let catalogue = Catalogue::built_in();
    /// let nast = Call::of(&catalogue, Role::Strategy, "nast", &[("n", Value::Integer(3))])?;
    /// assert_eq!(nast.to_string(), "nast(n=3)");
    /// assert!(Call::of(&catalogue, Role::Option, "fet", &[]).is_err()); // it needs `x`
    /// # Ok::<(), waxwing::agent::ExpressionError>(())
    /// ```
    pub fn of(
        catalogue: &Catalogue,
        role: Role,
        name: &str,
        arguments: &[(&str, Value)],
    ) -> Result<Call, ExpressionError> {
        let arguments: Vec<String> = arguments.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let text = if arguments.is_empty() { name.to_owned() } else { format!("{name}({})", arguments.join(", ")) };
        let Some(entry) = catalogue.share(role, name) else {
            let span = Span { start: 0, end: name.len() };
            return Err(ExpressionError::new(text, span, format!("there is no {role} `{name}`")));
        };
        Call::check(catalogue, entry, &parse_raw_call(&text)?)
    }

    /// The same call with another value of a parameter. Fails if the call's entry has no such parameter, or if that cannot have
    /// the value.
    ///
    /// ```
    /// use waxwing::agent::catalogue::{Catalogue, Role};
    /// use waxwing::agent::{Call, Value};
    ///
    /// let catalogue = Catalogue::built_in();
    /// let uct = Call::of(&catalogue, Role::Strategy, "uct", &[])?;
    /// assert_eq!(uct.with(&catalogue, "c", Value::Number(0.4))?.to_string(), "uct(c=0.4)");
    /// assert!(uct.with(&catalogue, "c", Value::Number(-1.0)).is_err());
    /// # Ok::<(), waxwing::agent::ExpressionError>(())
    /// ```
    pub fn with(&self, catalogue: &Catalogue, parameter: &str, value: Value) -> Result<Call, ExpressionError> {
        if self.entry.parameter(parameter).is_none() {
            return Err(self.error(format!("`{}` has no parameter `{parameter}`", self.name())));
        }
        let arguments: Vec<(&str, Value)> = self
            .arguments()
            .map(|(own, old)| (&*own.name, if own.name == parameter { value.clone() } else { old.clone() }))
            .collect();
        Call::of(catalogue, self.entry.role, self.name(), &arguments)
    }
}
