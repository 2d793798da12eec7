//! What files say of each other: links and anchors that lead nowhere, addresses that name no file, names that collide, weight, and limits of hosts.

use std::collections::{BTreeMap, BTreeSet};

use super::finding::{Finding, Place, Severity};
use super::inspect;
use super::report::{Public, Reference, Report, Role};
use crate::tree::{SitePath, Tree};

/// The most bytes of a page after gzip, with the drawings it loads; the page of formulas may have twice as many.
const PAGE_GZIPPED: usize = 60_000;
const SCRIPT_BYTES: usize = 6_000;
const FOLDER_ENTRIES: usize = 10_000;
const SITE_FILES: usize = 20_000;
const FILE_BYTES: usize = 25 * 1024 * 1024;

/// Every finding of a built site, one file after the other. The pipeline does the same in parallel.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let reports: Vec<Report> = tree.iter().map(|(path, bytes)| inspect::inspect(path, bytes)).collect();
    conclude(&reports, None)
}

/// Every finding of the files inspected, in the order of paths. `expected` are the paths of the plan, each of which must be there.
pub fn conclude(reports: &[Report], expected: Option<&[SitePath]>) -> Vec<Finding> {
    let site = Site::new(reports);
    let mut findings: Vec<Finding> = reports.iter().flat_map(|report| report.findings.iter().cloned()).collect();
    for report in reports {
        findings.extend(report.links.iter().filter_map(|link| site.dead(report, link)));
        findings.extend(site.heavy(report));
    }
    site.public(&mut findings);
    site.planned(expected.unwrap_or_default(), &mut findings);
    site.colliding(&mut findings);
    site.limits(&mut findings);
    findings.sort();
    findings
}

struct Site<'a> {
    reports: &'a [Report],
    files: BTreeMap<&'a str, &'a Report>,
    /// Paths by their lower-case form.
    lower: BTreeMap<String, &'a str>,
    /// Entries by folder, folders named without a closing slash.
    folders: BTreeMap<&'a str, BTreeSet<&'a str>>,
}

impl<'a> Site<'a> {
    fn new(reports: &'a [Report]) -> Self {
        let files: BTreeMap<&str, &Report> = reports.iter().map(|report| (report.path.as_str(), report)).collect();
        let mut folders: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for path in files.keys() {
            let mut path = *path;
            while let Some((folder, name)) = path.rsplit_once('/') {
                folders.entry(folder).or_default().insert(name);
                path = folder;
            }
            folders.entry("").or_default().insert(path);
        }
        let lower = files.keys().map(|path| (path.to_ascii_lowercase(), *path)).collect();
        Self { reports, files, lower, folders }
    }

    fn dead(&self, report: &Report, link: &Reference) -> Option<Finding> {
        let found = |code, message| Some(finding(report, Some(link.place), Severity::Error, code, message));
        let Some(target) = self.files.get(link.path.as_str()) else {
            if self.folders.contains_key(link.path.as_str()) {
                return found("uncertain-link", format!("`{}` is a folder; name the file within", link.path));
            }
            let alike = self.lower.get(&link.path.to_ascii_lowercase());
            let hint = alike.map_or_else(String::new, |path| format!("; `{path}` differs in case only"));
            return found("dead-link", format!("`{}` is no file of the site{hint}", link.path));
        };
        let anchor = link.anchor.as_deref()?;
        let has_ids = matches!(target.path.extension(), "html" | "svg");
        // `#top` is the head of every page, and `#:~:` marks a text rather than an element.
        let known = anchor == "top" || anchor.starts_with(":~:") || target.ids.contains(anchor);
        if has_ids && !known {
            return found("dead-anchor", format!("`{}` has no element with the id `{anchor}`", link.path));
        }
        None
    }

    fn heavy(&self, report: &Report) -> Option<Finding> {
        if report.path.extension() != "html" {
            return None;
        }
        let name = report.path.as_str().rsplit('/').next().unwrap_or_default();
        let most = if name == "methods.html" { 2 * PAGE_GZIPPED } else { PAGE_GZIPPED };
        let drawings: BTreeSet<&str> = report
            .links
            .iter()
            .filter(|link| link.loads)
            .map(|link| link.path.as_str())
            .filter(|path| *path != report.path.as_str())
            .collect();
        let drawn: usize = drawings.iter().filter_map(|path| self.files.get(path)?.gzipped).sum();
        let weight = report.gzipped? + drawn;
        (most < weight).then(|| {
            let message =
                format!("the page weighs {weight} bytes gzipped, {drawn} of them drawings; the most is {most}");
            finding(report, None, Severity::Warning, "heavy-page", message)
        })
    }

    /// Canonical links, site map and feed: each must name a file of this site, and the site map every page.
    fn public(&self, findings: &mut Vec<Finding>) {
        let all = || self.reports.iter().flat_map(|report| report.public.iter().map(move |public| (report, public)));
        let Some(base) = base(all()) else { return };
        let mut mapped = BTreeSet::new();
        for (report, public) in all() {
            let path = public.address.strip_prefix(base).map(|rest| rest.split('#').next().unwrap_or(rest));
            let path = path.map(|path| if path.is_empty() { "index.html" } else { path });
            let message = match (path, public.role) {
                (None, _) => format!("`{}` is not under `{base}`, as other addresses of the site are", public.address),
                (Some(path), Role::Canonical) if path == report.path.as_str() => continue,
                (Some(_), Role::Canonical) => {
                    format!("`{}` is not the address of this page under `{base}`", public.address)
                }
                (Some(path), role) if self.files.contains_key(path) => {
                    if role == Role::SitemapEntry {
                        mapped.insert(path);
                    }
                    continue;
                }
                (Some(path), _) => format!("`{path}` is no file of the site"),
            };
            findings.push(finding(report, Some(public.place), Severity::Error, "wrong-address", message));
        }
        if let Some(map) = self.files.get("sitemap.xml") {
            let pages = self
                .files
                .keys()
                .filter(|path| path.rsplit_once('.').is_some_and(|(_, kind)| kind == "html") && **path != "404.html");
            for page in pages.filter(|page| !mapped.contains(**page)) {
                findings.push(finding(
                    map,
                    None,
                    Severity::Error,
                    "unmapped-page",
                    format!("`{page}` is missing in the site map"),
                ));
            }
        }
    }

    fn planned(&self, expected: &[SitePath], findings: &mut Vec<Finding>) {
        for path in expected.iter().filter(|path| !self.files.contains_key(path.as_str())) {
            let message = "the plan has this file, the site has not".to_owned();
            findings.push(Finding {
                path: path.clone(),
                place: None,
                severity: Severity::Error,
                code: "missing-file",
                message,
            });
        }
    }

    /// Names that are one on some disk or host.
    fn colliding(&self, findings: &mut Vec<Finding>) {
        let mut lower: BTreeMap<String, &Report> = BTreeMap::new();
        for report in self.files.values() {
            if let Some(other) = lower.insert(report.path.as_str().to_ascii_lowercase(), report) {
                let message = format!("differs from `{}` in case only; many disks hold one of them", other.path);
                findings.push(finding(report, None, Severity::Error, "case-collision", message));
            }
            if self.folders.contains_key(report.path.as_str()) {
                let message = "is a file and a folder at once; no disk holds both".to_owned();
                findings.push(finding(report, None, Severity::Error, "case-collision", message));
            }
        }
    }

    fn limits(&self, findings: &mut Vec<Finding>) {
        for report in self.files.values().filter(|report| FILE_BYTES < report.bytes) {
            let message = format!("has {} bytes; Cloudflare Pages takes at most {FILE_BYTES} a file", report.bytes);
            findings.push(finding(report, None, Severity::Warning, "host-limit", message));
        }
        let first = |folder: &str| {
            let start = if folder.is_empty() { String::new() } else { format!("{folder}/") };
            self.files.values().find(|report| report.path.as_str().starts_with(&start))
        };
        for (folder, entries) in self.folders.iter().filter(|(_, entries)| FOLDER_ENTRIES < entries.len()) {
            if let Some(report) = first(folder) {
                let name = if folder.is_empty() { "the root" } else { folder };
                let message = format!(
                    "its folder `{name}` has {} entries; the Hugging Face Hub takes at most {FOLDER_ENTRIES}",
                    entries.len()
                );
                findings.push(finding(report, None, Severity::Warning, "host-limit", message));
            }
        }
        if let Some(report) = first("").filter(|_| SITE_FILES < self.files.len()) {
            let message =
                format!("the site has {} files; Cloudflare Pages takes at most {SITE_FILES}", self.files.len());
            findings.push(finding(report, None, Severity::Warning, "host-limit", message));
        }
        let scripts: Vec<&&Report> = self.files.values().filter(|report| report.path.extension() == "js").collect();
        let bytes: usize = scripts.iter().map(|report| report.bytes).sum();
        if let Some(report) = scripts.first().filter(|_| SCRIPT_BYTES < bytes) {
            let message = format!("the scripts of the site have {bytes} bytes; the most is {SCRIPT_BYTES}");
            findings.push(finding(report, None, Severity::Warning, "heavy-script", message));
        }
    }
}

/// The address of the site's root: from the first page's canonical link, the feed's own link, or the shortest entry of the site map.
fn base<'a>(all: impl Iterator<Item = (&'a Report, &'a Public)>) -> Option<&'a str> {
    let all: Vec<(&Report, &Public)> = all.collect();
    let canonical = all.iter().find_map(|(report, public)| {
        let own = public.role == Role::Canonical && report.path.as_str() == "index.html";
        own.then(|| public.address.strip_suffix("index.html").unwrap_or(&public.address))
    });
    let feed = || {
        let (report, public) = all.iter().find(|(_, public)| public.role == Role::FeedItself)?;
        public.address.strip_suffix(report.path.as_str())
    };
    let map = || {
        let entries = all.iter().filter(|(_, public)| public.role == Role::SitemapEntry);
        let folders = entries.filter_map(|(_, public)| Some(&public.address[..=public.address.rfind('/')?]));
        folders.min_by_key(|folder| folder.len())
    };
    canonical.or_else(feed).or_else(map)
}

fn finding(report: &Report, place: Option<Place>, severity: Severity, code: &'static str, message: String) -> Finding {
    Finding { path: report.path.clone(), place, severity, code, message }
}
