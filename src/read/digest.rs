//! The digest of a dataset: over the files that were read, whoever reads them.

use sha2::{Digest, Sha256};

use crate::source::snapshot::Snapshot;

/// A file that was read, by its position among the snapshot's files, and the SHA-256 of its bytes as stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReadFile {
    /// Position among the snapshot's files.
    pub file: usize,
    /// SHA-256.
    pub digest: [u8; 32],
}

impl ReadFile {
    /// A file with these bytes.
    pub fn new(file: usize, bytes: &[u8]) -> Self {
        Self { file, digest: Sha256::digest(bytes).into() }
    }

    /// The SHA-256 in hex.
    pub fn hex(&self) -> String {
        let mut text = String::new();
        push_hex(&mut text, &self.digest);
        text
    }
}

/// SHA-256 over a line `<sha256 in hex>  <path>` for each file, in the order of paths: what `sha256sum` prints of them.
pub fn digest(snapshot: &Snapshot, mut read: Vec<ReadFile>) -> String {
    // The snapshot's files are in the order of paths.
    read.sort_unstable();
    let mut all = Sha256::new();
    let mut line = String::new();
    for file in &read {
        line.clear();
        push_hex(&mut line, &file.digest);
        line.push_str("  ");
        line.push_str(snapshot.files()[file.file].path());
        line.push('\n');
        all.update(line.as_bytes());
    }
    let mut text = String::new();
    push_hex(&mut text, &all.finalize());
    text
}

fn push_hex(text: &mut String, bytes: &[u8]) {
    const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    for byte in bytes {
        text.push(DIGITS[usize::from(byte >> 4)]);
        text.push(DIGITS[usize::from(byte & 15)]);
    }
}
