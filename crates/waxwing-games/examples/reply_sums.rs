//! Counts what it matters to the reply forest whether n_c of its weights is over the legal replies (`sum=legal`) or over all
//! that are stored (`sum=stored`): how often the two sums differ in playouts on Go 9×9, and how often a reply is played then.
//!
//! `cargo run --release -p waxwing-games --example reply_sums -- 10000`: the number of iterations from the empty board.

use waxwing::search::{SearchRecords, Trace};
use waxwing::{Agent, Game, Information, Phase, Player, Record};
use waxwing_games::{Go, GoMove};

const AGENTS: [&str; 2] = ["bhrf/forest", "bhrf/forest-expert"];
/// The default of the forest's b.
const B: f64 = 0.7;
/// Every so many iterations are looked at.
const EVERY: u64 = 10;
/// How many plies of a playout are in one row, and how many rows there are.
const PLIES: usize = 10;
const ROWS: usize = 12;

fn main() -> Result<(), String> {
    let iterations: u64 = match std::env::args().nth(1) {
        Some(text) => text.parse().map_err(|error| format!("{text}: {error}"))?,
        None => 10_000,
    };
    let board = Go::new(9, 7.5)?;
    for text in AGENTS {
        let mut agent = Agent::parse(text, &board).map_err(|error| error.to_string())?;
        let (mut rows, mut number) = (vec![Row::default(); ROWS], 0);
        agent
            .trace(&board, 1, iterations, &mut |trace, records| {
                number += 1;
                if number % EVERY == 0 {
                    count(trace, records, &mut rows);
                }
            })
            .map_err(|error| error.to_string())?;
        print(text, &rows);
    }
    Ok(())
}

/// The plies of playouts that lie as far below the tree.
#[derive(Clone, Default)]
struct Row {
    plies: u64,
    /// Plies with a candidate.
    asked: u64,
    /// Those where some of the replies to the context are not legal.
    differ: u64,
    /// How likely a candidate is played, summed: by the legal sum, by the stored one, and the difference.
    legal: f64,
    stored: f64,
    change: f64,
}

/// What is known of a reply to a context.
struct Reply {
    mean: f64,
    visits: f64,
    is_legal: bool,
}

fn count(trace: &Trace<'_, Go>, records: &SearchRecords<'_, Go>, rows: &mut [Row]) {
    let mut all = Vec::new();
    trace.root.legal_actions(&mut all);
    let (mut seen, mut ply) = (Vec::new(), 0);
    for step in trace.steps() {
        if let (Phase::Simulation, Some(player)) = (step.phase, step.player) {
            let row = &mut rows[(ply / PLIES).min(ROWS - 1)];
            row.plies += 1;
            ply += 1;
            if let Some(replies) = longest(records, player, &seen, &all, step.legal) {
                row.add(&replies);
            }
        }
        seen.push(step.action);
    }
}

/// The replies to the longest context that has a legal one.
fn longest(
    records: &SearchRecords<'_, Go>,
    player: Player,
    seen: &[GoMove],
    all: &[GoMove],
    legal: &[GoMove],
) -> Option<Vec<Reply>> {
    let known = |length: usize| -> Vec<Reply> {
        let reply = |&action: &GoMove| {
            let moves = seen[seen.len() - length..].iter().copied().chain([action]).collect();
            match records.recall(&Record::Gram { player, moves })[..] {
                [Information::Statistics { sum, visits, .. }, ..] if visits > 0 => {
                    let visits = visits as f64;
                    Some(Reply { mean: sum / visits, visits, is_legal: legal.contains(&action) })
                }
                _ => None,
            }
        };
        all.iter().filter_map(reply).collect()
    };
    let with_legal = (1..=seen.len()).map(known).take_while(|replies| replies.iter().any(|reply| reply.is_legal));
    with_legal.last()
}

impl Row {
    fn add(&mut self, replies: &[Reply]) {
        let candidates = || replies.iter().filter(|reply| reply.is_legal);
        let legal: f64 = candidates().map(|reply| reply.visits).sum();
        let stored: f64 = replies.iter().map(|reply| reply.visits).sum();
        // Equation 1: a candidate is drawn by its weight, and played with that probability.
        let played = |visits: f64| {
            let weights = || candidates().map(|reply| reply.mean + B * (visits.ln() / reply.visits).sqrt());
            let total: f64 = weights().sum();
            if total > 0.0 { weights().map(|weight| weight * weight.min(1.0)).sum::<f64>() / total } else { 0.0 }
        };
        self.asked += 1;
        self.differ += u64::from(legal < stored);
        let (by_legal, by_stored) = (played(legal), played(stored));
        self.legal += by_legal;
        self.stored += by_stored;
        self.change += (by_legal - by_stored).abs();
    }
}

fn print(agent: &str, rows: &[Row]) {
    println!("\n{agent}");
    println!(
        "{:>10} {:>9} {:>10} {:>12} {:>13} {:>14} {:>7}",
        "plies", "seen", "candidate", "sums differ", "played: legal", "played: stored", "change"
    );
    let mut whole = Row::default();
    for (number, row) in rows.iter().enumerate() {
        let (first, last) = (number * PLIES + 1, (number + 1) * PLIES);
        print_row(&if number + 1 < ROWS { format!("{first}-{last}") } else { format!("{first}-") }, row);
        whole.plies += row.plies;
        whole.asked += row.asked;
        whole.differ += row.differ;
        whole.legal += row.legal;
        whole.stored += row.stored;
        whole.change += row.change;
    }
    print_row("all", &whole);
}

fn print_row(name: &str, row: &Row) {
    let percent = |part: f64, of: u64| 100.0 * part / of.max(1) as f64;
    println!(
        "{name:>10} {:>9} {:>9.2}% {:>11.2}% {:>12.2}% {:>13.2}% {:>6.2}%",
        row.plies,
        percent(row.asked as f64, row.plies),
        percent(row.differ as f64, row.asked),
        percent(row.legal, row.asked),
        percent(row.stored, row.asked),
        percent(row.change, row.asked),
    );
}
