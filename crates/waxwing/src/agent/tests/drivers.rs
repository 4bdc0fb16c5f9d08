//! Every playout driver makes the choices of the plain one, for every strategy of the catalogue.

use crate::agent::build;
use crate::agent::catalogue::{Catalogue, Role};
use crate::game::{ActionSet, HiddenInformation, list_legal};
use crate::knowledge::{
    Attribute, Attributes, EpisodeLabel, Episodes, Evaluation, Evaluator, Features, Knowledge, MoveValues, Predicates,
    Weighting, Weightings,
};
use crate::search::{Plain, Prefix, SearchRecords, Task, Viewpoint};
use crate::strategy::Start;
use crate::thinking::Slice;
use crate::{Control, Expression, Game, Limits, Player, Reward, Rng, Turn};

const CELLS: u8 = 18;

/// Two players put stones into a row of cells; three in a row win, a full row is a draw. `SETS` tells actions as bits,
/// `SECRET` says that something is hidden, though nothing is.
#[derive(Clone, Debug)]
pub(super) struct Row<const SETS: bool, const SECRET: bool> {
    stones: [u32; 2],
    plies: u8,
}

impl<const SETS: bool, const SECRET: bool> Row<SETS, SECRET> {
    pub(super) const START: Self = Row { stones: [0; 2], plies: 0 };

    fn free(&self) -> u32 {
        !(self.stones[0] | self.stones[1]) & ((1 << CELLS) - 1)
    }

    fn won(&self, player: usize) -> bool {
        let stones = self.stones[player];
        stones & stones << 1 & stones << 2 != 0
    }

    /// The stones of a player in the middle, less those of the other.
    fn lead(&self, player: Player) -> f32 {
        let middle = |player: usize| (self.stones[player] >> 5 & 0xff).count_ones() as f32;
        (middle(player.index()) - middle(1 - player.index())) / 8.0
    }
}

impl<const SETS: bool, const SECRET: bool> Game for Row<SETS, SECRET> {
    type Action = u8;
    const HIDDEN_INFORMATION: Option<HiddenInformation<Self>> = if SECRET {
        Some(HiddenInformation { determinize: |row, _, _| row.clone(), observe: |_, action, _| Some(action) })
    } else {
        None
    };

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        let is_over = self.free() == 0 || self.won(0) || self.won(1);
        if is_over { Turn::Over } else { Turn::Player(Player(self.plies % 2)) }
    }

    fn legal_actions(&self, actions: &mut Vec<u8>) {
        actions.extend((0..CELLS).filter(|cell| self.free() >> cell & 1 == 1));
    }

    fn apply(&mut self, cell: u8) {
        self.stones[usize::from(self.plies % 2)] |= 1 << cell;
        self.plies += 1;
    }

    fn reward(&self, player: Player) -> Reward {
        match (self.won(player.index()), self.won(1 - player.index())) {
            (true, _) => Reward::WIN,
            (_, true) => Reward::LOSS,
            _ => Reward::DRAW,
        }
    }

    fn is_legal(&self, cell: u8) -> bool {
        cell < CELLS && self.free() >> cell & 1 == 1
    }

    fn action_space(&self) -> usize {
        CELLS.into()
    }

    fn action_index(&self, cell: u8) -> u64 {
        cell.into()
    }

    fn playout_set(&self) -> Option<ActionSet<u8>> {
        SETS.then(|| ActionSet { first: 0, words: [self.free().into(), 0, 0], action: |index| index as u8 })
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &Everything
    }
}

/// How likely the categories of actions are.
const CATEGORIES: [f32; 3] = [0.1, 0.5, 0.3];

/// A little of all that a game can offer.
struct Everything;

impl<const SETS: bool, const SECRET: bool> Knowledge<Row<SETS, SECRET>> for Everything {
    fn episodes(&self) -> Option<&dyn Episodes<Row<SETS, SECRET>>> {
        Some(self)
    }

    fn predicates(&self) -> Option<&dyn Predicates<Row<SETS, SECRET>>> {
        Some(self)
    }

    fn evaluations(&self) -> Vec<Evaluation<Row<SETS, SECRET>>> {
        vec![Evaluation::new("middle", Everything)]
    }

    fn weightings(&self) -> Option<&dyn Weightings<Row<SETS, SECRET>>> {
        Some(self)
    }

    fn move_values(&self) -> Option<&dyn MoveValues<Row<SETS, SECRET>>> {
        Some(self)
    }

    fn features(&self) -> Option<&dyn Features<Row<SETS, SECRET>>> {
        Some(self)
    }

    fn attributes(&self) -> Option<&dyn Attributes<Row<SETS, SECRET>>> {
        Some(self)
    }
}

impl<const SETS: bool, const SECRET: bool> Episodes<Row<SETS, SECRET>> for Everything {
    fn episode(&self, state: &Row<SETS, SECRET>) -> Option<EpisodeLabel> {
        state.plies.is_multiple_of(4).then_some(u32::from(state.plies) / 8)
    }
}

impl<const SETS: bool, const SECRET: bool> Predicates<Row<SETS, SECRET>> for Everything {
    fn names(&self) -> Vec<&str> {
        vec!["left", "right"]
    }

    fn holding(&self, state: &Row<SETS, SECRET>) -> u64 {
        u64::from(state.free() & 1) | u64::from(state.free() >> (CELLS - 1) & 1) << 1
    }
}

impl<const SETS: bool, const SECRET: bool> Evaluator<Row<SETS, SECRET>> for Everything {
    fn evaluate(&self, state: &Row<SETS, SECRET>, player: Player) -> f32 {
        state.lead(player)
    }
}

impl<const SETS: bool, const SECRET: bool> MoveValues<Row<SETS, SECRET>> for Everything {
    fn value_actions(&self, _: &Row<SETS, SECRET>, actions: &[u8], values: &mut Vec<f32>) {
        values.extend(actions.iter().map(|&cell| f32::from(cell % 5)));
    }
}

/// The weight by category is the last.
impl<const SETS: bool, const SECRET: bool> Weightings<Row<SETS, SECRET>> for Everything {
    fn names(&self) -> Vec<&str> {
        vec!["even", "expert", "categories"]
    }

    fn weigh(&self, weighting: Weighting, _: &Row<SETS, SECRET>, actions: &[u8], weights: &mut Vec<f32>) {
        weights.extend(actions.iter().map(|&action| match weighting.index() {
            0 => 1.0 + f32::from(action % 2),
            1 => 1.0 + f32::from(action % 3),
            _ => CATEGORIES[usize::from(action % 3)],
        }));
    }

    fn draw(&self, weighting: Weighting, state: &Row<SETS, SECRET>, rng: &mut Rng) -> Option<u8> {
        let mut legal = Vec::new();
        list_legal(state, &mut legal);
        (SETS && weighting.index() == 1).then(|| legal[rng.below(legal.len())])
    }

    fn by_attribute(&self, weighting: Weighting) -> Option<(Attribute, &[f32])> {
        (weighting.index() == 2).then_some((Attribute::at(0), &CATEGORIES))
    }
}

impl<const SETS: bool, const SECRET: bool> Attributes<Row<SETS, SECRET>> for Everything {
    fn ranges(&self) -> Vec<(&str, usize)> {
        vec![("category", CATEGORIES.len())]
    }

    fn describe(&self, _: Attribute, _: &Row<SETS, SECRET>, actions: &[u8], numbers: &mut Vec<u16>) {
        numbers.extend(actions.iter().map(|&action| u16::from(action % 3)));
    }
}

impl<const SETS: bool, const SECRET: bool> Features<Row<SETS, SECRET>> for Everything {
    fn game(&self) -> &str {
        "row"
    }

    fn initial(&self) -> &[f32] {
        &[0.1, -0.1, 0.2]
    }

    fn holding(&self, state: &Row<SETS, SECRET>, player: Player, features: &mut Vec<u16>) {
        features.extend((0..3).filter(|&feature| state.stones[player.index()] >> (3 * feature) & 1 == 1));
    }
}

/// What a search finds, and what it has learned, in words.
fn found<G: Game>(expression: &Expression, game: &G, plainly: bool) -> String {
    let mut search = build::search(expression, &[], game).unwrap_or_else(|error| panic!("{error}"));
    if plainly {
        search.memories[0].plan.driver = Box::new(Plain);
    }
    search.prepare(Start { new_game: true, new_tree: true }, Limits::MEMORY).expect("there is memory");
    let prefix = Prefix::start(game);
    let task = Task { position: game, player: Player(0), prefix: &prefix, seed: 7, longest: 1_000 };
    let from = Viewpoint { position: game, player: Player(0) };
    let mut running = search.begin(&task, &Limits::iterations(400));
    search.advance(&mut running, from, Slice::REST, &mut Control::default());
    let report = search.report(&running, from);
    let records = SearchRecords::new(&search.memories[0], game).most_visited(usize::MAX);
    format!("{:?} {:?} {} {records:?}", report.actions, report.best, report.plies)
}

/// Strategies that refuse games with hidden information.
pub(super) const FOR_OPEN_GAMES: [&str; 1] = ["lookahead"];

/// Settings with needs of their own, and operators.
const MORE: [&str; 16] = [
    "records(policy=ucb1)",
    "records(policy=roulette, from=playout)",
    "records(policy=ucb1, trials=available)",
    "records(by=action&last(1), policy=ucb1)",
    "records(by=action&last(1), learn=good, policy=reply)",
    "records(by=action&episode, policy=ucb1, trials=available)",
    "records(by=category&own(1), from=below, policy=greedy)",
    "records(by=action&category, from=tree, policy=ucb1, trials=available)",
    "records(by=action&predicates)",
    "records(by=action&depth(2), learn=discounted, policy=greedy)",
    "records(by=action&node, from=below, policy=ucb1)",
    "records(by=action&node, policy=ucb1, trials=available)",
    "records(learn=variance, policy=ucb1)",
    "vote(mast, nast, lgrf)",
    "product(mast, nast)",
    "switch(mast, (nast + lgrf), depth=3)",
];

fn compare<G: Game>(game: &G) {
    let catalogue = Catalogue::built_in();
    let mut count = 0;
    let names = catalogue.entries(Role::Strategy).map(|entry| &*entry.name);
    for name in names.chain(MORE) {
        if G::HIDDEN && FOR_OPEN_GAMES.contains(&name) {
            continue;
        }
        for text in [
            name.to_string(),
            format!("uct > {name}"),
            format!("rave > {name}"),
            format!("nast > {name}"),
            format!("uct > {name} with fet(3)"),
            format!("uct > bhrf(else={name})"),
            format!("uct > pool-rave(least=5, else={name})"),
            format!("uct > {name} + mast"),
        ] {
            let expression = Expression::parse(&text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(found(&expression, game, false), found(&expression, game, true), "{text}");
            count += 1;
        }
    }
    assert!(count > 300, "{count}");
}

#[test]
fn every_driver_makes_the_choices_of_the_plain_one_by_lists() {
    compare(&Row::<false, false>::START);
}

#[test]
fn every_driver_makes_the_choices_of_the_plain_one_by_sets() {
    compare(&Row::<true, false>::START);
}

#[test]
fn every_driver_makes_the_choices_of_the_plain_one_where_something_is_hidden() {
    compare(&Row::<true, true>::START);
}
