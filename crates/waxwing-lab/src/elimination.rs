//! Hierarchical elimination tournaments, by which the implicit minimax paper chose the parameters of its players.
//!
//! Players are listed in the order of their parameter. The first plays the last, the second the last but one, and so on;
//! one in the middle has a bye. The winners, in the order of their encounters and with the bye behind them, make the list
//! of the next round, until one is left. A tie goes to the player who is listed first.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use serde::Serialize;
use waxwing::agent::ExpressionError;
use waxwing::{Limits, Rng};

use crate::template::{Candidate, Values};
use waxwing_workshop::{DesignError, swapped_seats};
use waxwing_workshop::{Failures, Forfeits, MatchPlan, MatchReport, Setting, run_match};

/// What has been played of a tournament. Players are numbers of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Bracket {
    /// The rounds.
    pub rounds: Vec<Round>,
    /// Who is left; no player before the end, or where an encounter had no game to decide it.
    pub winner: Option<usize>,
}

/// A round of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Round {
    /// Who played whom.
    pub encounters: Vec<Encounter>,
    /// Who did not have to play.
    pub bye: Option<usize>,
}

/// Two players and the games that they won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Encounter {
    /// The players, the one listed first before the other.
    pub players: [usize; 2],
    /// Their won games.
    pub wins: [u64; 2],
}

impl Encounter {
    /// Who goes on to the next round.
    pub fn winner(&self) -> usize {
        self.players[usize::from(self.wins[1] > self.wins[0])]
    }
}

/// Plays a tournament of this many players, listed by number. `play` returns the games that each of two players
/// won, or with nothing to end the tournament; it is told what has been played before.
///
/// ```
/// // The greater number always wins.
/// let bracket = waxwing_lab::eliminate(5, |_, first, second| Some([first as u64, second as u64]));
/// assert_eq!(bracket.winner, Some(4));
/// assert_eq!((bracket.rounds[0].encounters[1].players, bracket.rounds[0].bye), ([1, 3], Some(2)));
/// ```
pub fn eliminate(players: usize, mut play: impl FnMut(&Bracket, usize, usize) -> Option<[u64; 2]>) -> Bracket {
    let mut bracket = Bracket::default();
    let mut listed: Vec<usize> = (0..players).collect();
    while listed.len() > 1 {
        let bye = (listed.len() % 2 == 1).then(|| listed[listed.len() / 2]);
        bracket.rounds.push(Round { encounters: Vec::new(), bye });
        let mut winners = Vec::new();
        for place in 0..listed.len() / 2 {
            let players = [listed[place], listed[listed.len() - 1 - place]];
            let Some(wins) = play(&bracket, players[0], players[1]) else { return bracket };
            let encounter = Encounter { players, wins };
            winners.push(encounter.winner());
            bracket.rounds.last_mut().expect("a round has been begun").encounters.push(encounter);
        }
        winners.extend(bye);
        listed = winners;
    }
    bracket.winner = listed.first().copied();
    bracket
}

/// A tournament of agents in a game of two.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The agents, in the order of their parameters.
    pub agents: Vec<Candidate>,
    /// The least number of games for each encounter, half of them in either seat.
    pub games: u64,
    /// Everything random follows from it.
    pub seed: u64,
    /// How many games are played at once.
    pub jobs: usize,
    /// What an agent may use for a move if its expression does not say.
    pub limits: Limits,
}

impl Tournament {
    /// How many encounters there are: each but the last player loses one.
    pub fn encounters(&self) -> u64 {
        self.agents.len().saturating_sub(1) as u64
    }

    fn plan(&self, players: [usize; 2], number: u64, seats: usize) -> Result<MatchPlan, DesignError> {
        let assignments = swapped_seats(players.len(), seats)?;
        Ok(MatchPlan {
            agents: players.map(|player| self.agents[player].agent.clone()).to_vec(),
            group: assignments.len(),
            assignments,
            games: self.games,
            seed: Rng::derive(self.seed, number),
            jobs: self.jobs,
            limits: self.limits,
            forfeits: Forfeits::Apart,
        })
    }
}

/// Why a tournament cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TournamentError {
    /// The game is not for two.
    #[error(transparent)]
    Design(#[from] DesignError),
    /// The game cannot serve an agent.
    #[error(transparent)]
    Agent(#[from] ExpressionError),
}

/// The result of a tournament, final or so far.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TournamentReport {
    /// The game.
    pub game: String,
    /// The agents, in the order of the list: players are numbers of it.
    pub agents: Vec<String>,
    /// The values that each agent has in the places of its template: an expression leaves defaults out.
    pub values: Vec<Values>,
    /// Games of each encounter.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// The openings that the games began with, if there were any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// The games in which agents failed, numbered through all encounters. They count for neither player.
    #[serde(flatten, skip_serializing_if = "Failures::is_empty")]
    pub failures: Failures,
    /// The players of an encounter all of whose games failed: the tournament ended there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undecided: Option<[usize; 2]>,
    /// Who played whom, and who won.
    #[serde(flatten)]
    pub bracket: Bracket,
    /// How long it took.
    pub elapsed_s: f64,
    /// Whether the same seed would give the same games again; JSON mentions it only if not.
    #[serde(skip_serializing_if = "Clone::clone")]
    pub reproducible: bool,
}

/// Plays a tournament; after every game, `progress` is told what has been played before and the state of the encounter.
/// When it is stopped, or all games of an encounter fail, it returns the results of the encounters that are finished.
pub fn run_elimination(
    setting: &Setting<'_>,
    tournament: &Tournament,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&Bracket, &MatchReport),
) -> Result<TournamentReport, TournamentError> {
    let (started, seats) = (Instant::now(), setting.game.players());
    // Whoever has a bye plays late: what the game cannot serve is refused before anybody does.
    tournament.agents.iter().try_for_each(|one| setting.game.try_agent(&one.agent))?;
    let (mut games, mut reproducible, mut fault) = (tournament.games, true, None);
    let (mut number, mut failures, mut undecided) = (0, Failures::default(), None);
    let mut encounter = |bracket: &Bracket, players| -> Result<Option<[u64; 2]>, TournamentError> {
        let plan = tournament.plan(players, number, seats)?;
        games = plan.total();
        let report = run_match(setting, &plan, stop, &mut |report| progress(bracket, report))?;
        reproducible &= report.reproducible;
        let (is_whole, counted) = (report.played() == games, report.games);
        let wins = [0, 1].map(|player| report.results[player].won.wins);
        failures.add_all(report.failures, number * games);
        number += 1;
        // Without a game there is no tie either, which would go to the first.
        undecided = (is_whole && counted == 0).then_some(players);
        Ok((is_whole && counted > 0).then_some(wins))
    };
    let bracket = eliminate(tournament.agents.len(), |bracket, first, second| {
        encounter(bracket, [first, second]).unwrap_or_else(|error| {
            fault = Some(error);
            None
        })
    });
    match fault {
        Some(fault) => Err(fault),
        None => Ok(TournamentReport {
            game: setting.game.to_string(),
            agents: tournament.agents.iter().map(|one| one.agent.to_string()).collect(),
            values: tournament.agents.iter().map(|one| one.values.clone()).collect(),
            games,
            seed: tournament.seed,
            failures,
            undecided,
            openings: setting.openings.map(|openings| openings.name().to_owned()),
            bracket,
            elapsed_s: started.elapsed().as_secs_f64(),
            reproducible,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::workshop;
    use std::collections::HashMap;
    use std::sync::atomic::Ordering::Relaxed;
    use waxwing::Expression;
    use waxwing_workshop::OpenGame;

    /// A tournament as it is published.
    #[derive(Default)]
    struct Published<'a> {
        players: Vec<&'a str>,
        rounds: Vec<Round>,
        winner: Option<usize>,
    }

    impl<'a> Published<'a> {
        fn number(&self, name: &str) -> usize {
            self.players.iter().position(|&player| player == name).expect("a listed player")
        }

        fn round(&self, text: &str) -> Round {
            let mut round = Round::default();
            for part in text.split(", ") {
                let (who, result) = part.split_once(' ').expect("players and their wins");
                if who == "bye" {
                    round.bye = Some(self.number(result));
                    continue;
                }
                let ((first, second), (won, lost)) = (who.split_once('-').unwrap(), result.split_once(':').unwrap());
                let wins = [won, lost].map(|wins| wins.parse().unwrap());
                round.encounters.push(Encounter { players: [self.number(first), self.number(second)], wins });
            }
            round
        }

        fn all(text: &'a str) -> Vec<Published<'a>> {
            let mut all: Vec<Published> = Vec::new();
            for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
                let (word, rest) = line.split_once(' ').expect("a word and what it is about");
                if word == "players" {
                    all.push(Published { players: rest.split(' ').collect(), ..Published::default() });
                    continue;
                }
                let last = all.last_mut().expect("players come first");
                match word {
                    "round" => last.rounds.push(last.round(rest)),
                    "winner" => last.winner = Some(last.number(rest)),
                    other => panic!("{other}"),
                }
            }
            all
        }
    }

    #[test]
    fn the_published_tournaments_come_out_encounter_for_encounter() {
        let published = Published::all(include_str!("elimination/brackets.txt"));
        assert_eq!(published.len(), 7);
        for tournament in published {
            let encounters = || tournament.rounds.iter().flat_map(|round| &round.encounters);
            let results: HashMap<[usize; 2], [u64; 2]> =
                encounters().map(|encounter| (encounter.players, encounter.wins)).collect();
            let bracket =
                eliminate(tournament.players.len(), |_, first, second| results.get(&[first, second]).copied());
            assert_eq!(bracket, Bracket { rounds: tournament.rounds.clone(), winner: tournament.winner });
            assert_eq!(results.len(), tournament.players.len() - 1, "each but the winner loses once");
        }
    }

    #[test]
    fn a_tie_goes_to_the_player_listed_first_and_few_players_need_few_rounds() {
        assert_eq!(eliminate(4, |_, _, _| Some([50, 50])).winner, Some(0));
        assert_eq!(eliminate(0, |_, _, _| unreachable!()), Bracket::default());
        assert_eq!(eliminate(1, |_, _, _| unreachable!()).winner, Some(0));
        let interrupted = eliminate(4, |bracket, _, _| bracket.rounds[0].encounters.is_empty().then_some([1, 0]));
        assert_eq!((interrupted.winner, interrupted.rounds[0].encounters.len()), (None, 1));
    }

    fn board() -> OpenGame {
        workshop().open("breakthrough(rows=5, columns=4)").unwrap()
    }

    fn tournament(agents: &[&str], jobs: usize) -> Tournament {
        Tournament {
            agents: agents.iter().map(|text| Expression::parse(text).unwrap().into()).collect(),
            games: 19,
            seed: 4,
            jobs,
            limits: Limits::iterations(50),
        }
    }

    #[test]
    fn the_strongest_agent_is_left_whatever_runs_at_once() {
        let start = board();
        let run = |jobs| {
            let tournament = tournament(&["random", "uct @5", "uct @300"], jobs);
            assert_eq!(tournament.encounters(), 2);
            let setting = Setting::new(&start);
            run_elimination(&setting, &tournament, &AtomicBool::new(false), &mut |_, _| {}).unwrap()
        };
        let [one, three] = [1, 3].map(run);
        assert_eq!(one.bracket, three.bracket);
        assert_eq!((one.games, one.bracket.winner, one.reproducible), (20, Some(2), true));
        let encounters: Vec<_> = one.bracket.rounds.iter().flat_map(|round| &round.encounters).collect();
        assert_eq!((encounters[0].players, encounters[1].players), ([0, 2], [2, 1]));
        assert!(encounters.iter().all(|encounter| encounter.wins.iter().sum::<u64>() == 20));
    }

    #[test]
    fn a_stopped_tournament_has_its_finished_encounters() {
        let (start, stop) = (board(), AtomicBool::new(false));
        let in_the_second = &mut |bracket: &Bracket, _: &MatchReport| {
            stop.store(!bracket.rounds[0].encounters.is_empty(), Relaxed);
        };
        let tournament = tournament(&["random", "uct", "uct", "random"], 1);
        let report = run_elimination(&Setting::new(&start), &tournament, &stop, in_the_second).unwrap();
        assert_eq!((report.bracket.rounds[0].encounters.len(), report.bracket.winner), (1, None));
    }

    #[test]
    fn what_cannot_be_played_is_refused_before_the_first_game() {
        let unheard = &mut |_: &Bracket, _: &MatchReport| unreachable!();
        let (start, stop) = (board(), AtomicBool::new(false));
        let depth = tournament(&["uct", "uct @d5", "uct"], 1);
        let refused = run_elimination(&Setting::new(&start), &depth, &stop, unheard);
        assert!(matches!(refused, Err(TournamentError::Agent(_))));
        let hearts = workshop().open("hearts").unwrap();
        let hearts = run_elimination(&Setting::new(&hearts), &tournament(&["uct"; 2], 1), &stop, unheard);
        assert!(matches!(hearts, Err(TournamentError::Design(DesignError::NotPairs { agents: 2, seats: 4 }))));
    }
}
