//! `strata serve`, `strata work`

use std::io::ErrorKind;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Error, Result, anyhow, bail};
use strata_engine::Catalogue;
use strata_server::{Bounds, Config, Listen, StartError, Storage};
use strata_terminal::io_reason;

use crate::cli::{ServeArgs, WorkArgs};
use crate::errors::describe;
use crate::output::{Output, count};

/// The ports of servers and workers if none is given.
const DEFAULT_PORT: u16 = 8000;
const WORKER_PORT: u16 = 8100;

/// The names of this machine for itself.
const LOCAL_NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

pub(crate) fn run(catalogue: Catalogue, args: &ServeArgs, out: &mut Output<'_>) -> Result<()> {
    let storage = match (&args.database, &args.data) {
        (Some(address), _) => Storage::Address(address.clone()),
        (None, Some(folder)) => Storage::Folder(folder.clone()),
        (None, None) => Storage::Folder(default_data_folder()?),
    };
    let mut config = Config::new(storage);
    config.base_path = args.base_path.clone().unwrap_or_default();
    config.trust_proxy = args.trust_proxy;
    if let Some(threads) = args.threads {
        config.threads = threads.into();
    }
    if config.threads == 0 && !args.database.as_deref().is_some_and(is_postgres) {
        bail!("--threads 0 needs workers, and so a --database such as postgres://user@host/name");
    }
    config.hosts.clone_from(&args.host);
    config.drain = Duration::from_secs(args.drain);
    config.bounds = config.bounds.for_visitors(args.people_per_address);
    if args.no_limits {
        config.bounds = Bounds::for_measuring();
    }
    config.bounds.absence = Duration::from_secs(args.absence);
    let listen = listen(args);
    if config.hosts.is_empty() && !config.trust_proxy && listen.is_local() {
        config.hosts = LOCAL_NAMES.map(str::to_owned).into();
    }
    strata_server::log_to_standard_error(args.verbose);
    let base = config.base_path.trim_end_matches('/').to_owned();
    let mut announced = Ok(());
    let served = strata_server::run(config, catalogue, listen, |address| {
        let url = format!("http://{}{base}/", reachable(address));
        announced = announce(&url, address, out);
        if args.open {
            open_browser(&url);
        }
    });
    served.map_err(|error| start_error(error, listen, args))?;
    announced
}

/// Whether an address is one of PostgreSQL.
fn is_postgres(address: &str) -> bool {
    address.starts_with("postgres://") || address.starts_with("postgresql://")
}

/// `strata work`
pub(crate) fn work(catalogue: Catalogue, args: &WorkArgs, out: &mut Output<'_>) -> Result<()> {
    let mut config = Config::new(Storage::Address(args.database.clone()));
    config.serves_games = false;
    config.proof_megabytes = args.hash;
    if let Some(threads) = args.threads {
        config.threads = threads.into();
    }
    let threads = config.threads;
    let listen = args.listen.map_or(Listen::Near(WORKER_PORT), Listen::At);
    strata_server::log_to_standard_error(args.verbose);
    let mut announced = Ok(());
    let worked = strata_server::run(config, catalogue, listen, |address| {
        let health = format!("http://{}/healthz", reachable(address));
        let threads = count(threads as u64, "thread");
        let line = format!("Working with {threads}; health at {health} (press Ctrl+C to stop)");
        announced = out.line(&line).and_then(|()| out.finish());
    });
    worked?;
    announced
}

fn listen(args: &ServeArgs) -> Listen {
    match (args.listen, args.port) {
        (Some(address), _) => Listen::At(address),
        (None, Some(port)) => Listen::At((Ipv4Addr::LOCALHOST, port).into()),
        (None, None) => Listen::Near(DEFAULT_PORT),
    }
}

/// Why the server did not start, and what to do about it.
fn start_error(error: StartError, listen: Listen, args: &ServeArgs) -> Error {
    match (&error, listen) {
        (StartError::Listen(cause), Listen::At(address)) => {
            let (place, remedy) = match args.port {
                Some(port) => (format!("port {port}"), "choose another with --port"),
                None => (address.to_string(), "choose another address with --listen"),
            };
            match cause.kind() {
                ErrorKind::AddrInUse => anyhow!("{place} is in use; {remedy}"),
                ErrorKind::PermissionDenied => {
                    anyhow!("you are not allowed to listen on {place}; {remedy}")
                }
                _ => anyhow!("cannot listen on {place}: {}; {remedy}", io_reason(cause)),
            }
        }
        _ => error.into(),
    }
}

fn announce(url: &str, address: SocketAddr, out: &mut Output<'_>) -> Result<()> {
    out.line(&format!("Strata is running at {url} (press Ctrl+C to stop)"))?;
    if !address.ip().is_loopback() {
        out.line("Anyone who can reach this machine can play.")?;
    }
    out.finish()
}

/// An address that a browser on this machine can open.
fn reachable(address: SocketAddr) -> SocketAddr {
    match address {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => (Ipv4Addr::LOCALHOST, v4.port()).into(),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => (Ipv6Addr::LOCALHOST, v6.port()).into(),
        other => other,
    }
}

/// The server's directory in this user's data directory.
fn default_data_folder() -> Result<PathBuf> {
    let from = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let data = from("XDG_DATA_HOME")
        .filter(|folder| folder.is_absolute())
        .or_else(|| Some(from("HOME")?.join(".local/share")));
    let data = data.ok_or_else(|| anyhow!("there is no home directory; choose one with --data"));
    Ok(data?.join("strata").join("server"))
}

/// Opens the page in a browser, if there is one.
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
        eprintln!("strata: {}; open {url} yourself", describe(&error));
    }
}
