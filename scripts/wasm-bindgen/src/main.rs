//! Writes the JavaScript of a WebAssembly module: `strata-wasm-bindgen MODULE NAME DIRECTORY`.

use std::env;

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [module, name, directory] = args.as_slice() else {
        bail!("expected a module, a name and a directory");
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name).web(true)?.typescript(true);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.generate(directory)
}
