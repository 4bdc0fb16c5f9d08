//! Players from outside the library, where an expression names `gtp`.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use waxwing::{Expression, Limits, Player, Turn};
use waxwing_workshop::{
    Forfeits, GameEntry, GaveUp, MatchPlan, MatchReport, OutsidePlayer, PlayerView, Setting, Table, Watch, Workshop,
    run_match,
};

use crate::plan_of_two;

const STRANGER: &str = "gtp(command=\"a program\")";

/// How a player from outside answers.
#[derive(Clone, Copy)]
enum Manner {
    /// With the last legal move.
    Last,
    /// With what is no move.
    Nonsense,
    /// With a move that is not legal where it is said.
    Illegal,
    /// Not at all.
    Resigns,
    /// It says before the first game that it cannot play.
    Refuses,
}

/// A player that writes down what it is told, and expects to be told everything once.
struct Stranger {
    manner: Manner,
    seat: Player,
    told: Vec<String>,
    seats: Arc<Mutex<Vec<Player>>>,
}

impl OutsidePlayer for Stranger {
    fn start(&mut self, view: &PlayerView<'_>, _: u64) {
        assert!(view.seen().is_empty(), "a game begins at its start");
        (self.seat, self.told) = (view.seat(), Vec::new());
        self.seats.lock().unwrap().push(self.seat);
    }

    fn observe(&mut self, view: &PlayerView<'_>) {
        self.told.extend(view.last_seen().expect("a move has been made").text);
        assert_eq!(self.told, moves(view), "each move is told once, in order");
    }

    fn choose(&mut self, view: &PlayerView<'_>, limits: &Limits, stop: Option<&AtomicBool>) -> Result<String, GaveUp> {
        assert_eq!((view.turn(), moves(view)), (Turn::Player(self.seat), self.told.clone()));
        assert_eq!(format!("{limits:?}"), format!("{:?}", Limits::iterations(60)));
        assert!(stop.is_some());
        match self.manner {
            Manner::Last | Manner::Refuses => Ok(view.legal().pop().expect("a player is to move")),
            Manner::Nonsense => Ok("nonsense".to_owned()),
            Manner::Illegal => Ok("a1a2".to_owned()),
            Manner::Resigns => Err(GaveUp::Resigned),
        }
    }

    fn try_out(&mut self, view: &PlayerView<'_>) -> Result<(), String> {
        match self.manner {
            Manner::Refuses => Err(format!("I do not play {}", view.entry().name)),
            _ => Ok(()),
        }
    }
}

/// All moves, in a game that hides none.
fn moves(view: &PlayerView<'_>) -> Vec<String> {
    let seen: Vec<String> = view.seen().into_iter().filter_map(|seen| seen.text).collect();
    assert_eq!(seen, view.position().expect("nothing is hidden").moves());
    seen
}

type Seats = Arc<Mutex<Vec<Player>>>;

fn workshop(manner: Manner) -> (Workshop, Seats) {
    let seats = Seats::default();
    let starts = seats.clone();
    let build = move |_: &Expression, _: &GameEntry| {
        let stranger = Stranger { manner, seat: Player(0), told: Vec::new(), seats: starts.clone() };
        Ok(Box::new(stranger) as Box<dyn OutsidePlayer>)
    };
    (waxwing_games::standard().outsider("gtp", Arc::new(build)), seats)
}

const GAME: &str = "breakthrough(rows=5, columns=4)";

fn play(manner: Manner, forfeits: Forfeits) -> MatchReport {
    let game = workshop(manner).0.open(GAME).unwrap();
    let plan = MatchPlan { forfeits, ..plan_of_two([STRANGER, "random"], 8, 2) };
    run_match(&Setting::new(&game), &plan, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

#[test]
fn one_that_plays_legal_moves_plays_whole_games() {
    let (workshop, seats) = workshop(Manner::Last);
    let game = workshop.open(GAME).unwrap();
    let plan = plan_of_two([STRANGER, "random"], 8, 1);
    let finished = Mutex::new(Vec::new());
    let witness = |_, record: &waxwing_workshop::GameRecord| finished.lock().unwrap().push(record.clone());
    let setting = Setting::new(&game);
    let report = run_match(&setting.before(&witness), &plan, &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert_eq!((report.games, report.failures.games, report.agents[0].as_str()), (8, 0, STRANGER));
    assert!(!report.reproducible, "a stranger may play otherwise the next time");
    assert_eq!(*seats.lock().unwrap(), [0, 1, 0, 1, 0, 1, 0, 1].map(Player), "seats are swapped");
    for (number, record) in (0..).zip(finished.into_inner().unwrap()) {
        assert!(record.forfeit.is_none());
        // Its moves are the last ones of the lists that it saw.
        let seat = plan.game(number).1.iter().position(|&agent| agent == 0).unwrap();
        let mut position = game.start();
        for text in &record.moves {
            if position.turn() == Turn::Player(Player(seat as u8)) {
                assert_eq!(position.legal().last(), Some(text));
            }
            position.play(text).unwrap();
        }
        assert!(position.is_over());
    }
}

#[test]
fn one_that_answers_nonsense_has_failed_and_its_games_are_kept_apart() {
    for (manner, text) in [(Manner::Nonsense, "nonsense"), (Manner::Illegal, "a1a2")] {
        let report = play(manner, Forfeits::Apart);
        assert_eq!((report.games, report.played(), report.failures.games), (0, 8, 8));
        assert!(report.results.iter().all(|result| result.won.wins + result.won.draws + result.won.losses == 0));
        for (number, failed) in (0..).zip(&report.failures.listed) {
            assert_eq!((failed.game, failed.agent.as_str()), (number, STRANGER));
            assert_eq!(failed.reason, format!("it played `{text}`, which is not legal"));
        }
        let counted = play(manner, Forfeits::Count);
        assert_eq!((counted.games, counted.failures.games, counted.results[0].won.losses), (8, 8, 8));
        assert_eq!(counted.results[1].won.wins, 8);
    }
}

#[test]
fn one_that_resigns_has_lost() {
    let report = play(Manner::Resigns, Forfeits::Apart);
    assert_eq!((report.games, report.failures.games), (8, 0));
    assert_eq!((report.results[0].won.losses, report.results[1].won.wins), (8, 8));
}

#[test]
fn one_that_cannot_play_is_refused_before_the_first_game() {
    let (workshop, seats) = workshop(Manner::Refuses);
    let game = workshop.open(GAME).unwrap();
    let plan = plan_of_two([STRANGER, "random"], 8, 1);
    let error = run_match(&Setting::new(&game), &plan, &AtomicBool::new(false), &mut |_| unreachable!()).unwrap_err();
    assert_eq!(error.message(), "I do not play breakthrough");
    let seat = workshop.expression(STRANGER).unwrap();
    assert!(Table::new(&game, game.start(), &[Some(seat), None], 1).is_err());
    assert!(seats.lock().unwrap().is_empty());
}

#[test]
fn one_sits_at_a_table_and_is_told_what_happens_there() {
    let (workshop, seats) = workshop(Manner::Last);
    let game = workshop.open(GAME).unwrap();
    let mut start = game.start();
    start.follow("a2a3 a4b3", 1).unwrap();
    let seat = workshop.expression(STRANGER).unwrap();
    let mut table = Table::new(&game, start, &[None, Some(seat)], 1).unwrap();
    let (stop, limits) = (AtomicBool::new(false), Limits::iterations(60));
    for _ in 0..2 {
        let first = table.position().legal().swap_remove(0);
        table.play(&first).unwrap();
        let last = table.position().legal().pop().unwrap();
        let answer = table.ask(&limits, Watch::stopped_by(&stop)).expect("its turn").unwrap();
        assert_eq!((&answer.best, answer.gave_up), (&last, None));
        table.play(&last).unwrap();
        assert!(table.undo(Player(0)));
        assert_eq!(table.position().moves(), ["a2a3", "a4b3"], "what was played before cannot be taken back");
        assert!(!table.undo(Player(0)));
    }
    assert_eq!(*seats.lock().unwrap(), [1, 1, 1].map(Player), "a game that goes back is told anew");
}
