//! Every game, with every value of every option (both ends and the middle of a long range), through the checks that the
//! library offers for any game; and every game's reader of moves with arbitrary text.

use proptest::prelude::*;
use waxwing::{Budget, Limits, Rng};
use waxwing_games::standard;
use waxwing_workshop::{OpenGame, OptionEntry, Position, Values};

/// Ranges longer than this are tried at three of their values.
const LONG: u32 = 16;

fn values(option: &OptionEntry) -> Vec<String> {
    match &option.values {
        &Values::Range(low, high) if high - low > LONG => {
            [low, low + (high - low) / 2, high].map(|value| value.to_string()).to_vec()
        }
        &Values::Range(low, high) => (low..=high).map(|value| value.to_string()).collect(),
        Values::Words(words) => words.iter().map(|word| word.to_string()).collect(),
        Values::Text(texts) => texts.examples.iter().map(|text| text.to_string()).collect(),
        values => panic!("nothing is tried of {values}"),
    }
}

/// Every game with its defaults, and with each value of each of its options.
fn every_game() -> Vec<OpenGame> {
    let workshop = standard();
    let texts = workshop.games().flat_map(|game| {
        let single = game
            .options
            .iter()
            .flat_map(|option| values(option).into_iter().map(|value| format!("{}=\"{value}\"", option.name)));
        single.chain([String::new()]).map(|options| format!("{}({options})", game.name))
    });
    texts.map(|text| workshop.open(&text).expect("the options are the game's own")).collect()
}

#[test]
fn every_game_keeps_its_promises_with_every_option() {
    for game in every_game() {
        assert_eq!(game.start().check(60, 1), Ok(()), "{game}");
    }
}

#[test]
fn every_game_has_an_agent_that_plays_for_every_level_and_option() {
    for game in every_game() {
        let mut start = game.start();
        start.pass_chance(&mut Rng::new(2));
        for (level, mut agent) in game.levels().unwrap_or_else(|error| panic!("{game}: {error}")) {
            assert!(agent.budget.is_some(), "{game} {level}");
            agent.budget = Some(Budget::Iterations(3));
            let thought = game.build(&agent).unwrap().search(&start, 1, &Limits::iterations(3)).unwrap();
            assert!(start.possible().contains(&thought.best), "{game} {level}: {agent}");
        }
    }
}

#[test]
fn with_its_defaults_a_game_has_the_agents_that_it_puts_first() {
    let workshop = standard();
    for entry in workshop.games() {
        let game = workshop.open(&entry.name).unwrap();
        for (level, agent) in game.levels().unwrap() {
            let line = entry.players.lines().find_map(|line| line.strip_prefix(level.name()));
            let own = workshop.expression(line.unwrap_or_else(|| panic!("{game} has no {level}"))).unwrap();
            assert_eq!(agent, own, "{game} {level}");
        }
    }
}

/// Reads a text as a move in the states of a random game.
fn read(start: Position, text: &str, seed: u64) {
    let (mut position, mut rng) = (start, Rng::new(seed));
    for _ in 0..200 {
        // What can be read must also be answered by the rules, and be written again as it was.
        let index = position.index_of(text);
        if position.play(text).is_ok() {
            let written = position.last_move().expect("a move has been made");
            position.take_back();
            assert!(index.is_ok(), "`{text}` is played and not read");
            assert_eq!(position.index_of(&written), index);
        }
        if position.is_over() {
            return;
        }
        position.play_random(&mut rng);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_a_move_never_panics(text in "\\PC{0,12}|[a-h0-9x*/,-]{0,8}|[a-i][0-9]x?[a-i][0-9]", seed in 0..1000u64) {
        let workshop = standard();
        for game in workshop.games() {
            read(workshop.open(&game.name).expect("the defaults are possible").start(), &text, seed);
        }
    }
}
