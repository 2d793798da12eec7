//! The CSV files: one row an entrant, one row a case and entrant, one row a case and plan of its menu. Ids and numbers are written as they are, so
//! that the last two can be read back as the input they could have been.

use super::{number, quoted, reason, role};
use crate::domain::fwbench::entrant::Group;
use crate::domain::fwbench::lambda::Lambda;
use crate::score::fwbench::results::{ReleaseResults, Results, Standing};
use crate::score::fwbench::totals::Totals;

const COLUMNS: &str = "track,release,metric,model,pool,label,role,group,ranked,reason,rank,valid,scored,cases,loss,credits,budget_fraction,\
                       main_lambda,objective,g_cost,score,floor,normalized_excess,case_weighted_loss,calls";

/// One row an entrant of every release of every track; undefined is empty. `objective` and `g_cost` are those at the main λ; the JSON has all.
pub fn csv(all: &[&Results]) -> String {
    let mut text = format!("{COLUMNS}\n");
    for results in all {
        for release in &results.releases {
            push(&mut text, release, results.track.as_str());
        }
    }
    text
}

/// The same of one release, without the track.
pub(super) fn release_csv(release: &ReleaseResults) -> String {
    let mut text = format!("{}\n", COLUMNS.trim_start_matches("track,"));
    push(&mut text, release, "");
    text
}

fn push(text: &mut String, release: &ReleaseResults, track: &str) {
    for standing in &release.standings {
        let fields = fields(release, standing);
        if !track.is_empty() {
            text.push_str(&quoted(track));
            text.push(',');
        }
        text.push_str(&fields.join(","));
        text.push('\n');
    }
}

fn fields(release: &ReleaseResults, standing: &Standing) -> Vec<String> {
    let (entrant, progress) = (standing.entrant, &standing.progress);
    let settings = &release.release.settings;
    let totals = standing.totals.as_ref().ok();
    let whole = totals.map(Totals::whole);
    let main = settings.main_lambda;
    let at = |values: &std::collections::BTreeMap<Lambda, f64>| main.and_then(|lambda| values.get(&lambda).copied());
    let float = |value: Option<f64>| value.map(number).unwrap_or_default();
    let whole_number = |value: Option<usize>| value.map(|value| value.to_string()).unwrap_or_default();
    vec![
        quoted(release.release.id.as_str()),
        release.release.metric.key().to_owned(),
        quoted(entrant.id.model.as_str()),
        quoted(entrant.id.pool.as_str()),
        quoted(&entrant.label),
        role(entrant.role).to_owned(),
        entrant.group.map(Group::word).unwrap_or_default().to_owned(),
        standing.rank.is_some().to_string(),
        quoted(&reason(standing).unwrap_or_default()),
        whole_number(standing.rank),
        whole_number(progress.valid),
        progress.scored.to_string(),
        progress.cases.to_string(),
        float(whole.map(|whole| whole.loss)),
        float(whole.map(|whole| whole.credits)),
        float(whole.map(|whole| settings.budget.share(whole.credits))),
        main.map(|lambda| lambda.to_string()).unwrap_or_default(),
        float(at(&standing.objective)),
        float(at(&standing.gap)),
        float(whole.and_then(|whole| whole.score)),
        float(whole.and_then(|whole| whole.floor)),
        float(whole.and_then(|whole| whole.normalized_excess)),
        float(totals.and_then(|totals| totals.case_weighted_loss)),
        float(totals.and_then(|totals| totals.calls)),
    ]
}

/// Every outcome of a release, one a row; a case that is not scored has no figures. An entrant without a row for a case has no run of it.
pub fn outcomes(release: &ReleaseResults) -> String {
    let mut text = String::from("case_id,model,pool,status,valid,loss,credits,calls,format_rejection,floor\n");
    for (case, results) in cases(release) {
        let floor = results.floor.map(number).unwrap_or_default();
        for outcome in &results.outcomes {
            let (valid, loss, credits) = match outcome.scored {
                Ok(scored) => (scored.valid.to_string(), number(scored.loss), scored.credits.to_string()),
                Err(_) => (String::new(), String::new(), String::new()),
            };
            let fields = [
                case,
                outcome.entrant.model.as_str(),
                outcome.entrant.pool.as_str(),
                &outcome.status.as_deref().map(quoted).unwrap_or_default(),
                &valid,
                &loss,
                &credits,
                &outcome.calls.map(|calls| calls.to_string()).unwrap_or_default(),
                &outcome.rejection.as_deref().map(quoted).unwrap_or_default(),
                &floor,
            ];
            text.push_str(&fields.join(","));
            text.push('\n');
        }
    }
    text
}

/// Every plan of every case's menu, one a row; a case whose menu is not known has none.
pub fn menu(release: &ReleaseResults) -> String {
    let mut text = String::from("case_id,policy,loss,credits\n");
    for (case, results) in cases(release) {
        for plan in results.menu.iter().flatten() {
            text.push_str(&format!("{case},{},{},{}\n", plan.policy, number(plan.loss), plan.credits));
        }
    }
    text
}

fn cases<'r>(
    release: &'r ReleaseResults,
) -> impl Iterator<Item = (&'r str, &'r crate::score::fwbench::cases::CaseResults)> {
    let index = release.release.index.as_ref().map_or(&[][..], |index| index.cases());
    index.iter().map(|case| case.id.as_str()).zip(&release.cases)
}
