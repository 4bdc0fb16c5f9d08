//! What the solver proves with several players is what exhaustive search by the same rule finds. With the standard rule a win
//! can be forced, and so can the searching player's with the paranoid rule. With two players the rules are the same.

use std::collections::BTreeSet;

use waxwing::search::Proof;
use waxwing::thinking::{ProofRule, Proven, Report, Stopped};
use waxwing::{Agent, Control, Game, Limits, Player, Reward, Turn};
use waxwing_games::Breakthrough;

use crate::grove::Grove;
use crate::solve::successors;

const RULES: [ProofRule; 3] = [ProofRule::Standard, ProofRule::Paranoid, ProofRule::FirstWinner];

fn agent<G: Game>(text: &str, game: &G) -> Agent<G> {
    Agent::parse(text, game).unwrap_or_else(|error| panic!("{error}"))
}

fn mover<G: Game>(state: &G) -> Player {
    if let Turn::Player(player) = state.turn() { player } else { panic!("a player is to move") }
}

/// The states behind a state, those behind outcomes of chance too.
fn behind<G: Game>(state: &G) -> Vec<(G::Action, G)> {
    if state.turn() != Turn::Chance {
        return successors(state);
    }
    let mut outcomes = Vec::new();
    state.chance_outcomes(&mut outcomes);
    let after = |(outcome, _): (G::Action, f64)| {
        let mut next = state.clone();
        next.apply(outcome);
        (outcome, next)
    };
    outcomes.into_iter().map(after).collect()
}

/// What a rule says about a state, by looking at everything behind it.
fn exhaustive<G: Game>(state: &G, rule: ProofRule, root: Player) -> Proof {
    let players = state.players();
    let known = |next: &G| exhaustive(next, rule, root);
    let children = || -> Vec<Proof> { behind(state).iter().map(|(_, next)| known(next)).collect() };
    let mover = match state.turn() {
        Turn::Over => {
            let rewards: Vec<Reward> = (0..players).map(|player| state.reward(Player(player as u8))).collect();
            let total: f64 = rewards.iter().map(|reward| reward.value()).sum();
            return match rewards.iter().position(|&reward| reward == Reward::WIN) {
                Some(winner) if (total - 1.0).abs() < 1e-6 => Proof::Win(Player(winner as u8)),
                None if (total - 1.0).abs() < 1e-6 && rewards.iter().all(|&reward| reward == rewards[0]) => Proof::Draw,
                _ => Proof::Open,
            };
        }
        Turn::Chance => {
            let outcomes = children();
            let same = outcomes.iter().all(|&outcome| outcome == outcomes[0]);
            return if same { outcomes[0] } else { Proof::Open };
        }
        Turn::Player(mover) => mover,
    };
    let children = children();
    for sure in [Proof::Win(mover), Proof::Open, Proof::Draw] {
        if children.contains(&sure) {
            return sure;
        }
    }
    let winner =
        |proof: &Proof| if let Proof::Win(winner) = proof { winner.index() } else { unreachable!("all are lost") };
    let mut winners: BTreeSet<usize> = children.iter().map(winner).collect();
    if winners.len() > 1 && rule == ProofRule::Paranoid {
        winners.remove(&root.index());
    }
    if winners.len() > 1 && rule == ProofRule::FirstWinner {
        let mut next = (mover.index() + 1) % players;
        while !winners.contains(&next) {
            next = (next + 1) % players;
        }
        return Proof::Win(Player(next as u8));
    }
    match winners.into_iter().collect::<Vec<_>>()[..] {
        [one] => Proof::Win(Player(one as u8)),
        _ => Proof::Open,
    }
}

/// Whether a player wins whatever the others and chance do, alone against all of them.
fn can_force<G: Game>(state: &G, player: Player) -> bool {
    match state.turn() {
        Turn::Over => state.reward(player) == Reward::WIN,
        Turn::Player(mover) if mover == player => behind(state).iter().any(|(_, next)| can_force(next, player)),
        _ => behind(state).iter().all(|(_, next)| can_force(next, player)),
    }
}

fn outcome(proof: Proof, player: Player) -> Option<Proven> {
    match proof {
        Proof::Open => None,
        Proof::Draw => Some(Proven::Draw),
        Proof::Win(winner) if winner == player => Some(Proven::Win),
        Proof::Win(_) => Some(Proven::Loss),
    }
}

/// Compares every node of the last search's tree with exhaustive search. Returns how many are proven.
fn check_tree<G: Game + std::fmt::Debug>(agent: &Agent<G>, root: &G, rule: ProofRule) -> usize {
    let (searcher, records) = (mover(root), agent.records(root).expect("a search"));
    let mut open = vec![(Vec::new(), root.clone())];
    let mut proven = 0;
    while let Some((moves, state)) = open.pop() {
        let proof = records.proof(&moves);
        if proof != Proof::Open {
            assert_eq!(proof, exhaustive(&state, rule, searcher), "{rule:?}: {moves:?} in {root:?}");
            if let Proof::Win(winner) = proof
                && (rule == ProofRule::Standard || rule == ProofRule::Paranoid && winner == searcher)
            {
                assert!(can_force(&state, winner), "{rule:?}: {moves:?} in {root:?}");
            }
            proven += 1;
        }
        if state.turn() != Turn::Over {
            open.extend(behind(&state).into_iter().map(|(action, next)| ([&moves[..], &[action]].concat(), next)));
        }
    }
    proven
}

/// Searches games of `players` players by all rules. Returns how often the root was proven by each, and how often it
/// can be.
fn check_games(players: u8, games: usize, text: &str) -> [(usize, usize); 3] {
    RULES.map(|rule| {
        let text = text.replace("RULE", rule.name());
        let (mut solved, mut solvable) = (0, 0);
        for (number, game) in Grove::all(players, 5).take(games).enumerate() {
            let mut agent = agent(&text, &game);
            for budget in [20, 3_000] {
                let report = agent.search(&game, number as u64, &Limits::iterations(budget)).unwrap();
                check_tree(&agent, &game, rule);
                let visits: u64 = report.actions.iter().map(|action| action.visits).sum();
                // One of two threads may not have heard yet that all is proven.
                assert!(visits == report.iterations || !report.reproducible, "`{text}` in {game:?}");
                for action in &report.actions {
                    let (_, after) = successors(&game).swap_remove(action.action.into());
                    let expected = outcome(exhaustive(&after, rule, mover(&game)), mover(&game));
                    assert!(action.proven.is_none_or(|proven| Some(proven) == expected), "`{text}` in {game:?}");
                }
                let is_solvable = exhaustive(&game, rule, mover(&game)) != Proof::Open;
                assert!(is_solvable || report.stopped == Stopped::Budget, "`{text}` in {game:?}");
                if budget > 20 {
                    solved += usize::from(report.stopped == Stopped::Proven);
                    solvable += usize::from(is_solvable);
                }
            }
        }
        (solved, solvable)
    })
}

#[test]
fn proofs_agree_with_exhaustive_search_by_the_same_rule() {
    for players in [2, 3, 4, 8] {
        // With much exploration no corner of a tree is left out for long.
        let counts = check_games(players, 400, "uct(c=10) with solver(rule=RULE)");
        counts.iter().for_each(|(solved, solvable)| assert_eq!(solved, solvable, "{players} players"));
        let [standard, paranoid, first] = counts.map(|(solved, _)| solved);
        assert!(standard > 10, "{players} players: {standard} games are proven");
        match players {
            2 => assert_eq!((standard, standard), (paranoid, first)),
            // Of many winners more than one is left without the player who searches.
            8 => assert!(standard <= paranoid && paranoid < first, "{standard}, {paranoid}, {first}"),
            _ => assert!(standard < paranoid && paranoid < first, "{players}: {standard}, {paranoid}, {first}"),
        }
    }
}

#[test]
fn proofs_agree_with_exhaustive_search_whatever_else_is_in_the_tree() {
    for text in [
        "uct > ege with ph(w=5), solver(rule=RULE), mate1",
        "rave > mast with solver(rule=RULE), pb, pu(first=1, a=5), threshold(3)",
        "mast(tau=0.2) with solver(rule=RULE)",
        "uct with solver(rule=RULE), tree(2)",
        "uct with solver(rule=RULE), root(2)",
    ] {
        for players in [3, 5] {
            for (solved, solvable) in check_games(players, 40, text) {
                assert!(solved > solvable / 2, "`{text}` proves {solved} of {solvable}");
            }
        }
    }
}

#[test]
fn a_player_who_has_lost_to_several_goes_on_choosing_by_his_records() {
    let mut found = 0;
    for game in Grove::all(3, 4).take(2_000) {
        let children: Vec<_> = successors(&game);
        let proofs = children.iter().map(|(_, next)| exhaustive(next, ProofRule::Standard, mover(&game)));
        let is_lost = |proof: Proof| outcome(proof, mover(&game)) == Some(Proven::Loss);
        if !proofs.clone().all(is_lost) || exhaustive(&game, ProofRule::Standard, mover(&game)) != Proof::Open {
            continue;
        }
        found += 1;
        for text in ["uct with solver", "uct > mast with ph, solver", "uct with solver, threshold(50)"] {
            let report = agent(text, &game).search(&game, found, &Limits::iterations(2_000)).unwrap();
            assert_eq!((report.stopped, report.iterations), (Stopped::Budget, 2_000), "`{text}` in {game:?}");
            assert!(report.actions.iter().all(|action| action.proven == Some(Proven::Loss)), "`{text}` in {game:?}");
            // Nothing speaks for one of them: what was won before it was proven soon weighs little.
            let (most, least) = (report.actions[0].visits, report.actions[report.actions.len() - 1].visits);
            assert!(4 * least > most, "`{text}` in {game:?}: {most} and {least} visits");
        }
    }
    assert!(found > 20, "{found} such games only");
}

fn visits<A: Copy>(report: &Report<A>) -> Vec<(A, u64)> {
    report.actions.iter().map(|action| (action.action, action.visits)).collect()
}

/// With two players all rules make the same search.
fn same_by_all_rules<G: Game>(position: &G, options: &str) {
    let search = |rule: ProofRule| {
        let text = format!("{options}, solver(rule={})", rule.name());
        let report = agent(&text, position).search(position, 3, &Limits::iterations(4_000)).unwrap();
        assert_eq!(report.proof_rule, None);
        (visits(&report), report.iterations, report.line)
    };
    let standard = search(ProofRule::Standard);
    RULES.iter().for_each(|&rule| assert_eq!(search(rule), standard, "{rule:?}"));
}

#[test]
fn with_two_players_the_rules_make_the_same_search() {
    for options in ["uct with final(value)", "uct > mast with ph(w=5)", "rave with mate1"] {
        same_by_all_rules(&Breakthrough::new(5, 4).expect("a board size"), options);
        Grove::all(2, 8).take(50).for_each(|game| same_by_all_rules(&game, options));
    }
}

#[test]
fn a_report_names_the_rule_that_its_proofs_rest_on() {
    let game = Grove::all(3, 5).next().expect("there are many");
    for (rule, named) in RULES.into_iter().zip([None, Some("paranoid"), Some("first-winner")]) {
        let text = format!("uct with solver(rule={})", rule.name());
        let report = agent(&text, &game).search(&game, 1, &Limits::iterations(10)).unwrap();
        assert_eq!(report.proof_rule.map(ProofRule::name), named);
    }
}

/// Plays games with one agent for `seat`, or for all seats, that keeps its tree: what is proven is right at every move.
fn check_reuse(text: &str, rule: ProofRule, every_seat: bool) -> usize {
    let mut proven = 0;
    for (number, start) in Grove::all(3, 7).take(150).enumerate() {
        let mut agent = agent(text, &start);
        agent.start(&start, number as u64);
        let (seat, mut state, mut rng) = (mover(&start), start.clone(), waxwing::Rng::new(number as u64));
        while state.turn() != Turn::Over {
            let action = match state.turn() {
                Turn::Player(player) if every_seat || player == seat => {
                    let report = agent.think(&state, &Limits::iterations(40), &mut Control::default()).unwrap();
                    proven += check_tree(&agent, &state, rule);
                    report.best
                }
                Turn::Chance => state.sample_chance(&mut rng),
                _ => state.random_action(&mut rng, &mut Vec::new()),
            };
            state.apply(action);
            agent.observe(Some(action), &state);
        }
    }
    proven
}

#[test]
fn a_tree_that_is_kept_proves_nothing_for_another_player() {
    for rule in RULES {
        let text = format!("uct with solver(rule={}), reuse", rule.name());
        for every_seat in [false, true] {
            assert!(check_reuse(&text, rule, every_seat) > 1_000);
        }
    }
}

#[test]
fn progressive_history_without_weight_is_uct() {
    for options in ["final(value)", "solver", "solver(rule=first-winner)"] {
        for (number, game) in Grove::all(3, 12).take(100).enumerate() {
            let search = |text: &str| {
                visits(&agent(text, &game).search(&game, number as u64, &Limits::iterations(2_000)).unwrap())
            };
            let with = search(&format!("uct(c=0.2) > ege(0.05) with {options}, ph(w=0)"));
            assert_eq!(with, search(&format!("uct(c=0.2) > ege(0.05) with {options}")), "{options} in {game:?}");
        }
    }
}
