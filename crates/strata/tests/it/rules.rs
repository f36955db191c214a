//! The rules of every game fit the default width, with their pictures.

use std::ffi::OsString;

#[test]
fn rules_fit_in_80_columns_with_their_pictures() {
    for entry in strata_games::GAMES {
        let args = ["strata", "rules", entry.info.id].map(OsString::from);
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let status =
            strata::run_with(strata::standard_catalogue(), args, &mut out, &mut err, false);
        let (out, err) = (String::from_utf8_lossy(&out), String::from_utf8_lossy(&err));
        assert_eq!((status, &*err), (0, ""), "{}", entry.info.id);
        for line in out.lines() {
            assert!(line.chars().count() <= 80, "{}: {line}", entry.info.id);
        }
        assert!(!out.contains("```"), "{}: a picture is not drawn", entry.info.id);
        let pictures = entry.info.rules.matches("```board").count();
        assert!(pictures >= 2, "{}: only {pictures} pictures", entry.info.id);
    }
}
