//! What was legal at moments that came once. Most moments never come again, and how often an action was available matters only where
//! all of them have been played: so what is legal at a new moment is put down as a list, and counted when the moment comes again.

use std::sync::{Mutex, MutexGuard};

use super::Composed;
use crate::icarus::{Quota, Sharing, Stat};

/// What stands for the action in the key of a moment's note.
const NOTE: u64 = u64::MAX;
/// The word of a note whose list has been counted. Other words tell where the list is; 0 is that of a new note.
const COUNTED: u64 = u64::MAX;
/// The bits of a word that tell how long the list is.
const LENGTH: u32 = 20;

/// Lists of actions, one behind the other.
pub(super) struct Waiting(Mutex<Vec<u64>>);

impl Waiting {
    pub fn new() -> Waiting {
        const ROOM: usize = 1 << 12;
        Waiting(Mutex::new(Vec::with_capacity(ROOM)))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<u64>> {
        self.0.lock().expect("no thread panics while it holds the lists")
    }

    pub fn bytes(&self) -> usize {
        self.lock().capacity() * size_of::<u64>()
    }

    pub fn is_crowded(&self) -> bool {
        let lists = self.lock();
        lists.len() * 2 > lists.capacity()
    }

    /// Doubles the room if memory allows.
    pub fn grow(&mut self, quota: &Quota) {
        let lists = self.0.get_mut().expect("no thread panics while it holds the lists");
        let room = lists.capacity();
        // Old and new lists exist side by side for a moment.
        if lists.len() * 2 > room && quota.take(2 * room * size_of::<u64>()) {
            lists.reserve_exact(2 * room - lists.len());
            quota.give_back(room * size_of::<u64>());
        }
    }

    pub fn clear(&mut self) {
        self.lock().clear();
    }
}

/// Puts a list down, and returns the word for where it is; none if there is no room.
fn put(lists: &mut Vec<u64>, list: &[u64]) -> Option<u64> {
    let has_room = lists.capacity() - lists.len() >= list.len() && (1..1 << LENGTH).contains(&list.len());
    let word = has_room.then_some((lists.len() as u64) << LENGTH | list.len() as u64);
    lists.extend_from_slice(list.get(..word.map_or(0, |_| list.len())).unwrap_or_default());
    word
}

fn list(lists: &[u64], word: u64) -> &[u64] {
    let (start, length) = ((word >> LENGTH) as usize, (word & ((1 << LENGTH) - 1)) as usize);
    &lists[start..start + length]
}

impl Composed {
    fn note_of(&self, moment: u64) -> Option<&Stat> {
        self.table.get(self.table.extend(moment, NOTE))
    }

    /// Counts actions as available at a moment, or lets them wait if it is new.
    pub(super) fn count_or_wait(&self, waiting: &Waiting, (moment, legal): (u64, &[u64]), sharing: Sharing) {
        let count = |list: &[u64]| list.iter().for_each(|&number| self.count(moment, number, sharing));
        if let Some(note) = self.table.entry(self.table.extend(moment, NOTE), sharing)
            && note.word() != COUNTED
        {
            let mut lists = waiting.lock();
            match note.word() {
                0 => {
                    let word = put(&mut lists, legal);
                    note.set_word(word.unwrap_or(COUNTED));
                    if word.is_some() {
                        return;
                    }
                }
                // Another thread was here before.
                COUNTED => {}
                word => {
                    count(list(&lists, word));
                    note.set_word(COUNTED);
                }
            }
        }
        count(legal);
    }

    /// How often an action waits to be counted as available at a moment.
    pub(super) fn waiting_at(&self, moment: u64, number: u64) -> u64 {
        let Some(waiting) = &self.waiting else { return 0 };
        match self.note_of(moment).map_or(COUNTED, Stat::word) {
            0 | COUNTED => 0,
            word => list(&waiting.lock(), word).iter().filter(|&&listed| listed == number).count() as u64,
        }
    }

    /// Whether nothing is known of a moment, as far as can be told without a look at its actions.
    #[inline]
    pub(super) fn is_new(&self, moment: u64) -> bool {
        self.waiting.is_some() && self.note_of(moment).is_none()
    }
}
