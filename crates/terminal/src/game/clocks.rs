//! Clock display.

use std::time::Duration;

use strata_rules::Player;

use super::GameScreen;
use crate::context::Context;

/// Below this time, the clock shows tenths of a second.
const TENTHS: Duration = Duration::from_secs(10);

/// The text of a clock. Times are rounded up.
pub(super) fn clock_text(time: Duration) -> String {
    if time < TENTHS {
        let tenths = time.as_millis().div_ceil(100);
        return format!("0:{:02}.{}", tenths / 10, tenths % 10);
    }
    let seconds = time.as_millis().div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

impl GameScreen {
    /// A player's clock: the time for the game, then the time for the turn.
    pub(super) fn clock_of(&self, player: Player, context: &Context) -> Option<String> {
        let left = self.table.time_left(player, context.now)?;
        let times: Vec<String> = left.game.into_iter().chain(left.turn).map(clock_text).collect();
        Some(times.join(" / "))
    }

    /// When the text of the running clock changes next.
    pub(super) fn clock_change(&self, context: &Context) -> Option<Duration> {
        self.table.deadline()?;
        let left = self.table.time_left(self.table.turn()?, context.now)?;
        let change = |time: Duration| {
            let unit = if time <= TENTHS { 100 } else { 1000 };
            Duration::from_millis((time.as_millis().max(1) as u64 - 1) % unit + 1)
        };
        let next = left.game.into_iter().chain(left.turn).map(change).min()?;
        Some(context.now + next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_shows_zero_only_when_the_time_is_up() {
        let text = |millis| clock_text(Duration::from_millis(millis));
        assert_eq!(text(0), "0:00.0");
        assert_eq!(text(1), "0:00.1");
        assert_eq!(text(9_999), "0:10.0");
        assert_eq!(text(10_000), "0:10");
        assert_eq!(text(59_001), "1:00");
        assert_eq!(text(3_600_000), "1:00:00");
    }
}
