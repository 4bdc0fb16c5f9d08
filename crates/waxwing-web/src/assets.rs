//! The files of the page, inside the program. In a build for tests and development they are read from their folder.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use rust_embed::{Embed, EmbeddedFile};

use crate::guard::plain;

#[derive(Embed)]
#[folder = "assets/"]
struct Assets;

/// The file of this path, if there is one: the page itself is `/`, its files are below `/assets/`. A browser that has it, by its
/// tag, gets an empty answer.
pub fn answer(path: &str, tag: Option<&HeaderValue>) -> Response {
    let name = if path == "/" { Some("index.html") } else { path.strip_prefix("/assets/") };
    match name.and_then(|name| Some((name, Assets::get(name)?))) {
        Some((name, file)) => file_answer(name, file, tag),
        None => plain(StatusCode::NOT_FOUND, "There is no such file."),
    }
}

fn file_answer(name: &str, file: EmbeddedFile, known: Option<&HeaderValue>) -> Response {
    let tag = tag(&file.metadata.sha256_hash());
    let same = known.is_some_and(|known| known == tag.as_str());
    let (status, body) = match same {
        true => (StatusCode::NOT_MODIFIED, Body::empty()),
        false => (StatusCode::OK, Body::from(file.data)),
    };
    let mut answer = Response::new(body);
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(name)));
    // Always asked for again, and not sent again where the tag is the same.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    answer
}

/// Half of the hash is enough to tell files apart.
fn tag(hash: &[u8; 32]) -> String {
    let digits: String = hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("\"{digits}\"")
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_has_a_type_that_browsers_know() {
        for name in Assets::iter() {
            assert_ne!(content_type(&name), "application/octet-stream", "{name}");
        }
    }

    #[test]
    fn every_file_that_the_page_names_is_there() {
        let page = Assets::get("index.html").unwrap();
        let text = std::str::from_utf8(&page.data).unwrap();
        let named = text.split('"').filter(|word| word.starts_with("assets/"));
        let missing: Vec<&str> =
            named.clone().filter(|name| answer(&format!("/{name}"), None).status() != StatusCode::OK).collect();
        assert!(named.count() > 1 && missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn a_file_is_sent_once() {
        let first = answer("/", None);
        assert_eq!(first.status(), StatusCode::OK);
        let again = answer("/", first.headers().get(header::ETAG));
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(answer("/../Cargo.toml", None).status(), StatusCode::NOT_FOUND);
    }
}
