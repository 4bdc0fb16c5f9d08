//! The picture of the ICARUS paper (Fig. 2) with numbers: a small tree for each strategy, a dotted line between nodes that share a record, and
//! on it the correlation of the values of all such pairs that were found.

use std::fmt::Write;

use super::report::{MeterReport, StrategyReport};

/// The nodes of the small tree: place, the move that leads there, and the parent.
const NODES: [(f64, f64, &str, usize); 10] = [
    (110.0, 18.0, "", 0),
    (52.0, 54.0, "b", 0),
    (168.0, 54.0, "c", 0),
    (52.0, 92.0, "a", 1),
    (20.0, 92.0, "e", 1),
    (136.0, 92.0, "a", 2),
    (196.0, 92.0, "d", 2),
    (196.0, 130.0, "b", 6),
    (196.0, 168.0, "a", 7),
    (158.0, 168.0, "e", 7),
];

const WIDTH: f64 = 230.0;
const HEIGHT: f64 = 236.0;
const IN_A_ROW: usize = 4;

/// Which nodes a strategy connects, whether episodes are drawn, and in words what the nodes have in common.
fn connection(by: &str) -> (&'static [(usize, usize)], bool, &'static str) {
    let name = by.split('(').next().unwrap_or(by);
    let says = |word: &str| name == "records" && by.contains(word);
    match name {
        "amaf" | "rave" | "grave" => (&[(5, 8)], false, "played at the node, or later below it"),
        "nast" | "lgr" | "lgrf" => (&[(3, 8)], false, "the same move after the same moves"),
        "epic" => (&[(3, 8)], true, "the same moves since an episode began"),
        "past" => (&[(3, 5), (5, 8)], false, "the same move, the same predicate"),
        "tiles" => (&[(3, 8)], false, "the same move after one's own same move"),
        "mast" | "to-mast" => (&[(3, 5), (5, 8)], false, "the same move, wherever it is played"),
        _ if says("node") => (&[(5, 8)], false, "what belongs to one node"),
        _ if says("episode") => (&[(3, 8)], true, "alike since an episode began"),
        _ if says("last(") || says("own(") || says("seen") => (&[(3, 8)], false, "alike after the same moves"),
        _ => (&[(3, 5), (5, 8)], false, "what the strategy takes for alike"),
    }
}

/// The picture of what a meter has found, as SVG: for each strategy the tree areas that it takes for alike, and how alike they are.
pub fn meter_picture(report: &MeterReport) -> String {
    let rows = report.strategies.len().div_ceil(IN_A_ROW).max(1);
    let (width, height) = (WIDTH * IN_A_ROW.min(report.strategies.len().max(1)) as f64, HEIGHT * rows as f64);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         font-family=\"sans-serif\" font-size=\"11\" role=\"img\"><title>Areas of the tree that share records, and how alike their \
         values are</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for (number, strategy) in report.strategies.iter().enumerate() {
        let (column, row) = ((number % IN_A_ROW) as f64, (number / IN_A_ROW) as f64);
        let _ = writeln!(svg, "<g transform=\"translate({:.0} {:.0})\">", column * WIDTH, row * HEIGHT);
        draw(strategy, &mut svg);
        svg += "</g>\n";
    }
    svg + "</svg>\n"
}

fn draw(strategy: &StrategyReport, svg: &mut String) {
    let (lines, has_episodes, words) = connection(&strategy.by);
    if has_episodes {
        for (x, y) in [(8.0, 42.0), (144.0, 118.0)] {
            let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"66\" height=\"64\" rx=\"8\" fill=\"#eee6f4\"/>");
        }
    }
    for &(x, y, _, parent) in &NODES[1..] {
        let (above, top, ..) = NODES[parent];
        let _ = writeln!(svg, "<line x1=\"{above}\" y1=\"{top}\" x2=\"{x}\" y2=\"{y}\" stroke=\"#999\"/>");
    }
    let known = strategy.areas.value;
    // Strong where values are alike, pale where they have nothing in common.
    let opacity = 0.25 + 0.75 * known.unwrap_or(0.0).abs().min(1.0);
    let colour = if known.unwrap_or(0.0) < 0.0 { "#d55e00" } else { "#0072b2" };
    for &(one, other) in lines {
        let ((x1, y1, ..), (x2, y2, ..)) = (NODES[one], NODES[other]);
        let _ = writeln!(
            svg,
            "<path d=\"M{x1} {y1} Q{:.0} {:.0} {x2} {y2}\" fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"{opacity:.2}\" \
             stroke-width=\"2.5\" stroke-dasharray=\"2 4\" stroke-linecap=\"round\"/>",
            (x1 + x2) / 2.0 - 8.0,
            (y1 + y2) / 2.0 + 26.0,
        );
    }
    for (x, y, name, _) in NODES {
        let is_shared =
            lines.iter().any(|&(one, other)| [one, other].iter().any(|&node| NODES[node].0 == x && NODES[node].1 == y));
        let fill = if is_shared { colour } else { "#fff" };
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"8.5\" fill=\"{fill}\" stroke=\"#555\"/>");
        let ink = if is_shared { "#fff" } else { "#333" };
        let _ =
            writeln!(svg, "<text x=\"{x}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{name}</text>", y + 3.5);
    }
    let number = match known {
        Some(known) => format!("{known:+.2}"),
        None => "no pairs".to_owned(),
    };
    let _ = writeln!(
        svg,
        "<text x=\"86\" y=\"150\" text-anchor=\"middle\" font-size=\"15\" font-weight=\"700\" fill=\"{colour}\">{number}</text>"
    );
    let by = strategy.by.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(svg, "<text x=\"14\" y=\"198\" font-weight=\"700\" font-size=\"12\">{by}</text>");
    let _ = writeln!(svg, "<text x=\"14\" y=\"212\" fill=\"#555\">{words}</text>");
    let interval = match (strategy.areas.low, strategy.areas.high) {
        (Some(low), Some(high)) => format!("[{low:+.2}, {high:+.2}], "),
        _ => String::new(),
    };
    let pairs = crate::report::thousands(strategy.pairs);
    let _ = writeln!(svg, "<text x=\"14\" y=\"226\" fill=\"#555\">{interval}{pairs} pairs</text>");
}
