//! All agents of an evolution as a table: the data that is kept beside what is said of it.

use super::history::History;

impl History {
    /// A line for each agent: who it is, where it comes from, how it did.
    pub fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let heading = [
            "agent",
            "born",
            "parents",
            "iterations",
            "groups",
            "score",
            "races",
            "survived",
            "is",
            "expression",
            "how",
        ];
        let mut row = |fields: &[String]| writer.write_record(fields).expect("memory takes what is written");
        row(&heading.map(str::to_owned));
        for (number, one) in self.agents.iter().enumerate() {
            let races = self.generations.iter().filter(|generation| generation.race.agents.contains(&number)).count();
            let survived = self.generations.iter().filter(|generation| generation.survivors.contains(&number)).count();
            let is = match Some(number) {
                this if this == self.winner => "winner",
                this if this == self.best_preset => "best of the sixteen",
                _ => "",
            };
            let parents: Vec<String> = one.parents.iter().map(ToString::to_string).collect();
            row(&[
                number.to_string(),
                one.born.to_string(),
                parents.join(" "),
                one.iterations.to_string(),
                one.groups.to_string(),
                format!("{:.4}", one.score),
                races.to_string(),
                survived.to_string(),
                is.to_owned(),
                one.agent.clone(),
                one.how.clone(),
            ]);
        }
        let text = writer.into_inner().expect("memory takes what is written");
        String::from_utf8(text).expect("texts are written")
    }

    /// A line for each comparison of the final test; nothing before it.
    pub fn test_csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut row = |fields: [String; 8]| writer.write_record(fields).expect("memory takes what is written");
        row(["what", "agent", "against", "games", "score", "low", "high", "p"].map(str::to_owned));
        for (what, one) in self.test.iter().flat_map(|test| test.comparisons()) {
            row([
                what,
                one.agent.clone(),
                one.against.clone(),
                one.games.to_string(),
                format!("{:.4}", one.score),
                format!("{:.4}", one.interval.low),
                format!("{:.4}", one.interval.high),
                format!("{:.3e}", one.p_value),
            ]);
        }
        let text = writer.into_inner().expect("memory takes what is written");
        String::from_utf8(text).expect("texts are written")
    }
}
