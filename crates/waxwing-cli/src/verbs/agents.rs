//! `waxwing agents`: the catalogue.

use clap::Args;
use waxwing::agent::catalogue::{Catalogue, Entry, Reference, Role};
use waxwing::agent::{OPERATORS, PRESETS, Preset};
use waxwing_workshop::CatalogueView;

use crate::context::Context;
use crate::failure::Failure;
use crate::show::{self, dim, heading, paragraph};

#[derive(Args)]
pub struct Agents {
    /// A word to describe in detail, such as `nast`, `solver` or `icarus/NRM`
    name: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Agents {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let wanted = self.name.as_deref();
        let catalogue = context.workshop.catalogue();
        let entries: Vec<&Entry> =
            catalogue.all_entries().filter(|entry| wanted.is_none_or(|name| entry.is_called(name))).collect();
        let named = wanted.and_then(|name| name.split_once('/')).and_then(|(family, name)| Preset::find(family, name));
        let presets: Vec<&Preset> = PRESETS
            .iter()
            .filter(|preset| wanted.is_none_or(|name| name == preset.family || named == Some(*preset)))
            .collect();
        match wanted {
            Some(name) if entries.is_empty() && presets.is_empty() => Err(unknown(catalogue, name)),
            _ if self.json => show::print_json(&CatalogueView::of(entries, presets)),
            Some(_) => show::print(&detailed(&entries, &presets)),
            None => show::print(&overview(catalogue)),
        }
    }
}

fn unknown(catalogue: &Catalogue, name: &str) -> Failure {
    let entries = catalogue.all_entries().map(|entry| entry.name.to_string());
    let presets = PRESETS.iter().map(ToString::to_string);
    let likeness = |candidate: &String| strsim::jaro_winkler(candidate, name);
    let nearest = entries.chain(presets).max_by(|a, b| likeness(a).total_cmp(&likeness(b))).unwrap_or_default();
    let name: String = name.chars().take(40).collect();
    Failure::usage(format!(
        "no word of the catalogue is `{name}`; did you mean `{nearest}`? `waxwing agents` lists all"
    ))
}

fn overview(catalogue: &Catalogue) -> String {
    let titles = [
        (Role::Strategy, "Strategies", "in the tree and, after `>`, in playouts; `a + b` draws one by weight"),
        (Role::Schedule, "Schedules", "weights that change with a node's visits: `blend([rave(k=250)] amaf, uct)`"),
        (Role::Option, "Options", "after `with`: `uct > mast with solver, final(value)`"),
        (Role::Player, "Players", "agents of their own"),
    ];
    let mut text = String::new();
    text += &format!("{}  {}\n", heading("Operators"), dim("what makes one strategy of several, besides `>` and `+`"));
    for operator in OPERATORS {
        text += &format!("  {}\n{}", operator.form, paragraph(operator.about, 6));
    }
    text.push('\n');
    for (role, title, use_) in titles {
        text += &format!("{}  {}\n", heading(title), dim(use_));
        for entry in catalogue.entries(role) {
            text += &format!("  {}\n{}", entry.signature(), paragraph(&entry.about, 6));
        }
        text.push('\n');
    }
    text += &format!("{}  {}\n", heading("Presets"), dim("agents of the papers by name"));
    let mut table = show::TextTable::new(&["", "", ""]);
    for preset in PRESETS {
        table.row([preset.to_string(), preset.text.to_owned(), dim(preset.about)]);
    }
    text + &table.text() + "\n`waxwing agents NAME` describes one, `waxwing explain EXPR` takes an expression apart.\n"
}

fn detailed(entries: &[&Entry], presets: &[&Preset]) -> String {
    let entries = entries.iter().map(|entry| detailed_entry(entry));
    let presets = presets.iter().map(|preset| {
        let paper = cited(&preset.paper);
        format!("{}  preset\n  {}\n  {}\n{paper}", heading(preset), preset.text, preset.about)
    });
    entries.chain(presets).collect::<Vec<_>>().join("\n")
}

/// The citation, and where more is said about it.
fn cited(paper: &Reference) -> String {
    if paper.citation.is_empty() {
        return String::new();
    }
    let citation = format!("  {}\n", dim(&paper.citation));
    match paper.rows {
        [] => citation,
        rows => format!("{citation}{}", paragraph(&format!("docs/papers.md: {}", rows.join(", ")), 2)),
    }
}

fn detailed_entry(entry: &Entry) -> String {
    let mut text = format!("{}  {}\n{}", heading(entry.signature()), entry.role, paragraph(&entry.about, 2));
    text += &cited(&entry.paper);
    if !entry.aliases.is_empty() {
        text += &format!("  also {}\n", entry.aliases.join(", "));
    }
    for need in &entry.needs {
        text += &format!("  needs a game with {need}\n");
    }
    if !entry.excludes.is_empty() {
        text += &format!("  not together with {}\n", entry.excludes.join(", "));
    }
    for parameter in &entry.parameters {
        text += &format!("    {}  {}\n{}", heading(parameter), dim(&parameter.domain), paragraph(&parameter.about, 8));
    }
    text
}
