//! How much a reader has to load, as a host sends it: compressed with gzip.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

/// The bytes of a file after gzip; where a hasty compression is light already, that of the hasty one: every budget lies above it.
pub(super) fn gzipped(bytes: &[u8]) -> usize {
    let hasty = compressed(bytes, Compression::fast());
    if hasty <= LIGHT { hasty } else { compressed(bytes, Compression::default()) }
}

/// Every budget lies above this; what is lighter need not be weighed exactly.
const LIGHT: usize = 48 * 1024;

fn compressed(bytes: &[u8], level: Compression) -> usize {
    let mut encoder = GzEncoder::new(Scale(0), level);
    // A scale takes everything, so neither step can fail.
    match encoder.write_all(bytes).and_then(|()| encoder.finish()) {
        Ok(scale) => scale.0,
        Err(_) => bytes.len(),
    }
}

/// Counts what is written and keeps nothing.
struct Scale(usize);

impl Write for Scale {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
