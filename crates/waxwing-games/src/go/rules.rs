//! What the options decide.

use super::board::LARGEST;
use waxwing_workshop::{OptionEntry, Options, TextValues, Values};

/// The fewest rows and columns.
pub(super) const SMALLEST: u8 = 2;

const KOMI_FORM: &str = "a number of points in halves";

/// What can be set.
pub(super) fn options() -> Vec<OptionEntry> {
    vec![
        OptionEntry::new("size", "9", Values::Range(u32::from(SMALLEST), u32::from(LARGEST as u8))),
        OptionEntry::new(
            "komi",
            "7.5",
            Values::Text(TextValues::new(KOMI_FORM, &["7.5", "6.5", "0", "-3"], |text| read_komi(text).map(|_| ()))),
        ),
        OptionEntry::new("ko", "positional", Values::words(&["positional", "situational", "simple"])),
        OptionEntry::new("suicide", "no", Values::words(&["no", "yes"])),
    ]
}

/// The greatest komi in half points: all points of the largest board.
const MOST_KOMI: f64 = (2 * LARGEST * LARGEST) as f64;

/// Which positions may not come up again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ko {
    /// None that has come up.
    Positional,
    /// None that has come up with the same player to move.
    Situational,
    /// The one before the last move, if that captured a single stone.
    Simple,
}

/// What can be chosen about the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    /// In half points.
    pub(super) komi: i16,
    pub(super) ko: Ko,
    /// Whether a chain may take its own last liberty.
    pub(super) suicide: bool,
}

/// What tells the positions of the second player from those of the first.
const WHITE_TO_MOVE: u64 = 0x9D39_247E_3377_6D41;

impl Rules {
    pub(super) const USUAL: Rules = Rules { komi: 15, ko: Ko::Positional, suicide: false };

    pub(super) fn of(options: &Options) -> Rules {
        let ko = match options.word("ko") {
            "simple" => Ko::Simple,
            "situational" => Ko::Situational,
            _ => Ko::Positional,
        };
        let komi = read_komi(options.word("komi")).expect("texts are checked when the options are read");
        Rules { komi, ko, suicide: options.word("suicide") == "yes" }
    }

    /// The number of a position that may come up once.
    #[inline(always)]
    pub(super) fn key(self, hash: u64, to_move: u8) -> u64 {
        if self.ko == Ko::Situational && to_move == 1 { hash ^ WHITE_TO_MOVE } else { hash }
    }
}

fn read_komi(text: &str) -> Result<i16, String> {
    let komi = text.parse().map_err(|_| format!("`{text}` is not {}", KOMI_FORM))?;
    half_points(komi)
}

/// A komi in half points.
pub(super) fn half_points(komi: f64) -> Result<i16, String> {
    let halves = 2.0 * komi;
    if halves.fract() == 0.0 && halves.abs() <= MOST_KOMI {
        Ok(halves as i16)
    } else {
        Err(format!("the komi {komi} is not a number of half points up to {}", MOST_KOMI / 2.0))
    }
}
