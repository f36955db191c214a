//! The handlers of the API, and the types of its requests and responses.

pub(crate) mod analysis;
pub(crate) mod drafts;
pub(crate) mod events;
pub(crate) mod games;
pub(crate) mod health;
pub(crate) mod lobby;
pub(crate) mod pictures;
pub(crate) mod positions;
pub(crate) mod qr;
pub(crate) mod records;
pub(crate) mod review;
pub(crate) mod rules;
pub(crate) mod socket;
pub(crate) mod tables;
pub(crate) mod types;
