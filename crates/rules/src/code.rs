//! Exact position codes.

/// Packs digits of varying radix into one number that no other sequence of digits has, as long as
/// each radix follows from the digits before it.
#[derive(Clone, Copy, Debug)]
pub struct MixedRadix {
    value: u128,
    scale: Option<u128>,
}

impl Default for MixedRadix {
    fn default() -> Self {
        Self { value: 0, scale: Some(1) }
    }
}

impl MixedRadix {
    /// Appends a digit below `radix`.
    pub fn push(&mut self, digit: u128, radix: u128) {
        debug_assert!(digit < radix);
        if let Some(scale) = self.scale {
            self.scale = scale.checked_mul(radix);
            if self.scale.is_some() {
                self.value += digit * scale;
            }
        }
    }

    /// The number, if all digits fitted.
    pub fn finish(self) -> Option<u128> {
        self.scale.map(|_| self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_exact_or_absent() {
        let pack = |digits: &[u128], radix| {
            let mut code = MixedRadix::default();
            digits.iter().for_each(|digit| code.push(*digit, radix));
            code.finish()
        };
        assert_eq!(pack(&[1, 2, 3], 10), Some(321));
        assert!(pack(&[1; 127], 2).is_some());
        assert_eq!(pack(&[1; 129], 2), None);
    }
}
