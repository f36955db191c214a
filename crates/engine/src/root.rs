//! The moves of the root position, with mirror images merged.

use strata_rules::{Game, Random, Symmetry};

use crate::Line;

/// A legal move and its mirror images.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RootClass<M> {
    /// The move that represents the class.
    pub(crate) mv: M,
    /// The other legal moves that are images of `mv` under the symmetries of the position. They have
    /// the same value.
    pub(crate) mirrors: Vec<M>,
}

/// Positions with more moves are rare. Comparing all of their moves with each other would take long.
const MAX_MERGED_MOVES: usize = 2_000;

/// Merges moves that are images of each other under the symmetries that leave the position unchanged.
/// The first of `moves` in each class represents it; the others need not be in `moves`.
pub(crate) fn root_moves<G: Game>(
    game: &G,
    position: &G::Position,
    moves: Vec<G::Move>,
) -> Vec<RootClass<G::Move>> {
    let symmetries = symmetries_of(game, position);
    if symmetries.len() == 1 || moves.len() > MAX_MERGED_MOVES {
        return moves.into_iter().map(|mv| RootClass { mv, mirrors: Vec::new() }).collect();
    }
    let mut classes: Vec<RootClass<G::Move>> = Vec::new();
    for mv in moves {
        if classes.iter().any(|class| class.mirrors.contains(&mv)) {
            continue;
        }
        let mut mirrors = Vec::new();
        for symmetry in &symmetries {
            let image = game.transform_move(mv, *symmetry);
            if image != mv && !mirrors.contains(&image) {
                mirrors.push(image);
            }
        }
        classes.push(RootClass { mv, mirrors });
    }
    classes
}

/// All legal moves, with mirror images merged.
pub(crate) fn merged_moves<G: Game>(game: &G, position: &G::Position) -> Vec<RootClass<G::Move>> {
    let mut moves = Vec::new();
    game.for_each_move(position, |mv| moves.push(mv));
    root_moves(game, position, moves)
}

/// The mirror images of a legal move.
pub(crate) fn mirrors_of<G: Game>(game: &G, position: &G::Position, mv: G::Move) -> Vec<G::Move> {
    root_moves(game, position, vec![mv]).pop().map(|class| class.mirrors).unwrap_or_default()
}

/// The symmetries that leave the position unchanged.
fn symmetries_of<G: Game>(game: &G, position: &G::Position) -> Vec<Symmetry> {
    let fixes_position = |symmetry: &Symmetry| game.transform(position, *symmetry) == *position;
    game.symmetries().iter().copied().filter(fixes_position).collect()
}

/// Replaces a line by a mirror image of it, chosen at random.
pub(crate) fn mirror_at_random<G: Game>(
    game: &G,
    position: &G::Position,
    line: &mut Line<G::Move>,
    random: &mut Random,
) {
    let place = random.below(1 + line.mirrors.len() as u64) as usize;
    let Some(first) = place.checked_sub(1).map(|place| line.mirrors[place]) else { return };
    let mut symmetries = symmetries_of(game, position).into_iter();
    let leads_to = |symmetry: &Symmetry| game.transform_move(line.moves[0], *symmetry) == first;
    let Some(symmetry) = symmetries.find(leads_to) else { return };
    line.mirrors[place - 1] = line.moves[0];
    for mv in &mut line.moves {
        *mv = game.transform_move(*mv, symmetry);
    }
}

#[cfg(test)]
mod tests {
    use strata_rules::{Edit, Evaluator, Visitor};

    use super::*;
    use crate::testing::visit;

    /// Compares the classes of random positions with all legal moves, and the positions that follow
    /// with each other.
    struct CheckClasses;

    impl Visitor for CheckClasses {
        type Output = Vec<usize>;

        fn visit<G: Edit + Evaluator>(self, game: G) -> Vec<usize> {
            let mut random = Random::new(3);
            for _ in 0..20 {
                let mut position = game.start();
                loop {
                    check_classes(&game, &position);
                    let Some(mv) = game.random_move(&position, &mut random) else { break };
                    game.play(&mut position, mv);
                }
            }
            let start = game.start();
            let classes = root_moves(&game, &start, all_moves(&game, &start));
            let mut sizes: Vec<usize> =
                classes.iter().map(|class| 1 + class.mirrors.len()).collect();
            sizes.sort_unstable();
            sizes
        }
    }

    fn all_moves<G: Evaluator>(game: &G, position: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        game.for_each_move(position, |mv| moves.push(mv));
        moves
    }

    fn check_classes<G: Evaluator>(game: &G, position: &G::Position) {
        let after = |mv: G::Move| {
            let mut next = *position;
            game.play(&mut next, mv);
            next
        };
        let mut merged = Vec::new();
        for RootClass { mv, mirrors } in root_moves(game, position, all_moves(game, position)) {
            for mirror in &mirrors {
                let (one, other) = (after(mv), after(*mirror));
                let is_image = |symmetry: &Symmetry| game.transform(&one, *symmetry) == other;
                assert!(game.symmetries().iter().any(is_image), "{mv:?} {mirror:?}");
            }
            merged.push(mv);
            merged.extend(mirrors);
        }
        let all = all_moves(game, position);
        assert_eq!(merged.len(), all.len());
        assert!(all.iter().all(|mv| merged.contains(mv)));
    }

    #[test]
    fn classes_cover_all_legal_moves_once_and_lead_to_mirrored_positions() {
        // The centre, the corners, the middles of the edges, and so on.
        assert_eq!(visit("staqs", &[], CheckClasses), [1, 4, 4, 4, 4, 8]);
        assert!(visit("clusterfuss", &[("size", "4")], CheckClasses).contains(&4));
        assert_eq!(visit("qawale", &[], CheckClasses), [8; 5]);
        assert_eq!(visit("isaac", &[], CheckClasses).iter().sum::<usize>(), 600);
    }

    /// Mirrors a line of two random moves from the start position until all images were seen.
    struct MirrorLines;

    impl Visitor for MirrorLines {
        type Output = ();

        fn visit<G: Edit + Evaluator>(self, game: G) {
            let start = game.start();
            let mut random = Random::new(1);
            let classes = root_moves(&game, &start, all_moves(&game, &start));
            for RootClass { mv, mirrors } in classes {
                let mut next = start;
                game.play(&mut next, mv);
                let reply = game.random_move(&next, &mut random).expect("a legal move");
                let original = Line { moves: vec![mv, reply], value: crate::Value::Draw, mirrors };
                let mut missing: Vec<G::Move> = original.first_moves().copied().collect();
                while !missing.is_empty() {
                    let mut line = original.clone();
                    mirror_at_random(&game, &start, &mut line, &mut random);
                    missing.retain(|mv| *mv != line.moves[0]);
                    assert!(
                        original
                            .first_moves()
                            .all(|mv| line.first_moves().any(|image| image == mv))
                    );
                    let mut position = start;
                    for mv in line.moves {
                        assert!(all_moves(&game, &position).contains(&mv));
                        game.play(&mut position, mv);
                    }
                }
            }
        }
    }

    #[test]
    fn mirrored_lines_are_legal_and_reach_every_image() {
        for id in ["staqs", "clusterfuss", "qawale"] {
            visit(id, &[], MirrorLines);
        }
    }
}
