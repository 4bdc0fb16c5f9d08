//! The verbs, one file each.

mod agents;
mod bench;
mod compare;
mod completions;
mod engine;
mod evolve;
mod experiment;
mod explain;
mod games;
mod gtp;
mod learn;
mod man;
mod matches;
mod meter;
mod perft;
mod play;
mod search;
mod serve;
mod state;
mod study;
mod tables;
mod tune;

use clap::Subcommand;

use crate::context::Context;
use crate::failure::Failure;

/// What can be done.
#[derive(Subcommand)]
pub enum Verb {
    /// List the games and their options, or describe one
    Games(games::Games),
    /// List the words of agent expressions, or describe one
    Agents(agents::Agents),
    /// Say what an expression means, part by part
    Explain(explain::Explain),
    /// Show the position after some moves
    State(state::State),
    /// Count action sequences of a length
    Perft(perft::Perft),
    /// Let an agent think about one position
    Search(search::Search),
    /// Play against agents
    Play(play::Play),
    /// Serve a page where games are played, searches watched and trees explored
    Serve(serve::Serve),
    /// Play games between agents
    Match(matches::Match),
    /// Play the same deals with one agent after the other in a seat
    Compare(compare::Compare),
    /// Run declared experiments: tables and figures of papers, and your own
    Experiment(experiment::Experiment),
    /// Find the best values of an agent's parameters
    ///
    /// Without `--method`, an elimination tournament: of the agents in the order of their values, the first plays the last, the
    /// second the last but one, and so on; one in the middle has a bye. The winners make the next round, until one is left. A
    /// tie goes to the agent that is listed first. The other methods keep their games in a store, and go on where it ends.
    Tune(tune::Tune),
    /// Find agents that nobody has written, by races in the space of expressions
    ///
    /// The plan, with the final test in it, is written to the store before the first game; the same command goes on where the
    /// store ends. `--test` ends it: 1,000 games of the winner against the best of the sixteen combinations of the ICARUS
    /// paper, 500 against a player that evolution never met, and the winner without each of its parts.
    Evolve(evolve::Evolve),
    /// Measure how much contexts know of a game, before a match is played
    ///
    /// Strategies listen to a search of the baseline: they learn from it and choose nothing. What their records say of moves is compared with
    /// what long searches say, at the root, in the tree and in playouts. docs/meter.md tells what each number is.
    Meter(meter::Meter),
    /// Learn from games before others are played
    Learn(learn::Learn),
    /// Build, check or list the tables that games are evaluated with
    Tables(tables::Tables),
    /// Serve Go clients over the Go Text Protocol, on the standard streams
    Gtp(gtp::Gtp),
    /// Answer messages, a line of JSON each, on the standard streams: games, players and searches for other programs
    Engine(engine::Engine),
    /// Measure playouts and iterations per second
    Bench(bench::Bench),
    /// Estimate what the ICARUS paper's study costs on this machine, in its games or others
    Study(study::Study),
    /// Print the script with which a shell completes verbs, options, games and agents
    ///
    /// For bash, `waxwing completions bash > ~/.local/share/bash-completion/completions/waxwing`; for fish, `waxwing
    /// completions fish > ~/.config/fish/completions/waxwing.fish`; for zsh, `_waxwing` in a folder of `$fpath`.
    Completions(completions::Completions),
    /// Write manual pages, one for each verb
    Man(man::Man),
}

impl Verb {
    /// Does it, with the games and strategies of a workshop.
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        match self {
            Verb::Games(verb) => verb.run(context),
            Verb::Agents(verb) => verb.run(context),
            Verb::Explain(verb) => verb.run(context),
            Verb::State(verb) => verb.run(context),
            Verb::Perft(verb) => verb.run(context),
            Verb::Search(verb) => verb.run(context),
            Verb::Play(verb) => verb.run(context),
            Verb::Serve(verb) => verb.run(context),
            Verb::Match(verb) => verb.run(context),
            Verb::Engine(verb) => verb.run(context),
            Verb::Compare(verb) => verb.run(context),
            Verb::Experiment(verb) => verb.run(context),
            Verb::Tune(verb) => verb.run(context),
            Verb::Evolve(verb) => verb.run(context),
            Verb::Meter(verb) => verb.run(context),
            Verb::Learn(verb) => verb.run(context),
            Verb::Tables(verb) => verb.run(),
            Verb::Gtp(verb) => verb.run(context),
            Verb::Bench(verb) => verb.run(context),
            Verb::Study(verb) => verb.run(context),
            Verb::Completions(verb) => verb.run(context),
            Verb::Man(verb) => verb.run(context),
        }
    }
}
