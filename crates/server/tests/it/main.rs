//! Tests of whole servers, in one program to link only once.

#[path = "../../../table/tests/it/cases.rs"]
mod cases;
mod common;
mod document;
mod draw_offers;
mod entering;
mod hostile;
mod overload;
mod pages;
mod play;
#[path = "../../../table/tests/it/scripted_solver.rs"]
mod scripted_solver;
mod survive;
mod unsaved;
