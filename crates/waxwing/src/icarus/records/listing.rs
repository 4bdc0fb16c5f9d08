//! The records that can be named, for those who want to read what was learned.

use super::by::{By, Moment};
use crate::game::Player;
use crate::icarus::{About, Information, Record};
use crate::strategy::{Known, Listed};

/// How deep records by depth are looked for.
const DEEPEST: u64 = 300;
/// More ways to say what a record is about, besides the action, are not looked through.
const MOST: usize = 4_000;

type Ways = Vec<Vec<About<u64>>>;

/// The records of which `recall` knows something and that can be named by the known actions, no more than one of them before each.
/// Longer moves, and nodes and episodes beyond their beginning, have no names here.
pub(super) fn list(
    by: &By,
    is_reply: bool,
    known: &Known<'_>,
    recall: impl Fn(&Record<u64>) -> Option<Information<u64>>,
) -> Vec<Listed<u64>> {
    let mut listed = Vec::new();
    let mut look = |player: Player, about: Vec<About<u64>>| {
        let record = Record::Composed { player, about };
        if let Some(information) = recall(&record).filter(Information::is_something) {
            listed.push(Listed { record, information });
        }
    };
    let said = if is_reply { vec![Vec::new()] } else { said(by) };
    let ways = moments(by, known.keys, said);
    let [begin, end] = [known.part.0, known.part.1].map(|place| place.min(known.keys.len()));
    for player in (0..known.players).map(|player| Player(player as u8)) {
        match by.action && !is_reply {
            true => {
                for (&action, way) in
                    known.keys[begin..end].iter().flat_map(|key| ways.iter().map(move |way| (key, way)))
                {
                    look(player, [About::Action(action)].into_iter().chain(way.clone()).collect());
                }
            }
            // What begins with no action is listed with the first part.
            false if known.part.0 == 0 => ways.iter().for_each(|way| look(player, way.clone())),
            false => {}
        }
    }
    listed
}

/// Everything that the game can say of an action.
fn said(by: &By) -> Ways {
    by.said.iter().fold(vec![Vec::new()], |all, said| {
        let numbers =
            (0..said.size).map(|number| About::Attribute { attribute: said.attribute.index(), number: number as u16 });
        combined(all, numbers)
    })
}

/// With each of these, the moments that can be named.
fn moments(by: &By, keys: &[u64], said: Ways) -> Ways {
    let moves = || keys.iter().map(|&key| vec![key]).chain([Vec::new()]);
    let mut printed = by.moments.clone();
    // As they are printed: predicates before `seen`.
    printed.sort_by_key(|&moment| moment == Moment::Seen);
    printed.iter().fold(said, |all, moment| match moment {
        Moment::Node => combined(all, [About::Node(Vec::new())]),
        Moment::Last(_) => combined(all, moves().map(About::Last)),
        Moment::Own(_) => combined(all, moves().map(About::Own)),
        Moment::Depth(width) => combined(all, (0..=DEEPEST / width).map(About::Depth)),
        Moment::Episode => combined(all, [About::Episode { label: None, moves: Vec::new() }]),
        Moment::Seen => combined(all, [About::Seen(Vec::new())]),
        Moment::Predicates => combined(all, (0..by.predicates).map(About::Predicate)),
    })
}

fn combined(all: Ways, with: impl IntoIterator<Item = About<u64>> + Clone) -> Ways {
    let each = |one: &Vec<About<u64>>| {
        let one = one.clone();
        with.clone().into_iter().map(move |more| one.iter().cloned().chain([more]).collect::<Vec<_>>())
    };
    all.iter().flat_map(each).take(MOST).collect()
}
