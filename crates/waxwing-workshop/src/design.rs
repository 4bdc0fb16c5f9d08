//! Seat designs: which agent sits where in the games of a group.

use waxwing::Player;

/// An agent's number for each seat.
pub type Assignment = Vec<usize>;

/// How agents are seated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Design {
    /// As many agents as seats, in every rotation.
    Rotations,
    /// Two agents in every assignment but those that give one of them all seats.
    Balanced,
    /// The first of two agents in one seat, the second in all others, for each seat.
    OneVersusRest,
}

/// Why agents cannot be seated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DesignError {
    /// Neither two agents nor one for each seat.
    #[error(
        "{agents} agent{} for a game of {seats}: give {}",
        if *agents == 1 { "" } else { "s" },
        if *seats == 2 { "two agents".into() } else { format!("two agents, or one for each of the {seats} seats") }
    )]
    Agents {
        /// How many agents there are.
        agents: usize,
        /// How many seats the game has.
        seats: usize,
    },
    /// The design is for two agents.
    #[error("this design is for two agents; {agents} agents take turns in all seats without one")]
    NotTwo {
        /// How many agents there are.
        agents: usize,
    },
    /// Pairs of games are for two agents in two seats.
    #[error(
        "pairs of games with swapped seats are for two agents in a game of two, not for {agents} in a game of {seats}"
    )]
    NotPairs {
        /// How many agents there are.
        agents: usize,
        /// How many seats the game has.
        seats: usize,
    },
}

impl Design {
    /// The design for this many agents when none is asked for.
    pub fn default_for(agents: usize, seats: usize) -> Design {
        if agents == seats { Design::Rotations } else { Design::Balanced }
    }

    /// All assignments of the design, each once.
    pub fn assignments(self, agents: usize, seats: usize) -> Result<Vec<Assignment>, DesignError> {
        if agents < 2 || (agents != 2 && agents != seats) {
            return Err(DesignError::Agents { agents, seats });
        }
        match self {
            Design::Rotations if agents == seats => Ok(rotations(seats)),
            Design::Rotations => Err(DesignError::Agents { agents, seats }),
            _ if agents != 2 => Err(DesignError::NotTwo { agents }),
            Design::Balanced => Ok(balanced(seats)),
            Design::OneVersusRest => Ok(one_versus_rest(seats)),
        }
    }
}

/// The two games of a pair: two agents in a game of two, once in either seat.
pub fn swapped_seats(agents: usize, seats: usize) -> Result<Vec<Assignment>, DesignError> {
    if (agents, seats) == (2, 2) { Ok(rotations(2)) } else { Err(DesignError::NotPairs { agents, seats }) }
}

/// What an agent would score in a design if all agents were equal: its share of the seats. That is 1/3 in the rotations of three
/// agents, 1/4 for one against three, and 1/2 in a balanced design, where each agent has each seat equally often.
///
/// With a fixed role it is still the share of the seats, though a seat may be worth more than others.
pub fn parity(assignments: &[Assignment], agent: usize) -> f64 {
    let seats: usize = assignments.iter().map(Vec::len).sum();
    let own = assignments.iter().flatten().filter(|&&at| at == agent).count();
    own as f64 / seats.max(1) as f64
}

/// Keeps the assignments in which the first agent has a role.
pub fn fix_role(assignments: &mut Vec<Assignment>, role: Player) {
    assignments.retain(|assignment| assignment[role.index()] == 0);
}

fn rotations(seats: usize) -> Vec<Assignment> {
    (0..seats).map(|shift| (0..seats).map(|seat| (seat + shift) % seats).collect()).collect()
}

fn balanced(seats: usize) -> Vec<Assignment> {
    // The bits of a number say which agent has which seat; all bits equal are the two assignments to leave out.
    (1..(1usize << seats) - 1).map(|bits| (0..seats).map(|seat| bits >> seat & 1).collect()).collect()
}

fn one_versus_rest(seats: usize) -> Vec<Assignment> {
    (0..seats).map(|first| (0..seats).map(|seat| usize::from(seat != first)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_agents_are_balanced_over_all_mixed_assignments() {
        for (seats, count) in [(2, 2), (3, 6), (4, 14)] {
            let all = Design::Balanced.assignments(2, seats).unwrap();
            assert_eq!(all.len(), count);
            for agent in 0..2 {
                let taken = |seat: usize| all.iter().filter(|assignment| assignment[seat] == agent).count();
                assert!((0..seats).all(|seat| taken(seat) == count / 2), "each agent has each seat equally often");
            }
            assert!(all.iter().all(|assignment| assignment.contains(&0) && assignment.contains(&1)));
        }
    }

    #[test]
    fn as_many_agents_as_seats_take_turns_in_every_seat() {
        for seats in 2..=4 {
            let all = Design::default_for(seats, seats).assignments(seats, seats).unwrap();
            assert_eq!(all.len(), seats);
            for seat in 0..seats {
                let mut agents: Vec<usize> = all.iter().map(|assignment| assignment[seat]).collect();
                agents.sort_unstable();
                assert_eq!(agents, (0..seats).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn one_versus_rest_puts_the_first_agent_in_each_seat_once() {
        let all = Design::OneVersusRest.assignments(2, 3).unwrap();
        assert_eq!(all, [[0, 1, 1], [1, 0, 1], [1, 1, 0]]);
    }

    #[test]
    fn parity_is_what_equal_players_would_score() {
        let of = |design: Design, agents: usize, seats| {
            let all = design.assignments(agents, seats).unwrap();
            (0..agents).map(|agent| parity(&all, agent)).collect::<Vec<_>>()
        };
        assert_eq!(of(Design::Rotations, 2, 2), [0.5, 0.5]);
        assert_eq!(of(Design::Rotations, 3, 3), [1.0 / 3.0; 3]);
        assert_eq!(of(Design::OneVersusRest, 2, 4), [0.25, 0.75]);
        assert_eq!(of(Design::Balanced, 2, 3), [0.5, 0.5]);
        assert_eq!(of(Design::Balanced, 2, 4), [0.5, 0.5]);
    }

    #[test]
    fn a_role_keeps_the_games_in_which_the_first_agent_has_it() {
        let mut all = Design::OneVersusRest.assignments(2, 3).unwrap();
        fix_role(&mut all, Player(1));
        assert_eq!(all, [[1, 0, 1]]);
        let mut all = Design::Balanced.assignments(2, 3).unwrap();
        fix_role(&mut all, Player(0));
        assert_eq!(all.len(), 3);
    }

    #[test]
    fn a_pair_of_games_swaps_the_seats_of_two() {
        assert_eq!(swapped_seats(2, 2).unwrap(), [[0, 1], [1, 0]]);
        for (agents, seats) in [(2, 3), (3, 3), (1, 2)] {
            assert_eq!(swapped_seats(agents, seats), Err(DesignError::NotPairs { agents, seats }));
        }
    }

    #[test]
    fn other_numbers_of_agents_are_refused_in_words() {
        let message = |design: Design, agents, seats| design.assignments(agents, seats).unwrap_err().to_string();
        assert_eq!(message(Design::Balanced, 1, 2), "1 agent for a game of 2: give two agents");
        assert_eq!(
            message(Design::Balanced, 3, 4),
            "3 agents for a game of 4: give two agents, or one for each of the 4 seats"
        );
        assert!(message(Design::OneVersusRest, 3, 3).starts_with("this design is for two agents"));
        assert!(Design::Rotations.assignments(2, 3).is_err());
        assert!(Design::Balanced.assignments(0, 2).is_err());
    }
}
