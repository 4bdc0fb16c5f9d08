use super::Othello;
use waxwing::knowledge::Knowledge;
pub(super) struct OthelloKnowledge;
impl<const N: usize> Knowledge<Othello<N>> for OthelloKnowledge {}
