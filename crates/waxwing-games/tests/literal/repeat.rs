//! The same seed gives the same search, traced or not, in one thread or in four.

use waxwing::{Agent, Game, Information, Limits, Player, Record, Report, Reward, Rng, Turn};
use waxwing_games::{Breakthrough, BreakthroughMove, Othello};

use crate::cards::Cards;
use crate::race::Race;
use crate::veiled::Veiled;

/// Breakthrough with a playout of its own.
#[derive(Clone)]
struct Quick(Breakthrough);

impl Game for Quick {
    type Action = BreakthroughMove;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn legal_actions(&self, actions: &mut Vec<BreakthroughMove>) {
        self.0.legal_actions(actions);
    }

    fn apply(&mut self, action: BreakthroughMove) {
        self.0.apply(action);
    }

    fn reward(&self, player: Player) -> Reward {
        self.0.reward(player)
    }

    fn random_action(&self, rng: &mut Rng, buffer: &mut Vec<BreakthroughMove>) -> BreakthroughMove {
        self.0.random_action(rng, buffer)
    }

    fn playout(&mut self, rng: &mut Rng, buffer: &mut Vec<BreakthroughMove>, most: u32) -> u32 {
        let mut plies = 0;
        while plies < most && self.0.turn() != Turn::Over {
            let action = self.0.random_action(rng, buffer);
            self.0.apply(action);
            plies += 1;
        }
        plies
    }
}

type Visits<A> = Vec<(A, u64)>;

fn visits<A: Copy>(report: &Report<A>) -> Visits<A> {
    report.actions.iter().map(|action| (action.action, action.visits)).collect()
}

fn search<G: Game>(text: &str, position: &G, seed: u64, limits: &Limits) -> Report<G::Action> {
    Agent::parse(text, position).unwrap_or_else(|error| panic!("{error}")).search(position, seed, limits).unwrap()
}

fn tracing_changes_nothing<G: Game>(text: &str, position: &G, iterations: u64) {
    let searched = search(text, position, 11, &Limits::iterations(iterations));
    let mut agent = Agent::parse(text, position).unwrap_or_else(|error| panic!("{error}"));
    let Turn::Player(observer) = position.turn() else { panic!("a player is to move") };
    let mut traced = Vec::new();
    agent
        .trace(position, 11, iterations, &mut |_, records| {
            let visits = |action| match records.baseline(&Record::History { observer, moves: vec![action] }) {
                Some(Information::Statistics { visits, .. }) => visits,
                _ => 0,
            };
            traced = searched.actions.iter().map(|action| (action.action, visits(action.action))).collect();
        })
        .unwrap();
    assert_eq!(visits(&searched), traced, "`{text}`");
    assert_eq!(searched.iterations, traced.iter().map(|(_, visits)| visits).sum::<u64>(), "`{text}`");
}

const EXPRESSIONS: &[&str] = &[
    "uct",
    "rave(k=50)",
    "grave(ref=10)",
    "amaf > uct + nast",
    "uct > mast",
    "uct > mast(policy=ucb1)",
    "uct > lgrf(context=2)",
    "uct > nast(n=2, short=uniform)",
    "uct > tiles",
    "icarus/NRML",
    "uct > past",
    "uct > epic",
    "uct > lgrf + epic",
    "uct > bhrf(eps=0.8)",
    "bhrf(accept=always)",
    "uct > pool-rave(p=0.5, least=5)",
    "uct with ph(w=2)",
    "uct > records(by=action&last(1), policy=ucb1)",
    "uct > records(by=action&last(1), learn=good-forgetting, policy=reply)",
    "records(by=action&node, policy=ucb1, trials=available) > records(by=action&own(1), from=below, tau=0.2)",
    "uct > vote(mast, nast, lgrf)",
    "uct > product(mast, switch(nast, lgrf, depth=5))",
];

fn tracing_changes_no_search<G: Game>(position: &G) {
    EXPRESSIONS.iter().for_each(|text| tracing_changes_nothing(text, position, 1500));
}

#[test]
fn tracing_does_not_change_a_search() {
    let board = Breakthrough::new(6, 6).unwrap();
    tracing_changes_no_search(&board);
    tracing_changes_no_search(&Othello::<6>::start());
    tracing_changes_no_search(&Race::start());
    tracing_changes_no_search(&Cards::deal(3));
    tracing_changes_no_search(&Veiled(board.clone()));
    for text in ["uct", "rave", "uct > uct", "uct > mast", "uct > lgrf"] {
        tracing_changes_nothing(text, &Quick(board.clone()), 1500);
    }
    let knowing = ["uct with pb, pu(first=3)", "rave with pb(w=3)", "uct with fet(3)", "rave with cutoff(0.2)"];
    for text in knowing.into_iter().chain(["uct > ege with det(0.2)", "uct > ipp + mast with fet(5)"]) {
        tracing_changes_nothing(text, &board, 1500);
        tracing_changes_nothing(text, &Race::start(), 1500);
        tracing_changes_nothing(text, &Veiled(board.clone()), 1500);
    }
    for text in ["uct > mixed(k=2, bound=0.2, noise=0.1)", "uct > greedy(bound=0.2) + categories with cutoff(0.3)"] {
        tracing_changes_nothing(text, &Race::start(), 1500);
        tracing_changes_nothing(text, &Veiled(board.clone()), 1500);
    }
}

#[test]
fn a_playout_of_the_game_s_own_changes_no_search() {
    let board = Breakthrough::new(6, 6).unwrap();
    for text in ["uct", "rave"] {
        let limits = Limits::iterations(3000);
        let quick = search(text, &Quick(board.clone()), 5, &limits);
        assert_eq!(visits(&search(text, &board, 5, &limits)), visits(&quick), "`{text}`");
    }
}

fn everything<A: Copy + std::fmt::Debug>(report: &Report<A>) -> String {
    let Report { best, actions, line, iterations, plies, nodes, depth, .. } = report;
    format!("{best:?} {actions:?} {line:?} {iterations} {plies} {nodes} {depth}")
}

fn same_seed_same_search<G: Game>(position: &G) {
    for text in EXPRESSIONS {
        let limits = Limits::iterations(1000);
        let once = everything(&search(text, position, 21, &limits));
        assert_eq!(once, everything(&search(text, position, 21, &limits)), "`{text}`");
        assert_ne!(once, everything(&search(text, position, 22, &limits)), "`{text}`");
        // A second search of the same agent starts anew.
        let mut agent = Agent::parse(text, position).unwrap();
        agent.search(position, 22, &limits).unwrap();
        assert_eq!(once, everything(&agent.search(position, 21, &limits).unwrap()), "`{text}`");
        let root = format!("{text}{} root(4)", if text.contains(" with ") { "," } else { " with" });
        let alone = search(&root, position, 21, &limits.threads(1));
        assert_eq!(everything(&alone), everything(&search(&root, position, 21, &limits.threads(4))), "`{root}`");
        assert_eq!(alone.iterations, 1000);
    }
}

#[test]
fn the_same_seed_gives_the_same_search_whatever_the_threads() {
    same_seed_same_search(&Breakthrough::new(6, 6).unwrap());
    same_seed_same_search(&Othello::new());
    same_seed_same_search(&Race::start());
    same_seed_same_search(&Cards::deal(4));
}
