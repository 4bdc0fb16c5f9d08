//! The stores of a folder: how far their experiments are, and their reports.
//!
//! Everything is read of one store at a time, on a thread of its own, and kept until the store has changed.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use axum::Json;
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::sync::Semaphore;
use waxwing::panics::caught;
use waxwing_lab::{CellStatus, Experiment, Report, ReportFormat, Store, StoreError, report_experiments, report_pages};
use waxwing_workshop::Workshop;

use crate::guard::{REPORT_POLICY, plain};

/// The stores of a folder.
pub struct Experiments {
    folder: PathBuf,
    workshop: Workshop,
    /// Reports take their time, and a browser can ask for many.
    turn: Semaphore,
    kept: Mutex<HashMap<String, Kept>>,
}

/// What was read of a store.
struct Kept {
    of: Stamp,
    status: StoreView,
    pages: Option<Arc<Pages>>,
}

type Pages = Vec<(String, Vec<u8>)>;

/// Which state of a file something was read of.
#[derive(Clone, PartialEq)]
struct Stamp(Vec<(u64, Option<SystemTime>)>);

/// A store as the page shows it.
#[derive(Clone, Serialize)]
struct StoreView {
    name: String,
    /// Whether games of it are being played.
    running: bool,
    #[serde(flatten)]
    whole: Progress,
    experiments: Vec<ExperimentView>,
    /// Why it cannot be read.
    error: Option<String>,
}

#[derive(Clone, Serialize)]
struct ExperimentView {
    name: String,
    title: String,
    #[serde(flatten)]
    progress: Progress,
}

#[derive(Clone, Default, Serialize)]
struct Progress {
    cells: usize,
    /// Cells that have all their games.
    cells_done: usize,
    finished: u64,
    wanted: u64,
    failed: u64,
}

impl Experiments {
    /// Those of a folder. Whatever it holds is read when it is asked for.
    pub fn new(workshop: Workshop, folder: PathBuf) -> Experiments {
        Experiments { folder, workshop, turn: Semaphore::new(1), kept: Mutex::default() }
    }

    /// All stores, as JSON.
    pub async fn list(self: &Arc<Experiments>) -> Response {
        let read = |this: &Experiments| this.names().iter().map(|name| this.status(name)).collect::<Vec<StoreView>>();
        match self.alone(read).await {
            Some(stores) => Json(stores).into_response(),
            None => unreadable("The stores of the folder cannot be read."),
        }
    }

    /// A page of the reports of a store; `report` is the first.
    pub async fn page(self: &Arc<Experiments>, store: &str, page: &str) -> Response {
        let page = if page == "report" { "index.html" } else { page }.to_owned();
        let store = store.to_owned();
        let read = move |this: &Experiments| {
            // A name that is asked for is never made into a path.
            let is_there = this.names().contains(&store);
            if is_there { this.pages(&store).map(|pages| (pages, page)) } else { Err("There is no such store.".into()) }
        };
        match self.alone(read).await {
            Some(Ok((pages, page))) => match pages.iter().find(|(name, _)| *name == page) {
                Some((_, bytes)) => report(bytes.clone()),
                None => plain(StatusCode::NOT_FOUND, "There is no such page."),
            },
            Some(Err(reason)) => plain(StatusCode::NOT_FOUND, &reason),
            None => unreadable("The report cannot be made."),
        }
    }

    /// Does something that takes its time, when nobody else does. Returns nothing if it fails.
    async fn alone<T: Send + 'static>(
        self: &Arc<Experiments>,
        work: impl FnOnce(&Experiments) -> T + Send + 'static,
    ) -> Option<T> {
        let _turn = self.turn.acquire().await.ok()?;
        let this = self.clone();
        tokio::task::spawn_blocking(move || caught(|| work(&this)).ok()).await.ok().flatten()
    }

    /// The names of the stores.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(".sqlite") || name.ends_with(".db")).collect();
        names.sort();
        names
    }

    fn status(&self, name: &str) -> StoreView {
        let path = self.folder.join(name);
        let of = Stamp::of(&path);
        if let Some(kept) = self.kept(name, &of, |kept| Some(kept.status.clone())) {
            return kept;
        }
        let status = StoreView::read(&self.workshop, name, &path);
        let kept = Kept { of, status: status.clone(), pages: None };
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), kept);
        status
    }

    fn pages(&self, name: &str) -> Result<Arc<Pages>, String> {
        let path = self.folder.join(name);
        self.status(name);
        let of = Stamp::of(&path);
        if let Some(pages) = self.kept(name, &of, |kept| kept.pages.clone()) {
            return Ok(pages);
        }
        let pages = Arc::new(pages(&self.workshop, &path)?);
        if let Some(kept) = self.kept.lock().unwrap_or_else(PoisonError::into_inner).get_mut(name) {
            kept.pages = Some(pages.clone());
        }
        Ok(pages)
    }

    fn kept<T>(&self, name: &str, of: &Stamp, part: impl FnOnce(&Kept) -> Option<T>) -> Option<T> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(name).filter(|kept| kept.of == *of).and_then(part)
    }
}

impl Stamp {
    /// A store that is written to has its newest games in a second file.
    fn of(path: &Path) -> Stamp {
        let mut second = path.as_os_str().to_owned();
        second.push("-wal");
        let state = |path: &Path| fs::metadata(path).map_or((0, None), |found| (found.len(), found.modified().ok()));
        Stamp(vec![state(path), state(Path::new(&second))])
    }
}

impl StoreView {
    fn read(workshop: &Workshop, name: &str, path: &Path) -> StoreView {
        let whole = Progress::default();
        let mut view = StoreView { name: name.to_owned(), running: false, whole, experiments: Vec::new(), error: None };
        if let Err(error) = view.fill(workshop, path) {
            view.error = Some(error.to_string());
        }
        view
    }

    fn fill(&mut self, workshop: &Workshop, path: &Path) -> Result<(), StoreError> {
        let store = Store::open(workshop, path)?;
        let snapshot = store.snapshot()?;
        // A store that another version has written has its games all the same.
        let kept = snapshot.experiments().unwrap_or_default();
        for cell in &snapshot.status()? {
            self.running |= store.claimed(cell.cell)? > 0;
            self.whole.add(cell);
            if self.experiments.last().is_none_or(|last| last.name != cell.experiment) {
                let found = kept.iter().find(|experiment| experiment.name == cell.experiment);
                let title = found.map_or_else(String::new, |experiment| experiment.title.clone());
                let name = cell.experiment.clone();
                self.experiments.push(ExperimentView { name, title, progress: Progress::default() });
            }
            if let Some(last) = self.experiments.last_mut() {
                last.progress.add(cell);
            }
        }
        Ok(())
    }
}

impl Progress {
    fn add(&mut self, cell: &CellStatus) {
        self.cells += 1;
        self.cells_done += usize::from(cell.games >= cell.wanted);
        self.finished += cell.games;
        self.wanted += cell.wanted;
        self.failed += cell.failed;
    }
}

/// The pages of the reports of a store, by their names. Where it was run with the smaller version of its experiments, theirs.
fn pages(workshop: &Workshop, path: &Path) -> Result<Pages, String> {
    let store = Store::open(workshop, path).map_err(|error| error.to_string())?;
    let snapshot = store.snapshot().map_err(|error| error.to_string())?;
    let reports = |experiments: &[Experiment]| {
        report_experiments(Some(&snapshot), None, experiments).map_err(|error| error.to_string())
    };
    let mut experiments = snapshot.experiments().map_err(|error| error.to_string())?;
    let mut found = reports(&experiments)?;
    if !found.iter().any(Report::has_games) {
        experiments.iter_mut().try_for_each(Experiment::reduce_to_reproduction)?;
        found = reports(&experiments)?;
    }
    if !found.iter().any(Report::has_games) {
        return Err("The store has no games of the experiments whose files it has kept.".into());
    }
    let pages = report_pages(&found, Path::new(""), &[ReportFormat::Html]).map_err(|error| error.to_string())?;
    Ok(pages.into_iter().map(|(path, bytes)| (path.to_string_lossy().into_owned(), bytes)).collect())
}

/// A page of a report, which the page of the server may show in a frame, and which runs nothing.
fn report(bytes: Vec<u8>) -> Response {
    let mut answer = Response::new(Body::from(bytes));
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(REPORT_POLICY));
    answer
}

fn unreadable(message: &str) -> Response {
    plain(StatusCode::INTERNAL_SERVER_ERROR, message)
}
