//! `waxwing search`

use clap::Args;
use console::style;
use serde::Serialize;
use waxwing::{Player, Turn};
use waxwing_workshop::GaveUp;
use waxwing_workshop::{AnyAgent, Position, Thought, Watch};

use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt;
use crate::live::Live;
use crate::options::{Seed, Thinking};
use crate::place::PlaceOptions;
use crate::prepare;
use crate::show::{self, dim, heading};
use crate::thoughts;

#[derive(Args)]
pub struct Search {
    /// The game
    game: String,
    /// The agent, such as `uct > mast with solver @5000`, or a level, such as `hard`
    expr: String,
    #[command(flatten)]
    place: PlaceOptions,
    #[command(flatten)]
    thinking: Thinking,
    #[command(flatten)]
    seed: Seed,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What JSON says of an agent that has no move to offer.
#[derive(Serialize)]
struct Resignation {
    game: String,
    agent: String,
    resigned: bool,
}

/// The most actions in a table; JSON has them all.
const MOST_SHOWN: usize = 40;

impl Search {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let game = context.open(&self.game)?;
        let expression = game.expression(&self.expr)?;
        prepare::prepare(&game)?;
        let mut position = self.place.reach(&game, self.seed.seed)?;
        let given = position.len();
        position.draw_deals(self.seed.seed);
        let player = mover(&position)?;
        // A program may be started from here on, which an interruption must end.
        interrupt::watch();
        game.try_agent(&expression)?;
        let mut agent = game.build(&expression)?;

        if position.len() > given && !self.json {
            // The deal was drawn here: the reader has not seen it.
            show::print(&format!("{}\n\n", position.draw(Some(player)).trim_end()))?;
        }
        let mover = position.player_name(player);
        let title = format!("{} · {} · {mover} to move", heading(&game), heading(&expression));
        let mut live = if self.json { None } else { Live::on_terminal() };
        agent.start(&position, player, self.seed.seed)?;
        let thought = self.think(&mut agent, &position, &mut |thought| {
            if let Some(live) = &mut live {
                let rows = live.height().saturating_sub(7).min(15);
                // A terminal that is gone does not end the search.
                let _ = live.draw(&lines(&title, thought, rows));
            }
        })?;
        match thought.gave_up {
            Some(GaveUp::Resigned) => self.show_resignation(&title, thought),
            Some(GaveUp::Failed(reason)) => {
                interrupt::outcome()?;
                Err(Failure::Failed(reason))
            }
            None => {
                self.show(&title, &thought, live)?;
                interrupt::outcome()
            }
        }
    }

    fn think(
        &self,
        agent: &mut AnyAgent,
        position: &Position,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Failure> {
        let limits = self.thinking.limits(None);
        let watch = Watch { stop: Some(interrupt::watch()), progress: Some(progress) };
        Ok(agent.think(position, &limits, watch)?)
    }

    fn show(&self, title: &str, thought: &Thought, live: Option<Live>) -> Result<(), Failure> {
        let lines = lines(title, thought, MOST_SHOWN);
        match live {
            _ if self.json => show::print_json(thought),
            Some(mut live) => Ok(live.draw(&lines)?),
            None => show::print(&(lines.join("\n") + "\n")),
        }
    }

    fn show_resignation(&self, title: &str, thought: Thought) -> Result<(), Failure> {
        let Thought { game, agent, .. } = thought;
        match self.json {
            true => show::print_json(&Resignation { game, agent, resigned: true }),
            false => show::print(&format!("{title}\n\n  it resigns\n")),
        }
    }
}

/// The player to move; an error if no player is.
fn mover(position: &Position) -> Result<Player, Failure> {
    match position.turn() {
        Turn::Player(player) => Ok(player),
        Turn::Over => Err(Failure::usage("the game is over here: there is nothing to search")),
        Turn::Chance => {
            let outcomes = position.possible().join(", ");
            Err(Failure::usage(format!("chance acts here: add its outcome to --moves, one of {outcomes}")))
        }
    }
}

/// The table with at most this many actions, and what is said below it.
fn lines(title: &str, thought: &Thought, most: usize) -> Vec<String> {
    let mut lines = vec![title.to_owned(), String::new()];
    lines.extend(thoughts::actions(thought, most));
    lines.push(String::new());
    lines.extend(thoughts::line(thought));
    lines.push(format!("  {} {}", dim("best"), style(&thought.best).bold().green()));
    lines.push(format!("  {}", dim(thoughts::summary(thought))));
    lines
}
