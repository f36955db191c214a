//! `strata site`

use anyhow::{Result, anyhow};
use strata_engine::Catalogue;
use strata_terminal::io_reason;

use crate::cli::SiteArgs;
use crate::output::Output;

pub(crate) fn run(catalogue: Catalogue, args: &SiteArgs, out: &mut Output<'_>) -> Result<()> {
    let base_path = args.base_path.as_deref().unwrap_or_default();
    let directory = &args.directory;
    strata_server::write_site(catalogue, directory, base_path).map_err(|error| {
        anyhow!("cannot write the site to {}: {}", directory.display(), io_reason(&error))
    })?;
    out.line(&format!("The site is in {}.", directory.display()))?;
    Ok(())
}
