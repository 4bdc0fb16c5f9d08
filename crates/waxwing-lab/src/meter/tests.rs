//! The meter on games whose truth is known.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use waxwing::{Game, Notation, Player, Reward, Turn};
use waxwing_workshop::{GameEntry, GameKind, Workshop};

use super::report::{MeterReport, StrategyReport};
use super::{Meter, MeterFile, MeterPlan, Observed};

const PLIES: usize = 8;
const MOVES: u8 = 5;
/// What a move can bring.
const WORTH: [f64; MOVES as usize] = [-0.06, -0.03, 0.0, 0.03, 0.06];

/// What a move is worth in it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Law {
    /// Always the same.
    Action,
    /// It depends on the move before: no move is better than others on the average.
    Reply,
    /// The end of the game is drawn from all the moves.
    Random,
}

/// Two players take turns for some plies; what each move is worth follows the law, and adds up.
#[derive(Clone, Debug)]
struct Lawful {
    law: Law,
    moves: Vec<u8>,
}

impl Lawful {
    fn worth(&self, place: usize) -> f64 {
        let action = self.moves[place];
        let before = if place == 0 { 0 } else { self.moves[place - 1] };
        match self.law {
            Law::Action => WORTH[usize::from(action)],
            Law::Reply => WORTH[usize::from((action + before) % MOVES)],
            Law::Random => 0.0,
        }
    }
}

impl Game for Lawful {
    type Action = u8;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.moves.len() == PLIES { Turn::Over } else { Turn::Player(Player(self.moves.len() as u8 % 2)) }
    }

    fn legal_actions(&self, actions: &mut Vec<u8>) {
        actions.extend(0..MOVES);
    }

    fn apply(&mut self, action: u8) {
        self.moves.push(action);
    }

    fn reward(&self, player: Player) -> Reward {
        let first = if self.law == Law::Random {
            let hash = self.moves.iter().fold(7u64, |hash, &action| {
                (hash ^ u64::from(action)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
            });
            (hash >> 40) as f64 / (1u64 << 24) as f64
        } else {
            let sides = (0..PLIES).map(|place| if place % 2 == 0 { self.worth(place) } else { -self.worth(place) });
            0.5 + sides.sum::<f64>()
        };
        Reward::new(if player == Player(0) { first } else { 1.0 - first })
    }

    fn action_space(&self) -> usize {
        MOVES.into()
    }

    fn action_index(&self, action: u8) -> u64 {
        action.into()
    }
}

impl Notation for Lawful {
    fn format(&self, action: u8) -> String {
        action.to_string()
    }

    fn parse(&self, text: &str) -> Result<u8, String> {
        text.parse().map_err(|_| format!("`{text}` is no move"))
    }

    fn draw(&self, _: Option<Player>) -> String {
        format!("{:?}", self.moves)
    }
}

fn workshop() -> Workshop {
    let kind = |name: &'static str, law| {
        GameKind::new(GameEntry::new(name, "moves have a worth"), move |_| Ok(Lawful { law, moves: Vec::new() }))
    };
    let laws = [("action", Law::Action), ("reply", Law::Reply), ("random", Law::Random)];
    laws.into_iter().fold(Workshop::new(), |workshop, (name, law)| workshop.game(kind(name, law)).unwrap())
}

fn plan(game: &str, by: &[&str]) -> MeterPlan {
    let mut plan = MeterPlan::new(&workshop().open(game).unwrap());
    plan.by = by.iter().map(|text| text.to_string()).collect();
    (plan.positions, plan.budget, plan.iterations) = (6, 2_000, vec![300, 2_000]);
    (plan.long, plan.reference, plan.decisions) = (4_000, 2_000, 6);
    plan
}

static NEVER: AtomicBool = AtomicBool::new(false);

fn observe(meter: &Meter) -> Vec<Observed> {
    (0..meter.plan().positions).filter_map(|number| meter.observe(number, &NEVER).unwrap()).collect()
}

fn found(plan: MeterPlan) -> MeterReport {
    let meter = Meter::new(&workshop(), plan).unwrap();
    MeterReport::of(&meter, &observe(&meter))
}

/// The correlation of a strategy in playouts at the end, and that of the areas.
fn of(strategy: &StrategyReport) -> (f64, f64) {
    let last = strategy.playouts.moments.last().unwrap();
    (last.correlation.value.unwrap(), strategy.areas.value.unwrap_or(0.0))
}

#[test]
fn where_moves_are_worth_the_same_everywhere_mast_knows_all() {
    let report = found(plan("action", &["mast", "nast", "amaf", "nast(n=1)"]));
    let [mast, nast, amaf, greedy] = &report.strategies[..] else { panic!("four strategies") };
    let (correlation, areas) = of(mast);
    assert!(correlation > 0.97 && areas > 0.97, "{correlation} {areas}");
    assert!(of(nast).0 > 0.9, "what every move is worth is also what it is worth after another: {:?}", of(nast));
    // The same records say the same, but Gibbs sampling at τ = 1 makes little of it, and UCB1 much.
    let numbers = [mast, greedy].map(|strategy| strategy.number.value.unwrap());
    assert!(numbers[1] > 0.5 && numbers[0] < 0.3 && mast.acts_in == "playouts", "{numbers:?}");
    // AMAF has no records in playouts, and is right in the tree.
    assert!(amaf.acts_in == "tree" && amaf.playouts.moments[1].coverage == Some(0.0));
    assert!(amaf.tree.moments[1].correlation.value.unwrap() > 0.9, "{:?}", amaf.tree.moments);
    assert!(report.reliability.unwrap() > 0.95, "{:?}", report.reliability);
}

#[test]
fn where_moves_answer_the_move_before_nast_knows_all_and_mast_nothing() {
    let report = found(plan("reply", &["mast", "nast", "lgrf"]));
    let [mast, nast, lgrf] = &report.strategies[..] else { panic!("three strategies") };
    let ((of_mast, mast_areas), (of_nast, nast_areas)) = (of(mast), of(nast));
    assert!(of_nast > 0.95 && nast_areas > 0.95, "{of_nast} {nast_areas}");
    assert!(of_mast.abs() < 0.35 && mast_areas.abs() < 0.35, "{of_mast} {mast_areas}");
    let [mast, nast, lgrf] = [mast, nast, lgrf].map(|strategy| strategy.number.value.unwrap());
    assert!(nast > 0.5 && nast > mast + 0.3 && lgrf > mast, "{mast} {nast} {lgrf}");
}

#[test]
fn where_ends_are_drawn_nothing_is_known() {
    let report = found(plan("random", &["mast", "nast"]));
    for strategy in &report.strategies {
        let last = strategy.playouts.moments.last().unwrap();
        assert!(last.correlation.value.unwrap().abs() < 0.3, "{}: {last:?}", strategy.by);
    }
    assert!(report.strategies[0].playouts.moments[1].correlation.value < Some(0.2));
}

#[test]
fn what_the_tree_knows_already_is_not_new_at_the_root() {
    let report = found(plan("action", &["mast"]));
    let nodes = report.strategies[0].nodes.moments.last().unwrap();
    let (all, new) = (nodes.correlation.value.unwrap(), nodes.new.value.unwrap());
    assert!(all > 0.9 && new < all - 0.05, "{all} {new}");
}

#[test]
fn the_same_seed_gives_the_same_numbers() {
    let observe = |seed: u64, number: u64| {
        let meter = Meter::new(&workshop(), MeterPlan { seed, ..plan("reply", &["mast", "nast"]) }).unwrap();
        meter.observe(number, &NEVER).unwrap().unwrap()
    };
    assert_eq!(observe(1, 2), observe(1, 2));
    assert_ne!(observe(1, 2), observe(2, 2));
    assert_ne!(observe(1, 2), Observed { number: 2, ..observe(1, 5) });
}

#[test]
fn who_listens_beside_a_strategy_does_not_matter() {
    let of_mast = |by: &[&str]| found(plan("reply", by)).strategies.into_iter().find(|one| one.by == "mast").unwrap();
    let (alone, among) = (of_mast(&["mast"]), of_mast(&["nast", "mast", "tiles"]));
    let last = |strategy: &StrategyReport| strategy.playouts.moments.last().unwrap().correlation;
    assert_eq!(last(&alone), last(&among));
}

#[test]
fn a_run_that_was_killed_goes_on() {
    let folder = std::env::temp_dir().join(format!("waxwing-meter-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("meter.jsonl");
    let meter = Meter::new(&workshop(), plan("reply", &["mast"])).unwrap();
    let all: Vec<Observed> = (0..3).map(|number| meter.observe(number, &NEVER).unwrap().unwrap()).collect();
    let mut file = MeterFile::open(&path, meter.plan()).unwrap();
    all.iter().for_each(|observed| file.add(observed.clone()).unwrap());
    drop(file);
    // The last line is cut off in the middle.
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &text[..text.len() - 40]).unwrap();
    let mut file = MeterFile::open(&path, meter.plan()).unwrap();
    assert_eq!(file.observed(), &all[..2]);
    assert!(file.has(1) && !file.has(2));
    file.add(all[2].clone()).unwrap();
    drop(file);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    let (kept, observed) = MeterFile::read(&path).unwrap();
    assert_eq!((&kept.by, observed), (&meter.plan().by, all));
    // More positions belong to the same plan, other seeds do not.
    assert!(MeterFile::open(&path, &MeterPlan { positions: 99, ..meter.plan().clone() }).is_ok());
    let error = refusal(&path, MeterPlan { seed: 9, ..meter.plan().clone() });
    assert!(error.contains("begun with other settings") && error.contains("\"seed\":1"), "{error}");
    std::fs::write(&path, "this is a poem\n").unwrap();
    assert!(refusal(&path, meter.plan().clone()).contains("no file of a meter"));
    std::fs::remove_dir_all(&folder).unwrap();
}

fn refusal(path: &Path, plan: MeterPlan) -> String {
    MeterFile::open(path, &plan).err().expect("it is refused").to_string()
}

#[test]
fn a_plan_without_sense_is_refused_in_words() {
    let refused = |change: fn(&mut MeterPlan)| {
        let mut plan = plan("reply", &["mast"]);
        change(&mut plan);
        Meter::new(&workshop(), plan).err().expect("it is refused").to_string()
    };
    assert!(refused(|plan| plan.by = vec!["past".into()]).contains("`past` needs predicates"));
    assert!(refused(|plan| plan.by = vec!["uct > mast".into()]).contains("a strategy alone"));
    assert!(refused(|plan| plan.by = vec!["mast".into(), "mast(tau=1)".into()]).contains("named twice"));
    assert!(refused(|plan| plan.by.clear()).contains("no strategy"));
    assert!(refused(|plan| plan.iterations = vec![500, 100]).contains("rise"));
    assert!(refused(|plan| plan.budget = 700).contains("700"));
    assert!(refused(|plan| plan.baseline = "ab".into()).contains("baseline"));
    assert!(refused(|plan| plan.game = "chess".into()).contains("no game"));
}

#[test]
fn the_usual_plan_names_what_a_game_serves() {
    let plan = MeterPlan::new(&workshop().open("action").unwrap());
    let serves = |name: &str| plan.by.iter().any(|by| by == name);
    assert!(serves("mast") && serves("rave") && !serves("past") && !serves("epic"), "{:?}", plan.by);
}

#[test]
fn the_page_has_every_strategy_and_a_number_on_its_dotted_line() {
    let report = found(MeterPlan { positions: 3, ..plan("reply", &["mast", "nast", "rave"]) });
    let page = super::meter_page(std::slice::from_ref(&report));
    for strategy in &report.strategies {
        assert!(page.contains(&format!("<code>{}</code>", strategy.by)), "{}", strategy.by);
        if let Some(areas) = strategy.areas.value {
            assert!(page.contains(&format!(">{areas:+.2}</text>")), "{}", strategy.by);
        }
    }
    assert!(page.contains("stroke-dasharray"));
}

/// The meters of the repository, and what they say beside the games of a file of results, as tables of docs/meter.md.
fn tables() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments/results");
    let mut files: Vec<_> = std::fs::read_dir(folder.join("meter")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let workshop = crate::testing::workshop();
    let report = |path: &std::path::PathBuf| {
        let (plan, observed) = MeterFile::read(path).unwrap();
        MeterReport::of(&Meter::new(&workshop, plan).unwrap(), &observed)
    };
    let reports: Vec<MeterReport> = files.iter().map(report).collect();
    let signed = |number: Option<f64>| number.map_or("–".to_owned(), |number| format!("{number:+.2}"));
    let mut text = format!(
        "| number after {} iterations | {} |\n|---|{}\n",
        reports[0].plan.budget,
        reports.iter().map(|report| report.plan.game.as_str()).collect::<Vec<_>>().join(" | "),
        "---:|".repeat(reports.len())
    );
    for by in ["mast", "nast", "nast(n=3)", "lgrf", "past", "tiles", "epic", "amaf", "rave", "grave"] {
        let number = |report: &MeterReport| {
            signed(report.strategies.iter().find(|one| one.by == by).and_then(|one| one.number.value))
        };
        text += &format!("| `{by}` | {} |\n", reports.iter().map(number).collect::<Vec<_>>().join(" | "));
    }
    let reliable = reports.iter().map(|report| signed(report.reliability)).collect::<Vec<_>>().join(" | ");
    text += &format!("| reliability of the truth | {reliable} |\n");
    for name in ["icarus-fig-3-and-4", "meter-gains"] {
        let Ok(found) = super::predict(&folder.join(format!("{name}.csv")), &reports) else { continue };
        let games: std::collections::BTreeSet<&str> = found.pairs.iter().map(|pair| &*pair.game).collect();
        let most = found.reliability.unwrap_or(0.0).sqrt();
        text += &format!(
            "\n| `{name}`: {} strategies in {} games; a perfect predictor would reach {most:.2} | rank correlation | 95 % | within games |\n|---|---:|---|---:|\n",
            found.pairs.len(),
            games.len()
        );
        for one in &found.predictors {
            let (value, interval) = (signed(one.correlation.value), &one.correlation);
            let (low, high) = (signed(interval.low), signed(interval.high));
            text += &format!("| {} | {value} | [{low}, {high}] | {} |\n", one.name, signed(one.within_games));
        }
    }
    text
}

/// `WAXWING_BLESS=1` writes the tables anew, between the comments where they begin and end: they move with the results.
#[test]
fn the_tables_of_the_documentation_are_those_of_the_data() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/meter.md");
    let documented = std::fs::read_to_string(&page).unwrap();
    let [begin, end] = ["<!-- tables -->\n\n", "\n<!-- end of tables -->"];
    let (before, rest) = documented.split_once(begin).expect("the page says where its tables begin");
    let (known, after) = rest.split_once(end).expect("the page says where its tables end");
    let tables = tables();
    if std::env::var_os("WAXWING_BLESS").is_some() {
        std::fs::write(&page, [before, begin, &tables, end, after].concat()).unwrap();
    } else {
        assert_eq!(known, tables, "docs/meter.md is out of date: write its tables with WAXWING_BLESS=1");
    }
}
