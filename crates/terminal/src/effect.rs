//! Requests of the interface to the terminal it runs in.

/// Something that only the owner of the terminal can do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Copy a text to the clipboard.
    Copy(String),
    /// Suspend the program, as Ctrl-Z does.
    Suspend,
}

/// The escape sequence (OSC 52) that asks a terminal to put a text on the clipboard.
pub(crate) fn clipboard_sequence(text: &str) -> String {
    format!("\x1b]52;c;{}\x07", base64(text.as_bytes()))
}

/// The base64 encoding with padding (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |place: usize| u32::from(chunk.get(place).copied().unwrap_or(0));
        let group = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let index = (group >> (18 - 6 * place)) & 63;
            let is_padding = place > chunk.len();
            text.push(if is_padding { '=' } else { char::from(ALPHABET[index as usize]) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_agrees_with_the_examples_of_the_specification() {
        let examples =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (text, encoded) in examples {
            assert_eq!(base64(text.as_bytes()), encoded);
        }
        assert_eq!(base64(&[0xfb, 0xff, 0xbf]), "+/+/");
    }

    #[test]
    fn clipboard_sequence_is_osc_52() {
        assert_eq!(clipboard_sequence("foobar"), "\x1b]52;c;Zm9vYmFy\x07");
    }
}
