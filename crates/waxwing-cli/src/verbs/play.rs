//! `waxwing play`: a person against agents, line by line.

use std::io::{self, BufRead, IsTerminal};
use std::ops::ControlFlow;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use waxwing::{Expression, Limits, Player, Turn};
use waxwing_workshop::{GaveUp, Level, MoveError, Position, Table, Watch};

use super::state::result;
use crate::context::{Context, agents};
use crate::failure::{Failure, printable};
use crate::interrupt;
use crate::options::{Thinking, seed};
use crate::place::StartOption;
use crate::prepare;
use crate::show::{self, dim, heading};
use crate::thoughts;

/// The most moves in a hint.
const MOST_HINTED: usize = 5;

#[derive(Args)]
pub struct Play {
    /// The game
    game: String,
    /// The agents of the other seats, in their order: levels (`easy`, `medium`, `hard`, `best`) or expressions; one alone
    /// takes all of them [default: medium]
    #[arg(value_name = "EXPR")]
    agents: Vec<String>,
    /// Your seat: a number from 0, or a name such as `black`
    #[arg(long, value_name = "SEAT", default_value = "0")]
    seat: String,
    #[command(flatten)]
    start: StartOption,
    #[command(flatten)]
    thinking: Thinking,
    /// Seed of everything random [default: another one each time]
    #[arg(long, value_name = "S", value_parser = seed)]
    seed: Option<u64>,
}

impl Play {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let game = context.open(&self.game)?;
        let usual = [Level::USUAL.to_string()];
        let asked = if self.agents.is_empty() { &usual[..] } else { &self.agents };
        let agents = agents(&game, asked)?;
        // There is nothing to save, and a prompt cannot be asked to stop.
        interrupt::end_at_once();
        prepare::prepare(&game)?;
        let position = self.start.read(&game)?.unwrap_or_else(|| game.start());
        let person = position.find_player(&self.seat).map_err(Failure::Usage)?;
        let seats = seats(&agents, game.players(), person)?;
        let names: Vec<String> = asked.iter().zip(&agents).map(|(text, agent)| name(text, agent)).collect();
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
        let table = Table::new(&game, position, &seats, self.seed.unwrap_or_else(clock))?;
        let mut conversation = Conversation {
            table,
            person,
            limits: self.thinking.limits(None),
            adviser: adviser(context, &agents)?,
            echo: !io::stdin().is_terminal(),
            is_stale: false,
        };
        conversation.greet(&names)?;
        if self.agents.is_empty() {
            let levels = Level::ALL.map(Level::name).join("`, `");
            show::print(&dim(format!("For another level, name it behind the game: `{levels}`.\n\n")))?;
        }
        conversation.play()
    }
}

/// An agent for every seat but the person's.
fn seats(agents: &[Expression], seats: usize, person: Player) -> Result<Vec<Option<Expression>>, Failure> {
    let given = agents.len();
    if given != 1 && given != seats - 1 {
        let others = seats - 1;
        let wanted = if others == 1 { "1 agent".into() } else { format!("1 or {others} agents") };
        return Err(Failure::usage(format!("{given} agents, but besides you there is room for {wanted}")));
    }
    let mut agents = agents.iter().cycle();
    Ok((0..seats).map(|seat| if seat == person.index() { None } else { agents.next().cloned() }).collect())
}

/// What an agent is called: a level with what it is in this game.
fn name(text: &str, agent: &Expression) -> String {
    if text.trim().parse::<Level>().is_ok() { format!("{} ({agent})", text.trim()) } else { agent.to_string() }
}

/// Who gives hints. A player that does not search has nothing to say about a position.
fn adviser(context: &Context, agents: &[Expression]) -> Result<Expression, Failure> {
    let searcher = agents.iter().find(|agent| agent.player().is_none()).cloned();
    searcher.map_or_else(|| context.expression("uct"), Ok)
}

/// A game with a person who types.
struct Conversation {
    table: Table,
    person: Player,
    limits: Limits,
    /// Who gives hints.
    adviser: Expression,
    /// What is typed does not show by itself where it is not typed at a terminal.
    echo: bool,
    /// Chance has acted since the last drawing.
    is_stale: bool,
}

/// What became of a line that a person typed.
enum Said {
    /// A move, which has been made.
    Move,
    /// Something else, which has been answered.
    Other,
    Quit,
}

impl Conversation {
    fn position(&self) -> &Position {
        self.table.position()
    }

    /// Says who plays; the names are those of the agents, in the order of their seats.
    fn greet(&self, agents: &[String]) -> Result<(), Failure> {
        let name = |seat: usize| heading(self.position().player_name(Player(seat as u8)));
        let you = format!("You are {}", name(self.person.index()));
        let others = (0..self.position().players()).filter(|&seat| seat != self.person.index());
        let others = others.zip(agents.iter().cycle()).map(|(seat, agent)| format!("{} is {agent}", name(seat)));
        let names = [you].into_iter().chain(others).collect::<Vec<_>>().join(", ");
        let names = format!("{names}. {}\n", dim("`help` lists what you can say."));
        // A game that begins with a deal is drawn when there is something to see.
        let is_undealt = self.position().turn() == Turn::Chance;
        show::print(&if is_undealt { names } else { format!("{names}\n{}", self.drawing()) })
    }

    fn play(&mut self) -> Result<(), Failure> {
        loop {
            match self.position().turn() {
                Turn::Over => return show::print(&format!("{}\n", result(self.position()))),
                Turn::Chance => {
                    self.table.roll();
                    if let Some(text) = self.seen() {
                        show::print(&format!("chance: {text}\n"))?;
                    }
                    self.is_stale = true;
                }
                Turn::Player(player) if self.is_stale && self.table.is_person(player) => {
                    show::print(&format!("\n{}", self.drawing()))?;
                    self.is_stale = false;
                }
                Turn::Player(player) if self.table.is_person(player) => match self.listen()? {
                    Said::Move => show::print(&format!("\n{}", self.drawing()))?,
                    Said::Other => {}
                    Said::Quit => return Ok(()),
                },
                Turn::Player(player) => {
                    if self.answer(player)?.is_break() {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Lets an agent move; the game breaks off if it gives up.
    fn answer(&mut self, player: Player) -> Result<ControlFlow<()>, Failure> {
        let thought = self.table.ask(&self.limits, Watch::default());
        let thought = thought.expect("a seat that is not a person's has an agent")?;
        let name = self.position().player_name(player);
        match thought.gave_up {
            Some(GaveUp::Resigned) => {
                return show::print(&format!("{name} resigns.\n")).map(ControlFlow::Break);
            }
            Some(GaveUp::Failed(reason)) => return Err(Failure::Failed(format!("{name} has failed: {reason}"))),
            None => {}
        }
        self.table.play(&thought.best).map_err(Failure::failed)?;
        let text = self.seen().unwrap_or_else(|| "something you cannot see".into());
        // That there was nothing to search for would tell what the other player holds.
        let details = if thought.iterations > 0 && !self.position().is_hidden() {
            let (iterations, time) = (show::plural(thought.iterations, "iteration"), thought.elapsed_s);
            dim(format!("  ({iterations} in {})", show::seconds(time)))
        } else {
            String::new()
        };
        show::print(&format!("{name} plays {}{details}\n\n{}", heading(text), self.drawing()))?;
        Ok(ControlFlow::Continue(()))
    }

    /// What the person has seen of the last move.
    fn seen(&self) -> Option<String> {
        let last = self.position().len().checked_sub(1)?;
        self.position().seen(last, self.person)
    }

    fn drawing(&self) -> String {
        format!("{}\n\n", self.position().draw(Some(self.person)).trim_end())
    }

    /// Reads a line and does what it says.
    fn listen(&mut self) -> Result<Said, Failure> {
        show::print(&format!("{}> ", heading(self.position().player_name(self.person))))?;
        let Some(line) = read_line()? else {
            show::print("\n")?;
            return Ok(Said::Quit);
        };
        let said = line.trim();
        if self.echo {
            show::print(&format!("{}\n", printable(said)))?;
        }
        let answer = match said.to_lowercase().as_str() {
            "" => String::new(),
            "quit" | "exit" => return Ok(Said::Quit),
            "help" | "?" => HELP.to_owned(),
            "moves" => show::paragraph(&self.position().possible().join(" "), 2),
            "board" => self.drawing(),
            "hint" => self.hint()?,
            "undo" if self.table.undo(self.person) => self.drawing(),
            "undo" => "  There is nothing to undo.\n".to_owned(),
            _ => match self.table.play(said) {
                Ok(()) => return Ok(Said::Move),
                Err(error) => refusal(error),
            },
        };
        show::print(&answer)?;
        Ok(Said::Other)
    }

    fn hint(&self) -> Result<String, Failure> {
        let thought = self.table.hint(&self.adviser, &self.limits)?;
        let iterations = dim(format!("after {}", show::plural(thought.iterations, "iteration")));
        let mut lines = vec![format!("  {} would play {} {iterations}", self.adviser, heading(&thought.best))];
        lines.extend(thoughts::actions(&thought, MOST_HINTED));
        lines.extend(thoughts::line(&thought));
        Ok(lines.join("\n") + "\n")
    }
}

/// Why a move cannot be made. What is legal can be a long list, which is there for the asking.
fn refusal(error: MoveError) -> String {
    let problem = match error {
        MoveError::Illegal { text, what, .. } => format!("`{text}` is not {what} here"),
        other => other.to_string(),
    };
    format!("  {}\n  {}\n", printable(&problem), dim("`moves` lists what is legal, `help` the rest."))
}

const HELP: &str = "  A move in the game's notation, or
    moves  what is legal     hint   what an agent would play
    board  draw it again     undo   take back your last move
    help   this              quit   end the game
";

/// The next line of the input; `None` at its end. Bytes that are no text become replacement characters.
fn read_line() -> Result<Option<String>, Failure> {
    let mut line = Vec::new();
    let length = io::stdin().lock().read_until(b'\n', &mut line)?;
    Ok((length > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}
