//! Evaluations that are loaded from files.

use std::fs;
use std::path::PathBuf;

use crate::knowledge::{FeatureFile, Features, Knowledge, NoKnowledge};
use crate::{Agent, Expression, Game, Limits, Player, Reward, Turn};

/// Players take one to three stones in turn; who takes the last one wins. It may have features, and has no evaluation.
#[derive(Clone)]
struct Nim {
    heap: u8,
    mover: u8,
    has_features: bool,
}

impl Game for Nim {
    type Action = u8;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.heap == 0 { Turn::Over } else { Turn::Player(Player(self.mover)) }
    }

    fn legal_actions(&self, actions: &mut Vec<u8>) {
        actions.extend(1..=self.heap.min(3));
    }

    fn apply(&mut self, taken: u8) {
        self.heap -= taken;
        self.mover = 1 - self.mover;
    }

    fn reward(&self, player: Player) -> Reward {
        if player.0 == self.mover { Reward::LOSS } else { Reward::WIN }
    }

    fn knowledge(&self) -> &dyn Knowledge<Nim> {
        if self.has_features { &Remainders } else { &NoKnowledge }
    }
}

struct Remainders;

impl Knowledge<Nim> for Remainders {
    fn features(&self) -> Option<&dyn Features<Nim>> {
        Some(self)
    }
}

/// The remainder of the heap by four, for the player to move and for the other.
impl Features<Nim> for Remainders {
    fn game(&self) -> &str {
        "nim"
    }

    fn initial(&self) -> &[f32] {
        &[0.0; 8]
    }

    fn holding(&self, state: &Nim, player: Player, features: &mut Vec<u16>) {
        features.push(u16::from(state.heap % 4) + 4 * u16::from(player.0 != state.mover));
    }
}

const START: Nim = Nim { heap: 30, mover: 0, has_features: true };

/// A file that is gone with the test.
struct TestFile(PathBuf);

impl TestFile {
    fn new(name: &str, text: &str) -> TestFile {
        let path = std::env::temp_dir().join(format!("waxwing-{}-{name}.txt", std::process::id()));
        fs::write(&path, text).expect("a file can be written");
        TestFile(path)
    }

    /// Weights by which a multiple of four is good to leave, times a factor.
    fn of_weights(name: &str, factor: f32) -> TestFile {
        let weights = [-2.0, 1.0, 1.0, 1.0, 2.0, -1.0, -1.0, -1.0].map(|weight| factor * weight).to_vec();
        TestFile::new(name, &FeatureFile { game: "nim".into(), weights }.to_string())
    }

    /// The path as a text of an expression.
    fn quoted(&self) -> String {
        format!("{:?}", self.0.to_str().expect("a path of letters"))
    }
}

impl Drop for TestFile {
    fn drop(&mut self) {
        // What cannot be removed is left to the system.
        let _ = fs::remove_file(&self.0);
    }
}

fn best(text: &str) -> u8 {
    let mut agent = Agent::parse(text, &START).unwrap_or_else(|error| panic!("{error}"));
    agent.search(&START, 3, &Limits::iterations(800)).unwrap().best
}

fn refusal(text: &str) -> String {
    let Err(error) = Agent::parse(text, &START) else { panic!("`{text}` is accepted") };
    error.summary()
}

#[test]
fn a_file_is_an_evaluation_wherever_one_is_named() {
    let (good, bad) = (TestFile::of_weights("good", 1.0), TestFile::of_weights("bad", -1.0));
    for text in [
        "ab(eval=FILE) @d1",
        "maxn(eval=FILE) @d1",
        "paranoid(eval=FILE) @d1",
        "brs(eval=FILE) @d1",
        "uct with im(0.9, eval=FILE)",
        "uct with fet(0, eval=FILE)",
        "uct with det(0.1, every=1, eval=FILE)",
        "uct with cutoff(0.1, first=1, every=1, eval=FILE)",
        "uct with cb(0.9, eval=FILE)",
        "uct > ege(0, eval=FILE) with fet(0, eval=FILE)",
    ] {
        let [wise, foolish] = [&good, &bad].map(|file| best(&text.replace("FILE", &file.quoted())));
        // Two stones leave a multiple of four.
        assert_eq!(wise, 2, "{text}");
        assert_ne!(foolish, 2, "{text}");
    }
    for text in ["uct with pb(w=2, eval=FILE)", "uct with pu(eval=FILE)", "uct > ege(0.1, eval=FILE)"] {
        best(&text.replace("FILE", &good.quoted()));
    }
}

#[test]
fn a_file_is_written_in_an_expression_as_it_was_read() {
    let expression = Expression::parse(r#"ab(eval="my \"own\" weights.txt")"#).unwrap();
    assert_eq!(expression.to_string(), r#"ab(eval="my \"own\" weights.txt")"#);
    assert_eq!(Expression::parse(&expression.to_string()).unwrap(), expression);
    assert_ne!(Expression::parse("ab(eval=weights)").unwrap(), Expression::parse(r#"ab(eval="weights")"#).unwrap());
}

#[test]
fn what_is_wrong_with_a_file_is_said_at_its_place() {
    let refused = |name: &str, text: &str| {
        let file = TestFile::new(name, text);
        let message = refusal(&format!("uct with im(0.4, eval={})", file.quoted()));
        let expected = format!("1:23: the evaluation {} cannot be loaded: ", file.quoted());
        message.strip_prefix(&expected).unwrap_or_else(|| panic!("{message}")).to_owned()
    };
    let header = |game: &str| format!("kind: features\nversion: 1\ngame: {game}\n");
    assert_eq!(refused("other", &(header("chess") + "1 2")), "it is for the game `chess`, and this is `nim`");
    assert_eq!(refused("few", &(header("nim") + "1 2")), "it has 2 weights, and this game has 8 features");
    assert_eq!(refused("word", &(header("nim") + "1 two")), "line 4: `two` is not a finite number");
    assert_eq!(refused("text", "Dear reader"), "line 1: `Dear` is not a finite number");
    assert_eq!(refused("empty", ""), "it has no line `kind: …`, as files of evaluations have");
    let missing = refusal(r#"ab(eval="no/such/file")"#);
    assert!(
        missing.starts_with(r#"1:9: the evaluation "no/such/file" cannot be loaded: it cannot be read: "#),
        "{missing}"
    );
}

#[test]
fn a_game_without_features_takes_no_weights_of_them() {
    let file = TestFile::of_weights("features", 1.0);
    let plain = Nim { has_features: false, ..START };
    let refused = Agent::parse(&format!("ab(eval={})", file.quoted()), &plain).err().expect("a refusal").summary();
    assert!(refused.ends_with("it has weights of features, and this game has no features"), "{refused}");
    assert!(refusal("ab").contains("needs an evaluation, which this game does not offer; it offers features"));
}
