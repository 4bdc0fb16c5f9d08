//! `waxwing bench`

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use waxwing::{Expression, Limits, Rng};
use waxwing_lab::{AgentSpeed, GameSpeed, STANDARD_AGENTS, fingerprint};
use waxwing_workshop::{OpenGame, Position};

use crate::context::{Context, agents};
use crate::failure::Failure;
use crate::interrupt;
use crate::options::{Memory, count, whole};
use crate::place::StartOption;
use crate::prepare;
use crate::show::{self, dim, heading};

#[derive(Args)]
pub struct Bench {
    /// The games [default: all]
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// An agent to measure; give it several times for several [default: a standard list]
    #[arg(long = "agent", value_name = "EXPR")]
    agents: Vec<String>,
    /// Playouts and iterations of a run
    #[arg(long, value_name = "N", value_parser = count, default_value = "20000")]
    iterations: u64,
    /// Runs of each; the best counts
    #[arg(long, value_name = "N", value_parser = rounds, default_value = "5")]
    rounds: u32,
    #[command(flatten)]
    start: StartOption,
    #[command(flatten)]
    memory: Memory,
    /// Instead, print one number over fixed searches, within seconds: it changes when a search behaves differently
    #[arg(long, conflicts_with_all = ["games", "agents", "iterations", "rounds", "memory", "position"])]
    fingerprint: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn rounds(text: &str) -> Result<u32, String> {
    Ok(whole(text, 1, 10_000)? as u32)
}

#[derive(Serialize)]
struct Speeds {
    games: Vec<GameSpeed>,
}

#[derive(Serialize)]
struct Fingerprint {
    fingerprint: String,
}

impl Bench {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        if self.fingerprint {
            return self.show_fingerprint(context);
        }
        let games: Vec<OpenGame> = match &self.games[..] {
            [] => context.workshop.games().map(|game| context.open(&game.name)).collect::<Result<_, _>>()?,
            texts => texts.iter().map(|text| context.open(text)).collect::<Result<_, _>>()?,
        };
        games.iter().try_for_each(prepare::prepare)?;
        // All agents are built for all games before the first measurement, so that a mistake shows at once.
        let plans = games.iter().map(|game| self.plan(game)).collect::<Result<Vec<_>, _>>()?;
        let stop = interrupt::watch();
        let position = self.position(&games)?;
        let bar = progress_bar(u64::from(self.rounds) * games.len() as u64);
        let progress = &mut |_| bar.inc(1);
        let mut speeds = Speeds { games: Vec::new() };
        for (game, plan) in games.iter().zip(&plans) {
            bar.set_message(game.to_string());
            speeds.games.extend(match &position {
                Some(position) => plan.run_from(game, position, stop, progress)?,
                None => plan.run(game, stop, progress)?,
            });
        }
        bar.finish_and_clear();
        match self.json {
            true => show::print_json(&speeds)?,
            false => show::print(&speeds.games.iter().map(described).collect::<Vec<_>>().join("\n"))?,
        }
        interrupt::outcome()
    }

    /// The position to measure, if it is not the start: one in which a player is to move.
    fn position(&self, games: &[OpenGame]) -> Result<Option<Position>, Failure> {
        if !self.start.is_given() {
            return Ok(None);
        }
        let [game] = games else { return Err(Failure::usage("a position is of one game: name the game as well")) };
        let mut position = self.start.read(game)?;
        if let Some(position) = &mut position {
            position.pass_chance(&mut Rng::new(1));
        }
        Ok(position)
    }

    /// What to measure in a game.
    fn plan(&self, game: &OpenGame) -> Result<waxwing_lab::Bench, Failure> {
        let agents: Vec<Expression> = match &self.agents[..] {
            // Of the standard list, what this game can serve.
            [] => {
                let standard = STANDARD_AGENTS.iter().filter_map(|text| game.workshop().expression(text).ok());
                standard.filter(|agent| game.build(agent).is_ok()).collect()
            }
            texts => agents(game, texts)?,
        };
        agents.iter().try_for_each(|agent| game.build(agent).map(drop))?;
        let limits = Limits::iterations(self.iterations).memory(self.memory.memory);
        Ok(waxwing_lab::Bench { agents, rounds: self.rounds, playouts: self.iterations, limits })
    }

    fn show_fingerprint(&self, context: &Context) -> Result<(), Failure> {
        interrupt::end_at_once();
        let fingerprint = format!("{:016x}", fingerprint(&context.workshop));
        if self.json { show::print_json(&Fingerprint { fingerprint }) } else { show::print(&(fingerprint + "\n")) }
    }
}

/// A bar on the error stream. It does not tick by itself: a thread that draws would be measured too.
fn progress_bar(total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    let style = ProgressStyle::with_template("{bar:24.cyan} {pos}/{len} rounds  {wide_msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

fn described(speed: &GameSpeed) -> String {
    let raw = format!(
        "{} playouts/s without a search, {:.1} plies each",
        show::rate(speed.raw_playouts_per_second),
        speed.plies_per_playout
    );
    let yardstick = speed.agents.iter().find(|agent| agent.agent == "uct").or(speed.agents.first());
    let yardstick = yardstick.and_then(|agent| Some((agent.agent.clone(), agent.nanoseconds_per_ply?)));
    let mut table = show::TextTable::new(&[
        "agent",
        ">iterations",
        ">iterations/s",
        ">ratio",
        ">ns/ply",
        ">ply cost",
        ">bytes/slot",
    ]);
    speed.agents.iter().for_each(|agent| table.row(row(agent, yardstick.as_ref().map(|(_, cost)| *cost))));
    let mut notes =
        vec!["rates per second of processor time, best run; ratio to the playouts without a search".to_owned()];
    notes.extend(yardstick.map(|(agent, _)| format!("ply cost: time for a ply, relative to `{agent}`")));
    let notes: String = notes.iter().map(|note| format!("  {}\n", dim(note))).collect();
    format!("{} · {raw}\n\n{}\n{notes}", heading(&speed.game), table.text())
}

fn row(agent: &AgentSpeed, yardstick: Option<f64>) -> [String; 7] {
    let cost = agent.nanoseconds_per_ply.zip(yardstick).map(|(cost, yardstick)| format!("{:.2}×", cost / yardstick));
    [
        agent.agent.clone(),
        show::thousands(agent.iterations),
        show::rate(agent.iterations_per_second),
        format!("{:.3}", agent.ratio),
        agent.nanoseconds_per_ply.map_or("-".into(), |time| format!("{time:.1}")),
        cost.unwrap_or("-".into()),
        format!("{:.1}", agent.bytes_per_slot),
    ]
}
