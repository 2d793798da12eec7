//! Each command, from its arguments to its exit code. Data go to standard output, talk to standard error.

use std::io::Write;
use std::path::Path;

use crate::check::{self, Severity};
use crate::cli::{self, Cli, Command, Format};
use crate::config::{Config, Layout};
use crate::demo::{self, DemoSize, FwbenchSize};
use crate::domain::fault::{Fault, FaultKind};
use crate::error::{Error, Exit, Result};
use crate::pipeline::{self, Built, Data, Scored, Timings};
use crate::score::fwbench::results as fwbench_results;
use crate::score::results::Results;
use crate::site::boards;
use crate::site::export;
use crate::site::fwbench;
use crate::site::track::Track;
use crate::talk::Talk;
use crate::{init, terminal, write};

/// Runs what the arguments ask for.
pub fn run(cli: Cli) -> Result<Exit> {
    let talk = Talk::new(cli.talk);
    match cli.command {
        Command::Build(args) => threads(args.jobs)?.install(|| build(&args, &talk)),
        Command::Check(args) => threads(None)?.install(|| check(&args, &talk)),
        Command::Score(args) => threads(args.jobs)?.install(|| score(&args, &talk)),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve(&args, &talk),
        Command::Init { dir } => init_project(&dir, &talk),
        Command::Demo(args) => demo_dataset(&args, &talk),
        Command::Completions { shell } => completions(shell),
    }
}

fn threads(jobs: Option<u16>) -> Result<pipeline::Threads> {
    pipeline::threads(jobs.map_or(0, usize::from))
}

fn build(args: &cli::Build, talk: &Talk) -> Result<Exit> {
    let config = configuration(&args.config, args.output.as_deref())?;
    let mut timings = Timings::default();
    let faults = site(&config, talk, &mut timings)?;
    if args.timings {
        talk.timings(&timings);
    }
    if args.strict && 0 < faults {
        talk.must(&format!("strict: {faults} broken or invalid in the data; the data page lists them"));
        return Ok(Exit::Found);
    }
    Ok(Exit::Done)
}

/// Builds, checks and swaps in a site; how many faults its data have.
fn site(config: &Config, talk: &Talk, timings: &mut Timings) -> Result<usize> {
    let output = &config.build.output;
    let lock = write::lock(output, &protected(config))?;
    let built = pipeline::build(config, talk, timings)?;
    talk.done();
    let faults = tell(&built, talk);
    let errors = built.findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    if 0 < errors {
        return Err(Error::new(format!("the new site has {errors} faults, so the former one was left as it is"))
            .hint("the findings above name the pages; content and templates are the usual place")
            .exit(Exit::Found));
    }
    timings.measure(talk, "write", None, || write::swap_in(&built.tree, &lock))?;
    talk.done();
    talk.say(&format!("built {} pages, {} files in `{}`", built.pages, built.tree.len(), output.display()));
    talk.say(&format!(
        "look at it: open `{}` in a browser, or run `foreboard serve`",
        output.join("index.html").display()
    ));
    Ok(faults)
}

/// Folders that the output must never be, hold or replace.
fn protected(config: &Config) -> Vec<&Path> {
    let build = &config.build;
    let sources = config.tracks.iter().map(|track| track.source.as_path());
    [config.root.as_path(), &build.content, &build.templates, &build.assets].into_iter().chain(sources).collect()
}

fn configuration(path: &Path, output: Option<&Path>) -> Result<Config> {
    let mut config = Config::load(path)?;
    if let Some(output) = output {
        config.build.output = output.to_path_buf();
    }
    Ok(config)
}

/// Says what was found; how many faults the data have.
fn tell(built: &Built, talk: &Talk) -> usize {
    for warning in &built.warnings {
        talk.say(&format!("warning: {warning}"));
    }
    for finding in &built.findings {
        talk.must(&finding.to_string());
    }
    tell_faults(built.faults.iter(), talk)
}

/// Says what is wrong in the data; how many broken and invalid things there are.
fn tell_faults<'a>(all: impl Iterator<Item = &'a Fault> + Clone, talk: &Talk) -> usize {
    all.clone().for_each(|fault| fault_line(fault, talk));
    let faults = all.clone().filter(|fault| fault.kind != FaultKind::Warning).count();
    let warnings = all.count() - faults;
    if 0 < faults + warnings {
        talk.say(&format!(
            "data: {faults} broken or invalid, {warnings} warnings; `--verbose` lists them, and so does the data page"
        ));
    }
    faults
}

fn fault_line(fault: &Fault, talk: &Talk) {
    let place = fault.place.to_string();
    let at = if place.is_empty() { fault.path.clone() } else { format!("{}: {place}", fault.path) };
    talk.detail(&format!("{}: {at}: {}", fault.kind.word(), fault.message));
}

fn check(args: &cli::Check, talk: &Talk) -> Result<Exit> {
    let tree = write::read_back(&args.dir)?;
    let mut findings = pipeline::check(&tree);
    if args.agreement {
        findings.extend(check::disagreements(&tree));
    }
    for finding in &findings {
        talk.must(&finding.to_string());
    }
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    talk.say(&format!("checked {} files: {errors} errors, {} warnings", tree.len(), findings.len() - errors));
    Ok(if errors == 0 { Exit::Done } else { Exit::Found })
}

fn score(args: &cli::Score, talk: &Talk) -> Result<Exit> {
    let mut config = match &args.path {
        Some(path) => Config::for_dataset(path, pipeline::layout(path)?),
        None => Config::load(args.config.as_deref().unwrap_or(Path::new("foreboard.toml")))?,
    };
    if let Some(id) = &args.track {
        config.tracks.retain(|track| track.id.as_str() == id);
        if config.tracks.is_empty() {
            return Err(Error::new(format!("there is no track `{id}`"))
                .hint("leave `--track` away to see all of them")
                .exit(Exit::Usage));
        }
    }
    if let Some(share) = args.min_share {
        if config.tracks.iter().all(|track| track.layout != Layout::Runs) {
            return Err(Error::new("`--min-share` is a rule of the layout `runs`, and no such track is scored")
                .hint("leave it away")
                .exit(Exit::Usage));
        }
        for track in &mut config.tracks {
            track.rules.min_share = share;
            track.tasks.values_mut().for_each(|rules| rules.min_share = share);
        }
    }
    let mut timings = Timings::default();
    let data =
        config.tracks.iter().map(|track| pipeline::read(track, talk, &mut timings)).collect::<Result<Vec<_>>>()?;
    let scored: Vec<Scored> =
        data.iter().zip(&config.tracks).map(|(data, track)| pipeline::score(data, track, talk, &mut timings)).collect();
    talk.done();
    tell_faults(data.iter().flat_map(Data::faults), talk);
    let text = match args.format {
        Format::Csv => csv(&scored, talk),
        Format::Json => export::document(&scored.iter().map(json).collect::<Vec<_>>()),
        Format::Table => tables(&config, &scored),
    };
    print(&text)?;
    if args.timings {
        talk.timings(&timings);
    }
    Ok(Exit::Done)
}

fn json(scored: &Scored) -> export::Json {
    match scored {
        Scored::Runs(results) => export::json(results),
        Scored::Fwbench(results) => fwbench::export::json(results),
    }
}

/// Rows of two layouts have different columns: one table holds those of the first track's layout, and the talk names the tracks it leaves out.
fn csv(scored: &[Scored], talk: &Talk) -> String {
    let runs: Vec<&Results> = scored.iter().filter_map(Scored::runs).collect();
    let benches: Vec<&fwbench_results::Results> = scored.iter().filter_map(Scored::fwbench).collect();
    let first_runs = matches!(scored.first(), Some(Scored::Runs(_)));
    let left: Vec<String> = if first_runs {
        benches.iter().map(|results| results.track.to_string()).collect()
    } else {
        runs.iter().map(|results| results.track.to_string()).collect()
    };
    for track in left {
        talk.must(&format!("track `{track}` has other columns: print it with `--track {track}`"));
    }
    if first_runs { export::csv(&runs) } else { fwbench::export::csv(&benches) }
}

fn tables(config: &Config, scored: &[Scored]) -> String {
    let mut parts = Vec::new();
    for (config, scored) in config.tracks.iter().zip(scored) {
        match scored {
            Scored::Runs(results) => {
                let track = Track::new(config, results, &[], true);
                for (position, group) in results.overall.iter().enumerate() {
                    let tasks = crate::site::number::counted(group.tasks.len(), "task");
                    let caption = format!("{}: across {tasks}", config.title);
                    let name = format!("overall-{position}");
                    parts.push(terminal::text(&boards::overall_board(&track, group, &name, caption)));
                }
                parts.extend(results.tasks.iter().map(|task| terminal::text(&boards::task_board(&track, task))));
            }
            Scored::Fwbench(results) => {
                let track = fwbench::track::Track::new(config, results, true);
                parts.extend(fwbench::boards::all(&track).iter().map(terminal::text));
            }
        }
    }
    parts.join("\n")
}

/// Standard output; a reader that went away is no failure.
fn print(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(cause) if cause.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::new("cannot write to standard output").because(cause))
        }
        _ => Ok(()),
    }
}

#[cfg(feature = "serve")]
fn serve(args: &cli::Serve, talk: &Talk) -> Result<Exit> {
    let config = configuration(&args.build.config, args.build.output.as_deref())?;
    let build = &config.build;
    let mut watched =
        vec![args.build.config.clone(), build.content.clone(), build.templates.clone(), build.assets.clone()];
    watched.extend(config.tracks.iter().map(|track| track.source.clone()));
    let options = crate::serve::Options { output: build.output.clone(), port: args.port, watched };
    let (args, cli_talk, jobs) = (args.build.clone(), talk.arguments(), args.build.jobs);
    let build = move || {
        let talk = Talk::new(cli_talk);
        let config = configuration(&args.config, args.output.as_deref())?;
        threads(jobs)?.install(|| site(&config, &talk, &mut Timings::default())).map(|_| ())
    };
    crate::serve::serve(&options, build, |address| {
        talk.say(&format!("serving on http://{address}/, this machine only; end with Ctrl-C"));
    })?;
    Ok(Exit::Done)
}

fn init_project(dir: &Path, talk: &Talk) -> Result<Exit> {
    let written = init::write(dir)?;
    for file in &written.files {
        talk.say(&format!("wrote `{}`", dir.join(file).display()));
    }
    talk.say(&format!(
        "wrote {} files of synthetic data below `{}`",
        written.data_files,
        dir.join(&written.data).display()
    ));
    talk.say(&format!("next: `cd {}` and `foreboard`", dir.display()));
    Ok(Exit::Done)
}

fn demo_dataset(args: &cli::Demo, talk: &Talk) -> Result<Exit> {
    let count = |given: Option<u32>, default: usize| given.map_or(default, |count| count as usize);
    let summary = match args.layout {
        cli::Layout::Runs => {
            let default = DemoSize::default();
            let size = DemoSize {
                tasks: count(args.tasks, default.tasks),
                days: count(args.days, default.days),
                systems: count(args.systems, default.systems),
                seed: args.seed,
            };
            demo::write(&args.dir, &size)?
        }
        cli::Layout::Fwbench => {
            let default = FwbenchSize::default();
            let size = FwbenchSize {
                cases: count(args.cases, default.cases),
                models: count(args.models, default.models),
                seed: args.seed,
            };
            demo::write_fwbench(&args.dir, &size)?
        }
    };
    talk.say(&format!(
        "wrote {} synthetic files, {} bytes, below `{}`",
        summary.files,
        summary.bytes,
        args.dir.display()
    ));
    talk.say(&format!("next: `foreboard score {}`", args.dir.display()));
    Ok(Exit::Done)
}

fn completions(shell: clap_complete::Shell) -> Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut <Cli as clap::CommandFactory>::command(), "foreboard", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}
