//! Bundles the page's modules into one script, which takes a single request and compresses better
//! than many small files.

use std::collections::BTreeSet;

use super::shrink::{shrink, squeeze};

/// A module, after all modules that it imports.
///
/// All modules share one scope, so they follow three rules: an import is on a line of its own and
/// renames nothing, top-level names are unique across modules, and no module uses a circular import
/// while it is being evaluated.
pub(super) fn bundle(name: &str, read: &impl Fn(&str) -> Option<String>) -> String {
    let mut script = String::new();
    add(name, read, &mut BTreeSet::new(), &mut script);
    script
}

fn add(
    name: &str,
    read: &impl Fn(&str) -> Option<String>,
    added: &mut BTreeSet<String>,
    script: &mut String,
) {
    if !added.insert(name.to_owned()) {
        return;
    }
    for line in shrink(&read(name).unwrap_or_default()).lines() {
        match imported(line) {
            Some(other) => add(other, read, added, script),
            None => {
                script.push_str(&squeeze(line.strip_prefix("export ").unwrap_or(line)));
                script.push('\n');
            }
        }
    }
}

/// The module that a line imports from.
fn imported(line: &str) -> Option<&str> {
    line.strip_prefix("import ")?.split_once("from \"./")?.1.strip_suffix("\";")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_follow_their_imports_and_appear_once() {
        let read = |name: &str| {
            let text = match name {
                "main.js" => {
                    "import { b } from \"./b.js\";\nimport { a } from \"./a.js\";\nb(a);\n"
                }
                "b.js" => "import { a } from \"./a.js\";\nexport function b() {}\n",
                "a.js" => "// The first.\nexport const a = 1;\n",
                _ => return None,
            };
            Some(text.to_owned())
        };
        assert_eq!(bundle("main.js", &read), "const a=1;\nfunction b(){}\nb(a);\n");
    }
}
