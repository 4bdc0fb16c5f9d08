//! `waxwing meter`

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use clap::Args;
use waxwing_lab::{
    Estimate, GainError, Meter as Reading, MeterError, MeterFile, MeterPlan, MeterReport, Observed, Prediction,
    StrategyReport, meter_page, meter_picture, predict, prediction_page, prediction_picture,
};

use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt;
use crate::options::{Jobs, Seed, count};
use crate::output::Output;
use crate::show::{self, dim, heading};

#[derive(Args)]
pub struct Meter {
    /// The game
    #[arg(required_unless_present = "gains")]
    game: Option<String>,
    /// A strategy that listens, such as `nast(n=3)`; give it several times for several [default: all usual ones that the game serves]
    #[arg(long, value_name = "STRATEGY")]
    by: Vec<String>,
    /// What searches, plays, and is told apart from: a search without a budget
    #[arg(long, value_name = "EXPR", default_value = "uct")]
    baseline: String,
    /// How many positions are looked at
    #[arg(long, value_name = "N", value_parser = count, default_value = "24")]
    positions: u64,
    /// After how many iterations strategies are asked, in rising order
    #[arg(long, value_name = "N,…", value_parser = count, value_delimiter = ',', default_value = "200,500,1000,2000,5000")]
    iterations: Vec<u64>,
    /// Iterations a move that the meter's number is about: one of `--iterations`
    #[arg(long, value_name = "N", value_parser = count, default_value = "1000")]
    budget: u64,
    /// Iterations of the long search from each position
    #[arg(long, value_name = "N", value_parser = count, default_value = "50000")]
    long: u64,
    /// Iterations of the searches that say what is true of decisions further down
    #[arg(long, value_name = "N", value_parser = count, default_value = "3000")]
    reference: u64,
    /// From how many iterations of a position such decisions are drawn, one of the tree and one of the playout
    #[arg(long, value_name = "N", value_parser = count, default_value = "8")]
    decisions: u64,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    jobs: Jobs,
    /// Keep what is found in a file; the same command goes on where it ends
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Instead, hold files of meters (`--from`) against the games of a file of results, such as experiments/results/meter-gains.csv
    #[arg(long, value_name = "FILE", requires = "from", conflicts_with = "game")]
    gains: Option<PathBuf>,
    /// Files that `--out` has made
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "game")]
    from: Vec<PathBuf>,
    /// Write a page
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Write the picture alone, as SVG
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Meter {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let open = |path: &Option<PathBuf>| path.clone().map(|path| Output::open(Some(path))).transpose();
        let (page, picture) = (open(&self.page)?, open(&self.picture)?);
        let place = |output: Option<Output>, text: String| output.map_or(Ok(()), |output| output.place(&text));
        match (&self.gains, &self.game) {
            (Some(gains), _) => {
                let reports = self.from.iter().map(|path| read(context, path)).collect::<Result<Vec<_>, _>>()?;
                let prediction = predict(gains, &reports).map_err(gain_failure)?;
                place(page, prediction_page(&prediction))?;
                place(picture, prediction_picture(&prediction))?;
                match self.json {
                    true => show::print_json(&prediction)?,
                    false => show::print(&foretold(&prediction))?,
                }
            }
            (None, Some(game)) => {
                let report = self.measure(context, game)?;
                place(page, meter_page(std::slice::from_ref(&report)))?;
                place(picture, meter_picture(&report))?;
                match self.json {
                    true => show::print_json(&report)?,
                    false => show::print(&described(&report))?,
                }
            }
            (None, None) => return Err(Failure::usage("a game is missing, such as `waxwing meter othello`")),
        }
        interrupt::outcome()
    }

    fn measure(&self, context: &Context, game: &str) -> Result<MeterReport, Failure> {
        let opened = context.open(game)?;
        crate::prepare::prepare(&opened)?;
        let mut plan = MeterPlan::new(&opened);
        if !self.by.is_empty() {
            plan.by =
                self.by.iter().map(|text| Ok(opened.expression(text)?.to_string())).collect::<Result<_, Failure>>()?;
        }
        plan.baseline = opened.expression(&self.baseline)?.to_string();
        (plan.positions, plan.seed, plan.iterations) = (self.positions, self.seed.seed, self.iterations.clone());
        (plan.budget, plan.long, plan.reference) = (self.budget, self.long, self.reference);
        plan.decisions = self.decisions;
        let reading = Reading::new(&context.workshop, plan).map_err(failure)?;
        let file = self.out.as_ref().map(|path| MeterFile::open(path, reading.plan()).map_err(failure)).transpose()?;
        let observed = self.observe(&reading, file)?;
        Ok(MeterReport::of(&reading, &observed))
    }

    /// Looks at the positions that are missing, as many at once as there are jobs.
    fn observe(&self, reading: &Reading, file: Option<MeterFile>) -> Result<Vec<Observed>, Failure> {
        let mut found = file.as_ref().map_or_else(Vec::new, |file| file.observed().to_vec());
        let has = |number: u64| file.as_ref().is_some_and(|file| file.has(number));
        let missing: Vec<u64> = (0..self.positions).filter(|&number| !has(number)).collect();
        let (stop, over, next) = (interrupt::watch(), AtomicBool::new(false), AtomicU64::new(0));
        let bar = show::progress_bar(missing.len() as u64, "positions");
        let kept = Mutex::new((file, &mut found, Ok(())));
        let work = || {
            while let Some(&number) = missing.get(next.fetch_add(1, Relaxed) as usize) {
                if stop.load(Relaxed) || over.load(Relaxed) {
                    return;
                }
                let observed = reading.observe(number, stop);
                let mut kept = kept.lock().expect("no job panics while it has it");
                let (file, found, outcome) = &mut *kept;
                let added = observed.and_then(|observed| {
                    observed.into_iter().try_for_each(|observed| {
                        found.push(observed.clone());
                        file.as_mut().map_or(Ok(()), |file| file.add(observed))
                    })
                });
                bar.inc(1);
                if let Err(error) = added {
                    over.store(true, Relaxed);
                    *outcome = Err(failure(error));
                }
            }
        };
        std::thread::scope(|scope| {
            (0..self.jobs.number().min(missing.len())).for_each(|_| _ = scope.spawn(work));
        });
        bar.finish_and_clear();
        let (_, _, outcome) = kept.into_inner().expect("no job panics while it has it");
        outcome.map(|()| found)
    }
}

/// What a file of a meter adds up to.
fn read(context: &Context, path: &std::path::Path) -> Result<MeterReport, Failure> {
    let (plan, observed) = MeterFile::read(path).map_err(failure)?;
    let reading = Reading::new(&context.workshop, plan).map_err(failure)?;
    Ok(MeterReport::of(&reading, &observed))
}

fn failure(error: MeterError) -> Failure {
    match error {
        MeterError::Expression(error) => error.into(),
        MeterError::Search(error) => error.into(),
        MeterError::File { .. } => Failure::failed(error),
        wrong => Failure::usage(wrong),
    }
}

fn gain_failure(error: GainError) -> Failure {
    match error {
        GainError::Results(error) => error.into(),
        nothing => Failure::failed(nothing),
    }
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:+.2}"))
}

fn interval(estimate: &Estimate) -> String {
    match (estimate.low, estimate.high) {
        (Some(low), Some(high)) => format!("[{low:+.2}, {high:+.2}]"),
        _ => "-".to_owned(),
    }
}

fn share(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{:.0} %", 100.0 * value))
}

fn described(report: &MeterReport) -> String {
    let [playouts, tree, nodes] = report.decisions;
    let summary = format!(
        "{} of {} positions, {playouts} decisions of playouts, {tree} of the tree, {nodes} roots and well-visited nodes, seed {}",
        report.positions, report.plan.positions, report.plan.seed
    );
    let columns =
        ["strategy", "chooses in", ">number", "95 %", ">correlation", "95 %", ">new", ">coverage", ">areas", ">pairs"];
    let mut table = show::TextTable::new(&columns);
    report.strategies.iter().for_each(|strategy| table.row(row(report, strategy)));
    let mut growth: Vec<String> = vec!["correlation after".into()];
    growth.extend(report.plan.iterations.iter().map(|&iterations| format!(">{}", show::thousands(iterations))));
    let mut speed = show::TextTable::new(&growth.iter().map(String::as_str).collect::<Vec<_>>());
    for strategy in &report.strategies {
        let place = if strategy.acts_in == "tree" { &strategy.tree } else { &strategy.playouts };
        let cells = place.moments.iter().map(|moment| number(moment.correlation.value));
        speed.row(std::iter::once(strategy.by.clone()).chain(cells).collect::<Vec<_>>());
    }
    let reliability = report.reliability.map_or_else(String::new, |reliability| {
        format!("; the truth about drawn decisions is reliable to {reliability:.2}")
    });
    let note = format!(
        "number: what its choices are worth beyond those of `{}`, in standard deviations of the truth, after {} iterations, where it chooses{reliability}",
        report.plan.baseline,
        show::thousands(report.plan.budget)
    );
    format!(
        "{} · {}\n\n{}\n{}\n  {}\n",
        heading(&report.plan.game),
        dim(summary),
        table.text(),
        speed.text(),
        dim(note)
    )
}

fn row(report: &MeterReport, strategy: &StrategyReport) -> [String; 10] {
    let place = if strategy.acts_in == "tree" { &strategy.tree } else { &strategy.playouts };
    let at = report.plan.iterations.iter().position(|&iterations| iterations == report.plan.budget);
    let moment = &place.moments[at.unwrap_or(0)];
    [
        strategy.by.clone(),
        strategy.acts_in.to_owned(),
        number(strategy.number.value),
        interval(&strategy.number),
        number(moment.correlation.value),
        interval(&moment.correlation),
        number(moment.new.value),
        share(moment.coverage),
        number(strategy.areas.value),
        show::thousands(strategy.pairs),
    ]
}

fn foretold(prediction: &Prediction) -> String {
    let mut table = show::TextTable::new(&["predictor", ">rank correlation", "95 %", ">within games"]);
    for one in &prediction.predictors {
        let value = number(one.correlation.value);
        table.row([one.name.to_owned(), value, interval(&one.correlation), number(one.within_games)]);
    }
    let games: std::collections::BTreeSet<&str> = prediction.pairs.iter().map(|pair| &*pair.game).collect();
    let played: u64 = prediction.pairs.iter().map(|pair| pair.games).sum();
    let summary = format!(
        "{} strategies in {} games, {} games played",
        prediction.pairs.len(),
        games.len(),
        show::thousands(played)
    );
    let reliability = prediction.reliability.map_or_else(String::new, |reliability| {
        let most = reliability.sqrt();
        format!(
            "  {}\n",
            dim(format!("a perfect predictor would correlate at {most:.2}: the rest is the chance of few games"))
        )
    });
    format!("{} · {}\n\n{}{reliability}", heading("The meter and gains in matches"), dim(summary), table.text())
}
