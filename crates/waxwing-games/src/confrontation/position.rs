//! A position is the regions with their pieces, as in a set-up; the hands of the Wardens and the Legion; whose turn it is;
//! the turns played; and for both sides which pieces the hidden stands of each region may be in the other player's eyes:
//!
//! `0:bearer+guardian,…,15:ogre 1+2+veil/1+2+recall legion 12 0=BeGuSc,1=Sa/15=OgWo`
//!
//! Pieces have the two letters of the drawing there. Within a turn follow what is waited for, the pieces that are shown, and
//! the attack: who moved, where to, the number of battles, the two fighters, the cards put down by the Wardens and by the
//! Legion (by number, from 0), what they have become, and `g` for a Guardian beside the Bearer, `s` for a sidestep:
//!
//! `… bearer BeOg Og:4:1:Be-Og:0-0:0-0:-`
//!
//! At the end it is `over:wardens`, `over:legion` or `over:draw`, and the pieces that are shown. Before the deal a position is
//! `undealt`.

use super::board::{CITADEL, DEEP_GATE, Pieces, UNDERWAY_IN, UNDERWAY_OUT};
use super::names::{
    BEARER, BLANK, FIRE_FIEND, GUARDIAN, LEGION, PIECE_SIGNS, RECALL, SCOUT, SIDES, WARDENS, WARLOCK, WOLF,
    region_numbered,
};
use super::{Attack, Confrontation, MOST_TURNS, Phase, setup};
use crate::position::{Fields, NOTHING, joined, number};

const UNDEALT: &str = "undealt";
/// What a text calls the phases of a turn, besides the move.
const PHASES: [(&str, Phase); 15] = [
    ("ambush", Phase::Ambush),
    ("ambushed", Phase::Ambushed),
    ("face", Phase::Face),
    ("meet", Phase::Meet),
    ("bearer", Phase::Bearer),
    ("guardian", Phase::Guardian),
    ("scout", Phase::Scout),
    ("warlock", Phase::Warlock),
    ("legion-card", Phase::LegionCard),
    ("wardens-card", Phase::WardensCard),
    ("reveal", Phase::Reveal),
    ("legion-recall", Phase::LegionRecall),
    ("sidestep", Phase::Sidestep),
    ("wardens-recall", Phase::WardensRecall),
    ("fall-back", Phase::FallBack),
];
const OVER: [(&str, Option<u8>); 3] =
    [("over:wardens", Some(WARDENS as u8)), ("over:legion", Some(LEGION as u8)), ("over:draw", None)];

impl Confrontation {
    pub(super) fn written(&self) -> String {
        if self.phase == Phase::Deal {
            return UNDEALT.to_owned();
        }
        let hands = joined([WARDENS, LEGION].map(|side| setup::write_hand(side, self.hands[side])), "/");
        let suspects = joined([WARDENS, LEGION].map(|side| self.written_suspects(side)), "/");
        let board = setup::write_board(&self.board);
        let text = format!("{board} {hands} {} {} {suspects}", SIDES[self.side()], self.turns);
        let shown: String = [WARDENS, LEGION].map(|side| signs(side, self.shown[side].identities())).concat();
        let shown = if shown.is_empty() { NOTHING } else { &shown };
        match self.phase {
            Phase::Deal | Phase::Move => text,
            Phase::Over { winner } => {
                let (word, _) = OVER.into_iter().find(|&(_, won)| won == winner).expect("all ends are listed");
                format!("{text} {word} {shown}")
            }
            phase => {
                let (word, _) = PHASES.into_iter().find(|&(_, listed)| listed == phase).expect("all phases are listed");
                format!("{text} {word} {shown} {}", self.written_attack())
            }
        }
    }

    /// The pieces of a side that are not shown.
    fn hidden(&self, side: usize) -> Pieces {
        self.board.places[side].alive().without(self.shown[side])
    }

    fn written_suspects(&self, side: usize) -> String {
        let hidden = self.hidden(side);
        let region = |region: u8| {
            let is_asked = !self.board.places[side].within(region).and(hidden).is_empty();
            is_asked.then(|| format!("{region}={}", signs(side, self.suspects[side][usize::from(region)])))
        };
        let text = joined((0..16).filter_map(region), ",");
        if text.is_empty() { NOTHING.to_owned() } else { text }
    }

    fn written_attack(&self) -> String {
        let Attack { mover, field, battles, fighters, played, effective, guarding, sidestepped } = self.attack;
        let sign = |side: usize, piece: u8| PIECE_SIGNS[side][usize::from(piece)];
        let flags: String =
            [(guarding, 'g'), (sidestepped, 's')].iter().filter(|(is, _)| *is).map(|&(_, flag)| flag).collect();
        let flags = if flags.is_empty() { NOTHING } else { &flags };
        let fighters = [WARDENS, LEGION].map(|side| sign(side, fighters[side])).join("-");
        let (played, effective) = (joined(played, "-"), joined(effective, "-"));
        format!("{}:{field}:{battles}:{fighters}:{played}:{effective}:{flags}", sign(self.side(), mover))
    }

    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut fields = Fields::of(text);
        let board = fields.take("the board")?;
        if board == UNDEALT {
            return fields.end().map(|()| Confrontation::undealt());
        }
        let board = setup::read_pieces(board)?;
        let hands = fields.take("the hands")?.split_once('/').ok_or("the two hands have `/` between them")?;
        let hands = [setup::read_hand(WARDENS, hands.0)?, setup::read_hand(LEGION, hands.1)?];
        let side = fields.word("whose turn it is", &SIDES)? as u8;
        let turns = fields.number("the number of turns", 0..=MOST_TURNS)?;
        let suspects = fields.take("the suspects")?;
        let mut read = Confrontation { board, hands, side, turns, ..Confrontation::undealt() };
        if hands[WARDENS].count_ones() != hands[LEGION].count_ones() {
            return Err("both hands have the same number of cards".to_owned());
        }
        read.read_suspects(suspects)?;
        match fields.optional() {
            None => read.set_turn_begin()?,
            Some(word) => read.set_phase(word, &mut fields)?,
        }
        fields.end()?;
        Ok(read)
    }

    fn read_suspects(&mut self, text: &str) -> Result<(), String> {
        let sides = text.split_once('/').ok_or("the suspects of both sides have `/` between them")?;
        for (side, text) in [sides.0, sides.1].into_iter().enumerate() {
            for part in text.split(',').filter(|_| text != NOTHING) {
                let found = part
                    .split_once('=')
                    .and_then(|(region, pieces)| Some((region_numbered(region)?, read_signs(pieces)?)));
                let message = || format!("`{part}` is no region with its suspects, such as `0=BeGu`");
                let (region, pieces) = found.filter(|(_, pieces)| pieces[1 - side] == 0).ok_or_else(message)?;
                self.suspects[side][usize::from(region)] = pieces[side];
            }
        }
        Ok(())
    }

    /// A side is to move a piece.
    fn set_turn_begin(&mut self) -> Result<(), String> {
        setup::check_board(&self.board)?;
        self.check_regions(None)?;
        self.check_truth()?;
        self.begin_turn();
        Ok(())
    }

    /// The game waits for something else, or is over.
    fn set_phase(&mut self, word: &str, fields: &mut Fields) -> Result<(), String> {
        let shown = fields.take("the shown pieces")?;
        let shown =
            if shown == NOTHING { [0; 2] } else { read_signs(shown).ok_or("a piece has two letters, such as `Be`")? };
        for side in [WARDENS, LEGION] {
            if shown[side] & !self.board.places[side].alive().identities() != 0 {
                return Err("a shown piece is not on the board".to_owned());
            }
            self.shown[side] =
                (0..9).filter(|piece| shown[side] >> piece & 1 == 1).map(Pieces::one).fold(Pieces::NONE, Pieces::with);
            self.suspects[side].iter_mut().for_each(|suspects| *suspects &= !shown[side]);
        }
        if let Some(&(_, winner)) = OVER.iter().find(|(name, _)| *name == word) {
            self.finish(winner);
            return Ok(());
        }
        let found = PHASES.iter().find(|(name, _)| *name == word);
        self.phase = found.ok_or_else(|| format!("`{word}` is nothing that a game waits for"))?.1;
        self.attack = self.read_attack(fields.take("the attack")?)?;
        self.check_truth()?;
        self.check_attack()
    }

    fn read_attack(&self, text: &str) -> Result<Attack, String> {
        let wrong = || format!("`{text}` is no attack such as `Og:4:1:Be-Og:0-0:0-0:-`");
        let [mover, field, battles, fighters, played, effective, flags] = text.split(':').collect::<Vec<_>>()[..]
        else {
            return Err(wrong());
        };
        let piece = |side: usize, sign: &str| {
            PIECE_SIGNS[side].iter().position(|&known| known == sign).map(|piece| piece as u8)
        };
        let pair = |text: &str| {
            let (wardens, legion) = text.split_once('-')?;
            let card = |text: &str| number(text, "a card", 0..=BLANK.into()).ok().map(|card| card as u8);
            Some([card(wardens)?, card(legion)?])
        };
        let fighters = fighters
            .split_once('-')
            .and_then(|(warden, legionary)| Some([piece(WARDENS, warden)?, piece(LEGION, legionary)?]));
        let (guarding, sidestepped) = match flags {
            NOTHING => (false, false),
            "g" => (true, false),
            "s" => (false, true),
            "gs" => (true, true),
            _ => return Err(wrong()),
        };
        let attack = || {
            Some(Attack {
                mover: piece(self.side(), mover)?,
                field: region_numbered(field)?,
                battles: number(battles, "the battles", 0..=9).ok()? as u8,
                fighters: fighters?,
                played: pair(played).filter(|cards| !cards.contains(&BLANK))?,
                effective: pair(effective)?,
                guarding,
                sidestepped,
            })
        };
        attack().ok_or_else(wrong)
    }

    /// Only in the region of a battle there are both sides.
    fn check_regions(&self, battle: Option<u8>) -> Result<(), String> {
        let both = self.board.crowds[WARDENS].occupied() & self.board.crowds[LEGION].occupied();
        let allowed = battle.map_or(0, |region| 1 << region);
        if both & !allowed == 0 { Ok(()) } else { Err("both sides are in a region without a battle".to_owned()) }
    }

    /// What a stand is, it may be.
    fn check_truth(&self) -> Result<(), String> {
        for side in [WARDENS, LEGION] {
            let is_suspected = |piece: u8| {
                let region = self.board.region(side, piece);
                self.suspects[side][usize::from(region & 15)] >> piece & 1 == 1
            };
            if let Some(piece) = self.hidden(side).iter().find(|&piece| !is_suspected(piece)) {
                let sign = PIECE_SIGNS[side][usize::from(piece)];
                return Err(format!("{sign} is neither shown nor a suspect of its region"));
            }
        }
        Ok(())
    }

    /// The attack must be one that leads to the phase.
    fn check_attack(&self) -> Result<(), String> {
        let (side, Attack { mover, field, battles, .. }) = (self.side(), self.attack);
        let wrong =
            |is_right: bool| if is_right { Ok(()) } else { Err("this cannot happen in such an attack".to_owned()) };
        if self.board.is_gone(WARDENS, BEARER) || self.board.is_gone(side, mover) || self.turns >= MOST_TURNS {
            return Err("the game would be over, or the mover is not on the board".to_owned());
        }
        if matches!(self.phase, Phase::Ambush | Phase::Ambushed) {
            self.check_regions(None)?;
            let on_the_way = self.board.region(WARDENS, mover) == UNDERWAY_IN && field == UNDERWAY_OUT;
            let room = self.board.crowds[WARDENS].room() >> field & 1 == 1;
            let fiend = self.board.region(LEGION, FIRE_FIEND) == DEEP_GATE || self.phase == Phase::Ambush;
            let none_shown = self.shown == [Pieces::NONE; 2];
            let legion = self.board.has_legion(DEEP_GATE);
            return wrong(side == WARDENS && on_the_way && room && fiend && none_shown && legion);
        }
        self.check_regions(Some(field))?;
        let here = self.board.places[1 - side].within(field);
        let shown = here.and(self.shown[1 - side]);
        let has_arrived = self.board.region(side, mover) == field && self.shown[side].has(mover);
        let bearer_wins = self.board.region(WARDENS, BEARER) == CITADEL;
        wrong(!bearer_wins)?;
        match self.phase {
            Phase::Meet => wrong(has_arrived && !self.to_be_met().is_empty() && (side == LEGION || shown.is_empty())),
            Phase::Face => wrong(has_arrived && side == LEGION && !shown.is_empty() && here.count() > 1),
            _ => {
                wrong(battles > 0)?;
                self.check_fighters()?;
                wrong(self.check_battle() && (self.choices().bits != 0 || self.phase == Phase::Reveal))
            }
        }
    }

    /// Both fighters are shown and where the battle is, and the one who moved is one of them.
    fn check_fighters(&self) -> Result<(), String> {
        let Attack { mover, field, fighters, sidestepped, .. } = self.attack;
        let side = self.side();
        let is_there = |fighter_side: usize| {
            let piece = fighters[fighter_side];
            let has_left = fighter_side == LEGION && sidestepped;
            let is_placed = (self.board.region(fighter_side, piece) == field) != has_left;
            !self.board.is_gone(fighter_side, piece) && is_placed && self.shown[fighter_side].has(piece)
        };
        // A Legionary is shown when it fights, and does not stay where it has fought.
        let others =
            self.board.places[LEGION].within(field).and(self.shown[LEGION]).without(Pieces::one(fighters[LEGION]));
        let is_right = is_there(WARDENS) && is_there(LEGION) && fighters[side] == mover && others.is_empty();
        if is_right { Ok(()) } else { Err("the fighters are not shown, or not where the battle is".to_owned()) }
    }

    /// Whether the battle can have come to this phase.
    fn check_battle(&self) -> bool {
        let Attack { fighters: [warden, legionary], played, effective, guarding, sidestepped, .. } = self.attack;
        let legion_attacks = self.side() == LEGION;
        let has = |side: usize| self.hands[side] >> played[side] & 1 == 1;
        let early = matches!(self.phase, Phase::WardensRecall | Phase::FallBack);
        let powers = !sidestepped || early;
        powers
            && (!guarding || warden == GUARDIAN && legion_attacks)
            && match self.phase {
                Phase::Bearer => warden == BEARER && legion_attacks && legionary != WOLF,
                Phase::Guardian => warden == GUARDIAN && legion_attacks && legionary != WOLF && !guarding,
                Phase::Scout => warden == SCOUT && !legion_attacks && legionary != WOLF,
                Phase::Warlock => legionary == WARLOCK,
                Phase::LegionCard => true,
                Phase::WardensCard => has(LEGION),
                Phase::Reveal => {
                    has(WARDENS) && has(LEGION) && !self.sage_fights() && effective[WARDENS] == played[WARDENS]
                }
                Phase::LegionRecall => {
                    let wardens_are_ready = self.sage_fights() || has(WARDENS);
                    has(LEGION)
                        && played[LEGION] == RECALL[LEGION]
                        && wardens_are_ready
                        && self.discards(LEGION).count_ones() > 1
                }
                Phase::Sidestep => has(WARDENS) && has(LEGION),
                Phase::WardensRecall => {
                    has(WARDENS)
                        && has(LEGION)
                        && effective[WARDENS] == RECALL[WARDENS]
                        && self.discards(WARDENS).count_ones() > 1
                }
                Phase::FallBack => has(WARDENS) && has(LEGION),
                Phase::Deal
                | Phase::Move
                | Phase::Ambush
                | Phase::Ambushed
                | Phase::Face
                | Phase::Meet
                | Phase::Over { .. } => false,
            }
    }
}

/// Pieces of a side by their two letters.
fn signs(side: usize, pieces: u16) -> String {
    (0..9).filter(|piece| pieces >> piece & 1 == 1).map(|piece| PIECE_SIGNS[side][piece]).collect()
}

/// The pieces of both sides that a text names by two letters each.
fn read_signs(text: &str) -> Option<[u16; 2]> {
    let mut pieces = [0; 2];
    let letters: Vec<char> = text.chars().collect();
    for pair in letters.chunks(2) {
        let sign: String = pair.iter().collect();
        let found = [WARDENS, LEGION]
            .into_iter()
            .find_map(|side| PIECE_SIGNS[side].iter().position(|&known| known == sign).map(|piece| (side, piece)));
        let (side, piece) = found?;
        pieces[side] |= 1 << piece;
    }
    Some(pieces)
}
