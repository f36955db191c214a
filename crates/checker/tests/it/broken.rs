//! Broken certificates are rejected or refuted.
