use super::*;

const TEXT: &str = "\
# A comment.
step: Move
board: size=3 pieces=1 : a1 c3
text: Move your stack
  up.
mark: a1
move: a1a2
wrong a1b1: Right is not up.
wrong: Try again.
refused a1* b*: You may not go there.
right: Good.
answer: c3c2

step: Point
text: Where is the hole?
square: a1
wrong c2: That is a stack.
wrong: Look again.
right: Yes.

end: You are ready.
";

fn lesson() -> Lesson {
    Lesson::parse(TEXT).expect("a good lesson")
}

#[test]
fn lines_that_are_indented_continue_a_text() {
    let lesson = lesson();
    assert_eq!(lesson.steps[0].text, "Move your stack up.");
    assert_eq!(lesson.steps[0].answer.as_deref(), Some("c3c2"));
    assert_eq!((lesson.steps.len(), lesson.end.as_str()), (2, "You are ready."));
}

#[test]
fn moves_are_judged_by_the_first_pattern_that_matches() {
    let lesson = lesson();
    let judge = |step: usize, attempt| {
        let verdict = lesson.steps[step].judge(attempt);
        (verdict.is_right, verdict.says)
    };
    assert_eq!(judge(0, Attempt::Move("a1a2")), (true, Some("Good.")));
    assert_eq!(judge(0, Attempt::Move("a1b1")), (false, Some("Right is not up.")));
    assert_eq!(judge(0, Attempt::Move("c3c2")), (false, Some("Try again.")));
    assert_eq!(judge(0, Attempt::Refused("a1b2")), (false, Some("You may not go there.")));
    assert_eq!(judge(0, Attempt::Refused("c1")), (false, None));
    let square = |name: &str| Attempt::Square(name.parse().expect("a square"));
    assert_eq!(judge(1, square("a1")), (true, Some("Yes.")));
    assert_eq!(judge(1, square("c2")), (false, Some("That is a stack.")));
    assert_eq!(judge(1, square("b1")), (false, Some("Look again.")));
    assert_eq!(judge(1, Attempt::Move("a1")), (false, Some("Look again.")));
}

#[test]
fn hint_shows_the_squares_of_a_right_move() {
    let entry = strata_rules::find_game(strata_games::GAMES, "staqs").expect("a game");
    let step = &lesson().steps[0];
    let position = step.position(entry, None).expect("a good board");
    let names: Vec<String> = step.hint(&*position).iter().map(ToString::to_string).collect();
    assert_eq!(names, ["a1", "a2"]);
    assert_eq!(step.solution(&*position).as_deref(), Some("a1a2"));
}

#[test]
fn star_stands_for_any_text() {
    assert!(matches("*", "a1") && matches("a1*", "a1b1") && matches("*c3", "b3c3"));
    assert!(matches("a1*3", "a1b3") && !matches("a1*1", "a1") && !matches("a1", "a1b1"));
}

#[test]
fn broken_lessons_are_refused_with_their_line() {
    let refused = |text: &str| Lesson::parse(text).expect_err("a broken lesson").to_string();
    assert_eq!(refused("text: Too early"), "line 1: expected a step first");
    assert_eq!(refused("step: A\nspeak: B"), "line 2: unknown name speak");
    assert_eq!(refused("step: A\nno colon"), "line 2: expected a name, a colon and a text");
    assert_eq!(refused("step: A\n"), "line 1: the lesson has no end");
    for name in ["text", "move", "wrong", "right"] {
        let kept = TEXT.lines().filter(|line| !line.starts_with(&format!("{name}:")));
        let text = kept.filter(|line| !line.starts_with("  ")).collect::<Vec<_>>().join("\n");
        let missing = if name == "move" { "move or square" } else { name };
        assert_eq!(refused(&text), format!("line 2: the step has no {missing}"));
    }
    assert!(refused(&TEXT.replace("mark: a1", "mark: 7")).starts_with("line 6: "));
}
