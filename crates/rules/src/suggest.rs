//! Suggestions for misspelled words.

/// Longer words are not compared: they are not typing errors.
const LONGEST: usize = 32;

/// The known word that was probably meant, if one is close enough: at most one letter in three is
/// wrong, missing, superfluous or swapped with its neighbour, or only the end is missing.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.to_ascii_lowercase().chars().take(LONGEST + 1).collect();
    if !(2..=LONGEST).contains(&word.len()) {
        return None;
    }
    let ranked = known.into_iter().filter_map(|candidate| {
        let letters: Vec<char> = candidate.to_ascii_lowercase().chars().collect();
        let is_start = letters.starts_with(&word);
        let distance = if is_start { 1 } else { distance(&word, &letters) };
        let most = (word.len().max(letters.len()) / 3).max(1);
        (distance <= most).then_some((distance, candidate))
    });
    ranked.min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

/// The number of edits that turn one word into the other: letters inserted, removed, replaced, or
/// swapped with their neighbour (the optimal string alignment distance).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if swapped {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_edits() {
        for (a, b, expected) in [
            ("", "", 0),
            ("", "abc", 3),
            ("size", "size", 0),
            ("siez", "size", 1),
            ("sze", "size", 1),
            ("sizes", "size", 1),
            ("kitten", "sitting", 3),
        ] {
            let [a, b]: [Vec<char>; 2] = [a, b].map(|word| word.chars().collect());
            assert_eq!(distance(&a, &b), expected, "{a:?} {b:?}");
            assert_eq!(distance(&b, &a), expected, "{b:?} {a:?}");
        }
    }

    #[test]
    fn near_misses_are_found_and_other_words_are_not() {
        let games = ["staqs", "clusterfuss", "qawale", "isaac"];
        for (word, expected) in [
            ("staq", Some("staqs")),
            ("STAKS", Some("staqs")),
            ("cluster", Some("clusterfuss")),
            ("qwale", Some("qawale")),
            ("quawale", Some("qawale")),
            ("isac", Some("isaac")),
            ("chess", None),
            ("go", None),
            ("s", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, games), expected, "{word}");
        }
        assert_eq!(nearest(&"x".repeat(100_000), games), None);
    }
}
