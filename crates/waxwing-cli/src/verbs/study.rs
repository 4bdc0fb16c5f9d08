//! `waxwing study`

use clap::Args;
use waxwing::Limits;
use waxwing_lab::{RoleCost, StudyCost};

use crate::failure::Failure;
use crate::interrupt;
use crate::options::{Jobs, Memory, Seed, count};
use crate::show::{self, dim, heading};

#[derive(Args)]
pub struct Study {
    /// Iterations for a move, as in the paper
    #[arg(long, value_name = "N", value_parser = count, default_value = "5000")]
    iterations: u64,
    /// Games of each combination in each role, as in the paper
    #[arg(long, value_name = "N", value_parser = count, default_value = "1000")]
    games: u64,
    /// Games of each that are played to find out
    #[arg(long, value_name = "N", value_parser = count, default_value = "1")]
    sample: u64,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    seed: Seed,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Study {
    pub fn run(self) -> Result<(), Failure> {
        let study = waxwing_lab::Study {
            sample: self.sample,
            games: self.games,
            seed: self.seed.seed,
            jobs: self.jobs.number(),
            limits: Limits::iterations(self.iterations).memory(self.memory.memory).threads(1),
        };
        let stop = interrupt::watch();
        let bar = show::progress_bar(study.total(), "games");
        // The paper's games, whatever others there are.
        let cost = study.run(&waxwing_games::standard(), stop, &mut |game| {
            bar.set_message(game.to_owned());
            bar.inc(1);
        });
        bar.finish_and_clear();
        if let Some(cost) = cost {
            match self.json {
                true => show::print_json(&cost)?,
                false => show::print(&described(&cost, self.iterations))?,
            }
        }
        interrupt::outcome()
    }
}

fn described(cost: &StudyCost, iterations: u64) -> String {
    let of_each = show::thousands(cost.games);
    let summary = format!(
        "{} combinations × {} roles × {of_each} games at {} iterations: {:.1} days of one core",
        cost.combinations,
        cost.roles.len(),
        show::thousands(iterations),
        cost.cpu_days
    );
    let mut table = show::TextTable::new(&["game", "role", ">sample", ">games/s", ">days", "95 %"]);
    cost.roles.iter().for_each(|role| table.row(row(role)));
    let note = dim("games per second of one core's time, from the sample");
    format!("{}\n\n{}\n  {note}\n", heading(summary), table.text())
}

fn row(role: &RoleCost) -> [String; 6] {
    [
        role.game.clone(),
        role.role.unwrap_or("each seat").to_owned(),
        show::thousands(role.sample),
        format!("{:.3}", role.games_per_second),
        format!("{:.2}", role.cpu_days),
        format!("[{:.2}, {:.2}]", role.cpu_days_ci95.low, role.cpu_days_ci95.high),
    ]
}
