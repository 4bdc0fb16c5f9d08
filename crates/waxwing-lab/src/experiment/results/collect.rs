//! From a store to rows: what it has in whole groups beyond the rows that count.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::row::{GameRange, Row};
use super::{Identity, ResultsError, ResultsFolder, Sums};
use crate::experiment::cell_games::Unfinished;
use crate::experiment::store::SavedGame;
use crate::experiment::{Cell, Experiment, Snapshot, Spec};

/// How many games of a cell are played again before games of an earlier build are believed.
const SAMPLES: usize = 3;

/// What is believed of games that an earlier build played.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Trust {
    /// Whether games by the clock count, which cannot be played again: only their moves are followed.
    pub unverified: bool,
    /// The processor, where the store does not say it.
    pub processor: Option<String>,
}

/// What was added to results files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Collected {
    /// Games that rows have now and had not before.
    pub games: u64,
    /// Cells that they are of.
    pub cells: u64,
    /// Why games of some cells were left out, a sentence for each.
    pub refused: Vec<String>,
}

/// Rows that are not in a file yet, with the numbers of the games that can vouch for them.
struct NewRows {
    rows: Vec<Row>,
    /// For each version, its games.
    played: BTreeMap<String, Vec<u64>>,
}

impl ResultsFolder {
    /// Writes what a store has of some cells in whole groups beyond the rows that count. Games of another build are taken
    /// only if some of them, played again, go the same way. Where it is stopped, such games wait for the next time.
    pub fn collect(
        &mut self,
        store: &Snapshot<'_>,
        cells: &[(&Experiment, &Cell)],
        trust: &Trust,
        stop: &AtomicBool,
    ) -> Result<Collected, ResultsError> {
        let mut collected = Collected::default();
        let names: BTreeSet<&str> = cells.iter().map(|(experiment, _)| experiment.name.as_str()).collect();
        // What takes long comes before the lock.
        let mut identities = Vec::new();
        for (_, cell) in cells {
            identities.push(store.cell(&cell.spec).map(|_| self.identity(&cell.spec)).transpose()?);
        }
        for name in names {
            let _lock = self.lock();
            let mut file = self.file(name)?;
            let mut is_changed = false;
            let mine = cells.iter().zip(&identities).filter(|((experiment, _), _)| experiment.name == name);
            for ((_, cell), identity) in mine {
                let Some((number, identity)) = store.cell(&cell.spec).zip(identity.as_ref()) else { continue };
                let covered: Vec<GameRange> = file.rows_of(identity).map(|row| row.games).collect();
                let mut new = new_rows(store, number, (cell, identity), &covered)?;
                self.leave_out(store, number, cell, &mut new, trust, stop, &mut collected)?;
                let games: u64 = new.rows.iter().map(|row| row.games.len()).sum();
                collected.games += games;
                collected.cells += u64::from(games > 0);
                is_changed |= games > 0;
                for mut row in new.rows {
                    if let Some(processor) = trust.processor.as_ref().filter(|_| row.processor == UNKNOWN) {
                        row.processor.clone_from(processor);
                    }
                    file.add(0, row)?;
                }
            }
            if is_changed {
                file.tidy();
                file.write()?;
            }
        }
        Ok(collected)
    }

    /// Leaves out rows of versions whose games go another way now.
    #[expect(clippy::too_many_arguments, reason = "one step of `collect`, with all that it knows")]
    fn leave_out(
        &mut self,
        store: &Snapshot<'_>,
        number: i64,
        cell: &Cell,
        new: &mut NewRows,
        trust: &Trust,
        stop: &AtomicBool,
        collected: &mut Collected,
    ) -> Result<(), ResultsError> {
        for (version, games) in &new.played {
            let key = (cell.spec.key(), version.clone());
            let is_this = version == crate::VERSION;
            // A build of changed sources has the name of any other such build.
            let known = (is_this && !version.ends_with('+')).then_some(Ok(()));
            let known = known.or(self.verified.get(&key).map(|same| if *same { Ok(()) } else { Err(String::new()) }));
            let found = match known {
                Some(known) => Some(known),
                None => verify(store, number, &cell.spec, games, is_this || trust.unverified, stop)?,
            };
            match found {
                Some(Ok(())) => drop(self.verified.insert(key, true)),
                found => {
                    new.rows.retain(|row| row.version != *version);
                    if let Some(Err(reason)) = found
                        && !reason.is_empty()
                    {
                        self.verified.insert(key, false);
                        let count = games.len();
                        collected.refused.push(format!("`{}`: {count} games of {version}: {reason}", cell.label));
                    }
                }
            }
        }
        Ok(())
    }
}

/// What rows say where the processor is not known.
pub(crate) const UNKNOWN: &str = "unknown";

fn new_rows(
    store: &Snapshot<'_>,
    number: i64,
    (cell, identity): (&Cell, &Identity),
    covered: &[GameRange],
) -> Result<NewRows, ResultsError> {
    let spec = &cell.spec;
    let mut new = NewRows { rows: Vec::new(), played: BTreeMap::new() };
    let mut group: Vec<SavedGame> = Vec::new();
    store.each_game::<ResultsError>(number, &mut |game| {
        if covered.iter().any(|range| range.contains(game.number)) {
            return Ok(());
        }
        let of_group = |game: &SavedGame| game.number / spec.group as u64;
        if group.first().is_some_and(|first| of_group(first) != of_group(&game)) {
            group.clear();
        }
        group.push(game);
        if group.len() == spec.group {
            new.add(store, spec, (&cell.label, identity), &group);
            group.clear();
        }
        Ok(())
    })?;
    Ok(new)
}

impl NewRows {
    /// Adds a whole group.
    fn add(&mut self, store: &Snapshot<'_>, spec: &Spec, (label, identity): (&str, &Identity), group: &[SavedGame]) {
        let runs: BTreeSet<i64> = group.iter().map(|game| game.run).collect();
        let [version, processor] = store.builds(&runs).map(|names| names.into_iter().collect::<Vec<_>>().join("; "));
        let first = group[0].number;
        let mut sums = Sums::none(spec);
        group.iter().for_each(|game| sums.add_game(spec, game));
        sums.add_group(spec, &group.iter().map(|game| game.result).collect::<Vec<_>>());
        self.played.entry(version.clone()).or_default().extend(group.iter().map(|game| game.number));
        let games = GameRange { first, last: first + group.len() as u64 - 1 };
        match self.rows.last_mut() {
            Some(row) if row.games.last + 1 == first && (&row.version, &row.processor) == (&version, &processor) => {
                row.games.last = games.last;
                row.sums.add_all(&sums);
            }
            _ => self.rows.push(Row {
                cell: label.to_owned(),
                identity: identity.clone(),
                games,
                sums,
                version,
                processor,
            }),
        }
    }
}

/// Plays some games again; the message says why they are not to be believed. `None` if it was stopped.
fn verify(
    store: &Snapshot<'_>,
    cell: i64,
    spec: &Spec,
    games: &[u64],
    believe_clocks: bool,
    stop: &AtomicBool,
) -> Result<Option<Result<(), String>>, ResultsError> {
    let table = spec.cell_games(store.workshop()).map_err(|error| store.unplayable(cell, &error))?;
    let last = games.len() - 1;
    let samples: BTreeSet<u64> = (0..SAMPLES).map(|place| games[place * last / (SAMPLES - 1)]).collect();
    for number in samples {
        let Some(saved) = store.game(cell, number)? else { continue };
        let same = match &saved.moves {
            Some(_) if !believe_clocks => {
                let reason = "they were played by the clock and cannot be played again; `--unverified` takes them";
                return Ok(Some(Err(reason.into())));
            }
            Some(moves) => table.show(moves).is_ok(),
            None => match table.play(number, stop) {
                Ok(played) => played.moves_hash() == saved.moves_hash && played.rewards == saved.rewards,
                Err(Unfinished::Stopped) => return Ok(None),
                Err(Unfinished::Failed(_)) => false,
            },
        };
        if !same {
            return Ok(Some(Err(format!("game {cell}:{number} goes another way now"))));
        }
    }
    Ok(Some(Ok(())))
}
