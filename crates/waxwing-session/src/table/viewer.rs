//! Who sees what. A session serves one client, who sees what the persons at the table see.

use waxwing::{Player, Turn};

use super::Table;

impl Table {
    fn persons(&self) -> impl Iterator<Item = Player> {
        let persons = self.seats.iter().enumerate().filter(|(_, seat)| seat.asked.is_none());
        persons.map(|(seat, _)| Player(seat as u8))
    }

    pub(super) fn is_person(&self, player: Player) -> bool {
        self.seats.get(player.index()).is_some_and(|seat| seat.asked.is_none())
    }

    /// Whether what the client sees changes from person to person.
    pub(super) fn has_several_persons(&self) -> bool {
        self.persons().nth(1).is_some()
    }

    /// Whose view the client has: that of the only person; of several, the one to move, or who moved last; nobody's without
    /// persons.
    pub(super) fn viewer(&self) -> Option<Player> {
        let first = self.persons().next()?;
        if !self.has_several_persons() {
            return Some(first);
        }
        let before = (0..self.position.len()).rev().map(|index| self.position.turn_before(index));
        let mut turns = std::iter::once(self.position.turn()).chain(before);
        let person = turns.find_map(|turn| match turn {
            Turn::Player(player) if self.is_person(player) => Some(player),
            _ => None,
        });
        Some(person.unwrap_or(first))
    }

    /// Whether the client may know everything: where nothing is hidden, no person plays, or the game has ended.
    pub(super) fn sees_all(&self) -> bool {
        !self.position.is_hidden() || self.is_revealed || self.persons().next().is_none()
    }

    /// Whose eyes the client looks with; `None` sees everything.
    pub(super) fn eyes(&self) -> Option<Player> {
        if self.position.is_hidden() && self.sees_all() { None } else { self.viewer() }
    }

    /// Whether the client may know what this player knows.
    pub(super) fn may_see(&self, player: Player) -> bool {
        self.sees_all() || self.viewer() == Some(player)
    }

    /// Where something is hidden, everything may be seen once the game has ended.
    pub(super) fn notice_end(&mut self) {
        let has_ended = self.line.is_over() || self.resigned.is_some();
        self.is_revealed |= self.position.is_hidden() && has_ended;
    }

    /// Whether the game has ended at the position that is shown.
    pub(super) fn is_over(&self) -> bool {
        self.position.is_over() || (self.resigned.is_some() && self.is_at_end())
    }

    /// Whether there are no moves ahead of the position.
    pub(super) fn is_at_end(&self) -> bool {
        self.position.len() == self.line.len()
    }
}
