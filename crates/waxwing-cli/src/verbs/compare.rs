//! `waxwing compare`

use clap::Args;
use waxwing_workshop::{Comparison, ComparisonReport, ComparisonResult, Difference, OpenGame, Setting, run_comparison};

use crate::context::Context;
use crate::failure::Failure;
use crate::forfeits;
use crate::interrupt;
use crate::options::{Jobs, Seed, Thinking, count};
use crate::place::StartOption;
use crate::prepare;
use crate::show::{self, dim, fraction, heading, interval};

#[derive(Args)]
pub struct Compare {
    /// The game
    game: String,
    /// The agent that the others are compared with
    #[arg(value_name = "BASELINE")]
    baseline: String,
    /// The agents to compare with it
    #[arg(required = true, value_name = "EXPR")]
    agents: Vec<String>,
    /// The agent in all other seats [default: the baseline]
    #[arg(long, value_name = "EXPR")]
    against: Option<String>,
    /// The seat of the compared agents: a number from 0, or a name such as `black` [default: each seat in turn]
    #[arg(long = "as", value_name = "ROLE")]
    role: Option<String>,
    /// How many deals (or dice, or openings): each is played once by every agent
    #[arg(long, value_name = "N", value_parser = count, default_value = "100")]
    deals: u64,
    #[command(flatten)]
    start: StartOption,
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

impl Compare {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let game = context.open(&self.game)?;
        let comparison = self.comparison(&game)?;
        prepare::prepare(&game)?;
        let position = self.start.read(&game)?;
        let setting = Setting { position: position.as_ref(), ..Setting::new(&game) };
        let stop = interrupt::watch();
        let bar = show::progress_bar(comparison.deals, "deals");
        let report = run_comparison(&setting, &comparison, stop, &mut |report| {
            bar.set_message(standing(report));
            bar.set_position(report.deals + report.failed_deals);
        })?;
        bar.finish_and_clear();
        match self.json {
            true => show::print_json(&report)?,
            false => show::print(&described(&report, &comparison))?,
        }
        interrupt::outcome()?;
        forfeits::outcome(&report.failures, report.deals)
    }

    fn comparison(&self, game: &OpenGame) -> Result<Comparison, Failure> {
        let agents = [&self.baseline].into_iter().chain(&self.agents);
        let agents = agents.map(|text| game.expression(text)).collect::<Result<Vec<_>, _>>()?;
        let opponent = game.expression(self.against.as_ref().unwrap_or(&self.baseline))?;
        let role = self.role.as_ref().map(|role| game.start().find_player(role)).transpose();
        Ok(Comparison {
            agents,
            opponent,
            role: role.map_err(Failure::Usage)?,
            deals: self.deals,
            seed: self.seed.seed,
            jobs: self.jobs.number(),
            // The cores are busy with games: an agent gets more than one thread only where that is asked for.
            limits: self.thinking.limits(Some(1)),
        })
    }
}

/// The result of the last agent so far.
fn standing(report: &ComparisonReport) -> String {
    let last = report.results.last().and_then(|result| Some((result, result.paired?)));
    last.map_or(String::new(), |(result, paired)| {
        format!("{}: {} {}", result.agent, signed(paired.difference), interval(paired.ci95))
    })
}

fn signed(difference: Option<f64>) -> String {
    difference.map_or("-".into(), |difference| format!("{difference:+.3}"))
}

fn probability(p: f64) -> String {
    if p < 0.0005 { "< 0.0005".into() } else { format!("{p:.3}") }
}

fn described(report: &ComparisonReport, comparison: &Comparison) -> String {
    let deals = show::plural(report.deals, "deal");
    let summary = dim(format!("{deals} in {}, seed {}", show::seconds(report.elapsed_s), report.seed));
    let columns = ["agent", ">won", ">win rate", "95 %", ">gained", ">lost", ">difference", "95 %", ">p"];
    let mut table = show::TextTable::new(&columns);
    report.results.iter().for_each(|result| table.row(row(result)));
    let mut notes = vec![format!("in the other seats: {}", report.against)];
    if report.failed_deals > 0 {
        notes.push(format!(
            "deals that count for nobody, since a game failed: {}",
            show::thousands(report.failed_deals)
        ));
    }
    notes.extend(forfeits::told(&report.failures));
    let done = report.deals + report.failed_deals;
    if done < comparison.deals {
        let (done, total) = (show::thousands(done), show::thousands(comparison.deals));
        notes.push(format!("interrupted after {done} of {total} deals"));
    }
    if !report.reproducible {
        notes.push(show::NOT_REPRODUCIBLE.into());
    }
    let notes: String = notes.iter().map(|note| format!("  {}\n", dim(note))).collect();
    format!("{} · {summary}\n\n{}{notes}", heading(&report.game), table.text())
}

fn row(result: &ComparisonResult) -> [String; 9] {
    let paired = |show: &dyn Fn(&Difference) -> String| result.paired.as_ref().map_or("-".into(), show);
    [
        result.agent.clone(),
        show::thousands(result.won.wins),
        fraction(result.won.win_rate),
        interval(result.won.ci95),
        paired(&|paired| show::thousands(paired.gained)),
        paired(&|paired| show::thousands(paired.lost)),
        paired(&|paired| signed(paired.difference)),
        paired(&|paired| interval(paired.ci95)),
        paired(&|paired| probability(paired.p_value)),
    ]
}
