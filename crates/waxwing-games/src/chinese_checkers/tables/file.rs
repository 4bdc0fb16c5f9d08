//! A table in a file: a header that says what it is, with checksums, and a byte for each configuration.

use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;

use super::store::Spec;

const MAGIC: [u8; 8] = *b"waxtable";
const VERSION: u32 = 1;
/// The header's length: a multiple of what processors like to be aligned to.
const HEADER: usize = 64;
/// Tables up to this length are read whole when they are loaded, of larger ones a sample.
const SMALL: usize = 1 << 24;
/// The number of pieces in a sample, evenly spread, and their length.
const PIECES: usize = 512;
const PIECE: usize = 64;

/// What a header tells: the sum of the header is in its last bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Header {
    fields: u32,
    entries: u64,
    /// The checksum of all entries.
    sum: u32,
    /// That of the sample.
    sample: u32,
}

impl Header {
    fn of(spec: &Spec, entries: &[u8]) -> Header {
        let (fields, length) = (spec.fields, entries.len() as u64);
        Header { fields, entries: length, sum: crc32fast::hash(entries), sample: sample(entries) }
    }

    fn bytes(self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.fields.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.entries.to_le_bytes());
        bytes[24..28].copy_from_slice(&self.sum.to_le_bytes());
        bytes[28..32].copy_from_slice(&self.sample.to_le_bytes());
        let sum = crc32fast::hash(&bytes[..HEADER - 4]);
        bytes[HEADER - 4..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// What the first bytes of a file say.
    fn read(bytes: &[u8]) -> Result<Header, String> {
        let bytes: &[u8; HEADER] = bytes.first_chunk().ok_or("it is too short")?;
        let word =
            |place: usize| u32::from_le_bytes([bytes[place], bytes[place + 1], bytes[place + 2], bytes[place + 3]]);
        if bytes[..8] != MAGIC {
            return Err("it is no table".to_owned());
        }
        if word(8) != VERSION {
            return Err(format!("its format is {}, not {VERSION}", word(8)));
        }
        if word(HEADER - 4) != crc32fast::hash(&bytes[..HEADER - 4]) {
            return Err("its header is wrong".to_owned());
        }
        let entries = u64::from(word(16)) | u64::from(word(20)) << 32;
        Ok(Header { fields: word(12), entries, sum: word(24), sample: word(28) })
    }
}

/// The checksum of a sample of the entries.
fn sample(entries: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    for piece in 0..PIECES {
        let start = entries.len().saturating_sub(PIECE) * piece / (PIECES - 1);
        sum.update(&entries[start..entries.len().min(start + PIECE)]);
    }
    sum.finalize()
}

enum Bytes {
    Memory(Vec<u8>),
    Mapped(memmap2::Mmap),
}

/// A table, in memory or mapped from its file.
pub(super) struct DistanceTable {
    bytes: Bytes,
    /// Where the entries are.
    range: Range<usize>,
    /// What they should sum up to; unknown of what was just computed.
    sum: Option<u32>,
}

impl DistanceTable {
    pub(super) fn in_memory(entries: Vec<u8>) -> DistanceTable {
        DistanceTable { range: 0..entries.len(), bytes: Bytes::Memory(entries), sum: None }
    }

    #[inline]
    pub(super) fn entries(&self) -> &[u8] {
        let bytes = match &self.bytes {
            Bytes::Memory(bytes) => &bytes[..],
            Bytes::Mapped(bytes) => &bytes[..],
        };
        &bytes[self.range.clone()]
    }

    /// Maps a file, and sees whether it is the table that is expected. The outer error is one of reading.
    pub(super) fn map(file: &File, spec: &Spec) -> io::Result<Result<DistanceTable, String>> {
        let length = file.metadata()?.len();
        if length < HEADER as u64 {
            return Ok(Err("it is too short".to_owned()));
        }
        Ok(DistanceTable::of(map(file)?, spec))
    }

    fn of(bytes: memmap2::Mmap, spec: &Spec) -> Result<DistanceTable, String> {
        let header = Header::read(&bytes)?;
        if (header.fields, header.entries) != (spec.fields, spec.entries as u64) {
            return Err(format!("it is about {} fields and {} configurations", header.fields, header.entries));
        }
        let range = HEADER..HEADER + spec.entries;
        if bytes.len() != range.end {
            return Err(format!("it has {} bytes, not {}", bytes.len(), range.end));
        }
        let table = DistanceTable { bytes: Bytes::Mapped(bytes), range, sum: Some(header.sum) };
        if sample(table.entries()) != header.sample {
            return Err("its checksum is wrong".to_owned());
        }
        if spec.entries <= SMALL {
            table.check_all()?;
        }
        Ok(table)
    }

    /// Compares all entries with the checksum.
    pub(super) fn check_all(&self) -> Result<(), String> {
        match self.sum {
            Some(sum) if sum != crc32fast::hash(self.entries()) => Err("its checksum is wrong".to_owned()),
            _ => Ok(()),
        }
    }

    /// Writes the table, and waits until the disk has it.
    pub(super) fn write(&self, file: &mut File, spec: &Spec) -> io::Result<()> {
        file.write_all(&Header::of(spec, self.entries()).bytes())?;
        file.write_all(self.entries())?;
        file.sync_all()
    }
}

#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<memmap2::Mmap> {
    // SAFETY: a mapped file must not change. Ours are never written to under their names: they come into being by being
    // renamed, and are replaced in the same way, which leaves the file that is mapped as it is.
    unsafe { memmap2::Mmap::map(file) }
}
