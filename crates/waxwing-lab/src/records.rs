//! Finished games written down: a line of JSON for a game of any kind, or SGF for Go.

use serde::{Deserialize, Serialize};
use waxwing::agent::ExpressionError;
use waxwing::{Notation, Player};
use waxwing_games::GoRecord;
use waxwing_workshop::{GameRecord, GaveUp, MatchPlan, Position, PositionError, ReplayError, Setting, Workshop};

use crate::go::go_of;

/// A finished game of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WrittenGame {
    /// The game, with its options.
    pub game: String,
    /// Which game of the match, from 0.
    pub number: u64,
    /// The seed of the match.
    pub seed: u64,
    /// The agent of each seat.
    pub seats: Vec<String>,
    /// The position that the moves begin with, as `waxwing state --position` takes it, where that is not the game's start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// All moves, chance outcomes included, as `waxwing state --moves` takes them.
    pub moves: String,
    /// What each seat got; nothing where a seat failed and such games are kept apart.
    pub rewards: Option<Vec<f64>>,
    /// Which seat gave up, and why, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gave_up: Option<String>,
}

impl WrittenGame {
    /// Writes a game of a match down.
    pub fn of(setting: &Setting<'_>, plan: &MatchPlan, number: u64, record: &GameRecord) -> WrittenGame {
        WrittenGame {
            game: setting.game.to_string(),
            number,
            seed: plan.seed,
            seats: plan.seats(number).collect(),
            position: setting.position.and_then(Position::beginning),
            moves: record.moves.join(" "),
            rewards: plan
                .kept_apart(number, record)
                .is_none()
                .then(|| record.rewards.iter().map(|reward| reward.value()).collect()),
            gave_up: record.forfeit.as_ref().map(|forfeit| {
                let why = match &forfeit.reason {
                    GaveUp::Resigned => "resigned",
                    GaveUp::Failed(reason) => reason,
                };
                format!("{}: {why}", setting.game.start().player_name(Player(forfeit.seat as u8)))
            }),
        }
    }

    /// A line of JSON, which [`WrittenGame::read`] reads.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers can be written as JSON") + "\n"
    }

    /// The game of a line of JSON. Fails if the line is none.
    pub fn read(line: &str) -> Result<WrittenGame, RecordError> {
        serde_json::from_str(line).map_err(|error| RecordError::NoRecord(error.to_string()))
    }

    /// The position that the game ended with, all moves behind it. Fails if the workshop does not have the game, or the moves
    /// are not possible in it.
    pub fn replay(&self, workshop: &Workshop) -> Result<Position, RecordError> {
        let game = workshop.open(&self.game)?;
        let mut position = match &self.position {
            None => game.start(),
            Some(text) => game.read_position(text)?,
        };
        position.follow(&self.moves, self.seed)?;
        Ok(position)
    }
}

/// Why a written game cannot be replayed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The line is no game, for this reason.
    #[error("this is no record of a game: {0}")]
    NoRecord(String),
    /// The workshop does not have the game.
    #[error(transparent)]
    Game(#[from] ExpressionError),
    /// The position that it begins with cannot be read.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move cannot be made.
    #[error(transparent)]
    Moves(#[from] ReplayError),
}

/// A game of a match as SGF; `None` if it is not Go.
pub fn written_sgf(setting: &Setting<'_>, plan: &MatchPlan, number: u64, record: &GameRecord) -> Option<String> {
    let start = go_of(setting.game)?;
    let names: Vec<String> = plan.seats(number).collect();
    let moves: Vec<_> = record.moves.iter().map(|text| start.parse(text)).collect::<Result<_, _>>().ok()?;
    let mut written = GoRecord::of(&start, &moves, &names, None);
    match &record.forfeit {
        None => {}
        // What SGF says of a game without a result.
        Some(_) if plan.kept_apart(number, record).is_some() => written.result = "Void".to_owned(),
        Some(forfeit) => {
            let winner = if forfeit.seat == 0 { 'W' } else { 'B' };
            let how = if forfeit.reason == GaveUp::Resigned { "R" } else { "F" };
            written.result = format!("{winner}+{how}");
        }
    }
    Some(format!("{written}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::workshop;
    use std::sync::Mutex;
    use std::sync::atomic::AtomicBool;
    use waxwing::{Expression, Limits, Rng};
    use waxwing_workshop::{Design, Forfeits, run_match};

    fn plan(games: u64, jobs: usize) -> MatchPlan {
        MatchPlan {
            agents: ["random", "uct @5"].map(|text| Expression::parse(text).unwrap()).to_vec(),
            assignments: Design::Rotations.assignments(2, 2).unwrap(),
            group: 2,
            games,
            seed: Rng::derive(1, 2),
            jobs,
            limits: Limits::iterations(5),
            forfeits: Forfeits::Apart,
        }
    }

    /// The games of a match, written down.
    fn play(setting: &Setting<'_>, plan: &MatchPlan) -> Vec<WrittenGame> {
        let written = Mutex::new(Vec::new());
        let write = |number, record: &GameRecord| {
            written.lock().unwrap().push(WrittenGame::of(setting, plan, number, record));
        };
        run_match(&setting.before(&write), plan, &AtomicBool::new(false), &mut |_| {}).unwrap();
        written.into_inner().unwrap()
    }

    #[test]
    fn a_game_that_failed_has_no_result_and_a_resigned_one_has() {
        let game = workshop().open("go(size=4, komi=0.5)").unwrap();
        let record = |reason| GameRecord {
            rewards: vec![waxwing::Reward::LOSS, waxwing::Reward::WIN],
            moves: Vec::new(),
            seats: Vec::new(),
            processor_time: std::time::Duration::ZERO,
            reproducible: false,
            forfeit: Some(waxwing_workshop::Forfeit { seat: 0, reason }),
        };
        let setting = Setting::new(&game);
        let failed = || GaveUp::Failed("it hurts".into());
        let cases = [
            (failed(), Forfeits::Apart, None, "RE[Void]", "Black: it hurts"),
            (failed(), Forfeits::Count, Some(vec![0.0, 1.0]), "RE[W+F]", "Black: it hurts"),
            (GaveUp::Resigned, Forfeits::Apart, Some(vec![0.0, 1.0]), "RE[W+R]", "Black: resigned"),
        ];
        for (reason, forfeits, rewards, result, gave_up) in cases {
            let (plan, record) = (MatchPlan { forfeits, ..plan(2, 1) }, record(reason));
            let game = WrittenGame::of(&setting, &plan, 0, &record);
            assert_eq!((game.rewards, game.gave_up.as_deref()), (rewards, Some(gave_up)));
            let sgf = written_sgf(&setting, &plan, 0, &record).unwrap();
            assert!(sgf.contains(result), "{sgf}");
        }
    }

    #[test]
    fn a_game_from_a_position_of_the_games_own_text_is_replayed_from_there() {
        let game = workshop().open("go(size=4, komi=0.5)").unwrap();
        let own = game.read_position("start moves B2 C3").unwrap().as_start().text().unwrap();
        for text in [own.clone(), format!("{own} then B3 C2"), "start moves B2 C3".to_owned()] {
            let position = game.read_position(&text).unwrap();
            let setting = Setting { position: Some(&position), ..Setting::new(&game) };
            let plan = plan(2, 1);
            for written in play(&setting, &plan) {
                assert_eq!(written.position.is_some(), text != "start moves B2 C3", "{text}");
                let read = WrittenGame::read(&written.line()).unwrap();
                assert_eq!(read, written);
                let end = read.replay(&workshop()).unwrap();
                assert_eq!((end.rewards(), end.moves().join(" ")), (read.rewards.clone(), read.moves));
            }
        }
        let error =
            |line: &str| WrittenGame::read(line).and_then(|game| game.replay(&workshop())).unwrap_err().to_string();
        let line = |game: &str, position: &str, moves: &str| {
            format!(
                r#"{{"game":"{game}","number":0,"seed":1,"seats":[],"position":"{position}","moves":"{moves}","rewards":null}}"#
            )
        };
        assert!(error("x").starts_with("this is no record of a game"));
        assert!(error(&line("chess", "start", "")).starts_with("there is no game `chess`"));
        assert!(error(&line("othello", "nonsense", "")).contains("a position is `start`"));
        assert!(error(&line("othello", "start", "d3 d3")).starts_with("move 2: `d3` is not a legal move"));
    }

    #[test]
    fn written_games_can_be_followed_to_their_ends() {
        let game = workshop().open("go(size=4, komi=0.5)").unwrap();
        let plan = plan(4, 2);
        let setting = Setting::new(&game);
        let written = Mutex::new(Vec::new());
        let write = |number, record: &GameRecord| {
            let game = WrittenGame::of(&setting, &plan, number, record);
            written.lock().unwrap().push((game, written_sgf(&setting, &plan, number, record).unwrap()));
        };
        run_match(&setting.before(&write), &plan, &AtomicBool::new(false), &mut |_| {}).unwrap();
        let written = written.into_inner().unwrap();
        assert_eq!(written.len(), 4);
        for (game, sgf) in written {
            let end = game.replay(&workshop()).unwrap();
            let rewards = game.rewards.clone().unwrap();
            assert_eq!(rewards[0], end.rewards().unwrap()[0]);
            assert_eq!(game.seats, if game.number % 2 == 0 { ["random", "uct @5"] } else { ["uct @5", "random"] });
            let record = GoRecord::read(&sgf).unwrap();
            assert_eq!(record.names.to_vec(), game.seats);
            assert_eq!(record.result.starts_with('B'), rewards[0] == 1.0);
            let again = record.follow(&go_of(setting.game).unwrap(), None).unwrap().pop().unwrap().1;
            assert_eq!(again.draw(None), end.draw(None));
            assert!(game.line().starts_with(r#"{"game":"go(size=4, komi=\"0.5\")","number":"#));
        }
    }
}
