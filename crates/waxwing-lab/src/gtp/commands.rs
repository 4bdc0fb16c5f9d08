//! The commands, one line each in the list at the end, and what they do.

use std::fs::File;
use std::io::Read;

use waxwing::{Game, Notation, Player, Turn};
use waxwing_games::{Go, GoMove, GoRecord, GoStep};
use waxwing_workshop::clock::processor_time;

use super::analysis::Dialect;
use super::go::GoEngine;
use super::line::{SYNTAX, colour, number};
use super::think::{Choice, Wish, vertex};
use super::{Answer, handicap, status};

/// A command: its name and what it does with its arguments.
pub(super) struct Command {
    name: &'static str,
    pub(super) run: Run,
}

type Run = fn(&mut GoEngine, &[String], &mut Answer<'_, '_>) -> Result<String, String>;

/// No record is longer.
const LONGEST_FILE: u64 = 16 << 20;

/// What GoGui offers in its menu.
const ANALYZE_COMMANDS: &str = "\
string/Final Score/final_score
plist/Final Status List Dead/final_status_list dead
plist/Final Status List Alive/final_status_list alive
hstring/Show Board/showboard
hstring/Record/printsgf
string/Processor Time/cputime";

pub(super) fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// An answer without words.
fn done() -> Result<String, String> {
    Ok(String::new())
}

impl GoEngine {
    /// The player whose turn it is; after the end, the one whose turn it would be.
    pub(super) fn to_move(&self) -> Player {
        match (self.steps.state().turn(), self.steps.last()) {
            (Turn::Player(player), _) => player,
            (_, Some((last, _))) => Player(1 - last.0),
            _ => Player(0),
        }
    }

    fn vertex(&self, text: Option<&String>) -> Result<GoMove, String> {
        text.and_then(|text| self.steps.state().parse(text).ok()).ok_or_else(|| SYNTAX.to_owned())
    }

    fn board_size(&mut self, arguments: &[String]) -> Result<String, String> {
        let size = number::<i64>(arguments.first())?;
        let size = u8::try_from(size).map_err(|_| "unacceptable size")?;
        self.steps.resize(size).map_err(|_| "unacceptable size")?;
        self.restart();
        done()
    }

    fn komi(&mut self, arguments: &[String]) -> Result<String, String> {
        let komi = number::<f64>(arguments.first())?;
        self.steps.set_komi(komi)?;
        self.is_stale = true;
        done()
    }

    fn play(&mut self, arguments: &[String]) -> Result<String, String> {
        let step = GoStep::Play(colour(arguments.first())?, self.vertex(arguments.get(1))?);
        self.make(step)?;
        done()
    }

    /// All moves are made, or none.
    fn play_sequence(&mut self, arguments: &[String]) -> Result<String, String> {
        let mut steps = Vec::new();
        for pair in arguments.chunks(2) {
            steps.push(GoStep::Play(colour(pair.first())?, self.vertex(pair.get(1))?));
        }
        let mut state = self.steps.state().clone();
        steps.iter().try_for_each(|&step| state.step(step))?;
        steps.into_iter().try_for_each(|step| self.make(step))?;
        done()
    }

    fn undo(&mut self) -> Result<String, String> {
        if !self.steps.undo() {
            return Err("cannot undo".to_owned());
        }
        self.is_stale = true;
        done()
    }

    fn regular_move(&mut self, arguments: &[String], answer: &Answer<'_, '_>) -> Result<String, String> {
        let player = colour(arguments.first())?;
        match self.choose(player, Wish::Best, answer.while_heard())? {
            Choice::Resign => Ok("resign".to_owned()),
            Choice::Move(at) => Ok(vertex(self.steps.state(), at)),
        }
    }

    /// Puts handicap stones on the empty board, and returns their places.
    fn place_handicap(&mut self, points: &[GoMove]) -> Result<String, String> {
        if !self.steps.is_empty() {
            return Err("board not empty".to_owned());
        }
        points.iter().try_for_each(|&at| self.make(GoStep::Place(Player(0), at)))?;
        let texts: Vec<String> = points.iter().map(|&at| vertex(self.steps.state(), at)).collect();
        Ok(texts.join(" "))
    }

    fn fixed_handicap(&mut self, arguments: &[String]) -> Result<String, String> {
        let points = handicap::fixed(self.steps.state().size(), number(arguments.first())?);
        self.place_handicap(&points.ok_or("invalid number of stones")?)
    }

    /// The protocol lets an engine place fewer stones than it is asked for.
    fn free_handicap(&mut self, arguments: &[String]) -> Result<String, String> {
        let size = self.steps.state().size();
        let stones = number::<usize>(arguments.first())?.min(handicap::most(size));
        self.place_handicap(&handicap::fixed(size, stones).ok_or("invalid number of stones")?)
    }

    fn set_handicap(&mut self, arguments: &[String]) -> Result<String, String> {
        let wrong = || "bad vertex list".to_owned();
        let points = arguments.iter().map(|text| self.vertex(Some(text))).collect::<Result<Vec<_>, _>>();
        let points = points.map_err(|_| wrong())?;
        let is_repeated = |(index, at): (usize, &GoMove)| points[..index].contains(at);
        let all = usize::from(self.steps.state().size()).pow(2);
        if points.len() < 2
            || points.len() >= all
            || points.contains(&GoMove::PASS)
            || points.iter().enumerate().any(is_repeated)
        {
            return Err(wrong());
        }
        self.place_handicap(&points)?;
        done()
    }

    /// `FILE [MOVE]`: the position before that move.
    fn load(&mut self, arguments: &[String]) -> Result<String, String> {
        let (words, before) = match arguments {
            [] => return Err(SYNTAX.to_owned()),
            [words @ .., last] if !words.is_empty() && last.parse::<usize>().is_ok() => (words, last.parse().ok()),
            words => (words, None),
        };
        let cannot = |reason: String| format!("cannot load file: {}", reason.replace('\n', " "));
        let text = read_file(&words.join(" ")).map_err(|error| cannot(error.to_string()))?;
        let record = GoRecord::read(&text).map_err(|error| cannot(error.to_string()))?;
        let moves = before.map(|before: usize| before.saturating_sub(1));
        self.steps.load(&record, moves).map_err(cannot)?;
        self.restart();
        done()
    }

    fn print_record(&self) -> Result<String, String> {
        let mut record = self.steps.record();
        record.names = [self.agent.expression().to_string(), String::new()];
        Ok(record.to_string())
    }

    fn status_list(&self, arguments: &[String]) -> Result<String, String> {
        let wanted = match arguments.first().map(String::as_str) {
            Some("dead") => true,
            Some("alive") => false,
            // Nothing here can tell a seki from a life.
            Some("seki") => return done(),
            _ => return Err(SYNTAX.to_owned()),
        };
        let state = self.steps.state();
        let chains = status::chains(state, self.options.seed);
        let lines = chains.iter().filter(|chain| chain.is_dead == wanted);
        let texts = lines.map(|chain| chain.stones.iter().map(|&at| vertex(state, at)).collect::<Vec<_>>().join(" "));
        Ok(texts.collect::<Vec<_>>().join("\n"))
    }
}

/// The text of a file; devices and pipes might have no end.
fn read_file(path: &str) -> std::io::Result<String> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::other("it is not a file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST_FILE).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The board in plain letters.
fn drawing(state: &Go) -> String {
    let plain = state.draw(None).replace('●', "X").replace('○', "O").replace('·', ".").replace('›', " ");
    format!("\n{}", plain.trim_end())
}

const fn command(name: &'static str, run: Run) -> Command {
    Command { name, run }
}

/// All commands, in the order of the alphabet.
static COMMANDS: &[Command] = &[
    command("boardsize", |engine, arguments, _| engine.board_size(arguments)),
    command("clear_board", |engine, _, _| {
        engine.steps.clear();
        engine.restart();
        done()
    }),
    command("cputime", |_, _, _| Ok(format!("{:.3}", processor_time().as_secs_f64()))),
    command("final_score", |engine, _, _| Ok(engine.steps.state().score_text())),
    command("final_status_list", |engine, arguments, _| engine.status_list(arguments)),
    command("fixed_handicap", |engine, arguments, _| engine.fixed_handicap(arguments)),
    command("genmove", |engine, arguments, answer| {
        engine.generate(colour(arguments.first())?, Wish::Best, answer.while_heard())
    }),
    command("gogui-analyze_commands", |_, _, _| Ok(ANALYZE_COMMANDS.to_owned())),
    command("gogui-play_sequence", |engine, arguments, _| engine.play_sequence(arguments)),
    command("gogui-setup_player", |engine, arguments, _| {
        engine.make(GoStep::Turn(colour(arguments.first())?))?;
        done()
    }),
    command("kata-analyze", |engine, arguments, answer| engine.analyse(arguments, answer, Dialect::Kata)),
    command("kata-genmove_analyze", |engine, arguments, answer| {
        engine.generate_aloud(arguments, answer, Dialect::Kata)
    }),
    command("kgs-genmove_cleanup", |engine, arguments, answer| {
        engine.generate(colour(arguments.first())?, Wish::CleanUp, answer.while_heard())
    }),
    command("kgs-time_settings", |engine, arguments, _| engine.clock.read_kgs_settings(arguments)),
    command("known_command", |_, arguments, _| {
        Ok(arguments.first().is_some_and(|name| find(name).is_some()).to_string())
    }),
    command("komi", |engine, arguments, _| engine.komi(arguments)),
    command("list_commands", |_, _, _| Ok(COMMANDS.iter().map(|command| command.name).collect::<Vec<_>>().join("\n"))),
    command("loadsgf", |engine, arguments, _| engine.load(arguments)),
    command("lz-analyze", |engine, arguments, answer| engine.analyse(arguments, answer, Dialect::Leela)),
    command("lz-genmove_analyze", |engine, arguments, answer| engine.generate_aloud(arguments, answer, Dialect::Leela)),
    command("name", |_, _, _| Ok("Waxwing".to_owned())),
    command("place_free_handicap", |engine, arguments, _| engine.free_handicap(arguments)),
    command("play", |engine, arguments, _| engine.play(arguments)),
    command("printsgf", |engine, _, _| engine.print_record()),
    command("protocol_version", |_, _, _| Ok("2".to_owned())),
    command("quit", |engine, _, _| {
        engine.quits = true;
        done()
    }),
    command("reg_genmove", |engine, arguments, answer| engine.regular_move(arguments, answer)),
    command("set_free_handicap", |engine, arguments, _| engine.set_handicap(arguments)),
    command("showboard", |engine, _, _| Ok(drawing(engine.steps.state()))),
    command("time_left", |engine, arguments, _| engine.clock.read_left(arguments)),
    command("time_settings", |engine, arguments, _| engine.clock.read_settings(arguments)),
    command("undo", |engine, _, _| engine.undo()),
    command("version", |_, _, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
];
