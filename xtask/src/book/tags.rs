//! The tags of a page of HTML, as programs write it: attributes have quotes, and `<` begins nothing but a tag.

/// A tag with its attributes. What an end tag is called begins with `/`.
pub struct Tag {
    pub name: String,
    attributes: Vec<(String, String)>,
}

impl Tag {
    /// The value of an attribute, if the tag has it.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// All tags, in their order, without what comments and scripts contain.
pub fn tags(page: &str) -> Vec<Tag> {
    let mut found = Vec::new();
    let mut rest = page;
    while let Some((_, after)) = rest.split_once('<') {
        if let Some(comment) = after.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, behind)| behind);
            continue;
        }
        let (tag, behind) = tag(after);
        let end = match tag.name.as_str() {
            "script" => "</script",
            "style" => "</style",
            _ => "",
        };
        rest = behind.find(end).map_or("", |place| &behind[place..]);
        found.push(tag);
    }
    found
}

/// The tag whose `<` is before this text, and what follows it.
fn tag(text: &str) -> (Tag, &str) {
    let name_end = text.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(text.len());
    let mut tag = Tag { name: text[..name_end].to_lowercase(), attributes: Vec::new() };
    let mut rest = text[name_end..].trim_start();
    loop {
        let end = rest.find(|c: char| c.is_whitespace() || c == '>' || c == '=').unwrap_or(rest.len());
        let (name, behind) = rest.split_at(end);
        let Some(value) = behind.strip_prefix('=') else {
            match behind.strip_prefix('>') {
                Some(behind) => return (tag, behind),
                None if behind.is_empty() => return (tag, ""),
                None => rest = behind.trim_start(),
            }
            continue;
        };
        let (value, behind) = quoted(value);
        tag.attributes.push((name.to_owned(), unescaped(value)));
        rest = behind.trim_start();
    }
}

/// The value at the start of a text, without its quotes, and what follows it.
fn quoted(text: &str) -> (&str, &str) {
    match text.chars().next() {
        Some(quote @ ('"' | '\'')) => text[1..].split_once(quote).unwrap_or((&text[1..], "")),
        _ => text.split_at(text.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(text.len())),
    }
}

fn unescaped(text: &str) -> String {
    text.replace("&quot;", "\"").replace("&#39;", "'").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_found_with_their_attributes_and_nothing_in_comments_and_scripts() {
        let page = "<!doctype html><p id=a>x &lt;b&gt;<!-- <a href=\"no\"> --><script src='s'>if (a<b) {}</script>\
                    <a class='k' href=\"x?a&amp;b#c\" hidden>y</a><br/>";
        let tags = tags(page);
        let names: Vec<&str> = tags.iter().map(|tag| tag.name.as_str()).collect();
        assert_eq!(names, ["!doctype", "p", "script", "/script", "a", "/a", "br/"]);
        assert_eq!((tags[1].attribute("id"), tags[2].attribute("src")), (Some("a"), Some("s")));
        assert_eq!((tags[4].attribute("href"), tags[4].attribute("hidden")), (Some("x?a&b#c"), None));
    }

    #[test]
    fn a_page_that_breaks_off_ends_with_what_there_is() {
        for page in ["<", "<a", "<a href", "<a href=", "<a href=\"x", "<!--", "<script>x"] {
            assert!(tags(page).len() < 2, "{page}");
        }
    }
}
