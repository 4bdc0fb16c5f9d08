//! Two deals that the player to move cannot tell apart: everything that a search prints is the same.

use serde_json::Value;
use waxwing::Rng;

use super::{ensure, pick};
use crate::Workplace;

const AGENTS: [&str; 5] =
    ["icarus/NRML", "icarus/EPIC", "rave > mast", "grave > past + tiles", "uct > nast with final(value)"];
/// Where the game offers beliefs.
const BELIEVING: [&str; 2] = ["icarus/N with belief", "uct with belief(candidates=3, trust=0.5)"];

/// A game at a decision: the deal, by players, and the moves since then.
#[derive(Clone, PartialEq)]
struct Position {
    game: &'static str,
    /// What each player was dealt: cards, or pieces in the order of [`PLACES`].
    hands: Vec<Vec<&'static str>>,
    moves: Vec<String>,
}

const RANKS: [&str; 15] = ["3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "w", "W"];
const SUITED: [&str; 52] = [
    "AC", "KC", "QC", "JC", "TC", "9C", "8C", "7C", "6C", "5C", "4C", "3C", "2C", "AD", "KD", "QD", "JD", "TD", "9D",
    "8D", "7D", "6D", "5D", "4D", "3D", "2D", "AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S", "6S", "5S", "4S", "3S",
    "2S", "AH", "KH", "QH", "JH", "TH", "9H", "8H", "7H", "6H", "5H", "4H", "3H", "2H",
];
const WARDENS: [&str; 9] = ["bearer", "guardian", "scout", "squire", "sage", "ranger", "archer", "axeman", "martyr"];
const LEGION: [&str; 9] =
    ["fire-fiend", "wolf", "outrider", "dread-captain", "ogre", "raiders", "lurker", "warlock", "winged-hunter"];
/// Where the pieces of each side begin.
const PLACES: [[u8; 9]; 2] = [[0, 0, 0, 0, 1, 2, 3, 4, 5], [10, 11, 12, 13, 14, 15, 15, 15, 15]];

pub fn attack(place: &Workplace, rng: &mut Rng) -> Result<(), String> {
    let game = *pick(&["dou-di-zhu", "hearts", "confrontation"], rng);
    for _ in 0..POSITIONS {
        if let Some([one, other]) = pair(place, game, rng)? {
            return compare(place, [&one, &other], rng);
        }
    }
    Err(format!("{game}: no two of {POSITIONS} times {REDEALS} deals look the same to the player to move"))
}

/// How many positions are drawn at most until another deal looks like one of them, and how many deals are tried for each.
const POSITIONS: usize = 40;
const REDEALS: usize = 12;

/// Two positions that the player to move cannot tell apart. Most other deals do not allow the moves that were made, or look
/// different.
fn pair(place: &Workplace, game: &'static str, rng: &mut Rng) -> Result<Option<[Position; 2]>, String> {
    let Some((one, player)) = drawn(place, game, rng)? else { return Ok(None) };
    let Some(view) = view(place, &one, player)? else { return Ok(None) };
    for _ in 0..REDEALS {
        let other = one.redealt(player, rng);
        if other != one && self::view(place, &other, player)?.as_ref() == Some(&view) {
            return Ok(Some([one, other]));
        }
    }
    Ok(None)
}

/// Fails unless everything that a search prints is the same in both positions.
fn compare(place: &Workplace, positions: [&Position; 2], rng: &mut Rng) -> Result<(), String> {
    let believes = positions[0].game != "confrontation" && rng.below(3) == 0;
    let agent = if believes { *pick(&BELIEVING, rng) } else { *pick(&AGENTS, rng) };
    let seed = rng.below(1 << 30).to_string();
    let iterations = (50 + rng.below(2_000)).to_string();
    let said = positions.map(|position| {
        let moves = position.text();
        let search = ["search", position.game, agent, "--moves", &moves, "--seed", &seed, "--iterations", &iterations];
        let json = place.succeed(&[&search[..], &["--json"]].concat())?;
        let mut report: Value = serde_json::from_str(&json).map_err(|error| error.to_string())?;
        report.as_object_mut().and_then(|fields| fields.remove("elapsed_s"));
        let text = place.succeed(&search)?;
        // The last line tells how fast the machine was.
        let lines: Vec<String> = text.lines().filter(|line| !line.contains(" in ")).map(str::to_owned).collect();
        Ok::<_, String>((report, lines))
    });
    let [one, other] = said;
    let moves = positions.map(Position::text);
    ensure(one? == other?, || format!("`{agent}` --seed {seed} --iterations {iterations} peeks: {moves:?}"))
}

/// A random position in which a player has something to decide, and that player.
fn drawn(place: &Workplace, game: &'static str, rng: &mut Rng) -> Result<Option<(Position, usize)>, String> {
    let mut position = Position { game, hands: dealt(game, rng), moves: Vec::new() };
    let most = match game {
        "dou-di-zhu" => 12,
        "hearts" => 4,
        _ => 2,
    };
    for _ in 0..rng.below(most) {
        let Some(state) = state(place, &position, &[])? else { return Ok(None) };
        let legal: Vec<&str> = state["legal"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if legal.is_empty() {
            break;
        }
        position.moves.push((*pick(&legal, rng)).to_owned());
    }
    let player = state(place, &position, &[])?.and_then(|state| state["to_move"].as_u64());
    Ok(player.map(|player| (position, player as usize)))
}

fn dealt(game: &str, rng: &mut Rng) -> Vec<Vec<&'static str>> {
    let (mut cards, sizes): (Vec<&str>, &[usize]) = match game {
        "dou-di-zhu" => {
            let ranks = RANKS[..13].iter().flat_map(|rank| [*rank; 4]);
            (ranks.chain(["w", "W"]).collect(), &[20, 17, 17])
        }
        "hearts" => (SUITED.to_vec(), &[13; 4]),
        _ => {
            return [WARDENS, LEGION]
                .map(|mut side| {
                    rng.shuffle(&mut side);
                    side.to_vec()
                })
                .to_vec();
        }
    };
    rng.shuffle(&mut cards);
    sizes.iter().map(|&size| cards.drain(..size).collect()).collect()
}

impl Position {
    /// The moves from the start, as the command takes them.
    fn text(&self) -> String {
        let deal = match self.game {
            "dou-di-zhu" => self.hands.iter().map(|hand| by_rank(hand)).collect::<Vec<_>>().join("/"),
            "hearts" => self.hands.iter().map(|hand| by_suit(hand)).collect::<Vec<_>>().join("/"),
            _ => {
                let regions = (0..16u8).filter_map(|region| {
                    let here = self.hands.iter().zip(PLACES).flat_map(|(side, places)| side.iter().zip(places));
                    let names: Vec<&str> = here.filter(|&(_, at)| at == region).map(|(name, _)| *name).collect();
                    (!names.is_empty()).then(|| format!("{region}:{}", names.join("+")))
                });
                regions.collect::<Vec<_>>().join(",")
            }
        };
        format!("deal:{deal} {}", self.moves.join(" "))
    }

    /// The position with what this player cannot see dealt anew. It need not be possible.
    fn redealt(&self, player: usize, rng: &mut Rng) -> Position {
        let mut other = self.clone();
        if self.game == "confrontation" {
            let hidden = 1 - player;
            rng.shuffle(&mut other.hands[hidden]);
            // The same places moved, whoever is there.
            for (number, text) in self.moves.iter().enumerate() {
                let Some((name, to)) = text.split_once(':') else { continue };
                if let Some(place) = self.hands[hidden].iter().position(|piece| *piece == name) {
                    other.moves[number] = format!("{}:{to}", other.hands[hidden][place]);
                }
            }
            return other;
        }
        let mut pool = Vec::new();
        for (owner, hand) in other.hands.iter_mut().enumerate().filter(|(owner, _)| *owner != player) {
            let used = self.used_by(owner);
            let (kept, free) = split(hand, &used);
            pool.extend(free);
            *hand = kept;
        }
        rng.shuffle(&mut pool);
        for (hand, before) in other.hands.iter_mut().zip(&self.hands) {
            hand.extend(pool.drain(..before.len() - hand.len()));
        }
        other
    }

    /// The cards that the moves show in a player's hand. Players move in turn.
    fn used_by(&self, owner: usize) -> Vec<String> {
        let moves = self.moves.iter().skip(owner).step_by(self.hands.len());
        let cards = |text: &String| match self.game {
            _ if text == "pass" => Vec::new(),
            "hearts" => text.split(',').map(str::to_owned).collect(),
            _ => text.chars().map(String::from).collect::<Vec<_>>(),
        };
        moves.flat_map(cards).collect()
    }
}

/// The cards of a hand that are used, each as often as it is, and the others.
fn split(hand: &[&'static str], used: &[String]) -> (Vec<&'static str>, Vec<&'static str>) {
    let mut used = used.to_vec();
    hand.iter().partition(|card| {
        let found = used.iter().position(|other| other == *card);
        found.map(|found| used.remove(found)).is_some()
    })
}

fn by_rank(hand: &[&str]) -> String {
    RANKS.iter().flat_map(|rank| hand.iter().filter(move |card| *card == rank)).copied().collect()
}

fn by_suit(hand: &[&str]) -> String {
    let suit = |suit: char| -> String {
        let cards = SUITED.iter().filter(|card| card.ends_with(suit) && hand.contains(card));
        cards.map(|card| &card[..1]).collect()
    };
    ['C', 'D', 'S', 'H'].map(suit).join(".")
}

/// The position in JSON; `None` if it is not possible.
fn state(place: &Workplace, position: &Position, more: &[&str]) -> Result<Option<Value>, String> {
    let moves = position.text();
    let ended = place.run(&[&["state", position.game, "--json", "--moves", moves.trim()], more].concat())?;
    match ended.code {
        Some(0) => serde_json::from_str(&ended.printed).map(Some).map_err(|error| error.to_string()),
        _ => Ok(None),
    }
}

/// What a player sees of a position; `None` if it is not possible.
fn view(place: &Workplace, position: &Position, player: usize) -> Result<Option<Value>, String> {
    state(place, position, &["--view", &player.to_string()])
}
