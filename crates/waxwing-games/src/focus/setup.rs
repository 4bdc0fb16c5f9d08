//! The places of the pieces at the start, with the top row of the board first.

use super::board::EMPTY;

const TWO: [&str; 8] = ["##....##", "#AABBAA#", ".BBAABB.", ".AABBAA.", ".BBAABB.", ".AABBAA.", "#BBAABB#", "##....##"];
const THREE: [&str; 8] =
    ["##....##", "#AACCBB#", ".BBAACC.", ".CCBBAA.", ".AACCBB.", ".BBAACC.", "#CCBBAA#", "##....##"];
const FOUR: [&str; 8] =
    ["##AACB##", "#BBBCBC#", "AAAACBCB", "BBBBCBCB", "DADADDDD", "DADACCCC", "#ADADDD#", "##DACC##"];

/// The stacks at the start of a game of two, three or four players.
pub(super) fn stacks(players: u8) -> [u16; 64] {
    let rows = match players {
        2 => TWO,
        3 => THREE,
        _ => FOUR,
    };
    std::array::from_fn(|square| match rows[7 - square / 8].as_bytes()[square % 8] {
        piece @ b'A'..=b'D' => EMPTY << 2 | u16::from(piece - b'A'),
        _ => EMPTY,
    })
}
