//! `waxwing match`

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use waxwing::Expression;
use waxwing_workshop::{
    AgentResult, Design, Forfeits, MatchPlan, MatchReport, OpenGame, Pairs, Setting, fix_role, parity, run_match,
    run_pairs, swapped_seats,
};

use crate::context::{Context, agents};
use crate::failure::{Failure, tell};
use crate::forfeits::{self, ForfeitsOption};
use crate::interrupt;
use crate::openings::OpeningsOption;
use crate::options::{Jobs, Seed, Thinking, count};
use crate::place::StartOption;
use crate::prepare;
use crate::records::Records;
use crate::show::{self, dim, fraction, heading, interval};

#[derive(Args)]
pub struct Match {
    /// The game
    game: String,
    /// The agents, as expressions or levels (`easy` to `best`): two, or as many as the game has seats
    #[arg(required = true, value_name = "EXPR")]
    agents: Vec<String>,
    /// How many games, rounded up to whole groups: one opening and one seed, played once in every seat assignment
    #[arg(long, value_name = "N", value_parser = count, default_value = "100")]
    games: u64,
    #[command(flatten)]
    jobs: Jobs,
    /// How two agents share the seats
    #[arg(long, value_enum)]
    design: Option<SeatDesign>,
    /// Always give the first agent this seat: a number from 0, or a name such as `black`
    #[arg(long = "as", value_name = "ROLE")]
    role: Option<String>,
    #[command(flatten)]
    start: StartOption,
    #[command(flatten)]
    openings: OpeningsOption,
    /// Count pairs of games with swapped seats instead of games; `--games` is then how many pairs must be decided
    #[arg(long, value_enum, value_name = "WHICH", conflicts_with_all = ["design", "role"])]
    pairs: Option<Counted>,
    #[command(flatten)]
    forfeits: ForfeitsOption,
    #[command(flatten)]
    thinking: Thinking,
    #[command(flatten)]
    seed: Seed,
    /// Write every game to this file: a line of JSON each, or SGF for Go if the name ends with `.sgf`
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum SeatDesign {
    /// Every assignment except those that give one agent all seats
    Balanced,
    /// The first agent in one seat, the second in all others
    OneVsRest,
}

#[derive(Clone, Copy, ValueEnum)]
enum Counted {
    /// Those in which an agent won one game and at least tied the other; the rest is discarded
    Decided,
}

impl Match {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let game = context.open(&self.game)?;
        let agents = agents(&game, &self.agents)?;
        prepare::prepare(&game)?;
        let plan = self.plan(agents, &game)?;
        let position = self.start.read(&game)?;
        let openings = self.openings.read(&game, position.as_ref())?;
        let setting = Setting { position: position.as_ref(), openings: openings.as_ref(), ..Setting::new(&game) };
        let records = self.records.as_deref().map(|path| Records::create(path, &setting)).transpose()?;
        let write = |number, record: &_| {
            if let Some(records) = &records {
                records.write(&setting, &plan, number, record);
            }
        };
        let report = self.play(&setting.before(&write), &plan)?;
        records.map_or(Ok(()), Records::finish)?;
        self.show(&plan, &report)?;
        interrupt::outcome()?;
        match plan.forfeits {
            Forfeits::Apart => {
                let counted = report.pairs.map_or(report.games, |pairs| pairs.decided);
                forfeits::outcome(&report.failures, counted)
            }
            Forfeits::Count => Ok(()),
        }
    }

    fn play(&self, setting: &Setting<'_>, plan: &MatchPlan) -> Result<MatchReport, Failure> {
        let stop = interrupt::watch();
        let (total, units) = match self.pairs {
            None => (plan.total(), "games"),
            Some(Counted::Decided) => (plan.games, "pairs"),
        };
        let bar = show::progress_bar(total, units);
        let progress = &mut |report: &MatchReport| {
            bar.set_message(standing(report));
            bar.set_position(report.pairs.map_or(report.played(), |pairs| pairs.decided + pairs.failed));
        };
        let report = match self.pairs {
            None => run_match(setting, plan, stop, progress)?,
            Some(Counted::Decided) => run_pairs(setting, plan, stop, progress)?,
        };
        bar.finish_and_clear();
        Ok(report)
    }

    fn plan(&self, agents: Vec<Expression>, game: &OpenGame) -> Result<MatchPlan, Failure> {
        let (number, seats) = (agents.len(), game.players());
        let design = match self.design {
            None => Design::default_for(number, seats),
            Some(SeatDesign::Balanced) => Design::Balanced,
            Some(SeatDesign::OneVsRest) => Design::OneVersusRest,
        };
        let mut assignments = match self.pairs {
            Some(Counted::Decided) => swapped_seats(number, seats),
            None => design.assignments(number, seats),
        }
        .map_err(Failure::usage)?;
        if let Some(role) = &self.role {
            fix_role(&mut assignments, game.start().find_player(role).map_err(Failure::Usage)?);
        }
        Ok(MatchPlan {
            agents,
            group: assignments.len(),
            assignments,
            games: self.games,
            seed: self.seed.seed,
            jobs: self.jobs.number(),
            // The cores are busy with games: an agent gets more than one thread only where that is asked for.
            limits: self.thinking.limits(Some(1)),
            forfeits: self.forfeits.chosen(),
        })
    }

    fn show(&self, plan: &MatchPlan, report: &MatchReport) -> Result<(), Failure> {
        let mut notes = unlike_asked(plan, report);
        notes.extend(self.told_of_parity(plan));
        notes.extend(forfeits::told(&report.failures));
        if !report.reproducible {
            notes.push(show::NOT_REPRODUCIBLE.into());
        }
        if self.json {
            notes.iter().for_each(|note| tell(&format!("note: {note}")));
            return show::print_json(report);
        }
        let notes: String = notes.iter().map(|note| format!("  {}\n", dim(note))).collect();
        show::print(&(described(report) + &notes))
    }
}

impl Match {
    /// What scores are to be compared with, where that is not one half for either of two players.
    fn told_of_parity(&self, plan: &MatchPlan) -> Option<String> {
        let seats = plan.assignments[0].len();
        if self.role.is_some() {
            return Some(
                "one role only: parity is the agent's share of the seats, though equal players need not score it there"
                    .into(),
            );
        }
        let [first, second] = [0, 1].map(|agent| parity(&plan.assignments, agent));
        match self.design {
            _ if seats == 2 => None,
            Some(SeatDesign::OneVsRest) => Some(format!(
                "{} has one seat of {seats}, {} all others: equal players would score {first:.3} and {second:.3} of the reward",
                plan.agents[0], plan.agents[1]
            )),
            _ => Some(format!("score is the agent's share of the reward: {first:.3} among equal players")),
        }
    }
}

/// Where the number of games or pairs is not the one that was asked for.
fn unlike_asked(plan: &MatchPlan, report: &MatchReport) -> Vec<String> {
    let (asked, total) = (show::thousands(plan.games), show::thousands(plan.total()));
    if let Some(pairs) = report.pairs {
        let reason = if interrupt::outcome().is_err() { "interrupted" } else { "given up: hardly any pair is decided" };
        let decided = show::thousands(pairs.decided);
        let missing = pairs.decided + pairs.failed < plan.games;
        return missing.then(|| format!("{reason}, after {decided} of {asked} decided pairs")).into_iter().collect();
    }
    let rounded = (plan.total() != plan.games).then(|| {
        let group = plan.group;
        format!("rounded up from {asked} to {total} games: groups of {group}, one in every seat assignment")
    });
    let done = show::thousands(report.played());
    let interrupted = (report.played() < plan.total()).then(|| format!("interrupted after {done} of {total} games"));
    rounded.into_iter().chain(interrupted).collect()
}

/// The result of the first agent so far.
fn standing(report: &MatchReport) -> String {
    let first = &report.results[0];
    let score = first.score.map_or("-".into(), |score| format!("{score:.3}"));
    format!("{}: {score} {}", first.agent, interval(first.score_ci95))
}

fn described(report: &MatchReport) -> String {
    let failed = match (report.failures.games, report.forfeits) {
        (0, _) => String::new(),
        (failed, Forfeits::Apart) => format!(", failed: {}", show::thousands(failed)),
        (failed, Forfeits::Count) => format!(", failed and counted as lost: {}", show::thousands(failed)),
    };
    let games = show::plural(report.games, "game") + &failed;
    let games = report.pairs.map_or(games.clone(), |Pairs { decided, discarded, .. }| {
        let [decided, discarded] = [decided, discarded].map(show::thousands);
        format!("decided pairs: {decided}, discarded: {discarded}, {games}")
    });
    let from = report.openings.as_ref().map_or(String::new(), |openings| format!(", openings {openings}"));
    let summary = dim(format!("{games} in {}{from}, seed {}", show::seconds(report.elapsed_s), report.seed));
    let counts = ["agent", ">won", ">drawn", ">lost", ">win rate", "95 %"];
    let scores = [">score", "95 %", ">parity", ">Elo", "95 %", ">better", ">iterations/s"];
    let mut table = show::TextTable::new(&[&counts[..], &scores].concat());
    report.results.iter().for_each(|result| table.row(row(result)));
    format!("{} · {summary}\n\n{}", heading(&report.game), table.text())
}

fn row(result: &AgentResult) -> [String; 13] {
    let elo = match (result.elo, result.score) {
        (Some(elo), _) => points(elo),
        (None, Some(score)) => points(if score > result.parity { f64::INFINITY } else { f64::NEG_INFINITY }),
        (None, None) => "-".into(),
    };
    [
        result.agent.clone(),
        show::thousands(result.won.wins),
        show::thousands(result.won.draws),
        show::thousands(result.won.losses),
        fraction(result.won.win_rate),
        interval(result.won.ci95),
        fraction(result.score),
        interval(result.score_ci95),
        fraction(Some(result.parity)),
        elo,
        format!("[{}, {}]", points(result.elo_ci95.low), points(result.elo_ci95.high)),
        likelihood(result.los),
        show::rate(result.iterations_per_second),
    ]
}

/// A difference in Elo rating.
fn points(elo: f64) -> String {
    if elo.is_finite() {
        format!("{elo:+.0}")
    } else if elo > 0.0 {
        "+∞".into()
    } else {
        "-∞".into()
    }
}

/// A likelihood in per cent; none is rounded to certainty.
fn likelihood(los: f64) -> String {
    match los {
        los if los > 0.999 => ">99.9%".into(),
        los if los < 0.001 => "<0.1%".into(),
        los => format!("{:.1}%", 100.0 * los),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likelihoods_and_ratings_are_never_more_certain_than_they_are() {
        assert_eq!([0.5, 0.9987, 0.9999, 1e-9].map(likelihood), ["50.0%", "99.9%", ">99.9%", "<0.1%"]);
        assert_eq!([12.4, -3.6, f64::INFINITY, f64::NEG_INFINITY].map(points), ["+12", "-4", "+∞", "-∞"]);
    }
}
