//! Games drawn at random, for any number of players who see everything: small trees in which anything may happen. A player
//! may move several times in a row, chance may step in, the game may end at any time, and one player may win, some of them, or
//! all. Moves have values, many of them equal.

use waxwing::knowledge::{Evaluation, Evaluator, Knowledge, MoveValues};
use waxwing::{Game, Player, Reward, Rng, Turn};

use crate::solve::successors;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grove {
    players: u8,
    /// All that will happen follows from this number.
    number: u64,
    /// The game ends after this many plies at the latest.
    left: u8,
}

impl Grove {
    fn new(players: u8, seed: u64, plies: u8) -> Grove {
        Grove { players, number: Rng::derive(seed, players.into()), left: plies }
    }

    /// Games of this many players and plies in which a player begins and has a choice.
    pub fn all(players: u8, plies: u8) -> impl Iterator<Item = Grove> {
        let games = (0..).map(move |seed| Grove::new(players, seed, plies));
        games.filter(|game| matches!(game.turn(), Turn::Player(_)) && game.width() > 1)
    }

    /// A game with thousands of states.
    pub fn large(players: u8, plies: u8) -> Grove {
        Grove::all(players, plies).find(|game| game.states(10_000) == 10_000).expect("most games are large")
    }

    /// How many states lie behind this one, or `most` if there are more.
    fn states(&self, most: usize) -> usize {
        let (mut open, mut count) = (vec![self.clone()], 0);
        while let Some(state) = open.pop().filter(|_| count < most) {
            count += 1;
            if matches!(state.turn(), Turn::Player(_)) {
                open.extend(successors(&state).into_iter().map(|(_, next)| next));
            }
        }
        count
    }

    /// A number below a bound, one for each question.
    fn draw(&self, question: u64, bound: u64) -> u64 {
        Rng::derive(self.number, question << 32) % bound
    }

    fn width(&self) -> u8 {
        1 + self.draw(0, 3) as u8
    }

    /// Three levels, on which values differ by what does not count.
    fn value_of(&self, action: u8) -> f32 {
        let place = u64::from(action);
        self.draw(10 + place, 3) as f32 + self.draw(20 + place, 3) as f32 * 2e-5
    }
}

impl Game for Grove {
    type Action = u8;

    fn players(&self) -> usize {
        self.players.into()
    }

    fn turn(&self) -> Turn {
        if self.left == 0 || self.draw(1, 12) == 0 {
            Turn::Over
        } else if self.draw(2, 10) == 0 {
            Turn::Chance
        } else {
            Turn::Player(Player(self.draw(3, self.players.into()) as u8))
        }
    }

    fn legal_actions(&self, actions: &mut Vec<u8>) {
        actions.extend(0..self.width());
    }

    fn apply(&mut self, action: u8) {
        self.number = Rng::derive(self.number, action.into());
        self.left -= 1;
    }

    fn reward(&self, player: Player) -> Reward {
        let players = u64::from(self.players);
        let winner = self.draw(4, players);
        let wins = u64::from(player.0) == winner;
        match self.draw(5, 12) {
            0 => Reward::new(1.0 / players as f64),
            // The winner shares with the next player.
            1 if wins || u64::from(player.0) == (winner + 1) % players => Reward::DRAW,
            1 => Reward::LOSS,
            _ if wins => Reward::WIN,
            _ => Reward::LOSS,
        }
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(u8, f64)>) {
        outcomes.extend([(100, 0.25), (101, 0.75)]);
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &GroveKnowledge
    }
}

struct GroveKnowledge;

impl Knowledge<Grove> for GroveKnowledge {
    fn evaluations(&self) -> Vec<Evaluation<Grove>> {
        vec![Evaluation::new("rumour", Rumour(0)), Evaluation::new("other", Rumour(1))]
    }

    fn move_values(&self) -> Option<&dyn MoveValues<Grove>> {
        Some(self)
    }
}

/// What is said of states, by its number.
struct Rumour(u64);

impl Evaluator<Grove> for Rumour {
    fn evaluate(&self, state: &Grove, player: Player) -> f32 {
        match state.turn() {
            Turn::Over => 2.0 * state.reward(player).value() as f32 - 1.0,
            _ => state.draw(30 + 10 * self.0 + u64::from(player.0), 7) as f32 / 4.0 - 0.75,
        }
    }
}

impl MoveValues<Grove> for GroveKnowledge {
    fn value_actions(&self, state: &Grove, actions: &[u8], values: &mut Vec<f32>) {
        values.extend(actions.iter().map(|&action| state.value_of(action)));
    }

    /// Half of the states know a way.
    fn draw_best(&self, state: &Grove, rng: &mut Rng) -> Option<u8> {
        let best = (0..state.width()).map(|action| state.value_of(action)).fold(0.0, f32::max);
        let equals: Vec<u8> = (0..state.width()).filter(|&action| state.value_of(action) >= best - 1e-4).collect();
        (state.draw(6, 2) == 0).then(|| equals[rng.below(equals.len())])
    }
}
