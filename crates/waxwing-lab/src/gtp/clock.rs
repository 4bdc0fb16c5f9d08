//! How long a move may take, from what the protocol says of clocks.

use std::time::Duration;

use waxwing::Player;

use super::line::{SYNTAX, colour, number};

/// What is kept back for the way of an answer to the clock.
const LAG: Duration = Duration::from_millis(50);
/// No move takes less: a search wants to begin.
const LEAST: Duration = Duration::from_millis(10);
/// The share of a period that is used.
const PERIOD_SHARE: f64 = 0.9;

/// Main time, then periods of `period` for `stones` stones each; a period of no stones is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Settings {
    pub(super) main: Duration,
    pub(super) period: Duration,
    pub(super) stones: u32,
}

impl Settings {
    /// Whether there is a limit. Periods without stones mean, by the protocol, that there is none; and so do clocks without
    /// any time, with which no player could make a move: clients send `0 0 0` where they have no clock.
    fn is_limit(&self) -> bool {
        let has_endless_period = self.stones == 0 && !self.period.is_zero();
        let has_time = !self.main.is_zero() || !self.period.is_zero();
        has_time && !has_endless_period
    }
}

/// Both clocks.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    /// `None` means no limit.
    settings: Option<Settings>,
    left: [Left; 2],
}

/// What a player has left: time for `stones` stones, or main time if that is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Left {
    time: Duration,
    stones: u32,
}

impl Clock {
    pub(super) fn set(&mut self, settings: Option<Settings>) {
        let settings = settings.filter(Settings::is_limit);
        self.settings = settings;
        let first = settings.map_or(Left::default(), |settings| Left { time: settings.main, stones: 0 });
        self.left = [first; 2];
    }

    /// `time_settings MAIN PERIOD STONES`
    pub(super) fn read_settings(&mut self, arguments: &[String]) -> Result<String, String> {
        let [main, period, stones] = arguments else { return Err(SYNTAX.to_owned()) };
        let settings =
            Settings { main: seconds(Some(main))?, period: seconds(Some(period))?, stones: number(Some(stones))? };
        self.set(Some(settings));
        Ok(String::new())
    }

    /// `kgs-time_settings none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES`
    pub(super) fn read_kgs_settings(&mut self, arguments: &[String]) -> Result<String, String> {
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let time = |text: &str| seconds(Some(&text.to_owned()));
        let settings = match words[..] {
            ["none"] => None,
            ["absolute", main] => Some(Settings { main: time(main)?, period: Duration::ZERO, stones: 0 }),
            ["byoyomi", main, period, _] => Some(Settings { main: time(main)?, period: time(period)?, stones: 1 }),
            ["canadian", main, period, stones] => {
                let stones = number(Some(&stones.to_owned()))?;
                Some(Settings { main: time(main)?, period: time(period)?, stones })
            }
            _ => return Err(SYNTAX.to_owned()),
        };
        self.set(settings);
        Ok(String::new())
    }

    /// `time_left COLOUR TIME STONES`
    pub(super) fn read_left(&mut self, arguments: &[String]) -> Result<String, String> {
        let player = colour(arguments.first())?;
        self.tell(player, seconds(arguments.get(1))?, number(arguments.get(2))?);
        Ok(String::new())
    }

    /// Begins a new game with the same settings.
    pub(super) fn restart(&mut self) {
        self.set(self.settings);
    }

    /// Is told what a player has left.
    pub(super) fn tell(&mut self, player: Player, time: Duration, stones: u32) {
        self.left[player.index() % 2] = Left { time, stones };
    }

    /// How long the next move of a player may take, if there is a limit. `empty` points are left on the board.
    pub(super) fn time(&self, player: Player, empty: usize) -> Option<Duration> {
        let settings = self.settings?;
        let left = self.left[player.index() % 2];
        let per_period = |time: Duration, stones: u32| time.mul_f64(PERIOD_SHARE / f64::from(stones.max(1)));
        let time = if left.stones > 0 {
            per_period(left.time, left.stones)
        } else {
            // Of the empty points, a third is about what either player still fills.
            let moves = (empty / 3).clamp(10, 80);
            let period =
                if settings.stones > 0 { per_period(settings.period, settings.stones) } else { Duration::ZERO };
            left.time.div_f64(moves as f64) + period
        };
        Some(time.saturating_sub(LAG).max(LEAST))
    }

    /// Takes the time of a move from a player's clock, until the client tells better.
    pub(super) fn spend(&mut self, player: Player, time: Duration) {
        let Some(settings) = self.settings else { return };
        let left = &mut self.left[player.index() % 2];
        let period = Left { time: settings.period, stones: settings.stones };
        left.time = left.time.saturating_sub(time);
        match left.stones {
            0 if left.time.is_zero() && settings.stones > 0 => *left = period,
            0 => {}
            1 => *left = period,
            _ => left.stones -= 1,
        }
    }
}

/// A time in seconds, whole or not.
fn seconds(text: Option<&String>) -> Result<Duration, String> {
    let seconds = number::<f64>(text)?;
    // A month; more is no limit at all, and no number at all is wrong.
    if (0.0..=2.7e6).contains(&seconds) { Ok(Duration::from_secs_f64(seconds)) } else { Err(SYNTAX.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const BLACK: Player = Player(0);

    fn clock(main: u32, period: u32, stones: u32) -> Clock {
        let mut clock = Clock::default();
        clock.set(Some(Settings { main: main * SECOND, period: period * SECOND, stones }));
        clock
    }

    #[test]
    fn main_time_lasts_for_the_game() {
        let mut clock = clock(300, 0, 0);
        let mut moves = 0;
        for empty in (0..361).rev().step_by(2) {
            let time = clock.time(BLACK, empty).unwrap();
            assert!(time <= 31 * SECOND);
            clock.spend(BLACK, time + LAG);
            moves += 1;
        }
        assert_eq!(moves, 181);
        assert!(clock.left[0].time > Duration::ZERO, "{clock:?}");
        assert_eq!(clock.time(Player(1), 361), Clock::time(&clock, Player(1), 400));
        assert!(Clock::default().time(BLACK, 81).is_none());
    }

    #[test]
    fn a_clock_without_time_is_no_clock() {
        for (main, period, stones) in [(0, 0, 0), (0, 0, 5), (0, 30, 0), (300, 30, 0)] {
            assert_eq!(clock(main, period, stones).time(BLACK, 81), None, "{main} {period} {stones}");
        }
        for (main, period, stones) in [(1, 0, 0), (0, 1, 1), (1, 0, 5)] {
            assert!(clock(main, period, stones).time(BLACK, 81).is_some(), "{main} {period} {stones}");
        }
    }

    #[test]
    fn periods_are_used_and_come_again() {
        let mut clock = clock(0, 30, 5);
        for _ in 0..12 {
            let time = clock.time(BLACK, 81).unwrap();
            assert!((5 * SECOND..7 * SECOND).contains(&time), "{time:?}");
            clock.spend(BLACK, time);
        }
        clock.tell(BLACK, 10 * SECOND, 1);
        assert_eq!(clock.time(BLACK, 81), Some(9 * SECOND - LAG));
        clock.tell(BLACK, Duration::ZERO, 3);
        assert_eq!(clock.time(BLACK, 81), Some(LEAST));
        clock.restart();
        assert_eq!(clock.left, [Left::default(); 2]);
    }
}
