//! The playout policy's choice, where there is no tree node.

use super::facts::{Facts, ListRoom};
use super::memory::Parts;
use crate::Rng;
use crate::game::Game;
use crate::icarus::{
    Arms, Choosing, LegalList, Moment, NO_SLOT, Part, Phase, Policy, QuickChoice, Source, Threads, TypedPly,
};
use crate::strategy::{Move, Ply};

/// What a playout policy chooses by.
pub(super) struct Chooser<'a, G: Game> {
    pub parts: &'a Parts<G>,
    pub lists: &'a mut ListRoom<G::Action>,
    /// Whether the legal actions are listed already: then any action is drawn from the list.
    pub is_listed: bool,
    pub threads: &'a mut Threads,
    /// Empty: the baseline knows nothing where there is no node.
    pub arms: &'a Arms,
}

/// What was chosen.
pub(super) struct Chosen<A> {
    pub action: A,
    /// Whether the acting player has won by it.
    pub wins: bool,
    /// Whether the choice has made a list of the legal actions.
    pub lists: bool,
}

impl<A> Chosen<A> {
    #[inline(always)]
    fn unlisted(action: A) -> Chosen<A> {
        Chosen { action, wins: false, lists: false }
    }
}

impl<G: Game> Chooser<'_, G> {
    /// Any action, uniformly.
    #[inline(always)]
    pub fn any(&mut self, at: &Moment<'_, G>, rng: &mut Rng) -> Chosen<G::Action> {
        let legal = &mut self.lists.legal;
        Chosen::unlisted(match self.is_listed {
            true => legal[rng.below(legal.len())],
            false => at.state.playout_action(rng, legal),
        })
    }

    /// The choice of a policy. Most are made without any list.
    #[inline(always)]
    pub fn follow(
        &mut self,
        policy: &Policy,
        at: &Moment<'_, G>,
        ply: Option<u32>,
        rng: &mut Rng,
    ) -> Chosen<G::Action> {
        let drawn = policy.draw(0, rng);
        match drawn {
            &Policy::Strategy(number) => match &self.parts.strategies[number] {
                Part::Own(strategy) => {
                    let mut list = LegalList { legal: &mut self.lists.legal, is_listed: self.is_listed };
                    let choice = strategy.play_quickly(at, &mut list, &mut self.threads.strategies[number], rng);
                    match choice {
                        Some(QuickChoice::This(action)) => {
                            return Chosen { action, wins: false, lists: list.is_listed };
                        }
                        Some(QuickChoice::Listed(place)) => {
                            return Chosen { action: list.legal[place], wins: false, lists: true };
                        }
                        Some(QuickChoice::Any) => return self.any(at, rng),
                        None => {}
                    }
                }
                Part::Shared(strategy) if strategy.is_uniform_in_playouts() => return self.any(at, rng),
                Part::Shared(_) => {}
            },
            Policy::Otherwise(first, then) => {
                if let Source::Own(source) = &self.parts.sources[*first] {
                    return match source.reply(at, ply, &mut self.threads.sources[*first], rng) {
                        Some(action) => Chosen::unlisted(action),
                        None => self.follow_behind(then, at, ply, rng),
                    };
                }
            }
            Policy::Switch(..) => {
                let branch = drawn.branch_at(Phase::Simulation, at.log.steps.len());
                return self.follow_behind(branch, at, ply, rng);
            }
            Policy::Linear(..) | Policy::Blend(..) | Policy::Vote(..) | Policy::Product(_) => {}
        }
        self.follow_with_facts(drawn, at, ply, rng)
    }

    /// The choice of the policy behind a source of replies, or of a branch.
    #[inline(never)]
    fn follow_behind(
        &mut self,
        policy: &Policy,
        at: &Moment<'_, G>,
        ply: Option<u32>,
        rng: &mut Rng,
    ) -> Chosen<G::Action> {
        match policy.is_uniform_in_playouts(&self.parts.strategies) {
            true => self.any(at, rng),
            false => self.follow(policy, at, ply, rng),
        }
    }

    /// The choice of a policy that looks at the legal actions, or asks the game what it knows.
    #[inline(never)]
    fn follow_with_facts(
        &mut self,
        policy: &Policy,
        at: &Moment<'_, G>,
        ply: Option<u32>,
        rng: &mut Rng,
    ) -> Chosen<G::Action> {
        let Chooser { parts, lists, is_listed, threads, arms } = self;
        let &mut is_listed = is_listed;
        let facts = match is_listed {
            true => Facts::in_listed_playout(at.state, lists, at.lexicon),
            false => Facts::in_playout(at.state, lists, at.lexicon),
        };
        let Moment { player, log, .. } = *at;
        let ply_of = Ply {
            player,
            visits: 0,
            playout_ply: ply,
            phase: Phase::Simulation,
            node: NO_SLOT,
            arms,
            log,
            situation: &facts,
        };
        let typed = TypedPly { ply: ply_of, facts: &facts };
        let played = match policy {
            &Policy::Strategy(number) => {
                Some(parts.strategies[number].play(&typed, &mut threads.strategies[number], rng))
            }
            Policy::Otherwise(first, _) => parts.sources[*first].reply(&typed, &mut threads.sources[*first], rng),
            blend => {
                let mut with = Choosing { strategies: &parts.strategies, sources: &parts.sources, threads };
                Some(Move::at(blend.choose(&typed, &mut with, rng)))
            }
        };
        let chosen = played.map(|played| (facts.action(played), played.wins));
        let lists = facts.is_listed();
        match (chosen, policy) {
            (Some((action, wins)), _) => Chosen { action, wins, lists },
            (None, Policy::Otherwise(_, then)) => {
                // A list that was made is drawn from, since it is noted.
                let was_listed = std::mem::replace(&mut self.is_listed, is_listed || lists);
                let chosen = self.follow_behind(then, at, ply, rng);
                self.is_listed = was_listed;
                Chosen { lists: chosen.lists || lists, ..chosen }
            }
            (None, _) => unreachable!("only sources of replies decline"),
        }
    }
}
