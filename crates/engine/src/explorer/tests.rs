use strata_rules::find_game;

use super::*;
use crate::solver::MakeSolver;

fn start(game: &str, pairs: &[(&str, &str)]) -> Box<dyn AnyPosition> {
    let entry = find_game(strata_games::GAMES, game).expect("a game");
    entry.open(pairs.iter().copied()).expect("options").start()
}

/// Explores a position without limits.
fn explored(position: &dyn AnyPosition) -> Option<Explored> {
    explored_within(position, Request::default())
}

fn explored_within(position: &dyn AnyPosition, limits: Request) -> Option<Explored> {
    let solver = strata_games::visit(position.info().id, position.options().clone(), MakeSolver);
    let solver = solver.expect("a game").expect("options");
    explore_within(&*solver, position, limits, &AtomicBool::new(false))
}

/// The first moves with a value.
fn moves_with(explored: &Explored, value: Option<Wdl>) -> Vec<&str> {
    let known = explored.moves.iter().filter(|solved| solved.value == value);
    known.map(|solved| &*solved.mv).collect()
}

fn solved(mv: &str, value: Option<Wdl>) -> SolvedMove {
    SolvedMove { mv: mv.to_owned(), mirrors: Vec::new(), value }
}

fn line(mv: &str, value: Value) -> Line {
    Line::new(vec![mv.to_owned()], value)
}

fn refined(explored: &Explored, lines: Vec<Line>) -> Vec<(String, Value)> {
    let mut report = Report { depth: 1, nodes: 1, time: Duration::ZERO, lines };
    explored.refine(&mut report);
    report.lines.into_iter().map(|mut line| (line.moves.remove(0), line.value)).collect()
}

#[test]
fn every_move_of_the_small_board_comes_from_the_table() {
    let explored = explored(&*start("clusterfuss", &[("size", "4")])).expect("values");
    assert_eq!(explored.source.to_string(), "solved: table of all positions");
    assert!(explored.moves.iter().all(|solved| solved.value.is_some()));
    assert_eq!(explored.value, explored.moves[0].value);
}

#[test]
fn games_of_three_and_finished_games_have_no_values() {
    assert_eq!(explored(&*start("staqs", &[("players", "3")])), None);
    let mut position = start("clusterfuss", &[("size", "2")]);
    while let Some(mv) = position.moves().first() {
        assert!(explored(&*position).is_some());
        position.play(mv).expect("a legal move");
    }
    assert!(position.outcome().is_some());
    assert_eq!(explored(&*position), None);
}

#[test]
fn first_placements_of_staqs_are_known() {
    let explored = explored(&*start("staqs", &[])).expect("values");
    assert_eq!(explored.value, Some(Wdl::Win));
    assert_eq!(explored.source.to_string(), "solved: table of all setups");
    assert_eq!(moves_with(&explored, Some(Wdl::Win)), ["b2", "c2"]);
    assert_eq!(moves_with(&explored, None), [""; 0]);
}

fn staqs_after(moves: usize) -> Box<dyn AnyPosition> {
    let mut position = start("staqs", &[]);
    for _ in 0..moves {
        let mv = position.moves().remove(0);
        position.play(&mv).expect("a legal move");
    }
    position
}

#[test]
fn values_are_called_solved_only_if_all_come_from_a_table() {
    // After four and more placements, the table ends searches but has no values of the moves.
    for (moves, is_solved) in [(2, true), (3, false), (6, false), (7, true), (8, false), (9, false)]
    {
        let explored = explored(&*staqs_after(moves)).expect("values");
        assert_eq!(matches!(explored.source, Source::Table(_)), is_solved, "after {moves} moves");
        assert_eq!(moves_with(&explored, None), [""; 0]);
    }
    // The only free square is the last one: no table is needed for moves that end the game.
    let mut position = start("qawale", &[("stones", "1")]);
    let mv = position.moves().remove(0);
    position.play(&mv).expect("a legal move");
    let explored = explored(&*position).expect("values");
    assert!(matches!(explored.source, Source::Search(_)));
}

#[test]
fn values_of_a_table_need_no_time() {
    let none = Request { time: Some(Duration::ZERO), ..Request::default() };
    let first = explored_within(&*start("staqs", &[]), none.clone()).expect("values");
    assert_eq!(moves_with(&first, None), [""; 0]);
    assert_eq!(explored_within(&*staqs_after(9), none), None);
}

#[test]
fn search_without_a_time_limit_gives_up_if_nothing_is_proven_in_time() {
    let none = Request { patience: Some(Duration::ZERO), ..Request::default() };
    assert_eq!(explored_within(&*start("clusterfuss", &[]), none), None);
}

#[test]
fn source_says_how_long_a_search_took() {
    let text = |ms| Source::Search(Duration::from_millis(ms)).to_string();
    assert_eq!(text(312), "searched: 0.3 s");
    assert_eq!(text(42), "searched: 0.04 s");
    assert_eq!(text(3), "searched: less than 0.01 s");
}

#[test]
fn proven_values_replace_estimates_only() {
    let moves = vec![solved("a", Some(Wdl::Draw)), solved("b", Some(Wdl::Loss)), solved("c", None)];
    let explored = Explored { value: None, moves, source: Source::Table("a table") };
    let exact = Value::Loss(Distance::Exact(4));
    let lines =
        vec![line("b", exact), line("c", Value::Estimate(7)), line("a", Value::Estimate(5))];
    let expected = [("c", Value::Estimate(7)), ("a", Value::Draw), ("b", exact)];
    assert_eq!(refined(&explored, lines), expected.map(|(mv, value)| (mv.to_owned(), value)));
}

#[test]
fn draw_of_a_move_does_not_prove_the_position_while_others_are_open() {
    let moves = vec![solved("a", Some(Wdl::Draw)), solved("b", Some(Wdl::Loss)), solved("c", None)];
    let explored = Explored { value: None, moves, source: Source::Table("a table") };
    let lines = vec![line("a", Value::Estimate(5)), line("b", Value::Estimate(-9))];
    let expected = [("a", Value::Estimate(0)), ("b", Value::Loss(Distance::UNKNOWN))];
    assert_eq!(refined(&explored, lines), expected.map(|(mv, value)| (mv.to_owned(), value)));
    // The engine has proven the position itself.
    let lines = vec![line("a", Value::Draw), line("b", Value::Estimate(-9))];
    let expected = [("a", Value::Draw), ("b", Value::Loss(Distance::UNKNOWN))];
    assert_eq!(refined(&explored, lines), expected.map(|(mv, value)| (mv.to_owned(), value)));
}

#[test]
fn loss_of_a_move_does_not_prove_the_position_while_others_are_open() {
    let moves = vec![solved("b", Some(Wdl::Loss)), solved("c", None)];
    let explored = Explored { value: None, moves, source: Source::Table("a table") };
    let expected = vec![("c".to_owned(), Value::Estimate(-9))];
    assert_eq!(refined(&explored, vec![line("b", Value::Estimate(-9))]), expected);
    let lost = Value::Loss(Distance::AtMost(8));
    assert_eq!(refined(&explored, vec![line("b", lost)]), [("b".to_owned(), lost)]);
    assert_eq!(refined(&explored, Vec::new()), []);
}

#[test]
fn best_move_is_added_if_no_line_starts_with_it() {
    let moves = vec![solved("a", Some(Wdl::Win)), solved("b", Some(Wdl::Loss)), solved("c", None)];
    let explored = Explored { value: Some(Wdl::Win), moves, source: Source::Table("a table") };
    let lines = vec![line("b", Value::Estimate(90)), line("c", Value::Estimate(7))];
    let expected = [("a", Value::Win(Distance::UNKNOWN)), ("c", Value::Estimate(7))];
    assert_eq!(refined(&explored, lines), expected.map(|(mv, value)| (mv.to_owned(), value)));
}
