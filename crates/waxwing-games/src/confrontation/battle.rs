//! Battles: who meets whom, powers, cards, and what comes of them.

use super::action::{Act, MOVES, Plain};
use super::board::{BACKWARD, SIDEWAYS, WHITE_MARCH, contains};
use super::choices::Choices;
use super::names::{
    ARCHER, AXEMAN, BALEFUL_GAZE, BEARER, BLANK, CARD_VALUES, DREAD_CAPTAIN, FALL_BACK, FIRE_FIEND, GUARDIAN,
    GUARDING_STRENGTH, LAST_STAND, LEGION, LURKER, MARTYR, OGRE, RAIDERS, RECALL, SAGE, SCOUT, SIDESTEP, SQUIRE,
    STRENGTHS, VEIL, WARDENS, WARLOCK, WINGED_HUNTER, WOLF,
};
use super::{ALL_CARDS, Confrontation, ConfrontationMove, Phase};

impl Confrontation {
    /// Makes an action.
    #[inline(always)]
    pub(super) fn act(&mut self, action: ConfrontationMove) {
        if self.phase == Phase::Move {
            let number = action.0.wrapping_sub(u32::from(self.side) * MOVES);
            return self.march((number / 16) as u8, (number % 16) as u8);
        }
        match (self.phase, action.act()) {
            (Phase::Deal, Act::Deal(deal)) => self.deal(deal),
            (Phase::Ambush, _) => self.answer_underway(action),
            (Phase::Ambushed, _) => self.fall_in_ambush(),
            (Phase::Face, Act::Face { warden }) => self.fight(warden, self.attack.mover),
            (Phase::Face, _) => self.phase = Phase::Meet,
            (Phase::Meet, Act::Battle { warden, legionary }) => self.fight(warden, legionary),
            (Phase::Bearer, _) => self.bearer_reacts(action),
            (Phase::Guardian, _) => self.guardian_reacts(action),
            (Phase::Scout, Act::Retreat { to }) => self.retreat(WARDENS, to),
            (Phase::Scout, _) => self.automatic_powers(),
            (Phase::Warlock, _) if action == ConfrontationMove::plain(Plain::NoCards) => self.compare_strengths(),
            (Phase::Warlock, _) => self.phase = Phase::LegionCard,
            (Phase::LegionCard, Act::Card { card, .. }) => self.put_legion_card(card),
            (Phase::WardensCard, Act::Card { card, .. }) => self.put_wardens_card(card),
            (Phase::Reveal, _) => self.read_legion_card(),
            (Phase::LegionRecall, Act::Recall { card, .. }) => self.recalled_by_legion(card),
            (Phase::Sidestep, Act::Retreat { to }) => self.sidestep(to),
            (Phase::WardensRecall, Act::Recall { card, .. }) => self.recalled_by_wardens(card),
            (Phase::FallBack, Act::Retreat { to }) => self.fall_back(to),
            _ => debug_assert!(false, "{action:?} is not legal in {self:?}"),
        }
    }

    /// The next battle of the turn, or its end.
    #[inline]
    pub(super) fn go_on(&mut self) {
        let side = self.side();
        let field = self.attack.field;
        let left = self.board.region(side, self.attack.mover) != field;
        let enemies = self.board.places[1 - side].within(field);
        if left || enemies.is_empty() {
            return self.end_turn();
        }
        let shown = enemies.and(self.shown[1 - side]);
        if shown.is_empty() {
            self.phase = Phase::Meet;
        } else if enemies == shown && shown.count() == 1 {
            // Both have been turned round before: there is nothing to see.
            let (warden, legionary) = self.pair_with(shown.first());
            self.fight(warden, legionary);
        } else {
            debug_assert!(side == LEGION, "only Wardens can be shown before they fight");
            self.phase = Phase::Face;
        }
    }

    /// The mover and an enemy, the Warden first.
    pub(super) fn pair_with(&self, enemy: u8) -> (u8, u8) {
        let mover = self.attack.mover;
        if self.side() == WARDENS { (mover, enemy) } else { (enemy, mover) }
    }

    /// The shown Wardens to attack, and the hidden ones together.
    pub(super) fn choices_to_face(&self) -> Choices {
        let wardens = self.board.places[WARDENS].within(self.attack.field);
        let shown = wardens.and(self.shown[WARDENS]);
        let hidden = !wardens.without(shown).is_empty();
        let one = |choices: Choices, warden| choices.or(true, ConfrontationMove::new(Act::Face { warden }));
        shown.iter().fold(Choices::retreats(0), one).or_plain(hidden, Plain::FaceUnknown)
    }

    /// Whether the Legion must show its card first.
    #[inline(always)]
    pub(super) fn sage_fights(&self) -> bool {
        self.attack.fighters[WARDENS] == SAGE && self.attack.fighters[LEGION] != WOLF
    }

    #[inline(always)]
    fn legion_attacks(&self) -> bool {
        self.side() == LEGION
    }

    /// Where the attacked Bearer may go.
    pub(super) fn bearers_refuges(&self) -> u16 {
        self.board.refuges(WARDENS, SIDEWAYS[usize::from(self.attack.field)])
    }

    /// Where a fighting Warden may fall back to.
    pub(super) fn refuges_behind(&self, warden: u8) -> u16 {
        self.board.refuges(WARDENS, BACKWARD[usize::from(self.board.region(WARDENS, warden))])
    }

    /// Where a fighting Legionary may sidestep to.
    pub(super) fn refuges_beside(&self, legionary: u8) -> u16 {
        self.board.refuges(LEGION, SIDEWAYS[usize::from(self.board.region(LEGION, legionary))])
    }

    /// Two pieces meet: both are shown, and the Warden's power comes first.
    #[inline]
    pub(super) fn fight(&mut self, warden: u8, legionary: u8) {
        self.attack.fighters = [warden, legionary];
        self.attack.battles += 1;
        self.attack.guarding = false;
        self.attack.sidestepped = false;
        // The mover is shown since it has arrived.
        let met = 1 - self.side();
        self.show(met, self.attack.fighters[met]);
        let not_alone = self.board.crowds[WARDENS].at_least(2, self.attack.field);
        match warden {
            _ if legionary == WOLF => self.automatic_powers(),
            BEARER if self.legion_attacks() && (not_alone || self.bearers_refuges() != 0) => {
                self.phase = Phase::Bearer;
            }
            GUARDIAN if self.legion_attacks() && not_alone => self.phase = Phase::Guardian,
            SCOUT if !self.legion_attacks() && self.refuges_behind(SCOUT) != 0 => self.phase = Phase::Scout,
            _ => self.automatic_powers(),
        }
    }

    fn bearer_reacts(&mut self, reaction: ConfrontationMove) {
        if let Act::Retreat { to } = reaction.act() {
            return self.retreat(WARDENS, to);
        }
        if reaction == ConfrontationMove::plain(Plain::Guard) {
            self.attack.fighters[WARDENS] = GUARDIAN;
            self.attack.guarding = true;
            self.show(WARDENS, GUARDIAN);
        }
        self.automatic_powers();
    }

    fn guardian_reacts(&mut self, reaction: ConfrontationMove) {
        if reaction == ConfrontationMove::plain(Plain::ShowBearer) {
            self.attack.guarding = true;
            self.show(WARDENS, BEARER);
        }
        self.automatic_powers();
    }

    /// A fighter leaves by a power: the battle is over.
    fn retreat(&mut self, side: usize, to: u8) {
        self.board.relocate(side, self.attack.fighters[side], to);
        self.go_on();
    }

    /// The powers that no player is asked about; then cards, unless they have decided the battle.
    #[inline]
    fn automatic_powers(&mut self) {
        let [warden, legionary] = self.attack.fighters;
        let first = self.attack.battles == 1;
        match (warden, legionary) {
            (MARTYR, _) if legionary != WOLF => self.end_battle(true, true),
            (SQUIRE, DREAD_CAPTAIN) | (ARCHER, WINGED_HUNTER) | (AXEMAN, RAIDERS) => self.end_battle(false, true),
            (_, RAIDERS) if first && self.legion_attacks() => self.end_battle(true, false),
            (_, WARLOCK) => self.phase = Phase::Warlock,
            _ => self.phase = Phase::LegionCard,
        }
    }

    pub(super) fn put_legion_card(&mut self, card: u8) {
        self.attack.played[LEGION] = card;
        if self.sage_fights() {
            self.read_legion_card();
        } else {
            self.phase = Phase::WardensCard;
        }
    }

    pub(super) fn put_wardens_card(&mut self, card: u8) {
        self.attack.played[WARDENS] = card;
        self.attack.effective[WARDENS] = card;
        if self.sage_fights() {
            self.legion_text();
        } else {
            self.phase = Phase::Reveal;
        }
    }

    /// What the Legion's card is worth, with a Recall replaced.
    #[inline]
    pub(super) fn read_legion_card(&mut self) {
        let card = self.attack.played[LEGION];
        if self.attack.fighters[LEGION] == OGRE {
            return self.recalled_by_legion(BLANK);
        }
        if card != RECALL[LEGION] {
            return self.recalled_by_legion(card);
        }
        match only(self.discards(LEGION)) {
            Only::Nothing => self.recalled_by_legion(BLANK),
            Only::One(card) => self.recalled_by_legion(card),
            Only::Several => self.phase = Phase::LegionRecall,
        }
    }

    #[inline]
    fn recalled_by_legion(&mut self, card: u8) {
        self.attack.effective[LEGION] = card;
        if self.sage_fights() {
            self.phase = Phase::WardensCard;
        } else {
            self.legion_text();
        }
    }

    #[inline]
    fn legion_text(&mut self) {
        let is_text = |card: u8| CARD_VALUES[WARDENS][usize::from(card)] == 0;
        match self.attack.effective[LEGION] {
            BALEFUL_GAZE if is_text(self.attack.effective[WARDENS]) => self.attack.effective[WARDENS] = BLANK,
            SIDESTEP => match only(self.refuges_beside(self.attack.fighters[LEGION])) {
                Only::Nothing => {}
                Only::One(to) => return self.sidestep(to),
                Only::Several => return self.phase = Phase::Sidestep,
            },
            _ => {}
        }
        self.read_wardens_card();
    }

    fn sidestep(&mut self, to: u8) {
        self.board.relocate(LEGION, self.attack.fighters[LEGION], to);
        self.attack.sidestepped = true;
        self.read_wardens_card();
    }

    /// The Wardens' card, with a Recall replaced.
    #[inline]
    fn read_wardens_card(&mut self) {
        if self.attack.effective[WARDENS] != RECALL[WARDENS] {
            return self.wardens_text();
        }
        match only(self.discards(WARDENS)) {
            Only::Nothing => self.recalled_by_wardens(BLANK),
            Only::One(card) => self.recalled_by_wardens(card),
            Only::Several => self.phase = Phase::WardensRecall,
        }
    }

    fn recalled_by_wardens(&mut self, card: u8) {
        self.attack.effective[WARDENS] = card;
        self.wardens_text();
    }

    #[inline]
    fn wardens_text(&mut self) {
        match self.attack.effective[WARDENS] {
            LAST_STAND if !self.attack.sidestepped => return self.end_cards(true, true),
            FALL_BACK => match only(self.refuges_behind(self.attack.fighters[WARDENS])) {
                Only::Nothing => {}
                Only::One(to) => return self.fall_back(to),
                Only::Several => return self.phase = Phase::FallBack,
            },
            VEIL => self.attack.effective[LEGION] = BLANK,
            _ => {}
        }
        self.compare_totals();
    }

    fn fall_back(&mut self, to: u8) {
        self.board.relocate(WARDENS, self.attack.fighters[WARDENS], to);
        self.end_cards(false, false);
    }

    #[inline(always)]
    fn strengths(&self) -> [u8; 2] {
        let [warden, legionary] = self.attack.fighters;
        let strength = if self.attack.guarding { GUARDING_STRENGTH } else { STRENGTHS[WARDENS][usize::from(warden)] };
        [strength, STRENGTHS[LEGION][usize::from(legionary)]]
    }

    #[inline]
    fn compare_totals(&mut self) {
        if self.attack.sidestepped {
            return self.end_cards(false, false);
        }
        let value = |side: usize| CARD_VALUES[side][usize::from(self.attack.effective[side])];
        let [wardens, legion] = self.strengths();
        let (wardens, legion) = (wardens + value(WARDENS), legion + value(LEGION));
        self.end_cards(wardens <= legion, legion <= wardens);
    }

    /// The Warlock has forbidden cards.
    fn compare_strengths(&mut self) {
        let [wardens, legion] = self.strengths();
        self.end_battle(wardens <= legion, legion <= wardens);
    }

    /// The cards of a battle are put away, and come back when there are no others.
    #[inline]
    fn end_cards(&mut self, warden_falls: bool, legionary_falls: bool) {
        for side in [WARDENS, LEGION] {
            let left = self.hands[side] & !(1 << self.attack.played[side]);
            self.hands[side] = if left == 0 { ALL_CARDS } else { left };
        }
        self.end_battle(warden_falls, legionary_falls);
    }

    #[inline]
    fn end_battle(&mut self, warden_falls: bool, legionary_falls: bool) {
        let [warden, legionary] = self.attack.fighters;
        if legionary_falls {
            self.defeat(LEGION, legionary);
        }
        if warden_falls {
            self.defeat(WARDENS, warden);
            if warden == BEARER {
                return self.finish(Some(LEGION as u8));
            }
            if legionary == LURKER && !legionary_falls {
                self.lurk();
            }
        }
        self.go_on();
    }

    /// The Lurker, having defeated a Warden, goes to the White March; without room there she is defeated.
    fn lurk(&mut self) {
        if self.board.region(LEGION, LURKER) == WHITE_MARCH {
            return;
        }
        let room = contains(self.board.crowds[LEGION].room(), WHITE_MARCH);
        if room && !self.board.has_wardens(WHITE_MARCH) {
            self.board.relocate(LEGION, LURKER, WHITE_MARCH);
        } else {
            self.defeat(LEGION, LURKER);
        }
    }

    /// The Fire Fiend defeats a Warden in the Underway, and the turn ends.
    fn fall_in_ambush(&mut self) {
        let warden = self.attack.mover;
        self.attack.fighters = [warden, FIRE_FIEND];
        self.show(LEGION, FIRE_FIEND);
        self.show(WARDENS, warden);
        self.defeat(WARDENS, warden);
        if warden == BEARER {
            self.finish(Some(LEGION as u8));
        } else {
            self.end_turn();
        }
    }
}

/// What a set has to choose from.
enum Only {
    Nothing,
    One(u8),
    Several,
}

#[inline(always)]
fn only(set: u16) -> Only {
    match set {
        0 => Only::Nothing,
        _ if set & (set - 1) == 0 => Only::One(set.trailing_zeros() as u8),
        _ => Only::Several,
    }
}
