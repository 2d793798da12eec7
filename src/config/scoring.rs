//! The scoring tables of a track and its tasks → [`Rules`], merged. Says which values cannot be right.

use std::collections::BTreeMap;

use toml::de::DeValue;

use super::document::{Problems, Section, Spot, number, table_of};
use super::keys::{PLACES, TASK};
use crate::domain::id::TaskId;
use crate::domain::quantile::{Level, Levels};
use crate::domain::rules::Rules;

/// The rules of tasks that have some of their own, complete.
pub(super) fn tasks(section: &Section<'_>, of_track: &Rules, problems: &Problems) -> BTreeMap<TaskId, Rules> {
    let Some(table) = section.table("tasks") else { return BTreeMap::new() };
    let mut tasks = BTreeMap::new();
    for (key, value) in table.value {
        let value = Spot { value: value.get_ref(), span: value.span() };
        let Some(table) = table_of(&value, &format!("`{}`", key.get_ref()), problems) else { continue };
        let own = Section::new(TASK, &PLACES, table.value, Some(table.span), problems);
        let rules = rules(&own, of_track, problems);
        match key.get_ref().parse::<TaskId>() {
            Ok(id) => {
                tasks.insert(id, rules);
            }
            Err(why) => problems.at(&key.span(), format!("`{}` cannot be a task: {why}", key.get_ref()), None),
        }
    }
    tasks
}

/// The rules in a table; what it leaves unsaid is `base`.
pub(super) fn rules(section: &Section<'_>, base: &Rules, problems: &Problems) -> Rules {
    let mut rules = base.clone();
    if let Some(share) = section.number("min_share") {
        if (0.0..=1.0).contains(&share.value) {
            rules.min_share = share.value;
        } else {
            problems.at(&share.span, format!("`min_share` is {}, a share lies between 0 and 1", share.value), None);
        }
    }
    if let Some(days) = section.whole_number("min_days") {
        match usize::try_from(days.value) {
            Ok(count) if 1 <= count => rules.min_days = count,
            _ => problems.at(&days.span, format!("`min_days` is {}, at least 1 run day is needed", days.value), None),
        }
    }
    if let Some(resamples) = section.whole_number("resamples") {
        match usize::try_from(resamples.value) {
            Ok(count) if count == 0 || (100..=1_000_000).contains(&count) => rules.resamples = count,
            _ => {
                let message = format!("`resamples` is {}, outside 100 to 1000000", resamples.value);
                problems.at(&resamples.span, message, Some("0 turns intervals off"));
            }
        }
    }
    if let Some(levels) = section.list("levels")
        && let Some(levels) = self::levels(&levels, problems)
    {
        rules.levels = Some(levels);
    }
    rules
}

fn levels(list: &Spot<Vec<Spot<&DeValue<'_>>>>, problems: &Problems) -> Option<Levels> {
    if list.value.is_empty() {
        problems.at(&list.span, "`levels` is empty", Some("leave the key out to use the dataset's levels"));
        return None;
    }
    let mut levels: Vec<Level> = Vec::new();
    for item in &list.value {
        let Some(number) = number(item, "a level", problems) else { continue };
        match Level::new(number.value) {
            // A level off the grid would be scored as its neighbour without a word.
            Some(level) if (level.value() - number.value).abs() < 1e-9 => {
                if levels.contains(&level) {
                    problems.at(&number.span, format!("the level {level} stands here twice"), None);
                }
                levels.push(level);
            }
            Some(_) => {
                problems.at(&number.span, format!("the level {} has more than four decimals", number.value), None);
            }
            None => {
                let message = format!("{} is not a level: levels lie between 0 and 1, ends excluded", number.value);
                problems.at(&number.span, message, None);
            }
        }
    }
    Levels::new(levels)
}
