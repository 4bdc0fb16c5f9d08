//! How playouts end before the game, as the papers tell it; and what is seen of it from outside.

use waxwing::{Agent, Game, Limits, Player, Reward};
use waxwing_games::{Breakthrough, Kalah};

use crate::icarus::Playout;
use crate::known;

/// What ends a playout before the game does; a bound comes before a number of plies.
#[derive(Default)]
pub struct Ending {
    pub fixed: Option<Fixed>,
    pub bounded: Option<Bounded>,
    pub margin: Option<Margin>,
}

/// The share that an evaluation of the ended game, as if it went on, has in the rewards.
pub struct Margin {
    pub share: f64,
    pub evaluation: usize,
}

/// After a fixed number of plies, by evaluation.
pub struct Fixed {
    pub plies: usize,
    pub evaluation: usize,
}

/// After `first` plies, and so on in steps of `every`: won or lost if the evaluation is beyond the bound.
pub struct Bounded {
    pub bound: f64,
    pub first: usize,
    pub every: usize,
    pub evaluation: usize,
}

impl Ending {
    /// What the players get if the playout ends in its current state, in which the game is not over.
    pub fn rewards<G: Game>(&self, playout: &Playout<'_, G>) -> Option<Vec<Reward>> {
        // What chance does is no ply: the state before it has been looked at.
        let decisions = playout.plies().filter(|_| !playout.follows_chance())?;
        let won = self.bounded.as_ref().and_then(|bounded| bounded.rewards(playout, decisions));
        won.or_else(|| self.fixed.as_ref().and_then(|fixed| fixed.rewards(playout, decisions)))
    }
}

impl Ending {
    /// What the players get when the game is over.
    pub fn of_game<G: Game>(&self, state: &G) -> Vec<Reward> {
        let Some(margin) = &self.margin else {
            return (0..state.players()).map(|player| state.reward(Player(player as u8))).collect();
        };
        let value = f64::from(known::ended(margin.evaluation, state, Player(0)));
        let first = (1.0 - margin.share) * state.reward(Player(0)).value() + margin.share * (1.0 + value) / 2.0;
        let first = Reward::new(first);
        vec![first, Reward::new(1.0 - first.value())]
    }
}

impl Fixed {
    fn rewards<G: Game>(&self, playout: &Playout<'_, G>, decisions: usize) -> Option<Vec<Reward>> {
        let reward = |player: usize| {
            let value = known::scaled(self.evaluation, playout.state(), Player(player as u8));
            Reward::new((f64::from(value) + 1.0) / 2.0)
        };
        (decisions == self.plies).then(|| match playout.players() {
            2 => vec![reward(0), Reward::new(1.0 - reward(0).value())],
            players => (0..players).map(reward).collect(),
        })
    }
}

impl Bounded {
    fn rewards<G: Game>(&self, playout: &Playout<'_, G>, decisions: usize) -> Option<Vec<Reward>> {
        if decisions < self.first || !(decisions - self.first).is_multiple_of(self.every) {
            return None;
        }
        let me = playout.first_player().expect("a decision has been made");
        let value = known::evaluate(self.evaluation, playout.state(), me);
        let mut rewards = vec![Reward::LOSS; 2];
        match value {
            _ if value > self.bound as f32 => rewards[me.index()] = Reward::WIN,
            _ if value < -self.bound as f32 => rewards[1 - me.index()] = Reward::WIN,
            _ => return None,
        }
        Some(rewards)
    }
}

/// Plies for each iteration, those in the tree included.
fn length<G: Game>(start: &G, text: &str) -> f64 {
    let mut agent = Agent::parse(text, start).unwrap_or_else(|error| panic!("{error}"));
    let report = agent.search(start, 1, &Limits::iterations(2_000)).unwrap();
    report.plies as f64 / report.iterations as f64
}

#[test]
fn playouts_are_longer_with_a_higher_bound() {
    let board = Breakthrough::new(8, 8).unwrap();
    let bounds = ["0", "0.1", "0.3", "0.5", "0.8", "1"];
    for option in ["cutoff", "det"] {
        let lengths = bounds.map(|bound| length(&board, &format!("uct with {option}({bound})")));
        assert!(lengths.is_sorted_by(|x, y| x < y), "{option}: {lengths:?}");
        // Nothing is above 1: the games are played to their end.
        assert!(lengths[5] > 50.0, "{lengths:?}");
    }
}

#[test]
fn playouts_have_the_fixed_length() {
    let board = Breakthrough::new(8, 8).unwrap();
    let tree = length(&board, "uct with fet(0)");
    // The tree is two or three plies deep after so few iterations, whatever the playouts are.
    assert!((1.0..4.0).contains(&tree), "{tree}");
    for plies in [1, 4, 10] {
        let longer = length(&board, &format!("uct with fet({plies})")) - tree;
        assert!((longer - f64::from(plies)).abs() < 0.7, "{plies}: {longer}");
    }
    assert_eq!(length(&board, "uct with fet(1000)"), length(&board, "uct"));
    assert_eq!(length(&board, "uct with cutoff(1)"), length(&board, "uct"));
}

#[test]
fn noise_changes_a_search_and_the_seed_repeats_it() {
    let race = crate::race::Race::start();
    let visits = |text: &str| -> Vec<u64> {
        let mut agent = Agent::parse(text, &race).unwrap_or_else(|error| panic!("{error}"));
        let report = agent.search(&race, 3, &Limits::iterations(500)).unwrap();
        report.actions.iter().map(|action| action.visits).collect()
    };
    for name in ["corrective", "greedy", "mixed"] {
        let text = |noise: &str| format!("uct > {name}(bound=0.4, noise={noise})");
        assert_eq!(visits(&text("0.2")), visits(&text("0.2")), "{name}");
        assert_ne!(visits(&text("0.2")), visits(&text("0")), "{name}");
    }
}

fn refusal<G: Game>(start: &G, text: &str) -> String {
    let Err(error) = Agent::parse(text, start) else { panic!("`{text}` is accepted") };
    error.summary()
}

#[test]
fn what_a_game_does_not_offer_is_refused_with_what_it_does() {
    let (board, kalah) = (Breakthrough::new(8, 8).unwrap(), Kalah::new(6, 4).unwrap());
    assert_eq!(refusal(&board, "uct > ipp(weights=cod)"), "1:19: this game has no weighting `cod`; it has code, text");
    assert_eq!(refusal(&board, "uct > ege(eval=x)"), "1:16: this game has no evaluation `x`; it has ms, lh, learned");
    assert_eq!(
        refusal(&board, "uct with fet(4, eval=x)"),
        "1:22: this game has no evaluation `x`; it has ms, lh, learned"
    );
    let weights = refusal(&kalah, "uct > ipp");
    assert!(weights.starts_with("1:7: `ipp` needs weights of moves, which this game does not offer; it offers"));
    let categories = refusal(&kalah, "uct > mixed");
    assert!(categories.starts_with("1:7: `mixed` needs categories of moves, which this game does not offer"));
    let cards = crate::cards::Cards::deal(1);
    assert!(refusal(&cards, "uct with det").starts_with("1:10: `det` needs an evaluation, which this game"));
}
