//! The open browsers: each gets an event when the site was built or a build failed. A browser that is gone is forgotten at the next event.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

type Browser = Box<dyn Write + Send>;

/// More tabs than anyone has open; the oldest is let go, and comes back by itself.
const MOST_BROWSERS: usize = 32;

const HEAD: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nConnection: close\r\n\r\nretry: 500\n\n";

/// How the last build ended.
#[derive(Debug, Clone)]
pub(super) enum State {
    /// The number of the build whose site is served.
    Built(u64),
    /// What stopped the build.
    Failed(String),
}

/// The browsers that listen, and what a new one has to be told.
pub(super) struct Events {
    inner: Mutex<(VecDeque<Browser>, State)>,
}

impl Events {
    pub(super) fn new(state: State) -> Self {
        Self { inner: Mutex::new((VecDeque::new(), state)) }
    }

    /// Adds a browser and tells it how things stand.
    pub(super) fn listen(&self, mut browser: Browser) {
        let mut inner = self.lock();
        if send(&mut browser, &format!("{HEAD}{}", event(&inner.1))) {
            inner.0.push_back(browser);
            while MOST_BROWSERS < inner.0.len() {
                inner.0.pop_front();
            }
        }
    }

    /// Tells every browser.
    pub(super) fn tell(&self, state: State) {
        let mut inner = self.lock();
        let text = event(&state);
        inner.1 = state;
        inner.0.retain_mut(|browser| send(browser, &text));
    }

    /// The words of the failure, when the last build failed.
    pub(super) fn failure(&self) -> Option<String> {
        match &self.lock().1 {
            State::Built(_) => None,
            State::Failed(words) => Some(words.clone()),
        }
    }

    /// Lets every browser go.
    pub(super) fn close(&self) {
        self.lock().0.clear();
    }

    fn lock(&self) -> MutexGuard<'_, (VecDeque<Browser>, State)> {
        // A list of sockets is whole at any time, whoever panicked while holding it.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn send(browser: &mut Browser, text: &str) -> bool {
    browser.write_all(text.as_bytes()).and_then(|()| browser.flush()).is_ok()
}

fn event(state: &State) -> String {
    match state {
        State::Built(number) => format!("event: built\ndata: {number}\n\n"),
        State::Failed(words) => {
            let lines: Vec<&str> = words.lines().collect();
            format!("event: failed\ndata: {}\n\n", lines.join("\ndata: "))
        }
    }
}
