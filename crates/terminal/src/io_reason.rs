//! Errors of the operating system in words.

use std::io::{self, ErrorKind};

/// Why the system refused something, as a short phrase without the code of the error.
pub fn io_reason(error: &io::Error) -> String {
    let reason = match error.kind() {
        ErrorKind::NotFound => "no such file or directory",
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::AlreadyExists => "a file of this name is in the way",
        ErrorKind::NotADirectory => "part of the path is not a directory",
        ErrorKind::IsADirectory => "it is a directory",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::QuotaExceeded => "the disk quota is exceeded",
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only",
        ErrorKind::InvalidFilename => "this file name is not allowed",
        ErrorKind::InvalidData => "it is not UTF-8 text",
        ErrorKind::AddrInUse => "the address is in use",
        ErrorKind::AddrNotAvailable => "this machine does not have that address",
        ErrorKind::ConnectionRefused => "no server answers there",
        _ => return without_codes(&error.to_string()),
    };
    reason.to_owned()
}

/// A message without the codes of the system, such as "(os error 2)".
pub fn without_codes(message: &str) -> String {
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
    use super::*;

    #[test]
    fn errors_of_the_system_are_phrases_without_codes() {
        let reason = |code| io_reason(&io::Error::from_raw_os_error(code));
        assert_eq!(reason(2), "no such file or directory");
        assert_eq!(reason(28), "the disk is full");
        assert!(!reason(5).contains("os error"), "{}", reason(5));
        assert_eq!(io_reason(&io::Error::other("it is too long")), "it is too long");
        assert_eq!(without_codes("a (os error 20) b (os error 3)"), "a b");
    }
}
