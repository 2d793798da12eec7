//! The preview over a bare socket: files of the site and nothing else, a build for every change, a failure shown and the former site kept.
#![cfg(feature = "serve")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use foreboard::error::{Error, Report};
use foreboard::serve::{Options, Server, start};

const WAIT: Duration = Duration::from_secs(10);

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect_timeout(&address, WAIT).unwrap();
    stream.set_read_timeout(Some(WAIT)).unwrap();
    stream
}

/// Status, head and body of the answer.
fn ask(address: SocketAddr, first: &str, host: &str) -> (u16, String, String) {
    let mut stream = connect(address);
    write!(stream, "{first} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer to {first}: {answer:?}"));
    (head.split(' ').nth(1).unwrap().parse().unwrap(), head.to_ascii_lowercase(), body.to_owned())
}

fn get(address: SocketAddr, target: &str) -> (u16, String, String) {
    ask(address, &format!("GET {target}"), "127.0.0.1")
}

/// A page made from `source.txt`; the word `broken` stops the build.
fn build(root: &Path) -> Result<(), Error> {
    let source = fs::read_to_string(root.join("content/source.txt")).unwrap();
    if source.contains("broken") {
        return Err(Error::new("`content/source.txt` is <b>broken</b>").hint("mend it"));
    }
    fs::create_dir_all(root.join("public/tasks")).unwrap();
    fs::write(root.join("public/tasks/a.csv"), "a\n").unwrap();
    fs::write(root.join("public/index.html"), format!("<html><body>{source}</BODY></html>")).unwrap();
    Ok(())
}

fn served(source: &str) -> (tempfile::TempDir, Server) {
    let temp = tempfile::tempdir().unwrap();
    fs::create_dir(temp.path().join("content")).unwrap();
    fs::write(temp.path().join("content/source.txt"), source).unwrap();
    let options = Options {
        output: temp.path().join("public"),
        port: 0,
        watched: vec![temp.path().join("content"), temp.path().join("foreboard.toml"), temp.path().join("none/yet")],
    };
    let root = temp.path().to_owned();
    let server = start(&options, move || build(&root)).unwrap();
    (temp, server)
}

/// The events of a browser, as `name: data`.
fn listen(address: SocketAddr) -> impl FnMut() -> String {
    let mut stream = connect(address);
    write!(stream, "GET /__events HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", address.port()).unwrap();
    let mut lines = BufReader::new(stream).lines();
    move || {
        let mut name = String::new();
        let mut data = Vec::new();
        loop {
            let line = lines.next().expect("the stream goes on").expect("an event comes in time");
            if let Some(event) = line.strip_prefix("event: ") {
                event.clone_into(&mut name);
            } else if let Some(text) = line.strip_prefix("data: ") {
                data.push(text.to_owned());
            } else if line.is_empty() && !name.is_empty() {
                return format!("{name}: {}", data.join("|"));
            }
        }
    }
}

#[test]
fn files_are_served_with_their_types_and_stay_as_published_on_disk() {
    let (temp, server) = served("hello");
    let address = server.address();
    assert!(address.ip().is_loopback());
    let (status, head, body) = get(address, "/");
    assert_eq!((status, body.as_str()), (200, "<html><body>hello<script src=\"/__reload.js\"></script></BODY></html>"));
    assert!(head.contains("content-type: text/html; charset=utf-8") && head.contains("nosniff"), "{head}");
    assert_eq!(fs::read_to_string(temp.path().join("public/index.html")).unwrap(), "<html><body>hello</BODY></html>");
    let (status, head, body) = get(address, "/tasks/a.csv?x=1");
    assert_eq!((status, body.as_str()), (200, "a\n"));
    assert!(head.contains("content-type: text/csv"), "{head}");
    let (status, _, script) = get(address, "/__reload.js");
    assert_eq!(status, 200);
    assert!(script.contains("textContent") && !script.contains("innerHTML"));
    assert_eq!(ask(address, "HEAD /", "localhost").2, "");
    // The plainest host has no folder indexes.
    assert_eq!(get(address, "/tasks").0, 404);
    assert_eq!(get(address, "/tasks/").0, 404);
    assert_eq!(ask(address, "POST /", "127.0.0.1").0, 405);
    fs::write(temp.path().join("public/404.html"), "<body>own</body>").unwrap();
    let (status, _, body) = get(address, "/gone.html");
    assert!(status == 404 && body.starts_with("<body>own<script"), "{body}");
    server.stop();
    // The listening thread closes its socket a moment after it is told to.
    let closed = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        TcpStream::connect_timeout(&address, WAIT).is_err()
    });
    assert!(closed, "the port is still open");
}

#[test]
fn nothing_outside_the_folder_is_served() {
    let (temp, server) = served("hello");
    let address = server.address();
    fs::write(temp.path().join("secret.txt"), "secret").unwrap();
    fs::create_dir(temp.path().join("public-other")).unwrap();
    fs::write(temp.path().join("public-other/x.txt"), "secret").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(temp.path().join("secret.txt"), temp.path().join("public/link.txt")).unwrap();
    for target in [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/%2E%2E%2Fsecret.txt",
        "/..%2fsecret.txt",
        "/tasks/../../secret.txt",
        "/..%5csecret.txt",
        "/..\\secret.txt",
        "//etc/passwd",
        "/%2fetc/passwd",
        "/tasks/%00",
        "/%ff",
        "/%",
        "/%zz",
        "/../public-other/x.txt",
        "/link.txt",
        "/%252e%252e/secret.txt",
        "/./secret.txt",
        "/../../../../../../etc/passwd",
    ] {
        let (status, _, body) = get(address, target);
        assert!(status == 404 && !body.contains("secret") && !body.contains("root:"), "{target}: {status} {body}");
    }
    assert_eq!(ask(address, "GET /", "evil.example").0, 403);
    assert_eq!(ask(address, "GET /", &format!("localhost:{}", address.port())).0, 200);
    assert_eq!(get(address, "/").0, 200);
}

#[test]
fn a_change_builds_anew_and_tells_browsers_a_failure_keeps_the_former_site() {
    let (temp, server) = served("one");
    let address = server.address();
    let mut event = listen(address);
    assert_eq!(event(), "built: 1");
    let source = temp.path().join("content/source.txt");
    fs::write(&source, "two").unwrap();
    assert_eq!(event(), "built: 2");
    assert!(get(address, "/").2.contains("two"));
    fs::write(&source, "broken").unwrap();
    assert_eq!(event(), "failed: error: `content/source.txt` is <b>broken</b>|hint: mend it");
    assert!(get(address, "/").2.contains("two"));
    // A browser that comes late hears of the failure too.
    assert!(listen(address)().starts_with("failed: "));
    // Editors put a new file in the place of the old one.
    fs::write(temp.path().join("content/new"), "three").unwrap();
    fs::rename(temp.path().join("content/new"), &source).unwrap();
    assert_eq!(event(), "built: 4");
    assert!(get(address, "/").2.contains("three"));
    // A watched file that did not exist.
    fs::write(temp.path().join("foreboard.toml"), "").unwrap();
    assert_eq!(event(), "built: 5");
    server.stop();
}

#[test]
fn a_burst_of_changes_is_one_build_and_reading_is_none() {
    let temp = tempfile::tempdir().unwrap();
    let content = temp.path().join("content");
    fs::create_dir(&content).unwrap();
    let builds = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&builds);
    let read = content.clone();
    let options = Options { output: temp.path().join("public"), port: 0, watched: vec![content.clone()] };
    let server = start(&options, move || {
        counted.fetch_add(1, Ordering::SeqCst);
        for entry in fs::read_dir(&read).unwrap() {
            fs::read(entry.unwrap().path()).unwrap();
        }
        Ok(())
    })
    .unwrap();
    for number in 0..50 {
        fs::write(content.join(format!("{number}.md")), "x").unwrap();
    }
    let begin = Instant::now();
    while builds.load(Ordering::SeqCst) < 2 && begin.elapsed() < WAIT {
        std::thread::sleep(Duration::from_millis(10));
    }
    // Long enough for a build that follows on its own reading to show.
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(builds.load(Ordering::SeqCst), 2);
    drop(server);
}

#[test]
fn without_a_first_site_the_failure_is_shown() {
    let (_temp, server) = served("broken");
    let (status, _, body) = get(server.address(), "/");
    assert!(status == 404 && body.contains("/__reload.js"), "{body}");
    assert!(listen(server.address())().contains("is <b>broken</b>"));
}

#[test]
fn a_port_that_is_taken_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let temp = tempfile::tempdir().unwrap();
    let options = Options { output: temp.path().join("public"), port, watched: vec![] };
    let error = start(&options, || Ok(())).err().unwrap();
    let text = Report(&error).to_string();
    assert!(text.contains(&format!("port {port}")) && text.contains("hint: ") && text.contains("because: "), "{text}");
}
