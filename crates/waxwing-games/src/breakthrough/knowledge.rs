use super::Breakthrough;
use waxwing::knowledge::Knowledge;
pub(super) struct BreakthroughKnowledge;
impl Knowledge<Breakthrough> for BreakthroughKnowledge {}
