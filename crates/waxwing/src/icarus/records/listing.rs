//! The records that can be named, for those who want to read what was learned.

use super::by::{By, Moment};
use crate::game::Player;
use crate::icarus::{About, Information, Record};
use crate::strategy::{Known, Listed};

/// How deep records by depth are looked for.
const DEEPEST: u64 = 300;
/// Combinations of more contexts than this are not looked through for each action.
const MOST: usize = 10_000;

/// The records of which `recall` knows something and that can be named by the known actions, no more than one of them before each.
/// Longer moves, and nodes and episodes beyond their beginning, have no names here.
pub(super) fn list(
    by: &By,
    is_reply: bool,
    known: &Known<'_>,
    recall: impl Fn(&Record<u64>) -> Option<Information<u64>>,
) -> Vec<Listed<u64>> {
    let mut listed = Vec::new();
    let (begin, end) = (known.part.0.min(known.keys.len()), known.part.1.min(known.keys.len()));
    let moments = moments(by, known.keys);
    let mut look = |player: Player, about: Vec<About<u64>>| {
        let record = Record::Composed { player, about };
        if let Some(information) = recall(&record).filter(Information::is_something) {
            listed.push(Listed { record, information });
        }
    };
    // The part is of the actions, or where records are about none of them, of the moments.
    let is_about_action = by.action && !is_reply;
    let said: Vec<Vec<About<u64>>> = if is_reply { vec![Vec::new()] } else { said(by) };
    for player in (0..known.players).map(|player| Player(player as u8)) {
        if is_about_action {
            for &action in &known.keys[begin..end] {
                for (said, moment) in said.iter().flat_map(|said| moments.iter().map(move |moment| (said, moment))) {
                    look(
                        player,
                        [About::Action(action)].into_iter().chain(said.clone()).chain(moment.clone()).collect(),
                    );
                }
            }
        } else {
            let part = &moments[begin.min(moments.len())
                ..end.max(if end == known.keys.len() { moments.len() } else { 0 }).min(moments.len())];
            for (said, moment) in said.iter().flat_map(|said| part.iter().map(move |moment| (said, moment))) {
                look(player, said.iter().cloned().chain(moment.clone()).collect());
            }
        }
    }
    listed
}

/// Everything that the game can say of an action.
fn said(by: &By) -> Vec<Vec<About<u64>>> {
    by.said.iter().fold(vec![Vec::new()], |all, said| {
        let numbers =
            (0..said.size).map(|number| About::Attribute { attribute: said.attribute.index(), number: number as u16 });
        combined(all, numbers)
    })
}

/// The moments that can be named.
fn moments(by: &By, keys: &[u64]) -> Vec<Vec<About<u64>>> {
    let moves = || keys.iter().map(|&key| vec![key]).chain([Vec::new()]);
    let mut printed = by.moments.clone();
    // As they are printed: predicates before `seen`.
    printed.sort_by_key(|&moment| moment == Moment::Seen);
    printed.iter().fold(vec![Vec::new()], |all, moment| match moment {
        Moment::Node => combined(all, [About::Node(Vec::new())]),
        Moment::Last(_) => combined(all, moves().map(About::Last)),
        Moment::Own(_) => combined(all, moves().map(About::Own)),
        Moment::Depth(width) => combined(all, (0..=DEEPEST / width).map(About::Depth)),
        Moment::Episode => combined(all, [About::Episode { label: None, moves: Vec::new() }]),
        Moment::Seen => combined(all, [About::Seen(Vec::new())]),
        Moment::Predicates => combined(all, (0..by.predicates).map(About::Predicate)),
    })
}

fn combined(all: Vec<Vec<About<u64>>>, with: impl IntoIterator<Item = About<u64>> + Clone) -> Vec<Vec<About<u64>>> {
    let each = |one: &Vec<About<u64>>| {
        let one = one.clone();
        with.clone().into_iter().map(move |more| one.iter().cloned().chain([more]).collect::<Vec<_>>())
    };
    all.iter().flat_map(each).take(MOST).collect()
}
