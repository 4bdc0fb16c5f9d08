//! The README's picture: a real search, drawn as a terminal would show it.

use std::process::Command;

const SHOWN: [&[&str]; 2] = [
    &["state", "othello", "--moves", "d3 c5 e6"],
    &["search", "othello", "rave > mast + nast with solver", "--moves", "d3 c5 e6"],
];
const CHARACTER: f32 = 8.43;
const LINE: f32 = 19.0;
const MARGIN: f32 = 22.0;

/// Runs the commands and writes their output to an SVG file.
pub fn draw(path: &str) -> Result<(), String> {
    let mut lines = Vec::new();
    for arguments in SHOWN {
        let quoted: Vec<String> = arguments.iter().map(|word| quote(word)).collect();
        lines.push(format!("$ waxwing {}", quoted.join(" ")));
        lines.extend(output(arguments)?.trim_end().lines().map(str::to_owned));
        lines.push(String::new());
    }
    lines.pop();
    std::fs::write(path, svg(&lines)).map_err(|error| format!("cannot write {path}: {error}"))
}

fn quote(word: &str) -> String {
    if word.contains(' ') { format!("'{word}'") } else { word.to_owned() }
}

fn output(arguments: &[&str]) -> Result<String, String> {
    let run = ["run", "--quiet", "--release", "--package", "waxwing-cli", "--"];
    let output = Command::new(env!("CARGO")).args(run).args(arguments).output();
    let output = output.map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    String::from_utf8(output.stdout).map_err(|_| "the output is not text".into())
}

fn svg(lines: &[String]) -> String {
    let columns = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = columns as f32 * CHARACTER + 2.0 * MARGIN;
    let height = lines.len() as f32 * LINE + 2.0 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"14\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"10\" fill=\"#1b1f24\"/>\n"
    );
    for (number, line) in lines.iter().enumerate() {
        let y = MARGIN + (number as f32 + 0.8) * LINE;
        let colour = if line.starts_with('$') { "#8ddb8c" } else { "#d5dbe1" };
        // One element for each character keeps the columns straight whatever font is there.
        svg.push_str(&format!("<text y=\"{y:.1}\" fill=\"{colour}\" xml:space=\"preserve\">"));
        for (column, character) in line.chars().enumerate().filter(|&(_, character)| character != ' ') {
            let x = MARGIN + column as f32 * CHARACTER;
            let fill = if "█▉▊▋▌▍▎▏".contains(character) { " fill=\"#6cb6ff\"" } else { "" };
            svg.push_str(&format!("<tspan x=\"{x:.1}\"{fill}>{}</tspan>", escape(character)));
        }
        svg.push_str("</text>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

fn escape(character: char) -> String {
    match character {
        '<' => "&lt;".into(),
        '>' => "&gt;".into(),
        '&' => "&amp;".into(),
        other => other.into(),
    }
}
