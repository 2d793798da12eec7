//! `manifests/files.json`: sizes and digests of a payload. Its keys are not known for certain, so only rows count that clearly carry a path, a size and
//! a SHA-256.

use std::collections::BTreeMap;

use super::tree::Tree;

/// The digest of each listed file, in lower-case hex, by path below the root.
pub fn digests(tree: &Tree<'_>) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    collect(tree, None, &mut found);
    found
}

/// `name` is the key under which the tree stands, which may be the path.
fn collect(tree: &Tree<'_>, name: Option<&str>, found: &mut BTreeMap<String, String>) {
    match tree {
        Tree::List(items) => {
            for item in items {
                collect(item, None, found);
            }
        }
        Tree::Object(fields) => {
            let field = |keys: &[&str]| fields.iter().find(|(key, _)| keys.contains(&&**key)).map(|(_, tree)| tree);
            let path = field(&["path", "file", "name"]).and_then(Tree::text).or(name);
            let size = field(&["size", "bytes", "size_bytes"]).and_then(Tree::whole);
            let digest = field(&["sha256"]).and_then(Tree::text);
            let hex = |text: &&str| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
            if let (Some(path), Some(_), Some(digest)) = (path, size, digest.filter(hex)) {
                found.insert(path.to_owned(), digest.to_ascii_lowercase());
                return;
            }
            for (key, tree) in fields {
                collect(tree, Some(key), found);
            }
        }
        _ => {}
    }
}
