//! Best-reply search (Schadd and Winands 2011): to each move of the player who searches one of the others replies, the
//! one whose reply is worst for that player, and the rest pass. So it looks further ahead than paranoid search does,
//! though at positions that cannot come about.
//!
//! Our readings: a player whose turn goes on (with another jump, say) ends it; where the game cannot give the turn to
//! the player who searches, it stays with whom it belongs to; and with two players no player is left out, so that it is
//! alpha-beta.

use super::ordering::Frame;
use super::score::Place;
use super::search::Searcher;
use crate::game::{Game, Player, Turn};

impl<G: Game> Searcher<'_, G> {
    /// Lists what may follow in a position and says in which order: the actions of the player to move, or of all who
    /// may reply, those of the player to move first.
    #[inline]
    pub fn list(&mut self, state: &G, place: Place, first: Option<u16>, frame: &mut Frame<G::Action>) {
        if self.sides.one_replies && place.mover != self.sides.root {
            self.list_replies(state, place, frame);
        } else {
            frame.list(state, place.mover, self.plan, self.history);
        }
        frame.prefer(first);
    }

    // Never inlined, here and below: alpha-beta for two need not carry it along.
    #[inline(never)]
    fn list_replies(&mut self, state: &G, place: Place, frame: &mut Frame<G::Action>) {
        let mut part = std::mem::take(&mut self.frames[place.ply + 1]);
        let killers = std::mem::replace(&mut part.killers, frame.killers);
        part.list(state, place.mover, self.plan, self.history);
        frame.clear();
        frame.append(&part, place.mover);
        for player in (0..state.players() as u8).map(Player) {
            if player != self.sides.root
                && player != place.mover
                && let Some(pretended) = self.pretend(state, player)
            {
                part.list(&pretended, player, self.plan, self.history);
                frame.append(&part, player);
            }
        }
        part.killers = killers;
        self.frames[place.ply + 1] = part;
    }

    /// The state as if it were a player's turn.
    fn pretend(&self, state: &G, player: Player) -> Option<G> {
        let turned = state.knowledge().classical()?.with_mover(state, player);
        turned.filter(|state| state.turn() == Turn::Player(player))
    }

    /// The state behind one of the listed actions.
    #[inline]
    pub fn after(&self, state: &G, frame: &Frame<G::Action>, number: usize) -> G {
        let action = frame.actions[number];
        match frame.movers.get(number) {
            Some(&player) => self.after_reply(state, player, action),
            None => {
                let mut after = state.clone();
                after.apply(action);
                after
            }
        }
    }

    /// The state behind a reply, whoever's turn it was: it is the turn of the player who searches then.
    #[inline(never)]
    fn after_reply(&self, state: &G, player: Player, action: G::Action) -> G {
        let in_turn = state.turn() == Turn::Player(player);
        let pretended = if in_turn { None } else { self.pretend(state, player) };
        let mut after = pretended.unwrap_or_else(|| state.clone());
        after.apply(action);
        match after.turn() {
            Turn::Player(next) if next != player && next != self.sides.root => {
                self.pretend(&after, self.sides.root).unwrap_or(after)
            }
            _ => after,
        }
    }
}
