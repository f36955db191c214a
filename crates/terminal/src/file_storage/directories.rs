//! Where a user's files belong, by the XDG base directory specification.

use std::ffi::OsString;
use std::path::PathBuf;

/// Where games and settings are saved; `None` if there is no place for them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Directories {
    /// The home directory, for names that start with `~`.
    pub home: Option<PathBuf>,
    /// The directory of the games.
    pub games: Option<PathBuf>,
    /// The file of the settings.
    pub settings: Option<PathBuf>,
}

impl Directories {
    /// The directories given by environment variables.
    pub fn from_environment(get: impl Fn(&str) -> Option<OsString>) -> Self {
        // The specification says to ignore relative paths.
        let path = |name| get(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let home = path("HOME").or_else(|| path("USERPROFILE"));
        let base = |name, usual| path(name).or_else(|| Some(home.as_ref()?.join(usual)));
        Self {
            games: base("XDG_DATA_HOME", ".local/share").map(|base| base.join("strata/games")),
            settings: base("XDG_CONFIG_HOME", ".config")
                .map(|base| base.join("strata/settings.json")),
            home,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(pairs: &[(&str, &str)]) -> (Option<String>, Option<String>) {
        let found = Directories::from_environment(|name| {
            pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into())
        });
        let text = |path: Option<PathBuf>| path.map(|path| path.display().to_string());
        (text(found.games), text(found.settings))
    }

    #[test]
    fn directories_follow_the_environment() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(with(&[]), (None, None));
        assert_eq!(
            with(&[("HOME", "/home/ann")]),
            (
                some("/home/ann/.local/share/strata/games"),
                some("/home/ann/.config/strata/settings.json")
            )
        );
        assert_eq!(
            with(&[("HOME", "/h"), ("XDG_DATA_HOME", "/d"), ("XDG_CONFIG_HOME", "/c")]),
            (some("/d/strata/games"), some("/c/strata/settings.json"))
        );
        assert_eq!(
            with(&[("HOME", ""), ("XDG_DATA_HOME", "relative"), ("XDG_CONFIG_HOME", "/c")]),
            (None, some("/c/strata/settings.json"))
        );
    }
}
