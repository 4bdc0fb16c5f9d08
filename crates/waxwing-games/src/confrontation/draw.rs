//! The position as a drawing.

use std::fmt::Write as _;

use waxwing::Player;

use super::names::{ALL_CARDS, CARD_NAMES, LEGION, PIECE_NAMES, PIECE_SIGNS, REGION_NAMES, SIDES, STRENGTHS, WARDENS};
use super::{Confrontation, Phase};

/// The rows from the top, where the Legion comes from.
pub(super) const ROWS: [&[u8]; 7] = [&[15], &[13, 14], &[10, 11, 12], &[6, 7, 8, 9], &[3, 4, 5], &[1, 2], &[0]];

/// The width of a region, and of the row of four.
const REGION_WIDTH: usize = 19;
const WIDTH: usize = 4 * REGION_WIDTH;

/// How the pieces of a side are marked.
const MARKS: [char; 2] = ['○', '●'];

/// The board, the pieces that are gone, the cards, and the battle that is going on.
pub(super) fn draw(state: &Confrontation, view: Option<Player>) -> String {
    let mut drawing = String::new();
    for row in ROWS {
        let names: String = row.iter().map(|&region| centred(&name(region))).collect();
        let stands: String = row.iter().map(|&region| centred(&stands(state, region, view))).collect();
        let indent = " ".repeat((WIDTH - row.len() * REGION_WIDTH) / 2);
        for line in [names, stands] {
            let _ = writeln!(drawing, "{}", format!("{indent}{line}").trim_end());
        }
    }
    drawing.push('\n');
    for side in [LEGION, WARDENS] {
        side_lines(state, side, &mut drawing);
    }
    let battle = battle(state, view);
    if !battle.is_empty() {
        let _ = writeln!(drawing, "{battle}");
    }
    drawing
}

fn name(region: u8) -> String {
    format!("{region} {}", REGION_NAMES[usize::from(region)])
}

fn centred(text: &str) -> String {
    format!("{text:^REGION_WIDTH$}")
}

/// The pieces in a region, as the viewer sees them.
fn stands(state: &Confrontation, region: u8, view: Option<Player>) -> String {
    let side_stands = |side: usize| {
        let here = state.board.places[side].within(region);
        let known = here.iter().filter(move |&piece| is_known(state, side, piece, view));
        let hidden = here.iter().filter(move |&piece| !is_known(state, side, piece, view));
        let sign = move |piece: u8| format!("{}{}", MARKS[side], PIECE_SIGNS[side][usize::from(piece)]);
        known.map(sign).chain(hidden.map(move |_| format!("{}?", MARKS[side])))
    };
    let signs: Vec<String> = side_stands(WARDENS).chain(side_stands(LEGION)).collect();
    if signs.is_empty() { "·".to_owned() } else { signs.join(" ") }
}

/// Whether the viewer knows which piece of its region this is.
pub(super) fn is_known(state: &Confrontation, side: usize, piece: u8, view: Option<Player>) -> bool {
    let region = state.board.region(side, piece);
    let certain = || state.suspects[side][usize::from(region & 15)] == 1 << piece;
    view.is_none_or(|player| player.index() == side) || state.shown[side].has(piece) || certain()
}

/// What the pieces of a side are called, which of them are gone, and its cards.
fn side_lines(state: &Confrontation, side: usize, drawing: &mut String) {
    let mark = MARKS[side];
    let piece = |piece: u8, sign: bool| {
        let (name, place) = (PIECE_NAMES[side][usize::from(piece)], usize::from(piece));
        if sign { format!("{} {name} {}", PIECE_SIGNS[side][place], STRENGTHS[side][place]) } else { name.to_owned() }
    };
    let (alive, gone): (Vec<u8>, Vec<u8>) =
        (0..9).partition(|&piece| state.phase == Phase::Deal || !state.board.is_gone(side, piece));
    let alive: Vec<String> = alive.into_iter().map(|warrior| piece(warrior, true)).collect();
    let gone: Vec<String> = gone.into_iter().map(|warrior| piece(warrior, false)).collect();
    let _ = writeln!(drawing, "{mark} {}: {}", SIDES[side], alive.join(", "));
    if !gone.is_empty() {
        let _ = writeln!(drawing, "{mark} gone: {}", gone.join(", "));
    }
    let cards = |set: u16| {
        let cards = CARD_NAMES[side].iter().enumerate().filter(|(card, _)| set >> card & 1 == 1);
        cards.map(|(_, &name)| name).collect::<Vec<_>>().join(" ")
    };
    let hand = state.hands[side];
    let played = if hand == ALL_CARDS { String::new() } else { format!(" (played: {})", cards(ALL_CARDS & !hand)) };
    let _ = writeln!(drawing, "{mark} hand: {}{played}", cards(hand));
}

/// Who fights whom, and the cards that the viewer sees; nothing where there is no battle.
pub(super) fn battle(state: &Confrontation, view: Option<Player>) -> String {
    let attack = &state.attack;
    match state.phase {
        Phase::Deal | Phase::Move | Phase::Over { .. } => return String::new(),
        Phase::Ambush | Phase::Ambushed => return "a warden is in the Underway, from 4 to 11".to_owned(),
        Phase::Meet | Phase::Face => return format!("an attack on {}", name(attack.field)),
        _ => {}
    }
    let [warden, legionary] = [WARDENS, LEGION].map(|side| PIECE_NAMES[side][usize::from(attack.fighters[side])]);
    let mut battle = format!("battle in {}: {warden} against {legionary}", name(attack.field));
    let after_card = |side: usize| match state.phase {
        Phase::WardensCard => side == LEGION,
        Phase::Reveal | Phase::LegionRecall | Phase::Sidestep | Phase::WardensRecall | Phase::FallBack => true,
        _ => false,
    };
    let face_down = matches!(state.phase, Phase::WardensCard | Phase::Reveal) && !state.sage_fights();
    for side in [LEGION, WARDENS] {
        // Against the Sage the Legion recalls before the Wardens have put down anything.
        let early = side == WARDENS && state.phase == Phase::LegionRecall && state.sage_fights();
        if !after_card(side) || early {
            continue;
        }
        let hidden = side == LEGION && face_down && view == Some(Player(WARDENS as u8));
        let card = if hidden { "?" } else { CARD_NAMES[side][usize::from(attack.played[side])] };
        let _ = write!(battle, ", {} {card}", SIDES[side]);
    }
    battle
}
