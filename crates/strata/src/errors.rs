//! Error messages.

use std::io;

use strata_terminal::{io_reason, without_codes};

/// The whole chain of causes as one sentence. Causes that an error already quotes are not repeated.
pub(crate) fn describe(error: &anyhow::Error) -> String {
    let mut message = String::new();
    for cause in error.chain() {
        let text = cause.to_string();
        if !message.contains(&text) {
            if !message.is_empty() {
                message.push_str(": ");
            }
            message.push_str(&text);
        }
        if let Some(error) = cause.downcast_ref::<io::Error>() {
            message = message.replace(&text, &io_reason(error));
        }
    }
    without_codes(&message)
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("cannot listen: {0}")]
    struct Quoting(#[from] io::Error);

    #[test]
    fn causes_are_reported_once_and_in_our_own_words() {
        let missing = || io::Error::from_raw_os_error(2);
        let error = Err::<(), _>(missing()).context("cannot open a.pgn").expect_err("an error");
        assert_eq!(describe(&error), "cannot open a.pgn: no such file or directory");
        let error = anyhow::Error::from(Quoting(missing()));
        assert_eq!(describe(&error), "cannot listen: no such file or directory");
    }
}
