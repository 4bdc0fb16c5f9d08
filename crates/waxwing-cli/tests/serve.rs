//! `waxwing serve` as a process: what it prints, and how it ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn waxwing(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_waxwing"));
    command.arg("serve").args(arguments).env("NO_COLOR", "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A server, and the first line that it prints.
fn start(arguments: &[&str]) -> (Child, String) {
    let mut server = waxwing(arguments).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (server, line.trim_end().to_owned())
}

/// What `waxwing serve` says when it does not serve.
fn refusal(arguments: &[&str]) -> String {
    let output = waxwing(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[cfg(unix)]
#[test]
fn a_server_prints_its_address_answers_and_ends_within_a_second_of_an_interruption() {
    let (mut server, address) = start(&["--no-open", "--port", "0"]);
    let host = address.strip_prefix("http://").unwrap().trim_end_matches('/');
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    // One that never says what it wants keeps nobody.
    let silent = TcpStream::connect(host).unwrap();
    let asked = Instant::now();
    assert!(Command::new("kill").args(["-INT", &server.id().to_string()]).status().unwrap().success());
    assert_eq!(server.wait().unwrap().code(), Some(130));
    assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
    drop(silent);
}

#[test]
fn a_server_elsewhere_prints_a_token() {
    let (mut server, address) = start(&["--no-open", "--port", "0", "--listen", "0.0.0.0"]);
    assert_eq!(address.split_once("/?token=").map(|(_, token)| token.len()), Some(32), "{address}");
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn what_cannot_be_served_is_refused() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    assert!(refusal(&["--no-open", "--port", &port]).contains(&format!("cannot listen at 127.0.0.1:{port}")));
    assert!(refusal(&["--no-open", "--listen", "no.such.name.invalid"]).contains("cannot listen"));
    assert!(refusal(&["--no-open", "--experiments", "no-such-folder"]).contains("there is no folder"));
    assert!(refusal(&["--no-open", "--token", "short"]).contains("8 to 200 letters"));
}
