//! `waxwing study`

use clap::Args;
use waxwing::Limits;
use waxwing_lab::{RoleCost, StudyCost, StudyRole};

use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt;
use crate::options::{Jobs, Memory, Seed, count};
use crate::prepare;
use crate::show::{self, dim, heading};

#[derive(Args)]
pub struct Study {
    /// The games [default: those of the paper that there are, or else all]
    #[arg(value_name = "GAME")]
    games_played: Vec<String>,
    /// The seat of the combinations: a number from 0, or a name such as `black` [default: the roles of the paper, or each
    /// seat in turn]
    #[arg(long = "as", value_name = "ROLE", requires = "games_played")]
    role: Option<String>,
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
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let study = waxwing_lab::Study {
            roles: self.roles(context)?,
            sample: self.sample,
            games: self.games,
            seed: self.seed.seed,
            jobs: self.jobs.number(),
            limits: Limits::iterations(self.iterations).memory(self.memory.memory).threads(1),
        };
        study.roles.iter().try_for_each(|role| prepare::prepare(&role.game))?;
        let stop = interrupt::watch();
        let bar = show::progress_bar(study.total(), "games");
        let cost = study.run(stop, &mut |game| {
            bar.set_message(game.to_owned());
            bar.inc(1);
        })?;
        bar.finish_and_clear();
        if let Some(cost) = cost {
            match self.json {
                true => show::print_json(&cost)?,
                false => show::print(&described(&cost, self.iterations))?,
            }
        }
        interrupt::outcome()
    }

    /// The games and roles that are asked for.
    fn roles(&self, context: &Context) -> Result<Vec<StudyRole>, Failure> {
        if self.games_played.is_empty() {
            return StudyRole::all(&context.workshop).map_err(Failure::Usage);
        }
        let mut roles = Vec::new();
        for text in &self.games_played {
            let game = context.open(text)?;
            match &self.role {
                None => roles.extend(StudyRole::of(&game).map_err(Failure::Usage)?),
                Some(role) => {
                    let seat = game.start().find_player(role).map_err(Failure::Usage)?;
                    roles.push(StudyRole { game, seat: Some(seat) });
                }
            }
        }
        Ok(roles)
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
        role.role.clone().unwrap_or_else(|| "each seat".to_owned()),
        show::thousands(role.sample),
        format!("{:.3}", role.games_per_second),
        format!("{:.2}", role.cpu_days),
        format!("[{:.2}, {:.2}]", role.cpu_days_ci95.low, role.cpu_days_ci95.high),
    ]
}
