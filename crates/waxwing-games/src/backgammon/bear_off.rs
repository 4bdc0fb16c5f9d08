//! A table for the end of a race: how many turns a player with all checkers at home needs to bear them off.
//!
//! For each of the 54,264 ways to have at most fifteen checkers on the points 1 to 6 it has the chances of needing 1, 2, 3… turns,
//! of who plays so as to need the fewest on average. Nobody can be in the other's way any more, so the chance to win follows from
//! the chances of both players. That is exact where the best play is the same whatever the other player has left; it nearly
//! always is, and the tests say how little is lost where it is not.
//!
//! The table is computed when it is first asked for, in a fraction of a second.

use std::sync::LazyLock;

use super::board::Side;

/// The points of a home.
const POINTS: usize = 6;
/// The most checkers.
const MOST: usize = 15;
/// Chances behind this many turns, smaller than those of any other table, are added to the last.
const LONGEST: usize = 40;

/// The table.
static TABLE: LazyLock<Table> = LazyLock::new(Table::compute);

/// How many checkers are on the points 1 to 6.
type Home = [u8; POINTS];

/// How often a player who is to roll wins, if all checkers of both are at home or off and neither is done.
pub(super) fn win_rate(own: &Side, other: &Side) -> Option<f32> {
    if !own.is_home() || !other.is_home() || own.is_done() || other.is_done() {
        return None;
    }
    let [own, other] =
        [own, other].map(|side| TABLE.chances(&std::array::from_fn(|point| side.count(point as u8 + 1))));
    // Who rolls wins by being done after as many turns, while the other player is not done a turn before.
    let mut unfinished = 1.0;
    let mut rate = 0.0;
    for (turn, chance) in own.iter().enumerate() {
        rate += chance * unfinished;
        unfinished -= other.get(turn).unwrap_or(&0.0);
    }
    Some(rate.clamp(0.0, 1.0))
}

struct Table {
    /// For each position, where its chances end; they begin where those of the position before end.
    ends: Vec<u32>,
    /// The chances of needing 1, 2, 3… turns.
    chances: Vec<f32>,
}

/// `WAYS[points][checkers]`: in how many ways that many checkers or fewer can be on so many points.
static WAYS: [[u32; MOST + 1]; POINTS + 1] = ways();

const fn ways() -> [[u32; MOST + 1]; POINTS + 1] {
    let mut table = [[1; MOST + 1]; POINTS + 1];
    let mut points = 1;
    while points <= POINTS {
        let mut checkers = 1;
        while checkers <= MOST {
            table[points][checkers] = table[points - 1][checkers] + table[points][checkers - 1];
            checkers += 1;
        }
        points += 1;
    }
    table
}

/// The number of a position: those with more on the highest point come later, so moves lead to smaller numbers.
fn number(home: &Home) -> usize {
    let (mut number, mut left) = (0, MOST);
    for point in (0..POINTS).rev() {
        // Before it come the positions with fewer checkers here.
        for fewer in 0..usize::from(home[point]) {
            number += WAYS[point][left - fewer] as usize;
        }
        left -= usize::from(home[point]);
    }
    number
}

/// All positions, in the order of their numbers.
fn positions() -> Vec<Home> {
    fn fill(home: &mut Home, point: usize, left: u8, all: &mut Vec<Home>) {
        for count in 0..=left {
            home[point] = count;
            match point {
                0 => all.push(*home),
                _ => fill(home, point - 1, left - count, all),
            }
        }
        home[point] = 0;
    }
    let mut all = Vec::new();
    fill(&mut [0; POINTS], POINTS - 1, MOST as u8, &mut all);
    all
}

impl Table {
    fn chances(&self, home: &Home) -> &[f32] {
        self.chances_of(number(home))
    }

    fn chances_of(&self, number: usize) -> &[f32] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.chances[start as usize..self.ends[number] as usize]
    }

    fn compute() -> Table {
        let mut table = Table { ends: vec![0], chances: Vec::new() };
        // How many turns each position takes on average.
        let mut means = vec![0.0_f32];
        for home in positions().iter().skip(1) {
            let mut sum = [0.0_f64; LONGEST];
            for first in 1..=6 {
                for second in 1..=first {
                    let (dice, weight) = match first == second {
                        true => (&[first; 4][..], 1.0 / 36.0),
                        false => (&[first, second][..], 2.0 / 36.0),
                    };
                    let mut best = Best { means: &means, number: 0, mean: f32::INFINITY };
                    best.look_through(home, dice);
                    if first != second {
                        best.look_through(home, &[second, first]);
                    }
                    match table.chances_of(best.number) {
                        [] => sum[0] += weight,
                        chances => chances.iter().zip(1..).for_each(|(&chance, turns)| {
                            sum[turns.min(LONGEST - 1)] += weight * f64::from(chance);
                        }),
                    }
                }
            }
            let length = sum.iter().rposition(|&chance| chance > 0.0).map_or(0, |last| last + 1);
            means.push((1..).zip(&sum).map(|(turns, chance)| f64::from(turns) * chance).sum::<f64>() as f32);
            table.chances.extend(sum[..length].iter().map(|&chance| chance as f32));
            table.ends.push(table.chances.len() as u32);
        }
        table
    }
}

/// The best way to play dice in this order.
struct Best<'a> {
    means: &'a [f32],
    number: usize,
    mean: f32,
}

impl Best<'_> {
    fn look_through(&mut self, home: &Home, dice: &[usize]) {
        let highest = home.iter().rposition(|&count| count > 0);
        let (Some(highest), [die, others @ ..]) = (highest, dice) else {
            let number = number(home);
            if self.means[number] < self.mean {
                (self.number, self.mean) = (number, self.means[number]);
            }
            return;
        };
        for from in (0..=highest).filter(|&from| home[from] > 0) {
            let mut after = *home;
            after[from] -= 1;
            match (from + 1).checked_sub(*die) {
                Some(0) => {}
                Some(to) => after[to - 1] += 1,
                // A die that is larger than needed bears off from the highest point alone.
                None if from == highest => {}
                None => continue,
            }
            self.look_through(&after, others);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use waxwing::{Game, Player, Turn};

    use super::super::Backgammon;
    use super::*;

    #[test]
    fn numbers_follow_the_order_and_moves_lead_to_smaller_ones() {
        let all = positions();
        assert_eq!(all.len(), 54_264);
        assert!(all.iter().enumerate().all(|(index, home)| number(home) == index));
    }

    #[test]
    fn chances_add_up_to_one() {
        let numbers = (1..54_264).step_by(97).chain([54_263]);
        for number in numbers {
            let sum: f32 = TABLE.chances_of(number).iter().sum();
            assert!((sum - 1.0).abs() < 1e-4, "{number}: {sum}");
        }
    }

    #[test]
    fn a_few_chances_are_those_that_can_be_counted() {
        let chances = |home| TABLE.chances(&home).iter().map(|chance| (36.0 * chance).round()).collect::<Vec<_>>();
        // One checker on the 6-point: 1-1 makes four points; 2-1, 3-1, 4-1 and 3-2 are too few, 4-2 and 5-1 just enough.
        assert_eq!(chances([0, 0, 0, 0, 0, 1]), [27.0, 9.0]);
        // Two on the 1-point are off at once.
        assert_eq!(chances([2, 0, 0, 0, 0, 0]), [36.0]);
        // Three on it only by a double.
        assert_eq!(chances([3, 0, 0, 0, 0, 0]), [6.0, 30.0]);
    }

    /// What a state is worth to White by the rules of the game itself, with best play of both, all that can happen looked through.
    fn exact(state: &Backgammon, known: &mut HashMap<String, f64>) -> f64 {
        let key = format!("{:?} {} {} {}", state.sides, state.packed_dice, state.left, state.mover);
        if let Some(&value) = known.get(&key) {
            return value;
        }
        let value = match state.turn() {
            Turn::Over => state.reward(Player(0)).value(),
            Turn::Chance => {
                let mut outcomes = Vec::new();
                state.chance_outcomes(&mut outcomes);
                outcomes.iter().map(|&(roll, chance)| chance * exact(&after(state, roll), known)).sum()
            }
            Turn::Player(player) => {
                let mut actions = Vec::new();
                state.legal_actions(&mut actions);
                let values = actions.iter().map(|&action| exact(&after(state, action), known));
                if player.0 == 0 { values.fold(0.0, f64::max) } else { values.fold(1.0, f64::min) }
            }
        };
        known.insert(key, value);
        value
    }

    fn after(state: &Backgammon, action: <Backgammon as Game>::Action) -> Backgammon {
        let mut after = state.clone();
        after.apply(action);
        after
    }

    #[test]
    fn small_cases_are_worth_what_looking_through_all_of_them_says() {
        let sides: Vec<Vec<u8>> = vec![vec![6], vec![5, 2], vec![6, 6], vec![4, 3, 1], vec![5, 5, 2], vec![6, 4, 3]];
        let mut known = HashMap::new();
        let mut compared = 0;
        for own in &sides {
            for other in &sides {
                let sides = [Side::on(own), Side::on(other)];
                let rate = win_rate(&sides[0], &sides[1]).unwrap();
                let state = Backgammon { sides, turns: 2, ..Backgammon::new() };
                let exact = exact(&state, &mut known);
                assert!((f64::from(rate) - exact).abs() < 0.002, "{own:?} {other:?}: {rate}, exactly {exact}");
                compared += 1;
            }
        }
        assert_eq!(compared, 36);
    }

    #[test]
    fn what_is_not_at_home_or_over_has_no_rate() {
        let home = Side::on(&[3, 2]);
        assert!(win_rate(&home, &Side::on(&[7, 2])).is_none());
        assert!(win_rate(&Side::on(&[25]), &home).is_none());
        assert!(win_rate(&home, &Side::on(&[0, 0])).is_none());
    }
}
