//! What the records say of each legal action, for those who ask without choosing.

use super::{Composed, Learn, RecordsThread};
use crate::icarus::mix;
use crate::strategy::{Opinion, Ply};

impl Composed {
    /// Of several records of an action the one with the greatest mean, as the policy has it.
    pub(super) fn say(&self, ply: &Ply<'_>, opinions: &mut Vec<Option<Opinion>>) {
        let mut thread = RecordsThread::default();
        let RecordsThread { seen, moments, numbers, attributes, .. } = &mut thread;
        self.by.moments(&self.by.now(ply), seen, moments);
        let Some(&first) = moments.first() else { return };
        let keys = ply.keys();
        if let Learn::Good { .. } = self.learn {
            let Some(reply) = self.remembered(moments, |key| keys.contains(&key).then_some(key)) else { return };
            return opinions.extend(keys.iter().map(|&key| {
                let value = if key == reply { 1.0 } else { 0.0 };
                Some(Opinion { value, visits: 1, record: mix(first, key) })
            }));
        }
        let opinion = |moment: u64, number: u64| {
            let record = self.table.extend(moment, number);
            let stat = self.table.get(record).filter(|stat| stat.visits() >= self.least);
            stat.map(|stat| Opinion { value: self.mean(stat), visits: stat.visits(), record })
        };
        let unknown = |number: u64| Opinion { value: 0.0, visits: 0, record: self.table.extend(first, number) };
        opinions.extend(self.by.numbers_of(ply, numbers, attributes).iter().map(|&number| {
            let known = moments.iter().filter_map(|&moment| opinion(moment, number));
            Some(known.max_by(|one, other| one.value.total_cmp(&other.value)).unwrap_or_else(|| unknown(number)))
        }));
    }
}
