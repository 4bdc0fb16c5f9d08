//! A part of an experiment, for one of several machines.

/// A part of the groups of every cell: every `count`-th, beginning with `index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// All groups.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// How many of the first groups are in this part.
    pub(super) fn share(self, groups: u64) -> u64 {
        (groups + self.count - 1 - self.index) / self.count
    }

    /// The group at a place of this part.
    pub(super) fn number(self, place: u64) -> u64 {
        place * self.count + self.index
    }

    /// The place of a group, if it is in this part.
    pub(super) fn position(self, number: u64) -> Option<u64> {
        (number % self.count == self.index).then_some(number / self.count)
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    /// Reads `3/16`: the third of sixteen parts.
    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(k, n)| Some((k.parse::<u64>().ok()?, n.parse::<u64>().ok()?)));
        match numbers {
            Some((index, count)) if (1..=count).contains(&index) && count <= 1_000_000 => {
                Ok(Shard { index: index - 1, count })
            }
            _ => Err("expected `K/N`, the K-th of N parts, such as `3/16`".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_is_in_one_part() {
        let parts = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().unwrap());
        for number in 0..20 {
            let places: Vec<u64> = parts.iter().filter_map(|part| part.position(number)).collect();
            assert_eq!(places.len(), 1);
            let part = parts.iter().find(|part| part.position(number).is_some()).unwrap();
            assert_eq!(part.number(places[0]), number);
            assert_eq!((part.share(number), part.share(number + 1)), (places[0], places[0] + 1));
        }
        for wrong in ["", "0/3", "4/3", "1/0", "a/b", "3", "1/9999999"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
