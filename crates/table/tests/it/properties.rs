//! Properties that hold after every step of thousands of random command sequences.

use std::time::Duration;

use crate::common::{ann, bob, bot, line, read, state};
use proptest::prelude::*;
use strata_games::GAMES;
use strata_records::{Record, play_recorded, verify};
use strata_rules::{Player, find_game};
use strata_table::{Command, Event, History, LogEntry, Seat, Setup, Table};

/// A random action. Numbers are taken modulo the number of choices.
#[derive(Clone, Debug)]
enum Action {
    /// Plays a legal move of the player to move.
    Play(usize),
    /// Plays arbitrary text as a move of any player.
    PlayText(u8, String),
    /// Jumps to a node of the history.
    GoTo(usize),
    /// Applies a command.
    Apply(Command),
}

fn player() -> impl Strategy<Value = Player> {
    (0_u8..5).prop_map(Player)
}

fn action() -> impl Strategy<Value = Action> {
    let by_player = player().prop_flat_map(|by| {
        prop_oneof![
            Just(Command::OfferDraw { by }),
            Just(Command::AcceptDraw { by }),
            Just(Command::DeclineDraw { by }),
            Just(Command::AcceptTakeback { by }),
            Just(Command::DeclineTakeback { by }),
        ]
    });
    let name = prop_oneof!["[a-z\"\\\\]{0,5}", "\\PC{0,50}"];
    prop_oneof![
        30 => any::<usize>().prop_map(Action::Play),
        2 => (0_u8..5, "[a-e1-5]{0,6}").prop_map(|(by, text)| Action::PlayText(by, text)),
        4 => any::<usize>().prop_map(Action::GoTo),
        8 => player().prop_map(|by| Action::Apply(Command::Takeback { by })),
        6 => Just(Action::Apply(Command::Redo)),
        8 => by_player.prop_map(Action::Apply),
        2 => Just(Action::Apply(Command::Pause)),
        3 => Just(Action::Apply(Command::Resume)),
        1 => (player(), name).prop_map(|(player, name)| Action::Apply(Command::Rename { player, name })),
        1 => player().prop_map(|by| Action::Apply(Command::Resign { by })),
        1 => player().prop_map(|player| Action::Apply(Command::Forfeit { player })),
        1 => Just(Action::Apply(Command::Abandon)),
    ]
}

fn seat() -> impl Strategy<Value = Seat> {
    prop_oneof![3 => Just(ann()), 2 => Just(bob()), 2 => Just(bot()), 1 => Just(Seat::remote("Zoë"))]
}

fn setup() -> impl Strategy<Value = Setup> {
    let game = prop::sample::select(vec![
        ("staqs", "", 2),
        ("staqs", "players=3", 3),
        ("staqs", "players=4 size=4 blockades=1", 4),
        ("clusterfuss", "size=3", 2),
        ("clusterfuss", "size=4 pie=on", 2),
        ("qawale", "", 2),
        ("isaac", "", 2),
    ]);
    let clock = prop::sample::select(vec!["", "", "0.1+1", "1+0", "20/turn", "0.5+2,15/turn"]);
    (game, prop::collection::vec(seat(), 4), clock, any::<bool>()).prop_map(
        |((game, options, players), mut seats, clock, by_position)| {
            seats.truncate(players);
            let mut setup = Setup::new(game, seats);
            let pairs = options.split_whitespace().filter_map(|pair| pair.split_once('='));
            let pairs: Vec<(&str, &str)> = pairs.collect();
            if by_position {
                let entry = find_game(GAMES, game).expect("a game");
                let opened = entry.open(pairs.iter().copied()).expect("options");
                setup.position = Some(opened.start().text());
            }
            setup.options =
                pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
            setup.clock = (!clock.is_empty()).then(|| clock.parse().expect(clock));
            setup
        },
    )
}

fn command(table: &Table, action: Action) -> Command {
    match action {
        Action::Play(number) => {
            let moves = table.position().moves();
            let mv = moves.get(number % moves.len().max(1)).cloned().unwrap_or_default();
            Command::Play { by: table.turn().unwrap_or(Player(0)), mv }
        }
        Action::PlayText(by, mv) => Command::Play { by: Player(by), mv },
        Action::GoTo(number) => {
            let count = table.history().count_moves() + 1;
            let node = table.history().ids().nth(number % count).expect("one of them");
            Command::GoTo { node }
        }
        Action::Apply(command) => command,
    }
}

/// The record of the table can be read back and restores the same table.
fn check_record(table: &Table, now: Duration) {
    let text = table.record_text(now);
    let record = read(&text);
    assert_eq!(record, table.to_record(now), "{text}");
    let start = &table.history()[History::ROOT].position;
    assert_eq!(text, record.write(&**start), "the table knows who made the moves");
    let faults = verify(&record, GAMES).faults;
    assert!(faults.is_empty(), "{text}{faults:?}");
    let mut again = Table::from_record(GAMES, &record, now).expect("its own record");
    assert_eq!(state(&again, now), state(table, now));
    assert!(again.restore_ids(&table.history().preorder()), "{text}");
    check_same_history(table, &again);
}

fn check_same_history(table: &Table, again: &Table) {
    assert_eq!(again.history().current(), table.history().current());
    assert_eq!(again.history().count_moves(), table.history().count_moves());
    for id in table.history().ids() {
        let (old, new) = (&table.history()[id], &again.history()[id]);
        assert_eq!((&old.mv, old.parent, &old.children), (&new.mv, new.parent, &new.children));
        assert_eq!(old.clock, new.clock);
    }
}

/// Head and log of a table, and of another process that has followed it.
struct Logged {
    log: Vec<LogEntry>,
    follower: Table,
}

impl Logged {
    fn new(table: &Table) -> Self {
        let log = table.history().log().expect("no annotations");
        Self { log, follower: table.clone() }
    }

    /// What the events have added to the log leads to the same table, from the start or from the
    /// table before them. So does a log that begins anew.
    fn check(&mut self, table: &Table, events: &[Event], now: Duration) {
        let new = table.history().log_of(events);
        let text = serde_json::to_string(&new).expect("JSON");
        assert_eq!(serde_json::from_str::<Vec<LogEntry>>(&text).expect("a log"), new);
        self.log.extend(new.iter().cloned());
        let head = read(&table.head_text(now));
        self.follower.catch_up(&head, &new, now).expect("its own log");
        let fresh = table.history().log().expect("no annotations");
        let [all, fresh] = [&self.log, &fresh]
            .map(|log| Table::from_log(GAMES, &head, log, now).expect("its own log"));
        for again in [&self.follower, &all, &fresh] {
            assert_eq!(state(again, now), state(table, now));
            check_same_history(table, again);
        }
    }
}

/// Replaying the moves leads to every position of the history.
fn check_history(table: &Table) {
    let history = table.history();
    let mut position = history[History::ROOT].position.clone();
    for id in history.path_to(history.current()).into_iter().skip(1) {
        let turn = position.turn();
        let (mv, player) = play_recorded(&mut *position, &history[id].mv).expect("a legal move");
        assert_eq!((&mv, player), (&history[id].mv, history[id].player));
        assert!(player == turn || mv.contains('-'), "{mv} is a move of another player");
        assert_eq!(position.text(), history[id].position.text());
    }
    assert!(
        history.main_line().contains(&history.current()),
        "the current node is not on the main line"
    );
    for id in history.ids().skip(1) {
        let parent = history[id].parent.expect("only the root has no parent");
        assert!(history[parent].children.contains(&id));
        assert_eq!(history[id].ply, history[parent].ply + 1);
    }
}

/// The record without the state that jumping to a node does not restore.
fn restorable(table: &Table, now: Duration) -> Record {
    let mut record = table.to_record(now);
    record.tags.retain(|(name, _)| name != "TurnTime" && name != "Offer");
    record
}

/// Takeback followed by redo restores the table.
fn check_redo(table: &Table, now: Duration) {
    let history = table.history();
    if table.seat_to_move().is_some_and(Seat::is_bot)
        && !history[history.current()].children.is_empty()
    {
        // After a jump to a bot's turn, redo continues past that turn to a person's turn.
        return;
    }
    for by in Player::all(table.players()) {
        let mut copy = table.clone();
        if table.is_shared() || copy.apply(Command::Takeback { by }, now).is_err() {
            continue;
        }
        assert!(line(&copy).len() < line(table).len());
        while line(&copy).len() < line(table).len() {
            copy.apply(Command::Redo, now).expect("there are moves to redo");
        }
        assert_eq!(line(&copy), line(table));
        assert_eq!(restorable(&copy, now), restorable(table, now));
    }
}

fn times(table: &Table, now: Duration) -> Vec<Duration> {
    let game = |player| table.time_left(player, now).and_then(|left| left.game);
    Player::all(table.players()).map(|player| game(player).unwrap_or_default()).collect()
}

/// The time on a clock increases only by the increment after a move.
fn check_clocks(before: &[Duration], table: &Table, events: &[Event], now: Duration) {
    let control = table.setup().clock.and_then(|clock| clock.game);
    let increment = control.map_or(Duration::ZERO, |game| game.increment);
    let jumps = |event: &Event| {
        matches!(event, Event::TookBack { .. } | Event::Redone { .. } | Event::WentTo { .. })
    };
    if events.iter().any(jumps) {
        return;
    }
    for (index, (before, after)) in before.iter().zip(times(table, now)).enumerate() {
        let moved =
            |event: &Event| matches!(event, Event::Moved { player, .. } if player.index() == index);
        let allowed = if events.iter().any(moved) { increment } else { Duration::ZERO };
        assert!(after <= *before + allowed, "player {index}: {before:?} to {after:?}");
    }
    assert!(
        table.deadline().is_none_or(|deadline| deadline > now),
        "a player should be out of time"
    );
}

fn check_step(table: &mut Table, action: Action, now: Duration) -> Vec<Event> {
    let command = command(table, action);
    let times_before = times(table, now);
    let mut ticked = table.clone();
    let timeouts = ticked.tick(now);
    let was_over = ticked.result().is_some();
    let events = match table.apply(command, now) {
        Ok(events) => {
            assert!(!was_over, "a finished table accepted a command");
            let ends = events.iter().filter(|event| matches!(event, Event::Finished(_))).count();
            assert_eq!(ends, usize::from(table.result().is_some()), "{events:?}");
            check_clocks(&times_before, table, &events, now);
            events
        }
        Err(refusal) => {
            assert!(!refusal.reason.is_empty());
            assert_eq!(refusal.events, timeouts);
            assert_eq!(state(table, now), state(&ticked, now), "{refusal}");
            check_clocks(&times_before, table, &[], now);
            refusal.events
        }
    };
    assert_eq!(table.turn().is_none(), table.result().is_some());
    check_history(table);
    check_redo(table, now);
    check_record(table, now);
    events
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_commands_preserve_all_properties(
        setup in setup(),
        actions in prop::collection::vec((action(), 0_u64..3_000), 1..24),
        start in 0_u64..1_000_000,
    ) {
        let mut now = Duration::from_micros(start);
        let mut table = Table::new(GAMES, setup, now).expect("a table");
        let mut logged = Logged::new(&table);
        for (action, wait) in actions {
            now += Duration::from_micros(wait * 999);
            let events = check_step(&mut table, action, now);
            logged.check(&table, &events, now);
        }
    }
}

/// A random record of another program.
fn foreign_record() -> impl Strategy<Value = String> {
    let tag = prop::sample::select(vec![
        "Player0",
        "Player1",
        "Seat0",
        "Seat1",
        "TimeControl",
        "Current",
        "TurnTime",
        "Paused",
        "Offer",
        "Termination",
        "Event",
    ]);
    let value = prop_oneof![
        2 => prop::sample::select(vec![
            "", "person", "bot:3", "remote", "5+3", "30/turn", "0", "1", "2", "0:00:09.5", "yes",
            "9999:59:59", "draw 0", "takeback 1", "draw 1 0", "resignation", "agreement", "abandoned",
            "time forfeit", "Ann",
        ]).prop_map(str::to_owned),
        1 => "[ -!#-\\[\\]-~é]{0,50}",
    ];
    let comment = prop::sample::select(vec![
        "",
        "{good}",
        "{[%clk 0:00:09.123]}",
        "{[%clk 9999:59:59]}",
        "{[%eval -0.3] so}",
        "{}",
        "{[%cl[%eval 1]k 0:00:01] [%eval ]}",
        "{[%clk soon]}",
        "; to the end [%eval #1] }\n",
        "$3",
    ]);
    let moves = prop::collection::vec((0_usize..4, comment, any::<bool>()), 0..8);
    let result = prop::sample::select(vec!["*", "*", "1-0", "0-1", "1/2", "1/2-1/2", "1-1"]);
    let tags = prop::collection::btree_map(tag, value, 0..7);
    (tags, moves, result).prop_map(|(tags, moves, result)| {
        let mut text = "[Game \"clusterfuss\"]\n[Options \"size=3\"]\n".to_owned();
        for (name, value) in tags {
            text += &format!("[{name} \"{value}\"]\n");
        }
        let game = find_game(GAMES, "clusterfuss").expect("a game").open([("size", "3")]);
        let mut position = game.expect("options").start();
        for (choice, comment, has_variation) in moves {
            let legal = position.moves();
            let Some(mv) = legal.get(choice % legal.len().max(1)) else { break };
            text += &format!(" {mv} {comment}");
            if has_variation {
                text += &format!(" ({{Or}} {} {comment})", legal[legal.len() - 1]);
            }
            position.play(mv).expect("a legal move");
        }
        text + " " + result + "\n"
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_record_is_restored_or_refused(text in foreign_record()) {
        let now = Duration::from_secs(5);
        match Table::from_record(GAMES, &read(&text), now) {
            Ok(mut table) => {
                check_history(&table);
                check_record(&table, now);
                check_step(&mut table, Action::Play(1), now);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Complete games, to cover every way to end by the rules.
#[test]
fn complete_games_preserve_all_properties() {
    let mut random = strata_rules::Random::new(1);
    for (game, options, players) in
        [("staqs", "players", 3), ("clusterfuss", "size", 2), ("qawale", "", 2), ("isaac", "", 2)]
    {
        let seats = [ann(), bob(), bot()];
        let mut setup = Setup::new(game, &seats[..players]);
        if !options.is_empty() {
            setup.options = vec![(options.to_owned(), players.max(3).to_string())];
        }
        let mut table = Table::new(GAMES, setup, Duration::ZERO).expect("a table");
        let mut now = Duration::ZERO;
        while table.result().is_none() {
            now += Duration::from_millis(700);
            let choice = random.below(1 << 20) as usize;
            check_step(&mut table, Action::Play(choice), now);
        }
        for command in [Command::Redo, Command::Pause, Command::Takeback { by: Player(0) }] {
            check_step(&mut table, Action::Apply(command), now);
        }
    }
}
