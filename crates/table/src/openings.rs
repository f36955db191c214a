//! The games of strong bots: the results of the games that reached a position, and how games of each level end.
//!
//! `strata openings make` plays the games and writes a file beside the game; `docs/statistics.md` describes it.

use std::collections::BTreeMap;
use std::fmt::Write;

use strata_rules::random::mix;
use strata_rules::{AnyPosition, Player};

/// What is known about the games of bots.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Openings {
    /// How the games were made, in one line.
    pub about: String,
    /// The games of each level, the weakest first.
    pub levels: Vec<LevelGames>,
    positions: BTreeMap<u64, Played>,
}

/// The games of one level against itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LevelGames {
    /// The level.
    pub level: u8,
    /// The number of games.
    pub games: u32,
    /// How many the first player won.
    pub first_wins: u32,
    /// How many were drawn.
    pub draws: u32,
    /// The moves of all games together.
    pub plies: u32,
    /// How often each rule decided the game.
    pub endings: BTreeMap<String, u32>,
}

/// The games that reached a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// The number of games.
    pub games: u32,
    /// How many the first player won.
    pub first_wins: u32,
    /// How many were drawn.
    pub draws: u32,
    /// The mean of the first player's winning chances that the engine saw, in thousandths.
    pub chance: u32,
}

impl Played {
    /// The share of the points that a player scored, from 0 to 1.
    pub fn score(&self, player: Player) -> f64 {
        let first = (f64::from(self.first_wins) + f64::from(self.draws) / 2.0)
            / f64::from(self.games.max(1));
        if player == Player(0) { first } else { 1.0 - first }
    }

    /// The mean winning chance of a player, from 0 to 1.
    pub fn value(&self, player: Player) -> f64 {
        let first = f64::from(self.chance) / 1000.0;
        if player == Player(0) { first } else { 1.0 - first }
    }
}

impl Openings {
    /// No games yet; `about` says how they are made, in one line.
    pub fn new(about: String) -> Self {
        Self { about, ..Self::default() }
    }

    /// Reads the text that [`Openings::text`] writes. The error names the line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut openings = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            openings
                .read(line)
                .ok_or_else(|| format!("line {number} of the openings is invalid"))?;
        }
        Ok(openings)
    }

    fn read(&mut self, line: &str) -> Option<()> {
        if let Some(about) = line.strip_prefix("about ") {
            self.about = about.to_owned();
            return Some(());
        }
        if let Some(level) = line.strip_prefix("level ") {
            self.levels.push(LevelGames::read(level)?);
            return Some(());
        }
        let mut words = line.split(' ');
        let key = u64::from_str_radix(words.next()?, 16).ok()?;
        let mut number = || words.next()?.parse::<u32>().ok();
        let played =
            Played { games: number()?, first_wins: number()?, draws: number()?, chance: number()? };
        self.positions.insert(key, played);
        Some(())
    }

    /// The text, in which positions are sorted by key.
    pub fn text(&self) -> String {
        let mut text = format!("about {}\n", self.about);
        for level in &self.levels {
            level.write(&mut text);
        }
        for (key, Played { games, first_wins, draws, chance }) in &self.positions {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{key:x} {games} {first_wins} {draws} {chance}");
        }
        text
    }

    /// Adds what is known about a position.
    pub fn insert(&mut self, position: &dyn AnyPosition, played: Played) {
        self.positions.insert(key(position), played);
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether no position is known.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The moves of a position that lead to known positions, the most played first.
    pub fn moves(&self, position: &dyn AnyPosition) -> Vec<(String, Played)> {
        let after = |mv: String| {
            let mut next = position.boxed_clone();
            next.play(&mv).ok()?;
            Some((mv, *self.positions.get(&key(&*next))?))
        };
        let mut found: Vec<(String, Played)> =
            position.moves().into_iter().filter_map(after).collect();
        found.sort_by(|(_, one), (_, other)| other.games.cmp(&one.games));
        found
    }
}

impl LevelGames {
    /// Adds a finished game.
    pub fn add(&mut self, end: &dyn AnyPosition, plies: usize) {
        let Some(outcome) = end.outcome() else { return };
        self.games += 1;
        self.plies += plies as u32;
        self.first_wins += u32::from(outcome.winner() == Some(Player(0)));
        self.draws += u32::from(outcome.winner().is_none());
        *self.endings.entry(outcome.decided_by.to_owned()).or_default() += 1;
    }

    fn read(text: &str) -> Option<Self> {
        let mut parts = text.split(';');
        let numbers: Vec<u32> =
            parts.next()?.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
        let &[level, games, first_wins, draws, plies] = &numbers[..] else { return None };
        let ending = |part: &str| {
            let (name, count) = part.split_once('=')?;
            Some((name.to_owned(), count.parse().ok()?))
        };
        let endings = parts.map(ending).collect::<Option<_>>()?;
        Some(Self { level: u8::try_from(level).ok()?, games, first_wins, draws, plies, endings })
    }

    fn write(&self, text: &mut String) {
        let Self { level, games, first_wins, draws, plies, endings } = self;
        let _ = write!(text, "level {level} {games} {first_wins} {draws} {plies}");
        for (name, count) in endings {
            let _ = write!(text, ";{name}={count}");
        }
        text.push('\n');
    }
}

/// A number for a position and its mirror images, of 40 bits.
fn key(position: &dyn AnyPosition) -> u64 {
    let least = position.symmetric_texts().into_iter().min().unwrap_or_default();
    least.bytes().fold(0, |key, byte| mix(key ^ u64::from(byte))) & ((1 << 40) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(moves: &str) -> Box<dyn AnyPosition> {
        let game = strata_rules::find_game(strata_games::GAMES, "qawale").expect("a game");
        let mut position = game.open([]).expect("the defaults").start();
        strata_rules::play_line(&mut *position, moves).expect("legal moves");
        position
    }

    #[test]
    fn mirror_images_of_a_move_share_their_games() {
        let mut openings = Openings::default();
        let played = Played { games: 10, first_wins: 4, draws: 2, chance: 480 };
        openings.insert(&*position("a1nnn"), played);
        let moves = openings.moves(&*position(""));
        let names: Vec<&str> = moves.iter().map(|(mv, _)| mv.as_str()).collect();
        assert_eq!(names, ["a1eee", "a1nnn", "a4eee", "a4sss", "d1nnn", "d1www", "d4sss", "d4www"]);
        assert!(moves.iter().all(|(_, known)| *known == played));
        assert_eq!(openings.moves(&*position("a1nnn")), []);
    }

    #[test]
    fn scores_and_values_are_those_of_the_player() {
        let played = Played { games: 10, first_wins: 4, draws: 2, chance: 480 };
        assert!((played.score(Player(0)) - 0.5).abs() < 1e-9);
        assert!((played.value(Player(1)) - 0.52).abs() < 1e-9);
    }

    #[test]
    fn text_is_read_back() {
        let mut openings = Openings::new("20 games".to_owned());
        openings
            .insert(&*position("a1nnn"), Played { games: 3, first_wins: 1, draws: 1, chance: 500 });
        let mut level = LevelGames { level: 8, ..LevelGames::default() };
        let won = position("a4ees d4wse d1nwn c3nwws a1eee c4ssww b4ses b2nn");
        level.add(&*won, 8);
        openings.levels.push(level);
        let text = openings.text();
        assert_eq!(Openings::parse(&text), Ok(openings));
        assert!(text.starts_with("about 20 games\nlevel 8 1 1 0 8;"), "{text}");
        assert_eq!(
            Openings::parse("about x\nzz").expect_err("not a line"),
            "line 2 of the openings is invalid"
        );
    }
}
