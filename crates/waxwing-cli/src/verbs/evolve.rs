//! `waxwing evolve`

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use waxwing_lab::{
    Duels, Equal, Evolution, EvolutionError, EvolutionPlan, History, RunOptions, RunProgress, Shard, Store,
    evolution_page, evolution_verdicts,
};

use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt;
use crate::options::{Jobs, Seed, count, time};
use crate::output::Output;
use crate::show::{self, dim, heading};
use crate::stages::StageDisplay;

#[derive(Args)]
pub struct Evolve {
    /// The game
    game: String,
    /// The store that the plan and all games go to; the same command goes on where it ends
    #[arg(long, value_name = "STORE", default_value = "evolution.sqlite")]
    out: PathBuf,
    /// Begin no game after so much time, such as `2h`
    #[arg(long = "for", value_name = "TIME", value_parser = time)]
    duration: Option<Duration>,
    /// Play the final test of the winner: evolution ends in this store
    #[arg(long)]
    test: bool,
    /// Play nothing: tell what the store has
    #[arg(long, conflicts_with = "test")]
    show: bool,
    #[command(flatten)]
    jobs: Jobs,
    /// Play the K-th of N parts of the games at hand, on a machine of its own; `experiment merge` joins their stores
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    plan: PlanOptions,
    /// Write a page: the winner, the failures, the family tree
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Stores of other games that are told on the same page: results are corrected for their number
    #[arg(long, value_name = "STORE")]
    beside: Vec<PathBuf>,
    /// Write the family tree as SVG
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    /// Write all agents as CSV, and the final test beside it, as `FILE-test.csv`
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What is decided before the first game, and stays.
#[derive(Args)]
struct PlanOptions {
    /// Iterations a move; with `--equal time` those of plain UCT, beside which the iterations of others are timed
    #[arg(long, value_name = "N", value_parser = count, default_value = "300")]
    iterations: u64,
    /// What is equal for all agents
    #[arg(long, value_name = "WHAT", default_value = "iterations")]
    equal: EqualOption,
    /// The role that two agents take in turn, against the other in all other seats; without it they take all seats in turn
    #[arg(long = "as", value_name = "ROLE")]
    role: Option<String>,
    /// Agents of a generation
    #[arg(long, value_name = "N", value_parser = count, default_value = "12")]
    population: u64,
    /// Parents of a generation
    #[arg(long, value_name = "N", value_parser = count, default_value = "4")]
    parents: u64,
    /// Groups of games (one deal in all seats) of each agent in the first round of a race; twice as many in each further one
    #[arg(long, value_name = "N", value_parser = count, default_value = "8")]
    groups: u64,
    /// Generations after which it ends
    #[arg(long, value_name = "N", value_parser = count, default_value = "20")]
    generations: u64,
    /// Let agents use what the game knows beyond its rules, such as evaluations
    #[arg(long)]
    knowledge: bool,
    /// Games of the final test against the best of the sixteen
    #[arg(long, value_name = "N", value_parser = count, default_value = "1000")]
    final_games: u64,
    /// The player of the final test that evolution never meets [default: alpha-beta, or GRAVE]
    #[arg(long, value_name = "EXPR")]
    unmet: Option<String>,
    /// Games against it
    #[arg(long, value_name = "N", value_parser = count, default_value = "500")]
    unmet_games: u64,
    /// Games of the winner against itself without one of its parts, for each part
    #[arg(long, value_name = "N", value_parser = count, default_value = "200")]
    ablation_games: u64,
    #[command(flatten)]
    seed: Seed,
}

#[derive(Clone, Copy, ValueEnum)]
enum EqualOption {
    /// Iterations a move
    Iterations,
    /// Time a move, as iterations by what one costs
    Time,
}

impl PlanOptions {
    fn plan(&self, context: &Context, game: &str) -> Result<EvolutionPlan, Failure> {
        let mut plan = EvolutionPlan::new(&context.open(game)?);
        plan.role = self.role.clone();
        plan.iterations = self.iterations;
        plan.equal = match self.equal {
            EqualOption::Iterations => Equal::Iterations,
            EqualOption::Time => Equal::Time,
        };
        plan.seed = self.seed.seed;
        plan.population = self.population as usize;
        plan.parents = self.parents as usize;
        plan.groups = self.groups;
        plan.generations = self.generations;
        plan.knowledge = self.knowledge;
        plan.final_games = self.final_games;
        if let Some(unmet) = &self.unmet {
            plan.unmet = context.workshop.expression(unmet)?.to_string();
        }
        plan.unmet_games = self.unmet_games;
        plan.ablation_games = self.ablation_games;
        Ok(plan)
    }
}

impl Evolve {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let plan = self.plan.plan(context, &self.game)?;
        let files = Files::open(&self)?;
        let (mut store, evolution) = self.evolution(context, plan)?;
        let mut histories = vec![self.history(&evolution, &mut store, !self.show)?];
        for path in &self.beside {
            let mut store = Store::open(&context.workshop, path)?;
            let other = Evolution::of(&context.workshop, &store).map_err(failure)?;
            histories.push(self.history(&other, &mut store, false)?);
        }
        files.write(&histories)?;
        let history = &histories[0];
        if self.json {
            show::print_json(history)?;
        } else {
            show::print(&described(history, &evolution_verdicts(&histories)[0]))?;
        }
        interrupt::outcome()
    }

    /// The store and what is to happen in it.
    fn evolution(&self, context: &Context, plan: EvolutionPlan) -> Result<(Store, Evolution), Failure> {
        if !self.show {
            // What cannot be played leaves no file behind.
            let evolution = Evolution::new(&context.workshop, plan).map_err(failure)?;
            let mut store = Store::create(&context.workshop, &self.out)?;
            evolution.begin(&mut store).map_err(failure)?;
            return Ok((store, evolution));
        }
        let store = Store::open(&context.workshop, &self.out)?;
        let evolution = Evolution::of(&context.workshop, &store).map_err(failure)?;
        match evolution.plan().game == plan.game {
            true => Ok((store, evolution)),
            false => Err(Failure::usage(format!(
                "`{}` has an evolution of `{}`, not of `{}`",
                self.out.display(),
                evolution.plan().game,
                plan.game
            ))),
        }
    }

    /// What has happened in a store; where it is to be played, it goes on before.
    fn history(&self, evolution: &Evolution, store: &mut Store, plays: bool) -> Result<History, Failure> {
        let mut options = RunOptions::default();
        options.jobs = self.jobs.number();
        options.shard = self.shard.unwrap_or(Shard::WHOLE);
        options.time = self.duration;
        let mut display = StageDisplay::new();
        let progress = &mut |stage: &str, now: &RunProgress| display.show(stage, now);
        let mut duels = Duels::new(store, Evolution::NAME, &options, interrupt::watch(), progress);
        duels.set_playing(plays);
        let history = evolution.run(&mut duels, self.test && plays).map_err(failure);
        drop(duels);
        display.clear();
        history
    }
}

/// What is written besides, each made sure of before the first game.
struct Files {
    page: Option<Output>,
    tree: Option<Output>,
    agents: Option<Output>,
    test: Option<Output>,
}

impl Files {
    fn open(verb: &Evolve) -> Result<Files, Failure> {
        let open = |path: Option<PathBuf>| path.map(|path| Output::open(Some(path))).transpose();
        Ok(Files {
            page: open(verb.page.clone())?,
            tree: open(verb.tree.clone())?,
            agents: open(verb.csv.clone())?,
            test: open(verb.csv.as_deref().map(beside))?,
        })
    }

    fn write(self, histories: &[History]) -> Result<(), Failure> {
        let place = |output: Option<Output>, text: String| output.map_or(Ok(()), |output| output.place(&text));
        let history = &histories[0];
        place(self.page, evolution_page(histories))?;
        place(self.tree, history.family_svg())?;
        place(self.agents, history.csv())?;
        place(self.test, history.test_csv())
    }
}

/// The file of the final test beside that of the agents.
fn beside(agents: &Path) -> PathBuf {
    let name = agents.file_stem().unwrap_or_default().to_string_lossy();
    agents.with_file_name(format!("{name}-test.csv"))
}

fn failure(error: EvolutionError) -> Failure {
    match error {
        EvolutionError::Results(error) => error.into(),
        wrong => Failure::usage(wrong),
    }
}

fn described(history: &History, verdict: &str) -> String {
    let plan = &history.plan;
    let role = plan.role.as_ref().map_or(String::new(), |role| format!(" as {role}"));
    let [raced, tested] = [history.race_games, history.test_games].map(show::thousands);
    let whole = history.generations.iter().filter(|generation| !generation.survivors.is_empty()).count();
    let summary = format!(
        "{} iterations a move, {whole} of {} generations, {} agents, {raced} games of races, {tested} of the final test, seed {}",
        plan.iterations,
        plan.generations,
        history.agents.len(),
        plan.seed
    );
    let mut text = format!("{}{role} · {}\n", heading(&plan.game), dim(summary));
    if let Some(best) = history.best_preset {
        text += &format!("\n{} {}\n", heading("Best of the sixteen:"), history.agents[best].agent);
    }
    if let Some(agent) = history.foremost() {
        let what = if history.winner.is_some() { "Winner:" } else { "Best so far:" };
        text += &format!("{} {}\n\n{}", heading(what), history.agents[agent].agent, history.family_text(agent));
    }
    if let Some(test) = &history.test {
        let mut table = show::TextTable::new(&["final test", ">games", ">result", "95 %", ">p"]);
        for (what, one) in test.comparisons() {
            let (score, interval) = (format!("{:.3}", one.score), show::interval(one.interval));
            table.row([what, show::thousands(one.games), score, interval, format!("{:.2e}", one.p_value)]);
        }
        text += &format!("\n{}", table.text());
    }
    text + &format!("\n{verdict}\n")
}
