//! Players from outside the library, such as other programs.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use waxwing::{Expression, Limits, Player, SearchError, Turn};

use crate::agent::ThinkError;
use crate::position::Position;
use crate::thought::{ChosenMove, Thought};
use crate::view::PlayerView;

/// A player from outside the library, such as another program. It sees positions and moves as texts, and of them what the
/// player in its seat sees.
pub trait OutsidePlayer: Send {
    /// Sits down to a new game, in the seat of the view.
    fn start(&mut self, view: &PlayerView<'_>, seed: u64);

    /// Is told of a move: [`PlayerView::last_seen`].
    fn observe(&mut self, view: &PlayerView<'_>);

    /// Chooses a legal move, or says why it gives up. It should give up soon after `stop` is set.
    fn choose(&mut self, view: &PlayerView<'_>, limits: &Limits, stop: Option<&AtomicBool>) -> Result<String, GaveUp>;

    /// Makes sure that it could play at all, before the first game, of which it is shown the start.
    fn try_out(&mut self, view: &PlayerView<'_>) -> Result<(), String> {
        let _ = view;
        Ok(())
    }
}

/// Why a player chose no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GaveUp {
    /// It sees no chance: it has lost.
    Resigned,
    /// It does not work as it should: it crashed, took too long, or chose what is not legal.
    Failed(String),
}

/// A player from outside behind an agent, and what it was asked for by slices.
pub(crate) struct Outsider {
    player: Box<dyn OutsidePlayer>,
    /// What it is called; only the budget of it concerns the player.
    pub expression: Expression,
    asked: Option<(Position, Limits)>,
    answered: Option<Thought>,
}

impl Outsider {
    pub fn new(player: Box<dyn OutsidePlayer>, expression: Expression) -> Outsider {
        Outsider { player, expression, asked: None, answered: None }
    }

    pub fn start(&mut self, position: &Position, seat: Player, seed: u64) {
        (self.asked, self.answered) = (None, None);
        self.player.start(&PlayerView::new(&position.at(0), seat), seed);
    }

    /// Tells the player of one move of the position.
    pub fn observe(&mut self, position: &Position, index: usize, seat: Player) {
        let earlier;
        let after = if position.len() == index + 1 {
            position
        } else {
            earlier = position.at(index + 1);
            &earlier
        };
        self.player.observe(&PlayerView::new(after, seat));
    }

    pub fn try_out(&mut self, start: &Position) -> Result<(), String> {
        self.player.try_out(&PlayerView::new(start, Player(0)))
    }

    pub fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: Option<&AtomicBool>,
    ) -> Result<Thought, ThinkError> {
        let (chosen, elapsed) = self.ask(position, limits, stop)?;
        Ok(Thought::from_outside(position, &self.expression.to_string(), chosen, elapsed))
    }

    pub fn choose_move(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: Option<&AtomicBool>,
    ) -> Result<ChosenMove, ThinkError> {
        let (chosen, elapsed) = self.ask(position, limits, stop)?;
        Ok(ChosenMove::from_outside(chosen, elapsed))
    }

    /// What the player answers, which must be legal, and how long it took.
    fn ask(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: Option<&AtomicBool>,
    ) -> Result<(Result<String, GaveUp>, Duration), ThinkError> {
        let view = PlayerView::new(position, to_move(position)?);
        let mut limits = *limits;
        limits.budget = self.expression.budget.unwrap_or(limits.budget);
        let started = Instant::now();
        let chosen = self.player.choose(&view, &limits, stop).and_then(|text| {
            let legal = view.read_move(&text);
            legal.map_err(|_| GaveUp::Failed(format!("it played `{text}`, which is not legal")))
        });
        Ok((chosen, started.elapsed()))
    }

    pub fn begin(&mut self, position: &Position, limits: &Limits) -> Result<(), ThinkError> {
        to_move(position)?;
        (self.asked, self.answered) = (Some((position.clone(), *limits)), None);
        Ok(())
    }

    pub fn advance(&mut self, stop: Option<&AtomicBool>) -> Result<(), ThinkError> {
        if let Some((position, limits)) = self.asked.take() {
            self.answered = Some(self.think(&position, &limits, stop)?);
        }
        Ok(())
    }

    pub fn report(&self) -> Option<Thought> {
        self.answered.clone()
    }

    pub fn finish(&mut self) -> Option<Thought> {
        self.asked = None;
        self.answered.take()
    }
}

fn to_move(position: &Position) -> Result<Player, ThinkError> {
    match position.turn() {
        Turn::Player(player) => Ok(player),
        turn => Err(SearchError::NoPlayerToMove(turn).into()),
    }
}
