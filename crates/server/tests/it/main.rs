//! Tests of whole servers, in one program to link only once.

#[path = "../../../table/tests/it/cases.rs"]
mod cases;
mod changes;
mod chaos;
mod common;
mod deadly_proof;
mod document;
mod draw_offers;
mod entering;
mod hostile;
mod lobby;
mod overload;
mod own_postgres;
mod pages;
mod play;
mod processes;
#[path = "../../../table/tests/it/scripted_solver.rs"]
mod scripted_solver;
mod several;
mod survive;
mod unsaved;
