//! Commands: which are accepted in which state, and what they do.

use crate::common::{
    ann, apply, bob, bot, line, millis, play, played, read, sit, small, state, three,
};
use std::time::Duration;
use strata_games::GAMES;
use strata_rules::Player;
use strata_table::{Command, Event, FinishKind, History, Seat, Setup, Table};

const ANN: Player = Player(0);
const BOB: Player = Player(1);

fn all_commands() -> Vec<(&'static str, Command)> {
    vec![
        ("play", play(0, "d1c1")),
        ("play out of turn", play(1, "d1c1")),
        ("play nonsense", play(0, "nonsense")),
        ("resign", Command::Resign { by: BOB }),
        ("offer draw", Command::OfferDraw { by: ANN }),
        ("accept draw", Command::AcceptDraw { by: BOB }),
        ("accept own draw", Command::AcceptDraw { by: ANN }),
        ("decline draw", Command::DeclineDraw { by: BOB }),
        ("take back", Command::Takeback { by: ANN }),
        ("accept takeback", Command::AcceptTakeback { by: BOB }),
        ("decline takeback", Command::DeclineTakeback { by: BOB }),
        ("redo", Command::Redo),
        ("go to start", Command::GoTo { node: History::ROOT }),
        ("pause", Command::Pause),
        ("resume", Command::Resume),
        ("rename", Command::Rename { player: BOB, name: "Eve".to_owned() }),
        ("forfeit", Command::Forfeit { player: BOB }),
        ("abandon", Command::Abandon),
    ]
}

/// A game that can end in a draw, after two moves.
fn drawable() -> Table {
    drawable_between([ann(), bob()])
}

fn drawable_between(seats: [Seat; 2]) -> Table {
    let mut setup = Setup::new("staqs", seats);
    setup.options = [("size", "4"), ("pieces", "1")].map(|(a, b)| (a.into(), b.into())).into();
    played(setup, &["d1", "a4"])
}

/// A table in each state, with the commands it accepts. Ann is to move in all of them.
fn all_states() -> Vec<(&'static str, Table, &'static str)> {
    let fresh = || sit(small([ann(), bob()], "5+3"));
    let started = || played(small([ann(), bob()], ""), &["a4b4", "a3b3"]);
    let with = |mut table: Table, commands: &[Command]| {
        for command in commands {
            apply(&mut table, command.clone()).expect("an accepted command");
        }
        table
    };
    let remote = || played(small([ann(), Seat::remote("Bob")], "5+3"), &["a4b4", "a3b3"]);
    let takeback = Command::Takeback { by: ANN };
    let draw = Command::OfferDraw { by: ANN };
    vec![
        ("fresh", fresh(), "play, resign, pause, rename, forfeit, abandon"),
        (
            "started",
            started(),
            "play, resign, take back, go to start, pause, rename, forfeit, abandon",
        ),
        (
            "taken back",
            with(started(), &[takeback.clone(), takeback.clone()]),
            "play, resign, redo, pause, rename, forfeit, abandon",
        ),
        (
            "draws possible",
            drawable(),
            "play, resign, offer draw, take back, go to start, pause, rename, forfeit, abandon",
        ),
        (
            "draw offered",
            with(drawable(), std::slice::from_ref(&draw)),
            "play, resign, accept draw, decline draw, take back, go to start, pause, rename, forfeit, abandon",
        ),
        (
            "paused",
            with(started(), &[Command::Pause]),
            "resign, take back, go to start, resume, rename, forfeit, abandon",
        ),
        (
            "against a bot",
            played(small([ann(), bot()], ""), &["a4b4", "a3b3"]),
            "play, resign, take back, go to start, pause, rename, forfeit, abandon",
        ),
        ("with a remote player", remote(), "play, resign, take back, rename, forfeit, abandon"),
        (
            "takeback offered",
            with(remote(), &[takeback]),
            "play, resign, accept takeback, decline takeback, rename, forfeit, abandon",
        ),
        ("resigned", with(started(), &[Command::Resign { by: ANN }]), ""),
        ("drawn", with(drawable(), &[draw, Command::AcceptDraw { by: BOB }]), ""),
        ("left", with(started(), &[Command::Forfeit { player: BOB }]), ""),
        ("abandoned", with(started(), &[Command::Abandon]), ""),
        (
            "out of time",
            {
                let mut table = fresh();
                table.tick(Duration::MAX);
                table
            },
            "",
        ),
        ("won", played(small_board(), &["a2a1", "b2b1", "a1b1"]), ""),
    ]
}

fn small_board() -> Setup {
    let mut setup = small([ann(), bob()], "");
    setup.options[0].1 = "2".to_owned();
    setup
}

#[test]
fn every_state_accepts_exactly_its_commands() {
    for (name, table, expected) in all_states() {
        let mut accepted = Vec::new();
        for (command_name, command) in all_commands() {
            let mut tried = table.clone();
            let now = Duration::ZERO;
            let before = state(&table, now);
            match apply(&mut tried, command) {
                Ok(events) => {
                    assert!(!events.is_empty(), "{name}, {command_name}: nothing happened");
                    assert_ne!(state(&tried, now), before, "{name}, {command_name}");
                    accepted.push(command_name);
                }
                Err(refusal) => {
                    assert!(!refusal.reason.is_empty() && !refusal.reason.ends_with('.'));
                    assert_eq!(state(&tried, now), before, "{name}, {command_name}");
                }
            }
        }
        assert_eq!(accepted.join(", "), expected, "{name}");
    }
}

/// Why a command is refused.
fn reason(table: &mut Table, command: Command) -> String {
    apply(table, command).expect_err("refused").reason
}

#[test]
fn refusals_state_the_reason() {
    let mut table = played(small([ann(), bob()], ""), &["a4b4"]);
    assert_eq!(reason(&mut table, play(0, "a3b3")), "it is Blue's turn (Bob)");
    assert_eq!(
        reason(&mut table, play(1, "c4b4")),
        "c4b4: c4 holds a Red checker and it is Blue's turn"
    );
    assert_eq!(
        reason(&mut table, play(1, "a1c1")),
        "a1c1: a1 and c1 are not orthogonal neighbours"
    );
    assert_eq!(reason(&mut table, Command::Redo), "there is no move to redo");
    assert_eq!(
        reason(&mut table, Command::OfferDraw { by: ANN }),
        "Clusterfuss has no draws: every game has a winner"
    );
    let mut table = drawable();
    assert_eq!(reason(&mut table, Command::AcceptDraw { by: ANN }), "nobody has offered a draw");
    apply(&mut table, Command::OfferDraw { by: ANN }).expect("an offer");
    assert_eq!(
        reason(&mut table, Command::OfferDraw { by: BOB }),
        "Blue (Ann) has already offered a draw"
    );
}

#[test]
fn unknown_players_and_nodes_are_refused() {
    let mut table = sit(small([ann(), bob()], ""));
    let other = played(small([ann(), bob()], ""), &["a4b4"]);
    for command in [play(2, "a4b4"), play(255, "a4b4"), Command::Resign { by: Player(200) }] {
        let refusal = apply(&mut table, command).expect_err("no such player");
        assert!(refusal.reason.starts_with("there is no player"), "{refusal}");
    }
    let node = other.history().current();
    let refusal = apply(&mut table, Command::GoTo { node }).expect_err("no such node");
    assert_eq!(refusal.reason, "there is no such move in this game");
}

#[test]
fn takeback_against_a_bot_goes_back_to_the_persons_turn() {
    let mut table = played(small([ann(), bot()], ""), &["a4b4", "a3b3"]);
    apply(&mut table, Command::Takeback { by: ANN }).expect("back to Ann");
    assert_eq!(line(&table), Vec::<String>::new());
    apply(&mut table, Command::Redo).expect("both moves again");
    assert_eq!(line(&table), ["a4b4", "a3b3"]);
    apply(&mut table, play(0, "d1c1")).expect("a move");
    apply(&mut table, Command::Takeback { by: ANN }).expect("before the bot moves");
    assert_eq!(line(&table), ["a4b4", "a3b3"]);
    let refusal = apply(&mut table, Command::Takeback { by: BOB }).expect_err("it is a bot");
    assert_eq!(refusal.reason, "bots cannot take moves back");
}

#[test]
fn first_move_of_a_bot_cannot_be_taken_back() {
    let mut table = played(small([bot(), ann()], ""), &["a4b4"]);
    let refusal = apply(&mut table, Command::Takeback { by: BOB }).expect_err("Ann has not moved");
    assert_eq!(refusal.reason, "there is no move to take back");
}

#[test]
fn takeback_on_one_device_undoes_one_move() {
    let mut table = played(small([ann(), bob()], ""), &["a4b4", "a3b3"]);
    apply(&mut table, Command::Takeback { by: ANN }).expect("one move");
    assert_eq!(line(&table), ["a4b4"]);
}

#[test]
fn another_move_becomes_the_main_line_and_the_old_one_a_variation() {
    let mut table = played(small([ann(), bob()], ""), &["a4b4", "a3b3"]);
    let old = table.history().current();
    apply(&mut table, Command::Takeback { by: BOB }).expect("one move");
    apply(&mut table, play(1, "a3a4")).expect_err("a4 is empty");
    apply(&mut table, play(1, "a1a2")).expect("another move");
    assert_eq!(line(&table), ["a4b4", "a1a2"]);
    let history = table.history();
    assert_eq!(history.count_moves(), 3);
    assert_eq!(history.main_line().last(), Some(&history.current()));
    apply(&mut table, Command::Takeback { by: BOB }).expect("one move");
    apply(&mut table, Command::Redo).expect("the newer move is the main line");
    assert_eq!(line(&table), ["a4b4", "a1a2"]);
    apply(&mut table, Command::GoTo { node: old }).expect("the old line is there");
    assert_eq!(line(&table), ["a4b4", "a3b3"]);
    apply(&mut table, Command::Takeback { by: BOB }).expect("one move");
    let events = apply(&mut table, play(1, "A1 A2")).expect("a known move");
    assert!(matches!(&events[..], [Event::Moved { mv, .. }] if mv == "a1a2"), "{events:?}");
    assert_eq!(table.history().count_moves(), 3);
}

#[test]
fn takeback_with_a_remote_player_needs_consent() {
    let mut table = played(small([ann(), Seat::remote("Bob")], ""), &["a4b4", "a3b3", "d1c1"]);
    assert!(table.is_shared());
    let events = apply(&mut table, Command::Takeback { by: BOB }).expect("Bob asks");
    assert_eq!(events, [Event::TakebackOffered { by: BOB }]);
    assert_eq!(line(&table).len(), 3);
    apply(&mut table, Command::AcceptDraw { by: ANN }).expect_err("Bob asked for a takeback");
    let events = apply(&mut table, Command::AcceptTakeback { by: ANN }).expect("Ann agrees");
    assert!(matches!(events[..], [Event::TookBack { by: BOB, .. }]), "{events:?}");
    assert_eq!(line(&table), ["a4b4"], "back to Bob's turn");
    apply(&mut table, Command::Takeback { by: ANN }).expect("Ann asks");
    let events = apply(&mut table, play(1, "a3b3")).expect("Bob moves instead");
    assert_eq!(events[1..], [Event::TakebackDeclined { by: BOB }]);
    for command in [Command::Redo, Command::GoTo { node: History::ROOT }, Command::Pause] {
        apply(&mut table, command).expect_err("refused at a shared table");
    }
}

#[test]
fn one_remote_player_against_bots_is_not_a_shared_table() {
    let table = played(small([Seat::remote("Ann"), bot()], ""), &["a4b4", "a3b3"]);
    assert!(!table.is_shared());
    let mut table = table;
    apply(&mut table, Command::Takeback { by: ANN }).expect("no consent needed");
    assert_eq!(line(&table).len(), 0);
}

#[test]
fn draw_needs_the_consent_of_all_players() {
    let seats = || [ann(), bob(), Seat::person("Cid")];
    let mut table = sit(three(seats(), ""));
    apply(&mut table, Command::OfferDraw { by: Player(2) }).expect("Cid offers");
    assert_eq!(table.draw_offer(), Some(Player(2)));
    apply(&mut table, Command::OfferDraw { by: ANN }).expect_err("there is an offer");
    let events = apply(&mut table, Command::AcceptDraw { by: ANN }).expect("Ann accepts");
    assert_eq!(events, [Event::DrawAccepted { by: ANN }]);
    let events = apply(&mut table, Command::AcceptDraw { by: BOB }).expect("Bob accepts");
    let [Event::Finished(finish)] = &events[..] else { panic!("{events:?}") };
    assert_eq!((finish.how, finish.result.as_str()), (FinishKind::Agreement, "1/3-1/3-1/3"));
    assert_eq!(finish.sentence, "Draw: by agreement");
}

#[test]
fn same_offer_can_be_made_only_once_before_the_next_move() {
    let mut table = drawable_between([ann(), Seat::remote("Bob")]);
    let only_once = "you have already offered a draw; wait for the next move";
    for by in [ANN, BOB] {
        apply(&mut table, Command::OfferDraw { by }).expect("an offer");
        // A withdrawn offer counts too.
        apply(&mut table, Command::DeclineDraw { by: ANN }).expect("no draw");
        assert_eq!(reason(&mut table, Command::OfferDraw { by }), only_once);
    }
    apply(&mut table, Command::Takeback { by: ANN }).expect("another offer");
    apply(&mut table, Command::DeclineTakeback { by: BOB }).expect("nothing is taken back");
    let only_once = "you have already asked for a takeback; wait for the next move";
    assert_eq!(reason(&mut table, Command::Takeback { by: ANN }), only_once);
    apply(&mut table, play(0, "d1c1")).expect("a move");
    apply(&mut table, Command::OfferDraw { by: ANN }).expect("a new offer");
}

#[test]
fn draw_offer_survives_the_offering_players_move_and_ends_with_the_next() {
    let mut table = drawable();
    apply(&mut table, Command::OfferDraw { by: ANN }).expect("Ann offers");
    let events = apply(&mut table, play(0, "d1c1")).expect("and moves");
    assert_eq!((events.len(), table.draw_offer()), (1, Some(ANN)));
    let events = apply(&mut table, play(1, "a4a3")).expect("Bob moves instead");
    assert_eq!(events[1..], [Event::DrawDeclined { by: BOB }]);
    assert_eq!(table.draw_offer(), None);
    apply(&mut table, Command::OfferDraw { by: ANN }).expect("Ann offers again");
    apply(&mut table, Command::DeclineDraw { by: ANN }).expect("and withdraws");
    apply(&mut table, Command::AcceptDraw { by: BOB }).expect_err("too late");
}

#[test]
fn resignation_ends_a_game_of_two() {
    let mut table = sit(small([ann(), bob()], ""));
    apply(&mut table, Command::Resign { by: BOB }).expect("out of turn is fine");
    let finish = table.result().expect("over");
    assert_eq!(
        (finish.result.as_str(), finish.sentence.as_str()),
        ("1-0", "Red wins: Blue resigned")
    );
    let refusal = apply(&mut table, play(0, "a4b4")).expect_err("over");
    assert_eq!(refusal.reason, "the game is over: Red wins: Blue resigned");
    assert_eq!((table.turn(), table.seat_to_move()), (None, None));
}

#[test]
fn game_ends_by_the_rules() {
    let table = played(small_board(), &["a2a1", "b2b1", "a1b1"]);
    let finish = table.result().expect("over");
    assert_eq!((finish.how, finish.result.as_str()), (FinishKind::Rules, "1-0"));
    assert_eq!(finish.sentence, "Red wins: Blue has no checker left");
}

#[test]
fn rematch_swaps_or_rotates_the_seats() {
    let table = sit(small([ann(), bob()], "5+3"));
    assert_eq!(table.rematch(), Setup { seats: vec![bob(), ann()], ..table.setup().clone() });
    let table = sit(three([ann(), bob(), bot()], ""));
    assert_eq!(table.rematch().seats, [bot(), ann(), bob()]);
    assert_eq!(sit(table.rematch()).rematch().seats, [bob(), bot(), ann()]);
}

#[test]
fn names_are_cleaned() {
    let mut table = sit(small([Seat::person(" Ann\t"), bob()], ""));
    assert_eq!(table.name_of(ANN), "Red (Ann)");
    let rename = Command::Rename { player: ANN, name: "\n".to_owned() };
    apply(&mut table, rename).expect("a name can be empty");
    assert_eq!(table.name_of(ANN), "Red");
    let refusal = apply(&mut table, play(1, "a4b4")).expect_err("out of turn");
    assert_eq!(refusal.reason, "it is Red's turn");
}

#[test]
fn scene_of_the_last_position_shows_the_result() {
    let mut table = played(small([ann(), bob()], ""), &["a4b4", "a3b3"]);
    let last = table.history().current();
    let drawn = |table: &Table, node| {
        let scene = table.scene_at(node).expect("a node of the game");
        (scene.caption.clone(), scene.panels.iter().any(|panel| panel.to_move))
    };
    assert_eq!(drawn(&table, last), ("Red to move".to_owned(), true));
    apply(&mut table, Command::Resign { by: ANN }).expect("the game is not over");
    assert_eq!(drawn(&table, last), ("Blue wins: Red resigned".to_owned(), false));
    assert_eq!(drawn(&table, History::ROOT), ("Red to move".to_owned(), true));
}

/// Ann, Bob and Cid play STAQS on a small board with one piece each.
fn trio(clock: &str) -> Table {
    let mut setup = three([ann(), bob(), Seat::person("Cid")], clock);
    setup.options.push(("size".to_owned(), "3".to_owned()));
    setup.options.push(("pieces".to_owned(), "1".to_owned()));
    sit(setup)
}

const CID: Player = Player(2);

#[test]
fn resigned_player_is_skipped_in_games_of_three_and_the_last_one_left_wins() {
    let mut table = trio("");
    for (by, mv) in [(0, "a1"), (1, "b2"), (2, "c3")] {
        apply(&mut table, play(by, mv)).expect(mv);
    }
    let events = apply(&mut table, Command::Resign { by: ANN }).expect("Ann resigns");
    let node = table.history().current();
    let left = Event::Eliminated { player: ANN, node };
    assert_eq!(events, [Event::Resigned { player: ANN }, left]);
    assert_eq!((table.turn(), table.result()), (Some(BOB), None));
    assert_eq!(line(&table), ["a1", "b2", "c3", "resign-blue"]);
    let refusal = apply(&mut table, Command::OfferDraw { by: ANN }).expect_err("she is out");
    assert_eq!(refusal.reason, "Blue (Ann) is out of the game");
    apply(&mut table, play(1, "b2b3")).expect("Bob moves instead");
    assert_eq!(table.turn(), Some(CID));
    let events = apply(&mut table, Command::Resign { by: CID }).expect("Cid resigns");
    let Some(Event::Finished(finish)) = events.last() else { panic!("{events:?}") };
    assert_eq!(finish.winners.iter().collect::<Vec<_>>(), [BOB]);
    assert_eq!((finish.how, finish.result.as_str()), (FinishKind::Rules, "0-1-0"));
    assert_eq!(finish.sentence, "White wins: White is the last player left");
}

#[test]
fn resignation_out_of_turn_leaves_the_turn_and_is_restored_from_the_record() {
    let mut table = trio("");
    apply(&mut table, play(0, "a1")).expect("a legal move");
    apply(&mut table, Command::Resign { by: CID }).expect("Cid resigns out of turn");
    assert_eq!(table.turn(), Some(BOB));
    apply(&mut table, play(1, "b2")).expect("Bob places");
    assert_eq!(table.turn(), Some(ANN), "Cid is skipped");
    let text = table.record_text(millis(0));
    assert!(text.ends_with("1. a1 resign-red 2... b2 *\n"), "{text}");
    let again = Table::from_record(GAMES, &read(&text), millis(0)).expect("its own record");
    assert_eq!(again.record_text(millis(0)), text);
    assert_eq!(again.eliminated().iter().collect::<Vec<_>>(), [CID]);
}

#[test]
fn resignation_in_a_game_of_three_can_be_taken_back() {
    let mut table = trio("");
    apply(&mut table, Command::Resign { by: ANN }).expect("Ann resigns");
    apply(&mut table, Command::Takeback { by: BOB }).expect("a game on one device");
    assert!(table.eliminated().is_empty());
    assert_eq!(table.turn(), Some(ANN));
}

#[test]
fn player_who_runs_out_of_time_in_a_game_of_three_is_skipped() {
    let mut table = trio("1+0");
    let events = table.tick(millis(60_000));
    assert_eq!(events[0], Event::FlagFell { player: ANN });
    assert_eq!((table.turn(), table.result()), (Some(BOB), None));
    let left = table.time_left(BOB, millis(61_000)).and_then(|left| left.game);
    assert_eq!(left, Some(millis(59_000)), "Bob's clock runs since Ann's flag fell");
    let events = table.tick(millis(200_000));
    assert_eq!(events[0], Event::FlagFell { player: BOB });
    assert!(matches!(events.last(), Some(Event::Finished(finish)) if finish.result == "0-0-1"));
}

#[test]
fn remaining_players_agree_on_a_draw_without_the_one_who_left() {
    let mut table = trio("");
    apply(&mut table, Command::OfferDraw { by: ANN }).expect("Ann offers");
    let events = apply(&mut table, Command::Resign { by: ANN }).expect("Ann resigns");
    assert_eq!(events.last(), Some(&Event::DrawDeclined { by: ANN }), "her offer ends");
    apply(&mut table, Command::OfferDraw { by: BOB }).expect("Bob offers");
    let events = apply(&mut table, Command::AcceptDraw { by: CID }).expect("Cid accepts");
    let [Event::Finished(finish)] = &events[..] else { panic!("{events:?}") };
    assert_eq!(finish.result, "0-1/2-1/2");
}

#[test]
fn forced_pass_is_played_by_the_table_and_skipped_by_takebacks() {
    let mut setup = Setup::new("staqs", [ann(), bob()]);
    // White's only stack cannot move; Blue can still move twice.
    setup.position = Some("size-3.pieces-1_w2en-een-b2nn_b_0-0".to_owned());
    let mut table = sit(setup);
    let events = apply(&mut table, play(0, "a1b1")).expect("a legal move");
    let passed = |event: &Event| matches!(event, Event::Moved { player: BOB, mv, forced: true, .. } if mv == "pass");
    assert!(passed(&events[1]), "{events:?}");
    assert_eq!((table.turn(), line(&table).len()), (Some(ANN), 2));
    apply(&mut table, Command::Takeback { by: BOB }).expect("a game on one device");
    assert_eq!((table.turn(), line(&table).len()), (Some(ANN), 0), "not to the pass");
    apply(&mut table, Command::Redo).expect("there is a move to redo");
    assert_eq!(table.turn(), Some(ANN));
}

#[test]
fn player_cannot_enter_the_elimination_of_another_as_a_move() {
    let mut table = trio("");
    for text in ["resign-red", "timeout-white", "absent-blue", "Resign-Red"] {
        apply(&mut table, play(0, text)).expect_err(text);
    }
    assert!(table.eliminated().is_empty() && line(&table).is_empty());
}
