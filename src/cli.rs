//! Arguments become a [`Command`]. Help and completions come from the same definitions.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueEnum};

/// A static-site generator and results publisher for forecasting benchmarks
///
/// Reads raw forecasts, recomputes every score, and builds a static site that it checks before it replaces the former one.
/// Without a command it builds.
#[derive(Debug, Clone, PartialEq, Parser)]
#[command(name = "foreboard", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// How much to say.
    #[command(flatten)]
    pub talk: Talk,
}

impl Cli {
    /// Parses the arguments of a process; where they name no command, it is `build`.
    pub fn of(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut arguments: Vec<OsString> = arguments.into_iter().collect();
        let talk = ["-q", "--quiet", "-v", "--verbose"];
        let first = arguments.iter().skip(1).find(|argument| !talk.iter().any(|flag| argument == flag));
        let own = ["-h", "--help", "-V", "--version"];
        let unnamed =
            first.is_none_or(|first| first.to_string_lossy().starts_with('-') && !own.iter().any(|flag| first == flag));
        if unnamed {
            arguments.insert(1.min(arguments.len()), OsString::from("build"));
        }
        let cli = Self::try_parse_from(arguments)?;
        match &cli.command {
            Command::Demo(demo) => demo.checked().map(|()| cli),
            _ => Ok(cli),
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  foreboard                                   build the site of ./foreboard.toml into ./public
  foreboard build -c bench/foreboard.toml -o site --strict
  foreboard check public                      check a built site, or any folder of pages
  foreboard score data/my-benchmark           leaderboards of a dataset folder, no configuration needed
  foreboard score data/my-benchmark --format csv > scores.csv
  foreboard serve                             preview on this machine, rebuild on change
  foreboard demo /tmp/demo && foreboard score /tmp/demo
  foreboard init my-site                      a small site project that builds at once

Exit codes: 0 done, 1 failed, 2 wrong usage or configuration, 3 a check or --strict found something.";

/// How much to say on standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Args)]
pub struct Talk {
    /// Only errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// More: every ignored and faulty file
    #[arg(short, long, global = true)]
    pub verbose: bool,
}

/// A command with its arguments.
#[derive(Debug, Clone, PartialEq, Subcommand)]
pub enum Command {
    /// Build the site: read, score, render, check, and swap it in
    ///
    /// The former site stays byte for byte until the new one is complete and has passed every check.
    #[command(after_help = "Example:\n  foreboard build -c bench/foreboard.toml -o site --strict --timings")]
    Build(Build),
    /// Check a built site, or any folder of pages
    ///
    /// Links, anchors, ids, markup, page weight, and the manifest where there is one. Ends with 3 when it finds an error.
    #[command(after_help = "Examples:\n  foreboard check public\n  foreboard check public --agreement")]
    Check(Check),
    /// Print the leaderboards of a dataset folder or of a configuration
    ///
    /// The CSV has one row a task and system (of an FWBench track: a release and model) with floats in full precision; the JSON holds everything
    /// (schemas "foreboard-scores-1" and "foreboard-fwbench-1", described in the README).
    #[command(
        after_help = "Examples:\n  foreboard score data/my-benchmark --format csv\n  foreboard score --track flusight --min-share 0"
    )]
    Score(Score),
    /// Preview on this machine only, rebuild when something changes
    #[cfg(feature = "serve")]
    #[command(after_help = "Example:\n  foreboard serve --port 8000")]
    Serve(Serve),
    /// Write a small site project that builds at once
    #[command(after_help = "Example:\n  foreboard init my-site && cd my-site && foreboard")]
    Init {
        /// The folder to make
        dir: PathBuf,
    },
    /// Write a synthetic dataset that fills the whole layout
    ///
    /// Seeded and deterministic, plainly labelled as synthetic.
    #[command(
        after_help = "Examples:\n  foreboard demo /tmp/demo --tasks 20 --days 100 --systems 12 --seed 7\n  foreboard demo /tmp/fwbench --layout fwbench --cases 1251 --models 15"
    )]
    Demo(Demo),
    /// Print completions for a shell
    #[command(
        after_help = "Example:\n  foreboard completions bash > ~/.local/share/bash-completion/completions/foreboard"
    )]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Arguments of `build`.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct Build {
    /// The configuration
    #[arg(short, long, value_name = "FILE", default_value = "foreboard.toml")]
    pub config: PathBuf,
    /// Where the site goes; default: `output` of the configuration
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// End with 3 when any data file is broken or invalid, after the build
    #[arg(long)]
    pub strict: bool,
    /// Threads; default: one a processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Print how long each stage took
    #[arg(long)]
    pub timings: bool,
}

/// Arguments of `check`.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct Check {
    /// The folder
    pub dir: PathBuf,
    /// An error for every published figure that differs from the recomputed one
    #[arg(long)]
    pub agreement: bool,
}

/// Arguments of `score`.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct Score {
    /// A dataset folder; no configuration is needed
    #[arg(conflicts_with = "config")]
    pub path: Option<PathBuf>,
    /// A configuration; default without a path: foreboard.toml
    #[arg(short, long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Only this track of the configuration
    #[arg(long, value_name = "ID")]
    pub track: Option<String>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// List systems from this share of the pairs, in every task
    #[arg(long, value_name = "X", value_parser = share)]
    pub min_share: Option<f64>,
    /// Threads; default: one a processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Print how long each stage took
    #[arg(long)]
    pub timings: bool,
}

fn share(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err("a share lies between 0 and 1".to_owned()) }
}

/// How `score` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For a terminal.
    Table,
    /// One row a task and system.
    Csv,
    /// Everything.
    Json,
}

/// Arguments of `serve`.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct Serve {
    /// What to build.
    #[command(flatten)]
    pub build: Build,
    /// The port on the loopback address; 0 takes a free one
    #[arg(long, default_value_t = 8000)]
    pub port: u16,
}

/// Arguments of `demo`. A count that is not given is the layout's own default.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct Demo {
    /// The folder to make
    pub dir: PathBuf,
    /// What to fill
    #[arg(long, value_enum, default_value_t = Layout::Runs)]
    pub layout: Layout,
    /// Tasks of layout runs; default: 6
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000), conflicts_with_all = ["cases", "models"])]
    pub tasks: Option<u32>,
    /// Run days a task of layout runs; default: 40
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000), conflicts_with_all = ["cases", "models"])]
    pub days: Option<u32>,
    /// Systems of layout runs, the reference included; default: 9
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..=10_000), conflicts_with_all = ["cases", "models"])]
    pub systems: Option<u32>,
    /// Cases of layout fwbench; default: 24
    #[arg(long, value_parser = clap::value_parser!(u32).range(4..=1_251))]
    pub cases: Option<u32>,
    /// Models of layout fwbench; default: 5
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub models: Option<u32>,
    /// The seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// The layout that `demo` fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Layout {
    /// Forecasts of daily values by run day.
    Runs,
    /// A raw release of the Forecast Workflow Bench.
    Fwbench,
}

impl Demo {
    /// A usage error where a count belongs to the other layout: clap knows of conflicts between options, not between their values.
    fn checked(&self) -> Result<(), clap::Error> {
        let (layout, foreign) = match self.layout {
            Layout::Runs => ("runs", vec![("--cases", self.cases), ("--models", self.models)]),
            Layout::Fwbench => {
                ("fwbench", vec![("--tasks", self.tasks), ("--days", self.days), ("--systems", self.systems)])
            }
        };
        match foreign.into_iter().find(|(_, count)| count.is_some()) {
            None => Ok(()),
            Some((option, _)) => Err(Cli::command().error(
                clap::error::ErrorKind::ArgumentConflict,
                format!("the argument '{option}' is of no use with '--layout {layout}'"),
            )),
        }
    }
}
