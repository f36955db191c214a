//! `strata serve`

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use strata_engine::Catalogue;
use strata_server::{Bounds, Config, Listen, Storage};

use crate::cli::ServeArgs;
use crate::output::Output;

/// The port when none is given.
const DEFAULT_PORT: u16 = 8000;

pub(crate) fn run(catalogue: Catalogue, args: &ServeArgs, out: &mut Output<'_>) -> Result<()> {
    let storage = match (&args.database, &args.data) {
        (Some(address), _) => Storage::Address(address.clone()),
        (None, Some(folder)) => Storage::Folder(folder.clone()),
        (None, None) => Storage::Folder(default_data_folder()?),
    };
    let mut config = Config::new(storage);
    config.base_path.clone_from(&args.base_path);
    config.trust_proxy = args.trust_proxy;
    if let Some(threads) = args.threads {
        config.threads = threads.into();
    }
    if args.no_limits {
        config.bounds = Bounds::for_measuring();
    }
    config.bounds.absence = Duration::from_secs(args.absence);
    let listen = args.listen.map_or(Listen::Near(DEFAULT_PORT), Listen::At);
    strata_server::log_to_standard_error(args.verbose);
    let base = config.base_path.trim_end_matches('/').to_owned();
    let mut told = Ok(());
    strata_server::run(config, catalogue, listen, |address| {
        let url = format!("http://{}{base}/", reachable(address));
        told = tell(&url, address, out);
        if args.open {
            open_browser(&url);
        }
    })?;
    told
}

fn tell(url: &str, address: SocketAddr, out: &mut Output<'_>) -> Result<()> {
    out.line(&format!("Strata is at {url} (Ctrl+C ends it)"))?;
    if !address.ip().is_loopback() {
        out.line("Everybody who reaches this machine can play.")?;
    }
    out.finish()
}

/// An address that a browser on this machine can go to.
fn reachable(address: SocketAddr) -> SocketAddr {
    match address {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => ([127, 0, 0, 1], v4.port()).into(),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => {
            (std::net::Ipv6Addr::LOCALHOST, v6.port()).into()
        }
        other => other,
    }
}

/// The folder for data of this user.
fn default_data_folder() -> Result<PathBuf> {
    let from = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let data = from("XDG_DATA_HOME")
        .filter(|folder| folder.is_absolute())
        .or_else(|| Some(from("HOME")?.join(".local/share")));
    let data = data.ok_or_else(|| anyhow!("there is no home folder: say where with --data DIR"));
    Ok(data?.join("strata").join("server"))
}

/// Opens the page in a browser, where there is one.
fn open_browser(url: &str) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let started = Command::new(opener)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot run {opener}"));
    if let Err(error) = started {
        eprintln!("strata: {error:#}: open {url} yourself");
    }
}
