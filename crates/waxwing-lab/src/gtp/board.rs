//! Other games than Go behind the protocol: two players, a board with coordinates, moves in turn.
//!
//! Moves are as the game writes them, in any case. Where a player can only pass, a client may leave that out.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use waxwing::agent::ExpressionError;
use waxwing::{Budget, Expression, Player, Rng, Turn};
use waxwing_workshop::clock::processor_time;
use waxwing_workshop::{AnyAgent, GaveUp, OpenGame, Position, ThinkError, Watch};

use super::clock::Clock;
use super::games::BoardGame;
use super::line::{Line, SYNTAX, colour, number};
use super::{Answer, Options, Speaks};

/// The number of moves in a row that must look lost before the engine resigns.
const HOPELESS: u32 = 3;
/// For the clock: how many plies a game is taken to have, and how many are left at least.
const PLIES: usize = 90;
const LEAST_PLIES: usize = 30;
/// The move of a player who has no other.
const PASS: &str = "pass";

/// A player of a board game behind the protocol.
pub(super) struct BoardEngine {
    options: Options,
    game: OpenGame,
    known: &'static BoardGame,
    agent: AnyAgent,
    /// The expression's budget, which comes before the clock.
    budget: Option<Budget>,
    position: Position,
    clock: Clock,
    /// The agent has not been told of this game.
    is_stale: bool,
    games: u64,
    /// For each player, its moves in a row that looked lost.
    hopeless: [u32; 2],
    quits: bool,
}

type Run = fn(&mut BoardEngine, &[String], &mut Answer<'_, '_>) -> Result<String, String>;

/// An answer without words.
fn done() -> Result<String, String> {
    Ok(String::new())
}

impl BoardEngine {
    pub(super) fn new(
        game: &OpenGame,
        expression: &Expression,
        options: Options,
    ) -> Result<BoardEngine, ExpressionError> {
        let mut unlimited = expression.clone();
        let budget = unlimited.budget.take();
        Ok(BoardEngine {
            options,
            game: game.clone(),
            known: BoardGame::find(game.name()).expect("the protocol plays it"),
            agent: game.build(&unlimited)?,
            budget,
            position: game.start(),
            clock: Clock::default(),
            is_stale: true,
            games: 0,
            hopeless: [0; 2],
            quits: false,
        })
    }

    fn restart(&mut self) {
        self.position = self.game.start();
        self.games += 1;
        self.hopeless = [0; 2];
        self.is_stale = true;
        self.clock.restart();
    }

    /// The player of a colour.
    fn player(&self, text: Option<&String>) -> Result<Player, String> {
        let wanted = if colour(text)? == Player(0) { "black" } else { "white" };
        let is_wanted = |player: &Player| BoardGame::colour(*player, &self.position.player_name(*player)) == wanted;
        [Player(0), Player(1)].into_iter().find(is_wanted).ok_or_else(|| SYNTAX.to_owned())
    }

    /// Gives the turn to a player, where the other one can only pass.
    fn turn_to(&mut self, player: Player) -> Result<(), String> {
        match self.position.turn() {
            Turn::Player(mover) if mover == player => Ok(()),
            Turn::Player(_) if self.position.legal() == [PASS] => {
                self.position.play(PASS).expect("it is legal");
                if self.position.turn() == Turn::Player(player) { Ok(()) } else { Err("the game is over".to_owned()) }
            }
            Turn::Player(_) => Err("it is the other player's turn".to_owned()),
            _ => Err("the game is over".to_owned()),
        }
    }

    fn play(&mut self, arguments: &[String]) -> Result<String, String> {
        let player = self.player(arguments.first())?;
        let text = arguments.get(1).ok_or(SYNTAX)?.to_lowercase();
        let before = self.position.len();
        let made = self.turn_to(player).and_then(|()| self.position.play(&text).map_err(|_| "illegal move".to_owned()));
        if made.is_err() {
            while self.position.len() > before {
                self.position.take_back();
            }
        }
        made.map(|()| String::new())
    }

    /// The agent's move for a player whose turn it is; `None` if it resigns.
    fn choose(&mut self, player: Player, watch: Watch<'_>) -> Result<Option<String>, String> {
        let failed = |error: ThinkError| error.to_string();
        if std::mem::take(&mut self.is_stale) {
            let seed = Rng::derive(self.options.seed, self.games);
            self.agent.start(&self.position, player, seed).map_err(failed)?;
        }
        let left = PLIES.saturating_sub(self.position.len()).max(LEAST_PLIES);
        let clock = self.clock.time(player, left).map(Budget::Time);
        let mut limits = self.options.limits;
        limits.budget = self.budget.or(clock).unwrap_or(limits.budget);
        let stop = watch.stop;
        let thought = self.agent.choose(&self.position, &limits, watch).map_err(failed)?;
        if stop.is_some_and(|stop| stop.load(Relaxed)) {
            return Err("interrupted".to_owned());
        }
        self.clock.spend(player, Duration::from_secs_f64(thought.elapsed_s));
        match &thought.gave_up {
            Some(GaveUp::Resigned) => return Ok(None),
            Some(GaveUp::Failed(reason)) => return Err(reason.clone()),
            None => {}
        }
        let value = thought.chosen().and_then(|best| best.value);
        let is_low = self.options.resign.zip(value).is_some_and(|(threshold, value)| value < threshold);
        let hopeless = &mut self.hopeless[player.index() % 2];
        *hopeless = if is_low { *hopeless + 1 } else { 0 };
        Ok((*hopeless < HOPELESS).then_some(thought.best))
    }

    fn generate(&mut self, arguments: &[String], makes: bool, watch: Watch<'_>) -> Result<String, String> {
        let player = self.player(arguments.first())?;
        if self.position.is_over() {
            // So it is asked for until the client has counted.
            return if self.known.name == "othello" { Ok(PASS.to_owned()) } else { Err("the game is over".to_owned()) };
        }
        self.turn_to(player)?;
        let Some(chosen) = self.choose(player, watch)? else { return Ok("resign".to_owned()) };
        if makes {
            self.position.play(&chosen).map_err(|error| error.to_string())?;
        }
        Ok(chosen)
    }

    fn board_size(&self, arguments: &[String]) -> Result<String, String> {
        let options = self.game.options();
        let own = self.known.size(|name| options.iter().find(|(option, _)| *option == name).map(|(_, value)| value));
        if own.is_some() && own == number::<u32>(arguments.first()).ok() {
            return done();
        }
        Err("unacceptable size".to_owned())
    }

    fn set_game(&self, arguments: &[String]) -> Result<String, String> {
        let wanted = arguments.join(" ").to_lowercase();
        let is_own = [self.known.title.to_lowercase().as_str(), self.known.name].contains(&wanted.as_str());
        if is_own { done() } else { Err(format!("this engine plays {}", self.known.title)) }
    }

    /// Who has won, and by how much where the game says.
    fn score(&self) -> Result<String, String> {
        let rewards = self.position.rewards().ok_or("cannot score")?;
        let Some(winner) = (0..2_u8).find(|&player| rewards[usize::from(player)] > 0.5) else {
            return Ok("0".to_owned());
        };
        let colour = BoardGame::colour(Player(winner), &self.position.player_name(Player(winner)));
        let words = self.position.result().unwrap_or_default();
        let margin = words.split_whitespace().find(|word| word.parse::<f64>().is_ok()).unwrap_or_default();
        Ok(format!("{}+{margin}", if colour == "white" { 'W' } else { 'B' }))
    }
}

impl Speaks for BoardEngine {
    fn answer_line(&mut self, line: &Line, answer: &mut Answer<'_, '_>) -> Result<String, String> {
        match COMMANDS.iter().find(|(name, _)| *name == line.command) {
            Some((_, run)) => run(self, &line.arguments, answer),
            None => Err("unknown command".to_owned()),
        }
    }

    fn has_quit(&self) -> bool {
        self.quits
    }
}

/// All commands, in the order of the alphabet.
const COMMANDS: &[(&str, Run)] = &[
    ("boardsize", |engine, arguments, _| engine.board_size(arguments)),
    ("clear_board", |engine, _, _| {
        engine.restart();
        done()
    }),
    ("cputime", |_, _, _| Ok(format!("{:.3}", processor_time().as_secs_f64()))),
    ("final_score", |engine, _, _| engine.score()),
    ("genmove", |engine, arguments, answer| engine.generate(arguments, true, answer.while_heard())),
    ("kgs-time_settings", |engine, arguments, _| engine.clock.read_kgs_settings(arguments)),
    ("known_command", |_, arguments, _| {
        Ok(arguments.first().is_some_and(|name| COMMANDS.iter().any(|(other, _)| other == name)).to_string())
    }),
    // There are no points to give.
    ("komi", |_, arguments, _| number::<f64>(arguments.first()).and_then(|_| done())),
    ("list_commands", |_, _, _| Ok(COMMANDS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("\n"))),
    ("list_games", |engine, _, _| Ok(engine.known.title.to_owned())),
    ("name", |_, _, _| Ok("Waxwing".to_owned())),
    ("play", |engine, arguments, _| engine.play(arguments)),
    ("protocol_version", |_, _, _| Ok("2".to_owned())),
    ("quit", |engine, _, _| {
        engine.quits = true;
        done()
    }),
    ("reg_genmove", |engine, arguments, answer| engine.generate(arguments, false, answer.while_heard())),
    ("set_game", |engine, arguments, _| engine.set_game(arguments)),
    ("showboard", |engine, _, _| Ok(format!("\n{}", engine.position.draw(None).trim_end()))),
    ("time_left", |engine, arguments, _| engine.clock.read_left(arguments)),
    ("time_settings", |engine, arguments, _| engine.clock.read_settings(arguments)),
    ("undo", |engine, _, _| if engine.position.take_back() { done() } else { Err("cannot undo".to_owned()) }),
    ("version", |_, _, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
];
