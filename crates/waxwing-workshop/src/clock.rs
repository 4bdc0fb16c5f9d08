//! Time that the processor spent on this program, which other programs on the machine do not stretch.

use std::time::Duration;

/// The processor time of all threads of the program so far.
#[cfg(unix)]
pub fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The processor time of the calling thread so far.
#[cfg(unix)]
pub fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Where there is no such clock, the time since the first call.
#[cfg(not(unix))]
pub fn processor_time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

#[cfg(not(unix))]
pub use processor_time as thread_time;

/// What a piece of work gives, and the processor seconds it takes.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let before = processor_time();
    let result = work();
    // A clock with coarse steps may see no time pass at all, and no rate may be infinite.
    (result, (processor_time() - before).as_secs_f64().max(1e-9))
}
