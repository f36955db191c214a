use strata_engine::{Distance, Value as Found};
use strata_games::GAMES;
use strata_rules::find_game;

use super::*;
use crate::types::analysis::Review;

fn start() -> Box<dyn AnyPosition> {
    let entry = find_game(GAMES, "staqs").expect("a game");
    entry.open([]).expect("options").start()
}

const WIN: Found = Found::Win(Distance::UNKNOWN);
const LOSS: Found = Found::Loss(Distance::UNKNOWN);

/// A search that finds the same line everywhere; a practical search finds `practical`.
fn finding(
    proven: Found,
    practical: Found,
) -> impl FnMut(&dyn AnyPosition, &Request) -> Option<Line> {
    move |position, request| {
        let value = if request.practical { practical } else { proven };
        let mv = position.moves().into_iter().next()?;
        Some(Line::new(vec![mv], value))
    }
}

#[test]
fn proven_mistake_that_players_see_too_has_a_sign() {
    let position = start();
    let best = Line::new(vec!["b2".to_owned()], WIN);
    // The opponent is to move after each of them.
    let mut values = [Found::Estimate(-60), Found::Estimate(60)].into_iter();
    let mut search = |_: &dyn AnyPosition, request: &Request| {
        assert!(request.practical);
        Some(Line::new(vec!["a2".to_owned()], values.next()?))
    };
    let found = review_move(&*position, 1, "a1", Some(&best), Some(LOSS), &mut search);
    assert_eq!(found.sign, Some("??"));
    assert_eq!(
        found.verdict.as_deref(),
        Some("was a proven win, now a proven loss; b2 was better")
    );
    assert_eq!(found.accuracy.map(f64::round), Some(2.0));
}

#[test]
fn proven_mistake_that_only_a_solver_sees_has_no_sign_and_says_so() {
    let position = start();
    let best = Line::new(vec!["b2".to_owned()], WIN);
    let mut search = |_: &dyn AnyPosition, _: &Request| {
        Some(Line::new(vec!["a2".to_owned()], Found::Estimate(0)))
    };
    let found = review_move(&*position, 1, "a1", Some(&best), Some(LOSS), &mut search);
    assert_eq!(found.sign, None);
    let verdict = found.verdict.expect("it is mentioned");
    assert!(verdict.starts_with("loses against perfect play, where b2 wins"), "{verdict}");
    assert_eq!(found.accuracy, Some(100.0));
    assert_eq!(
        (found.evaluation.as_deref(), found.best_evaluation.as_deref()),
        (Some("loss"), Some("win"))
    );
}

#[test]
fn replies_are_counted_if_all_of_them_are_proven() {
    let position = start();
    let best = Line::new(vec!["b2".to_owned()], WIN);
    let replies = {
        let mut after = position.boxed_clone();
        after.play("a1").expect("a legal move");
        after.moves().len()
    };
    // Of the replies, the first `wins` win for the opponent, and the others lose.
    let review = |wins: usize, unproven: bool| {
        let mut searched = 0;
        let mut search = |_: &dyn AnyPosition, request: &Request| {
            if request.practical {
                return Some(Line::new(vec!["a2".to_owned()], Found::Estimate(0)));
            }
            searched += 1;
            let value = match searched {
                _ if unproven && searched == replies => Found::Estimate(10),
                _ if searched <= wins => LOSS,
                _ => WIN,
            };
            Some(Line::new(vec!["a2".to_owned()], value))
        };
        let found = review_move(&*position, 1, "a1", Some(&best), Some(LOSS), &mut search);
        found.verdict.expect("it is mentioned")
    };
    let counted = review(2, false);
    assert!(counted.ends_with(&format!("only 2 of {replies} replies win")), "{counted}");
    assert!(review(2, true).ends_with("in practice 50% rather than 50%"));
    // A loss without a winning reply contradicts itself.
    assert!(review(0, false).ends_with("in practice 50% rather than 50%"));
}

#[test]
fn estimated_mistake_needs_no_second_search() {
    let position = start();
    let best = Line::new(vec!["b2".to_owned()], Found::Estimate(100));
    let mut search = |_: &dyn AnyPosition, _: &Request| panic!("nothing is searched");
    let now = Some(Found::Estimate(0));
    let found = review_move(&*position, 1, "a1", Some(&best), now, &mut search);
    assert_eq!(found.sign, Some("?"));
    let best_shape = found.best_shape.expect("a best move");
    assert_eq!(best_shape.squares.len(), 1);
}

#[test]
fn accuracy_of_a_side_is_the_mean_of_its_moves() {
    let position = start();
    let mut review = Review::default();
    let mut search = finding(WIN, WIN);
    let best = Line::new(vec!["b2".to_owned()], Found::Estimate(0));
    for (mv, value) in [("b2", 0), ("a1", -85)] {
        let now = Some(Found::Estimate(value));
        review.push(review_move(&*position, 1, mv, Some(&best), now, &mut search), 2);
    }
    assert_eq!(review.accuracy.len(), 2);
    let first = review.accuracy[0].expect("it moved");
    assert!((71.0..=74.0).contains(&first), "{first}");
    assert_eq!(review.accuracy[1], None, "it has not moved");
}

#[test]
fn retry_is_right_if_it_is_the_best_move_or_keeps_the_value() {
    let position = start();
    let judge = |mv: &str, after: Found| {
        let mut search = finding(after, after);
        judge_retry(&*position, mv, ("b2", WIN), &mut search).expect("a legal move")
    };
    // The values after the move are for the opponent.
    assert!(
        judge("b2", Found::Estimate(50)).right,
        "the best move is right whatever the search says"
    );
    assert!(judge("c2", LOSS).right);
    assert!(judge("c2", Found::Estimate(-400)).right, "nearly as good");
    let wrong = judge("a1", WIN);
    assert!(!wrong.right && wrong.reply.is_some());
    assert_eq!(wrong.text, "a1 is not good enough: a proven loss rather than a proven win.");
    let mut search = finding(WIN, WIN);
    assert!(judge_retry(&*position, "z9", ("b2", WIN), &mut search).is_err());
}
