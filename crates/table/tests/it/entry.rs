//! Move entry.

use strata_games::GAMES;
use strata_rules::{AnyPosition, Piece, Player, Random, Square, Step, Tile, WhyNot, find_game};
use strata_table::{Entered, Entry, Input};

fn position(game: &str, text: &str) -> Box<dyn AnyPosition> {
    let entry = find_game(GAMES, game).expect("a game");
    match text.is_empty() {
        true => entry.open([]).expect("defaults").start(),
        false => entry.read_position(text).unwrap_or_else(|error| panic!("{error}")),
    }
}

fn after(game: &str, moves: &str) -> Box<dyn AnyPosition> {
    let mut position = position(game, "");
    strata_rules::play_line(&mut *position, moves).expect(moves);
    position
}

fn square(name: &str) -> Square {
    name.parse().expect(name)
}

fn step(name: &str) -> Step {
    Step::Square(square(name))
}

/// Chooses one step; returns the move if it is complete.
fn choose_step(entry: &mut Entry, step: Step) -> Result<Option<String>, String> {
    Ok(match entry.choose(step).map_err(|why| why.reason)? {
        Entered::Move(mv) => Some(mv),
        Entered::Partial => None,
    })
}

/// Chooses legal squares and returns the result of the last one.
fn choose(entry: &mut Entry, squares: &str) -> Option<String> {
    let mut last = None;
    for name in squares.split_whitespace() {
        last = choose_step(entry, step(name)).unwrap_or_else(|reason| panic!("{name}: {reason}"));
    }
    last
}

fn refusal(entry: &mut Entry, name: &str) -> String {
    let before = entry.chosen().to_vec();
    let why = entry.choose(step(name)).expect_err(name);
    assert_eq!(entry.chosen(), before, "a refusal changes nothing");
    why.reason
}

#[test]
fn every_move_of_every_game_can_be_entered() {
    let mut random = Random::new(7);
    for entry in GAMES {
        let mut position = entry.open([]).expect("defaults").start();
        while position.outcome().is_none() {
            let moves = position.moves();
            let mv = &moves[random.below(moves.len() as u64) as usize];
            let steps = position.steps(mv).expect("a legal move");
            let mut entered = Entry::new(&*position);
            for (made, step) in steps.iter().enumerate() {
                assert_eq!(entered.chosen(), &steps[..made]);
                assert!(step.square().is_none_or(|square| entered.squares().contains(&square)));
                entered.preview();
                let complete = choose_step(&mut entered, *step).expect("it is offered");
                assert_eq!(complete.as_ref(), (made + 1 == steps.len()).then_some(mv));
            }
            assert!(entered.is_empty(), "the next move can be entered");
            position.play(mv).expect("a legal move");
        }
        let mut over = Entry::new(&*position);
        assert!(over.next().is_empty() && over.squares().is_empty());
        assert_eq!(refusal(&mut over, "a1"), "the game is over");
    }
}

#[test]
fn steps_are_undone() {
    let mut entry = Entry::new(&*position("qawale", ""));
    let first = entry.next().to_vec();
    assert_eq!(choose(&mut entry, "a1 b1"), None);
    assert_eq!(entry.chosen_squares(), [square("a1"), square("b1")]);
    assert!(entry.back() && entry.back() && !entry.back());
    assert_eq!(entry.next(), first);
    choose(&mut entry, "a1 b1");
    entry.clear();
    assert_eq!((entry.is_empty(), entry.next()), (true, &first[..]));
}

#[test]
fn preview_of_a_sowing_lifts_the_stack_and_drops_stones() {
    let mut entry = Entry::new(&*position("qawale", ""));
    let height = |entry: &Entry, name: &str| match &entry.preview().cell(square(name)).piece {
        Some(Piece::Stack(stones)) => stones.len(),
        _ => 0,
    };
    let held = |entry: &Entry| entry.preview().panels[0].held.clone();
    let light = Some(Player(0));
    assert_eq!((height(&entry, "a1"), held(&entry)), (2, vec![]));
    choose(&mut entry, "a1");
    assert_eq!((height(&entry, "a1"), held(&entry)), (0, vec![None, None, light]));
    assert_eq!(entry.preview().panels[0].hand[0].count, 7);
    choose(&mut entry, "b1");
    assert_eq!((height(&entry, "b1"), held(&entry)), (1, vec![None, light]));
    choose(&mut entry, "c1");
    assert_eq!(held(&entry), [light]);
    assert_eq!(entry.preview().last_move, entry.chosen_squares());
    assert_eq!(choose(&mut entry, "d1").as_deref(), Some("a1eee"));
}

#[test]
fn tall_stacks_are_entered_square_by_square() {
    // Listing all of its millions of sowings would exhaust the memory.
    let text = "std_nnnnnnnnldldldldldldl.0.0.0-0.0.0.0-0.0.0.0-0.0.0.0_d";
    let mut entry = Entry::new(&*position("qawale", text));
    let mut complete = None;
    for name in "a4 b4 c4 d4 d3 d2 d1 c1 b1 a1 a2 a3 a4 b4 c4 d4 d3 d2 d1 c1 b1 a1 a2".split(' ') {
        assert_eq!(complete, None);
        complete = choose_step(&mut entry, step(name)).expect(name);
    }
    assert!(complete.is_some());
}

#[test]
fn illegal_sowing_steps_state_the_reason() {
    let mut entry = Entry::new(&*position("qawale", ""));
    assert_eq!(refusal(&mut entry, "b2"), "b2 is empty; choose a stack to sow");
    assert_eq!(refusal(&mut entry, "e5"), "e5 is not on the board");
    choose(&mut entry, "a1 b1");
    assert_eq!(refusal(&mut entry, "a1"), "a sowing cannot go straight back to a1");
    assert_eq!(refusal(&mut entry, "b3"), "b3 is not an orthogonal neighbour of b1");
    assert_eq!(refusal(&mut entry, "b1"), "the next stone must be dropped on a neighbour of b1");
}

#[test]
fn illegal_checker_moves_state_the_reason() {
    let mut entry = Entry::new(&*position("clusterfuss", "size-4_1rrb-1bbr-rbrb-brbr_r"));
    assert_eq!(refusal(&mut entry, "a4"), "a4 is empty");
    assert_eq!(refusal(&mut entry, "a1"), "a1 is Blue's and it is Red's turn");
    choose(&mut entry, "b4");
    assert_eq!(refusal(&mut entry, "d1"), "b4 to d1: b4 and d1 are not orthogonal neighbours");
    assert!(refusal(&mut entry, "a4").starts_with("b4 to a4: "));
    let pass = entry.choose(Step::Word("pass")).expect_err("there are moves").reason;
    assert_eq!(pass, "pass cannot be part of this move");
    entry.back();
    let pass = entry.choose(Step::Word("pass")).expect_err("there are moves").reason;
    assert_eq!(pass, "pass is legal only if there is no other move");
}

#[test]
fn illegal_stack_choices_state_the_reason() {
    let moves = "b3 d5 d4 a5 c4 e5 e1 a3";
    let mut entry = Entry::new(&*after("staqs", moves));
    assert_eq!(refusal(&mut entry, "d5"), "d5 is White's and it is Blue's turn");
    assert_eq!(refusal(&mut entry, "a1"), "Blue has no piece in hand; move a stack, such as c3c4");
    choose(&mut entry, "e1");
    assert!(refusal(&mut entry, "c3").starts_with("e1 to c3: "));
    let mut entry = Entry::new(&*after("staqs", "b3"));
    assert_eq!(refusal(&mut entry, "b3"), "b3 is Blue's and it is White's turn");
    let blockade = entry.choose(Step::Piece("blockade")).expect_err("there is none").reason;
    assert_eq!(blockade, "no blockade can be played now");
}

#[test]
fn blockade_is_chosen_from_the_hand() {
    let game = find_game(GAMES, "staqs").expect("a game");
    let options = [("size", "3"), ("pieces", "1"), ("blockades", "1")];
    let mut position = game.open(options).expect("options").start();
    strata_rules::play_line(&mut *position, "a1 c3").expect("two moves");
    let mut entry = Entry::new(&*position);
    let in_hand = |entry: &Entry| {
        entry.preview().panels[0].hand.iter().filter(|item| item.name == "blockade").count()
    };
    assert_eq!(in_hand(&entry), 1);
    assert_eq!(entry.choose(Step::Piece("blockade")), Ok(Entered::Partial));
    assert_eq!(in_hand(&entry), 0);
    assert_eq!(refusal(&mut entry, "c3"), "c3 is White's");
    assert_eq!(choose(&mut entry, "b2").as_deref(), Some("xb2"));
}

#[test]
fn tile_is_placed_from_either_end() {
    let mut entry = Entry::new(&*position("isaac", ""));
    assert_eq!(choose(&mut entry, "a1 c1").as_deref(), Some("a1c1"));
    assert_eq!(choose(&mut entry, "c1 a1").as_deref(), Some("a1c1"));
    choose(&mut entry, "j10");
    let scene = entry.preview();
    let tile = scene.tile_at(square("j10")).expect("its first square");
    assert_eq!((tile.owner, tile.is_begun()), (Player(0), true));
    assert!(refusal(&mut entry, "j9").contains("2 long"));
}

#[test]
fn square_without_room_for_a_tile_states_the_reason() {
    let mut entry = Entry::new(&*after("isaac", "a2c2"));
    assert_eq!(refusal(&mut entry, "b2"), "b2 is already covered by a tile");
}

/// A position of the scoring phase in which the player to move has tiles.
fn scoring() -> Box<dyn AnyPosition> {
    let mut random = Random::new(3);
    let mut position = position("isaac", "");
    while !position.moves().iter().any(|mv| mv.contains('=')) {
        position.play_random(&mut random).expect("the game is not over");
    }
    position
}

#[test]
fn tile_is_removed_by_any_of_its_squares() {
    let position = scoring();
    let mut entry = Entry::new(&*position);
    let scene = position.scene();
    let tile = scene.tiles.iter().find(|tile| entry.next().contains(&Step::Square(tile.from)));
    let tile = tile.expect("one can be removed").clone();
    assert!(entry.squares().contains(&tile.to));
    assert_eq!(entry.choose(Step::Square(tile.to)), Ok(Entered::Partial));
    assert_eq!(entry.chosen(), [Step::Square(tile.from)]);
    let ghosts: Vec<_> = entry.preview().tiles.into_iter().filter(|tile| tile.ghost).collect();
    assert_eq!(ghosts, [Tile { ghost: true, ..tile.clone() }], "it can still be seen");
    let numbers = entry.next().iter().filter_map(|step| step.number());
    let points = numbers.max().expect("some points");
    let ahead = position.preview(&[Step::Square(tile.from), Step::Number(points)]);
    let score = |scene: &strata_rules::Scene| scene.panels[tile.owner.index()].score;
    assert_eq!(score(&ahead), score(&scene).map(|before| before + points));
    let reason = entry.choose(Step::Number(9_999)).expect_err("too many points").reason;
    assert!(reason.starts_with("9999 is not possible here; choose 0"), "{reason}");
    assert_eq!(refusal(&mut entry, "a1"), "choose a number next");
    let other = scene.tiles.iter().find(|other| other.owner != tile.owner).expect("one");
    entry.clear();
    let reason = entry.choose(Step::Square(other.from)).expect_err("not one's own").reason;
    assert!(reason.ends_with("turn"), "{reason}");
}

#[test]
fn words_are_parsed_as_steps() {
    let mut entry = Entry::new(&*position("qawale", ""));
    assert_eq!(entry.read_step(" A1 "), Ok(step("a1")));
    assert_eq!(entry.read_step("b2"), Ok(step("b2")), "any square, so that it can be refused");
    assert_eq!(entry.read_step("7"), Ok(Step::Number(7)));
    assert!(entry.read_step("dog").is_err() && entry.read_step("").is_err());
    let number = entry.choose(Step::Number(7)).expect_err("no number").reason;
    assert_eq!(number, "no number is needed now");
}

fn click(entry: &mut Entry, name: &str) -> Result<Entered, WhyNot> {
    entry.input(Input::Square(square(name)))
}

fn whole(mv: &str) -> Result<Entered, WhyNot> {
    Ok(Entered::Move(mv.to_owned()))
}

const PARTIAL: Result<Entered, WhyNot> = Ok(Entered::Partial);

#[test]
fn clicking_the_chosen_square_again_deselects_it() {
    let mut entry = Entry::new(&*position("clusterfuss", ""));
    assert_eq!(click(&mut entry, "a8"), PARTIAL);
    assert_eq!(entry.chosen(), [step("a8")]);
    assert_eq!(click(&mut entry, "a8"), PARTIAL);
    assert!(entry.is_empty());
}

#[test]
fn clicking_another_piece_replaces_the_chosen_one_and_an_illegal_square_does_not() {
    let mut entry = Entry::new(&*position("clusterfuss", ""));
    assert_eq!(click(&mut entry, "a8"), PARTIAL);
    assert_eq!(click(&mut entry, "h1"), PARTIAL, "another red checker");
    assert_eq!(entry.chosen(), [step("h1")]);
    click(&mut entry, "a1").expect_err("a blue checker, far away");
    assert_eq!(entry.chosen(), [step("h1")]);
    assert_eq!(click(&mut entry, "g1"), whole("h1g1"));
    assert!(entry.is_empty());
}

#[test]
fn only_number_is_chosen_automatically_and_otherwise_the_largest_is_proposed() {
    let position = scoring();
    for tile in position.scene().tiles {
        let mut entry = Entry::new(&*position);
        let numbers = position.continuations(&[Step::Square(tile.from)]).next;
        match (entry.input(Input::Square(tile.to)), numbers.len()) {
            (Err(_), _) => assert!(entry.is_empty()),
            (Ok(Entered::Move(mv)), 1) => assert_eq!(mv, format!("{}={}", tile.from, numbers[0])),
            (Ok(Entered::Partial), 2..) => {
                let choice = entry.number_choice().expect("points");
                assert_eq!(choice.proposed, *choice.numbers.last().expect("some"));
                let best = Step::Number(choice.proposed);
                assert_eq!(entry.label(best), format!("Score {}", choice.proposed));
                assert!(matches!(entry.input(Input::Step(best)), Ok(Entered::Move(_))));
            }
            (other, count) => panic!("{other:?} with {count} numbers"),
        }
    }
}

#[test]
fn dragging_to_a_target_plays_and_outside_the_board_deselects() {
    let mut entry = Entry::new(&*position("clusterfuss", ""));
    assert_eq!(entry.input(Input::Lift(square("a8"))), PARTIAL);
    assert_eq!(entry.lifted().map(|lifted| lifted.from), Some(square("a8")));
    assert_eq!(entry.input(Input::Drop(Some(square("b8")))), whole("a8b8"));
    entry.input(Input::Lift(square("a8"))).expect("it can be lifted again");
    assert_eq!(entry.input(Input::Drop(None)), PARTIAL);
    assert!(entry.is_empty() && entry.lifted().is_none());
}

#[test]
fn dropping_a_piece_where_it_was_lifted_counts_as_a_click() {
    let mut entry = Entry::new(&*position("clusterfuss", ""));
    let home = square("a8");
    entry.input(Input::Lift(home)).expect("a red checker");
    entry.input(Input::Drop(Some(home))).expect("back again");
    assert_eq!(entry.chosen(), [Step::Square(home)], "it stays chosen, as after a click");
    entry.input(Input::Lift(home)).expect("chosen already");
    entry.input(Input::Drop(Some(home))).expect("back again");
    assert!(entry.is_empty(), "a second click deselects it");
}

#[test]
fn square_that_is_a_complete_move_is_clicked_not_dragged() {
    let mut entry = Entry::new(&*position("staqs", ""));
    assert!(entry.draggable_squares().is_empty());
    assert_eq!(entry.input(Input::Lift(square("c3"))), PARTIAL);
    assert!(entry.is_empty() && entry.lifted().is_none());
    assert_eq!(entry.input(Input::Drop(Some(square("c3")))), whole("c3"));
    let moving = Entry::new(&*after("staqs", "b3 d5 d4 a5 c4 e5 e1 a3"));
    assert_eq!(moving.draggable_squares(), moving.target_squares());
}

#[test]
fn moves_wait_for_confirmation_if_required() {
    let mut entry = Entry::new(&*position("staqs", ""));
    entry.set_must_confirm(true);
    assert_eq!(click(&mut entry, "c3"), PARTIAL);
    assert_eq!(entry.unconfirmed(), Some("c3"));
    assert_eq!(entry.prompt(), "Confirm c3, or take the last step back");
    assert_eq!(click(&mut entry, "d4"), PARTIAL, "another square instead");
    assert_eq!(entry.unconfirmed(), Some("d4"));
    assert_eq!(entry.input(Input::Confirm), whole("d4"));
    entry.input(Input::Confirm).expect_err("nothing is chosen");
}

#[test]
fn entry_resumes_from_its_steps() {
    let position = position("qawale", "");
    let steps = [step("a1"), step("b1")];
    let entry = Entry::resume(&*position, &steps, None).expect("they can be chosen");
    assert_eq!(entry.chosen(), steps);
    Entry::resume(&*position, &[step("b2")], None).expect_err("b2 is empty");
}

#[test]
fn tile_from_the_hand_covers_the_chosen_square_and_can_be_turned() {
    let mut entry = Entry::new(&*position("isaac", ""));
    let tile = |length, upright| Step::Tile { length, upright };
    assert_eq!(entry.choices(), [3, 4, 5, 6, 7].map(|length| tile(length, false)), "listed once");
    assert_eq!(entry.input(Input::Step(tile(4, false))), PARTIAL);
    entry.set_must_confirm(true);
    // In the middle as far as the edge allows.
    assert_eq!(click(&mut entry, "a5"), PARTIAL);
    assert_eq!(entry.unconfirmed(), Some("a5d5"));
    assert_eq!(entry.input(Input::Turn), PARTIAL);
    assert_eq!(entry.unconfirmed(), Some("a3a6"));
    let ghost = entry.preview().tiles[0].clone();
    assert_eq!((ghost.length(), ghost.ghost), (4, true));
    assert_eq!(entry.input(Input::Confirm), whole("a3a6"));
    let why = entry.input(Input::Turn).expect_err("no tile is chosen");
    assert_eq!(why.reason, "choose a tile first");
}

#[test]
fn tile_can_replace_another_one_and_does_not_fit_everywhere() {
    let mut entry = Entry::new(&*after("isaac", "a2c2"));
    let tile = |length| Input::Step(Step::Tile { length, upright: false });
    assert_eq!(entry.input(tile(7)), PARTIAL);
    assert_eq!(entry.input(tile(3)), PARTIAL);
    assert_eq!(entry.chosen(), [Step::Tile { length: 3, upright: false }]);
    assert!(!entry.squares().contains(&square("b2")) && entry.squares().contains(&square("d2")));
    assert_eq!(refusal(&mut entry, "b2"), "b2 is already covered by a tile");
    assert_eq!(click(&mut entry, "d2"), whole("d2f2"));
}

#[test]
fn dragging_along_a_path_drops_a_stone_on_each_square() {
    let mut entry = Entry::new(&*position("qawale", ""));
    let drag = |entry: &mut Entry, name: &str| entry.input(Input::Drag(square(name)));
    assert_eq!(entry.input(Input::Lift(square("a1"))), PARTIAL);
    assert_eq!(entry.preview().held_at, Some(square("a1")), "with the player's stone on top");
    assert_eq!(entry.preview().panels[0].held, [None, None, Some(Player(0))]);
    for name in ["b1", "c2", "c1"] {
        assert_eq!(drag(&mut entry, name), PARTIAL);
    }
    assert_eq!(entry.chosen_squares(), ["a1", "b1", "c1"].map(square), "c2 is only on the way");
    assert_eq!(drag(&mut entry, "b1"), PARTIAL);
    assert_eq!(entry.chosen_squares(), ["a1", "b1"].map(square), "back again");
    assert_eq!(drag(&mut entry, "c1"), PARTIAL);
    assert_eq!(drag(&mut entry, "d1"), PARTIAL, "the last stone waits for the drop");
    assert_eq!(entry.input(Input::Drop(Some(square("d1")))), whole("a1eee"));
}

#[test]
fn points_are_chosen_by_the_square_of_the_counter() {
    let text = "std_score_d_a1c1.f3f9_g5j5.d10g10_34320-42321_12-7_n";
    let mut entry = Entry::new(&*position("isaac", text));
    assert_eq!(click(&mut entry, "f5"), PARTIAL);
    let most = entry.number_choice().expect("points").proposed;
    // Dark's counter is on c2, its number 12; each point is one square.
    let target = Square::from_index(12 + most as usize, 10);
    let ahead = entry.preview().panels[0].score;
    assert!(entry.squares().contains(&target), "{:?}", entry.squares());
    assert_eq!(ahead, Some(12));
    assert_eq!(click(&mut entry, &target.to_string()), whole(&format!("f3={most}")));
}

#[test]
fn refusal_shows_the_groups_that_a_capture_would_make() {
    let mut entry = Entry::new(&*position("clusterfuss", "size-3_br1-1rr-3_r"));
    let why = entry.choose(step("b2")).expect_err("it would split Red");
    let groups =
        [vec!["c2"], vec!["a3", "b3"]].map(|group| group.into_iter().map(square).collect());
    assert_eq!(why.groups, groups.map(|group: Vec<Square>| group));
    choose(&mut entry, "b3");
    assert_eq!(entry.choose(step("c3")).expect_err("empty").groups, Vec::<Vec<Square>>::new());
}

#[test]
fn move_can_be_entered_in_advance() {
    for game in GAMES {
        let start = game.open([]).expect("defaults").start();
        let turned = start.with_turn(Player(1)).expect("the second player will move");
        assert_eq!(turned.turn(), Player(1), "{}", game.info.id);
        let mut entry = Entry::new(&*turned);
        while let Some(step) = entry.next().first().copied() {
            if entry.choose(step).expect("it is offered") != Entered::Partial {
                break;
            }
        }
        assert!(start.with_turn(Player(7)).is_none());
    }
}
