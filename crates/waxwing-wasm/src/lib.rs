//! A session for a browser's worker: a few functions, and text in the memory that both share.
//!
//! `crates/waxwing-web/page/src/worker.ts` is the other side, and says what the functions take and return. What is said lies
//! behind the pointer that a function returns until the next call: its length in four bytes, the lowest first, then a line of JSON
//! for each answer. The messages are those of `waxwing-session`. The target has one thread.

// Text crosses the border of the module as a pointer and a length, which the other side gets from `waxwing_alloc`.
#![expect(unsafe_code, reason = "exported functions, and memory that the host writes to")]

use std::cell::RefCell;
use std::time::Duration;

use waxwing::thinking::Slice;
use waxwing_session::{Answer, Session, Settings};

/// The session, made when it is asked first, and what it has said last.
#[derive(Default)]
struct Worker {
    session: Option<Session>,
    said: Vec<u8>,
}

thread_local! {
    static WORKER: RefCell<Worker> = RefCell::default();
}

#[cfg(target_family = "wasm")]
mod host {
    use std::time::Duration;

    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        /// Milliseconds since any fixed moment.
        safe fn waxwing_now() -> f64;
        /// A number in [0, 1).
        safe fn waxwing_random() -> f64;
        /// Says why the module ends, as text at this place.
        fn waxwing_panic(pointer: *const u8, length: usize);
    }

    /// Lends the host's clock to searches, and tells the host should the module ever fail.
    pub fn prepare() {
        waxwing::time::set_clock(|| Duration::from_secs_f64((waxwing_now() / 1e3).max(0.0)));
        std::panic::set_hook(Box::new(|panic| {
            let text = panic.to_string();
            // SAFETY: the host reads the text during the call.
            unsafe { waxwing_panic(text.as_ptr(), text.len()) };
        }));
    }

    /// A seed for games that are opened without one.
    pub fn seed() -> u64 {
        let half = || (waxwing_random() * f64::from(u32::MAX)) as u64;
        half() << 32 | half()
    }
}

#[cfg(not(target_family = "wasm"))]
mod host {
    /// Other targets have a clock, and say why they fail.
    pub fn prepare() {}

    /// Nobody plays here.
    pub fn seed() -> u64 {
        1
    }
}

impl Worker {
    fn session(&mut self) -> &mut Session {
        self.session.get_or_insert_with(|| {
            host::prepare();
            Session::new(waxwing_games::standard(), Settings::own(host::seed()))
        })
    }

    /// Keeps what is said, and returns where it lies.
    fn say(&mut self, answers: &[Answer]) -> *const u8 {
        self.said.clear();
        self.said.extend([0; LENGTH]);
        for answer in answers {
            self.said.extend(answer.to_json().as_bytes());
            self.said.push(b'\n');
        }
        let length = (self.said.len() - LENGTH) as u32;
        self.said[..LENGTH].copy_from_slice(&length.to_le_bytes());
        self.said.as_ptr()
    }
}

/// The bytes of a length.
const LENGTH: usize = size_of::<u32>();

/// Memory of this many bytes for a request.
#[unsafe(no_mangle)]
pub extern "C" fn waxwing_alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Gives memory of [`waxwing_alloc`] back.
///
/// # Safety
///
/// The pointer is one that `waxwing_alloc` returned for this length, and was not given back before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn waxwing_free(pointer: *mut u8, length: usize) {
    // SAFETY: by the caller's promise this is the box that was leaked there.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, length)) });
}

/// Takes a request, and returns what is said to it.
///
/// # Safety
///
/// The bytes were written to memory of [`waxwing_alloc`] of this length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn waxwing_ask(pointer: *const u8, length: usize) -> *const u8 {
    // SAFETY: by the caller's promise these bytes are there, and nothing writes to them during the call.
    let request = String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(pointer, length) });
    WORKER.with_borrow_mut(|worker| {
        let answers = worker.session().ask(&request);
        worker.say(&answers)
    })
}

/// Goes on with what is under way for about this many microseconds, and returns what is said.
#[unsafe(no_mangle)]
pub extern "C" fn waxwing_advance(microseconds: u32) -> *const u8 {
    WORKER.with_borrow_mut(|worker| {
        let answers = worker.session().advance(Slice::time(Duration::from_micros(microseconds.into())));
        worker.say(&answers)
    })
}

/// Whether something is under way: 1, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn waxwing_busy() -> u32 {
    WORKER.with_borrow(|worker| worker.session.as_ref().is_some_and(Session::is_busy).into())
}

/// Takes the file of a learned evaluation, for games that are opened from now on. A file that is none changes nothing.
///
/// # Safety
///
/// The bytes were written to memory of [`waxwing_alloc`] of this length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn waxwing_learned(pointer: *const u8, length: usize) {
    // SAFETY: by the caller's promise these bytes are there, and nothing writes to them during the call.
    let _ = waxwing_games::provide_learned(unsafe { std::slice::from_raw_parts(pointer, length) });
}
