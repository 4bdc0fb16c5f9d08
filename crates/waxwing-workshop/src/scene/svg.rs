//! Scenes as SVG: for pages, reports and documents, in light and dark surroundings.

use std::fmt::{self, Write as _};

use super::{Colour, Kind, Label, MarkKind, Piece, Place, Scene, Shade, Shape, TEXT_HEIGHT};

/// Pixels of a unit.
const UNIT: f32 = 48.0;
/// The room around everything, in units.
const AIR: f32 = 0.15;
/// How far below the middle of a letter its base line is: not all programs know `dominant-baseline`.
const MIDDLE: &str = ".35em";
/// By how much the pieces of a stack lie above each other.
const STEP: f32 = 0.16;

/// What all scenes have in common. The colours change with the surroundings, except those of pieces.
const STYLE: &str = "\
.paper{fill:#fbfaf7}.plain{fill:#d9c9a3}.light{fill:#eee3cb}.dark{fill:#b79b6b}.button{fill:#e4e7eb;stroke:#8a929c}\
.place{stroke:#5c4a2a;stroke-width:.02}.line{stroke:#4a3b20;stroke-width:.03;stroke-linecap:round}\
.label{fill:#3c3a36}.pale,.deep{fill:#1d1f24}text{font-family:system-ui,sans-serif;text-anchor:middle}\
pre,.terminal{font-family:ui-monospace,monospace;text-anchor:start;white-space:pre}\
.last{fill:none;stroke:#c1121f;stroke-width:.06}.legal{fill:#0b6e4f;opacity:.55}.card{fill:#fff;stroke:#555}\
.back{fill:#5a6b8c;stroke:#222}\
@media(prefers-color-scheme:dark){.paper{fill:#1c1e22}.label{fill:#d8d6d0}.pale{fill:#1d1f24}.deep{fill:#fff}.plain{fill:#8a7a55}.light{fill:#a8977a}\
.dark{fill:#6a5636}.button{fill:#363b44;stroke:#8a929c}}";

impl Colour {
    /// How a piece is filled, and its outline, which is also the colour of what stands on it.
    fn paint(self) -> (&'static str, &'static str) {
        match self {
            Colour::Black => ("#1d1f24", "#f4f4f4"),
            Colour::White => ("#fdfdfb", "#1d1f24"),
            Colour::Blue => ("#0072b2", "#ffffff"),
            Colour::Orange => ("#e69f00", "#1d1f24"),
            Colour::Green => ("#007d5f", "#ffffff"),
            Colour::Purple => ("#cc79a7", "#1d1f24"),
        }
    }
}

/// A text with what has a meaning in SVG written otherwise.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| match character {
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '&' => f.write_str("&amp;"),
            '"' => f.write_str("&quot;"),
            other => f.write_char(other),
        })
    }
}

impl Scene {
    /// The scene as an SVG document that needs nothing else.
    pub fn svg(&self) -> String {
        let mut svg = String::new();
        self.write(&mut svg).expect("a text takes whatever is written to it");
        svg
    }

    fn write(&self, svg: &mut String) -> fmt::Result {
        let (width, height) = (self.width + 2.0 * AIR, self.height + 2.0 * AIR);
        let (pixels, lines) = (width * UNIT, height * UNIT);
        write!(svg, r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{} {} {width} {height}""#, -AIR, -AIR)?;
        writeln!(svg, r#" width="{pixels:.0}" height="{lines:.0}">"#)?;
        writeln!(svg, "<style>{STYLE}</style>")?;
        writeln!(svg, r#"<rect class="paper" x="{0}" y="{0}" width="{width}" height="{height}"/>"#, -AIR)?;
        if let Some(text) = &self.text {
            write_text(svg, text)?;
        }
        self.ground.iter().chain(&self.places).try_for_each(|place| self.write_place(svg, place))?;
        for stroke in &self.lines {
            let ((x1, y1), (x2, y2)) = (stroke.from, stroke.to);
            writeln!(svg, r#"<line class="line" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#)?;
        }
        self.labels.iter().try_for_each(|label| write_label(svg, label, self.under(label)))?;
        let mut before: Vec<&Piece> = Vec::new();
        for piece in &self.pieces {
            let level = before.iter().filter(|other| other.place == piece.place).count();
            self.write_piece(svg, piece, level)?;
            before.push(piece);
        }
        for mark in &self.marks {
            if let Some(place) = self.place(&mark.place) {
                write_mark(svg, place, mark.kind)?;
            }
        }
        writeln!(svg, "</svg>")
    }

    fn place(&self, name: &str) -> Option<&Place> {
        self.places.iter().find(|place| place.name == name)
    }

    /// What a label is written on: the paper, or a pale or deep colour of the board.
    fn under(&self, label: &Label) -> &'static str {
        let is_here = |place: &&Place| {
            let (across, down) = ((label.x - place.x).abs(), (label.y - place.y).abs());
            place.shape != Shape::Crossing && across <= place.width / 2.0 && down <= place.height / 2.0
        };
        match self.ground.iter().chain(&self.places).rfind(is_here).map(|place| place.shade) {
            None => "",
            Some(Shade::Dark) => " deep",
            Some(Shade::Home(seat)) if self.colour(seat) == Colour::Black => " deep",
            Some(_) => " pale",
        }
    }

    fn write_place(&self, svg: &mut String, place: &Place) -> fmt::Result {
        let fill = match place.shade {
            Shade::Plain => r#"class="place plain""#.to_owned(),
            Shade::Light => r#"class="place light""#.to_owned(),
            Shade::Dark => r#"class="place dark""#.to_owned(),
            Shade::Button => r#"class="place button""#.to_owned(),
            Shade::Home(seat) => {
                // A home has its player's colour over that of the board.
                self.write_place(svg, &place.clone().shaded(Shade::Plain))?;
                format!(r#"class="place" fill="{}" fill-opacity=".35""#, self.colour(seat).paint().0)
            }
        };
        let Place { x, y, width, height, .. } = *place;
        let (left, top, right, bottom) = (x - width / 2.0, y - height / 2.0, x + width / 2.0, y + height / 2.0);
        let rectangle = |round: f32| {
            format!(r#"<rect {fill} x="{left}" y="{top}" width="{width}" height="{height}" rx="{round}"/>"#)
        };
        let drawn = match place.shape {
            Shape::Square => rectangle(0.0),
            Shape::Rounded => rectangle(0.16),
            Shape::Circle => {
                format!(r#"<ellipse {fill} cx="{x}" cy="{y}" rx="{}" ry="{}"/>"#, width / 2.0, height / 2.0)
            }
            Shape::Up => format!(r#"<polygon {fill} points="{left},{bottom} {right},{bottom} {x},{top}"/>"#),
            Shape::Down => format!(r#"<polygon {fill} points="{left},{top} {right},{top} {x},{bottom}"/>"#),
            Shape::Crossing => return Ok(()),
        };
        writeln!(svg, "{drawn}")
    }

    fn colour(&self, seat: u8) -> Colour {
        const OTHERS: [Colour; 6] =
            [Colour::Black, Colour::White, Colour::Blue, Colour::Orange, Colour::Green, Colour::Purple];
        let given = self.colours.get(usize::from(seat)).copied();
        given.unwrap_or(OTHERS[usize::from(seat) % OTHERS.len()])
    }

    fn write_piece(&self, svg: &mut String, piece: &Piece, level: usize) -> fmt::Result {
        let Some(place) = self.place(&piece.place) else { return Ok(()) };
        let (fill, line) = piece.owner.map_or(("#e9e4d8", "#1d1f24"), |seat| self.colour(seat).paint());
        let (x, y) = (place.x, along_point(place, level).unwrap_or(place.y));
        let text = match piece.count {
            0 | 1 => piece.text.clone(),
            count => format!("{}{count}", piece.text),
        };
        match piece.kind {
            Kind::Disc | Kind::King | Kind::Stacked | Kind::Pawn => {
                let y = y - if piece.kind == Kind::Stacked { STEP * level as f32 - 0.15 } else { 0.0 };
                let (rx, ry) = if piece.kind == Kind::Stacked { (0.36, 0.2) } else { (0.38, 0.38) };
                let (rx, ry) = (rx * place.width.min(1.0), ry * place.width.min(1.0));
                let outline = r##"stroke="#111" stroke-width=".04""##;
                writeln!(svg, r#"<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{fill}" {outline}/>"#)?;
                if piece.kind == Kind::Pawn {
                    let inner = rx * 0.45;
                    writeln!(
                        svg,
                        r#"<circle cx="{x}" cy="{y}" r="{inner}" fill="none" stroke="{line}" stroke-width=".05"/>"#
                    )?;
                }
                let text = if piece.kind == Kind::King { "♛".to_owned() } else { text };
                write_on(svg, (x, y), 0.36, line, &text)
            }
            Kind::Seeds => {
                let count = Label { x, y, size: 0.46, text: piece.count.to_string() };
                write_label(svg, &count, self.under(&count))
            }
            Kind::Card | Kind::Die | Kind::Block => {
                let (width, height) = (place.width * 0.9, place.height * 0.9);
                let (left, top) = (x - width / 2.0, y - height / 2.0);
                // A block shows whose it is on both sides; the back of a card is that of any.
                let shown = match (piece.kind, piece.face_up) {
                    (Kind::Block, _) => format!(r##"fill="{fill}" stroke="#111""##),
                    (_, true) => r#"class="card""#.to_owned(),
                    (_, false) => r#"class="back""#.to_owned(),
                };
                writeln!(
                    svg,
                    r#"<rect {shown} x="{left}" y="{top}" width="{width}" height="{height}" rx=".1" stroke-width=".03"/>"#
                )?;
                let red = piece.kind == Kind::Card && text.contains(['♥', '♦', 'H', 'D']);
                let text = if piece.face_up || piece.kind != Kind::Block { text } else { "?".to_owned() };
                let ink = match piece.kind {
                    Kind::Block => line,
                    _ if red => "#b3001b",
                    _ => "#1d1f24",
                };
                let letters = text.chars().count().max(2) as f32;
                let wide = if piece.kind == Kind::Block { 1.4 } else { 1.6 };
                write_on(svg, (x, y), (wide * width / letters).min(0.6 * height).min(0.5), ink, &text)
            }
        }
    }
}

/// Where the pieces of a triangle lie: one behind the other, from its base on.
fn along_point(place: &Place, level: usize) -> Option<f32> {
    let away = 0.45 + 0.8 * level as f32;
    match place.shape {
        Shape::Up => Some(place.y + place.height / 2.0 - away),
        Shape::Down => Some(place.y - place.height / 2.0 + away),
        _ => None,
    }
}

fn write_on(svg: &mut String, (x, y): (f32, f32), size: f32, ink: &str, text: &str) -> fmt::Result {
    if text.is_empty() {
        return Ok(());
    }
    writeln!(svg, r#"<text x="{x}" y="{y}" dy="{MIDDLE}" font-size="{size}" fill="{ink}">{}</text>"#, Escaped(text))
}

fn write_label(svg: &mut String, label: &Label, under: &str) -> fmt::Result {
    let Label { x, y, size, text } = label;
    let place = format!(r#"x="{x}" y="{y}" dy="{MIDDLE}" font-size="{size}""#);
    writeln!(svg, r#"<text class="label{under}" {place}>{}</text>"#, Escaped(text))
}

fn write_mark(svg: &mut String, place: &Place, kind: MarkKind) -> fmt::Result {
    let Place { x, y, width, height, .. } = *place;
    match kind {
        MarkKind::Last => {
            let (left, top) = (x - width / 2.0 + 0.05, y - height / 2.0 + 0.05);
            let (width, height) = (width - 0.1, height - 0.1);
            writeln!(svg, r#"<rect class="last" x="{left}" y="{top}" width="{width}" height="{height}" rx=".08"/>"#)
        }
        MarkKind::Legal => writeln!(svg, r#"<circle class="legal" cx="{x}" cy="{y}" r=".14"/>"#),
    }
}

fn write_text(svg: &mut String, text: &str) -> fmt::Result {
    for (row, line) in text.lines().enumerate() {
        let y = TEXT_HEIGHT * (row as f32 + 0.7);
        writeln!(svg, r#"<text class="label terminal" x=".25" y="{y}" font-size=".32">{}</text>"#, Escaped(line))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use waxwing::Player;

    use super::*;

    #[test]
    fn a_block_shows_whose_it_is_on_both_sides_and_the_back_of_a_card_that_of_any() {
        let mut scene = Scene::new(2.0, 1.0, [Colour::White, Colour::Black]);
        for (name, x, kind) in [("one", 0.5, Kind::Block), ("other", 1.5, Kind::Card)] {
            scene.places.push(Place::new(name, (x, 0.5), (1.0, 1.0), Shape::Rounded));
            scene.put(name, kind, Some(Player(1))).face_down();
        }
        let svg = scene.svg();
        let (block, _) = Colour::Black.paint();
        assert_eq!(svg.matches(&format!(r#"fill="{block}""#)).count(), 1, "{svg}");
        assert_eq!((svg.matches(">?</text>").count(), svg.matches(r#"class="back""#).count()), (1, 1), "{svg}");
    }

    #[test]
    fn labels_are_written_in_a_colour_that_suits_what_they_lie_on() {
        let mut scene = Scene::new(2.0, 1.0, []);
        scene.lay((0.5, 0.5), (1.0, 1.0), Shade::Light);
        scene.places.push(Place::new("dark", (1.5, 0.5), (1.0, 1.0), Shape::Square).shaded(Shade::Dark));
        for (text, x, y) in [("pale", 0.5, 0.5), ("deep", 1.5, 0.5), ("beside", 0.5, 1.5)] {
            scene.label(x, y, 0.3, text);
        }
        let classes: Vec<String> = scene.labels.iter().map(|label| scene.under(label).to_owned()).collect();
        assert_eq!(classes, [" pale", " deep", ""]);
        scene.put("dark", Kind::Seeds, None).times(7);
        assert!(scene.svg().lines().any(|line| line.contains("label deep") && line.contains(">7<")), "{}", scene.svg());
    }
}
