//! Playing levels from beginner to full strength.

use strata_rules::{Evaluator, Game, LevelSettings, Random};

use crate::{Limits, Line, Value};

/// A playing level from 1 (random moves) to 8 (full strength).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

impl Level {
    /// The weakest level.
    pub const LOWEST: Self = Self(1);
    /// The strongest level.
    pub const HIGHEST: Self = Self(8);

    /// The level with this number; `None` unless it is 1 to 8.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= Self::LOWEST.0 && number <= Self::HIGHEST.0 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The number of the level.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The name of the level for players, such as "club player".
    pub const fn name(self) -> &'static str {
        match self.0 {
            1 => "random",
            2 => "beginner",
            3 => "casual player",
            4 => "club player",
            5 => "strong player",
            6 => "expert",
            7 => "master",
            _ => "full strength",
        }
    }

    /// How the level plays, in one sentence.
    pub const fn description(self) -> &'static str {
        match self.0 {
            1 => "Plays any legal move.",
            2 => "Takes what looks best at once and never looks ahead.",
            3 => "Looks a little ahead and overlooks many replies.",
            4 => "Looks further ahead, but overlooks a reply every few moves.",
            5 => "Plays sensibly, with some oversights in every game.",
            6 => "Searches deeply, with a few oversights.",
            7 => "Searches very deeply, with an occasional oversight.",
            _ => "Plays as well as it can in its time.",
        }
    }

    /// The settings of levels 3 to 7 in a game; `is_selective` says whether MCTS searches the position.
    pub(crate) fn settings<G: Evaluator>(
        self,
        game: &G,
        is_selective: bool,
    ) -> Option<&'static LevelSettings> {
        let table = match is_selective {
            true => &MCTS_LEVELS,
            false => game.levels().unwrap_or(&ALPHA_BETA_LEVELS),
        };
        table.get(usize::from(self.0).checked_sub(3)?)
    }
}

/// How levels 3 to 7 play if the position is searched by alpha-beta.
const ALPHA_BETA_LEVELS: [LevelSettings; 5] = [
    LevelSettings { nodes: 400, lines: 4, temperature: 45.0, oversights: 4.6 },
    LevelSettings { nodes: 2_000, lines: 4, temperature: 22.0, oversights: 2.9 },
    LevelSettings { nodes: 7_000, lines: 3, temperature: 10.0, oversights: 2.1 },
    LevelSettings { nodes: 22_000, lines: 2, temperature: 4.0, oversights: 1.4 },
    LevelSettings { nodes: 80_000, lines: 1, temperature: 1.0, oversights: 0.8 },
];

/// The same for MCTS, which needs fewer nodes for the same strength.
const MCTS_LEVELS: [LevelSettings; 5] = [
    LevelSettings { nodes: 6, lines: 30, temperature: 500.0, oversights: 0.0 },
    LevelSettings { nodes: 26, lines: 12, temperature: 170.0, oversights: 0.0 },
    LevelSettings { nodes: 90, lines: 7, temperature: 80.0, oversights: 0.0 },
    LevelSettings { nodes: 450, lines: 4, temperature: 40.0, oversights: 0.0 },
    LevelSettings { nodes: 7_000, lines: 2, temperature: 6.0, oversights: 0.0 },
];

/// The given limits with the node limit of the level.
pub(crate) fn level_limits(settings: &LevelSettings, limits: &Limits) -> Limits {
    let nodes = limits.nodes.map_or(settings.nodes, |nodes| nodes.min(settings.nodes));
    Limits { nodes: Some(nodes), ..*limits }
}

/// Whether the level overlooks the opponent's replies this time, in a game in which it makes this
/// many moves.
pub(crate) fn overlooks_replies(
    settings: &LevelSettings,
    moves_per_game: u32,
    random: &mut Random,
) -> bool {
    random_fraction(random) * f64::from(moves_per_game) < settings.oversights
}

/// Chooses a line at random, weighted by value, and moves it to the front.
pub(crate) fn choose_line<M>(settings: &LevelSettings, lines: &mut [Line<M>], random: &mut Random) {
    const MAX_VALUE: i32 = 1_000;
    let clamped = |value: Value| f64::from(value.rank().clamp(-MAX_VALUE, MAX_VALUE));
    let Some(best) = lines.first().map(|line| line.value) else { return };
    if matches!(best, Value::Win(_)) {
        return;
    }
    let weight =
        |line: &Line<M>| libm::exp((clamped(line.value) - clamped(best)) / settings.temperature);
    let total: f64 = lines.iter().map(weight).sum();
    let mut left = random_fraction(random) * total;
    for place in 0..lines.len() {
        left -= weight(&lines[place]);
        if left <= 0.0 {
            lines[..=place].rotate_right(1);
            return;
        }
    }
}

/// A random number from 0 to 1.
fn random_fraction(random: &mut Random) -> f64 {
    random.next_u64() as f64 / u64::MAX as f64
}

/// A random move among those with the highest greedy value.
pub(crate) fn greedy_move<G: Evaluator>(
    game: &G,
    position: &G::Position,
    random: &mut Random,
) -> Option<G::Move> {
    best_move_by(game, position, random, |mv| game.greedy_value(position, mv))
}

/// The move that looks best if the opponent could not reply: it wins at once if possible, otherwise
/// the position after it has the highest static evaluation.
pub(crate) fn shortsighted_move<G: Evaluator>(
    game: &G,
    position: &G::Position,
    random: &mut Random,
) -> Option<G::Move> {
    const DECISIVE: i32 = 1_000_000;
    let mover = game.turn(position);
    best_move_by(game, position, random, |mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        match game.outcome(&next) {
            None => game.evaluate(&next, mover),
            Some(outcome) if outcome.winner() == Some(mover) => DECISIVE,
            Some(outcome) if outcome.winners.contains(mover) => 0,
            Some(_) => -DECISIVE,
        }
    })
}

/// A random move among those with the highest value.
fn best_move_by<G: Game, V: Ord>(
    game: &G,
    position: &G::Position,
    random: &mut Random,
    value_of: impl Fn(G::Move) -> V,
) -> Option<G::Move> {
    let mut best = None;
    let mut ties = 0;
    game.for_each_move(position, |mv| {
        let value = value_of(mv);
        match &best {
            Some((highest, _)) if value < *highest => {}
            Some((highest, _)) if value == *highest => {
                ties += 1;
                if random.below(ties) == 0 {
                    best = Some((value, mv));
                }
            }
            _ => {
                ties = 1;
                best = Some((value, mv));
            }
        }
    });
    best.map(|(_, mv)| mv)
}

#[cfg(test)]
mod tests {
    use strata_rules::{Edit, Visitor};

    use super::*;
    use crate::testing;

    #[test]
    fn levels_are_numbered_from_1_to_8_with_different_names() {
        let levels: Vec<Level> = (1..).map_while(Level::new).collect();
        assert_eq!(levels.len(), 8);
        assert_eq!((levels[0], levels[7]), (Level::LOWEST, Level::HIGHEST));
        for (place, level) in levels.iter().enumerate() {
            assert!(levels[..place].iter().all(|other| other.name() != level.name()));
            assert!(level.description().ends_with('.'), "{}", level.description());
        }
    }

    fn assert_rising(table: &[LevelSettings]) {
        for pair in table.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes);
            assert!(pair[0].temperature >= pair[1].temperature);
            assert!(pair[0].oversights >= pair[1].oversights);
        }
    }

    struct CheckLevels;

    impl Visitor for CheckLevels {
        type Output = ();

        fn visit<G: Edit + Evaluator>(self, game: G) {
            game.levels().into_iter().for_each(|table| assert_rising(table));
        }
    }

    #[test]
    fn higher_levels_search_more_and_overlook_less() {
        assert_rising(&ALPHA_BETA_LEVELS);
        assert_rising(&MCTS_LEVELS);
        for entry in strata_games::GAMES {
            testing::visit(entry.info.id, &[], CheckLevels);
        }
    }

    #[test]
    fn oversights_are_spread_over_the_moves_of_a_game() {
        let settings = LevelSettings { nodes: 1, lines: 1, temperature: 1.0, oversights: 2.0 };
        let mut random = Random::new(3);
        let mut count = |moves| {
            (0..10_000).filter(|_| overlooks_replies(&settings, moves, &mut random)).count()
        };
        assert!((4_800..5_200).contains(&count(4)), "half of the moves of a game with four");
        assert!((450..550).contains(&count(40)), "one in twenty of a game with forty");
    }
}
