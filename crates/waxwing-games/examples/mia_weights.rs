//! Fits the weights of the evaluations of Lines of Action again, and writes `src/lines_of_action/mia/weights.txt`.
//!
//! Alpha-beta plays games with itself, with the weights of the file as it is; the new weights are those of the features with
//! which a logistic function foretells the results best, scaled so that 700 points mean an expected score of 95 %. A fifth
//! of the games is kept aside to see how well they do.

use std::path::Path;

use waxwing::thinking::Control;
use waxwing::{Agent, Game, Limits, Player, Rng, Turn};
use waxwing_games::{LINES_OF_ACTION_FEATURES as FEATURES, LinesOfAction, LinesOfActionMove};

const COUNT: usize = FEATURES.len();
type Weights = [f64; COUNT];

/// Set by hand, to begin with.
const FIRST: Weights = [120.0, 2.0, 1.0, 25.0, 8.0, 30.0, 60.0, 10.0, 15.0];
/// The features of `mia` and of `mia3`.
const ALL: [bool; COUNT] = [true; COUNT];
const FEW: [bool; COUNT] = [true, true, false, true, false, false, true, false, true];

/// Who plays the games to learn from.
const PLAYER: &str = "ab(eval=mia) @4000";
const GAMES: u64 = 5000;
const SEED: u64 = 2006;
/// The least number of random plies that a game begins with; there are up to as many more.
const RANDOM_PLIES: usize = 4;
/// The games between the weights found and others, and how often a random move is played there.
const BLUNDERS: f32 = 0.1;
const MATCH: u64 = 2000;
/// One game in this many is kept aside.
const KEPT_ASIDE: u64 = 5;

/// The logistic function of 700 points times this is 0.95.
const STEEPNESS: f64 = 0.00421;
const WON: f64 = 10_000.0;
/// Enough for Newton's method to converge.
const STEPS: usize = 12;

/// A position: its features and the result of its game, both for the player to move.
struct Sample {
    features: Weights,
    result: f64,
}

fn main() -> std::io::Result<()> {
    let [samples, aside] = samples();
    let (weights, few) = (fit(&samples, ALL), fit(&samples, FEW));
    let [positions, kept] = [samples.len() + aside.len(), aside.len()];
    let [all, some, hand, none] = [weights, few, FIRST, [0.0; COUNT]].map(|weights| loss(&weights, &aside));
    let mut report = vec![
        format!("{positions} positions of {GAMES} games; of them {kept} were kept aside."),
        format!(
            "Log-loss of those: {all:.4} with loa_v1, {some:.4} with loa_v1_few, {hand:.4} with weights set by hand,"
        ),
        format!("{none:.4} with none."),
    ];
    println!("{}\n{weights:.2?}\n{few:.2?}", report.join("\n"));
    for (name, other) in [("those set by hand", &FIRST), ("loa_v1_few", &few)] {
        let (score, error) = compete(&weights, other);
        report.push(format!("Against {name} loa_v1 scores {score:.1} % (± {error:.1}) in {MATCH} games."));
    }
    println!("{}", report[3..].join("\n"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lines_of_action/mia/weights.txt");
    std::fs::write(path, file(&report, &weights, &few))
}

/// The positions of the games to learn from, and those of the games that are kept aside.
fn samples() -> [Vec<Sample>; 2] {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let share = |thread: usize| {
        let mut player = Agent::parse(PLAYER, &LinesOfAction::new()).expect("Lines of Action has the evaluation");
        let games = (0..GAMES).skip(thread).step_by(threads);
        games.map(|game| (game, strong_game(&mut player, Rng::derive(SEED, game)))).collect::<Vec<_>>()
    };
    let mut games = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|thread| scope.spawn(move || share(thread))).collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("games come to an end")).collect::<Vec<_>>()
    });
    games.sort_by_key(|&(game, _)| game);
    let mut parts = [Vec::new(), Vec::new()];
    for (game, samples) in games {
        parts[usize::from(game % KEPT_ASIDE == 0)].extend(samples);
    }
    parts
}

/// The positions of a game of the player with itself, after the random plies.
fn strong_game(player: &mut Agent<LinesOfAction>, seed: u64) -> Vec<Sample> {
    let mut rng = Rng::new(seed);
    let mut state = LinesOfAction::new();
    for _ in 0..RANDOM_PLIES + rng.below(RANDOM_PLIES + 1) {
        if state.turn() != Turn::Over {
            state.apply(state.random_action(&mut rng, &mut Vec::new()));
        }
    }
    player.start(&state, seed);
    let mut positions = Vec::new();
    while let Turn::Player(mover) = state.turn() {
        positions.push((mover, state.features().map(f64::from)));
        let action = player.choose(&state, &Limits::iterations(1), &mut Control::default()).unwrap().best;
        state.apply(action);
        player.observe(Some(action), &state);
    }
    let sample = |(player, features)| Sample { features, result: state.reward(player).value() };
    positions.into_iter().map(sample).collect()
}

/// The score of one set of weights against another in percent, and two standard errors of it, looking two plies ahead.
/// Every two games begin alike, with the colours exchanged.
fn compete(one: &Weights, other: &Weights) -> (f64, f64) {
    let pairs = MATCH / 2;
    let scores = (0..pairs).map(|pair| {
        let seed = Rng::derive(!SEED, pair);
        50.0 * (play([one, other], seed) + 1.0 - play([other, one], seed))
    });
    let scores: Vec<f64> = scores.collect();
    let mean = scores.iter().sum::<f64>() / pairs as f64;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (pairs - 1) as f64;
    (mean, 2.0 * (variance / pairs as f64).sqrt())
}

fn file(report: &[String], weights: &Weights, few: &Weights) -> String {
    let row = |name: &str, weights: &Weights| {
        format!("{name} | {}\n", weights.map(|weight| format!("{weight:.2}")).join(" | "))
    };
    let mut text = String::from(
        "# Weights of the evaluations of Lines of Action: points for one more of a feature than the other player has.\n\
         # Written by `cargo run --release -p waxwing-games --example mia_weights`, from games of alpha-beta with itself.\n",
    );
    text.extend(report.iter().map(|line| format!("# {line}\n")));
    text + &format!("# set | {}\n", FEATURES.join(" | ")) + &row("loa_v1", weights) + &row("loa_v1_few", few)
}

/// A game with these weights of Black and of White: what Black gets.
fn play(weights: [&Weights; 2], seed: u64) -> f64 {
    let mut rng = Rng::new(seed);
    let mut state = LinesOfAction::new();
    let random_plies = RANDOM_PLIES + rng.below(RANDOM_PLIES + 1);
    for ply in 0.. {
        let Turn::Player(player) = state.turn() else { break };
        let action = if ply < random_plies || rng.unit() < BLUNDERS {
            state.random_action(&mut rng, &mut Vec::new())
        } else {
            best(&state, player, weights[player.index()], &mut rng)
        };
        state.apply(action);
    }
    state.reward(Player(0)).value()
}

/// The player's action with the best value after the best reply; one of them, if there are several.
fn best(state: &LinesOfAction, player: Player, weights: &Weights, rng: &mut Rng) -> LinesOfActionMove {
    let mut actions = legal(state);
    rng.shuffle(&mut actions);
    let (mut best, mut chosen) = (f64::NEG_INFINITY, actions[0]);
    for action in actions {
        let after = next(state, action);
        let mut worst = f64::INFINITY;
        if after.turn() == Turn::Over {
            worst = value(&after, player, weights);
        } else {
            for reply in legal(&after) {
                worst = worst.min(value(&next(&after, reply), player, weights));
                if worst <= best {
                    break;
                }
            }
        }
        if worst > best {
            (best, chosen) = (worst, action);
        }
    }
    chosen
}

fn value(state: &LinesOfAction, player: Player, weights: &Weights) -> f64 {
    match state.turn() {
        Turn::Over => WON * (2.0 * state.reward(player).value() - 1.0),
        turn => {
            let value = dot(weights, &state.features().map(f64::from));
            if turn == Turn::Player(player) { value } else { -value }
        }
    }
}

fn legal(state: &LinesOfAction) -> Vec<LinesOfActionMove> {
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    actions
}

fn next(state: &LinesOfAction, action: LinesOfActionMove) -> LinesOfAction {
    let mut next = state.clone();
    next.apply(action);
    next
}

fn dot(a: &Weights, b: &Weights) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn expected(points: f64) -> f64 {
    1.0 / (1.0 + (-STEEPNESS * points).exp())
}

/// The mean surprise of the results.
fn loss(weights: &Weights, samples: &[Sample]) -> f64 {
    let terms = samples.iter().map(|Sample { features, result }| {
        let expected = expected(dot(weights, features)).clamp(1e-9, 1.0 - 1e-9);
        -result * expected.ln() - (1.0 - result) * (1.0 - expected).ln()
    });
    terms.sum::<f64>() / samples.len() as f64
}

/// The weights of some of the features that make the loss smallest, by Newton's method.
fn fit(samples: &[Sample], used: [bool; COUNT]) -> Weights {
    let mut weights = [0.0; COUNT];
    for _ in 0..STEPS {
        let (mut slope, mut curvature) = ([0.0; COUNT], [[0.0; COUNT]; COUNT]);
        for Sample { features, result } in samples {
            let expected = expected(dot(&weights, features));
            for row in 0..COUNT {
                slope[row] += STEEPNESS * (result - expected) * features[row];
                for column in 0..COUNT {
                    let product = features[row] * features[column];
                    curvature[row][column] += STEEPNESS * STEEPNESS * expected * (1.0 - expected) * product;
                }
            }
        }
        for feature in (0..COUNT).filter(|&feature| !used[feature]) {
            (slope[feature], curvature[feature]) = (0.0, [0.0; COUNT]);
            curvature[feature][feature] = 1.0;
        }
        let step = solve(curvature, slope);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
    }
    weights
}

/// Solves a system of linear equations by elimination.
fn solve(mut matrix: [Weights; COUNT], mut right: Weights) -> Weights {
    for pivot in 0..COUNT {
        let largest = (pivot..COUNT).max_by(|&a, &b| matrix[a][pivot].abs().total_cmp(&matrix[b][pivot].abs()));
        let largest = largest.expect("rows are left");
        matrix.swap(pivot, largest);
        right.swap(pivot, largest);
        let (pivot_row, pivot_right) = (matrix[pivot], right[pivot]);
        for row in (0..COUNT).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot] / pivot_row[pivot];
            matrix[row].iter_mut().zip(pivot_row).for_each(|(entry, above)| *entry -= factor * above);
            right[row] -= factor * pivot_right;
        }
    }
    std::array::from_fn(|place| right[place] / matrix[place][place])
}
