//! What is said on standard error: progress on a terminal only, and lines as loud as was asked for.

use std::io::IsTerminal;
use std::sync::Mutex;

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli;
use crate::pipeline::{Timings, Watch};

/// How loud a run is, with its progress bar.
pub struct Talk {
    quiet: bool,
    verbose: bool,
    bar: Mutex<Option<ProgressBar>>,
    draws: bool,
}

impl Talk {
    /// As the arguments say; bars only where standard error is a terminal.
    pub fn new(talk: cli::Talk) -> Self {
        let draws = !talk.quiet && std::io::stderr().is_terminal();
        Self { quiet: talk.quiet, verbose: talk.verbose, bar: Mutex::new(None), draws }
    }

    /// The arguments it was made from.
    pub fn arguments(&self) -> cli::Talk {
        cli::Talk { quiet: self.quiet, verbose: self.verbose }
    }

    /// A line for everyone who did not ask for quiet.
    pub fn say(&self, line: &str) {
        if !self.quiet {
            self.done();
            eprintln!("{line}");
        }
    }

    /// A line for those who asked for more.
    pub fn detail(&self, line: &str) {
        if self.verbose {
            self.done();
            eprintln!("{line}");
        }
    }

    /// A line that is said in any case.
    pub fn must(&self, line: &str) {
        self.done();
        eprintln!("{line}");
    }

    /// Takes the bar away.
    pub fn done(&self) {
        if let Some(bar) = self.slot().take() {
            bar.finish_and_clear();
        }
    }

    /// How long each stage took, as a table on standard error.
    pub fn timings(&self, timings: &Timings) {
        self.done();
        for (stage, took) in timings.stages() {
            eprintln!("{stage:<10} {:>9.3} s", took.as_secs_f64());
        }
    }

    fn slot(&self) -> std::sync::MutexGuard<'_, Option<ProgressBar>> {
        // A poisoned bar is only a bar.
        self.bar.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Watch for Talk {
    fn stage(&self, name: &'static str, units: Option<u64>) {
        if !self.draws {
            return;
        }
        self.done();
        let bar = match units {
            Some(units) => ProgressBar::new(units).with_style(
                ProgressStyle::with_template("{msg:>10} {bar:40} {pos}/{len}")
                    .unwrap_or_else(|_| ProgressStyle::default_bar()),
            ),
            None => ProgressBar::new_spinner(),
        };
        bar.set_message(name);
        *self.slot() = Some(bar);
    }

    fn tick(&self) {
        if self.draws
            && let Some(bar) = self.slot().as_ref()
        {
            bar.inc(1);
        }
    }
}
