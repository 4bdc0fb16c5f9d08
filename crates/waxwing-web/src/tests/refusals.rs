//! Who is not answered.

use super::visitor::{Visitor, raw};
use super::{house, house_with};
use crate::settings::Settings;

/// A request for a path, as a browser would send it.
fn get(path: &str, host: &str, more: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n").into_bytes()
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

#[tokio::test]
async fn only_the_servers_own_names_are_answered() {
    let house = house(|_| {});
    let server = house.running.server;
    let host = server.to_string();
    assert_eq!(status(&raw(server, &get("/", &host, "")).await), "200");
    assert_eq!(status(&raw(server, &get("/", &format!("localhost:{}", server.port()), "")).await), "200");
    for other in ["evil.example", "localhost", &format!("evil.example:{}", server.port()), "", "127.0.0.1:1"] {
        assert_eq!(status(&raw(server, &get("/", other, "")).await), "403", "{other}");
    }
    let two = raw(server, &get("/", &host, "Host: evil.example\r\n")).await;
    assert!(["400", "403"].contains(&status(&two)), "{two}");
    let none = raw(server, b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n").await;
    assert_eq!(status(&none), "403", "{none}");
    let other = raw(server, &get("http://evil.example/", &host, "")).await;
    assert_eq!(status(&other), "403", "{other}");
}

#[tokio::test]
async fn a_socket_opens_for_pages_of_the_server_alone() {
    let house = house(|_| {});
    let server = house.running.server;
    for origin in ["http://evil.example", "null", "http://127.0.0.1", &format!("http://localhost:{}", server.port())] {
        assert!(Visitor::try_connect(server, "", origin).await.is_err(), "{origin}");
    }
    assert_eq!(house.running.count().clients, 0);
    Visitor::connect(server).await;
}

#[tokio::test]
async fn every_answer_keeps_the_page_safe() {
    let house = house(|_| {});
    let server = house.running.server;
    for path in ["/", "/nothing", "/ws", "/../../etc/passwd", "/%2e%2e/Cargo.toml"] {
        let answer = raw(server, &get(path, &server.to_string(), "")).await.to_lowercase();
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; ",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "frame-ancestors 'none'",
        ] {
            assert!(answer.contains(header), "{path}: {answer}");
        }
    }
}

#[tokio::test]
async fn requests_change_nothing() {
    let house = house(|_| {});
    let server = house.running.server;
    let post = format!("POST / HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    assert_eq!(status(&raw(server, post.as_bytes()).await), "405");
}

#[tokio::test]
async fn without_the_token_nothing_is_answered() {
    let settings = Settings { token: Some("open-sesame".into()), ..Settings::default() };
    let house = house_with(|_| {}, settings);
    let server = house.running.server;
    let host = server.to_string();
    for path in ["/", "/ws", "/experiments", "/nothing", "/?token=open-sesam", "/?token="] {
        let answer = raw(server, &get(path, &host, "")).await;
        assert_eq!(status(&answer), "401", "{path}");
        assert!(!answer.contains("sesame"), "{answer}");
    }
    assert!(house.running.address.ends_with("/?token=open-sesame"));
    assert!(Visitor::try_connect(server, "", &format!("http://{server}")).await.is_err());
    // The address gives a cookie, and does not stay in the history.
    let answer = raw(server, &get("/?a=b&token=open-sesame", &host, "")).await;
    assert_eq!(status(&answer), "303", "{answer}");
    assert!(answer.contains("location: /?a=b\r\n"), "{answer}");
    let cookie = format!("waxwing-{}=open-sesame", server.port());
    assert!(answer.contains(&format!("set-cookie: {cookie}; Path=/; HttpOnly; SameSite=")), "{answer}");
    for proof in [format!("Cookie: {cookie}\r\n"), "Authorization: Bearer open-sesame\r\n".to_owned()] {
        assert_eq!(status(&raw(server, &get("/", &host, &proof)).await), "200", "{proof}");
    }
    let elsewhere = raw(server, &get("//evil.example/?token=open-sesame", &host, "")).await;
    assert!(!elsewhere.contains("location: //"), "{elsewhere}");
}

#[tokio::test]
async fn other_addresses_than_loopback_have_a_token() {
    let settings = Settings { listen: Some("0.0.0.0".into()), ..Settings::default() };
    let house = house_with(|_| {}, settings);
    let address = &house.running.address;
    let (_, token) = address.split_once("?token=").expect("there is a token");
    assert_eq!(token.len(), 32);
    let port = house.running.server.port();
    let server = std::net::SocketAddr::from(([127, 0, 0, 1], port));
    assert_eq!(status(&raw(server, &get("/", &server.to_string(), "")).await), "401");
}

#[tokio::test]
async fn a_request_that_does_not_arrive_is_not_waited_for() {
    let house = house(|bounds| bounds.headers = std::time::Duration::from_millis(200));
    let answer = raw(house.running.server, b"GET / HTTP/1.1\r\nHost: ").await;
    assert!(answer.is_empty() || status(&answer) == "408", "{answer}");
}
