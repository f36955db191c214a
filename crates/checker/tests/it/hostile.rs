//! Certificates that try to trick the checker.

use strata_certifier::Writer;
use strata_checker::{Board, Claim, Header, Refusal, Rules, Visit, check_with};

use crate::broken::sealed;
use crate::certificates::checked;
use crate::minimax::certificate;

fn header(game: &str, options: &str) -> Header {
    Header {
        game: game.to_owned(),
        options: options.to_owned(),
        position: None,
        claim: Claim::Win(0),
        node_counts: vec![1],
        settle: 10,
        entries: vec![1],
    }
}

/// A game without end in which every move leads back to the same position.
struct Endless;

impl Rules for Endless {
    fn start(&self) -> Board {
        Board::from_slice(&[0])
    }
    fn result(&self, _: &Board) -> Option<i8> {
        None
    }
    fn visit_moves(&self, board: &Board, visit: Visit) {
        visit(&[], board.clone());
    }
    fn name(&self, _: &[usize]) -> String {
        "wait".to_owned()
    }
    fn resources(&self, _: &Board) -> usize {
        0
    }
    fn first_image(&self, board: &Board) -> Board {
        board.clone()
    }
    fn encode(&self, board: &Board) -> Vec<u8> {
        board.to_vec()
    }
    fn decode(&self, key: &[u8]) -> Result<Board, String> {
        Ok(key.into())
    }
}

#[test]
fn entries_that_rely_on_themselves_are_refuted() {
    let mut writer = Writer::new(Vec::new(), &header("endless", "std")).expect("memory");
    writer.entry(&[0], 0).expect("memory");
    let (bytes, _) = writer.finish().expect("memory");
    let result = check_with(|_, _| Ok(Box::new(Endless)), &bytes[..], 1, &|_, _| {});
    let reason =
        "in position 00 after wait, reply wait: the moves lead back to an earlier position";
    assert_eq!(result, Err(Refusal::Refuted(reason.to_owned())));
}

#[test]
fn searches_that_lead_back_to_a_position_settle_nothing() {
    let mut header = header("endless", "std");
    header.entries = vec![0];
    let (bytes, _) = Writer::new(Vec::new(), &header).and_then(Writer::finish).expect("memory");
    let result = check_with(|_, _| Ok(Box::new(Endless)), &bytes[..], 1, &|_, _| {});
    assert!(matches!(result, Err(Refusal::Refuted(_))), "{result:?}");
}

#[test]
fn headers_that_promise_more_than_the_file_has_are_rejected() {
    let mut header = header("clusterfuss", "size-3");
    header.entries = vec![u64::MAX];
    let mut bytes = Vec::new();
    Writer::new(&mut bytes, &header).expect("memory");
    assert_eq!(checked(&bytes), Err(Refusal::Rejected("the file ends too early".to_owned())));
}

#[test]
fn headers_that_ask_for_too_much_work_are_rejected() {
    let mut parts = certificate("clusterfuss", "size-3", None, 0);
    parts.header.settle = 10_000_001;
    assert_eq!(
        checked(&parts.bytes()),
        Err(Refusal::Rejected("settle may be at most 10000000".to_owned()))
    );
    let mut parts = certificate("clusterfuss", "size-3", None, 0);
    parts.header.node_counts.push(2_000_001);
    assert_eq!(
        checked(&parts.bytes()),
        Err(Refusal::Rejected("the node counts may be at most 2000000".to_owned()))
    );
}

#[test]
fn unsupported_games_and_options_are_rejected_in_a_sentence() {
    for (game, options, reason) in [
        ("isaac", "std", "Isaac is not supported: its start position is not solved"),
        ("chess", "std", "unknown game \"chess\""),
        ("clusterfuss", "pie-on", "the option \"pie-on\" is not supported or given twice"),
        ("clusterfuss", "size-9", "the option \"size-9\" is not supported or given twice"),
        ("clusterfuss", "size-3.size-3", "the option \"size-3\" is not supported or given twice"),
        ("clusterfuss", "", "the option \"\" is not supported or given twice"),
        ("staqs", "players-3", "the option \"players-3\" is not supported or given twice"),
        ("staqs", "size-3.pieces-5", "the board is too small for 5 pieces each"),
        ("qawale", "stones-9", "the option \"stones-9\" is not supported or given twice"),
    ] {
        let mut bytes = Vec::new();
        Writer::new(&mut bytes, &header(game, options)).expect("memory");
        assert_eq!(checked(&bytes), Err(Refusal::Rejected(reason.to_owned())), "{options}");
    }
}

#[test]
fn wrong_headers_are_rejected_in_a_sentence() {
    let good = certificate("clusterfuss", "size-3", None, 0).bytes();
    let end = good.windows(2).position(|pair| pair == b"\n\n").expect("a header") + 2;
    let text = str::from_utf8(&good[..end]).expect("a text").to_owned();
    assert_eq!(
        text,
        "strata certificate 1\ngame clusterfuss\noptions size-3\nposition start\nclaim win first\nrules 12\nsettle 0\nentries 19\n\n"
    );
    for (from, to, reason) in [
        ("strata", "Strata", "the file is not a certificate"),
        ("certificate 1", "certificate 2", "certificates of version 2 are not supported"),
        (
            "game",
            "Game",
            "expected a line with \"game \" in the header, found \"Game clusterfuss\"",
        ),
        ("start", "0 first", "\"0 first\" is not a position"),
        ("start", "0x00 first", "\"0x00 first\" is not a position"),
        ("start", "0000", "\"0000\" is not a position"),
        ("start", "é", "the header is not ASCII text in short lines"),
        ("win first", "win third", "the claim \"win third\" is not supported"),
        ("win first", "draw", "expected 2 numbers of entries"),
        ("rules 12", "rules 12 x", "\"x\" is not a whole number"),
        ("rules 12", "rules 13", "12 is the node count of depth 1, not 13"),
        ("settle 0", "settle -1", "\"-1\" is not a whole number"),
        (
            "entries 19\n\n",
            "entries 19\nmore\n\n",
            "expected an empty line after the header, found \"more\"",
        ),
    ] {
        let wrong = text.replace(from, to);
        let bytes = sealed(&[wrong.as_bytes(), &good[end..]].concat());
        assert_eq!(checked(&bytes), Err(Refusal::Rejected(reason.to_owned())), "{to}");
    }
}
