//! The scene of a position, whatever its game is.

use waxwing::Player;

use super::{MarkKind, Scene, TouchedMove};
use crate::position::Position;

impl Position {
    /// How the position looks to a viewer; `None` sees everything. A game that does not say shows its drawing for a terminal.
    ///
    /// ```
    /// # use waxwing_workshop::doctest::nim;
    /// let scene = nim().open("nim(heap=5)")?.start().scene(None);
    /// assert!(scene.svg().starts_with("<svg"));
    /// # Ok::<(), waxwing::agent::ExpressionError>(())
    /// ```
    pub fn scene(&self, viewer: Option<Player>) -> Scene {
        let scene = self.scenes().and_then(|scenes| scenes.scene(self.line(), viewer));
        scene.unwrap_or_else(|| Scene::of_text(self.draw(viewer)))
    }

    /// The legal moves with the places that they touch. In a game without scenes a move is a word to press.
    pub fn touched_moves(&self) -> Vec<TouchedMove> {
        let touched = self.scenes().and_then(|scenes| scenes.touched(self.line()));
        let word = |text: String| TouchedMove { touches: vec![text.clone()], text };
        touched.unwrap_or_else(|| self.legal().into_iter().map(word).collect())
    }

    /// The last move with the places that it touched, as a viewer saw it; `None` sees everything. Of a move that the viewer saw
    /// only in part there are no places, and nothing of one that it did not see.
    pub fn last_touched(&self, viewer: Option<Player>) -> Option<TouchedMove> {
        let last = self.len().checked_sub(1)?;
        let text = match viewer {
            Some(player) => self.seen(last, player)?,
            None => self.last_move()?,
        };
        let touches = self.scenes().and_then(|scenes| scenes.last(self.line(), viewer));
        Some(TouchedMove { text, touches: touches.unwrap_or_default() })
    }

    /// The scene with the places marked that a legal move can begin with.
    pub fn scene_to_move(&self, viewer: Option<Player>) -> Scene {
        let mut scene = self.scene(viewer);
        let first = self.touched_moves().into_iter().filter_map(|touched| touched.touches.into_iter().next());
        scene.mark(first, MarkKind::Legal);
        scene
    }
}
