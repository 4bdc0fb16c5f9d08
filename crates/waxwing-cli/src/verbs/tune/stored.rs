//! `waxwing tune --method halving|ntbea|spsa`: games are kept in a store, and the same command goes on where it ends.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use waxwing_lab::{Duels, Ground, Method, Pause, RunOptions, RunProgress, Shard, Store, Tuning, TuningReport};

use super::Tune;
use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt;
use crate::options::time;
use crate::show::{self, dim, heading};
use crate::stages::StageDisplay;

/// What only methods with a store have.
#[derive(Args)]
pub struct StoredOptions {
    /// The store that the games go to (halving, ntbea, spsa) [default: tuning.sqlite]
    #[arg(long, value_name = "STORE")]
    out: Option<PathBuf>,
    /// Whom all agents play against (halving, ntbea; with spsa, whom its end plays against); without it, agents of the template
    #[arg(long, value_name = "EXPR")]
    against: Option<String>,
    /// The role that two agents take in turn, against the other in all other seats (halving, ntbea, spsa)
    #[arg(long = "as", value_name = "ROLE")]
    role: Option<String>,
    /// Begin no game after so much time, such as `2h` (halving, ntbea, spsa)
    #[arg(long = "for", value_name = "TIME", value_parser = time)]
    duration: Option<Duration>,
    /// Play the K-th of N parts of the games at hand, on a machine of its own; `experiment merge` joins their stores (halving)
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
}

impl StoredOptions {
    /// Fails if one of them is given: an elimination tournament has no store.
    pub fn refuse(&self) -> Result<(), Failure> {
        let given = [
            ("--out", self.out.is_some()),
            ("--against", self.against.is_some()),
            ("--as", self.role.is_some()),
            ("--for", self.duration.is_some()),
            ("--shard", self.shard.is_some()),
        ];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(Failure::usage(format!(
                "an elimination tournament is played at once and keeps no store: `{option}` is for `--method halving`, `ntbea` or `spsa`"
            ))),
            None => Ok(()),
        }
    }
}

impl Tune {
    /// Tunes with games that are kept.
    pub(super) fn in_store(self, context: &Context, method: Method) -> Result<(), Failure> {
        if self.start.is_given() {
            return Err(Failure::usage(
                "games in a store begin at the start of the game: `--position` is for `--method elimination`",
            ));
        }
        if method != Method::Halving && self.stored.shard.is_some() {
            return Err(Failure::usage(
                "here each group of games depends on the one before: `--shard` is for `--method halving`",
            ));
        }
        let tuning = self.tuning(context, method)?;
        let path = self.stored.out.clone().unwrap_or_else(|| "tuning.sqlite".into());
        let mut store = Store::create(&context.workshop, &path)?;
        let mut options = RunOptions::default();
        options.jobs = self.jobs.number();
        options.shard = self.stored.shard.unwrap_or(Shard::WHOLE);
        options.time = self.stored.duration;
        let mut display = StageDisplay::new();
        let progress = &mut |stage: &str, now: &RunProgress| display.show(stage, now);
        let mut duels = Duels::new(&mut store, tuning.name(), &options, interrupt::watch(), progress);
        let report = tuning.run(&mut duels).map_err(|pause| match pause {
            Pause::Results(error) => error.into(),
            other => Failure::usage(other),
        });
        drop(duels);
        display.clear();
        let report = report?;
        match self.json {
            true => show::print_json(&report)?,
            false => show::print(&described(&report))?,
        }
        interrupt::outcome()
    }

    fn tuning(&self, context: &Context, method: Method) -> Result<Tuning, Failure> {
        let game = context.open(&self.game)?;
        let budget = self.thinking.limits(Some(1)).budget;
        let (role, openings) = (self.stored.role.as_deref(), self.openings.name());
        let ground = Ground::new(&game, role, budget, openings).map_err(Failure::usage)?;
        let against = self.stored.against.as_ref().map(|text| context.workshop.expression(text)).transpose()?;
        against.iter().try_for_each(|agent| ground.check(agent))?;
        let usual = if method == Method::Halving { 20 } else { 1_000 };
        let numbers = (self.games.unwrap_or(usual), self.seed.seed);
        let template = (self.template.as_str(), &self.over[..]);
        let against = against.map(|agent| agent.to_string());
        Tuning::new(&context.workshop, method, template, ground, against, numbers).map_err(Failure::usage)
    }
}

fn described(report: &TuningReport) -> String {
    let method = format!("{:?}", report.method).to_lowercase();
    let against = report.against.as_deref().unwrap_or("agents of the template");
    let games = show::plural(report.games, "game");
    let mut text = format!(
        "{} · {}\n\n",
        heading(&report.game),
        dim(format!("{method}, {games} against {against}, seed {}", report.seed))
    );
    let mut table = show::TextTable::new(&["values", ">groups", ">result", "at any time"]);
    for one in &report.agents {
        let (score, interval) = (format!("{:.3}", one.score), show::interval(one.interval));
        table.row([one.values.to_string(), show::thousands(one.groups), score, interval]);
    }
    text += &table.text();
    match report.agents.first() {
        Some(first) if report.is_complete => text + &format!("\n{} {}\n", heading("Choice:"), first.agent),
        _ => text + &format!("\n  {}\n", dim("not finished: the same command goes on")),
    }
}
