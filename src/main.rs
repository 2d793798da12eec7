//! The binary: hands its arguments to the library and ends with the exit code it gets.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    ExitCode::from(foreboard::run(std::env::args_os()))
}
