//! Perft: node counts equal those in each game's `node_counts.txt`.

use std::fs;

use strata_rules::perft::LastPly;
use strata_rules::{AnyPosition, GameEntry, find_game};

/// Higher counts are too slow for a test; check them with `strata perft`.
const MAX_COUNTED: u64 = 200_000_000;
/// Higher counts are only bulk-counted at the last ply.
const MAX_PLAYED: u64 = 1_000_000;

/// Parses a position, or options such as `size-6.pie-on` for their start position.
fn read(entry: &GameEntry, text: &str) -> Box<dyn AnyPosition> {
    if text.contains('_') {
        return entry.read_position(text).expect(text);
    }
    let pairs = text.split('.').filter(|pair| *pair != "std");
    let pairs = pairs.map(|pair| pair.split_once('-').expect(text));
    entry.open(pairs).expect(text).start()
}

/// Checks every line `options or position | depth | nodes` of a game's data file.
fn check(game: &str) {
    let entry = find_game(strata_games::GAMES, game).expect("a known game");
    let path = format!("{}/src/{game}/node_counts.txt", env!("CARGO_MANIFEST_DIR"));
    let file = fs::read_to_string(&path).expect(&path);
    let mut checked = 0;
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [start, depth, nodes] = fields[..] else { panic!("{line}: not three fields") };
        let position = read(entry, start);
        let depth: u32 = depth.parse().expect(line);
        let nodes: u64 = nodes.parse().expect(line);
        if nodes <= MAX_COUNTED {
            assert_eq!(position.perft(depth, LastPly::Counted, 2, &|_, _| {}), nodes, "{line}");
            checked += 1;
        }
        if nodes <= MAX_PLAYED {
            assert_eq!(position.perft(depth, LastPly::Played, 1, &|_, _| {}), nodes, "{line}");
            let divided = position.divide(depth, LastPly::Counted, 2, &|_, _| {});
            assert_eq!(divided.iter().map(|(_, nodes)| nodes).sum::<u64>(), nodes, "{line}");
        }
    }
    assert!(checked > 0, "{path} has no line to check");
}

#[test]
fn staqs() {
    check("staqs");
}

#[test]
fn clusterfuss() {
    check("clusterfuss");
}

#[test]
fn qawale() {
    check("qawale");
}

#[test]
fn isaac() {
    check("isaac");
}
