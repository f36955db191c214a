//! Certificates that the solver writes, and those in the repository, are confirmed.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::PathBuf;

use strata::{run_with, standard_catalogue};
use strata_checker::{Claim, check};

#[test]
fn every_certificate_in_the_repository_that_is_not_slow_is_confirmed() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../certificates");
    let mut confirmed = 0;
    let paths =
        fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("a path").path());
    for path in paths.filter(|path| path.is_file()) {
        let file = BufReader::new(File::open(&path).expect("a file"));
        let result = check(file, 2, &|_, _| {});
        assert!(result.is_ok(), "{}: {result:?}", path.display());
        confirmed += 1;
    }
    assert!(confirmed >= 29, "only {confirmed} certificates");
}

/// Solves a game on the command line and returns the claim of the certificate.
fn certified(arguments: &str) -> Claim {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.cert");
    let words = ["strata", "solve"].into_iter().chain(arguments.split_whitespace());
    let mut words: Vec<_> = words.map(Into::into).collect();
    words.extend(["--hash".into(), "16".into(), "--certificate".into(), path.clone().into()]);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = run_with(standard_catalogue(), words, &mut out, &mut err, false);
    assert_eq!(status, 0, "{arguments}: {}", String::from_utf8_lossy(&err));
    let file = BufReader::new(File::open(&path).expect("a certificate"));
    check(file, 1, &|_, _| {}).unwrap_or_else(|refusal| panic!("{arguments}: {refusal}")).claim
}

#[test]
fn certificates_of_wins_draws_and_losses_are_confirmed() {
    assert_eq!(certified("clusterfuss -o size=4"), Claim::Win(0));
    assert_eq!(certified("clusterfuss -o size=4 --settle 1"), Claim::Win(0));
    assert_eq!(certified("clusterfuss -o size=4 --moves b1a1"), Claim::Win(1));
    assert_eq!(certified("clusterfuss -o size=4 --threads 3 --settle 5"), Claim::Win(0));
    assert_eq!(certified("staqs -o size=3"), Claim::Win(0));
    assert_eq!(certified("staqs -o size=4 -o pieces=2"), Claim::Draw);
    assert_eq!(certified("staqs -o size=4 -o pieces=2 -o placement=anytime"), Claim::Win(1));
    assert_eq!(certified("staqs -o size=4 -o pieces=2 --moves b2"), Claim::Draw);
    assert_eq!(certified("qawale -o stones=2"), Claim::Draw);
}
