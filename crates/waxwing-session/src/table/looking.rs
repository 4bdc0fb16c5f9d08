//! A look into the last search: its tree, its records, and who holds the places at the ends of its playouts.

use waxwing::Player;
use waxwing::search::TreeScope;
use waxwing_workshop::{AnyAgent, Position, RecordListing, RecordView};

use super::Table;
use crate::answer::{About, Outcome, Refusal, refusal};
use crate::messages::{AskTree, Say};
use crate::settings::Settings;

/// The search that was begun last.
pub(super) enum Looked {
    /// That of the agent in a seat, at this position.
    Seat(Player, Position),
    /// The analysis.
    Analysis,
}

/// Whether there is another player's search is not told.
fn nothing_to_look_into() -> Refusal {
    refusal("there is no search that you may look into: `think` analyses the position")
}

/// Records that are read to find some among them.
const READ: usize = 20_000;

impl Table {
    /// The last search that the client may look into, with its position.
    pub(super) fn looked(&self) -> Result<(&AnyAgent, &Position), Refusal> {
        let (agent, position, seat) = match &self.looked {
            None => return Err(nothing_to_look_into()),
            Some(Looked::Seat(seat, position)) => (self.seats[seat.index()].agent.as_ref(), position, *seat),
            Some(Looked::Analysis) => {
                let analysis = self.analysis.as_ref().ok_or_else(nothing_to_look_into)?;
                (Some(&analysis.agent), &analysis.position, analysis.seat)
            }
        };
        let agent = agent.filter(|_| self.may_look(seat));
        agent.map(|agent| (agent, position)).ok_or_else(nothing_to_look_into)
    }

    /// Whether the client may look into a search from a seat: an agent's only where it may see everything.
    pub(super) fn may_look(&self, seat: Player) -> bool {
        self.sees_all() || (self.is_person(seat) && self.may_see(seat))
    }

    pub(super) fn tree(&self, ask: &AskTree, settings: &Settings) -> Outcome {
        let (agent, position) = self.looked()?;
        let mut scope = TreeScope::default()
            .depth(ask.depth.min(settings.bounds.tree_depth))
            .children(ask.children.min(settings.bounds.tree_children));
        if let Some(observer) = ask.observer {
            if usize::from(observer) >= position.players() {
                return Err(refusal(format!("there is no player {observer}")).about("observer"));
            }
            scope = scope.observer(Player(observer));
        }
        let path: Vec<&str> = ask.path.iter().map(String::as_str).collect();
        Ok(vec![Say::Tree {
            node: agent.tree(&path, &scope),
            scene: self.behind(position, &path).scene(self.eyes()),
            path: ask.path.clone(),
            observer: ask.observer,
        }])
    }

    /// The position behind the moves of a path, where nothing is hidden; otherwise that of the root, since the moves were made
    /// in states that the searching player imagined.
    fn behind(&self, position: &Position, path: &[&str]) -> Position {
        let mut behind = position.clone();
        if !position.is_hidden() {
            let mut moves = path.iter();
            while moves.next().is_some_and(|text| behind.play(text).is_ok()) {}
        }
        behind
    }

    /// Goes on with a list of what the last search has learned, and says what is looked for of it when it is complete. Another
    /// search than the one that it was begun with gets a list of its own.
    pub(super) fn listed(&self, search: &mut Listing, settings: &Settings) -> Result<Option<Say>, Refusal> {
        let (agent, _) = self.looked()?;
        if search.about != self.searches {
            (search.list, search.about) = (RecordListing::new(READ), self.searches);
        }
        let Some(mut records) = agent.records_further(&mut search.list) else { return Ok(None) };
        let is_found = |record: &RecordView| {
            let reply = record.reply.as_deref().unwrap_or_default();
            [record.kind, &record.about, reply].iter().any(|text| text.contains(&search.find))
        };
        records.retain(is_found);
        let total = records.len();
        records.truncate(search.most.min(settings.bounds.records));
        Ok(Some(Say::Records { records, total }))
    }
}

/// Records that are asked for.
pub(super) struct Listing {
    most: usize,
    find: String,
    list: RecordListing,
    /// The number of the search whose list it is.
    about: u64,
}

impl Listing {
    /// At most this many records that have a text in them.
    pub fn new(most: usize, find: String) -> Listing {
        Listing { most, find, list: RecordListing::new(READ), about: 0 }
    }
}
