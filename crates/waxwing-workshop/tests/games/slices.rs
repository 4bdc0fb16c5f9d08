//! Searches in slices and their trees, through the seam.

use waxwing::search::TreeScope;
use waxwing::thinking::Slice;
use waxwing::{Limits, Player, Rng, Turn};
use waxwing_workshop::{Position, Thought, TreeView, Watch};

use crate::open;

/// The first position of a game in which a player is to move, with the moves before it.
fn decision(game: &str) -> (Position, Player) {
    let mut position = open(game).start();
    position.pass_chance(&mut Rng::new(4));
    let Turn::Player(player) = position.turn() else { panic!("a player is to move") };
    (position, player)
}

fn said(mut thought: Thought) -> String {
    thought.elapsed_s = 0.0;
    format!("{thought:?}")
}

#[test]
fn slices_change_no_number() {
    for game in ["othello", "backgammon", "hearts"] {
        let (position, player) = decision(game);
        let limits = Limits::iterations(300);
        let mut agent = open(game).agent("icarus/NRML").unwrap();
        let whole = said(agent.search(&position, 9, &limits).unwrap());
        for slice in [1, 7, 299, 1_000] {
            agent.start(&position, player, 9).unwrap();
            agent.begin(&position, &limits).unwrap();
            let mut slices = 1;
            while agent.advance(Slice::iterations(slice), Watch::default()).unwrap() {
                slices += 1;
                assert_eq!(agent.report().unwrap().stopped, "running");
            }
            assert!(slices >= 300 / slice, "{game}: {slices} slices of {slice}");
            assert_eq!(said(agent.finish().unwrap()), whole, "{game} by {slice}");
        }
    }
}

/// Every node's children are part of its visits, and the moves to them can be made where nothing is hidden.
fn check(node: &TreeView, position: Option<&Position>) {
    let visits: u64 = node.children.iter().map(|child| child.visits).sum();
    assert!(visits <= node.visits, "{node:?}");
    assert!(node.children.is_sorted_by(|one, other| one.visits >= other.visits));
    for child in &node.children {
        let after = position.map(|position| {
            let mut after = position.clone();
            after.play(child.action.as_ref().expect("a child has a move")).unwrap_or_else(|error| panic!("{error}"));
            after
        });
        check(child, after.as_ref());
    }
}

#[test]
fn a_tree_is_told_in_the_games_notation() {
    for game in ["othello", "backgammon", "lines-of-action", "hearts", "dou-di-zhu"] {
        let (position, _) = decision(game);
        let mut agent = open(game).agent("uct > mast").unwrap();
        let thought = agent.search(&position, 3, &Limits::iterations(500)).unwrap();
        let scope = TreeScope::default().depth(3).children(4);
        let root = agent.tree(&[], &scope).unwrap();
        check(&root, (!position.is_hidden()).then_some(&position));
        let best = &root.children[0];
        let name = best.action.as_deref().expect("a child has a move");
        let known = thought.actions.iter().find(|action| action.action == name).expect("it is legal");
        assert_eq!((best.visits, thought.actions[0].visits, best.value), (known.visits, known.visits, known.value));
        assert!(!best.children.is_empty() && !root.line.is_empty(), "{game}");
        let child = agent.tree(&[name], &scope).unwrap();
        assert_eq!((child.visits, child.children.len()), (best.visits, best.children.len()));
        assert_eq!(agent.tree(&["no such move"], &scope), None);
    }
}

#[test]
fn a_tree_says_nothing_that_its_player_cannot_see() {
    for game in ["hearts", "dou-di-zhu", "confrontation"] {
        let (position, player) = decision(game);
        let mut rng = Rng::new(8);
        let trees = [0; 3].map(|_| {
            let other = position.determinize(player, &mut rng);
            let mut agent = open(game).agent("rave > mast").unwrap();
            agent.search(&other, 5, &Limits::iterations(200)).unwrap();
            (other.draw(None), agent.tree(&[], &TreeScope::default().depth(3)).unwrap())
        });
        assert!(trees[1..].iter().all(|(_, tree)| *tree == trees[0].1), "{game}");
        assert!(trees[1..].iter().any(|(drawing, _)| *drawing != trees[0].0), "{game}: nothing was hidden");
    }
}

#[test]
fn records_are_listed_strongest_first_and_say_nothing_that_is_hidden() {
    for (game, agent, kind) in [("othello", "uct > mast", "action"), ("breakthrough", "uct > nast(n=2)", "n-gram")] {
        let (position, _) = decision(game);
        let mut agent = open(game).agent(agent).unwrap();
        agent.search(&position, 3, &Limits::iterations(500)).unwrap();
        let records = agent.records(20);
        assert_eq!((records.len(), records[0].kind), (20, kind), "{game}");
        assert!(records[0].visits > 5 && records.is_sorted_by(|one, other| one.visits >= other.visits), "{game}");
        assert!(records.iter().all(|record| record.value.is_some_and(|value| (0.0..=1.0).contains(&value))));
    }
    let (position, player) = decision("hearts");
    let mut rng = Rng::new(8);
    let lists = [0; 2].map(|_| {
        let mut agent = open("hearts").agent("uct > mast").unwrap();
        agent.search(&position.determinize(player, &mut rng), 5, &Limits::iterations(200)).unwrap();
        agent.records(usize::MAX)
    });
    assert!(!lists[0].is_empty());
    assert_eq!(lists[0], lists[1]);
}
