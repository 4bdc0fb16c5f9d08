//! Expressions with a name: the agents that the papers compare.

use std::borrow::Cow;
use std::fmt;
use std::sync::LazyLock;

use super::catalogue::Reference;
use super::expression::Expression;

/// An expression with a name.
#[derive(Debug)]
pub struct Preset {
    /// The part before the slash: the paper.
    pub family: &'static str,
    /// The part after the slash, as the paper writes it.
    pub name: &'static str,
    /// The expression it stands for; it names no other preset and has no budget.
    pub text: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// Where it comes from.
    pub paper: Reference,
}

/// The letters of the ICARUS paper's enhancements, in the order in which its Table 1 writes them.
const ENHANCEMENTS: &str = "NRML";

impl Preset {
    /// Returns the preset of a family and a name. The letters of a combination of `icarus` may be in any order; the
    /// preset's own name has them in the order of the paper.
    ///
    /// ```
    /// use waxwing::agent::Preset;
    ///
    /// assert_eq!(Preset::find("icarus", "LRMN").unwrap().to_string(), "icarus/NRML");
    /// ```
    pub fn find(family: &str, name: &str) -> Option<&'static Preset> {
        let named = |name: &str| PRESETS.iter().find(|preset| preset.family == family && preset.name == name);
        let ordered: String = ENHANCEMENTS.chars().filter(|&letter| name.contains(letter)).collect();
        // A letter that is repeated or unknown makes the lengths differ.
        let is_combination = family == "icarus" && ordered.len() == name.len();
        named(name).or_else(|| is_combination.then(|| named(&ordered)).flatten())
    }

    /// The expression it stands for.
    ///
    /// ```
    /// use waxwing::agent::Preset;
    ///
    /// let preset = Preset::find("icarus", "NRM").unwrap();
    /// assert_eq!(preset.expression().to_string(), "rave > mast + nast");
    /// ```
    pub fn expression(&self) -> &'static Expression {
        static EXPRESSIONS: LazyLock<Vec<Expression>> = LazyLock::new(|| {
            let parse = |preset: &Preset| Expression::parse(preset.text).expect("a test parses every preset");
            PRESETS.iter().map(parse).collect()
        });
        let same = |preset: &Preset| (preset.family, preset.name) == (self.family, self.name);
        &EXPRESSIONS[PRESETS.iter().position(same).expect("only the table below makes presets")]
    }
}

impl PartialEq for Preset {
    fn eq(&self, other: &Preset) -> bool {
        (self.family, self.name) == (other.family, other.name)
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.family, self.name)
    }
}

/// A player of the paper on the background history reply forest. The paper's baseline is Fuego 1.1; ours is
/// RAVE without exploration, and node priors.
const fn bhrf(name: &'static str, text: &'static str, about: &'static str) -> Preset {
    let citation = Cow::Borrowed("Fabbri, Armetta, Duchêne and Hassas 2014, section IV");
    Preset {
        family: "bhrf",
        name,
        text,
        about,
        paper: Reference { rows: &["bhrf-search", "bhrf-priors", "bhrf-expert"], citation },
    }
}

/// A combination of Table 1 of the ICARUS paper, where N, R, M and L stand for NAST (n=2), RAVE, MAST and LGRF.
const fn icarus(name: &'static str, text: &'static str, about: &'static str) -> Preset {
    let citation = Cow::Borrowed("Powley, Cowling and Whitehouse 2014, Table 1");
    Preset { family: "icarus", name, text, about, paper: Reference { rows: &["combinations"], citation } }
}

/// A baseline of the implicit minimax paper. Its C is 0.8 for rewards in [-1, 1].
const fn implicit_minimax(name: &'static str, text: &'static str, about: &'static str) -> Preset {
    let citation = Cow::Borrowed("Lanctot et al. 2014, section 4");
    Preset { family: "implicit-minimax", name, text, about, paper: Reference { rows: &["im-baselines"], citation } }
}

/// A player of the paper on Monte-Carlo Lines of Action. Its W is 10 for rewards in [-1, 1]; its C is not told.
const fn mc_loa(name: &'static str, text: &'static str, about: &'static str) -> Preset {
    let rows = &["loa-selection", "visit-threshold", "cutoff", "corrective", "greedy", "mixed"];
    let citation = Cow::Borrowed("Winands and Björnsson 2009, sections 3 and 4");
    Preset { family: "mc-loa", name, text, about, paper: Reference { rows, citation } }
}

/// A player of the paper on multi-player enhancements. Its C is 0.2 and its W is 5, for rewards in [0, 1] as here.
const fn multi_player(name: &'static str, text: &'static str, about: &'static str) -> Preset {
    let rows = &["mp-uct", "mp-ege", "progressive-history", "mp-solver"];
    let citation = Cow::Borrowed("Nijssen and Winands 2010, section 2");
    Preset { family: "multi-player", name, text, about, paper: Reference { rows, citation } }
}

/// All presets.
pub static PRESETS: &[Preset] = &[
    bhrf(
        "baseline",
        "rave(k=1000, c=0, amaf-c=0) with priors(10)",
        "the baseline of Table I: RAVE and node priors, random playouts",
    ),
    bhrf(
        "expert",
        "rave(k=1000, c=0, amaf-c=0) > expert with priors(10)",
        "the baseline of Figure 6: RAVE and node priors, expert playouts",
    ),
    bhrf(
        "forest",
        "rave(k=1000, c=0, amaf-c=0) > bhrf with priors(10)",
        "Table I: the baseline, playouts by the reply forest",
    ),
    bhrf(
        "forest-expert",
        "rave(k=1000, c=0, amaf-c=0) > bhrf(eps=0.15, else=expert) with priors(10)",
        "Figure 6: the reply forest in 15 of 100 playout moves, expert playouts otherwise",
    ),
    icarus("-", "uct", "the baseline: UCT in the tree, random playouts"),
    icarus("N", "uct > nast(n=2)", "UCT, playouts by NAST"),
    icarus("R", "rave(k=250)", "RAVE in the tree, random playouts"),
    icarus("NR", "rave(k=250) > nast(n=2)", "RAVE, playouts by NAST"),
    icarus("M", "uct > mast", "UCT, playouts by MAST"),
    icarus("NM", "uct > mast + nast(n=2)", "UCT, playouts by MAST and NAST in equal parts"),
    icarus("RM", "rave(k=250) > mast", "RAVE, playouts by MAST"),
    icarus("NRM", "rave(k=250) > mast + nast(n=2)", "RAVE, playouts by MAST and NAST in equal parts"),
    icarus("L", "uct > lgrf", "UCT, playouts by last good replies"),
    icarus("NL", "uct > lgrf + nast(n=2)", "UCT, playouts by last good replies and NAST in equal parts"),
    icarus("RL", "rave(k=250) > lgrf", "RAVE, playouts by last good replies"),
    icarus("NRL", "rave(k=250) > lgrf + nast(n=2)", "RAVE, playouts by last good replies and NAST in equal parts"),
    icarus("ML", "uct > mast + lgrf", "UCT, playouts by MAST and last good replies in equal parts"),
    icarus("NML", "uct > mast + lgrf + nast(n=2)", "UCT, playouts by MAST, last good replies and NAST in equal parts"),
    icarus("RML", "rave(k=250) > mast + lgrf", "RAVE, playouts by MAST and last good replies in equal parts"),
    icarus(
        "NRML",
        "rave(k=250) > mast + lgrf + nast(n=2)",
        "RAVE, playouts by MAST, last good replies and NAST in equal parts",
    ),
    Preset {
        family: "icarus",
        name: "EPIC",
        text: "uct > epic",
        about: "UCT, playouts by what was learned at the same place in episodes",
        paper: Reference {
            rows: &["epic", "combinations"],
            citation: Cow::Borrowed("Powley, Cowling and Whitehouse 2014, Figure 5"),
        },
    },
    implicit_minimax(
        "bl",
        "uct(c=0.4) > ege(0.1, else=ipp, forced=yes) with solver, mate1, det(0.5)",
        "the baseline: playouts greedy by evaluation or informed, ended when it is clear; add im(0.4)",
    ),
    implicit_minimax(
        "bl-prime",
        "uct(c=0.4) > ipp with solver, fet(20, eval=lh), priors(10)",
        "the other baseline, with the evaluation of Lorentz and Horey; add im(0.6, eval=lh)",
    ),
    mc_loa(
        "no-bound",
        "uct(c=0.5) > categories with solver, pb(w=5), threshold(5), mate1, final(value)",
        "playouts by move categories to the end of the game",
    ),
    mc_loa(
        "cutoff",
        "uct(c=0.5) > categories with solver, pb(w=5), threshold(5), mate1, cutoff(150), final(value)",
        "Evaluation Cut-Off: playouts by move categories, ended when the evaluation is clear",
    ),
    mc_loa(
        "corrective",
        "uct(c=0.5) > corrective with solver, pb(w=5), threshold(5), mate1, cutoff(150), final(value)",
        "Corrective: moves that worsen the evaluation are hardly ever played",
    ),
    mc_loa(
        "greedy",
        "uct(c=0.5) > greedy(k=5, noise=1) with solver, pb(w=5), threshold(5), mate1, final(value)",
        "Greedy: the best evaluation among the moves of the most likely categories",
    ),
    mc_loa(
        "mixed",
        "uct(c=0.5) > mixed(k=5, noise=1) with solver, pb(w=5), threshold(5), mate1, final(value)",
        "Mixed: Corrective in the tree and at the first move of a playout, then Greedy",
    ),
    mc_loa("mia", "ab(eval=mia, noise=5)", "alpha-beta in the place of MIA 4.5, the paper's first opponent"),
    mc_loa(
        "mia3",
        "ab(eval=mia3, noise=5)",
        "alpha-beta with fewer features in the place of MIA III, its second opponent",
    ),
    multi_player(
        "mcts",
        "uct(c=0.2) > ege(0.05) with final(value)",
        "the baseline for any number of players: greedy playouts, the move with the highest win rate",
    ),
    multi_player("ph", "uct(c=0.2) > ege(0.05) with ph(w=5), final(value)", "with Progressive History"),
    multi_player(
        "ph-solver",
        "uct(c=0.2) > ege(0.05) with ph(w=5), solver, final(value)",
        "with Progressive History and the solver, by its standard rule",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_parses_and_refers_to_no_other() {
        for (i, preset) in PRESETS.iter().enumerate() {
            assert!(!preset.text.contains('/'), "{preset}");
            let expression = Expression::parse(preset.text).unwrap_or_else(|error| panic!("{preset}: {error}"));
            assert!(expression.budget.is_none(), "{preset}");
            assert_eq!(preset.expression(), &expression);
            assert_eq!(Expression::parse(&preset.to_string()).unwrap().to_string(), preset.to_string());
            assert!(!PRESETS[..i].contains(preset), "{preset} stands twice");
        }
    }

    #[test]
    fn the_table_has_every_subset_of_the_four_enhancements() {
        for subset in 0..16 {
            let has = |bit: u32| subset >> bit & 1 == 1;
            let letters = ["N", "R", "M", "L"];
            let name: String = (0..4).filter(|&bit| has(bit)).map(|bit| letters[bit as usize]).collect();
            let name = if name.is_empty() { "-".to_string() } else { name };
            let tree = if has(1) { "rave" } else { "uct" };
            let playouts = [(2, "mast"), (3, "lgrf"), (0, "nast")];
            let parts: Vec<&str> = playouts.iter().filter(|(bit, _)| has(*bit)).map(|(_, part)| *part).collect();
            let expected = if parts.is_empty() { tree.to_string() } else { format!("{tree} > {}", parts.join(" + ")) };
            let preset = Preset::find("icarus", &name).unwrap_or_else(|| panic!("no icarus/{name}"));
            assert_eq!(preset.expression().to_string(), expected);
        }
    }

    #[test]
    fn the_letters_of_a_combination_may_be_in_any_order_and_none_is_repeated() {
        for (written, name) in [("LRMN", "NRML"), ("MN", "NM"), ("RN", "NR"), ("LMR", "RML")] {
            let expression = Expression::parse(&format!("icarus/{written} with solver @1s")).unwrap();
            assert_eq!(expression.to_string(), format!("icarus/{name} with solver @1s"));
            assert_eq!(expression, Expression::parse(&expression.to_string()).unwrap());
        }
        for wrong in ["NN", "NRMLN", "NX", "CIPE", "nrml", "N-"] {
            assert!(Preset::find("icarus", wrong).is_none(), "{wrong}");
        }
        assert!(Preset::find("bhrf", "N").is_none());
    }

    #[test]
    fn a_preset_is_seen_through() {
        let expression = Expression::parse("icarus/NRML with solver @1s").unwrap();
        assert_eq!(expression.tree().unwrap().to_string(), "rave");
        assert_eq!(expression.playout().unwrap().to_string(), "mast + lgrf + nast");
        assert_eq!(expression.all_options().count(), 1);
        assert!(expression.player().is_none());
    }
}
