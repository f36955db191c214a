//! Ids of tables, and secrets of seats.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// Letters of ids: easy to read aloud, and no vowels, so that no id is a word.
const ID_LETTERS: &[u8; 16] = b"bcdfghkmpqrtvwxz";
const ID_LENGTH: usize = 12;

/// The characters of secrets, each worth six bits.
const SECRET_LETTERS: &[u8; 64] =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// 24 characters are 144 bits.
const SECRET_LENGTH: usize = 24;

/// The system provides no random numbers.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the system provides no random numbers")]
pub(crate) struct NoRandomness;

fn random_text<const LENGTH: usize>(letters: &[u8]) -> Result<String, NoRandomness> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    // The sizes of both alphabets are powers of two, so all letters are equally likely.
    let letter = |byte: u8| char::from(letters[usize::from(byte) % letters.len()]);
    Ok(bytes.into_iter().map(letter).collect())
}

/// A new id of a table. Everyone who knows it can watch.
pub(crate) fn new_id() -> Result<String, NoRandomness> {
    random_text::<ID_LENGTH>(ID_LETTERS)
}

/// Whether a text can be the id of a table.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == ID_LENGTH && text.bytes().all(|byte| ID_LETTERS.contains(&byte))
}

/// A new secret. Everyone who knows it owns the seat.
pub(crate) fn new_secret() -> Result<String, NoRandomness> {
    random_text::<SECRET_LENGTH>(SECRET_LETTERS)
}

/// The hash of a secret, which is stored instead of the secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SecretHash([u8; 32]);

impl SecretHash {
    pub(crate) fn of(secret: &str) -> Self {
        Self(Sha256::digest(secret.as_bytes()).into())
    }

    /// Compares in constant time.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }

    pub(crate) fn text(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        if text.len() != 2 * bytes.len() || !text.is_ascii() {
            return None;
        }
        for (place, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * place..2 * place + 2], 16).ok()?;
        }
        Some(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_round_trip_and_distinguish_secrets() {
        let secret = new_secret().expect("randomness");
        let hash = SecretHash::of(&secret);
        assert_eq!(SecretHash::read(&hash.text()), Some(hash));
        assert!(hash.is(&SecretHash::of(&secret)));
        assert!(!hash.is(&SecretHash::of(&new_secret().expect("randomness"))));
        assert_eq!(SecretHash::read("é"), None);
        assert_eq!(SecretHash::read(&"zz".repeat(32)), None);
    }

    #[test]
    fn words_in_addresses_are_not_valid_ids() {
        assert!(is_id(&new_id().expect("randomness")));
        for word in
            ["analysis", "rules", "settings", "assets", "api", "healthz", "readyz", "metrics"]
        {
            assert!(!is_id(word), "{word}");
        }
    }
}
