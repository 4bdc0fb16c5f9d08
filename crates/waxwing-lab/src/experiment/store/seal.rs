//! Checksums: what a row says, as a number that is kept beside it.
//!
//! Each step of the hash is one to one, so a change within a byte always changes the checksum. Any other change goes
//! unnoticed only where two hashes of 64 bits are equal by chance.

use rusqlite::types::ValueRef;

use crate::experiment::spec::{NO_BYTES, hash_on};

/// More bytes than these are not searched for the bit that has flipped.
const MOST_BYTES: usize = 1 << 14;

/// The checksum of a row. Every value has its kind and length, so that no two rows say the same in other pieces.
pub(super) fn seal<'v>(table: &str, values: impl IntoIterator<Item = ValueRef<'v>>) -> i64 {
    let add = |hash: u64, value: ValueRef<'v>| match value {
        ValueRef::Integer(number) => hash_on(hash_on(hash, b"i"), &number.to_le_bytes()),
        ValueRef::Text(bytes) => add_bytes(hash_on(hash, b"t"), bytes),
        ValueRef::Blob(bytes) => add_bytes(hash_on(hash, b"b"), bytes),
        ValueRef::Real(number) => hash_on(hash_on(hash, b"r"), &number.to_le_bytes()),
        ValueRef::Null => hash_on(hash, b"n"),
    };
    values.into_iter().fold(add_bytes(NO_BYTES, table.as_bytes()), add) as i64
}

fn add_bytes(hash: u64, bytes: &[u8]) -> u64 {
    hash_on(hash_on(hash, &(bytes.len() as u64).to_le_bytes()), bytes)
}

/// A value of a row, which may be damaged: a text need not be one.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Field {
    Integer(i64),
    Text(Vec<u8>),
    /// Something that no row has.
    Other,
}

impl Field {
    pub(super) fn new(value: ValueRef<'_>) -> Field {
        match value {
            ValueRef::Integer(number) => Field::Integer(number),
            ValueRef::Text(bytes) => Field::Text(bytes.to_owned()),
            _ => Field::Other,
        }
    }

    /// The number; `None` if it is something else.
    pub(super) fn number(&self) -> Option<i64> {
        if let Field::Integer(number) = self { Some(*number) } else { None }
    }

    /// The text; `None` if it is something else.
    pub(super) fn text(&self) -> Option<&str> {
        if let Field::Text(bytes) = self { std::str::from_utf8(bytes).ok() } else { None }
    }

    fn value(&self) -> ValueRef<'_> {
        match self {
            Field::Integer(number) => ValueRef::Integer(*number),
            Field::Text(bytes) => ValueRef::Text(bytes),
            Field::Other => ValueRef::Null,
        }
    }

    fn bits(&self) -> usize {
        match self {
            Field::Integer(_) => 64,
            Field::Text(bytes) => 8 * bytes.len(),
            Field::Other => 0,
        }
    }

    fn flip(&mut self, bit: usize) {
        match self {
            Field::Integer(number) => *number ^= 1 << bit,
            Field::Text(bytes) => bytes[bit / 8] ^= 1 << (bit % 8),
            Field::Other => {}
        }
    }
}

impl std::fmt::Display for Field {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Field::Integer(number) => number.fmt(out),
            Field::Text(bytes) => String::from_utf8_lossy(bytes).fmt(out),
            Field::Other => "?".fmt(out),
        }
    }
}

/// The checksum of a row of fields.
pub(super) fn seal_fields(table: &str, fields: &[Field]) -> i64 {
    seal(table, fields.iter().map(Field::value))
}

/// The row with the one bit put right that has flipped in it or in its checksum; `None` if there is no such bit.
pub(super) fn heal(table: &str, fields: &[Field], checksum: i64) -> Option<Vec<Field>> {
    let mut fields = fields.to_vec();
    if (seal_fields(table, &fields) ^ checksum).count_ones() == 1 {
        return Some(fields);
    }
    if fields.iter().map(Field::bits).sum::<usize>() > 8 * MOST_BYTES {
        return None;
    }
    for place in 0..fields.len() {
        for bit in 0..fields[place].bits() {
            fields[place].flip(bit);
            if seal_fields(table, &fields) == checksum {
                return Some(fields);
            }
            fields[place].flip(bit);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> Vec<Field> {
        vec![Field::Integer(-7), Field::Text("uct > mast".into()), Field::Integer(1 << 40), Field::Text(vec![])]
    }

    #[test]
    fn every_flipped_bit_changes_the_checksum_and_is_found_again() {
        let right = seal_fields("cell", &row());
        for place in 0..4 {
            for bit in 0..row()[place].bits() {
                let mut fields = row();
                fields[place].flip(bit);
                assert_ne!(seal_fields("cell", &fields), right);
                assert_eq!(heal("cell", &fields, right), Some(row()));
            }
        }
        for bit in 0..64 {
            assert_eq!(heal("cell", &row(), right ^ 1 << bit), Some(row()));
        }
        let mut twice = row();
        twice[0].flip(3);
        twice[1].flip(9);
        assert_eq!(heal("cell", &twice, right), None);
    }

    #[test]
    fn rows_differ_in_tables_kinds_and_pieces() {
        let texts =
            |table: &str, one: &str, two: &str| seal_fields(table, &[Field::Text(one.into()), Field::Text(two.into())]);
        let all = [texts("run", "ab", "c"), texts("run", "a", "bc"), texts("cell", "ab", "c"), texts("run", "abc", "")];
        assert!((1..4).all(|one| (0..one).all(|two| all[one] != all[two])), "{all:?}");
        assert_ne!(seal("x", [ValueRef::Text(b"1")]), seal("x", [ValueRef::Blob(b"1")]));
        assert_ne!(seal("x", [ValueRef::Null]), seal("x", []));
    }
}
