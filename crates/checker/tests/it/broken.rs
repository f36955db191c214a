//! Broken certificates are rejected or refuted.

use std::collections::HashSet;

use sha2::{Digest, Sha256};
use strata_checker::{Board, Claim, Header, Refusal, Search, rules};

use crate::certificates::checked;
use crate::minimax::{Parts, certificate, children};

/// The file with a new digest.
pub(crate) fn sealed(bytes: &[u8]) -> Vec<u8> {
    let content = &bytes[..bytes.len() - 32];
    [content, &Sha256::digest(content)].concat()
}

fn rejected(bytes: &[u8]) -> String {
    match checked(bytes) {
        Err(Refusal::Rejected(reason)) => reason,
        other => panic!("not rejected: {other:?}"),
    }
}

fn refuted(bytes: &[u8]) -> String {
    match checked(bytes) {
        Err(Refusal::Refuted(reason)) => reason,
        other => panic!("not refuted: {other:?}"),
    }
}

fn small_certificates() -> [Parts; 4] {
    [
        certificate("clusterfuss", "size-3", None, 0),
        certificate("staqs", "size-3.pieces-1", None, 0),
        certificate("staqs", "size-3.pieces-2", None, 3),
        certificate("qawale", "stones-1", None, 0),
    ]
}

#[test]
fn every_changed_byte_is_rejected() {
    for parts in small_certificates() {
        let good = parts.bytes();
        for index in 0..good.len() {
            for bit in 0..8 {
                let mut bytes = good.clone();
                bytes[index] ^= 1 << bit;
                rejected(&bytes);
            }
        }
    }
}

/// Reads the entries of a list; `None` if the bytes are not a list.
fn entries(bytes: &mut &[u8], count: u64, key_length: usize) -> Option<Vec<(Vec<u8>, u32)>> {
    let mut entries: Vec<(Vec<u8>, u32)> = Vec::new();
    for _ in 0..count {
        let shared = usize::from(bytes.split_off_first().copied()?);
        let before = entries.last().map_or(Vec::new(), |(key, _)| key.clone());
        let rest = bytes.split_off(..key_length.checked_sub(shared)?)?;
        let key = [before.get(..shared)?, rest].concat();
        let number = bytes.split_off_first().copied()?;
        // All numbers of the certificates in these tests are small.
        entries.push((key, u32::from(number)));
    }
    Some(entries)
}

/// Whether every entry is sound: all positions after its move and a reply are good or listed too.
fn is_proof(header: &Header, body: &[u8]) -> bool {
    let rules = rules(&header.game, &header.options).expect("supported options");
    let goals = match header.claim {
        Claim::Win(_) => vec![1],
        Claim::Draw => vec![0, 0],
    };
    let mut rest = body;
    for (goal, count) in goals.into_iter().zip(&header.entries) {
        let Some(list) = entries(&mut rest, *count, rules.key(&rules.start()).len()) else {
            return false;
        };
        let keys: HashSet<&Vec<u8>> = list.iter().map(|(key, _)| key).collect();
        for (key, number) in &list {
            let board = match rules.decode(key) {
                Ok(board) if rules.key(&board) == *key && rules.result(&board).is_none() => board,
                _ => return false,
            };
            let Some(after) = children(&*rules, &board).nth(*number as usize) else {
                return false;
            };
            let is_good = |next: &Board| match rules.result(next) {
                Some(result) => result >= goal,
                None => keys.contains(&rules.key(next)),
            };
            match rules.result(&after) {
                Some(result) if -result < goal => return false,
                Some(_) => {}
                None if !children(&*rules, &after).all(|next| is_good(&next)) => return false,
                None => {}
            }
        }
    }
    true
}

#[test]
fn every_changed_entry_with_a_new_digest_is_refused_unless_it_is_another_proof() {
    let mut confirmed = 0;
    for parts in [
        certificate("clusterfuss", "size-3", None, 0),
        certificate("staqs", "size-3.pieces-1", None, 0),
        certificate("qawale", "stones-1", None, 0),
    ] {
        let good = parts.bytes();
        let body = good.windows(2).position(|pair| pair == b"\n\n").expect("a header") + 2;
        let header = checked(&good).expect("a good certificate");
        for index in body..good.len() - 32 {
            for change in 1..=255 {
                let mut bytes = good.clone();
                bytes[index] ^= change;
                let content = &bytes[body..bytes.len() - 32];
                // A changed key can only pass if the original is not needed, so keys are compared
                // with the original ones.
                let key_length = parts.lists[0].keys().next().map_or(0, Vec::len);
                let keys = |mut bytes: &[u8]| -> Option<Vec<Vec<u8>>> {
                    let lists = header.entries.iter();
                    let lists: Option<Vec<_>> =
                        lists.map(|count| entries(&mut bytes, *count, key_length)).collect();
                    Some(lists?.into_iter().flatten().map(|(key, _)| key).collect())
                };
                let same_keys = keys(content) == keys(&good[body..good.len() - 32]);
                let expected = same_keys && is_proof(&header, content);
                let result = checked(&sealed(&bytes));
                assert_eq!(result.is_ok(), expected, "byte {index} ^ {change}: {result:?}");
                confirmed += u32::from(expected);
            }
        }
    }
    assert!(confirmed > 0, "no change of a move gives another proof");
}

#[test]
fn every_changed_header_with_a_new_digest_is_refused_unless_only_the_search_limit_changes() {
    for parts in small_certificates() {
        let good = parts.bytes();
        let header = checked(&good).expect("a good certificate");
        let body = good.windows(2).position(|pair| pair == b"\n\n").expect("a header") + 2;
        for index in 0..body {
            for change in 1..=255 {
                let mut bytes = good.clone();
                bytes[index] ^= change;
                if let Ok(changed) = checked(&sealed(&bytes)) {
                    assert_ne!(changed.settle, header.settle, "byte {index} ^ {change}");
                    assert_eq!(Header { settle: header.settle, ..changed }, header);
                }
            }
        }
    }
}

#[test]
fn every_cut_certificate_is_rejected() {
    let good = certificate("qawale", "stones-1", None, 0).bytes();
    for length in 0..good.len() {
        rejected(&good[..length]);
    }
    let longer = [&good[..], &[0]].concat();
    assert_eq!(rejected(&longer), "the file continues after the digest");
}

#[test]
fn certificates_with_a_missing_entry_are_refuted() {
    for parts in small_certificates() {
        for list in 0..parts.lists.len() {
            for key in parts.lists[list].keys() {
                let mut less = parts.clone();
                less.lists[list].remove(key);
                less.header.settle = 0;
                let reason = refuted(&less.bytes());
                assert!(reason.contains("the position is neither listed nor settled"), "{reason}");
            }
        }
    }
}

#[test]
fn wrong_claims_are_refuted() {
    for parts in small_certificates() {
        let claims = [Claim::Win(0), Claim::Win(1), Claim::Draw];
        for claim in claims.into_iter().filter(|claim| *claim != parts.header.claim) {
            let mut wrong = parts.clone();
            wrong.header.claim = claim;
            // The search could settle the whole game, and still nothing is proven.
            wrong.header.settle = 100_000;
            wrong.lists.resize(if claim == Claim::Draw { 2 } else { 1 }, parts.lists[0].clone());
            refuted(&wrong.bytes());
        }
    }
}

#[test]
fn search_limit_counts_positions_exactly() {
    let rules = rules("clusterfuss", "size-3").expect("supported options");
    let mut parts = certificate("clusterfuss", "size-3", None, 100_000);
    assert_eq!(parts.lists[0].len(), 0, "the search settles everything");
    let settles = |limit| Search::new(&*rules, limit).settle(&rules.start(), 1) == Some(true);
    let least = (0..).find(|limit| settles(*limit)).expect("some limit");
    parts.header.settle = least;
    checked(&parts.bytes()).expect("enough");
    parts.header.settle = least - 1;
    let reason = refuted(&parts.bytes());
    assert_eq!(
        reason,
        format!(
            "in the first position, the position is neither listed nor settled by a search of {} positions",
            least - 1
        )
    );
}

#[test]
fn moves_that_do_not_exist_are_rejected() {
    let mut parts = certificate("clusterfuss", "size-3", None, 0);
    let key = parts.lists[0].keys().next().expect("an entry").clone();
    parts.lists[0].insert(key, 1_000_000);
    assert!(rejected(&parts.bytes()).ends_with("has no move number 1000000"));
}

#[test]
fn impossible_positions_are_rejected() {
    let checked_with = |game, options, key: &[u8]| {
        let mut parts = certificate(game, options, None, 0);
        parts.lists[0].insert(key.to_vec(), 0);
        rejected(&parts.bytes())
    };
    for (key, reason) in [
        ([0, 0], "the key 0000: the board is empty"),
        ([255, 0], "the key ff00: the checkers are not in one group"),
        ([81, 0], "the game is over in position 5100"),
        ([1, 0], "the key 0100 is not the smallest one of its position"),
    ] {
        assert_eq!(checked_with("clusterfuss", "size-3", &key), reason);
    }
    let key = [1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1];
    assert!(
        checked_with("staqs", "size-3.pieces-1", &key)
            .ends_with("a square or a hand is impossible")
    );
    let key = [1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1];
    assert!(
        checked_with("staqs", "size-3.pieces-1", &key)
            .ends_with("a square or a hand is impossible")
    );
    let key = [0xFF; 7];
    assert!(
        checked_with("qawale", "stones-1", &key)
            .ends_with("the numbers of stacks or stones are impossible")
    );
    let mut parts = certificate("clusterfuss", "size-3", None, 0);
    parts.header.position = Some((vec![0; 3], 0));
    assert_eq!(rejected(&parts.bytes()), "the key 000000 has the wrong length");
}

#[test]
fn move_numbers_must_have_their_shortest_form() {
    let good = certificate("clusterfuss", "size-3", None, 0).bytes();
    let (content, digest) = good.split_at(good.len() - 32);
    let (last, before) = content.split_last().expect("a move");
    for (ending, reason) in [
        (&[last + 128, 0][..], "the number of a move is too long"),
        (&[last + 128, 128, 128, 128, 1][..], "the number of a move is too long"),
        (&[last + 128, 1][..], "has no move number"),
    ] {
        let bytes = sealed(&[before, ending, digest].concat());
        let found = rejected(&bytes);
        assert!(found.contains(reason), "{found}");
    }
}

#[test]
fn keys_out_of_order_are_rejected() {
    let parts = certificate("clusterfuss", "size-3", None, 0);
    let good = parts.bytes();
    let body = good.windows(2).position(|pair| pair == b"\n\n").expect("a header") + 2;
    // The first entry is a byte, a key of two bytes and a move; it comes twice.
    let first = &good[body..body + 4];
    let twice = [&good[..body], first, &[1], &first[2..], &good[body + 4..]].concat();
    let header = str::from_utf8(&twice[..body]).expect("text").replace("entries 19", "entries 20");
    let bytes = sealed(&[header.as_bytes(), &twice[body..]].concat());
    assert_eq!(rejected(&bytes), "the key of entry 2 is not in ascending order");
}
