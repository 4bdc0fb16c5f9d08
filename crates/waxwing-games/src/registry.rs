//! The list of games, for a workshop.

use waxwing_workshop::{GameKind, PrepareError, Workshop};

use crate::chinese_checkers::tables::{self, TableError};
use crate::{
    backgammon, breakthrough, checkers, chinese_checkers, confrontation, dou_di_zhu, focus, go, hearts, kalah,
    lines_of_action, othello,
};

/// The kind of a game from the name of its module.
macro_rules! kind {
    ($game:ident) => {
        GameKind::scenic($game::entry(), |options| Ok($game::start(options)))
    };
}

/// A workshop with all strategies and the twelve games of the papers.
///
/// ```
/// let workshop = waxwing_games::standard();
/// assert_eq!(workshop.open("othello")?.players(), 2);
/// let error = workshop.open("breakthru").unwrap_err();
/// assert_eq!(error.message(), "there is no game `breakthru`; did you mean `breakthrough`?");
/// # Ok::<(), waxwing::agent::ExpressionError>(())
/// ```
pub fn standard() -> Workshop {
    let games = [
        kind!(backgammon),
        kind!(breakthrough),
        kind!(checkers),
        kind!(chinese_checkers).preparing(|cancel, progress| {
            tables::prepare(cancel, progress).map_err(|error| match error {
                TableError::Cancelled => PrepareError::Cancelled,
                error => PrepareError::Failed(error.to_string()),
            })
        }),
        kind!(confrontation),
        kind!(dou_di_zhu),
        kind!(focus),
        kind!(go).reading_records("SGF", go::read_record),
        kind!(hearts),
        kind!(kalah),
        kind!(lines_of_action),
        kind!(othello),
    ];
    let added = games.into_iter().try_fold(Workshop::new(), Workshop::game);
    added.expect("the names of the games are names, and each is one game's")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_opens_by_each_of_its_names_with_its_defaults() {
        let workshop = standard();
        for entry in workshop.games() {
            let drawing = workshop.open(&entry.name).unwrap().start().draw(None);
            for name in entry.names() {
                let options: Vec<String> =
                    entry.options.iter().map(|option| format!("{}=\"{}\"", option.name, option.default)).collect();
                let game = workshop.open(&format!("{name}({})", options.join(", "))).unwrap();
                assert_eq!((game.text(), game.start().draw(None)), (&*entry.name, drawing.clone()));
            }
        }
        assert_eq!(workshop.games().count(), 12);
        assert!(workshop.games().is_sorted_by_key(|game| game.name.clone()));
    }

    #[test]
    fn options_change_the_game() {
        let drawing = |text: &str| standard().open(text).unwrap().start().draw(None);
        assert_ne!(drawing("breakthrough(rows=5, columns=3)"), drawing("breakthrough"));
    }
}
