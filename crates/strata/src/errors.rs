//! Error messages.

use std::io;

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

/// Why the system refused something.
pub(crate) fn io_reason(error: &io::Error) -> String {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "no such file or directory",
        io::ErrorKind::PermissionDenied => "permission denied",
        io::ErrorKind::IsADirectory => "it is a directory",
        io::ErrorKind::NotADirectory => "part of the path is not a directory",
        io::ErrorKind::AlreadyExists => "it exists already",
        io::ErrorKind::StorageFull => "the disk is full",
        io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only",
        io::ErrorKind::InvalidData => "it is not UTF-8 text",
        io::ErrorKind::AddrInUse => "the address is in use",
        io::ErrorKind::AddrNotAvailable => "this machine does not have that address",
        io::ErrorKind::ConnectionRefused => "no server answers there",
        _ => return without_codes(&error.to_string()),
    };
    reason.to_owned()
}

/// The message without the system's codes such as "(os error 2)".
fn without_codes(message: &str) -> String {
    let mut parts = message.split(" (os error ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(
            part.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(')'),
        );
    }
    text
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

    #[test]
    fn other_system_errors_have_no_code() {
        let error = io::Error::from_raw_os_error(40);
        assert!(!io_reason(&error).contains("os error"), "{}", io_reason(&error));
        assert_eq!(without_codes("a (os error 20) b (os error 3)"), "a b");
    }
}
