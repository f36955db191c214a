//! Long text in a pager.

use std::path::Path;

use tempfile::tempdir;

use crate::pty::Terminal;

const PROGRAM: &str = env!("CARGO_BIN_EXE_strata");

#[test]
fn rules_are_shown_in_the_pager_of_the_user() {
    let home = tempdir().expect("a directory");
    let show = |pager: &str, more: &[&str], awaited: &str| {
        let args = [&[pager, PROGRAM, "rules", "staqs"], more].concat();
        let mut terminal = Terminal::start(Path::new("env"), &args, home.path());
        assert!(terminal.wait().success());
        terminal.wait_for(|text| text.contains(awaited))
    };
    let pager = "PAGER=head -n 1; echo shown by the pager";
    assert!(!show(pager, &[], "shown by the pager").contains("FIRST HINTS"));
    for (pager, more) in
        [(pager, &["--no-pager"][..]), ("PAGER=no-such-pager", &[]), ("PAGER=", &[])]
    {
        assert!(!show(pager, more, "FIRST HINTS").contains("shown by the pager"), "{pager}");
    }
}
