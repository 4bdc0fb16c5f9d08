//! The run: the sixteen, one generation after the other, and the winner.
//!
//! Nothing is kept but games: whoever is born, who wins a race and who has children follows from the plan and from the
//! results in the store. A run that was killed asks for the same stages again, finds their results, and goes on.

use std::collections::HashSet;

use waxwing::{Expression, Rng};

use super::breeder::{Bred, Breeder};
use super::history::{Generation, History, Individual, Race};
use super::plan::{Equal, EvolutionPlan, Stream, presets};
use crate::duels::{Contest, Duels, Ground, Halving, Meeting, Pause};

/// How often a new agent has two parents.
const CROSSED: f32 = 0.3;
/// How many times as many groups a race has whose result is final.
const THOROUGH: u64 = 2;
/// Groups in which an agent's iterations are timed.
const TIMED: u64 = 2;

/// An evolution while it runs.
pub(super) struct Run<'r, 'd> {
    pub plan: &'r EvolutionPlan,
    pub ground: &'r Ground,
    pub duels: &'r mut Duels<'d>,
    pub history: &'r mut History,
    /// The expressions of the agents.
    pub agents: Vec<Expression>,
    /// The texts of all agents there ever were.
    known: HashSet<String>,
    /// Opponents: agents by number.
    pool: Vec<usize>,
}

impl<'r, 'd> Run<'r, 'd> {
    pub(super) fn new(
        plan: &'r EvolutionPlan,
        ground: &'r Ground,
        duels: &'r mut Duels<'d>,
        history: &'r mut History,
    ) -> Run<'r, 'd> {
        Run { plan, ground, duels, history, agents: Vec::new(), known: HashSet::new(), pool: Vec::new() }
    }

    /// All generations up to this one.
    pub(super) fn evolve(&mut self, generations: u64) -> Result<(), Pause> {
        self.begin()?;
        for number in 1..=generations {
            self.generation(number)?;
        }
        Ok(())
    }

    /// The sixteen, and which of them is the best.
    fn begin(&mut self) -> Result<(), Pause> {
        for preset in presets() {
            let agent = Individual::new(preset.to_string(), 0, Vec::new(), format!("as written: {}", preset.text));
            self.add(preset.expression().clone(), agent)?;
        }
        let all: Vec<usize> = (0..self.agents.len()).collect();
        self.pool = all.clone();
        let mut halving = Halving::default();
        let played = self.race(&all, ("presets", "the sixteen"), Stream::Presets, THOROUGH, (1, &mut halving));
        self.history.presets = halving;
        played?;
        self.history.best_preset = self.history.presets.left.first().copied();
        Ok(())
    }

    /// Adds an agent, with its budget.
    fn add(&mut self, expression: Expression, mut agent: Individual) -> Result<usize, Pause> {
        let number = self.agents.len();
        self.known.insert(super::genome::text_of(&expression));
        (agent.iterations, agent.cost) = self.budget(number, &agent.agent)?;
        self.agents.push(expression);
        self.history.agents.push(agent);
        Ok(number)
    }

    /// An agent's iterations a move, and what one costs beside one of the baseline. Both are measured in the same games one after the
    /// other, so that a busy machine does not matter much; two digits are kept.
    fn budget(&mut self, number: usize, agent: &str) -> Result<(u64, Option<f64>), Pause> {
        let baseline = presets().next().expect("the first of the sixteen is the baseline").to_string();
        if self.plan.equal == Equal::Iterations {
            return Ok((self.plan.iterations, None));
        }
        if agent == baseline {
            return Ok((self.plan.iterations, Some(1.0)));
        }
        let seed = Rng::derive(self.plan.seed(Stream::Cost), number as u64);
        let meeting = Meeting { agents: [agent.to_owned(), baseline], seed, groups: TIMED };
        let (stage, title) = (format!("cost-{number}"), format!("what an iteration of {agent} costs"));
        self.duels.play(self.ground, &stage, &title, std::slice::from_ref(&meeting))?;
        let [own, plain] = self.duels.microseconds(self.ground, &stage, &title, &meeting)?;
        let cost: f64 = format!("{:.1e}", own / plain).parse().unwrap_or(1.0);
        // A clock that shows nothing says nothing.
        let cost = if cost > 0.0 { cost } else { 1.0 };
        Ok((((self.plan.iterations as f64 / cost).round() as u64).max(1), Some(cost)))
    }

    /// What an agent is called in games: its expression with its budget.
    pub(super) fn name(&self, agent: usize) -> String {
        let individual = &self.history.agents[agent];
        match self.plan.equal {
            Equal::Iterations => individual.agent.clone(),
            Equal::Time => format!("{} @{}", individual.agent, individual.iterations),
        }
    }

    /// Races some agents against the pool.
    fn race(
        &mut self,
        agents: &[usize],
        (stage, title): (&str, &str),
        stream: Stream,
        thorough: u64,
        (keep, halving): (usize, &mut Halving),
    ) -> Result<(), Pause> {
        let names = |agents: &[usize]| agents.iter().map(|&agent| self.name(agent)).collect::<Vec<_>>();
        let (contestants, pool) = (names(agents), names(&self.pool));
        let contest = Contest {
            stage: stage.to_owned(),
            title: title.to_owned(),
            contestants: &contestants,
            pool: &pool,
            seed: Rng::derive(self.plan.seed(stream), crate::experiment::hash(stage.as_bytes())),
            groups: thorough * self.plan.groups,
            keep,
        };
        let played = contest.play(self.duels, self.ground, halving);
        self.count(agents, halving);
        played
    }

    /// Notes what a race says of its agents.
    fn count(&mut self, agents: &[usize], halving: &Halving) {
        for (contestant, &agent) in agents.iter().enumerate() {
            let mut standings = halving.rounds.iter().flat_map(|round| &round.standings);
            let Some(last) = standings.rfind(|standing| standing.contestant == contestant) else { continue };
            let individual = &mut self.history.agents[agent];
            let sum = individual.score * individual.groups as f64 + last.score * last.groups as f64;
            individual.groups += last.groups;
            individual.score = sum / individual.groups as f64;
        }
    }

    /// Who has children next.
    fn parents(&self) -> Vec<usize> {
        match self.history.generations.last() {
            Some(generation) => generation.survivors.clone(),
            None => {
                let best = |agent: &usize| {
                    let mut standings = self.history.presets.rounds.iter().flat_map(|round| &round.standings);
                    let last = standings.rfind(|standing| standing.contestant == *agent);
                    last.map_or((0, 0), |standing| (standing.groups, (standing.score * 1e9) as u64))
                };
                let mut all: Vec<usize> = (0..self.agents.len()).collect();
                all.sort_by_key(|agent| std::cmp::Reverse(best(agent)));
                all.truncate(self.plan.parents);
                all
            }
        }
    }

    /// The next generation: the parents and their children race, and the best are the next parents.
    fn generation(&mut self, number: u64) -> Result<(), Pause> {
        let parents = self.parents();
        let mut agents = parents.clone();
        let mut rng = Rng::new(Rng::derive(self.plan.seed(Stream::Generations), number));
        while agents.len() < self.plan.population {
            let Some((bred, of)) = self.child(&parents, &mut rng) else { break };
            let text = super::genome::text_of(&bred.expression);
            let child = Individual::new(text, number, of, bred.how);
            agents.push(self.add(bred.expression, child)?);
        }
        let mut generation =
            Generation { number, opponents: self.pool.len(), race: Race::default(), survivors: Vec::new() };
        let (stage, title) =
            (format!("generation-{number}"), format!("generation {number} of {}", self.plan.generations));
        let mut halving = Halving::default();
        let keep = (self.plan.parents, &mut halving);
        let played = self.race(&agents, (&stage, &title), Stream::Generations, 1, keep);
        generation.survivors = halving.left.iter().map(|&contestant| agents[contestant]).collect();
        generation.race = Race { agents, halving };
        if played.is_ok()
            && let Some(&best) = generation.survivors.first()
            && !self.pool.contains(&best)
        {
            self.pool.push(best);
        }
        self.history.generations.push(generation);
        played
    }

    /// A new agent and its parents.
    fn child(&self, parents: &[usize], rng: &mut Rng) -> Option<(Bred, Vec<usize>)> {
        let breeder = Breeder::new(self.ground, self.plan.knowledge);
        let first = parents[rng.below(parents.len())];
        if rng.unit() < CROSSED && parents.len() > 1 {
            let others: Vec<usize> = parents.iter().copied().filter(|other| *other != first).collect();
            let second = others[rng.below(others.len())];
            let bred = breeder.crossed([&self.agents[first], &self.agents[second]], &self.known, rng);
            if let Some(bred) = bred {
                return Some((bred, vec![first, second]));
            }
        }
        Some((breeder.mutated(&self.agents[first], &self.known, rng)?, vec![first]))
    }

    /// Who of the last parents is the winner, with seeds of its own.
    pub(super) fn find_winner(&mut self) -> Result<(), Pause> {
        let agents = self.parents();
        let mut race = Race { agents: agents.clone(), halving: Halving::default() };
        let titles = ("playoff", "who of the last parents is the winner");
        let played = self.race(&agents, titles, Stream::Playoff, 2 * THOROUGH, (1, &mut race.halving));
        let winner = race.halving.left.first().map(|&contestant| agents[contestant]);
        self.history.playoff = Some(race);
        self.history.winner = winner;
        played
    }
}

impl Individual {
    fn new(agent: String, born: u64, parents: Vec<usize>, how: String) -> Individual {
        Individual { agent, born, parents, how, iterations: 0, cost: None, groups: 0, score: 0.5 }
    }
}
