//! The commands in groups, for the help.

use clap::Subcommand;

use super::Command;

/// The commands of each group. A command in none of them is listed last.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Play", &["play", "learn", "puzzle", "watch"]),
    ("Study", &["games", "rules", "show", "moves", "best", "analyse", "openings", "verify"]),
    ("Prove", &["solve", "check"]),
    ("Serve", &["serve", "site", "work", "bench-server"]),
    ("Build", &["engine", "arena", "datagen", "bench", "perft", "completions", "man"]),
];

/// The columns of the names.
const WIDTH: usize = 13;

/// The template of the help: what Strata is, the commands by group, and the options.
pub(super) fn help_template() -> String {
    let commands = Command::augment_subcommands(clap::Command::new("strata"));
    let line = |name: &str| {
        let about = commands.find_subcommand(name)?.get_about()?;
        Some(format!("  {name:<WIDTH$} {about}\n"))
    };
    let mut text = "{about}\n\n{usage-heading} {usage}\n".to_owned();
    for (group, names) in GROUPS {
        let lines: String = names.iter().filter_map(|name| line(name)).collect();
        text += &format!("\n{group}:\n{lines}");
    }
    let is_grouped = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    let others = commands.get_subcommands().map(clap::Command::get_name);
    let others: String = others.filter(|name| !is_grouped(name)).filter_map(line).collect();
    if !others.is_empty() {
        text += &format!("\nOther:\n{others}");
    }
    text + "\nOptions:\n{options}{after-help}"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let commands = Command::augment_subcommands(clap::Command::new("strata"));
        for command in commands.get_subcommands() {
            let name = command.get_name();
            let count = GROUPS.iter().filter(|(_, names)| names.contains(&name)).count();
            assert_eq!(count, 1, "{name}");
        }
        assert!(!help_template().contains("Other:"));
    }
}
