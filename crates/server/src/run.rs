//! Runs a server until the process ends.

use std::io;
use std::net::SocketAddr;

use strata_engine::Catalogue;
use tokio::net::TcpListener;

use crate::{Config, StartError, start};

/// Where to listen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listen {
    /// At this address.
    At(SocketAddr),
    /// On the loopback address, at this port or the next free one.
    Near(u16),
}

/// Writes the log to standard error, with every request if `verbose`.
pub fn log_to_standard_error(verbose: bool) {
    let level = if verbose { tracing::Level::DEBUG } else { tracing::Level::INFO };
    let log = tracing_subscriber::fmt().with_max_level(level).with_target(false);
    // Fails if the process already has a logger.
    let _ = log.with_writer(io::stderr).try_init();
}

/// The number of ports to try.
const MOST_PORTS: u16 = 100;

impl Listen {
    /// Whether only this machine can connect.
    pub const fn is_local(self) -> bool {
        match self {
            Self::At(address) => address.ip().is_loopback(),
            Self::Near(_) => true,
        }
    }

    async fn bind(self) -> io::Result<TcpListener> {
        let first = match self {
            Self::At(address) => return TcpListener::bind(address).await,
            Self::Near(port) => port,
        };
        let mut port = first;
        loop {
            match TcpListener::bind(("127.0.0.1", port)).await {
                Err(error)
                    if error.kind() == io::ErrorKind::AddrInUse
                        && port - first < MOST_PORTS
                        && port < u16::MAX =>
                {
                    port += 1;
                }
                bound => return bound,
            }
        }
    }
}

/// Raises the limit on open files, and so on connections, to the maximum; the default is often
/// 1,024.
#[cfg(unix)]
fn allow_many_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(Resource::Nofile).maximum;
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        tracing::debug!(%error, "cannot raise the limit on open files");
    }
}

/// Runs a server until the process receives SIGINT or SIGTERM. Calls `ready` with its address.
pub fn run(
    config: Config,
    catalogue: Catalogue,
    listen: Listen,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), StartError> {
    #[cfg(unix)]
    allow_many_files();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let outcome = runtime.block_on(async {
        let ending = end_of_process()?;
        let listener = listen.bind().await?;
        let drain = config.drain;
        let running = start(config, catalogue, listener).await?;
        ready(running.address());
        ending.await;
        tracing::info!(?drain, "shutting down");
        running.drain();
        tokio::time::sleep(drain).await;
        running.stop().await;
        Ok(())
    });
    // Does not wait for unfinished pictures.
    runtime.shutdown_background();
    outcome
}

/// Completes when the process receives SIGINT or SIGTERM.
fn end_of_process() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let mut terminated = {
        use tokio::signal::unix::{SignalKind, signal};
        signal(SignalKind::terminate())?
    };
    Ok(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = terminated.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    })
}

#[cfg(all(test, unix))]
mod tests {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    #[test]
    fn limit_on_open_files_is_raised_to_the_maximum() {
        let maximum = getrlimit(Resource::Nofile).maximum;
        let few = Rlimit { current: Some(maximum.unwrap_or(512).min(512)), maximum };
        setrlimit(Resource::Nofile, few).expect("fewer are always possible");
        super::allow_many_files();
        assert_eq!(getrlimit(Resource::Nofile).current, maximum);
    }
}
