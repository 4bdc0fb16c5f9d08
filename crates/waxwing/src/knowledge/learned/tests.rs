//! On games so small that everything about them can be computed.

use std::collections::HashMap;
use std::sync::Arc;

use super::*;
use crate::game::{Game, Player, Reward, Turn};
use crate::knowledge::{Evaluator, Knowledge, NoKnowledge};

/// Noughts and crosses on a board of three by three: two sets of nine bits, the mover's first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Noughts {
    own: u16,
    other: u16,
    mover: u8,
    layered: bool,
}

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Noughts {
    fn new(layered: bool) -> Noughts {
        Noughts { own: 0, other: 0, mover: 0, layered }
    }

    fn is_won(&self) -> bool {
        LINES.iter().any(|line| self.other & line == *line)
    }
}

impl Game for Noughts {
    type Action = u8;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.is_won() || self.own | self.other == 0o777 { Turn::Over } else { Turn::Player(Player(self.mover)) }
    }

    fn legal_actions(&self, actions: &mut Vec<u8>) {
        actions.extend((0..9).filter(|square| (self.own | self.other) >> square & 1 == 0));
    }

    fn apply(&mut self, square: u8) {
        (self.own, self.other) = (self.other, self.own | 1 << square);
        self.mover ^= 1;
    }

    fn reward(&self, player: Player) -> Reward {
        match self.is_won() {
            false => Reward::DRAW,
            true if player.0 == self.mover => Reward::LOSS,
            true => Reward::WIN,
        }
    }

    fn knowledge(&self) -> &dyn Knowledge<Noughts> {
        &NoughtsKnowledge
    }
}

struct NoughtsKnowledge;

impl Knowledge<Noughts> for NoughtsKnowledge {
    fn squares(&self, game: &Noughts) -> Option<Arc<dyn Squares<Noughts>>> {
        Some(Arc::new(NoughtsSquares { layered: game.layered }))
    }
}

struct NoughtsSquares {
    layered: bool,
}

/// The board turned by a quarter, and mirrored.
fn symmetries() -> Vec<Vec<u16>> {
    let turned = |square: u16| square % 3 * 3 + 2 - square / 3;
    let mut all = Vec::new();
    for mirrored in [false, true] {
        for turns in 0..4 {
            let image = |square: u16| {
                let start = if mirrored { square / 3 * 3 + 2 - square % 3 } else { square };
                (0..turns).fold(start, |square, _| turned(square))
            };
            all.push((0..9).map(image).collect());
        }
    }
    all
}

impl Squares<Noughts> for NoughtsSquares {
    fn game(&self) -> String {
        "noughts".into()
    }

    fn layout(&self) -> Layout {
        let layout = if self.layered {
            let code = |place: usize, content: u8| {
                if content == 0 { Vec::new() } else { vec![(2 * place as u16 + u16::from(content) - 1, 1.0)] }
            };
            Layout::layer(vec![3; 9], 1, 24, code)
        } else {
            Layout::tuples(vec![3; 9], 1, &[(0..9).collect(), vec![0, 1, 2], vec![3, 4, 5]], &symmetries())
        };
        layout.unwrap()
    }

    fn look(&self, state: &Noughts, _: Player, places: &mut [u8]) {
        for (square, place) in places.iter_mut().enumerate() {
            *place = (state.own >> square & 1) as u8 + 2 * (state.other >> square & 1) as u8;
        }
    }
}

fn course(games: u64) -> Course {
    Course { games, lambda: 0.5, rate: 2.0, explore: 0.2, seed: 7 }
}

fn teacher(layered: bool, course: Course) -> Teacher<Noughts> {
    Teacher::new(&Noughts::new(layered), course).unwrap()
}

fn taught(layered: bool, course: Course) -> Teacher<Noughts> {
    let mut teacher = teacher(layered, course);
    (0..course.games).for_each(|_| teacher.play());
    teacher
}

/// What the mover gets if both play as well as they can: -1, 0 or 1.
fn exact(state: &Noughts, known: &mut HashMap<Noughts, f32>) -> f32 {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let value = if state.turn() == Turn::Over {
        if state.is_won() { -1.0 } else { 0.0 }
    } else {
        let mut actions = Vec::new();
        state.legal_actions(&mut actions);
        let after = |action: u8| {
            let mut after = state.clone();
            after.apply(action);
            -exact(&after, known)
        };
        actions.into_iter().map(after).fold(-1.0, f32::max)
    };
    known.insert(state.clone(), value);
    value
}

fn evaluator(teacher: &Teacher<Noughts>, layered: bool) -> Arc<dyn Evaluator<Noughts>> {
    let file = LearnedFile::read(&teacher.file().to_bytes("# a comment\n")).unwrap();
    evaluation_of(&file, &Noughts::new(layered)).unwrap()
}

/// All states that can be reached and are not over, with what they are worth to the mover.
fn states() -> Vec<(Noughts, f32)> {
    let mut known = HashMap::new();
    exact(&Noughts::new(false), &mut known);
    known.into_iter().filter(|(state, _)| state.turn() != Turn::Over).collect()
}

#[test]
fn tables_learn_the_exact_values() {
    // Whatever is tried, goals are those of the best actions.
    let evaluator = evaluator(&taught(false, Course { explore: 1.0, rate: 4.0, ..course(40_000) }), false);
    let states = states();
    let judged = |(state, value): &&(Noughts, f32)| {
        let guess = evaluator.evaluate(state, Player(state.mover));
        assert_eq!(guess, -evaluator.evaluate(state, Player(1 - state.mover)));
        (guess - value).abs() > 0.5
    };
    let wrong = states.iter().filter(judged).count();
    assert!(wrong * 50 < states.len(), "{wrong} of {} states are judged wrongly", states.len());
}

#[test]
fn a_hidden_layer_comes_nearer_to_the_exact_values() {
    let states = states();
    let error = |games| {
        let mut teacher = taught(true, Course { explore: 0.5, rate: 0.2, ..course(games) });
        let far = |(state, value): &(Noughts, f32)| {
            let state = Noughts { layered: true, ..state.clone() };
            (2.0 * teacher.value_of(&state) - 1.0 - value).abs()
        };
        states.iter().map(far).sum::<f32>() / states.len() as f32
    };
    let (before, after) = (error(0), error(8_000));
    assert!(after < 0.7 * before, "{before} {after}");
}

#[test]
fn what_has_learned_beats_chance() {
    let tried = taught(false, course(3_000)).try_against(Opponent::Random, 400, 1).unwrap();
    let before = teacher(false, course(1)).try_against(Opponent::Random, 400, 1).unwrap();
    assert!(tried.games == 400 && tried.score() > before.score() + 0.1, "{before:?} {tried:?}");
    assert_eq!(teacher(false, course(1)).try_against(Opponent::Evaluation, 2, 1), None);
}

#[test]
fn symmetric_positions_are_worth_the_same() {
    let evaluator = evaluator(&taught(false, course(500)), false);
    let symmetries = symmetries();
    let mut state = Noughts::new(false);
    for action in [0, 4, 5, 2] {
        state.apply(action);
        let value = evaluator.evaluate(&state, Player(0));
        for symmetry in &symmetries {
            let image =
                |set: u16| (0..9).filter(|&square| set >> square & 1 == 1).fold(0, |all, s| all | 1 << symmetry[s]);
            let turned = Noughts { own: image(state.own), other: image(state.other), ..state.clone() };
            assert_eq!(evaluator.evaluate(&turned, Player(0)), value);
        }
        assert_ne!(value, 0.0);
    }
}

#[test]
fn what_is_kept_goes_on_as_if_it_had_never_stopped() {
    for layered in [false, true] {
        let course = course(60);
        let mut whole = taught(layered, course);
        let mut part = teacher(layered, course);
        (0..23).for_each(|_| part.play());
        let kept = part.state();
        let mut resumed = teacher(layered, course);
        resumed.restore(&kept).unwrap();
        assert_eq!(resumed.played(), 23);
        (23..60).for_each(|_| resumed.play());
        assert_eq!(resumed.state(), whole.state());
        assert_eq!(resumed.mean_error(), whole.mean_error());
        assert_eq!(resumed.restore(&kept[..kept.len() - 4]), Err(TeacherError::State));
        assert_eq!(teacher(!layered, course).restore(&kept), Err(TeacherError::State));
    }
}

#[test]
fn a_file_holds_what_was_learned_and_little_of_it_is_lost() {
    for layered in [false, true] {
        let mut teacher = taught(layered, course(300));
        let file = teacher.file();
        let bytes = file.to_bytes("# about it\n");
        assert_eq!(LearnedFile::read(&bytes).unwrap(), file);
        let (evaluator, mut state) = (evaluator(&teacher, layered), Noughts::new(layered));
        for action in [4, 0, 8] {
            state.apply(action);
            let learned = 2.0 * teacher.value_of(&state) - 1.0;
            let played = evaluator.evaluate(&state, Player(state.mover));
            assert!((learned - played).abs() < 0.03, "{learned} {played}");
        }
    }
}

#[test]
fn a_file_that_is_something_else_is_refused_with_what_is_wrong() {
    let file = taught(false, course(3)).file();
    let (bytes, game) = (file.to_bytes(""), Noughts::new(false));
    let refused = |bytes: &[u8]| match LearnedFile::read(bytes) {
        Ok(file) => evaluation_of(&file, &game).err().expect("it is wrong").to_string(),
        Err(error) => error.to_string(),
    };
    let with = |from: &str, to: &str| {
        let start = bytes.windows(from.len()).position(|part| part == from.as_bytes()).unwrap();
        refused(&[&bytes[..start], to.as_bytes(), &bytes[start + from.len()..]].concat())
    };
    assert_eq!(
        with("kind: learned", "kind: features"),
        "its kind is `features`, and only `features` and `learned` are known"
    );
    assert_eq!(with("version: 1", "version: 2"), "its version is `2`, and only 1 is known");
    assert_eq!(with("game: noughts", "game: crosses"), "it is for the game `crosses`, and this is `noughts`");
    let layout = with("layout: 9 places", "layout: 8 places");
    assert!(layout.starts_with("it has weights for 8 places, 1 stages, tuples "), "{layout}");
    assert!(refused(&bytes[..bytes.len() - 1]).contains("bytes of weights where it says that there are "));
    assert_eq!(refused(b""), "it has no line `kind: …`, as files of evaluations have");
    assert_eq!(refused(b"kind: learned\n"), "it has no line `weights: …`, as files of evaluations have");
    assert_eq!(refused(&[0xff; 100]), "it has no line `kind: …`, as files of evaluations have");
}

#[test]
fn layouts_are_checked() {
    let tuples = |tuple: &[u16], symmetry: &[u16]| {
        Layout::tuples(vec![3, 3, 4], 1, &[tuple.to_vec()], &[symmetry.to_vec()]).unwrap_err().to_string()
    };
    assert_eq!(tuples(&[0, 0], &[0, 1, 2]), "the tuple [0, 0] is no set of places");
    assert_eq!(tuples(&[3], &[0, 1, 2]), "the tuple [3] is no set of places");
    let exchanged = "a symmetry does not exchange places of the same contents";
    assert_eq!(tuples(&[0], &[0, 2, 1]), exchanged);
    assert_eq!(tuples(&[0], &[0, 0, 2]), exchanged);
    let large = Layout::tuples(vec![16; 5], 1, &[(0..5).collect()], &[]).unwrap_err();
    assert!(large.to_string().contains("has 1048576 entries"), "{large}");
    assert!(Layout::layer(vec![2], 1, 0, |_, _| Vec::new()).is_err());
    assert!(Layout::layer(vec![2], 1, 8, |_, _| vec![(0, 1.0)]).is_err());
}

#[test]
fn squares_are_lent_where_a_game_has_none() {
    #[derive(Clone)]
    struct Bare;
    impl Game for Bare {
        type Action = u8;
        fn players(&self) -> usize {
            2
        }
        fn turn(&self) -> Turn {
            Turn::Over
        }
        fn legal_actions(&self, _: &mut Vec<u8>) {}
        fn apply(&mut self, _: u8) {}
        fn reward(&self, _: Player) -> Reward {
            Reward::DRAW
        }
        fn knowledge(&self) -> &dyn Knowledge<Bare> {
            &NoKnowledge
        }
    }
    struct One;
    impl Squares<Bare> for One {
        fn game(&self) -> String {
            "bare".into()
        }
        fn layout(&self) -> Layout {
            Layout::tuples(vec![2], 1, &[vec![0]], &[]).unwrap()
        }
        fn look(&self, _: &Bare, _: Player, _: &mut [u8]) {}
    }
    let refused = Teacher::new(&Bare, course(1)).err();
    assert_eq!(refused, Some(TeacherError::NoSquares));
    lend_squares::<Bare>(|_| Some(Arc::new(One)));
    assert_eq!(squares_of(&Bare).unwrap().game(), "bare");
    assert!(Teacher::new(&Bare, course(1)).is_ok());
}
