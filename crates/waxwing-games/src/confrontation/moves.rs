//! Which moves a player has, and the turn from a move to its end.

use super::action::Plain;
use super::board::{
    BACK_AND_SIDEWAYS, CITADEL, DEEP_GATE, FORWARD, Pieces, SIDEWAYS, UNDERWAY_IN, UNDERWAY_OUT, contains, ride,
};
use super::names::{BEARER, DREAD_CAPTAIN, LEGION, OUTRIDER, PIECES, RANGER, WARDENS, WINGED_HUNTER};
use super::{Attack, Confrontation, ConfrontationMove, MOST_TURNS, NO_ATTACK, Phase};

/// Sets of destinations, one for each piece, as words.
#[inline(always)]
fn packed(destinations: [u16; PIECES]) -> [u64; 3] {
    let word = |pieces: [u16; 4]| pieces.iter().rev().fold(0, |word, &piece| word << 16 | u64::from(piece));
    let [a, b, c, d, e, f, g, h, i] = destinations;
    [word([a, b, c, d]), word([e, f, g, h]), u64::from(i)]
}

impl Confrontation {
    /// The moves of the side whose turn it is.
    #[inline(always)]
    pub(super) fn all_moves(&self) -> [u64; 3] {
        if self.side() == WARDENS { self.wardens_moves() } else { self.legion_moves() }
    }

    #[inline(always)]
    fn wardens_moves(&self) -> [u64; 3] {
        let (places, room) = (self.board.places[WARDENS], self.board.crowds[WARDENS].room());
        let mut destinations: [u16; PIECES] =
            std::array::from_fn(|piece| FORWARD[WARDENS][usize::from(places.of(piece as u8))]);
        let attacked = self.board.crowds[LEGION].occupied();
        destinations[usize::from(RANGER)] |= BACK_AND_SIDEWAYS[usize::from(places.of(RANGER))] & attacked;
        packed(destinations.map(|regions| regions & room))
    }

    #[inline(always)]
    fn legion_moves(&self) -> [u64; 3] {
        let (places, room) = (self.board.places[LEGION], self.board.crowds[LEGION].room());
        let mut destinations: [u16; PIECES] =
            std::array::from_fn(|piece| FORWARD[LEGION][usize::from(places.of(piece as u8))]);
        let wardens = self.board.crowds[WARDENS];
        let attacked = wardens.occupied();
        destinations[usize::from(DREAD_CAPTAIN)] |= SIDEWAYS[usize::from(places.of(DREAD_CAPTAIN))] & attacked;
        if places.of(WINGED_HUNTER) < 16 {
            destinations[usize::from(WINGED_HUNTER)] |= wardens.single();
        }
        if places.of(OUTRIDER) < 16 {
            destinations[usize::from(OUTRIDER)] |= ride(places.of(OUTRIDER), attacked, room);
        }
        packed(destinations.map(|regions| regions & room))
    }

    /// Moves a piece of the side whose turn it is.
    #[inline(always)]
    pub(super) fn march(&mut self, mover: u8, to: u8) {
        let side = self.side();
        let from = self.board.region(side, mover);
        self.attack = Attack { mover, field: to, ..NO_ATTACK };
        let underway = from == UNDERWAY_IN && to == UNDERWAY_OUT && side == WARDENS;
        if underway && self.board.has_legion(DEEP_GATE) {
            self.phase = Phase::Ambush;
        } else {
            self.arrive();
        }
    }

    /// The Legion's answer to a Warden in the Underway.
    pub(super) fn answer_underway(&mut self, answer: ConfrontationMove) {
        if answer == ConfrontationMove::plain(Plain::Ambush) {
            self.phase = Phase::Ambushed;
        } else {
            self.arrive();
        }
    }

    /// The moved piece enters its region.
    #[inline(always)]
    fn arrive(&mut self) {
        let side = self.side();
        let Attack { mover, field, .. } = self.attack;
        let from = self.board.region(side, mover);
        let attacks = contains(self.board.crowds[1 - side].occupied(), field);
        let joins = contains(self.board.crowds[side].occupied(), field);
        self.board.relocate(side, mover, field);
        if side == WARDENS && field == CITADEL && mover == BEARER {
            self.finish(Some(WARDENS as u8));
        } else if attacks {
            // The attacker is about to be shown: from now on both players know it.
            self.show(side, mover);
            self.go_on();
        } else {
            self.note_quiet_move(side, from, field, joins);
            self.end_turn();
        }
    }

    /// What can end the game after a turn; otherwise it is the other's turn.
    #[inline(always)]
    pub(super) fn end_turn(&mut self) {
        if !self.shown[WARDENS].with(self.shown[LEGION]).is_empty() {
            self.hide_survivors();
        }
        if self.board.haven_has_fallen() {
            return self.finish(Some(LEGION as u8));
        }
        self.turns += 1;
        self.side ^= 1;
        self.begin_turn();
    }

    #[inline(always)]
    pub(super) fn begin_turn(&mut self) {
        self.phase = Phase::Move;
        self.moves = self.all_moves();
        if self.moves == [0; 3] {
            self.finish(Some(1 - self.side));
        } else if self.turns >= MOST_TURNS {
            self.finish(None);
        }
    }

    pub(super) fn finish(&mut self, winner: Option<u8>) {
        self.phase = Phase::Over { winner };
    }

    /// A defeated piece leaves the board.
    #[inline]
    pub(super) fn defeat(&mut self, side: usize, piece: u8) {
        self.board.remove(side, piece);
        self.shown[side] = self.shown[side].without(Pieces::one(piece));
    }
}
