//! Tables of outcomes and menus.

use foreboard::domain::fwbench::outcome::{Outcome, Scored, Table, Unscored};

use super::Data;

const HEADER: &str = "case_id,model,pool,status,valid,loss,credits,calls,format_rejection,floor\n";

fn read(rows: &str) -> (Table, Vec<String>) {
    let mut data = Data::small();
    data.put("outcomes.csv", format!("{HEADER}{rows}"));
    let (release, faults) = data.one();
    (release.table.expect("a table"), faults)
}

/// The one outcome of a row for the case A-1, and the faults.
#[track_caller]
fn outcome(row: &str) -> (Outcome, Vec<String>) {
    let (table, faults) = read(row);
    let [(case, outcome)] = &table.outcomes[..] else {
        panic!("one outcome, not {table:?}, {faults:?}");
    };
    assert_eq!(case.as_str(), "A-1");
    (outcome.clone(), faults)
}

#[test]
fn a_row_becomes_an_outcome() {
    let (outcome, faults) = outcome("A-1,ann,no_tsfm,completed,true,0.25,7,3,,0.125\n");
    assert_eq!(faults, Vec::<String>::new());
    assert_eq!(outcome.entrant.to_string(), "ann (no_tsfm)");
    assert_eq!(outcome.scored, Ok(Scored { valid: true, loss: 0.25, credits: 7 }));
    assert_eq!((outcome.status.as_deref(), outcome.calls, outcome.rejection), (Some("completed"), Some(3), None));
    let (table, _) = read("A-1,ann,,completed,true,0.25,7,3,,0.125\n");
    assert_eq!(table.floors, [("A-1".parse().expect("an id"), 0.125)]);
    assert_eq!(table.outcomes[0].1.entrant.to_string(), "ann");
}

#[test]
fn validity_is_written_in_several_ways_and_never_follows_from_the_status() {
    for (text, valid) in [("true", true), ("True", true), ("1", true), ("false", false), ("False", false), ("0", false)]
    {
        let (outcome, faults) = outcome(&format!("A-1,ann,full,invalid_submission,{text},0.5,0,,empty_response,\n"));
        assert_eq!((outcome.scored, faults.len()), (Ok(Scored { valid, loss: 0.5, credits: 0 }), 0));
        assert_eq!(outcome.rejection.as_deref(), Some("empty_response"));
    }
}

#[test]
fn empty_cells_are_cases_that_are_not_scored() {
    for (row, why) in [
        ("A-1,ann,,infrastructure_stop,,,,,,\n", Unscored::Infrastructure),
        // Whatever else the row says: it waits for its replay.
        ("A-1,ann,,infrastructure_stop,true,0.5,7,,,\n", Unscored::Infrastructure),
        ("A-1,ann,,,,,,,,\n", Unscored::Missing),
        ("A-1,ann,,completed,true,0.5,,,,\n", Unscored::NoLedger),
    ] {
        let (outcome, faults) = outcome(row);
        assert_eq!((outcome.scored, faults), (Err(why), vec![]), "{row}");
    }
}

#[test]
fn a_bad_row_makes_its_model_incomplete_and_does_not_vanish() {
    for (row, fault) in [
        ("A-1,ann,,,yes,0.5,7,,,\n", "`valid` is `yes`, not true or false"),
        ("A-1,ann,,,true,NaN,7,,,\n", "`loss` is `NaN`, not a finite number"),
        ("A-1,ann,,,true,inf,7,,,\n", "`loss` is `inf`, not a finite number"),
        ("A-1,ann,,,true,1e999,7,,,\n", "`loss` is `1e999`, not a finite number"),
        ("A-1,ann,,,true,-0.5,7,,,\n", "`loss` is -0.5: it must be at least 0"),
        ("A-1,ann,,,true,0.5,7.5,,,\n", "`credits` is `7.5`, not a whole number of at least 0"),
        ("A-1,ann,,,true,0.5,-7,,,\n", "`credits` is `-7`, not a whole number of at least 0"),
        ("A-1,ann,,,true,0.5,true,,,\n", "`credits` is `true`, not a whole number of at least 0"),
        ("A-1,ann,,,true,0.5,1001,,,\n", "`credits` is 1001, more than the budget of 1000"),
        ("A-1,ann,,,true,,7,,,\n", "has some of `valid`, `loss` and `credits`, but not all"),
        ("A-1,ann,,,true,0.5,7,many,,\n", "`calls` is `many`, not a whole number of at least 0"),
    ] {
        let (outcome, faults) = outcome(row);
        assert_eq!(outcome.scored, Err(Unscored::Unusable), "{row}");
        assert_eq!(faults, [format!("invalid outcomes.csv [line 2] {fault}")], "{row}");
    }
    let (outcome, faults) = outcome("A-1,ann,,,true,0.5,7,,\n");
    assert_eq!(outcome.scored, Err(Unscored::Unusable));
    assert_eq!(faults, ["broken outcomes.csv [line 2] has 9 cells, the header 10"]);
}

#[test]
fn of_two_rows_for_one_outcome_none_counts() {
    let (table, faults) = read("A-1,ann,,,true,0.5,7,,,\nA-1,bob,,,true,0.5,7,,,\nA-1,ann,full,,true,0.5,7,,,\n");
    let scored: Vec<_> =
        table.outcomes.iter().map(|(_, outcome)| (outcome.entrant.to_string(), outcome.scored)).collect();
    assert_eq!(
        scored,
        [
            ("ann".to_owned(), Err(Unscored::Unusable)),
            ("bob".to_owned(), Ok(Scored { valid: true, loss: 0.5, credits: 7 }))
        ]
    );
    assert_eq!(faults, ["invalid outcomes.csv [line 4] `ann` has a row for `A-1` on line 2 already: neither counts"]);
    // Two pools are two entrants.
    let (table, faults) = read("A-1,ann,,,true,0.5,7,,,\nA-1,ann,no_tsfm,,true,0.5,7,,,\n");
    assert_eq!((table.outcomes.len(), faults.len()), (2, 0));
}

#[test]
fn surplus_and_nameless_rows_are_faults() {
    for (row, fault) in [
        ("Z-9,ann,,,true,0.5,7,,,\n", "the case `Z-9` is not in the index: the row is surplus"),
        (",ann,,,true,0.5,7,,,\n", "`case_id` is empty: nobody's row"),
        ("a/b,ann,,,true,0.5,7,,,\n", "`case_id`: `a/b` is no id: '/' is not allowed in an id: use A-Z a-z 0-9 . _ -"),
        ("A-1,,,,true,0.5,7,,,\n", "`model` is empty: nobody's row"),
        ("A-1,a b,,,true,0.5,7,,,\n", "`model`: `a b` is no id: ' ' is not allowed in an id: use A-Z a-z 0-9 . _ -"),
        ("A-1,ann,..,,true,0.5,7,,,\n", "`pool`: `..` is no id: an id does not start with a dot"),
    ] {
        let (table, faults) = read(row);
        assert_eq!(table.outcomes, []);
        assert_eq!(faults, [format!("invalid outcomes.csv [line 2] {fault}")]);
    }
}

#[test]
fn rows_that_disagree_on_a_floor_leave_none() {
    let (table, faults) = read(
        "A-1,ann,,,true,0.5,7,,,0.1\nA-1,bob,,,true,0.5,7,,,0.2\nA-2,ann,,,true,0.5,7,,,0.3\nA-2,bob,,,true,0.5,7,,,0.3\n",
    );
    assert_eq!(table.floors, [("A-2".parse().expect("an id"), 0.3)]);
    assert_eq!(
        faults,
        ["invalid outcomes.csv [line 3] the floor of `A-1` is 0.2 here and 0.1 on line 2: none is used"]
    );
}

#[test]
fn a_table_without_a_column_is_broken() {
    let mut data = Data::small();
    data.put("outcomes.csv", "case_id,model,valid,loss\nA-1,ann,true,0.5\n");
    let (release, faults) = data.one();
    assert_eq!(release.table.map(|table| table.outcomes.len()), Some(0));
    assert_eq!(faults, ["broken outcomes.csv [line 1] the header has no column `credits`"]);
    data.put("outcomes.csv", "case_id,model,valid,loss,credits,loss\nA-1,ann,true,0.5,1,2\n");
    assert_eq!(data.one().1, ["broken outcomes.csv [line 1] the header has the column `loss` twice"]);
}

#[test]
fn lines_of_json_hold_the_same() {
    let mut data = Data::small();
    data.put(
        "outcomes.jsonl",
        "{\"case_id\": \"A-1\", \"model\": \"ann\", \"valid\": true, \"loss\": 0.25, \"credits\": 7, \"floor\": null}\n\n\
         {\"case_id\": \"A-2\", \"model\": \"ann\", \"valid\": true, \"loss\": NaN, \"credits\": 7}\n\
         {\"case_id\": \"B-1\", \"model\": \"ann\", \"valid\": null, \"loss\": null, \"credits\": null, \"status\": \"infrastructure_stop\"}\n\
         {\"case_id\": \"C-1\", \"model\": \"ann\", \"valid\": true, \"loss\": true, \"credits\": 7}\n[]\n",
    );
    let (release, faults) = data.one();
    let scored: Vec<_> =
        release.table.expect("a table").outcomes.into_iter().map(|(case, o)| (case.to_string(), o.scored)).collect();
    assert_eq!(
        scored,
        [
            ("A-1".to_owned(), Ok(Scored { valid: true, loss: 0.25, credits: 7 })),
            ("B-1".to_owned(), Err(Unscored::Infrastructure)),
            ("C-1".to_owned(), Err(Unscored::Unusable)),
        ]
    );
    let starts = [
        "broken outcomes.jsonl [line 3, column",
        "invalid outcomes.jsonl [line 5] `loss` is true, not",
        "broken outcomes.jsonl [line 6] is a list of 0, not an object",
    ];
    assert_eq!(faults.len(), 3, "{faults:?}");
    for start in starts {
        assert!(faults.iter().any(|fault| fault.starts_with(start)), "{start}: {faults:?}");
    }
}

fn menu(rows: &str) -> (Vec<String>, Vec<String>, Vec<String>) {
    let mut data = Data::small();
    data.put("menu.csv", format!("case_id,policy,loss,credits\n{rows}"));
    let (release, faults) = data.one();
    let table = release.table.expect("a table");
    let plan = |(case, plan): &(_, foreboard::domain::fwbench::outcome::MenuPlan)| {
        format!("{case} {} {} {}", plan.policy, plan.loss, plan.credits)
    };
    (table.menu.iter().map(plan).collect(), table.spoilt_menus.iter().map(ToString::to_string).collect(), faults)
}

#[test]
fn a_menu_is_sorted_by_case_and_policy_and_may_cost_more_than_the_budget() {
    let (plans, spoilt, faults) = menu("A-2,free,0.3,0\nA-1,paid,0.2,5000\nA-1,free,0.3,0\n");
    assert_eq!(plans, ["A-1 free 0.3 0", "A-1 paid 0.2 5000", "A-2 free 0.3 0"]);
    assert_eq!((spoilt.len(), faults.len()), (0, 0));
}

#[test]
fn a_menu_with_a_bad_row_is_never_silently_smaller() {
    for bad in [
        "A-1,paid,NaN,5\n",
        "A-1,paid,-1,5\n",
        "A-1,paid,0.2,1.5\n",
        "A-1,paid,,5\n",
        "A-1,,0.2,5\n",
        "A-1,free,0.1,0\n",
        "A-1,paid,0.2\n",
    ] {
        let (_, spoilt, faults) = menu(&format!("A-1,free,0.3,0\n{bad}A-2,free,0.3,0\n"));
        assert_eq!((spoilt, faults.len()), (vec!["A-1".to_owned()], 1), "{bad}");
    }
    // A row that is nobody's may be of any case whose menu is shorter than others'.
    for bad in [",paid,0.2,5\n", "Z-9,paid,0.2,5\n"] {
        let (_, spoilt, faults) = menu(&format!("A-1,free,0.3,0\n{bad}A-2,free,0.3,0\nA-2,paid,0.2,5\n"));
        assert_eq!((spoilt, faults.len()), (vec!["A-1".to_owned()], 1), "{bad}");
    }
}

#[test]
fn of_two_tables_for_one_thing_the_first_is_read_and_the_other_named() {
    let mut data = Data::small();
    data.put("outcomes.csv", HEADER).put("outcomes.jsonl", "");
    assert_eq!(data.one().1, ["warning outcomes.jsonl [] not read: the table is `outcomes.csv`"]);
}

#[test]
fn everybody_of_a_table_is_an_entrant() {
    let mut data = Data::small();
    data.put(
        "outcomes.csv",
        format!("{HEADER}A-1,weekly_repeat,,,true,0.5,7,,,\nA-1,zoe,,,true,0.5,7,,,\nA-1,bob,,,true,0.5,7,,,\n"),
    );
    let told: Vec<String> =
        data.sound().entrants.iter().map(|entrant| format!("{} {:?}", entrant.id, entrant.role)).collect();
    assert_eq!(told, ["ann Model", "bob Model", "zoe Model", "weekly_repeat Policy"]);
}
