//! What can be proven about an action.

/// A proven result, seen by one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proven {
    /// The player wins.
    Win,
    /// All share the win.
    Draw,
    /// The player loses.
    Loss,
    /// The player loses if all others cooperate, which they need not do.
    CoalitionLoss,
}

impl Proven {
    /// `win`, `draw`, `loss`, or `loss if the others cooperate`.
    pub fn name(self) -> &'static str {
        match self {
            Proven::Win => "win",
            Proven::Draw => "draw",
            Proven::Loss => "loss",
            Proven::CoalitionLoss => "loss if the others cooperate",
        }
    }
}

/// Which opponent wins where a player loses whatever they do, but not always to the same one (Nijssen and Winands 2010,
/// section 2.3).
///
/// With two players there is only one opponent, and the rules do not differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ProofRule {
    /// It is not known: the position stays open.
    #[default]
    Standard,
    /// Not the player who searches: the opponents never let it win. If that leaves several, the position stays open.
    Paranoid,
    /// The first of the possible winners who sits behind the losing player.
    FirstWinner,
}

impl ProofRule {
    /// `standard`, `paranoid` or `first-winner`.
    pub fn name(self) -> &'static str {
        match self {
            ProofRule::Standard => "standard",
            ProofRule::Paranoid => "paranoid",
            ProofRule::FirstWinner => "first-winner",
        }
    }
}
