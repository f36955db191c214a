//! Good certificates are confirmed.

use strata_checker::{Claim, Header, Refusal, check, rules};
use strata_rules::Random;

use crate::minimax::{Minimax, certificate, children};

pub(crate) fn checked(bytes: &[u8]) -> Result<Header, Refusal> {
    check(bytes, 2, &|_, _| {})
}

#[test]
fn good_certificates_of_start_positions_are_confirmed() {
    for (game, options, claim) in [
        ("clusterfuss", "size-2", Claim::Win(0)),
        ("clusterfuss", "size-3", Claim::Win(0)),
        ("staqs", "size-3.pieces-1", Claim::Win(0)),
        ("staqs", "size-3.pieces-2", Claim::Win(0)),
        ("staqs", "size-3.pieces-2.placement-anytime", Claim::Win(0)),
        ("staqs", "size-4.pieces-1", Claim::Draw),
        ("qawale", "stones-1", Claim::Draw),
        ("qawale", "stones-1.doubleline-opponent", Claim::Draw),
    ] {
        for limit in [0, 3, 100] {
            let parts = certificate(game, options, None, limit);
            let header = checked(&parts.bytes()).expect(options);
            assert_eq!(header.claim, claim, "{game} {options}");
            assert_eq!((&header.game[..], &header.options[..]), (game, options));
        }
    }
}

#[test]
fn good_certificates_of_other_positions_are_confirmed() {
    let mut random = Random::new(3);
    for (game, options) in
        [("clusterfuss", "size-3"), ("staqs", "size-3.pieces-2"), ("qawale", "stones-1")]
    {
        let rules = rules(game, options).expect("supported options");
        let mut claims = Vec::new();
        for _ in 0..30 {
            let mut board = rules.start();
            for _ in 0..random.below(5) {
                let chosen = random.below(children(&*rules, &board).count() as u64) as usize;
                let next = children(&*rules, &board).nth(chosen).expect("a move");
                if rules.result(&next).is_some() {
                    break;
                }
                board = next;
            }
            let turn = random.below(2) as usize;
            let parts = certificate(game, options, Some((rules.key(&board), turn)), 2);
            let claim = checked(&parts.bytes()).expect(options).claim;
            let expected = match Minimax::new(&*rules).value(&board) {
                0 => Claim::Draw,
                1 => Claim::Win(turn),
                _ => Claim::Win(1 - turn),
            };
            assert_eq!(claim, expected);
            claims.push(claim);
        }
        let expected =
            if game == "qawale" { vec![Claim::Draw] } else { vec![Claim::Win(0), Claim::Win(1)] };
        assert!(expected.iter().all(|claim| claims.contains(claim)), "{game}: {claims:?}");
    }
}

#[test]
fn progress_ends_with_all_entries() {
    let bytes = certificate("qawale", "stones-1", None, 0).bytes();
    let last = std::sync::Mutex::new((0, 0));
    let progress = |done, total| {
        let mut last = last.lock().expect("no panic");
        *last = (*last).max((done, total));
    };
    let header = check(&bytes[..], 3, &progress).expect("a good certificate");
    let total = header.entries.iter().sum::<u64>() as usize;
    assert_eq!(*last.lock().expect("no panic"), (total, total));
}
