//! No player peeks: what is hidden from the searching player in the true state has no influence on its search.

use std::time::Duration;

use waxwing::{Agent, Control, Game, Limits, Notation, Player, Rng, Turn};
use waxwing_games::{Confrontation, DouDiZhu, Hearts, standard};

use crate::start::start;

/// Agents that between them read everything that the engine hands to strategies.
const AGENTS: [&str; 4] = [
    "icarus/NRML",
    "icarus/EPIC",
    "grave > past + tiles",
    "uct > vote(records(by=action&seen, policy=ucb1), records(by=action&last(2), policy=reply, else=mast), nast)",
];

/// Agents that weigh what the others did, where the game says how.
const BELIEVING: [&str; 2] = ["icarus/N with belief", "uct with belief(candidates=3, trust=0.5)"];

/// How the game came to where it is: each action or outcome with the states before and after it.
type History<G> = Vec<(G, <G as Game>::Action, G)>;

/// Random games in which the true state is exchanged, before some of the decisions, for another one that the player to
/// move cannot tell from it. Returns how many searches were compared in which the hidden part was another one.
fn peek<G: Notation>(game: &str) -> usize {
    const GAMES: u64 = 12;
    let mut compared = 0;
    for seed in 0..GAMES {
        let mut rng = Rng::new(seed);
        let (mut state, mut buffer) = (start::<G>(game), Vec::new());
        let mut history = History::new();
        for _ in 0..300 {
            let action = match state.turn() {
                Turn::Over => break,
                Turn::Chance => state.sample_chance(&mut rng),
                Turn::Player(player) => {
                    if rng.below(12) == 0 {
                        compared += usize::from(compare(&state, player, &history, &mut rng));
                    }
                    state.random_action(&mut rng, &mut buffer)
                }
            };
            let before = state.clone();
            state.apply(action);
            history.push((before, action, state.clone()));
        }
    }
    compared
}

/// Searches a state and one that differs from it in what the player cannot see. Returns whether it does differ.
fn compare<G: Notation>(state: &G, player: Player, history: &History<G>, rng: &mut Rng) -> bool {
    // A determinization may be marked as one (it ends with the round, say): the first is taken for the true state, too.
    let [one, other] = [0; 2].map(|_| state.determinize(player, rng));
    let seed = rng.next_u64();
    assert_eq!(one.draw(Some(player)), other.draw(Some(player)), "what the player sees differs");
    let believing = BELIEVING.iter().filter(|_| state.knowledge().beliefs().is_some());
    for agent in AGENTS.iter().chain(believing) {
        let reports = [state, &one, &other].map(|truth| report(truth, agent, player, history, seed));
        assert!(reports[0] == reports[1] && reports[1] == reports[2], "{agent} peeks in\n{}", state.draw(None));
    }
    one.draw(None) != other.draw(None)
}

/// Every field of a report but the time it took, of an agent that has sat at the table.
fn report<G: Game>(truth: &G, agent: &str, player: Player, history: &History<G>, seed: u64) -> String {
    const ITERATIONS: u64 = 150;
    let mut agent = Agent::parse(agent, truth).unwrap_or_else(|error| panic!("{error}"));
    agent.start(history.first().map_or(truth, |(start, ..)| start), seed);
    for (before, action, after) in history {
        agent.observe(before.observe(*action, player), after);
    }
    let mut report = agent.think(truth, &Limits::iterations(ITERATIONS), &mut Control::default()).unwrap();
    report.elapsed = Duration::ZERO;
    format!("{report:?}")
}

#[test]
fn a_search_does_not_depend_on_what_its_player_cannot_see() {
    let all = [
        ("confrontation", peek::<Confrontation>("confrontation")),
        ("dou-di-zhu", peek::<DouDiZhu>("dou-di-zhu")),
        ("hearts", peek::<Hearts>("hearts")),
    ];
    for (game, compared) in all {
        assert!(compared >= 20, "{game}: {compared} searches compared");
    }
    let workshop = standard();
    for game in workshop.games() {
        let hidden = workshop.open(&game.name).expect("the defaults are possible").start().is_hidden();
        assert_eq!(hidden, all.iter().any(|(name, _)| *name == game.name), "{} hides something", game.name);
    }
}
