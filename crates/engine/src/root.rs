//! The moves of the root position, with mirror images merged.

use strata_rules::{Game, Symmetry};

/// A legal move and its mirror images.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RootClass<M> {
    /// The move that represents the class.
    pub mv: M,
    /// The other legal moves that are images of `mv` under the symmetries of the position. They have
    /// the same value.
    pub mirrors: Vec<M>,
}

/// Merges moves that are images of each other under the symmetries that leave the position unchanged.
/// The first of `moves` in each class represents it; the others need not be in `moves`.
pub fn root_moves<G: Game>(
    game: &G,
    position: &G::Position,
    moves: impl IntoIterator<Item = G::Move>,
) -> Vec<RootClass<G::Move>> {
    let fixes_position = |symmetry: &&Symmetry| {
        **symmetry != Symmetry::IDENTITY && game.transform(position, **symmetry) == *position
    };
    let symmetries: Vec<&Symmetry> = game.symmetries().iter().filter(fixes_position).collect();
    let mut classes: Vec<RootClass<G::Move>> = Vec::new();
    for mv in moves {
        if classes.iter().any(|class| class.mirrors.contains(&mv)) {
            continue;
        }
        let mut mirrors = Vec::new();
        for symmetry in &symmetries {
            let image = game.transform_move(mv, **symmetry);
            if image != mv && !mirrors.contains(&image) {
                mirrors.push(image);
            }
        }
        classes.push(RootClass { mv, mirrors });
    }
    classes
}

#[cfg(test)]
mod tests {
    use strata_rules::{Edit, Evaluator, Options, Random, Visitor, find_game};

    use super::*;

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

    fn class_sizes(id: &str, pairs: &[(&str, &str)]) -> Vec<usize> {
        let info = find_game(strata_games::GAMES, id).expect("a game").info;
        let options =
            Options::from_pairs(info.id, info.options, pairs.iter().copied()).expect("options");
        strata_games::visit(id, options, CheckClasses).expect("a game").expect("options")
    }

    #[test]
    fn classes_cover_all_legal_moves_once_and_lead_to_mirrored_positions() {
        // The centre, the corners, the middles of the edges, and so on.
        assert_eq!(class_sizes("staqs", &[]), [1, 4, 4, 4, 4, 8]);
        assert!(class_sizes("clusterfuss", &[("size", "4")]).contains(&4));
        assert_eq!(class_sizes("qawale", &[]), [8; 5]);
        assert_eq!(class_sizes("isaac", &[]).iter().sum::<usize>(), 600);
    }
}
