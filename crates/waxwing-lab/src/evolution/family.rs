//! The family tree: who descends from whom, as text and as a picture.

use std::fmt::Write;

use super::history::History;

/// The distance between two generations, and between two agents of one.
const ACROSS: f64 = 26.0;
const DOWN: f64 = 54.0;
const MARGIN: f64 = 40.0;

impl History {
    /// Whom the family tree is about: the winner, or the best so far.
    pub fn foremost(&self) -> Option<usize> {
        let last = self.generations.iter().rev().find_map(|generation| generation.survivors.first().copied());
        self.winner.or(last).or(self.best_preset)
    }

    /// How an agent came to be: its ancestors, its parents below it, each once.
    pub fn family_text(&self, agent: usize) -> String {
        let mut text = String::new();
        self.family_lines(agent, 0, &mut vec![false; self.agents.len()], &mut text);
        text
    }

    fn family_lines(&self, agent: usize, depth: usize, told: &mut [bool], text: &mut String) {
        let one = &self.agents[agent];
        let again = std::mem::replace(&mut told[agent], true);
        let indent = "  ".repeat(depth);
        if again {
            let _ = writeln!(text, "{indent}#{agent} (above)");
            return;
        }
        let score = format!("{:.1} % of {} groups", 100.0 * one.score, one.groups);
        let _ = writeln!(text, "{indent}#{agent} {}  generation {}, {score}", one.agent, one.born);
        if one.born > 0 {
            let _ = writeln!(text, "{indent}   {}", one.how);
            one.parents.iter().for_each(|&parent| self.family_lines(parent, depth + 1, told, text));
        }
    }

    /// The family tree as SVG: a row for each generation, lines from parents to children. Ancestors of the foremost agent are
    /// dark, parents of a next generation are filled. A point tells its agent when one rests on it.
    pub fn family_svg(&self) -> String {
        let ancestors = self.foremost().map_or_else(Vec::new, |agent| self.ancestry(agent));
        let last = self.agents.iter().map(|agent| agent.born).max().unwrap_or(0);
        let row = |born: u64| self.agents.iter().filter(|agent| agent.born == born).count();
        let widest = (0..=last).map(row).max().unwrap_or(1) as f64;
        let (width, height) = (2.0 * MARGIN + widest * ACROSS, 2.0 * MARGIN + last as f64 * DOWN);
        let place = |agent: usize| {
            let born = self.agents[agent].born;
            let before = self.agents[..agent].iter().filter(|other| other.born == born).count() as f64;
            let free = widest - row(born) as f64;
            (MARGIN + (before + (free + 1.0) / 2.0) * ACROSS, MARGIN + born as f64 * DOWN)
        };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
             font-family=\"sans-serif\" font-size=\"11\" role=\"img\"><title>Family tree</title>\n"
        );
        for born in 0..=last {
            let name = if born == 0 { "sixteen".to_owned() } else { born.to_string() };
            let _ = writeln!(
                svg,
                "<text x=\"2\" y=\"{:.0}\" fill=\"#666\">{name}</text>",
                MARGIN + born as f64 * DOWN + 4.0
            );
        }
        for (agent, one) in self.agents.iter().enumerate() {
            let (x, y) = place(agent);
            for &parent in &one.parents {
                let (from_x, from_y) = place(parent);
                let is_line = ancestors.contains(&agent);
                let (colour, thick) = if is_line { ("#0072b2", 2.0) } else { ("#ccc", 0.7) };
                let _ = writeln!(
                    svg,
                    "<line x1=\"{from_x:.1}\" y1=\"{from_y:.1}\" x2=\"{x:.1}\" y2=\"{y:.1}\" stroke=\"{colour}\" stroke-width=\"{thick}\"/>"
                );
            }
        }
        for (agent, one) in self.agents.iter().enumerate() {
            let (x, y) = place(agent);
            let is_parent = self.generations.iter().any(|generation| generation.survivors.contains(&agent));
            let colour = if ancestors.contains(&agent) { "#0072b2" } else { "#999" };
            let fill = if is_parent || one.born == 0 { colour } else { "#fff" };
            let radius = if self.foremost() == Some(agent) { 8 } else { 5 };
            let told =
                format!("#{agent} {} ({:.1} %, {} groups): {}", one.agent, 100.0 * one.score, one.groups, one.how);
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{colour}\"><title>{}</title></circle>",
                escaped(&told)
            );
        }
        svg + "</svg>\n"
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
