//! Set-ups: random ones, and those that a text describes.
//!
//! A text is `0:bearer+guardian,1:sage,…,15:ogre`: regions by number with their pieces, in any order. A position may
//! follow it with the hands of cards, `;wardens:3+5+recall;legion:1+2+sidestep` (all nine if they are not given), and
//! with the side to move, `;move:wardens` (the Legion if it is not given).

use waxwing::Rng;

use super::Confrontation;
use super::board::{Board, CAPACITIES, CITADEL};
use super::names::{
    ALL_CARDS, BEARER, CARD_NAMES, LEGION, PIECE_NAMES, PIECES, REGION_NAMES, SIDES, WARDENS, card_named, piece_named,
    region_numbered,
};

pub(super) const FORM: &str = "`random`, or a set-up such as `0:bearer+sage,3:ranger,10:ogre,15:wolf+raiders`, which \
                               may go on with `;wardens:1+2+veil;legion:3+4+recall` (hands) and `;move:wardens`";

/// The set-up of the rules' first example, and a puzzle.
pub(super) const STANDARD: &str = "0:bearer+guardian+scout+squire,1:sage,2:ranger,3:archer,4:axeman,5:martyr,\
                                   10:fire-fiend,11:wolf,12:outrider,13:dread-captain,14:ogre,\
                                   15:raiders+lurker+warlock+winged-hunter";
pub(super) const PUZZLE: &str = "0:outrider+ogre,1:bearer,2:archer,8:fire-fiend,10:squire+axeman,13:raiders;\
                                 wardens:3+5+recall+fall-back;legion:1+2+3+sidestep;move:wardens";
pub(super) const EXAMPLES: &[&str] = &["random", STANDARD, PUZZLE];

/// What is wrong with a value of the option, if something is.
pub(super) fn check(text: &str) -> Result<(), String> {
    read_start(text).map(|_| ())
}

/// The start of a game with this value of the option.
pub(super) fn read_start(text: &str) -> Result<Confrontation, String> {
    if text == "random" {
        return Ok(Confrontation::undealt());
    }
    let mut parts = text.split(';');
    let board = read_board(parts.next().unwrap_or_default())?;
    let mut state = Confrontation { board, ..Confrontation::undealt() };
    let (mut hands, mut mover) = ([None; 2], None);
    for part in parts {
        let side = |name: &str| SIDES.iter().position(|&side| side == name);
        match part.split_once(':') {
            Some(("move", name)) => {
                let side = side(name).ok_or_else(|| format!("`{part}`: the side to move is `wardens` or `legion`"))?;
                set_once(&mut mover, side, part)?;
            }
            Some((name, cards)) if side(name).is_some() => {
                let side = side(name).unwrap_or_default();
                set_once(&mut hands[side], read_hand(side, cards)?, part)?;
            }
            _ => {
                return Err(format!(
                    "`{part}` is not known; after the pieces come `wardens:…`, `legion:…` and `move:…`"
                ));
            }
        }
    }
    state.hands = hands.map(|hand| hand.unwrap_or(ALL_CARDS));
    if state.hands[WARDENS].count_ones() != state.hands[LEGION].count_ones() {
        return Err("both hands must have the same number of cards".to_owned());
    }
    state.side = mover.unwrap_or(LEGION) as u8;
    state.begin();
    Ok(state)
}

fn set_once<T>(place: &mut Option<T>, value: T, part: &str) -> Result<(), String> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("`{part}` is said twice")),
    }
}

pub(super) fn read_hand(side: usize, text: &str) -> Result<u16, String> {
    text.split('+').try_fold(0, |hand, name| {
        let card = card_named(side, name).ok_or_else(|| {
            let cards = CARD_NAMES[side].join(", ");
            format!("`{name}` is not a card of the {}; there are {cards}", SIDES[side])
        })?;
        if hand >> card & 1 == 1 { Err(format!("the card `{name}` is there twice")) } else { Ok(hand | 1 << card) }
    })
}

/// Regions and pieces of a game that is not over, in which no region has both sides.
fn read_board(text: &str) -> Result<Board, String> {
    let board = read_pieces(text)?;
    let both = board.crowds[WARDENS].occupied() & board.crowds[LEGION].occupied();
    match REGION_NAMES.iter().enumerate().find(|(region, _)| both >> region & 1 == 1) {
        Some((region, name)) => Err(format!("both sides are in {region} ({name})")),
        None => check_board(&board).map(|()| board),
    }
}

/// Regions and pieces.
pub(super) fn read_pieces(text: &str) -> Result<Board, String> {
    let mut board = Board::EMPTY;
    let mut named = 0u16;
    for part in text.split(',') {
        let message = || format!("`{part}` is not a region with its pieces, such as `0:bearer+sage`");
        let (number, pieces) = part.split_once(':').ok_or_else(message)?;
        let region = region_numbered(number).ok_or_else(|| format!("`{number}` is not a region; they are 0 to 15"))?;
        if named >> region & 1 == 1 {
            return Err(format!("the region {region} is there twice"));
        }
        named |= 1 << region;
        pieces.split('+').try_for_each(|name| put(&mut board, name, region))?;
    }
    Ok(board)
}

fn put(board: &mut Board, name: &str, region: u8) -> Result<(), String> {
    let (side, piece) = piece_named(name).ok_or_else(|| {
        let [wardens, legion] = PIECE_NAMES.map(|names| names.join(", "));
        format!("`{name}` is not a piece; there are {wardens}, and {legion}")
    })?;
    if !board.is_gone(side, piece) {
        return Err(format!("the {name} is placed twice"));
    }
    if board.crowds[side].count(region) >= u32::from(CAPACITIES[usize::from(region)]) {
        return Err(format!("there are too many pieces in {region} ({})", REGION_NAMES[usize::from(region)]));
    }
    board.place(side, piece, region);
    Ok(())
}

/// The game must not be over.
pub(super) fn check_board(board: &Board) -> Result<(), String> {
    match board.region(WARDENS, BEARER) {
        _ if board.is_gone(WARDENS, BEARER) => Err("the bearer is missing".to_owned()),
        CITADEL => Err("the bearer is in the Citadel: the game would be over".to_owned()),
        _ if board.haven_has_fallen() => Err("three of the legion are in Haven: the game would be over".to_owned()),
        _ => Ok(()),
    }
}

/// The regions of a side where a game begins with one piece each; the other four pieces are in its home.
const FRONTS: [[u8; 5]; 2] = [[1, 2, 3, 4, 5], [10, 11, 12, 13, 14]];
const HOMES: [u8; 2] = [0, CITADEL];

/// How many set-ups a side has: nine pieces for the first region of its front, eight for the second, and so on.
pub(super) const SETUPS: u32 = 9 * 8 * 7 * 6 * 5;

/// One of the set-ups of both sides.
pub(super) fn random_deal(rng: &mut Rng) -> u32 {
    let [wardens, legion] = [0; 2].map(|_: u32| rng.below(SETUPS as usize) as u32);
    wardens * SETUPS + legion
}

/// The board of a deal.
pub(super) fn board_of(deal: u32) -> Board {
    let mut board = Board::EMPTY;
    for (side, number) in [deal / SETUPS % SETUPS, deal % SETUPS].into_iter().enumerate() {
        let (mut number, mut pieces) = (number as usize, (0..PIECES as u8).collect::<Left>());
        for region in FRONTS[side] {
            let choices = pieces.count;
            board.place(side, pieces.take(number % choices), region);
            number /= choices;
        }
        while pieces.count > 0 {
            board.place(side, pieces.take(0), HOMES[side]);
        }
    }
    board
}

/// The number of the deal that gives this board, if one does.
pub(super) fn deal_of(board: &Board) -> Option<u32> {
    let number = |side: usize| {
        let (mut number, mut weight) = (0, 1);
        let mut pieces = (0..PIECES as u8).collect::<Left>();
        for region in FRONTS[side] {
            let here = board.places[side].within(region);
            let place = pieces.position(here.iter().next()?)?;
            number += weight * place as u32;
            weight *= pieces.count as u32;
            pieces.take(place);
        }
        let all_home = (0..pieces.count).all(|place| board.region(side, pieces.pieces[place]) == HOMES[side]);
        all_home.then_some(number)
    };
    Some(number(WARDENS)? * SETUPS + number(LEGION)?)
}

/// Pieces that are not placed yet, in their order.
struct Left {
    pieces: [u8; PIECES],
    count: usize,
}

impl FromIterator<u8> for Left {
    fn from_iter<T: IntoIterator<Item = u8>>(pieces: T) -> Left {
        let mut left = Left { pieces: [0; PIECES], count: 0 };
        for piece in pieces.into_iter().take(PIECES) {
            left.pieces[left.count] = piece;
            left.count += 1;
        }
        left
    }
}

impl Left {
    fn take(&mut self, place: usize) -> u8 {
        let piece = self.pieces[place];
        self.pieces.copy_within(place + 1..self.count, place);
        self.count -= 1;
        piece
    }

    fn position(&self, piece: u8) -> Option<usize> {
        self.pieces[..self.count].iter().position(|&left| left == piece)
    }
}

/// A hand of cards as text.
pub(super) fn write_hand(side: usize, hand: u16) -> String {
    let cards = CARD_NAMES[side].iter().enumerate().filter(|(card, _)| hand >> card & 1 == 1);
    cards.map(|(_, &name)| name).collect::<Vec<_>>().join("+")
}

/// The regions with their pieces as text.
pub(super) fn write_board(board: &Board) -> String {
    let region = |region: u8| {
        let names = |side: usize| {
            board.places[side].within(region).iter().map(move |piece| PIECE_NAMES[side][usize::from(piece)])
        };
        let names: Vec<&str> = names(WARDENS).chain(names(LEGION)).collect();
        (!names.is_empty()).then(|| format!("{region}:{}", names.join("+")))
    };
    (0..16).filter_map(region).collect::<Vec<_>>().join(",")
}

/// The number of the deal that a text describes.
pub(super) fn read_deal(text: &str) -> Result<u32, String> {
    let board = read_board(text)?;
    deal_of(&board).ok_or_else(|| {
        "a deal puts four wardens in 0 and one in each of 1 to 5, four of the legion in 15 and one in each of 10 to 14"
            .to_owned()
    })
}

impl Confrontation {
    /// The set-up of a deal.
    pub(super) fn deal(&mut self, deal: u32) {
        self.board = board_of(deal);
        self.begin();
    }

    /// The pieces are placed: every stand may be any of its side's.
    fn begin(&mut self) {
        for side in [WARDENS, LEGION] {
            let all = self.board.places[side].alive().identities();
            let occupied = self.board.crowds[side].occupied();
            for (region, suspects) in self.suspects[side].iter_mut().enumerate() {
                let possible =
                    if side == WARDENS && region == usize::from(CITADEL) { all & !(1 << BEARER) } else { all };
                *suspects = if occupied >> region & 1 == 1 { possible } else { 0 };
            }
        }
        self.begin_turn();
    }
}
