//! Three players: what is refused for a game and what is not, and what the rest does.

use crate::agent::PRESETS;
use crate::knowledge::{Evaluation, Evaluator, Knowledge, MoveValues};
use crate::thinking::Proven;
use crate::{Agent, Game, Limits, Player, Reward, Rng, Turn};

/// Three players take one or two stones in turn; who takes the last one wins. `KNOWING` says what there is beside the rules.
#[derive(Clone, Debug)]
struct Stones<const KNOWING: bool> {
    left: u8,
    taken: u8,
}

impl<const KNOWING: bool> Stones<KNOWING> {
    fn heap(left: u8) -> Self {
        Stones { left, taken: 0 }
    }
}

impl<const KNOWING: bool> Game for Stones<KNOWING> {
    type Action = u8;

    fn players(&self) -> usize {
        3
    }

    fn turn(&self) -> Turn {
        if self.left == 0 { Turn::Over } else { Turn::Player(Player(self.taken % 3)) }
    }

    fn legal_actions(&self, actions: &mut Vec<u8>) {
        actions.extend(1..=self.left.min(2));
    }

    fn apply(&mut self, stones: u8) {
        self.left -= stones;
        self.taken += 1;
    }

    fn reward(&self, player: Player) -> Reward {
        if player.0 == (self.taken + 2) % 3 { Reward::WIN } else { Reward::LOSS }
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &About
    }
}

/// Knows that two stones are more than one, and can say so without a list.
struct About;

impl<const KNOWING: bool> Knowledge<Stones<KNOWING>> for About {
    fn evaluations(&self) -> Vec<Evaluation<Stones<KNOWING>>> {
        if KNOWING { vec![Evaluation::new("few", About)] } else { Vec::new() }
    }

    fn move_values(&self) -> Option<&dyn MoveValues<Stones<KNOWING>>> {
        if KNOWING { Some(self) } else { None }
    }
}

impl<const KNOWING: bool> Evaluator<Stones<KNOWING>> for About {
    fn evaluate(&self, state: &Stones<KNOWING>, _: Player) -> f32 {
        f32::from(state.left) / 256.0
    }
}

impl<const KNOWING: bool> MoveValues<Stones<KNOWING>> for About {
    fn value_actions(&self, _: &Stones<KNOWING>, actions: &[u8], values: &mut Vec<f32>) {
        values.extend(actions.iter().map(|&stones| f32::from(stones)));
    }

    fn draw_best(&self, state: &Stones<KNOWING>, _: &mut Rng) -> Option<u8> {
        state.left.is_multiple_of(2).then_some(2)
    }
}

fn refusal<const KNOWING: bool>(text: &str) -> Option<String> {
    Agent::parse(text, &Stones::<KNOWING>::heap(9)).err().map(|error| error.summary())
}

#[test]
fn minimax_is_for_two_players_and_proofs_are_for_any_number() {
    for text in ["im(0.4)", "maximum", "det(0.5)", "cutoff(1)"] {
        let message = refusal::<true>(&format!("uct with {text}")).expect("a refusal");
        assert!(message.ends_with("is for two players, and this game has 3"), "{message}");
    }
    for text in ["solver", "solver(rule=paranoid), mate1", "solver(rule=first-winner), final(secure)", "fet(3)", "ph"] {
        assert_eq!(refusal::<true>(&format!("uct with {text}")), None);
    }
}

#[test]
fn greedy_playouts_need_an_evaluation_or_values_of_moves() {
    let offers = "it offers nothing beyond its rules";
    for text in ["ege", "ege(by=value)"] {
        let message = format!("1:7: `ege` needs an evaluation, which this game does not offer; {offers}");
        assert_eq!(refusal::<false>(&format!("uct > {text}")), Some(message));
    }
    let message = format!("1:14: `by=move` needs values of moves, which this game does not offer; {offers}");
    assert_eq!(refusal::<false>("uct > ege(by=move)"), Some(message));
    for text in ["ege", "ege(by=value)", "ege(by=move)", "ege(eval=few)"] {
        assert_eq!(refusal::<true>(&format!("uct > {text}")), None);
    }
    let message = "1:16: `by=move` looks at the move alone, and at no evaluation";
    assert_eq!(refusal::<true>("uct > ege(eval=few, by=move)").as_deref(), Some(message));
    assert_eq!(refusal::<true>("uct > ipp"), Some(
        "1:7: `ipp` needs weights of moves, which this game does not offer; it offers evaluations (few), values of moves".into(),
    ));
}

#[test]
fn looking_ahead_needs_an_evaluation_and_categories_if_moves_are_left_out() {
    let message =
        "1:7: `lookahead` needs an evaluation, which this game does not offer; it offers nothing beyond its rules";
    assert_eq!(refusal::<false>("uct > lookahead").as_deref(), Some(message));
    for text in ["uct > lookahead", "uct > lookahead(4, eval=few, from=3, else=ege)", "lookahead(1, noise=0.1)"] {
        assert_eq!(refusal::<true>(text), None);
    }
    let message = "1:19: `k` needs categories of moves, which this game does not offer; it offers evaluations (few), values of moves";
    assert_eq!(refusal::<true>("uct > lookahead(k=3)").as_deref(), Some(message));
}

#[test]
fn records_are_about_what_a_game_offers() {
    let contexts = "contexts: action, node, last, own, depth, episode, predicates, seen";
    for (by, message) in [
        (
            "episode",
            "`by=episode` needs episodes, which this game does not offer; it offers evaluations (few), values of moves",
        ),
        (
            "predicates",
            "`by=predicates` needs predicates, which this game does not offer; it offers evaluations (few), values of moves",
        ),
        (
            "seen",
            "`seen` is for games that hide something: here all players see everything; `node` is all that was seen, in the tree",
        ),
        (
            "colour",
            &format!(
                "`colour` is no context, and nothing that this game says of an action; this game says nothing of actions; {contexts}"
            ),
        ),
        (
            "nodes",
            "`nodes` is no context, and nothing that this game says of an action; did you mean `node`? this game says nothing of actions",
        ),
    ] {
        let refused = refusal::<true>(&format!("uct > records(by=action&{by})")).expect("it is refused");
        assert_eq!(refused, format!("1:18: {message}"));
    }
    for text in ["records(by=action&last(2)&own(1)&depth(3))", "records(by=action&node)"] {
        assert_eq!(refusal::<false>(text), None);
    }
}

#[test]
fn a_product_is_of_distributions_that_are_known() {
    let message = "1:21: `product` multiplies probabilities, and those of `bhrf` are not known; replies and votes can be parts of `vote`, `switch` and `+`";
    assert_eq!(refusal::<true>("uct > product(mast, bhrf)").as_deref(), Some(message));
    assert!(
        refusal::<true>("product(mast, vote(nast, lgrf))").is_some_and(|message| message.contains("vote(nast, lgrf)"))
    );
    for text in [
        "product(uct, mast)",
        "uct > vote(mast, bhrf, lgrf)",
        "uct > product((mast + nast), switch(mast, nast, depth=2))",
    ] {
        assert_eq!(refusal::<true>(text), None);
    }
}

/// The mean length of the playouts of a search that never leaves the greedy way.
fn plies_of_playouts(playout: &str) -> f64 {
    let heap = Stones::<true>::heap(80);
    let mut agent = Agent::parse(&format!("uct > {playout}"), &heap).expect("the game has all that it needs");
    let report = agent.search(&heap, 1, &Limits::iterations(50)).unwrap();
    report.plies as f64 / report.iterations as f64
}

#[test]
fn greed_is_for_moves_where_the_game_values_moves() {
    // Two stones at a time end the game after 40 moves, the evaluation likes to take one; the tree adds a few plies.
    for text in ["ege(0)", "ege(0, by=move)"] {
        assert!((40.0..46.0).contains(&plies_of_playouts(text)), "{text}");
    }
    for text in ["ege(0, by=value)", "ege(0, eval=few)"] {
        assert!((70.0..81.0).contains(&plies_of_playouts(text)), "{text}");
    }
}

#[test]
fn the_agents_of_the_multi_player_paper_find_the_only_hope() {
    let heap = Stones::<true>::heap(5);
    let presets = PRESETS.iter().filter(|preset| preset.family == "multi-player").map(|preset| preset.to_string());
    let rules = ["paranoid", "first-winner"].map(|rule| format!("uct with solver(rule={rule}), final(value)"));
    // An action with nothing but losses is visited rarely: its proof takes a while with Progressive History.
    let limits = Limits::iterations(5000);
    for text in presets.chain(rules) {
        let report = Agent::parse(&text, &heap).expect("it is for any game").search(&heap, 1, &limits).unwrap();
        let proven =
            |stones: u8| report.actions.iter().find(|action| action.action == stones).and_then(|one| one.proven);
        // Two stones leave three, and the last player wins whatever the second does. One stone leaves four: the second has
        // lost, and the first wins if the second is kind.
        let solves = text.contains("solver");
        assert_eq!(proven(2), solves.then_some(Proven::Loss), "{text}");
        assert_eq!(proven(1), text.contains("rule").then_some(Proven::Loss), "{text}");
        assert!(report.best == 1 || text.contains("rule"), "{text}");
    }
}

#[test]
fn uniform_playouts_are_those_of_uct_alone() {
    let heap = Stones::<true>::heap(40);
    let search = |text: &str| {
        Agent::parse(text, &heap).expect("it needs nothing").search(&heap, 7, &Limits::iterations(300)).unwrap()
    };
    let [named, alone, tree] = ["uct > uniform", "uct", "uniform > mast"].map(search);
    assert_eq!((named.actions, named.plies), (alone.actions, alone.plies));
    // In the tree it looks at no record: both actions are visited about equally often.
    let visits: Vec<u64> = tree.actions.iter().map(|action| action.visits).collect();
    assert!(visits.iter().all(|visits| (110..=190).contains(visits)), "{visits:?}");
}
