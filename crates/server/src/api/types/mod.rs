//! The types of requests and responses: those that the page's core shares are in `strata-api`.

pub(crate) mod sockets;

pub(crate) use strata_api::types::{
    ErrorBody, analysis, commands, drafts, games, lobby, positions, records, tables,
};
