//! One published file becomes a sheet: which lists it has, what it ranks by, and how many cases it is about.

use std::collections::BTreeSet;

use super::sheet::Sheet;
use crate::domain::fwbench::lambda::Lambda;
use crate::domain::fwbench::published::{Quantity, Reference, Subject};
use crate::domain::fwbench::release::RankingMetric;
use crate::read::fwbench::node::{Node, Notes, at};
use crate::read::fwbench::settings::stated;
use crate::read::fwbench::tree::Tree;
use crate::read::texts::{NAME, tidied};

/// Lists that only published files have.
const LISTS: [&str; 5] = ["fixed_references", "summaries", "pairs", "breakdowns", "progress"];

/// What a published file came to.
#[derive(Debug)]
pub enum Published {
    /// It was read.
    Sheet(Box<Sheet>),
    /// It has none of the known lists.
    Unknown,
    /// It is one of the known forms and cannot be used; there is a fault.
    Refused,
}

/// Reads a published file. `main` is the λ of the settings, for rows that name none in files that name none.
pub fn sheet(root: &Node<'_>, path: &str, main: Option<Lambda>, notes: &mut Notes<'_>) -> Published {
    let rows_of_models = matches!(root.field("models"), Some(Tree::List(rows)) if rows.iter().any(is_object));
    if !rows_of_models && !LISTS.iter().any(|key| root.has(key)) {
        return Published::Unknown;
    }
    let stated = stated(root, path, notes);
    if stated.unknown_metric.is_some() {
        return Published::Refused;
    }
    let Some(metric) = stated.metric.or_else(|| implied(root)) else {
        notes.invalid(at("ranking_metric"), "is missing, and no row tells what is ranked by: the file is not used");
        return Published::Refused;
    };
    let main = stated.main_lambda.or(main);
    let mut sheet = Sheet::new(path, stated, metric);
    sheet.read(root, main, notes);
    sheet.case_count = sheet.stated.case_count.or_else(|| sheet.counted(root, notes));
    Published::Sheet(Box::new(sheet))
}

impl Sheet {
    fn read(&mut self, root: &Node<'_>, main: Option<Lambda>, notes: &mut Notes<'_>) {
        let verified = root.child("verified_completion");
        self.complete =
            root.flag("complete", notes).or_else(|| verified.and_then(|verified| verified.flag("complete", notes)));
        for list in ["models", "fixed_references", "summaries"] {
            for row in root.items(list, notes) {
                self.summary(&row, list, main, notes);
            }
        }
        if root.has("models") && self.complete.is_none() {
            root.wrong("complete", notes, "is missing: nothing in the file is ranked");
            self.complete = Some(false);
        }
        root.items("progress", notes).iter().for_each(|row| self.progress(row, notes));
        root.items("breakdowns", notes).iter().for_each(|row| self.breakdown(row, notes));
        root.items("pairs", notes).iter().for_each(|row| self.pair(row, notes));
        root.items("access_contrasts", notes).iter().for_each(|row| self.access(row, notes));
        root.items("thinking_contrasts", notes).iter().for_each(|row| self.thinking(row, notes));
        root.items("agent_vs_reference", notes).iter().for_each(|row| self.against_reference(row, notes));
        self.references(root, notes);
        if let Some(loss) = root.number("perfect_forecast_loss", notes) {
            let subject = Subject::Reference(Reference::PerfectDemand);
            self.figure(&subject, Quantity::Loss, loss, root.path_of("perfect_forecast_loss"));
        }
        if let Tree::Object(fields) = root.tree {
            let keys: Vec<&str> = fields.iter().map(|(key, _)| &**key).collect();
            self.nicknames(root, &keys, notes);
        }
        self.interval_method = method(root);
    }

    /// The number of cases where the file does not say it outright: all rows that count theirs must agree.
    fn counted(&self, root: &Node<'_>, notes: &mut Notes<'_>) -> Option<usize> {
        let counts: BTreeSet<usize> = self.statements.iter().filter_map(|(_, statement)| statement.expected).collect();
        let mut counts = counts.into_iter();
        match (counts.next(), counts.next()) {
            (Some(count), None) => return Some(count),
            (Some(one), Some(other)) => {
                notes.invalid(at("case_count"), format!("is missing, and the rows are of {one} and of {other} cases"));
                return None;
            }
            (None, _) => {}
        }
        let verified = root.child("verified_completion")?;
        let scored = verified.whole("local_scored", notes)?.checked_add(verified.whole("hosted_scored", notes)?)?;
        let cells = verified.whole("complete_cells", notes).filter(|cells| *cells != 0)?;
        scored.is_multiple_of(cells).then_some((scored / cells) as usize)
    }
}

/// What the rows of a file rank by.
fn implied(root: &Node<'_>) -> Option<RankingMetric> {
    let has = |key: &str| {
        let lists = ["models", "fixed_references", "summaries", "pairs"];
        lists.iter().any(|list| match root.field(list) {
            Some(Tree::List(rows)) => rows.iter().any(|row| Node::root(row).has(key)),
            _ => false,
        })
    };
    if ["g_cost", "coefficient", "cost_weight"].into_iter().any(has) {
        Some(RankingMetric::Gap)
    } else if has("score") {
        Some(RankingMetric::Score)
    } else if has("loss") {
        Some(RankingMetric::Loss)
    } else {
        None
    }
}

/// How intervals were made: what stands under `interval_method`, or replications and seed.
fn method(root: &Node<'_>) -> Option<String> {
    let words = |fields: &[(std::borrow::Cow<'_, str>, Tree<'_>)]| {
        let field = |(key, tree): &(std::borrow::Cow<'_, str>, Tree<'_>)| {
            let value = tree.text().map_or_else(|| tree.words(), str::to_owned);
            if key == "type" { value } else { format!("{} {value}", key.replace('_', " ")) }
        };
        fields.iter().map(field).collect::<Vec<_>>().join(", ")
    };
    let text = match root.field("interval_method") {
        Some(Tree::Object(fields)) => words(fields),
        Some(Tree::Text(text)) => text.to_string(),
        _ => {
            let told = ["replications", "seed"].into_iter();
            let told: Vec<String> =
                told.filter_map(|key| Some(format!("{key} {}", root.field(key)?.words()))).collect();
            told.join(", ")
        }
    };
    let text = tidied(&text, 4 * NAME).unwrap_or(text);
    (!text.trim().is_empty()).then_some(text)
}

fn is_object(tree: &Tree<'_>) -> bool {
    matches!(tree, Tree::Object(_))
}
