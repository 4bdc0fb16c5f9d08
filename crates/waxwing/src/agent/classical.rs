//! From the expression of a classical player to its options, for a given game.

use super::ExpressionError;
use super::call::Call;
use super::catalogue::Need;
use crate::Rng;
use crate::classical::{Counting, Depths, Method, Options};
use crate::game::{Game, Player, Turn};
use crate::knowledge::Evaluation;
use crate::strategy::Setting;

/// Checks the call of a classical player against a game.
pub(crate) fn options<G: Game>(call: &Call, game: &G) -> Result<Options<G>, ExpressionError> {
    let method = match call.name() {
        "ab" => Method::Duel,
        "paranoid" => Method::Paranoid,
        "brs" => Method::BestReply,
        "maxn" => Method::MaxN { paranoid_ties: call.choice("ties") == "paranoid" },
        name => unreachable!("the catalogue has a player `{name}` that nobody builds"),
    };
    check_game(call, method, game)?;
    let evaluation = Setting::new(call, game).evaluation()?.of::<G>().clone();
    Ok(match method {
        Method::Duel => {
            let (depths, noise) = (depths(&Setting::new(call, game))?, noise(call, game)?);
            Options {
                null: call.integer("null") as u32,
                quiescence: call.flag("quiescence"),
                multicut: call.flag("multicut"),
                depths,
                noise,
                ..ordered(call, method, evaluation)
            }
        }
        Method::Paranoid | Method::BestReply => ordered(call, method, evaluation),
        Method::MaxN { .. } => Options { table: call.flag("table"), ..plain(method, evaluation) },
    })
}

/// A search that looks at everything, in the game's order, without a table.
fn plain<G: Game>(method: Method, evaluation: Evaluation<G>) -> Options<G> {
    Options {
        method,
        evaluation,
        table: false,
        successors: false,
        killers: false,
        history: Counting::No,
        categories: false,
        null: 0,
        quiescence: false,
        multicut: false,
        depths: Depths::Fixed,
        noise: 0.0,
    }
}

/// The same with what decides which action is tried first.
fn ordered<G: Game>(call: &Call, method: Method, evaluation: Evaluation<G>) -> Options<G> {
    Options {
        table: call.flag("table"),
        successors: call.flag("etc"),
        killers: call.flag("killers"),
        history: match call.choice("history") {
            "relative" => Counting::Relative,
            "plain" => Counting::Plain,
            _ => Counting::No,
        },
        categories: call.flag("categories"),
        ..plain(method, evaluation)
    }
}

fn depths(setting: &Setting<'_>) -> Result<Depths, ExpressionError> {
    let (call, has_categories) = (setting.call(), setting.offers(Need::Categories));
    let depths = match call.choice("depths") {
        "rps" => Depths::Realization,
        "erps" => Depths::Enhanced,
        "auto" if has_categories => Depths::Enhanced,
        _ => Depths::Fixed,
    };
    if depths != Depths::Fixed && !has_categories {
        let message =
            format!("`depths={}` needs {}, which this game does not offer", call.choice("depths"), Need::Categories);
        return Err(call.error_at("depths", message).with_help(setting.offered().to_string()));
    }
    Ok(depths)
}

fn noise<G: Game>(call: &Call, game: &G) -> Result<f32, ExpressionError> {
    let noise = call.number("noise") as f32;
    if noise > 0.0 && game.position_hash().is_none() {
        let message = "`noise` needs a hash of positions, which this game does not offer";
        return Err(call.error_at("noise", message));
    }
    Ok(noise)
}

/// Refuses a game that the player cannot play.
fn check_game<G: Game>(call: &Call, method: Method, game: &G) -> Result<(), ExpressionError> {
    let players = game.players();
    let (few, whom) =
        if method == Method::Duel { (2..=2, "two players") } else { (2..=usize::MAX, "two or more players") };
    let sample = if G::HIDDEN { Sample::default() } else { Sample::of(game) };
    let reason = match () {
        () if G::HIDDEN => "hidden information".to_string(),
        () if !few.contains(&players) => format!("{players} player{}", if players == 1 { "" } else { "s" }),
        () if sample.has_chance => "chance between moves".to_string(),
        () if method == Method::BestReply && players > 2 && !sample.lends_turns => {
            let message = "`brs` lets players reply out of turn, which this game does not offer";
            return Err(call
                .error(message)
                .with_help(format!("{}; `paranoid` needs nothing else", Setting::new(call, game).offered())));
        }
        () => return Ok(()),
    };
    Err(call.error(format!("`{}` is for {whom} who see everything, and this game has {reason}", call.name())))
}

/// What a random game shows of the rules.
#[derive(Default)]
struct Sample {
    /// Whether there is chance between moves; a deal or a random start is none.
    has_chance: bool,
    /// Whether a player can be given another's turn.
    lends_turns: bool,
}

impl Sample {
    /// A game that goes on after this many plies has shown enough.
    const LONGEST: u32 = 500;

    fn of<G: Game>(game: &G) -> Sample {
        let (mut state, mut rng, mut buffer) = (game.clone(), Rng::new(0), Vec::new());
        let (mut sample, mut has_moved) = (Sample::default(), false);
        for _ in 0..Sample::LONGEST {
            let action = match state.turn() {
                Turn::Player(mover) => {
                    has_moved = true;
                    sample.lends_turns |= lends_turn(&state, mover);
                    buffer.clear();
                    state.legal_actions(&mut buffer);
                    // A search will tell that the game offers no action here.
                    let Some(&action) = buffer.get(rng.below(buffer.len())) else { break };
                    action
                }
                Turn::Chance => {
                    sample.has_chance |= has_moved;
                    state.sample_chance(&mut rng)
                }
                Turn::Over => break,
            };
            state.apply(action);
        }
        sample
    }
}

fn lends_turn<G: Game>(state: &G, mover: Player) -> bool {
    let others = (0..state.players() as u8).map(Player).filter(|&player| player != mover);
    let Some(classical) = state.knowledge().classical() else { return false };
    others.into_iter().any(|player| classical.with_mover(state, player).is_some())
}
