//! Hearts for four, to 50 points.
//!
//! The rules of a round: the 52 cards are dealt, thirteen to each player. Before play every player passes three cards,
//! chosen before it sees what it gets: in the first round to the left (the next seat), in the second to the right, in
//! the third across, in the fourth no cards are passed; then again from the first. Who holds the two of clubs leads it
//! to the first trick. The others follow suit if they can, and play any card if they cannot; but to the first trick no
//! player plays a heart or the queen of spades unless it has nothing else. The highest card of the suit led takes the
//! trick, aces high, and its player leads to the next one. Hearts are not led before one has been played, unless the
//! leader has nothing else. The queen of spades may be led at any time.
//!
//! The score: each heart taken costs 1 point and the queen of spades 13. Who takes them all has shot the moon: that
//! player pays nothing, and everybody else 26. The game ends with the round in which somebody reaches 50 points. The
//! fewest points win: everybody with the lowest total gets 1, with the highest 0, in between ½ (all equal: 1 each).
//!
//! Options: `limit`, the points that end the game (with 1 a single round is played); `queen-breaks=yes`, by which the
//! queen of spades counts as a heart that has been played; `passing`, always in one direction or never; `ranks`, a
//! short deck of the highest ranks of each suit (its lowest club leads, and the moon is all the points it has); and
//! `deal`, the cards of the first round, which then begins without a chance event (a short deal plays with its own
//! ranks, whatever `ranks` says).
//!
//! With `limit=1` and `queen-breaks=yes` the legal plays and the points of a game are those of OpenSpiel's `hearts` with
//! its parameters left as they are (`queen-breaks=no`: with `qs_breaks_hearts=false`); `passing` is the direction that is
//! drawn there, and `none` its `pass_cards=false`.
//!
//! # As a game of hidden information
//!
//! The deal is a chance event that no player observes: what a player knows of it is its hand. Each pass is one action
//! of three cards, made seat by seat and seen by no other player. The exchange that follows is a chance event with one
//! outcome, of which every player observes the three cards it receives; from then on trees and records tell the
//! different receipts apart.
//!
//! A search does not cross the end of the round (section 7.2 of the ICARUS paper). A determinization carries the rest
//! of the game as a hidden number: when its round ends, scores of further rounds are drawn with it from a database
//! until somebody reaches the limit, and it is over (`scores.rs`). Short decks use the same database.

mod beliefs;
mod cards;
mod hidden;
mod knowledge;
mod moves;
mod notation;
mod passing;
mod playout;
mod position;
mod round;
mod rule_player;
mod scene;
mod scores;
#[cfg(test)]
mod tests;

pub use cards::{Card as HeartsCard, Three as HeartsThree};
pub use moves::{Deal as HeartsDeal, HeartsMove};
pub use scores::round_scores as hearts_round_scores;

use waxwing::game::HiddenInformation;
use waxwing::knowledge::Knowledge;
use waxwing::{Game, Player, Reward, Rng, Turn};

use crate::bits::{self, Ranked};
use cards::{Card, HEARTS, QUEEN, RANKS, cards};
use moves::{Deal, SPACE};
use waxwing_workshop::{GameEntry, OptionEntry, Options, TextValues, Values};

const SHORTEST: u8 = 3;
fn check_deal(text: &str) -> Result<(), String> {
    if text == "random" { Ok(()) } else { notation::read_deal(text, None).map(|_| ()) }
}

/// How the game is listed.
pub(crate) fn entry() -> GameEntry {
    GameEntry::new("hearts", "take no hearts and not the queen of spades, or all of them")
        .option(OptionEntry::new("limit", "50", Values::Range(1, 200)))
        .option(OptionEntry::new("queen-breaks", "no", Values::words(&["no", "yes"])))
        .option(OptionEntry::new("passing", "cycle", Values::words(&["cycle", "left", "right", "across", "none"])))
        .option(OptionEntry::new("ranks", "13", Values::Range(u32::from(SHORTEST), u32::from(RANKS))))
        .option(OptionEntry::new(
            "deal",
            "random",
            Values::Text(TextValues::new(
                "`random`, or the four hands of the first deal",
                &["random", "A.K..Q/K.A.Q./Q..AK./.Q..AK"],
                check_deal,
            )),
        ))
        .rules(include_str!("rules.txt"))
        .legend(include_str!("legend.txt"))
        .players(include_str!("players.txt"))
        .strength(include_str!("strength.txt"))
        .studied_as(&[])
}

/// The start of a game with these options.
pub(crate) fn start(options: &Options) -> Hearts {
    let passing = match options.word("passing") {
        "left" => Passing::Always(1),
        "across" => Passing::Always(2),
        "right" => Passing::Always(3),
        "none" => Passing::Always(0),
        _ => Passing::Cycle,
    };
    let breaking = if options.word("queen-breaks") == "yes" { HEARTS | QUEEN } else { HEARTS };
    let rules = Rules { limit: options.number("limit"), ranks: options.number("ranks"), passing, breaking };
    match options.word("deal") {
        "random" => Hearts::with(rules),
        text => {
            let (deal, ranks) = notation::read_deal(text, None).expect("the text was checked with the other options");
            let mut state = Hearts::with(Rules { ranks, ..rules });
            state.apply(HeartsMove::Deal(deal));
            state
        }
    }
}

/// What can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rules {
    /// The points that end the game.
    limit: u8,
    /// How many ranks the deck has, and so how many cards a hand has.
    ranks: u8,
    passing: Passing,
    /// The cards after which hearts may be led.
    breaking: u64,
}

/// Where cards are passed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passing {
    /// Left, right, across, not at all, by rounds.
    Cycle,
    /// This many seats on in every round; 0 is not at all.
    Always(u8),
}

/// What is to happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Deal,
    Pass,
    Exchange,
    Play,
    Over,
}

/// A state of Hearts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hearts {
    /// The cards that each player holds.
    hands: [u64; 4],
    /// What each player has chosen to pass in this round; nothing before that, and what no player can know in a
    /// determinization.
    passes: [u64; 4],
    /// In a determinization, the seed of the rounds to come; otherwise 0.
    future: u64,
    /// The cards to be played by who has one of them: the suit led, or what may be led.
    wanted: u64,
    rules: Rules,
    phase: Phase,
    mover: u8,
    /// Rounds finished, and tricks finished in this one.
    round: u8,
    tricks: u8,
    /// The cards on the table, and their points.
    laid: u8,
    trick_points: u8,
    /// Who takes the trick as it is now: the place of the player's card, times four, plus the seat.
    taking: u8,
    /// Whether hearts may be led.
    broken: bool,
    /// The card of each player in the current trick, or in the last one.
    trick: [Card; 4],
    /// The points that each player has taken in this round, and those of the rounds before.
    points: [u8; 4],
    totals: [u8; 4],
    /// What each player has shown not to have: bits as in `hidden.rs`.
    lacks: [u8; 4],
}

impl Hearts {
    /// The start of a game to 50 points, before the first deal.
    ///
    /// ```
    /// use waxwing::{Game, Notation, Player, Rng, Turn};
    /// use waxwing_games::Hearts;
    ///
    /// let mut state = Hearts::new();
    /// assert_eq!(state.turn(), Turn::Chance);
    /// state.apply(state.sample_chance(&mut Rng::new(1)));
    /// // North chooses three of thirteen cards to pass.
    /// assert_eq!(state.turn(), Turn::Player(Player(0)));
    /// let mut passes = Vec::new();
    /// state.legal_actions(&mut passes);
    /// assert_eq!(passes.len(), 286);
    /// ```
    pub fn new() -> Self {
        Hearts::with(Rules { limit: 50, ranks: RANKS, passing: Passing::Cycle, breaking: HEARTS })
    }

    fn with(rules: Rules) -> Self {
        Hearts {
            hands: [0; 4],
            passes: [0; 4],
            future: 0,
            wanted: 0,
            rules,
            phase: Phase::Deal,
            mover: 0,
            round: 0,
            tricks: 0,
            laid: 0,
            trick_points: 0,
            taking: 0,
            broken: false,
            trick: [Card::at(0); 4],
            points: [0; 4],
            totals: [0; 4],
            lacks: [0; 4],
        }
    }

    /// The player's points of all finished rounds.
    pub fn total(&self, player: Player) -> u32 {
        self.totals[player.index() & 3].into()
    }

    /// The points that the player has taken in this round so far.
    pub fn taken(&self, player: Player) -> u32 {
        self.points[player.index() & 3].into()
    }

    /// How many seats on cards are passed in this round; 0 if they are not.
    fn direction(&self) -> u8 {
        match self.rules.passing {
            Passing::Cycle => [1, 3, 2, 0][usize::from(self.round % 4)],
            Passing::Always(seats) => seats,
        }
    }

    /// The points of a whole deck.
    fn moon(&self) -> u8 {
        13 + self.rules.ranks
    }
}

impl Default for Hearts {
    fn default() -> Self {
        Hearts::new()
    }
}

impl Hearts {
    #[inline]
    fn observed(&self, action: HeartsMove, observer: Player) -> Option<HeartsMove> {
        match action {
            HeartsMove::Play(_) | HeartsMove::Receive(_) => Some(action),
            HeartsMove::Pass(_) => (observer.0 == self.mover).then_some(action),
            HeartsMove::Exchange => Some(HeartsMove::Receive(self.received(observer.index() & 3))),
            HeartsMove::Deal(_) => None,
        }
    }
}

impl Game for Hearts {
    type Action = HeartsMove;
    const HIDDEN_INFORMATION: Option<HiddenInformation<Self>> = Some(HiddenInformation {
        determinize: |state, observer, rng| state.determinized(observer.index() & 3, rng),
        observe: Hearts::observed,
    });

    fn players(&self) -> usize {
        4
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Play | Phase::Pass => Turn::Player(Player(self.mover)),
            Phase::Deal | Phase::Exchange => Turn::Chance,
            Phase::Over => Turn::Over,
        }
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Vec<HeartsMove>) {
        if self.phase == Phase::Pass {
            self.list_passes(actions);
        } else {
            bits::extend::<_, { RANKS as usize }>(actions, HeartsMove::Exchange, |room| {
                let slots = room.iter_mut().zip(cards(self.playable()));
                slots.map(|(slot, card)| *slot = HeartsMove::Play(card)).count()
            });
        }
    }

    #[inline]
    fn apply(&mut self, action: HeartsMove) {
        match action {
            HeartsMove::Play(card) => self.play(card),
            HeartsMove::Pass(three) => self.pass(three),
            HeartsMove::Exchange | HeartsMove::Receive(_) => self.exchange(),
            HeartsMove::Deal(deal) => self.deal(deal),
        }
    }

    fn reward(&self, player: Player) -> Reward {
        scores::reward(self.totals, player)
    }

    #[inline]
    fn is_legal(&self, action: HeartsMove) -> bool {
        match (self.phase, action) {
            (Phase::Play, HeartsMove::Play(card)) => self.playable() & card.bit() != 0,
            (Phase::Pass, HeartsMove::Pass(three)) => three.set() & !self.hand() == 0,
            _ => false,
        }
    }

    #[inline]
    fn random_action(&self, rng: &mut Rng, _: &mut Vec<HeartsMove>) -> HeartsMove {
        if self.phase == Phase::Pass {
            return HeartsMove::Pass(passing::random(self.hand(), self.rules.ranks, rng));
        }
        let playable = Ranked::new(self.playable());
        HeartsMove::Play(Card::at(playable.select(rng.below(playable.count()))))
    }

    // By itself for the reasons of the provided version.
    #[inline(never)]
    fn playout(&mut self, rng: &mut Rng, _: &mut Vec<HeartsMove>, most: u32) -> u32 {
        self.play_out(rng, most)
    }

    fn action_space(&self) -> usize {
        SPACE
    }

    #[inline]
    fn action_index(&self, action: HeartsMove) -> u64 {
        action.index()
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(HeartsMove, f64)>) {
        if self.phase == Phase::Exchange {
            outcomes.push((HeartsMove::Exchange, 1.0));
        }
    }

    fn is_outcome(&self, action: HeartsMove) -> bool {
        match (self.phase, action) {
            (Phase::Deal, HeartsMove::Deal(deal)) => {
                deal.hands(self.rules.ranks).iter().all(|hand| hand.count_ones() == u32::from(self.rules.ranks))
            }
            (Phase::Exchange, HeartsMove::Exchange) => true,
            _ => false,
        }
    }

    fn sample_chance(&self, rng: &mut Rng) -> HeartsMove {
        match self.phase {
            Phase::Exchange => HeartsMove::Exchange,
            _ => HeartsMove::Deal(Deal::random(self.rules.ranks, rng)),
        }
    }

    #[inline]
    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &knowledge::HeartsKnowledge
    }
}
