//! Who is answered at all: pages of this server, in a browser that was told the token where there is one.
//!
//! A page of another site may make a browser ask this server (a form, a picture, a WebSocket), and may even give its own name
//! the address of this machine (DNS rebinding). So the name that the browser has asked, the `Host`, must be one of the server's,
//! and a WebSocket must come from a page of the same name, its `Origin`. What is answered may be used by the page alone.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::server::House;

/// What the page may do: nothing but what is listed, from this server alone.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; frame-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// What a report may do, which the page shows in a frame: look as it does.
pub const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'self'; sandbox";

/// The names that the server answers to.
#[derive(Clone, Debug)]
pub struct Hosts {
    names: Vec<String>,
    port: u16,
    /// Where it listens at every address of the machine, any address will do: nobody can give one to a name of their own.
    any_address: bool,
}

impl Hosts {
    /// The names of a server at this port, which listens at a name or an address; at loopback if it is not said.
    pub fn new(listen: Option<&str>, port: u16) -> Hosts {
        let bare = listen.map(|name| name.trim_matches(['[', ']']));
        let any_address = bare.and_then(|name| name.parse::<IpAddr>().ok()).is_some_and(|ip| ip.is_unspecified());
        let names = ["127.0.0.1", "localhost", "::1"].into_iter().chain(bare);
        Hosts { names: names.map(str::to_ascii_lowercase).collect(), port, any_address }
    }

    /// Whether a `Host` is one of them.
    pub fn allow(&self, host: &str) -> bool {
        let Some((name, port)) = split(host) else { return false };
        let name = name.to_ascii_lowercase();
        let is_here = port == self.port;
        is_here && (self.names.contains(&name) || (self.any_address && name.parse::<IpAddr>().is_ok()))
    }

    /// The address of the page, for people.
    pub fn address(&self) -> String {
        let name = self.names.last().map_or("127.0.0.1", |last| if last == "::1" { "127.0.0.1" } else { last });
        let name = if name.contains(':') { format!("[{name}]") } else { name.to_owned() };
        format!("http://{name}:{}/", self.port)
    }
}

/// The name and the port of a `Host`; a name without a port is at port 80.
fn split(host: &str) -> Option<(&str, u16)> {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    match port {
        "" => Some((name, 80)),
        port => Some((name, port.strip_prefix(':')?.parse().ok()?)),
    }
}

/// What a client must know.
#[derive(Clone, Debug)]
pub struct Token {
    text: String,
    cookie: String,
}

impl Token {
    /// A token whose cookie is told apart from that of another server of this machine.
    pub fn new(text: String, port: u16) -> Token {
        Token { text, cookie: format!("waxwing-{port}") }
    }

    /// A new one that nobody can guess. Fails where the system has no random numbers.
    pub fn draw(port: u16) -> Result<Token, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Token::new(bytes.iter().map(|byte| format!("{byte:02x}")).collect(), port))
    }

    /// It as text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Takes the same time for all guesses of one length.
    fn is(&self, guess: &str) -> bool {
        let (guess, text) = (guess.as_bytes(), self.text.as_bytes());
        guess.len() == text.len() && guess.iter().zip(text).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
    }

    fn is_in_cookies(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = cookies.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.any(|(name, value)| name == self.cookie && self.is(value))
    }

    fn is_in_authorization(&self, headers: &HeaderMap) -> bool {
        let value = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        value.and_then(|text| text.strip_prefix("Bearer ")).is_some_and(|guess| self.is(guess))
    }

    fn is_in_address(&self, uri: &Uri) -> bool {
        let pairs = uri.query().unwrap_or_default().split('&');
        pairs.filter_map(|pair| pair.strip_prefix("token=")).any(|guess| self.is(guess))
    }
}

/// Refuses what is not for this server, and adds to every answer what keeps it safe.
pub async fn guard(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let mut answer = match refusal(&house, &request) {
        Some(refusal) => refusal,
        None => next.run(request).await,
    };
    let headers = answer.headers_mut();
    for (name, value) in SAFETY {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    answer
}

const SAFETY: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, PAGE_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (header::CACHE_CONTROL, "no-store"),
];

/// The answer to a request that is not served.
fn refusal(house: &House, request: &Request) -> Option<Response> {
    let headers = request.headers();
    if !is_for(&house.hosts, request) {
        let message = format!("This server answers at {} only.", house.hosts.address());
        return Some(plain(StatusCode::FORBIDDEN, &message));
    }
    if let Some(token) = &house.token {
        if token.is_in_address(request.uri()) {
            return Some(remember(token, request.uri()));
        }
        if !token.is_in_cookies(headers) && !token.is_in_authorization(headers) {
            return Some(plain(StatusCode::UNAUTHORIZED, "Open the address that `waxwing serve` has printed."));
        }
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return Some(plain(StatusCode::METHOD_NOT_ALLOWED, "Nothing here is changed by a request."));
    }
    None
}

/// Whether the one `Host` of a request is the server's.
fn is_for(hosts: &Hosts, request: &Request) -> bool {
    let mut values = request.headers().get_all(header::HOST).iter();
    let (Some(host), None) = (values.next(), values.next()) else { return false };
    let is_allowed = |host: &str| hosts.allow(host);
    host.to_str().is_ok_and(is_allowed) && request.uri().authority().is_none_or(|asked| is_allowed(asked.as_str()))
}

/// Whether a request comes from a page of the name that it asks.
pub fn is_from_own_page(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let (Some(origin), Some(host)) = (text(header::ORIGIN), text(header::HOST)) else { return false };
    origin.strip_prefix("http://").or(origin.strip_prefix("https://")).is_some_and(|of| of.eq_ignore_ascii_case(host))
}

/// Lets the browser keep the token, and takes it out of the address.
fn remember(token: &Token, uri: &Uri) -> Response {
    let cookie = format!("{}={}; Path=/; HttpOnly; SameSite=Lax", token.cookie, token.text);
    let rest: Vec<&str> =
        uri.query().unwrap_or_default().split('&').filter(|pair| !pair.starts_with("token=")).collect();
    let place = if rest.is_empty() { uri.path().to_owned() } else { format!("{}?{}", uri.path(), rest.join("&")) };
    // A path of two slashes would be the name of another server.
    let place = format!("/{}", place.trim_start_matches(['/', '\\']));
    let mut answer = plain(StatusCode::SEE_OTHER, "");
    for (name, value) in [(header::SET_COOKIE, cookie), (header::LOCATION, place)] {
        if let Ok(value) = HeaderValue::from_str(&value) {
            answer.headers_mut().insert(name, value);
        }
    }
    answer
}

/// A sentence for people.
pub fn plain(status: StatusCode, text: &str) -> Response {
    let mut answer = Response::new(Body::from(text.to_owned()));
    *answer.status_mut() = status;
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_at_loopback_answers_to_names_of_loopback_at_its_port() {
        let hosts = Hosts::new(None, 8014);
        for host in ["127.0.0.1:8014", "localhost:8014", "LocalHost:8014", "[::1]:8014"] {
            assert!(hosts.allow(host), "{host}");
        }
        let others = [
            "127.0.0.1",
            "127.0.0.1:8015",
            "localhost",
            "evil.example:8014",
            "localhost.evil.example:8014",
            "192.168.1.5:8014",
            "",
            ":8014",
            "[::1:8014",
            "localhost:8014:8014",
            "localhost:+8014x",
            "evil@localhost:80",
        ];
        for host in others {
            assert!(!hosts.allow(host), "{host}");
        }
        assert_eq!(hosts.address(), "http://127.0.0.1:8014/");
    }

    #[test]
    fn a_server_elsewhere_answers_to_its_name_or_to_addresses() {
        let named = Hosts::new(Some("Games.example"), 80);
        assert!(named.allow("games.example") && named.allow("games.example:80"));
        assert!(!named.allow("192.168.1.5") && !named.allow("other.example"));
        let everywhere = Hosts::new(Some("0.0.0.0"), 8014);
        assert!(everywhere.allow("192.168.1.5:8014") && everywhere.allow("[2001:db8::1]:8014"));
        assert!(!everywhere.allow("evil.example:8014") && !everywhere.allow("192.168.1.5:80"));
        assert_eq!(Hosts::new(Some("[2001:db8::1]"), 1).address(), "http://[2001:db8::1]:1/");
    }

    #[test]
    fn a_token_is_known_or_not() {
        let token = Token::new("0123".to_owned(), 1);
        assert!(token.is("0123"));
        for guess in ["", "012", "01234", "0124"] {
            assert!(!token.is(guess), "{guess}");
        }
        assert!(token.is_in_address(&"/?a=b&token=0123".parse().unwrap()));
        assert!(!token.is_in_address(&"/?token=0124".parse().unwrap()));
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_static("a=b; waxwing-1=0123"));
        assert!(token.is_in_cookies(&headers));
        headers.insert(header::COOKIE, HeaderValue::from_static("waxwing-2=0123"));
        assert!(!token.is_in_cookies(&headers));
        let drawn = [Token::draw(1).unwrap(), Token::draw(1).unwrap()];
        assert!(drawn[0].text().len() == 32 && drawn[0].text() != drawn[1].text());
    }

    #[test]
    fn a_page_of_another_name_is_not_ours() {
        let from = |origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("localhost:8014"));
            headers.extend(origin.map(|origin| (header::ORIGIN, HeaderValue::from_static(origin))));
            is_from_own_page(&headers)
        };
        assert!(from(Some("http://localhost:8014")));
        for other in ["http://localhost:8015", "http://evil.example", "null", "", "file://", "localhost:8014"] {
            assert!(!from(Some(other)), "{other}");
        }
        assert!(!from(None));
    }
}
