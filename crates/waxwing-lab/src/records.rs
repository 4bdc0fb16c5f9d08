//! Finished games written down: a line of JSON for a game of any kind, or SGF for Go.

use serde::Serialize;
use waxwing::thinking::GaveUp;
use waxwing::{Game, Notation, Player};
use waxwing_games::{GoRecord, GoStep};

use crate::go::go_of;
use waxwing_workshop::{GameRecord, MatchPlan, Setting};

/// A finished game of a match.
#[derive(Clone, Debug, Serialize)]
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
    /// All moves, chance outcomes included, as `waxwing state --moves` takes them.
    pub moves: String,
    /// What each seat got; nothing where a seat failed and such games are kept apart.
    pub rewards: Option<Vec<f64>>,
    /// Which seat gave up, and why, if one did.
    #[serde(skip_serializing_if = "Option::is_none")]
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

    /// A line of JSON.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers can be written as JSON") + "\n"
    }
}

/// A game of a match as SGF; `None` if it is not Go.
pub fn written_sgf(setting: &Setting<'_>, plan: &MatchPlan, number: u64, record: &GameRecord) -> Option<String> {
    let start = go_of(setting.game)?;
    let mut names = plan.seats(number);
    let mut state = start.clone();
    let mut written = GoRecord {
        size: start.size(),
        komi: start.komi(),
        names: [names.next().unwrap_or_default(), names.next().unwrap_or_default()],
        ..GoRecord::default()
    };
    for (ply, text) in record.moves.iter().enumerate() {
        let at = state.parse(text).ok()?;
        written.steps.push(GoStep::Play(Player((ply % 2) as u8), at));
        state.apply(at);
    }
    written.result = match &record.forfeit {
        None => crate::gtp::score_text(&state),
        // What SGF says of a game without a result.
        Some(_) if plan.kept_apart(number, record).is_some() => "Void".to_owned(),
        Some(forfeit) => {
            let winner = if forfeit.seat == 0 { 'W' } else { 'B' };
            format!("{winner}+{}", if forfeit.reason == GaveUp::Resigned { "R" } else { "F" })
        }
    };
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

    #[test]
    fn a_game_that_failed_has_no_result_and_a_resigned_one_has() {
        let game = workshop().open("go(size=4, komi=0.5)").unwrap();
        let plan = |forfeits| MatchPlan {
            agents: ["random", "uct @5"].map(|text| Expression::parse(text).unwrap()).to_vec(),
            assignments: Design::Rotations.assignments(2, 2).unwrap(),
            group: 2,
            games: 2,
            seed: 1,
            jobs: 1,
            limits: Limits::iterations(5),
            forfeits,
        };
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
            let (plan, record) = (plan(forfeits), record(reason));
            let game = WrittenGame::of(&setting, &plan, 0, &record);
            assert_eq!((game.rewards, game.gave_up.as_deref()), (rewards, Some(gave_up)));
            let sgf = written_sgf(&setting, &plan, 0, &record).unwrap();
            assert!(sgf.contains(result), "{sgf}");
        }
    }

    #[test]
    fn written_games_can_be_followed_to_their_ends() {
        let game = workshop().open("go(size=4, komi=0.5)").unwrap();
        let plan = MatchPlan {
            agents: ["random", "uct @5"].map(|text| Expression::parse(text).unwrap()).to_vec(),
            assignments: Design::Rotations.assignments(2, 2).unwrap(),
            group: 2,
            games: 4,
            seed: Rng::derive(1, 2),
            jobs: 2,
            limits: Limits::iterations(5),
            forfeits: Forfeits::Apart,
        };
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
            let mut end = setting.game.start();
            end.follow(&game.moves, 1).unwrap();
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
