//! Dou Di Zhu, a climbing game for three: the Landlord against two peasants who win or lose together.
//!
//! The rules: 54 cards, ranked from low to high 3 4 5 6 7 8 9 T J Q K A 2, four of each, then the black joker `w` and
//! the red joker `W`, one of each. Suits never matter. The Landlord is dealt 20 cards, each peasant 17; there is no
//! auction. The Landlord leads, and play goes round. Who leads lays down any of these, and may not pass:
//!
//! - a single card, a pair, a triplet;
//! - a triplet with a single card, or with a pair, of another rank;
//! - a sequence of five or more ranks, a sequence of three or more pairs, and an airplane: a sequence of two or more
//!   triplets; 2s and jokers are in no sequence;
//! - an airplane with as many single cards, or as many pairs, as it has triplets: their ranks are all different, and
//!   different from those of the triplets; of the two jokers only one can be attached;
//! - four of a kind with two single cards, or with two pairs, of different ranks; again not with both jokers;
//! - a bomb, which is four of a kind, and the rocket, which is both jokers.
//!
//! Then each player in turn passes or beats the last play: by a play of the same kind and length with a higher main
//! part (what is attached never counts), by a bomb if it was none, by a higher bomb, by the rocket. Who has passed may
//! play again later. After two passes in a row the player of the last play leads again. The first one without cards
//! ends the game: the Landlord has won, or both peasants have.
//!
//! Options: with `kitty=shown` three random cards of the Landlord are shown to all. `ranks=N` leaves the N - 1 lowest
//! ranks and the 2, and the jokers; each peasant gets a third of the deck without three cards, rounded down, and the
//! Landlord the rest. `deal` fixes the cards, any that are part of the deck; it brings its own kitty and the other
//! options mean nothing.
//!
//! Hidden are the two other hands. A player knows which cards they hold together: a determinization shuffles these, as
//! physical cards, and every distribution over the two hands with their numbers of cards is equally likely. What plays
//! and passes suggest about a hand is weighed with `belief` (`beliefs.rs`). Shown cards stay with the Landlord until they are played; as suits
//! are not told, one of their rank that the Landlord plays is taken to be a shown one.

mod beliefs;
mod cards;
mod choosing;
mod deal;
mod knowledge;
mod listing;
mod notation;
mod plays;
mod position;
mod scene;
#[cfg(test)]
mod tests;
mod weights;

use waxwing::game::HiddenInformation;
use waxwing::knowledge::Knowledge;
use waxwing::{Game, Player, Reward, Rng, Turn};

use self::cards::Cards;
use self::deal::Deal;
use self::plays::{PASS, PLAY_COUNT, Play};
use waxwing_workshop::{GameEntry, OptionEntry, Options, TextValues, Values};

/// How the game is listed.
pub(crate) fn entry() -> GameEntry {
    GameEntry::new("dou-di-zhu", "get rid of your cards: the Landlord against two peasants, with hidden hands").alias("doudizhu").option(OptionEntry::new("kitty", "hidden", Values::words(&["hidden", "shown"]))).option(OptionEntry::new("ranks", "13", Values::Range(3, 13))).option(OptionEntry::new("deal", "random", Values::Text(TextValues::new("`random`, or the cards of the Landlord and the two peasants with `/` between them, and perhaps those of \
               the Landlord that are shown", &["random", "334455667wW/45678999/TTTJJJ22", "33344456789TJQK/22/AA/3K"], |text| if text == "random" { Ok(()) } else { Deal::read(text).map(|_| ()) })))).rules(include_str!("rules.txt")).legend(include_str!("legend.txt")).players(include_str!("players.txt")).strength(include_str!("strength.txt")).studied_as(&["landlord"])
}

/// The start of a game with these options.
pub(crate) fn start(options: &Options) -> DouDiZhu {
    match options.word("deal") {
        "random" => DouDiZhu::undealt(options.number("ranks"), options.word("kitty") == "shown"),
        text => DouDiZhu::with_deal(text).expect("the deal is checked when the options are read"),
    }
}

/// A play, a pass, or the deal.
///
/// Numbers below 12,655 are the pass and the plays; a deal is packed into what is left of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DouDiZhuMove(u64);

impl DouDiZhuMove {
    const PASS: DouDiZhuMove = DouDiZhuMove(PASS as u64);
    /// What is added to the numbers of deals.
    const FIRST_DEAL: u64 = PLAY_COUNT as u64;

    #[inline(always)]
    fn numbered(number: u16) -> Self {
        DouDiZhuMove(u64::from(number))
    }

    fn deal(deal: Deal) -> Self {
        DouDiZhuMove(DouDiZhuMove::FIRST_DEAL + deal.packed())
    }

    /// What is packed into a deal, if this is one.
    #[inline(always)]
    fn packed_deal(self) -> Option<u64> {
        self.0.checked_sub(DouDiZhuMove::FIRST_DEAL)
    }

    /// The play, if this is one.
    #[inline(always)]
    fn play(self) -> Option<Play> {
        u16::try_from(self.0).ok().and_then(Play::numbered)
    }
}

/// A position of Dou Di Zhu.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DouDiZhu {
    hands: [Cards; 3],
    /// Cards that everybody knows to be in the Landlord's hand.
    shown: Cards,
    /// All cards of the game.
    deck: Cards,
    /// The last play that was not a pass.
    last: Play,
    /// Who has made it; that player leads when its turn comes again.
    leader: u8,
    mover: u8,
    dealt: bool,
    /// Whether the deal shows some of the Landlord's cards.
    kitty: bool,
}

const LANDLORD: u8 = 0;

impl Default for DouDiZhu {
    fn default() -> Self {
        DouDiZhu::new()
    }
}

impl DouDiZhu {
    /// The game before the deal, with the whole deck and nothing shown.
    pub fn new() -> Self {
        DouDiZhu::undealt(13, false)
    }

    /// The game after a deal: the hands of the Landlord and the two peasants with `/` between them, and perhaps cards
    /// of the Landlord that all players see.
    ///
    /// ```
    /// use waxwing::{Game, Notation};
    /// use waxwing_games::DouDiZhu;
    ///
    /// let mut game = DouDiZhu::with_deal("33345/66/77").unwrap();
    /// game.apply(game.parse("3334").unwrap());
    /// assert!(game.is_legal(game.parse("pass").unwrap()));
    /// let message = DouDiZhu::with_deal("33333/4/5").unwrap_err();
    /// assert_eq!(message, "`33333/4/5` is not a deal: there are no 5 cards 3");
    /// ```
    pub fn with_deal(text: &str) -> Result<Self, String> {
        let deal = Deal::read(text).map_err(|reason| format!("`{text}` is not a deal: {reason}"))?;
        let deck = deal.hands[0].plus(deal.hands[1]).plus(deal.hands[2]);
        let mut state = DouDiZhu { deck, ..DouDiZhu::undealt(13, !deal.shown.is_empty()) };
        state.receive(deal);
        Ok(state)
    }

    fn undealt(ranks: u8, kitty: bool) -> Self {
        DouDiZhu {
            hands: [Cards::NONE; 3],
            shown: Cards::NONE,
            deck: deal::deck_of(ranks),
            last: Play::NONE,
            leader: LANDLORD,
            mover: LANDLORD,
            dealt: false,
            kitty,
        }
    }

    fn receive(&mut self, deal: Deal) {
        (self.hands, self.shown, self.dealt) = (deal.hands, deal.shown, true);
    }

    /// Whether the mover may lay down anything and must not pass.
    #[inline(always)]
    fn is_leading(&self) -> bool {
        self.mover == self.leader
    }

    /// Whether somebody has no cards left: only the player who has made the last play can be without.
    #[inline(always)]
    fn is_over(&self) -> bool {
        self.dealt && self.hands[usize::from(self.leader)].is_empty()
    }

    #[inline(always)]
    fn hand(&self) -> Cards {
        self.hands[usize::from(self.mover)]
    }

    /// Chooses what the mover does: a play, or a pass.
    #[inline(always)]
    fn random_play(&self, rng: &mut Rng) -> Option<Play> {
        if self.is_leading() {
            Some(choosing::random_leading(self.hand(), rng))
        } else {
            choosing::random_following(self.hand(), self.last, rng)
        }
    }

    /// Makes the mover's play, or passes.
    #[inline(always)]
    fn make(&mut self, play: Option<Play>) {
        if let Some(play) = play {
            let hand = &mut self.hands[usize::from(self.mover)];
            *hand = play.taken_from(*hand);
            if self.mover == LANDLORD {
                self.shown = play.taken_from(self.shown);
            }
            (self.last, self.leader) = (play, self.mover);
        }
        self.mover = if self.mover == 2 { 0 } else { self.mover + 1 };
    }
}

impl DouDiZhu {
    #[inline]
    fn determinized(&self, observer: Player, rng: &mut Rng) -> Self {
        let mut sampled = self.clone();
        let [first, second] = [(observer.0 + 1) % 3, (observer.0 + 2) % 3].map(usize::from);
        let known_of = |player: usize| if player == usize::from(LANDLORD) { self.shown } else { Cards::NONE };
        let known = known_of(first).or(known_of(second));
        let unknown = self.hands[first].plus(self.hands[second]).except(known);
        let drawn = unknown.draw(self.hands[first].len() - known_of(first).len(), rng);
        sampled.hands[first] = drawn.or(known_of(first)).stacked();
        sampled.hands[second] = unknown.except(drawn).or(known_of(second)).stacked();
        sampled
    }

    #[inline]
    fn observed(&self, action: DouDiZhuMove, _: Player) -> Option<DouDiZhuMove> {
        action.packed_deal().is_none().then_some(action)
    }
}

impl Game for DouDiZhu {
    type Action = DouDiZhuMove;
    const HIDDEN_INFORMATION: Option<HiddenInformation<Self>> =
        Some(HiddenInformation { determinize: DouDiZhu::determinized, observe: DouDiZhu::observed });

    fn players(&self) -> usize {
        3
    }

    #[inline]
    fn turn(&self) -> Turn {
        match () {
            () if !self.dealt => Turn::Chance,
            () if self.is_over() => Turn::Over,
            () => Turn::Player(Player(self.mover)),
        }
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Vec<DouDiZhuMove>) {
        if self.is_leading() {
            listing::list_leading(self.hand(), actions);
        } else {
            actions.push(DouDiZhuMove::PASS);
            listing::list_following(self.hand(), self.last, actions);
        }
    }

    #[inline]
    fn apply(&mut self, action: DouDiZhuMove) {
        match action.packed_deal() {
            None => self.make(action.play()),
            Some(packed) => self.receive(Deal::unpacked(packed, self.deck, self.kitty)),
        }
    }

    fn reward(&self, player: Player) -> Reward {
        let landlord_won = self.leader == LANDLORD;
        if landlord_won == (player.0 == LANDLORD) { Reward::WIN } else { Reward::LOSS }
    }

    #[inline]
    fn is_legal(&self, action: DouDiZhuMove) -> bool {
        if !self.dealt || self.is_over() {
            return false;
        }
        match action.play() {
            None => action == DouDiZhuMove::PASS && !self.is_leading(),
            Some(play) => self.hand().contain(play.cards()) && (self.is_leading() || play.beats(self.last)),
        }
    }

    #[inline]
    fn random_action(&self, rng: &mut Rng, _: &mut Vec<DouDiZhuMove>) -> DouDiZhuMove {
        self.random_play(rng).map_or(DouDiZhuMove::PASS, |play| DouDiZhuMove::numbered(play.number()))
    }

    /// The plays need no numbers here.
    #[inline(never)]
    fn playout(&mut self, rng: &mut Rng, _: &mut Vec<DouDiZhuMove>, most: u32) -> u32 {
        let mut plies = 0;
        if !self.dealt && most > 0 {
            self.apply(self.sample_chance(rng));
            plies += 1;
        }
        while plies < most && !self.is_over() {
            let play = self.random_play(rng);
            self.make(play);
            plies += 1;
        }
        plies
    }

    /// The pass and the plays, and one for all deals, which no player observes.
    fn action_space(&self) -> usize {
        PLAY_COUNT + 1
    }

    #[inline]
    fn action_index(&self, action: DouDiZhuMove) -> u64 {
        action.0.min(DouDiZhuMove::FIRST_DEAL)
    }

    fn is_outcome(&self, action: DouDiZhuMove) -> bool {
        !self.dealt && action.packed_deal().is_some_and(|packed| Deal::is_whole(packed, self.deck, self.kitty))
    }

    fn sample_chance(&self, rng: &mut Rng) -> DouDiZhuMove {
        DouDiZhuMove::deal(Deal::random(self.deck, self.kitty, rng))
    }

    #[inline]
    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &knowledge::DouDiZhuKnowledge
    }
}
