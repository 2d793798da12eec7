//! Stored bytes become text: unpacked within a limit, without a byte-order mark, checked to be UTF-8. It never guesses an encoding.

use std::io::{self, Read};

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;

use crate::domain::fault::Place;
use crate::source::snapshot::Bytes;

/// How a file is packed, told by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// Not at all.
    Plain,
    /// `.gz`
    Gzip,
    /// `.zst`
    Zstandard,
}

/// Why stored bytes are no text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untext {
    /// Where.
    pub place: Place,
    /// Why.
    pub message: String,
}

/// The text in `stored`, unpacked into `unpacked` where it is packed; never more than `limit` bytes.
pub fn text<'a>(packing: Packing, stored: &'a [u8], limit: u64, unpacked: &'a mut Vec<u8>) -> Result<&'a str, Untext> {
    let bytes = match packing {
        Packing::Plain => stored,
        Packing::Gzip => {
            unpack(MultiGzDecoder::new(stored), "gzip", limit, unpacked)?;
            unpacked
        }
        Packing::Zstandard => {
            unpack_frames(stored, limit, unpacked)?;
            unpacked
        }
    };
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = before.split(|&byte| byte == b'\n').count();
        let column = 1 + before.iter().rev().take_while(|&&byte| byte != b'\n').count();
        Untext { place: Place::Line(line as u32, Some(column as u32)), message: "not UTF-8".to_owned() }
    })
}

fn unpack_frames(stored: &[u8], limit: u64, unpacked: &mut Vec<u8>) -> Result<(), Untext> {
    unpacked.clear();
    let mut rest = stored;
    let mut frame = Vec::new();
    loop {
        let decoder = StreamingDecoder::new(&mut rest).map_err(|cause| damaged("zstandard", &cause))?;
        let left = limit.saturating_sub(unpacked.len() as u64);
        unpack(decoder, "zstandard", left, &mut frame).map_err(|cause| oversize(cause, limit))?;
        unpacked.append(&mut frame);
        if rest.is_empty() {
            return Ok(());
        }
    }
}

fn unpack(decoder: impl Read, name: &str, limit: u64, unpacked: &mut Vec<u8>) -> Result<(), Untext> {
    unpacked.clear();
    decoder.take(limit.saturating_add(1)).read_to_end(unpacked).map_err(|cause: io::Error| damaged(name, &cause))?;
    if limit < unpacked.len() as u64 {
        let message = format!("larger than the limit of {} once unpacked", Bytes(limit));
        return Err(Untext { place: Place::Whole, message });
    }
    Ok(())
}

/// Says the limit of the file, not what was left of it for the last frame.
fn oversize(cause: Untext, limit: u64) -> Untext {
    if cause.message.starts_with("larger") {
        Untext { message: format!("larger than the limit of {} once unpacked", Bytes(limit)), ..cause }
    } else {
        cause
    }
}

fn damaged(name: &str, cause: &impl std::fmt::Display) -> Untext {
    Untext { place: Place::Whole, message: format!("cannot be unpacked as {name}: {cause}") }
}
