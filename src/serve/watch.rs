//! Watches the sources of a site and says that something changed, once for a burst of changes. Reading a file is no change.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::error::{Error, Result};

/// What wakes the builder.
pub(super) enum Signal {
    Changed,
    Stop,
}

/// An editor writes a file in several steps, a checkout writes many files.
const QUIET: Duration = Duration::from_millis(100);
/// A source that never rests must not put off the build for ever.
const LONGEST_BURST: Duration = Duration::from_secs(2);

/// The watch over the sources.
pub(super) struct Watch {
    watcher: RecommendedWatcher,
    paths: Vec<PathBuf>,
}

impl Watch {
    /// Watches `paths`, files or folders that need not exist yet; changes wake `builder`.
    pub(super) fn new(paths: &[PathBuf], builder: Sender<Signal>) -> Result<Self> {
        let paths = paths.iter().map(|path| absolute(path)).collect::<Result<Vec<PathBuf>>>()?;
        let wanted = paths.clone();
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            let changed = match event {
                Ok(event) => {
                    !matches!(event.kind, EventKind::Access(_))
                        && event.paths.iter().any(|path| wanted.iter().any(|wanted| path.starts_with(wanted)))
                }
                // What was missed is not known, so everything may have changed.
                Err(_) => true,
            };
            if changed {
                // The builder is gone only when the server stops.
                let _gone = builder.send(Signal::Changed);
            }
        })
        .map_err(|cause| Error::new("cannot watch for changes").because(cause))?;
        let mut watch = Self { watcher, paths };
        watch.arm()?;
        Ok(watch)
    }

    /// Watches what exists by now. A file is watched through its folder, since editors replace it rather than write into it.
    pub(super) fn arm(&mut self) -> Result<()> {
        for path in &self.paths {
            let folder = path.parent().filter(|folder| folder.is_dir());
            let watched = [
                (path.is_dir().then_some(path.as_path()), RecursiveMode::Recursive),
                (folder, RecursiveMode::NonRecursive),
            ];
            for (place, mode) in watched {
                // A folder that another source watches with all it holds must not be narrowed to itself.
                let held = |place: &Path| self.paths.iter().any(|other| other.is_dir() && place.starts_with(other));
                if let Some(place) = place.filter(|place| mode == RecursiveMode::Recursive || !held(place)) {
                    self.watcher.watch(place, mode).map_err(|cause| {
                        Error::new(format!("cannot watch `{}`", place.display())).because(cause).hint(
                            "the system limits how many folders are watched; raise the limit or build without serving",
                        )
                    })?;
                }
            }
        }
        Ok(())
    }
}

/// Waits for a change and for the quiet after it; false means stop.
pub(super) fn wait(signals: &Receiver<Signal>) -> bool {
    match signals.recv() {
        Ok(Signal::Changed) => {}
        Ok(Signal::Stop) | Err(_) => return false,
    }
    let begin = Instant::now();
    while begin.elapsed() < LONGEST_BURST {
        match signals.recv_timeout(QUIET) {
            Ok(Signal::Changed) => {}
            Ok(Signal::Stop) | Err(RecvTimeoutError::Disconnected) => return false,
            Err(RecvTimeoutError::Timeout) => break,
        }
    }
    true
}

fn absolute(path: &Path) -> Result<PathBuf> {
    match path.canonicalize() {
        Ok(path) => Ok(path),
        Err(_) => std::path::absolute(path).map_err(|cause| Error::io("find", path, cause)),
    }
}
