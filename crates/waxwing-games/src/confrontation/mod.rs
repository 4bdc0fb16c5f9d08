//! Confrontation: nine Wardens bring the Bearer through sixteen regions to the Citadel; nine pieces of the Legion hunt
//! the Bearer.
//!
//! The rules, in full with the names in `docs/confrontation.md`. Each player sees where the enemy's pieces are, but not
//! which they are. The Legion moves first; a turn is one move of one piece: forward to a neighbouring region where there is
//! room for another piece of its side (some pieces may do more), and if enemies are there it attacks them one after
//! another. Two pieces that meet are shown. First their powers work, the Warden's before the Legionary's; then, if both
//! are still there, each player puts down a card and both are turned up. Texts work before numbers, the Legion's before
//! the Wardens'; if neither has retreated, the lower sum of strength and card is defeated, both if they are equal.
//! Cards come back when all nine are played. The Wardens win when the Bearer enters the Citadel; the Legion wins when
//! the Bearer is defeated or when three of its pieces are in Haven after a turn. Who cannot move has lost. After 400
//! turns the game is a draw.
//!
//! How it is cut into actions: the deal is a chance event that no player sees. A move is seen by the other player as a
//! stand that goes from one region to another. Which piece is met is a chance event, seen by both, that shows both
//! pieces. The Legion puts its card down first, face down unless the Sage fights; the Wardens' card ends the choice,
//! and a chance event with one outcome turns the Legion's card up. Whether a player is asked something never depends on
//! what the other cannot see: the Legion is asked about an ambush whenever a piece of its own is at the Deep Gate, the
//! Wardens about the Guardian whenever another of their stands is there, even if they can only decline.
//!
//! What a player knows of the enemy's stands is told in `hidden.rs`.

mod action;
mod battle;
mod board;
mod choices;
mod draw;
mod hidden;
mod knowledge;
mod moves;
mod names;
mod notation;
mod position;
mod scene;
mod setup;
#[cfg(test)]
mod tests;

pub use action::ConfrontationMove;

use waxwing::game::HiddenInformation;
use waxwing::knowledge::Knowledge;
use waxwing::{Game, Player, Reward, Rng, Turn};

use crate::bits::{self, Ranked};
use action::{ACTION_SPACE, Act, MOVES, Plain};
use board::{Board, Pieces};
use choices::Choices;
use names::{ALL_CARDS, LEGION, WARDENS};
use waxwing_workshop::{GameEntry, OptionEntry, Options, TextValues, Values};

/// How the game is listed.
pub(crate) fn entry() -> GameEntry {
    GameEntry::new("confrontation", "bring the Bearer to the Citadel, or hunt the Bearer down")
        .option(OptionEntry::new(
            "setup",
            "random",
            Values::Text(TextValues::new(setup::FORM, setup::EXAMPLES, setup::check)),
        ))
        .rules(include_str!("rules.txt"))
        .legend(include_str!("legend.txt"))
        .players(include_str!("players.txt"))
        .strength(include_str!("strength.txt"))
        .studied_as(&["wardens", "legion"])
}

/// The start of a game with these options.
pub(crate) fn start(options: &Options) -> Confrontation {
    Confrontation::new(options.word("setup")).expect("set-ups are checked when the options are read")
}

/// After this many turns the game is a draw.
const MOST_TURNS: u16 = 400;

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// Chance: the set-up.
    Deal,
    /// The player whose turn it is moves a piece.
    Move,
    /// The Legion: does the Fire Fiend strike?
    Ambush,
    /// Chance with one outcome: it does, and the Warden is shown.
    Ambushed,
    /// The attacking Legion: the shown Warden or a hidden one?
    Face,
    /// Chance: which of the hidden pieces is met.
    Meet,
    /// The Wardens: what does the attacked Bearer do?
    Bearer,
    /// The Wardens: does the attacked Guardian show the Bearer?
    Guardian,
    /// The Wardens: does the attacking Scout retreat?
    Scout,
    /// The Legion: are cards played?
    Warlock,
    LegionCard,
    WardensCard,
    /// Chance with one outcome: the Legion's card is turned up.
    Reveal,
    LegionRecall,
    Sidestep,
    WardensRecall,
    FallBack,
    /// The end, and who has won; no side in a draw.
    Over {
        winner: Option<u8>,
    },
}

/// The attack of this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Attack {
    /// The piece that was moved.
    mover: u8,
    /// The region it has entered.
    field: u8,
    /// Battles of this turn so far.
    battles: u8,
    /// The two pieces that fight, by side.
    fighters: [u8; 2],
    /// The cards that are put down, and what has become of them.
    played: [u8; 2],
    effective: [u8; 2],
    /// The Guardian fights with the strength that the Bearer beside it gives.
    guarding: bool,
    /// The Legionary has left the battle.
    sidestepped: bool,
}

const NO_ATTACK: Attack = Attack {
    mover: 0,
    field: 0,
    battles: 0,
    fighters: [0; 2],
    played: [0; 2],
    effective: [0; 2],
    guarding: false,
    sidestepped: false,
};

/// A position of Confrontation.
///
/// ```
/// use waxwing::{Game, Notation, Turn};
/// use waxwing_games::Confrontation;
///
/// let start = Confrontation::new("random")?;
/// assert_eq!(start.turn(), Turn::Chance);
/// let state = Confrontation::new("0:bearer,3:ranger,8:fire-fiend,15:ogre;move:wardens")?;
/// let mut moves = Vec::new();
/// state.legal_actions(&mut moves);
/// let texts: Vec<String> = moves.iter().map(|&action| state.format(action)).collect();
/// assert_eq!(texts, ["bearer:1", "bearer:2", "ranger:6", "ranger:7"]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Confrontation {
    board: Board,
    /// For each side and region: which pieces a stand there that is not shown may be, in the other player's eyes.
    suspects: [[u16; 16]; 2],
    /// The legal moves while the phase is [`Phase::Move`]: 16 bits of destinations for each piece of the side to move.
    moves: [u64; 3],
    /// The pieces shown in this turn.
    shown: [Pieces; 2],
    /// The cards not yet played; the others lie face up.
    hands: [u16; 2],
    /// Finished turns.
    turns: u16,
    /// Whose turn it is.
    side: u8,
    phase: Phase,
    attack: Attack,
}

impl Confrontation {
    /// The start of a game: `random` for one that begins with a random set-up, or a set-up (see `docs/confrontation.md`).
    ///
    /// ```
    /// # use waxwing_games::Confrontation;
    /// let message = Confrontation::new("0:bearer,15:ogre+bearer").unwrap_err();
    /// assert_eq!(message, "the bearer is placed twice");
    /// ```
    pub fn new(setup: &str) -> Result<Self, String> {
        setup::read_start(setup)
    }

    /// A game before its deal.
    fn undealt() -> Self {
        Confrontation {
            board: Board::EMPTY,
            suspects: [[0; 16]; 2],
            moves: [0; 3],
            shown: [Pieces::NONE; 2],
            hands: [ALL_CARDS; 2],
            turns: 0,
            side: LEGION as u8,
            phase: Phase::Deal,
            attack: NO_ATTACK,
        }
    }

    #[inline(always)]
    fn side(&self) -> usize {
        usize::from(self.side & 1)
    }

    /// The cards of a side that lie face up; one that is just being played is not yet among them.
    #[inline(always)]
    fn discards(&self, side: usize) -> u16 {
        ALL_CARDS & !self.hands[side]
    }

    /// A move drawn uniformly, as its number among those of the side.
    #[inline(always)]
    fn random_move(&self, rng: &mut Rng) -> u32 {
        let ranked = self.moves.map(Ranked::new);
        let (first, second) = (ranked[0].count(), ranked[0].count() + ranked[1].count());
        let k = rng.below(second + ranked[2].count());
        let word = usize::from(k >= first) + usize::from(k >= second);
        let bit = ranked[word].select(k - [0, first, second][word]);
        64 * word as u32 + u32::from(bit)
    }

    /// A card of a hand drawn uniformly.
    #[inline(always)]
    fn random_card(&self, side: usize, rng: &mut Rng) -> u8 {
        let hand = Ranked::new(u64::from(self.hands[side]));
        hand.select(rng.below(hand.count()))
    }

    /// One of the choices drawn uniformly.
    #[inline(always)]
    fn random_choice(&self, rng: &mut Rng) -> ConfrontationMove {
        let Choices { first, bits } = self.choices();
        let ranked = Ranked::new(bits);
        ConfrontationMove(first + u32::from(ranked.select(rng.below(ranked.count()))))
    }

    /// The pieces that chance chooses from.
    #[inline(always)]
    fn to_be_met(&self) -> Pieces {
        let enemy = 1 - self.side();
        self.board.places[enemy].within(self.attack.field).without(self.shown[enemy])
    }

    /// One of them; nothing is drawn if there is only one.
    #[inline(always)]
    fn random_meeting(&self, rng: &mut Rng) -> u8 {
        let met = self.to_be_met();
        let several = self.board.crowds[1 - self.side()].at_least(2, self.attack.field) && met.count() > 1;
        if several { met.nth(rng.below(met.count())) } else { met.first() }
    }

    /// The battle with a piece that is met.
    #[inline(always)]
    fn battle_with(&self, met: u8) -> ConfrontationMove {
        let (warden, legionary) = self.pair_with(met);
        ConfrontationMove::new(Act::Battle { warden, legionary })
    }

    /// The outcome of a chance event that has only one.
    fn certain(&self) -> Option<ConfrontationMove> {
        match self.phase {
            Phase::Ambushed => Some(self.battle_with(names::FIRE_FIEND)),
            Phase::Reveal => Some(ConfrontationMove::new(Act::Shows { card: self.attack.played[LEGION] })),
            _ => None,
        }
    }
}

impl Confrontation {
    #[inline]
    fn observed(&self, action: ConfrontationMove, observer: Player) -> Option<ConfrontationMove> {
        match (self.phase, action.act()) {
            (_, Act::Deal(_)) => None,
            (_, Act::Move { side, piece, to }) if side != observer.index() => {
                Some(ConfrontationMove::new(Act::Pass { from: self.board.region(side, piece) & 15, to }))
            }
            (Phase::LegionCard, _) if observer.index() == WARDENS && !self.sage_fights() => {
                Some(ConfrontationMove::plain(Plain::HiddenCard))
            }
            _ => Some(action),
        }
    }
}

impl Game for Confrontation {
    type Action = ConfrontationMove;
    const HIDDEN_INFORMATION: Option<HiddenInformation<Self>> = Some(HiddenInformation {
        determinize: |state, observer, rng| state.guess(observer.index() & 1, rng),
        observe: Confrontation::observed,
    });

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Move | Phase::Face => Turn::Player(Player(self.side)),
            Phase::Ambush | Phase::Warlock | Phase::LegionCard | Phase::LegionRecall | Phase::Sidestep => {
                Turn::Player(Player(LEGION as u8))
            }
            Phase::Bearer
            | Phase::Guardian
            | Phase::Scout
            | Phase::WardensCard
            | Phase::WardensRecall
            | Phase::FallBack => Turn::Player(Player(WARDENS as u8)),
            Phase::Deal | Phase::Ambushed | Phase::Meet | Phase::Reveal => Turn::Chance,
            Phase::Over { .. } => Turn::Over,
        }
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Vec<ConfrontationMove>) {
        let blank = ConfrontationMove::plain(Plain::Stay);
        if self.phase == Phase::Move {
            bits::extend::<_, { 3 * 64 + bits::SPARE }>(actions, blank, |room| {
                let mut length = 0;
                let first = u32::from(self.side) * MOVES;
                for (word, &moves) in self.moves.iter().enumerate() {
                    let make = |bit| ConfrontationMove(first + 64 * word as u32 + u32::from(bit));
                    length = bits::list(moves, room, length, make);
                }
                length
            });
        } else {
            let Choices { first, bits } = self.choices();
            bits::extend::<_, { 64 + bits::SPARE }>(actions, blank, |room| {
                bits::list(bits, room, 0, |bit| ConfrontationMove(first + u32::from(bit)))
            });
        }
    }

    #[inline]
    fn apply(&mut self, action: ConfrontationMove) {
        self.act(action);
    }

    fn reward(&self, player: Player) -> Reward {
        match self.phase {
            Phase::Over { winner: Some(winner) } if winner == player.0 => Reward::WIN,
            Phase::Over { winner: Some(_) } => Reward::LOSS,
            _ => Reward::DRAW,
        }
    }

    #[inline]
    fn is_legal(&self, action: ConfrontationMove) -> bool {
        if self.phase == Phase::Move {
            let number = action.0.wrapping_sub(u32::from(self.side) * MOVES);
            number < MOVES && self.moves[(number / 64) as usize] >> (number % 64) & 1 == 1
        } else {
            self.choices().has(action)
        }
    }

    #[inline]
    fn random_action(&self, rng: &mut Rng, _: &mut Vec<ConfrontationMove>) -> ConfrontationMove {
        match self.phase {
            Phase::Move => ConfrontationMove(u32::from(self.side) * MOVES + self.random_move(rng)),
            _ => self.random_choice(rng),
        }
    }

    // What happens most often is done without making an action of it and finding out what it was.
    #[inline(never)]
    fn playout(&mut self, rng: &mut Rng, buffer: &mut Vec<ConfrontationMove>, most: u32) -> u32 {
        let mut plies = 0;
        while plies < most {
            match self.phase {
                Phase::Move => {
                    let number = self.random_move(rng);
                    self.march((number / 16) as u8, (number % 16) as u8);
                }
                Phase::Meet => {
                    let (warden, legionary) = self.pair_with(self.random_meeting(rng));
                    self.fight(warden, legionary);
                }
                Phase::LegionCard => self.put_legion_card(self.random_card(LEGION, rng)),
                Phase::WardensCard => self.put_wardens_card(self.random_card(WARDENS, rng)),
                Phase::Reveal => self.read_legion_card(),
                Phase::Over { .. } => break,
                _ => {
                    let chance = matches!(self.phase, Phase::Deal | Phase::Ambushed);
                    let action = if chance { self.sample_chance(rng) } else { self.random_action(rng, buffer) };
                    self.act(action);
                }
            }
            plies += 1;
        }
        plies
    }

    fn action_space(&self) -> usize {
        ACTION_SPACE
    }

    #[inline]
    fn action_index(&self, action: ConfrontationMove) -> u64 {
        u64::from(action.0).min(ACTION_SPACE as u64 - 1)
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(ConfrontationMove, f64)>) {
        if self.phase == Phase::Meet {
            let met = self.to_be_met();
            let probability = 1.0 / met.count() as f64;
            outcomes.extend(met.iter().map(|piece| (self.battle_with(piece), probability)));
        } else {
            outcomes.extend(self.certain().map(|outcome| (outcome, 1.0)));
        }
    }

    fn is_outcome(&self, action: ConfrontationMove) -> bool {
        match self.phase {
            Phase::Deal => matches!(action.act(), Act::Deal(deal) if deal < setup::SETUPS * setup::SETUPS),
            Phase::Meet => self.to_be_met().iter().any(|piece| self.battle_with(piece) == action),
            _ => self.certain() == Some(action),
        }
    }

    #[inline]
    fn sample_chance(&self, rng: &mut Rng) -> ConfrontationMove {
        if self.phase == Phase::Meet {
            return self.battle_with(self.random_meeting(rng));
        }
        self.certain().unwrap_or_else(|| ConfrontationMove::new(Act::Deal(setup::random_deal(rng))))
    }

    #[inline]
    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &knowledge::ConfrontationKnowledge
    }
}
