//! Tells cargo to build the crate again when a file is added to the embedded folders: the compiler sees changes within a file, not a new one.

fn main() {
    for folder in ["site-templates", "content", "assets"] {
        println!("cargo:rerun-if-changed={folder}");
    }
}
