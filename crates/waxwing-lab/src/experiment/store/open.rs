//! Opening the file of a store: names are plain paths, and what cannot be written can be read.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, MAIN_DB, OpenFlags};

use super::StoreError;

/// How long to wait while another process writes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection that writes; the file is made if it is not there.
pub(super) fn for_writing(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    connect(&plain(path), flags).map_err(|error| StoreError::new(path, error))
}

/// A connection that only reads. SQLite wants to make files beside a store even for that: where it cannot, and nothing is
/// waiting in the log, the file is read as one that does not change.
pub(super) fn for_reading(path: &Path) -> Result<Connection, StoreError> {
    let fault = |error| StoreError::new(path, error);
    if !path.exists() {
        return Err(StoreError::Missing { path: path.to_owned() });
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = connect(&plain(path), flags).map_err(fault)?;
    let log = log_of(path);
    let is_waiting = std::fs::metadata(&log).is_ok_and(|log| log.len() > 0);
    if connection.is_readonly(MAIN_DB).map_err(fault)? && !is_waiting {
        return unchanging(path).map_err(fault);
    }
    match probe(&connection) {
        Ok(()) => Ok(connection),
        Err(error) if !cannot_make_files(&error) => Err(fault(error)),
        Err(_) if is_waiting => Err(StoreError::Log { path: path.to_owned(), log }),
        Err(_) => unchanging(path).map_err(fault),
    }
}

/// Where a store keeps what is not yet in its file.
pub(super) fn log_of(path: &Path) -> PathBuf {
    beside(path, "-wal")
}

/// The path with something behind its name.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

fn connect(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.execute_batch("PRAGMA cell_size_check = ON")?;
    Ok(connection)
}

/// The path so that it is nothing but one: a name such as `:memory:` or `file:x` means something else to SQLite.
fn plain(path: &Path) -> PathBuf {
    if path.is_absolute() { path.to_owned() } else { Path::new(".").join(path) }
}

fn probe(connection: &Connection) -> rusqlite::Result<()> {
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))
}

fn cannot_make_files(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::SystemIoFailure)
    )
}

fn unchanging(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    connect(Path::new(&address(path)), flags)
}

/// The address of a file that does not change while it is read.
fn address(path: &Path) -> String {
    let path = plain(path);
    let mut address = String::from(if path.is_absolute() { "file://" } else { "file:" });
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => address.push(byte.into()),
            _ => address += &format!("%{byte:02x}"),
        }
    }
    address + "?immutable=1"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_that_of_the_file_whatever_its_name_is() {
        assert_eq!(address(Path::new("/a b/c?d#e%f")), "file:///a%20b/c%3fd%23e%25f?immutable=1");
        assert_eq!(address(Path::new("file:x")), "file:./file%3ax?immutable=1");
        assert_eq!(plain(Path::new(":memory:")), Path::new("./:memory:"));
        assert_eq!(log_of(Path::new("a/store.sqlite")), Path::new("a/store.sqlite-wal"));
    }
}
