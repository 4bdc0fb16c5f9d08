//! A strategy of Connect Four's own: to play above the other player's last disc, as often as that has paid.
//!
//! Whoever answers each move in its column gets every other cell of it. The strategy keeps two averages for each player, of
//! the playouts' rewards after such answers and after all others, and plays them in proportion:
//!
//! ```text
//! α(a) ∝ v(answers)^s  if a is the column of the last move,   v(others)^s  otherwise
//! ```

use std::sync::Mutex;

use waxwing::Player;
use waxwing::agent::catalogue::{Entry, Parameter};
use waxwing::strategy::{Built, Gives, Iteration, Learner, Needs, Ply, Start, Store, Strategy};

/// `follow-up(sharpness=4)` in expressions: `uct > follow-up`.
pub fn follow_up() -> Entry {
    let sharpness = Parameter::number("sharpness", 4.0, 0.0, 100.0, "the power that averages are raised to");
    Entry::strategy("follow-up", "answers above the last disc, as often as that has paid").taking([sharpness]).built_by(
        |setting| {
            let sharpness = setting.number("sharpness");
            Ok(Built::strategy(FollowUp { sharpness, averages: Mutex::default() }))
        },
    )
}

struct FollowUp {
    sharpness: f32,
    /// For each player: of all other moves, and of answers.
    averages: Mutex<[[Average; 2]; 2]>,
}

#[derive(Clone, Copy, Default)]
struct Average {
    sum: f64,
    count: u64,
}

impl Average {
    /// The mean reward, as if one more playout had been a draw.
    fn mean(self) -> f32 {
        ((self.sum + 0.5) / (self.count as f64 + 1.0)) as f32
    }
}

/// Whether a move answers the last one.
fn answers(key: u64, moves: &[u64]) -> bool {
    moves.last() == Some(&key)
}

fn of_player<T>(table: &mut [T; 2], player: Player) -> &mut T {
    &mut table[player.index() % 2]
}

impl Learner for FollowUp {
    type Thread = ();

    fn needs(&self) -> Needs {
        Needs::steps().and_moves()
    }

    fn capture(&self, iteration: &Iteration<'_>, (): &mut ()) {
        let mut averages = self.averages.lock().expect("no thread panics with it");
        for (index, player, step) in iteration.decisions() {
            let is_answer = answers(step.key, iteration.moves_before(index, player, false));
            let average = &mut of_player(&mut averages, player)[usize::from(is_answer)];
            average.sum += iteration.reward(player).value();
            average.count += 1;
        }
    }

    fn store(&self) -> Option<&dyn Store> {
        Some(self)
    }

    fn store_mut(&mut self) -> Option<&mut dyn Store> {
        Some(self)
    }
}

impl Strategy for FollowUp {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn score(&self, ply: &Ply<'_>, (): &mut (), scores: &mut Vec<f32>) {
        let mut averages = self.averages.lock().expect("no thread panics with it");
        let weights = of_player(&mut averages, ply.player).map(|average| average.mean().powf(self.sharpness));
        scores.extend(ply.keys().iter().map(|&key| weights[usize::from(answers(key, ply.moves(false)))]));
    }
}

impl Store for FollowUp {
    fn bytes(&self) -> usize {
        size_of::<[[Average; 2]; 2]>()
    }

    fn begin(&mut self, _: Start) {
        *self.averages.get_mut().expect("no thread panics with it") = Default::default();
    }
}
