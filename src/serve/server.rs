//! The preview server: a few threads that answer requests from the output folder, and one that builds. Serves what the last good build left.

use std::io::Cursor;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

use tiny_http::{Header, Method, Request, Response};

use super::events::{Events, State};
use super::files;
use super::watch::{self, Signal, Watch};
use crate::error::{Error, Exit, Report, Result};
use crate::tree::SitePath;

const RELOAD: &str = include_str!("reload.js");
const ANSWERING_THREADS: usize = 4;

/// What to serve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The folder that the build fills.
    pub output: PathBuf,
    /// The port on 127.0.0.1; 0 takes a free one.
    pub port: u16,
    /// Files and folders whose change asks for a build: settings, content, templates, assets, dataset. They need not exist yet.
    pub watched: Vec<PathBuf>,
}

/// A running server. Dropping it stops it.
pub struct Server {
    address: SocketAddr,
    http: Arc<tiny_http::Server>,
    events: Arc<Events>,
    builder: Sender<Signal>,
    threads: Vec<JoinHandle<()>>,
}

/// Builds, serves and builds anew until the process ends. `ready` is told the address.
pub fn serve(
    options: &Options,
    build: impl FnMut() -> Result<()> + Send + 'static,
    ready: impl FnOnce(SocketAddr),
) -> Result<()> {
    let mut server = start(options, build)?;
    ready(server.address());
    server.join();
    Ok(())
}

/// Builds once and starts to serve. `build` puts a finished site into the output folder; when it fails, the former site stays and browsers show why.
pub fn start(options: &Options, mut build: impl FnMut() -> Result<()> + Send + 'static) -> Result<Server> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).map_err(|cause| {
        Error::new(format!("cannot serve on port {}", options.port))
            .because(cause)
            .hint("another program may hold the port; choose another with `--port`, or 0 for a free one")
            .exit(Exit::Failed)
    })?;
    let failed = |cause: Box<dyn std::error::Error + Send + Sync>| Error::new("cannot serve").because(cause);
    let address = listener.local_addr().map_err(|cause| failed(cause.into()))?;
    let http = Arc::new(tiny_http::Server::from_listener(listener, None).map_err(failed)?);

    let (builder, signals) = channel();
    // Watching begins before the first build, so that no change falls between.
    let mut watch = Watch::new(&options.watched, builder.clone())?;
    let mut number = 0;
    let mut state = move || {
        number += 1;
        match build() {
            Ok(()) => State::Built(number),
            Err(error) => State::Failed(Report(&error).to_string()),
        }
    };
    let events = Arc::new(Events::new(state()));

    let mut threads = Vec::new();
    let told = Arc::clone(&events);
    threads.push(std::thread::spawn(move || {
        while watch::wait(&signals) {
            let armed = watch.arm();
            told.tell(match armed {
                Ok(()) => state(),
                Err(error) => State::Failed(Report(&error).to_string()),
            });
        }
    }));
    for _ in 0..ANSWERING_THREADS {
        let (http, events, output) = (Arc::clone(&http), Arc::clone(&events), options.output.clone());
        threads.push(std::thread::spawn(move || {
            // An error here is the call to stop.
            while let Ok(request) = http.recv() {
                answer(request, &output, &events);
            }
        }));
    }
    Ok(Server { address, http, events, builder, threads })
}

impl Server {
    /// Where the site is served.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops serving and waits for a build under way.
    pub fn stop(mut self) {
        self.halt();
    }

    fn halt(&mut self) {
        // The builder may have ended by itself already.
        let _gone = self.builder.send(Signal::Stop);
        for _ in 0..ANSWERING_THREADS {
            self.http.unblock();
        }
        self.events.close();
        self.join();
    }

    fn join(&mut self) {
        for thread in self.threads.drain(..) {
            // A thread that panicked has said so; the others still have to end.
            let _panicked = thread.join();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.halt();
    }
}

fn answer(request: Request, output: &std::path::Path, events: &Events) {
    if !is_local(&request) {
        return respond(
            request,
            403,
            "text/plain; charset=utf-8",
            b"this preview answers to 127.0.0.1 and localhost only\n".to_vec(),
        );
    }
    if !matches!(request.method(), Method::Get | Method::Head) {
        return respond(request, 405, "text/plain; charset=utf-8", b"only GET and HEAD\n".to_vec());
    }
    let target = request.url().to_owned();
    match target.as_str() {
        "/__events" => events.listen(request.into_writer()),
        "/__reload.js" => respond(request, 200, "text/javascript; charset=utf-8", RELOAD.as_bytes().to_vec()),
        _ => match files::find(output, &target) {
            Some((path, bytes)) => respond_file(request, 200, &path, bytes),
            None => missing(request, output, events),
        },
    }
}

fn missing(request: Request, output: &std::path::Path, events: &Events) {
    if let Some((path, bytes)) = files::find(output, "/404.html") {
        return respond_file(request, 404, &path, bytes);
    }
    // Before the first good build there is no site: a bare page that shows the failure and waits for the next build.
    let page = match events.failure() {
        Some(_) => {
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>No site yet</title></head><body></body></html>"
        }
        None => {
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Not found</title></head><body><h1>Not found</h1></body></html>"
        }
    };
    respond(request, 404, "text/html; charset=utf-8", files::with_reload(page.as_bytes().to_vec()));
}

fn respond_file(request: Request, status: u16, path: &SitePath, bytes: Vec<u8>) {
    let bytes = if path.extension() == "html" { files::with_reload(bytes) } else { bytes };
    respond(request, status, files::media_type(path), bytes);
}

fn respond(request: Request, status: u16, media_type: &str, bytes: Vec<u8>) {
    let length = bytes.len();
    let headers = [("Content-Type", media_type), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff")];
    let headers = headers.iter().filter_map(|(name, value)| Header::from_bytes(*name, *value).ok()).collect();
    // A browser that went away in the meantime needs no answer.
    let _gone = request.respond(Response::new(status.into(), headers, Cursor::new(bytes), Some(length), None));
}

/// Whether the request names this machine: a foreign name that leads here (DNS rebinding) gets nothing.
fn is_local(request: &Request) -> bool {
    let host = request.headers().iter().find(|header| header.field.equiv("Host")).map(|header| header.value.as_str());
    host.is_none_or(|host| {
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        matches!(name, "127.0.0.1") || name.eq_ignore_ascii_case("localhost")
    })
}
