//! Tests of whole servers, in one program to link only once.

#[path = "../../../table/tests/it/cases.rs"]
mod cases;
mod chaos;
mod common;
mod document;
mod draw_offers;
mod entering;
mod hostile;
mod overload;
mod pages;
mod play;
mod processes;
mod several;
mod survive;
mod unsaved;
