//! Where handicap stones go, as the protocol fixes it.

use waxwing_games::GoMove;

/// The points for this many stones; `None` if a board of this size has no such handicap.
pub(super) fn fixed(size: u8, stones: usize) -> Option<Vec<GoMove>> {
    if stones < 2 || stones > most(size) {
        return None;
    }
    let near = if size >= 13 { 3 } else { 2 };
    let (far, middle) = (size - 1 - near, size / 2);
    let corners = [(near, near), (far, far), (near, far), (far, near)];
    let sides = [(near, middle), (far, middle), (middle, near), (middle, far)];
    let mut points: Vec<(u8, u8)> = corners.into_iter().take(stones).collect();
    points.extend(sides.into_iter().take(if stones >= 8 {
        4
    } else if stones >= 6 {
        2
    } else {
        0
    }));
    if stones > points.len() {
        points.push((middle, middle));
    }
    points.into_iter().map(|(column, row)| GoMove::new(column, row)).collect()
}

/// The most stones of a fixed handicap.
pub(super) fn most(size: u8) -> usize {
    match size {
        0..7 => 0,
        7 => 4,
        size if size % 2 == 0 => 4,
        _ => 9,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waxwing::Notation;
    use waxwing_games::Go;

    #[test]
    fn stones_stand_where_the_protocol_says() {
        let texts = |size: u8, stones| {
            let board = Go::new(size, 0.5).unwrap();
            fixed(size, stones).map(|points| points.iter().map(|&at| board.format(at)).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(texts(19, 2).as_deref(), Some("D4 Q16"));
        assert_eq!(texts(19, 5).as_deref(), Some("D4 Q16 D16 Q4 K10"));
        assert_eq!(texts(19, 6).as_deref(), Some("D4 Q16 D16 Q4 D10 Q10"));
        assert_eq!(texts(19, 9).as_deref(), Some("D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"));
        assert_eq!(texts(9, 4).as_deref(), Some("C3 G7 C7 G3"));
        for (size, stones) in [(19, 1), (19, 10), (8, 5), (7, 5), (6, 2)] {
            assert_eq!(texts(size, stones), None, "{size} {stones}");
        }
        for size in 7..=19 {
            for stones in 2..=most(size) {
                let mut points = fixed(size, stones).unwrap();
                points.sort_by_key(|at| at.place());
                points.dedup();
                assert_eq!(points.len(), stones);
            }
        }
    }
}
