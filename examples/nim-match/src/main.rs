//! A match between two agents in a game of one's own, with nothing but the light crates.

use std::sync::atomic::AtomicBool;

use waxwing::{Game, Limits, Notation, Player, Reward, Turn};
use waxwing_workshop::{Design, Forfeits, GameEntry, GameKind, MatchPlan, Setting, Workshop, run_match};

/// Take one to three stones; who takes the last one wins.
#[derive(Clone)]
struct Nim {
    heap: u8,
    mover: u8,
}

impl Game for Nim {
    type Action = u8;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.heap == 0 { Turn::Over } else { Turn::Player(Player(self.mover)) }
    }

    fn legal_actions(&self, actions: &mut Vec<u8>) {
        actions.extend(1..=self.heap.min(3));
    }

    fn apply(&mut self, taken: u8) {
        self.heap -= taken;
        self.mover = 1 - self.mover;
    }

    fn reward(&self, player: Player) -> Reward {
        if player.0 == self.mover { Reward::LOSS } else { Reward::WIN }
    }
}

impl Notation for Nim {
    fn format(&self, taken: u8) -> String {
        taken.to_string()
    }

    fn parse(&self, text: &str) -> Result<u8, String> {
        text.parse().map_err(|_| format!("`{text}` is not a number of stones"))
    }

    fn draw(&self, _: Option<Player>) -> String {
        format!("{} stones", self.heap)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let nim = GameEntry::new("nim", "take one to three stones; the last one wins");
    let workshop = Workshop::new().game(GameKind::new(nim, |_| Ok(Nim { heap: 21, mover: 0 })))?;
    let game = workshop.open("nim")?;
    let plan = MatchPlan {
        agents: vec![workshop.expression("uct > mast with solver")?, workshop.expression("random")?],
        assignments: Design::Rotations.assignments(2, game.players())?,
        group: 2,
        games: 100,
        seed: 1,
        jobs: 1,
        limits: Limits::iterations(200),
        forfeits: Forfeits::Apart,
    };
    let report = run_match(&Setting::new(&game), &plan, &AtomicBool::new(false), &mut |_| {})?;
    for (agent, result) in report.agents.iter().zip(&report.results) {
        let score = result.score.unwrap_or_default();
        println!("{agent}: {score:.2}, 95 % {:.2} to {:.2}", result.score_ci95.low, result.score_ci95.high);
    }
    Ok(())
}
