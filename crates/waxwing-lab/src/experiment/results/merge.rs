//! Results files made one.

use std::path::Path;

use serde::Serialize;

use super::error::ResultsError;
use super::file::ResultsFile;
use super::row::Row;

/// What came from a results file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MergedRows {
    /// Rows that are new.
    pub rows: u64,
    /// Rows that were there, or are part of one that has more games.
    pub known: u64,
}

/// Adds the rows of other files to a file, each once. Nothing is written if rows have games in common and differ.
pub fn merge_results(out: &Path, inputs: &[impl AsRef<Path>]) -> Result<Vec<MergedRows>, ResultsError> {
    let mut file = ResultsFile::read(out)?;
    let mut all = Vec::new();
    for input in inputs {
        let input = ResultsFile::read(input.as_ref())?;
        let mut merged = MergedRows::default();
        for (line, row) in input.numbered() {
            match place(&mut file, row) {
                Place::Known => merged.known += 1,
                Place::New => {
                    input.refused(line, file.add(line, row.clone()))?;
                    merged.rows += 1;
                }
            }
        }
        all.push(merged);
    }
    file.tidy();
    file.write()?;
    Ok(all)
}

enum Place {
    Known,
    New,
}

/// Makes room for a row that has all games of some that are there.
fn place(file: &mut ResultsFile, row: &Row) -> Place {
    if file.rows().any(|known| known.has_counts_of(row) || row.is_part_of(known)) {
        return Place::Known;
    }
    let parts: Vec<Row> = file.rows().filter(|known| known.is_part_of(row)).cloned().collect();
    parts.iter().for_each(|part| file.remove(part));
    Place::New
}
