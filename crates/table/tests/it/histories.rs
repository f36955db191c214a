//! Histories without a table.

use strata_games::GAMES;
use strata_rules::find_game;
use strata_table::{History, NodeId};

fn history() -> History {
    let entry = find_game(GAMES, "clusterfuss").expect("a game");
    History::new(entry.open([("size", "10")]).expect("a good option").start())
}

/// Adds the legal move with this index.
fn add(history: &mut History, parent: NodeId, index: usize) -> NodeId {
    let mv = history[parent].position.moves().remove(index);
    history.add_variation(parent, &mv).expect("a legal move")
}

fn moves(history: &History, line: &[NodeId]) -> Vec<String> {
    line.iter().map(|id| history[*id].mv.clone()).collect()
}

#[test]
fn variations_do_not_change_the_main_line_or_the_current_place() {
    let mut history = history();
    let first = add(&mut history, History::ROOT, 0);
    let second = add(&mut history, first, 0);
    let other = add(&mut history, History::ROOT, 1);
    assert_eq!(history.main_line(), [History::ROOT, first, second]);
    assert_eq!(history.current(), History::ROOT);
    assert_eq!(history[History::ROOT].children, [first, other]);
    assert_eq!(add(&mut history, History::ROOT, 1), other, "a known move is not added again");
    assert!(history.add_variation(other, "nonsense").is_err());
    assert_eq!(history.count_moves(), 3);
}

#[test]
fn removing_a_move_removes_its_continuation_and_nothing_else() {
    let mut history = history();
    let first = add(&mut history, History::ROOT, 0);
    let removed = add(&mut history, first, 0);
    let beside = add(&mut history, first, 1);
    let below = add(&mut history, removed, 0);
    let after = add(&mut history, beside, 2);
    let line = history.path_to(after);
    let expected = moves(&history, &line);
    assert_eq!(history.remove(removed), Some(first));
    assert_eq!(history.count_moves(), 3);
    let line = history.main_line();
    assert_eq!(moves(&history, &line), expected);
    for pair in line.windows(2) {
        assert_eq!(history[pair[1]].parent, Some(pair[0]));
    }
    assert_eq!(history.get(below).map(|node| node.mv.clone()), None);
    assert_eq!(history.remove(History::ROOT), None);
}

#[test]
fn variations_are_not_nested_deeper_than_records_allow() {
    let mut history = history();
    let mut place = History::ROOT;
    let mut depth = 0;
    // Each move is a variation of another one, so that every step goes one level deeper.
    let error = loop {
        let moves = history[place].position.moves();
        history.add_variation(place, &moves[0]).expect("a legal move");
        match history.add_variation(place, &moves[1]) {
            Ok(id) => place = id,
            Err(error) => break error,
        }
        depth += 1;
        assert!(depth < 1_000, "there is no limit");
    };
    assert_eq!(error, format!("variations would be more than {depth} deep"));
    assert_eq!(history[place].children.len(), 1, "the refused move is not left behind");
}
