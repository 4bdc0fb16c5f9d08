//! A server that runs as long as a test needs it.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A server on a thread of its own, which ends when this is dropped.
pub struct Running {
    pub server: SocketAddr,
    pub address: String,
    stop: &'static AtomicBool,
    thread: Option<JoinHandle<()>>,
    count: Box<dyn Fn() -> super::Count + Send>,
}

impl Running {
    pub fn start(server: super::Server) -> Running {
        let stop: &'static AtomicBool = Box::leak(Box::default());
        let address = server.address();
        let socket = server.socket().unwrap();
        let count = Box::new(server.counter());
        let thread = std::thread::spawn(move || server.run(stop).unwrap());
        Running { server: socket, address, stop, thread: Some(thread), count }
    }

    /// How many sessions there are.
    pub fn count(&self) -> super::Count {
        (self.count)()
    }

    /// Waits until the counts are as they should be.
    pub async fn wait_for(&self, is_right: impl Fn(super::Count) -> bool) {
        let begun = Instant::now();
        while !is_right(self.count()) {
            assert!(begun.elapsed() < super::visitor::PATIENCE, "{:?}", self.count());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Ends the server; returns how long that took.
    pub fn end(&mut self) -> Duration {
        let begun = Instant::now();
        self.stop.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server does not panic");
        }
        begun.elapsed()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.end();
        }
    }
}
