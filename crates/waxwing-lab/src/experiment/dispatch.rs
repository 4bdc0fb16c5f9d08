//! A run whose games are played by processes elsewhere: on the machines of a cluster, whatever starts them there.
//!
//! This process owns the store. It gives out lots of games that nobody has, and writes down what comes back. How the bytes of
//! lots and batches travel is the caller's matter. Lots take about as long as the caller asks for, and less when
//! little is left, so that all finish at about the same time.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use super::lot::{BatchText, LotError, LotText, read, write};
use super::run::{LOOK_AROUND, Run, RunOptions, RunProgress};
use super::store::{Store, StoreError, Turn};
use super::worker::{End, Job};
use super::{Cell, Experiment};

/// The most games of a lot.
const MOST_IN_LOT: u64 = 10_000;
/// What is left is given out in this many rounds at least, so that those who finish first find something to do.
const ROUNDS: f64 = 2.0;
/// A lot is not worth its way if it takes less than this many seconds.
const SHORTEST: f64 = 1.0;
/// A game is given up if this many processes have ended while they played it.
const MOST_ENDED: u32 = 5;
/// How often the store is told that we are alive.
const ALIVE: Duration = Duration::from_secs(1);

/// A run whose games are played elsewhere, in lots.
pub struct Dispatch {
    store: Store,
    run: Run,
    paces: Vec<Pace>,
    /// What is being played, by the number of the lot.
    out: BTreeMap<u64, Out>,
    /// Games that were out and did not come back. The store knows them as ours.
    returned: BTreeMap<usize, BTreeSet<u64>>,
    /// How many processes have ended while they played a game.
    ended: BTreeMap<(usize, u64), u32>,
    next: u64,
    shown: Instant,
    looked: Instant,
}

/// How long the games of a cell take.
#[derive(Clone, Copy, Default)]
struct Pace {
    games: f64,
    seconds: f64,
}

/// A lot that is out.
struct Out {
    unit: usize,
    games: BTreeSet<u64>,
    /// Whether anything was heard of it.
    begun: bool,
}

/// A lot that is to be played.
#[derive(Debug)]
#[non_exhaustive]
pub struct GivenLot {
    /// Its number.
    pub number: u64,
    /// How many threads its agents may use.
    pub threads: usize,
    /// How many games it has.
    pub games: usize,
    /// What [`Lot::read`](super::Lot::read) reads.
    pub bytes: Vec<u8>,
}

impl Dispatch {
    /// Begins a run of what a store does not have yet of some cells. What a run before has left behind is taken up.
    pub fn begin(mut store: Store, cells: &[(&Experiment, &Cell)], options: &RunOptions) -> Result<Dispatch, LotError> {
        let run = Run::new(&mut store, None, cells, options)?;
        Ok(Dispatch {
            paces: vec![Pace::default(); run.units.len()],
            store,
            run,
            out: BTreeMap::new(),
            returned: BTreeMap::new(),
            ended: BTreeMap::new(),
            next: 0,
            shown: Instant::now(),
            looked: Instant::now(),
        })
    }

    /// Gives out a lot that takes about this long, for one of this many players; `None` if there is nothing to give out now.
    pub fn give(&mut self, time: Duration, players: usize) -> Result<Option<GivenLot>, LotError> {
        if self.is_late() {
            return Ok(None);
        }
        let seconds = self.seconds(time, players);
        let turn = self.store.turn(self.run.id)?;
        let found = match self.returned.keys().next() {
            Some(&unit) => Some((unit, again(&mut self.returned, unit, self.paces[unit].games_in(seconds)))),
            None => claim(&mut self.run, &self.paces, seconds, &turn)?,
        };
        let token = turn.token()?;
        turn.commit()?;
        let Some((unit, games)) = found else { return Ok(None) };
        let spec = &self.run.units[unit].spec;
        let lot = self.next;
        self.next += 1;
        let text = LotText {
            version: crate::VERSION.into(),
            run: token,
            lot,
            spec: spec.text(),
            games: games.iter().copied().collect(),
        };
        let given = GivenLot { number: lot, threads: spec.threads, games: games.len(), bytes: write(&text) };
        self.out.insert(lot, Out { unit, games, begun: false });
        Ok(Some(given))
    }

    /// Writes down a batch of games. One of a lot that is not out any more changes nothing.
    pub fn take(&mut self, batch: &[u8]) -> Result<(), LotError> {
        let foreign = |reason: &str| LotError::Foreign { what: "batch", reason: reason.into() };
        let batch: BatchText = read("batch", batch)?;
        if batch.player.version != crate::VERSION {
            return Err(LotError::Version { here: crate::VERSION.into(), there: batch.player.version });
        }
        let Some(out) = self.out.get_mut(&batch.lot) else { return Ok(()) };
        let seats = self.run.units[out.unit].spec.seats[0].len();
        let fits = |end: &End| !matches!(end, End::Played(game) if game.seats() != Some(seats));
        if !batch.games.iter().all(|(number, end)| out.games.contains(number) && fits(end)) {
            return Err(foreign("its games are not those of its lot"));
        }
        out.begun = true;
        self.paces[out.unit].add(batch.games.len(), batch.seconds);
        let mut turn = self.store.turn(self.run.id)?;
        turn.played_by(&batch.player)?;
        for (number, end) in batch.games {
            out.games.remove(&number);
            self.run.write(&turn, Job { unit: out.unit, number }, end)?;
        }
        turn.commit()?;
        Ok(())
    }

    /// Takes a lot back whose player does not go on. What it has not played is given out again, unless it is a game that
    /// ends everybody who plays it: such a one is noted as failed.
    pub fn end(&mut self, lot: u64) -> Result<(), LotError> {
        let Some(mut out) = self.out.remove(&lot) else { return Ok(()) };
        if let Some(&first) = out.games.first().filter(|_| out.begun) {
            let ended = self.ended.entry((out.unit, first)).or_default();
            *ended += 1;
            if *ended >= MOST_ENDED {
                out.games.remove(&first);
                let turn = self.store.turn(self.run.id)?;
                let reason = format!("{MOST_ENDED} processes have ended while they played it");
                self.run.write(&turn, Job { unit: out.unit, number: first }, End::Failed(reason))?;
                turn.commit()?;
            }
        }
        if !out.games.is_empty() {
            self.returned.entry(out.unit).or_default().extend(out.games);
        }
        Ok(())
    }

    /// To be called every second or so: shows other runs that this one is alive, and sees what they do. Returns whether all
    /// is done.
    pub fn look(&mut self) -> Result<bool, LotError> {
        if self.shown.elapsed() >= ALIVE {
            let turn = self.store.turn(self.run.id)?;
            turn.show_life()?;
            turn.commit()?;
            self.shown = Instant::now();
        }
        if self.is_idle() || self.looked.elapsed() >= LOOK_AROUND {
            self.looked = Instant::now();
            self.run.look_around(&mut self.store)?;
        }
        Ok(self.is_idle() && !self.run.waits())
    }

    /// Whether nothing is out, and nothing can be given out now.
    fn is_idle(&self) -> bool {
        let is_empty = self.returned.is_empty() && self.run.neediest().is_none();
        self.out.is_empty() && (is_empty || self.is_late())
    }

    /// Whether its time is over: nothing is given out any more, and what is out should be ended.
    pub fn is_late(&self) -> bool {
        self.run.is_late()
    }

    /// How many lots are out.
    pub fn lots_out(&self) -> usize {
        self.out.len()
    }

    /// The state of the run.
    pub fn progress(&self) -> RunProgress {
        self.run.progress()
    }

    /// How many seconds a lot may take: what is left is to be shared among the players.
    fn seconds(&self, time: Duration, players: usize) -> f64 {
        let known: Pace = self.paces.iter().fold(Pace::default(), |sum, pace| sum.plus(*pace));
        let Some(mean) = known.of_game() else { return 0.0 };
        let units = self.run.units.iter().zip(&self.paces);
        let left: f64 = units.map(|(unit, pace)| unit.line.left() as f64 * pace.of_game().unwrap_or(mean)).sum();
        let share = left / (ROUNDS * players.max(1) as f64);
        share.max(SHORTEST).min(time.as_secs_f64())
    }
}

impl Drop for Dispatch {
    /// What is out is free for other runs. Where that cannot be said, they wait until this one was not seen for a while.
    fn drop(&mut self) {
        let _ = self.store.free_claims_of(self.run.id);
    }
}

/// Takes games of the cell that needs them most.
fn claim(
    run: &mut Run,
    paces: &[Pace],
    seconds: f64,
    turn: &Turn<'_>,
) -> Result<Option<(usize, BTreeSet<u64>)>, StoreError> {
    while let Some(unit) = run.neediest() {
        let (wanted, mut games) = (paces[unit].games_in(seconds), BTreeSet::new());
        while (games.len() as u64) < wanted && run.units[unit].line.left() > 0 {
            games.extend(run.claim(turn, unit)?.map(|job| job.number));
        }
        if !games.is_empty() {
            return Ok(Some((unit, games)));
        }
    }
    Ok(None)
}

/// Takes some of the games of a cell that did not come back.
fn again(returned: &mut BTreeMap<usize, BTreeSet<u64>>, unit: usize, wanted: u64) -> BTreeSet<u64> {
    let games = returned.entry(unit).or_default();
    let first: BTreeSet<u64> = games.iter().copied().take(wanted as usize).collect();
    games.retain(|game| !first.contains(game));
    if games.is_empty() {
        returned.remove(&unit);
    }
    first
}

impl Pace {
    fn add(&mut self, games: usize, seconds: f64) {
        // What a batch says of its time is another process's word.
        if games > 0 && seconds.is_finite() && seconds >= 0.0 {
            *self = self.plus(Pace { games: games as f64, seconds });
        }
    }

    fn plus(self, other: Pace) -> Pace {
        Pace { games: self.games + other.games, seconds: self.seconds + other.seconds }
    }

    /// The seconds of a game, where one was played.
    fn of_game(self) -> Option<f64> {
        (self.games > 0.0).then(|| self.seconds / self.games)
    }

    /// How many games fill this many seconds; one as long as that is unknown.
    fn games_in(self, seconds: f64) -> u64 {
        let games = self.of_game().map_or(1.0, |game| seconds / game.max(1e-6));
        (games as u64).clamp(1, MOST_IN_LOT)
    }
}
