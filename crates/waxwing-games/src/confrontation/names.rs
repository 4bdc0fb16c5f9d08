//! The pieces, cards and regions: their numbers, names and strengths.

/// The two sides, as indices and as players.
pub(super) const WARDENS: usize = 0;
pub(super) const LEGION: usize = 1;

/// How a text names the sides.
pub(super) const SIDES: [&str; 2] = ["wardens", "legion"];

/// Pieces of a side.
pub(super) const PIECES: usize = 9;

/// The pieces of the Wardens.
pub(super) const BEARER: u8 = 0;
pub(super) const GUARDIAN: u8 = 1;
pub(super) const SCOUT: u8 = 2;
pub(super) const SQUIRE: u8 = 3;
pub(super) const SAGE: u8 = 4;
pub(super) const RANGER: u8 = 5;
pub(super) const ARCHER: u8 = 6;
pub(super) const AXEMAN: u8 = 7;
pub(super) const MARTYR: u8 = 8;

/// The pieces of the Legion.
pub(super) const RAIDERS: u8 = 0;
pub(super) const LURKER: u8 = 1;
pub(super) const WARLOCK: u8 = 2;
pub(super) const WINGED_HUNTER: u8 = 3;
pub(super) const FIRE_FIEND: u8 = 4;
pub(super) const WOLF: u8 = 5;
pub(super) const OUTRIDER: u8 = 6;
pub(super) const DREAD_CAPTAIN: u8 = 7;
pub(super) const OGRE: u8 = 8;

/// How moves and set-ups name the pieces.
pub(super) const PIECE_NAMES: [[&str; PIECES]; 2] = [
    ["bearer", "guardian", "scout", "squire", "sage", "ranger", "archer", "axeman", "martyr"],
    ["raiders", "lurker", "warlock", "winged-hunter", "fire-fiend", "wolf", "outrider", "dread-captain", "ogre"],
];

/// How drawings name them.
pub(super) const PIECE_SIGNS: [[&str; PIECES]; 2] =
    [["Be", "Gu", "Sc", "Sq", "Sa", "Ra", "Ar", "Ax", "Ma"], ["Rd", "Lu", "Wa", "Wh", "Ff", "Wo", "Ou", "Dc", "Og"]];

pub(super) const STRENGTHS: [[u8; PIECES]; 2] = [[1, 2, 1, 2, 5, 4, 3, 3, 0], [2, 5, 4, 3, 5, 2, 3, 5, 9]];
/// The Guardian's when it and the Bearer are both shown.
pub(super) const GUARDING_STRENGTH: u8 = 5;

/// Cards of a side.
pub(super) const CARDS: usize = 9;
/// All cards of a side as a set.
pub(super) const ALL_CARDS: u16 = (1 << CARDS) - 1;

/// Each side's card that is replaced by a card played earlier.
pub(super) const RECALL: [u8; 2] = [5, 6];
/// The Wardens' other cards with a text.
pub(super) const LAST_STAND: u8 = 6;
pub(super) const VEIL: u8 = 7;
pub(super) const FALL_BACK: u8 = 8;
/// The Legion's other cards with a text.
pub(super) const BALEFUL_GAZE: u8 = 7;
pub(super) const SIDESTEP: u8 = 8;
/// What a card becomes that has no effect.
pub(super) const BLANK: u8 = 9;

/// The number on a card; 0 for cards with a text.
pub(super) const CARD_VALUES: [[u8; CARDS + 1]; 2] = [[1, 2, 3, 4, 5, 0, 0, 0, 0, 0], [1, 2, 3, 4, 5, 6, 0, 0, 0, 0]];

/// How moves and set-ups name the cards.
pub(super) const CARD_NAMES: [[&str; CARDS]; 2] = [
    ["1", "2", "3", "4", "5", "recall", "last-stand", "veil", "fall-back"],
    ["1", "2", "3", "4", "5", "6", "recall", "baleful-gaze", "sidestep"],
];

pub(super) const REGION_NAMES: [&str; 16] = [
    "Haven",
    "North Meadow",
    "South Meadow",
    "North Vale",
    "Mid Vale",
    "South Vale",
    "North Pass",
    "Grey Ridge",
    "Deep Gate",
    "South Gap",
    "Dark Wood",
    "Old Forest",
    "Grass Plain",
    "Ash Field",
    "White March",
    "Citadel",
];

/// The side and number of the piece of this name.
pub(super) fn piece_named(name: &str) -> Option<(usize, u8)> {
    [WARDENS, LEGION].into_iter().find_map(|side| position(&PIECE_NAMES[side], name).map(|piece| (side, piece)))
}

/// The number of a side's card of this name.
pub(super) fn card_named(side: usize, name: &str) -> Option<u8> {
    position(&CARD_NAMES[side], name)
}

/// The region of this number, written without leading zeros.
pub(super) fn region_numbered(text: &str) -> Option<u8> {
    (0..16).find(|region: &u8| region.to_string() == text)
}

fn position(names: &[&str], name: &str) -> Option<u8> {
    names.iter().position(|&known| known == name).map(|place| place as u8)
}
