//! The catalogue of expressions as it is shown and sent.

use serde::Serialize;
use waxwing::agent::catalogue::{Catalogue, Entry, Reference};
use waxwing::agent::{PRESETS, Preset};

/// The words of expressions, and the agents that have names.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CatalogueView {
    /// The words.
    pub entries: Vec<EntryView>,
    /// The agents.
    pub presets: Vec<PresetView>,
}

/// A word of expressions.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct EntryView {
    /// What it is: `strategy`, `option`, `schedule`, `player`.
    pub role: String,
    /// The word.
    pub name: String,
    /// Other words for it.
    pub aliases: Vec<String>,
    /// The word with its parameters and their defaults.
    pub signature: String,
    /// What it does.
    pub about: String,
    /// Where it comes from.
    pub paper: String,
    /// The keys of its rows in `docs/papers.md`.
    pub rows: Vec<String>,
    /// Its parameters.
    pub parameters: Vec<ParameterView>,
}

/// A parameter of a word.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ParameterView {
    /// Its name.
    pub name: String,
    /// What it can be, in words.
    pub range: String,
    /// What it is when it is not given; nothing if it must be given.
    pub default: Option<String>,
    /// What it means.
    pub about: String,
}

/// An agent that has a name.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct PresetView {
    /// Its name, such as `icarus/NRM`.
    pub name: String,
    /// What it stands for.
    pub expression: String,
    /// What it is.
    pub about: String,
    /// Where it comes from.
    pub paper: String,
    /// The keys of its rows in `docs/papers.md`.
    pub rows: Vec<String>,
}

impl CatalogueView {
    /// Everything that a catalogue has.
    ///
    /// ```
    /// let workshop = waxwing_workshop::Workshop::new();
    /// let view = waxwing_workshop::CatalogueView::whole(workshop.catalogue());
    /// assert!(view.entries.iter().any(|entry| entry.name == "mast"));
    /// ```
    pub fn whole(catalogue: &Catalogue) -> CatalogueView {
        CatalogueView::of(catalogue.all_entries(), PRESETS)
    }

    /// These words and agents.
    pub fn of<'a>(
        entries: impl IntoIterator<Item = &'a Entry>,
        presets: impl IntoIterator<Item = &'a Preset>,
    ) -> CatalogueView {
        CatalogueView {
            entries: entries.into_iter().map(EntryView::of).collect(),
            presets: presets.into_iter().map(PresetView::of).collect(),
        }
    }
}

impl EntryView {
    fn of(entry: &Entry) -> EntryView {
        let parameters = entry.parameters.iter().map(|parameter| ParameterView {
            name: parameter.name.to_string(),
            range: parameter.domain.to_string(),
            default: parameter.default.as_ref().map(ToString::to_string),
            about: parameter.about.to_string(),
        });
        EntryView {
            role: entry.role.to_string(),
            name: entry.name.to_string(),
            aliases: entry.aliases.iter().map(ToString::to_string).collect(),
            signature: entry.signature(),
            about: entry.about.to_string(),
            paper: entry.paper.citation.to_string(),
            rows: owned(entry.paper.rows),
            parameters: parameters.collect(),
        }
    }
}

impl PresetView {
    fn of(preset: &Preset) -> PresetView {
        let Reference { citation, rows } = &preset.paper;
        PresetView {
            name: preset.to_string(),
            expression: preset.text.to_owned(),
            about: preset.about.to_owned(),
            paper: citation.to_string(),
            rows: owned(rows),
        }
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}
