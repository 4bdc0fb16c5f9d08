//! What holds in every space that a search can grow, the tree and the forest.

use super::slips::Slips;
use crate::agent::build;
use crate::game::{Game, Player};
use crate::icarus::{Information, Sharing};
use crate::search::{Grower, Pause, Prefix, Search, Task, TreeScope, Viewpoint};
use crate::strategy::Start;
use crate::thinking::{Report, Slice};
use crate::{Control, Expression, Limits};

const SEARCHER: Player = Player(0);
const ITERATIONS: u64 = 600;
const ALL: TreeScope = TreeScope { depth: 1, children: usize::MAX, line: usize::MAX, tree: 0, observer: None };

fn search_for<G: Game>(game: &G, text: &str) -> Search<G> {
    let expression = Expression::parse(text).unwrap_or_else(|error| panic!("{error}"));
    build::search(&expression, &[], game).unwrap_or_else(|error| panic!("{error}"))
}

/// Searches a game from its start.
fn run<G: Game>(search: &mut Search<G>, game: &G) -> Report<G::Action> {
    search.prepare(Start { new_game: true, new_tree: true }, Limits::MEMORY).expect("there is memory");
    let (prefix, from) = (Prefix::start(game), Viewpoint { position: game, player: SEARCHER });
    let task = Task { position: game, player: SEARCHER, prefix: &prefix, seed: 7, longest: 1_000 };
    let mut running = search.begin(&task, &Limits::iterations(ITERATIONS));
    search.advance(&mut running, from, Slice::REST, &mut Control::default());
    search.report(&running, from)
}

/// Does something with a game of each kind: without and with chance, where nothing is hidden and where something is.
macro_rules! with_each_kind {
    ($does:ident) => {
        $does(&Slips::<false, false>::new(5));
        $does(&Slips::<true, false>::new(5));
        $does(&Slips::<false, true>::new(5));
        $does(&Slips::<true, true>::new(5));
    };
}

fn look_at_the_root_from_all_sides<G: Game<Action = u8>>(game: &G) {
    let mut search = search_for(game, "rave > mast");
    run(&mut search, game);
    let (space, from) = (&search.memories[0].space, Viewpoint { position: game, player: SEARCHER });
    let root = space.view(from, &[], &ALL).expect("the root is in every space");
    assert_eq!((root.visits, u64::from(space.iterations())), (ITERATIONS, ITERATIONS));
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let mut shown: Vec<u8> = root.children.iter().map(|child| child.action.expect("a move led to it")).collect();
    shown.sort_unstable();
    assert_eq!(shown, legal, "in {ITERATIONS} iterations every action of the root is visited");
    assert_eq!(root.children.iter().map(|child| child.visits).sum::<u64>(), ITERATIONS);
    for child in &root.children {
        let path = [child.action.expect("a move led to it")];
        assert_eq!(u64::from(space.root_record(from, path[0]).visits), child.visits);
        assert_eq!(space.line(from, path[0]), child.line);
        let behind = space.view(from, &path, &ALL).expect("it has been shown");
        assert_eq!((behind.visits, behind.value), (child.visits, child.value));
        assert!(space.slot_of(game, SEARCHER, &path).is_some_and(|slot| (slot as usize) < space.capacity()));
        match space.baseline(game, SEARCHER, &path) {
            Some(Information::Statistics { sum, visits, .. }) => {
                assert_eq!((visits, Some(sum / visits as f64)), (child.visits, child.value));
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(space.view(from, &[9], &ALL).is_none() && space.slot_of(game, SEARCHER, &[9]).is_none());
}

#[test]
fn the_root_is_the_same_from_all_sides() {
    with_each_kind!(look_at_the_root_from_all_sides);
}

fn forget_and_search_again<G: Game<Action = u8>>(game: &G) {
    let mut search = search_for(game, "uct");
    let first = run(&mut search, game);
    let from = Viewpoint { position: game, player: SEARCHER };
    let is_new = |search: &Search<G>| {
        let space = &search.memories[0].space;
        space.iterations() == 0 && space.root_record(from, first.best).visits == 0
    };
    assert!(!is_new(&search));
    search.memories[0].space.clear();
    assert!(is_new(&search));
    assert_eq!(run(&mut search, game).actions, first.actions);
    let grown = search.memories[0].space.bytes();
    search.memories[0].space.shrink();
    assert!(search.memories[0].space.bytes() <= grown);
    search.memories[0].space.clear();
    assert!(is_new(&search));
    assert_eq!(run(&mut search, game).actions, first.actions);
}

#[test]
fn a_space_that_has_forgotten_everything_is_like_new() {
    with_each_kind!(forget_and_search_again);
}

fn abandon_half_an_iteration<G: Game<Action = u8>>(game: &G) {
    let mut search = search_for(game, "uct with tree(2)");
    run(&mut search, game);
    let (memory, from) = (&mut search.memories[0], Viewpoint { position: game, player: SEARCHER });
    let deep = TreeScope { depth: 20, ..ALL };
    let before = memory.space.view(from, &[], &deep);
    let prefix = Prefix::start(game);
    let task = Task { position: game, player: SEARCHER, prefix: &prefix, seed: 8, longest: 1_000 };
    for plies in 1..8 {
        let mut grower = Grower::new(&task, plies, memory, memory.plan.needs, Sharing::Shared);
        grower.look_at(plies);
        // How large the tree is depends on how its threads took turns: there may be no room left for one more node.
        let mut paused = grower.iterate(memory);
        while let Err(Pause::Room(needs)) = paused {
            memory.grow(needs);
            paused = grower.iterate(memory);
        }
        assert_eq!(paused, Err(Pause::Look));
        assert_ne!(memory.space.view(from, &[], &deep), before, "visits are claimed on the way down");
        grower.abandon(memory);
        assert_eq!(memory.space.view(from, &[], &deep), before, "after {plies} plies");
    }
}

#[test]
fn an_iteration_that_is_given_up_leaves_no_visit() {
    with_each_kind!(abandon_half_an_iteration);
}
