//! The games, one module each, and the list of them.
//!
//! ```
//! use strata_rules::{find_game, play_line};
//!
//! let clusterfuss = find_game(strata_games::GAMES, "clusterfuss").expect("it is in the list");
//! let game = clusterfuss.open([("size", "4")]).expect("4×4 is a board");
//! let mut position = game.start();
//! assert_eq!(position.moves().len(), 24);
//!
//! play_line(&mut *position, "a4b4 a3b3").expect("two legal moves");
//! assert_eq!(position.text(), "size-4_1rrb-1bbr-rbrb-brbr_r");
//!
//! let refused = position.play("b4b5").expect_err("off the board");
//! assert_eq!(refused.to_string(), "b4b5: b5 is not on the 4×4 board");
//! ```

pub mod clusterfuss;
pub mod isaac;
pub mod qawale;
pub mod staqs;
mod tables;

pub use tables::{TableFile, table_contents, table_files};

strata_rules::game_list![staqs::Staqs, clusterfuss::Clusterfuss, qawale::Qawale, isaac::Isaac];

/// The same games in less code, for the engine in the browser: only the usual board sizes have types of
/// their own.
pub mod compact {
    use super::{clusterfuss, isaac, qawale, staqs};

    strata_rules::game_list![
        staqs::CompactStaqs<true>,
        clusterfuss::CompactClusterfuss<true>,
        qawale::Qawale,
        isaac::Isaac
    ];
}

/// The same games in the least code, for the page: each game has one type for all board sizes.
pub mod smallest {
    use super::{clusterfuss, isaac, qawale, staqs};

    strata_rules::game_list![
        staqs::CompactStaqs<false>,
        clusterfuss::CompactClusterfuss<false>,
        qawale::Qawale,
        isaac::Isaac
    ];
}
