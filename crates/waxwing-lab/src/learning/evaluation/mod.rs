//! Evaluations that are learned by TD(λ) from games of a model with itself (`waxwing::knowledge::Teacher`), with a learning curve,
//! and with a file from which learning goes on after it was stopped or killed.

mod curve;
mod kept;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use waxwing::Rng;
use waxwing::knowledge::{Course, LearnedFile, Opponent};
use waxwing_workshop::{AnyTeacher, Position};

pub use curve::{Curve, CurvePoint};

use self::kept::Kept;
use super::LearningError;

/// How often what was learned is kept.
const KEEP_EVERY: Duration = Duration::from_secs(15);

/// How an evaluation is taught.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvaluationLessons {
    /// How the model learns.
    pub course: Course,
    /// How many points the curve has.
    pub points: u64,
    /// How many games are played against each opponent for a point.
    pub tries: u64,
}

/// What was learned.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LearnedEvaluation {
    /// The weights.
    pub file: LearnedFile,
    /// How many there are.
    pub weights: usize,
    /// How well it went.
    pub curve: Curve,
}

/// How it ended.
#[derive(Clone, Debug)]
pub enum EvaluationOutcome {
    /// All games were played.
    Finished(Box<LearnedEvaluation>),
    /// It was stopped after this many games, and can go on.
    Stopped(u64),
}

/// The file that learning goes on from, beside the one that is to be written.
pub fn kept_beside(output: &Path) -> PathBuf {
    let mut name = output.to_owned().into_os_string();
    name.push(".kept");
    name.into()
}

/// Learns an evaluation from games that begin with a position. What was learned is kept in a file from time to time, and when it is
/// stopped; with that file there, it goes on, and ends with the same as if it had never stopped. The file is removed at the end.
/// `progress` is told of the games that have been played. Fails where nothing can be learned, where the file cannot be written, and
/// where it is of other lessons.
pub fn learn_evaluation(
    position: &Position,
    lessons: &EvaluationLessons,
    kept: &Path,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64),
) -> Result<EvaluationOutcome, LearningError> {
    let no_teacher = |error| LearningError::NoEvaluation { game: position.game_text().to_owned(), reason: error };
    let mut teacher = position.teacher(lessons.course).map_err(no_teacher)?;
    let kept = Kept::new(kept, position, lessons);
    let mut curve = Curve::default();
    if let Some(found) = kept.read()? {
        teacher.restore(&found.state).map_err(|_| kept.foreign())?;
        curve = found.curve;
    }
    if curve.points.is_empty() {
        kept.write(&*teacher, &curve)?;
        curve.points.push(point(&mut *teacher, lessons));
    }
    let mut written = Instant::now();
    while teacher.played() < lessons.course.games {
        if stop.load(Relaxed) {
            kept.write(&*teacher, &curve)?;
            return Ok(EvaluationOutcome::Stopped(teacher.played()));
        }
        teacher.play();
        if is_due(teacher.played(), lessons) {
            curve.points.push(point(&mut *teacher, lessons));
        }
        if written.elapsed() >= KEEP_EVERY {
            kept.write(&*teacher, &curve)?;
            written = Instant::now();
        }
        progress(teacher.played());
    }
    kept.remove();
    let (file, weights) = (teacher.file(), teacher.weights());
    Ok(EvaluationOutcome::Finished(Box::new(LearnedEvaluation { file, weights, curve })))
}

/// Whether the curve has a point after this many games.
fn is_due(played: u64, lessons: &EvaluationLessons) -> bool {
    let EvaluationLessons { course, points, .. } = *lessons;
    let number = |played: u64| u128::from(played) * u128::from(points) / u128::from(course.games);
    number(played) > number(played - 1)
}

/// What can be said of a model now. All points are of the same random beginnings.
fn point(teacher: &mut dyn AnyTeacher, lessons: &EvaluationLessons) -> CurvePoint {
    let seed = Rng::derive(lessons.course.seed, u64::MAX - 1);
    let mut tried = |opponent| teacher.try_against(opponent, lessons.tries, seed);
    let (random, evaluation) = (tried(Opponent::Random), tried(Opponent::Evaluation));
    CurvePoint {
        games: teacher.played(),
        error: teacher.mean_error(),
        random: random.map(|tried| tried.score()),
        evaluation: evaluation.map(|tried| tried.score()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::workshop;

    fn lessons(games: u64) -> EvaluationLessons {
        let course = Course { games, lambda: 0.7, rate: 1.0, explore: 0.1, seed: 3 };
        EvaluationLessons { course, points: 2, tries: 20 }
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("waxwing-learning-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn learn(
        game: &str,
        lessons: &EvaluationLessons,
        kept: &Path,
        stop_at: u64,
    ) -> Result<EvaluationOutcome, LearningError> {
        let stop = AtomicBool::new(stop_at == 0);
        let position = workshop().open(game).unwrap().start();
        learn_evaluation(&position, lessons, kept, &stop, &mut |played| stop.store(played >= stop_at, Relaxed))
    }

    #[test]
    fn a_run_that_was_stopped_goes_on_to_the_same_end() {
        let folder = folder("resumed");
        let kept = folder.join("weights.kept");
        for (game, games) in [("breakthrough(rows=5, columns=4)", 40), ("backgammon(checkers=3)", 10)] {
            let EvaluationOutcome::Finished(whole) = learn(game, &lessons(games), &kept, u64::MAX).unwrap() else {
                panic!("nothing stopped it");
            };
            assert!(!kept.exists() && whole.curve.points.len() == 3);
            for stop_at in [0, games / 4, games / 2 + 1] {
                let EvaluationOutcome::Stopped(played) = learn(game, &lessons(games), &kept, stop_at).unwrap() else {
                    panic!("it was stopped");
                };
                assert_eq!(played, stop_at);
            }
            let error = learn(game, &lessons(games + 1), &kept, u64::MAX).unwrap_err().to_string();
            assert!(error.contains("is of another game or of other options"), "{error}");
            let EvaluationOutcome::Finished(resumed) = learn(game, &lessons(games), &kept, u64::MAX).unwrap() else {
                panic!("nothing stopped it");
            };
            assert_eq!((&resumed.file, &resumed.curve), (&whole.file, &whole.curve));
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn games_that_cannot_be_learned_are_refused_with_the_reason() {
        let kept = std::env::temp_dir().join("waxwing-never-written");
        let refused = |game| learn(game, &lessons(1), &kept, 9).unwrap_err().to_string();
        assert!(refused("hearts").starts_with("no evaluation can be learned for `hearts`: something is hidden"));
        assert!(refused("chinese-checkers(players=3)").ends_with("for two players; this game has 3"));
        assert!(!kept.exists());
    }

    #[test]
    fn a_damaged_file_is_not_gone_on_from() {
        let folder = folder("damaged");
        let kept = folder.join("weights.kept");
        let game = "breakthrough(rows=5, columns=4)";
        learn(game, &lessons(20), &kept, 5).unwrap();
        let bytes = std::fs::read(&kept).unwrap();
        for damaged in [&bytes[..bytes.len() - 1], &bytes[..20], b"\xff\xff", b""] {
            std::fs::write(&kept, damaged).unwrap();
            let error = learn(game, &lessons(20), &kept, u64::MAX).unwrap_err().to_string();
            assert!(error.contains("weights.kept"), "{error}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_curve_has_its_points_at_even_distances_and_one_at_the_end() {
        let at = |games, points| {
            let lessons = EvaluationLessons { points, ..lessons(games) };
            (1..=games).filter(|&played| is_due(played, &lessons)).collect::<Vec<_>>()
        };
        assert_eq!(at(10, 3), [4, 7, 10]);
        assert_eq!(at(3, 10), [1, 2, 3]);
    }
}
