//! Tests of whole servers, in one program to link only once.

mod common;
mod document;
mod entering;
mod hostile;
mod overload;
mod pages;
mod play;
mod survive;
mod unsaved;
