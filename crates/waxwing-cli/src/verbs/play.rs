//! `waxwing play`: a person against agents, line by line.

use std::io::{self, BufRead, IsTerminal};
use std::ops::ControlFlow;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use waxwing::thinking::GaveUp;
use waxwing::{Control, Expression, Limits, Notation, Player, Turn};
use waxwing_games::Visitor;
use waxwing_lab::{GameText, Session, Thought, ThoughtAction, find_player, legal_texts};

use super::state::result;
use crate::failure::{Failure, printable};
use crate::interrupt;
use crate::options::{Thinking, seed};
use crate::prepare;
use crate::show::{self, dim, heading};

#[derive(Args)]
pub struct Play {
    /// The game, such as `othello` or `breakthrough(rows=6, columns=4)`
    game: String,
    /// The agents of the other seats, in their order; one alone takes all of them
    #[arg(required = true, value_name = "EXPR")]
    agents: Vec<String>,
    /// Your seat: a number from 0, or a name such as `black`
    #[arg(long, value_name = "SEAT", default_value = "0")]
    seat: String,
    #[command(flatten)]
    thinking: Thinking,
    /// Seed of everything random [default: another one each time]
    #[arg(long, value_name = "S", value_parser = seed)]
    seed: Option<u64>,
}

impl Play {
    pub fn run(self) -> Result<(), Failure> {
        let game = GameText::parse(&self.game)?;
        let agents = self.agents.iter().map(|text| Expression::parse(text)).collect::<Result<Vec<_>, _>>()?;
        // There is nothing to save, and a prompt cannot be asked to stop.
        interrupt::end_at_once();
        prepare::prepare(&game)?;
        game.open(Sitting { agents, options: &self })
    }
}

struct Sitting<'a> {
    agents: Vec<Expression>,
    options: &'a Play,
}

impl Visitor for Sitting<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Notation>(self, start: G) -> Result<(), Failure> {
        let person = find_player(&start, &self.options.seat).map_err(Failure::Usage)?;
        let seats = self.seats(start.players(), person)?;
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
        let seed = self.options.seed.unwrap_or_else(clock);
        let limits = self.options.thinking.limits(None);
        // A player that does not search has nothing to say about a position.
        let searcher = self.agents.iter().find(|agent| agent.player().is_none()).cloned();
        let adviser = searcher.map_or_else(|| Expression::parse("uct"), Ok)?;
        let session = Session::new(start, &seats, seed)?;
        let mut table = Table { session, person, limits, adviser, echo: !io::stdin().is_terminal(), is_stale: false };
        table.greet(&seats)?;
        table.play()
    }
}

impl Sitting<'_> {
    /// An agent for every seat but the person's.
    fn seats(&self, seats: usize, person: Player) -> Result<Vec<Option<Expression>>, Failure> {
        let given = self.agents.len();
        if given != 1 && given != seats - 1 {
            let others = seats - 1;
            let wanted = if others == 1 { "1 agent".into() } else { format!("1 or {others} agents") };
            return Err(Failure::usage(format!("{given} agents, but besides you there is room for {wanted}")));
        }
        let mut agents = self.agents.iter().cycle();
        Ok((0..seats).map(|seat| if seat == person.index() { None } else { agents.next().cloned() }).collect())
    }
}

/// A person's table.
struct Table<G: Notation> {
    session: Session<G>,
    person: Player,
    limits: Limits,
    /// Who gives hints.
    adviser: Expression,
    /// What is typed does not show by itself where it is not typed at a terminal.
    echo: bool,
    /// Chance has acted since the last drawing.
    is_stale: bool,
}

/// What a person wants.
enum Wish<A> {
    Move(A),
    Nothing,
    Quit,
}

impl<G: Notation> Table<G> {
    fn greet(&self, seats: &[Option<Expression>]) -> Result<(), Failure> {
        let name = |seat: usize| heading(self.session.state().player_name(Player(seat as u8)));
        let you = format!("You are {}", name(self.person.index()));
        let others = seats.iter().enumerate();
        let others = others.filter_map(|(seat, agent)| Some(format!("{} is {}", name(seat), agent.as_ref()?)));
        let names = [you].into_iter().chain(others).collect::<Vec<_>>().join(", ");
        let names = format!("{names}. {}\n", dim("`help` lists what you can say."));
        // A game that begins with a deal is drawn when there is something to see.
        let is_undealt = self.session.state().turn() == Turn::Chance;
        show::print(&if is_undealt { names } else { format!("{names}\n{}", self.drawing()) })
    }

    fn play(&mut self) -> Result<(), Failure> {
        loop {
            match self.session.state().turn() {
                Turn::Over => return show::print(&format!("{}\n", self.result())),
                Turn::Chance => {
                    let text = {
                        let before = self.session.state().clone();
                        let action = self.session.roll();
                        before.observe(action, self.person).map(|seen| before.format(seen))
                    };
                    if let Some(text) = text {
                        show::print(&format!("chance: {text}\n"))?;
                    }
                    self.is_stale = true;
                }
                Turn::Player(player) if self.is_stale && self.session.is_person(player) => {
                    show::print(&format!("\n{}", self.drawing()))?;
                    self.is_stale = false;
                }
                Turn::Player(player) if self.session.is_person(player) => match self.listen()? {
                    Wish::Move(action) => {
                        self.session.make(action);
                        show::print(&format!("\n{}", self.drawing()))?;
                    }
                    Wish::Nothing => {}
                    Wish::Quit => return Ok(()),
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
        let before = self.session.state().clone();
        let report = self.session.ask(&self.limits, &mut Control::default());
        let report = report.expect("a seat that is not a person's has an agent")?;
        let name = before.player_name(player);
        if let Some(reason) = report.gave_up {
            return match reason {
                GaveUp::Resigned => show::print(&format!("{name} resigns.\n")).map(ControlFlow::Break),
                GaveUp::Failed(reason) => Err(Failure::Failed(format!("{name} has failed: {reason}"))),
            };
        }
        self.session.make(report.best);
        let seen = before.observe(report.best, self.person);
        let text = seen.map_or("something you cannot see".into(), |seen| before.format(seen));
        // That there was nothing to search for would tell what the other player holds.
        let details = if report.iterations == 0 || G::HIDDEN {
            String::new()
        } else {
            let (iterations, time) = (show::plural(report.iterations, "iteration"), report.elapsed.as_secs_f64());
            dim(format!("  ({iterations} in {})", show::seconds(time)))
        };
        show::print(&format!("{name} plays {}{details}\n\n{}", heading(text), self.drawing()))?;
        Ok(ControlFlow::Continue(()))
    }

    fn drawing(&self) -> String {
        format!("{}\n\n", self.session.state().draw(Some(self.person)).trim_end())
    }

    fn result(&self) -> String {
        let state = self.session.state();
        let rewards: Vec<f64> = (0..state.players()).map(|player| state.reward(Player(player as u8)).value()).collect();
        result(&rewards, state)
    }

    /// Reads a line and does what it says.
    fn listen(&mut self) -> Result<Wish<G::Action>, Failure> {
        show::print(&format!("{}> ", heading(self.session.state().player_name(self.person))))?;
        let Some(line) = read_line()? else {
            show::print("\n")?;
            return Ok(Wish::Quit);
        };
        let said = line.trim();
        if self.echo {
            show::print(&format!("{}\n", printable(said)))?;
        }
        match said.to_lowercase().as_str() {
            "" => Ok(Wish::Nothing),
            "quit" | "exit" => Ok(Wish::Quit),
            "help" | "?" => self.say(HELP),
            "moves" => self.say(&show::paragraph(&legal_texts(self.session.state()).join(" "), 2)),
            "board" => self.say(&self.drawing()),
            "hint" => self.say(&self.hint()?),
            "undo" => {
                let answer = if self.session.undo(self.person) {
                    self.drawing()
                } else {
                    "  There is nothing to undo.\n".into()
                };
                self.say(&answer)
            }
            _ => self.read_move(said),
        }
    }

    fn say(&self, text: &str) -> Result<Wish<G::Action>, Failure> {
        show::print(text)?;
        Ok(Wish::Nothing)
    }

    fn hint(&self) -> Result<String, Failure> {
        let report = self.session.hint(&self.adviser, &self.limits)?;
        let adviser = self.adviser.to_string();
        let thought = Thought::of("", &adviser, self.session.state(), &report);
        let best = thought.actions.iter().find(|action| action.action == thought.best);
        let value = best.and_then(|best| best.value).map_or(String::new(), |value| format!(", worth {value:.2}"));
        let proof = best.and_then(ThoughtAction::proof).map_or(String::new(), |proof| format!(", a proven {proof}"));
        let line = dim(format!("  line {}", thought.line.join(" ")));
        Ok(format!("  {adviser} would play {}{value}{proof}\n{line}\n", heading(&thought.best)))
    }

    fn read_move(&self, said: &str) -> Result<Wish<G::Action>, Failure> {
        let state = self.session.state();
        let problem = match state.parse(said) {
            Ok(action) if state.is_legal(action) => return Ok(Wish::Move(action)),
            Ok(_) => format!("`{said}` is not a legal move here"),
            Err(message) => message,
        };
        self.say(&format!("  {}\n  {}\n", printable(&problem), dim("`moves` lists what is legal, `help` the rest.")))
    }
}

const HELP: &str = "  A move in the game's notation, or
    moves  what is legal     hint   what an agent would play
    board  draw it again     undo   take back your last move
    help   this              quit   end the game
";

/// The next line of the input; `None` at its end. Bytes that are no text become stand-ins.
fn read_line() -> Result<Option<String>, Failure> {
    let mut line = Vec::new();
    let length = io::stdin().lock().read_until(b'\n', &mut line)?;
    Ok((length > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}
