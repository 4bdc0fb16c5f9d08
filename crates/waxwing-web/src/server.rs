//! The server: its address, its threads, and the way of a request through it.

use std::hash::{BuildHasher, RandomState};
use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::sync::{Semaphore, watch};
use tokio::time::sleep;
use waxwing_workshop::{PrepareError, Workshop};

use crate::experiments::Experiments;
use crate::guard::{Hosts, Token, guard, is_from_own_page, plain};
use crate::settings::{ServerBounds, Settings};
use crate::talk::{Conversation, Invite, Talk};
use crate::turns::{Count, Turns};
use crate::{assets, client, words};

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The name or the port cannot be listened at.
    #[error("cannot listen at {address}: {source}")]
    Listen {
        /// What was asked for.
        address: String,
        /// The system's reason.
        source: io::Error,
    },
    /// The system has no random numbers that nobody can guess.
    #[error("cannot draw what nobody must guess: {0}")]
    Random(getrandom::Error),
    /// Threads, or what else the system gives.
    #[error("cannot serve: {0}")]
    Io(#[from] io::Error),
}

/// What all connections share.
pub struct House {
    /// The names that are answered to.
    pub hosts: Hosts,
    /// What clients must know, if anything.
    pub token: Option<Token>,
    /// How much clients may use.
    pub bounds: ServerBounds,
    /// Makes sessions.
    pub invite: Box<Invite>,
    /// The stores that are shown.
    pub experiments: Option<Arc<Experiments>>,
    /// Whose turn it is.
    pub turns: Arc<Turns>,
    /// Whether the server ends.
    pub ended: watch::Sender<bool>,
}

/// A server that has its address, and answers as soon as it runs.
pub struct Server {
    listener: TcpListener,
    house: Arc<House>,
    /// The workshop whose games are made ready while it runs.
    unprepared: Option<Workshop>,
}

impl Server {
    /// A server for the games and strategies of a workshop. It fails if the address is taken.
    pub fn bind(workshop: Workshop, settings: Settings) -> Result<Server, ServeError> {
        // Fails here rather than in a visitor's face.
        draw_seed().map_err(ServeError::Random)?;
        let (bounds, allow_programs) = (settings.bounds.clone(), settings.allow_programs);
        let (shown, unprepared) = (workshop.clone(), workshop.clone());
        let invite = move || -> Box<dyn Talk> {
            // They have been there before.
            let seed = draw_seed().unwrap_or_else(|_| RandomState::new().hash_one(0));
            Box::new(Conversation::new(&workshop, &bounds, allow_programs, seed))
        };
        let experiments = settings.experiments.clone().map(|folder| Arc::new(Experiments::new(shown, folder)));
        let server = Server::with_sessions(Box::new(invite), experiments, settings)?;
        Ok(Server { unprepared: Some(unprepared), ..server })
    }

    /// A server with sessions of another kind.
    pub(crate) fn with_sessions(
        invite: Box<Invite>,
        experiments: Option<Arc<Experiments>>,
        settings: Settings,
    ) -> Result<Server, ServeError> {
        let listener = listen(settings.listen.as_deref(), settings.port)?;
        let address = listener.local_addr()?;
        let token = match settings.token {
            Some(text) => Some(Token::new(text, address.port())),
            None if address.ip().is_loopback() => None,
            None => Some(Token::draw(address.port()).map_err(ServeError::Random)?),
        };
        let house = House {
            hosts: Hosts::new(settings.listen.as_deref(), address.port()),
            token,
            turns: Arc::new(Turns::new(&settings.bounds)),
            bounds: settings.bounds,
            invite,
            experiments,
            ended: watch::Sender::new(false),
        };
        Ok(Server { listener, house: Arc::new(house), unprepared: None })
    }

    /// What to open in a browser, with the token if there is one.
    pub fn address(&self) -> String {
        let token = self.house.token.as_ref().map(|token| format!("?token={}", token.text()));
        self.house.hosts.address() + &token.unwrap_or_default()
    }

    /// Where it listens.
    pub fn socket(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Something that counts sessions while the server runs.
    pub fn counter(&self) -> impl Fn() -> Count + Send + Sync + 'static {
        let turns = self.house.turns.clone();
        move || turns.count()
    }

    /// Serves until the flag is set, and ends within a second then, whatever is under way.
    pub fn run(self, stop: &AtomicBool) -> Result<(), ServeError> {
        let Server { listener, house, unprepared } = self;
        listener.set_nonblocking(true)?;
        let mut threads = house.turns.start(house.bounds.workers)?;
        let ended = Arc::new(AtomicBool::new(false));
        threads.extend(unprepared.map(|workshop| prepare(workshop, ended.clone())).transpose()?);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            tokio::select! {
                () = accept(listener, &house) => {}
                () = sweep(&house) => {}
                () = asked_to_stop(stop) => {}
            }
            // Time for a last word to every client.
            house.ended.send_replace(true);
            sleep(FAREWELL).await;
            Ok(())
        });
        house.turns.end();
        ended.store(true, Relaxed);
        runtime.shutdown_background();
        wait_for(threads);
        served
    }
}

/// Makes ready what games need that takes long to compute, such as tables, so that no search has to wait for it. It is built once
/// and kept; a server that ends gives it up.
fn prepare(workshop: Workshop, ended: Arc<AtomicBool>) -> io::Result<JoinHandle<()>> {
    std::thread::Builder::new().name("prepare".to_owned()).spawn(move || {
        let games = workshop.games().filter_map(|entry| workshop.open(&entry.name).ok());
        for game in games {
            match game.prepare(&ended, &mut |_, _| {}) {
                Ok(Some(note)) => words::log(&note),
                Ok(None) | Err(PrepareError::Cancelled) => {}
                Err(error) => words::log(&format!("{game}: {error}")),
            }
        }
    })
}

/// A seed for the games of a session.
fn draw_seed() -> Result<u64, getrandom::Error> {
    getrandom::u64()
}

/// How long clients have to hear that the server ends, and threads to end what they are doing. Those that take longer end with
/// the process.
const FAREWELL: Duration = Duration::from_millis(150);
const LAST_SLICE: Duration = Duration::from_millis(400);

fn wait_for(threads: Vec<JoinHandle<()>>) {
    let begun = Instant::now();
    while begun.elapsed() < LAST_SLICE && threads.iter().any(|thread| !thread.is_finished()) {
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn listen(name: Option<&str>, port: Option<u16>) -> Result<TcpListener, ServeError> {
    let name = name.unwrap_or("127.0.0.1").trim_matches(['[', ']']);
    let bind =
        |port| (name, port).to_socket_addrs().and_then(|found| TcpListener::bind(&found.collect::<Vec<_>>()[..]));
    let refused = |port: u16, source| ServeError::Listen { address: format!("{name}:{port}"), source };
    if let Some(port) = port {
        return bind(port).map_err(|source| refused(port, source));
    }
    // The next free one, and any if a whole row of them is taken.
    let row = Settings::PORT..Settings::PORT + 50;
    for port in row.chain([0]) {
        match bind(port) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && port != 0 => {}
            other => return other.map_err(|source| refused(port, source)),
        }
    }
    unreachable!("the last port is answered in the loop")
}

async fn asked_to_stop(stop: &AtomicBool) {
    while !stop.load(Relaxed) {
        sleep(Duration::from_millis(50)).await;
    }
}

/// Ends the sessions of clients that do not come back.
async fn sweep(house: &House) {
    loop {
        sleep(house.bounds.away / 4).await;
        house.turns.sweep(house.bounds.away);
    }
}

async fn accept(listener: tokio::net::TcpListener, house: &Arc<House>) {
    let service = TowerToHyperService::new(router(house.clone()));
    // Besides those that talk, some that fetch files.
    let connections = Arc::new(Semaphore::new(house.bounds.clients + 128));
    loop {
        let Ok(place) = connections.clone().acquire_owned().await else { return };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            // Most of all a process that has too many files open.
            Err(error) => {
                words::log(&format!("a connection cannot be accepted: {error}"));
                sleep(Duration::from_millis(200)).await;
                continue;
            }
        };
        // Messages are short, and somebody waits for each.
        let _ = stream.set_nodelay(true);
        let service = service.clone();
        let in_time = house.bounds.headers;
        tokio::spawn(async move {
            let _place = place;
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(in_time).max_buf_size(32 << 10);
            // A client that breaks off is no news.
            let _ = http.serve_connection(TokioIo::new(stream), service).with_upgrades().await;
        });
    }
}

fn router(house: Arc<House>) -> Router {
    Router::new()
        .route("/ws", get(upgrade))
        .route("/experiments", get(experiments_of))
        .route("/experiments/{store}/{page}", get(report_of))
        .fallback(get(file))
        .layer(from_fn_with_state(house.clone(), guard))
        .with_state(house)
}

async fn experiments_of(State(house): State<Arc<House>>) -> Response {
    match &house.experiments {
        Some(experiments) => experiments.list().await,
        None => Json([(); 0]).into_response(),
    }
}

async fn report_of(State(house): State<Arc<House>>, Path((store, page)): Path<(String, String)>) -> Response {
    match &house.experiments {
        Some(experiments) => experiments.page(&store, &page).await,
        None => plain(StatusCode::NOT_FOUND, "This server shows no experiments."),
    }
}

async fn file(request: Request) -> Response {
    assets::answer(request.uri().path(), request.headers().get(header::IF_NONE_MATCH))
}

async fn upgrade(State(house): State<Arc<House>>, uri: Uri, headers: HeaderMap, upgrade: WebSocketUpgrade) -> Response {
    if !is_from_own_page(&headers) {
        return plain(StatusCode::FORBIDDEN, "Only a page of this server may open its socket.");
    }
    let most = house.bounds.message;
    let upgrade = upgrade.max_message_size(most).max_frame_size(most).write_buffer_size(0);
    let key = key(&uri).map(str::to_owned);
    upgrade.on_upgrade(move |socket| client::converse(socket, house, key))
}

/// The key in the address of a socket, by which the client finds its session again. One that could be guessed is none.
fn key(uri: &Uri) -> Option<&str> {
    let key = uri.query()?.split('&').find_map(|pair| pair.strip_prefix("session="))?;
    let is_plain = key.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (is_plain && (16..=64).contains(&key.len())).then_some(key)
}
