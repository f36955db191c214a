//! Game records in a PGN-like format: tags, numbered moves, comments, variations, a result.
//!
//! [`Reader`] parses the games of a file of any length one by one, [`Record::write`] formats a
//! record, and [`verify`] replays it by the rules.

mod elimination;
mod numbering;
mod parse;
mod reader;
mod record;
mod verify;
mod write;

pub use elimination::{Elimination, play_recorded};
pub use numbering::{MoveNumber, number_moves};
pub use parse::{DEEPEST_VARIATION, SyntaxError};
pub use reader::{ReadError, Reader};
pub use record::{Played, Record, Variation, clock_text, date_text, read_clock};
pub use verify::{Fault, Place, Verdict, start_position, verify};
