//! `waxwing tune`

mod stored;

use clap::{Args, ValueEnum};
use waxwing_lab::{Bracket, Method, Round, Tournament, TournamentReport, Values, candidates, run_elimination};
use waxwing_workshop::{MatchReport, Setting};

use crate::context::Context;
use crate::failure::Failure;
use crate::forfeits;
use crate::interrupt;
use crate::openings::OpeningsOption;
use crate::options::{Jobs, Seed, Thinking, count};
use crate::place::StartOption;
use crate::prepare;
use crate::show::{self, dim, heading};

#[derive(Args)]
pub struct Tune {
    /// The game, for two players
    game: String,
    /// The agent, with names in braces in the places of values, such as `uct(c={c}) > mast`
    template: String,
    /// A name and its values, such as `c=0.2,0.4,0.7`; several give every combination
    #[arg(long, value_name = "NAME=V1,V2,…", required = true)]
    over: Vec<String>,
    /// How the best agent is found
    #[arg(long, value_name = "METHOD", default_value = "elimination")]
    method: MethodOption,
    /// Games, in all seats equally often: of each encounter (elimination) [default: 200], of each agent in the first round
    /// (halving) [default: 20], or all there are (ntbea, spsa) [default: 1000]
    #[arg(long, value_name = "N", value_parser = count)]
    games: Option<u64>,
    #[command(flatten)]
    stored: stored::StoredOptions,
    #[command(flatten)]
    start: StartOption,
    #[command(flatten)]
    openings: OpeningsOption,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    thinking: Thinking,
    #[command(flatten)]
    seed: Seed,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// How the best agent is found.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MethodOption {
    /// A tournament in which whoever loses an encounter goes
    Elimination,
    /// Everybody plays the same opponents with the same seeds; the better half goes on to twice as many games
    Halving,
    /// For many values: a bandit over values, pairs of values and whole combinations
    Ntbea,
    /// For many numbers: all take small steps at once, between the values that are given
    Spsa,
}

impl MethodOption {
    /// The method that keeps its games in a store, if it is one.
    fn stored(self) -> Option<Method> {
        match self {
            MethodOption::Elimination => None,
            MethodOption::Halving => Some(Method::Halving),
            MethodOption::Ntbea => Some(Method::Ntbea),
            MethodOption::Spsa => Some(Method::Spsa),
        }
    }
}

/// Games of an encounter.
const ENCOUNTER: u64 = 200;

impl Tune {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        match self.method.stored() {
            Some(method) => self.in_store(context, method),
            None => self.eliminate(context),
        }
    }

    /// An elimination tournament.
    fn eliminate(self, context: &Context) -> Result<(), Failure> {
        self.stored.refuse()?;
        let game = context.open(&self.game)?;
        let agents = candidates(&context.workshop, &self.template, &self.over).map_err(Failure::usage)?;
        if agents.len() < 2 {
            return Err(Failure::usage("there is one agent only: give at least two values to choose from"));
        }
        let tournament = Tournament {
            agents,
            games: self.games.unwrap_or(ENCOUNTER),
            seed: self.seed.seed,
            jobs: self.jobs.number(),
            // The cores are busy with games: an agent gets more than one thread only where that is asked for.
            limits: self.thinking.limits(Some(1)),
        };
        prepare::prepare(&game)?;
        let position = self.start.read(&game)?;
        let openings = self.openings.read(&game, position.as_ref())?;
        let setting = Setting { position: position.as_ref(), openings: openings.as_ref(), ..Setting::new(&game) };
        let report = play(&setting, &tournament)?;
        match self.json {
            true => show::print_json(&report)?,
            false => show::print(&described(&report, tournament.encounters()))?,
        }
        interrupt::outcome()?;
        match report.undecided {
            Some(players) => {
                let [first, second] = players.map(|player| &report.agents[player]);
                Err(Failure::Failed(format!("all games of {first} against {second} failed: there is no winner")))
            }
            None => forfeits::outcome(&report.failures, report.games),
        }
    }
}

fn play(setting: &Setting<'_>, tournament: &Tournament) -> Result<TournamentReport, Failure> {
    let bar = show::progress_bar(tournament.encounters(), "encounters");
    let report = run_elimination(setting, tournament, interrupt::watch(), &mut |bracket, encounter| {
        bar.set_position(played(bracket));
        bar.set_message(standing(encounter));
    });
    bar.finish_and_clear();
    report.map_err(Failure::usage)
}

fn played(bracket: &Bracket) -> u64 {
    bracket.rounds.iter().map(|round| round.encounters.len() as u64).sum()
}

/// The result of two agents so far.
fn standing(report: &MatchReport) -> String {
    let [first, second] = [0, 1].map(|agent| &report.results[agent]);
    format!("{} {}:{} {}", first.agent, first.won.wins, second.won.wins, second.agent)
}

fn described(report: &TournamentReport, encounters: u64) -> String {
    let games = show::plural(report.games, "game");
    let took = show::seconds(report.elapsed_s);
    let from = report.openings.as_ref().map_or(String::new(), |openings| format!(", openings {openings}"));
    let summary = dim(format!("{games} for each encounter{from}, {took}, seed {}", report.seed));
    let mut text = format!("{} · {summary}\n", heading(&report.game));
    for (number, round) in report.bracket.rounds.iter().enumerate() {
        text += &format!("\n{}\n{}", heading(format!("Round {}", number + 1)), table(round, &report.values));
    }
    text += &match report.bracket.winner {
        Some(winner) => {
            format!("\n{} {}\n{}", heading("Winner:"), report.agents[winner], chosen(winner, &report.values))
        }
        None => format!("\n  {}\n", dim(format!("ended after {} of {encounters} encounters", played(&report.bracket)))),
    };
    text += &forfeits::told(&report.failures).iter().map(|line| format!("  {}\n", dim(line))).collect::<String>();
    if !report.reproducible {
        text += &format!("  {}\n", dim(show::NOT_REPRODUCIBLE));
    }
    text
}

/// The values of the winner, each with those that were tried: the expression leaves defaults out.
fn chosen(winner: usize, values: &[Values]) -> String {
    let line = |(place, (name, value)): (usize, &(String, String))| {
        let mut tried: Vec<&str> = Vec::new();
        for Values(values) in values {
            let other = values[place].1.as_str();
            if !tried.contains(&other) {
                tried.push(other);
            }
        }
        format!("  {} {}\n", heading(format!("{name}={value}")), dim(format!("of {}", tried.join(", "))))
    };
    values[winner].0.iter().enumerate().map(line).collect()
}

fn table(round: &Round, agents: &[Values]) -> String {
    let mut table = show::TextTable::new(&["agent", ">won", "", ">won", "agent"]);
    for encounter in &round.encounters {
        let [first, second] = encounter.players.map(|player| {
            let mark = if player == encounter.winner() { "*" } else { "" };
            format!("{}{mark}", agents[player])
        });
        let [won, lost] = encounter.wins.map(show::thousands);
        table.row([first, won, ":".into(), lost, second]);
    }
    let bye = round.bye.map_or(String::new(), |player| format!("  {} has a bye\n", agents[player]));
    table.text() + &bye
}
