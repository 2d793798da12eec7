//! A plan → the text that a model submitted: as asked, or in one of the ways in which models get the format wrong. Some of these are accepted, the rest
//! cover every code of rejection.

/// A way to write a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Plain,
    Blank,
    Fenced,
    NotText,
    BareArray,
    NoJson,
    Quoted,
    Twice,
    IdValues,
    TruncatedTail,
    InProse,
    ToolCall,
    KeyTwice,
    NotANumber,
    TooFew,
    TooMany,
    NoValue,
    UnknownId,
    IdTwice,
    Boolean,
    Huge,
    WithUnit,
    Thousands,
    Padded,
    SingleQuotes,
    TrailingComma,
    KeyTwiceInProse,
    Infinite,
    BrokenAround,
    Empty,
    Blocked,
    TextInText,
    /// A whole plan, but off the grid: the caller moves it.
    OffGrid,
    /// A whole plan, but beyond the ramp: the caller moves it.
    Breached,
}

/// The forms of a garbled model, case by case: every code of rejection is among the first 24.
pub(super) const FORMS: [Form; 34] = [
    Form::Blank,
    Form::Fenced,
    Form::NotText,
    Form::BareArray,
    Form::NoJson,
    Form::Quoted,
    Form::Twice,
    Form::IdValues,
    Form::TruncatedTail,
    Form::InProse,
    Form::ToolCall,
    Form::KeyTwice,
    Form::NotANumber,
    Form::TooFew,
    Form::NoValue,
    Form::UnknownId,
    Form::IdTwice,
    Form::Boolean,
    Form::WithUnit,
    Form::OffGrid,
    Form::Breached,
    Form::Padded,
    Form::SingleQuotes,
    Form::TrailingComma,
    Form::Plain,
    Form::TooMany,
    Form::Huge,
    Form::Thousands,
    Form::KeyTwiceInProse,
    Form::Infinite,
    Form::BrokenAround,
    Form::Empty,
    Form::Blocked,
    Form::TextInText,
];

/// The text of a plan, its values in the unit of demand.
pub(super) fn text(form: Form, values: &[f64]) -> Vec<u8> {
    let records: Vec<String> =
        values.iter().enumerate().map(|(block, value)| record(block, &value.to_string())).collect();
    let with_first = |first: String| object(&[&[first], &records[1..]].concat());
    let plan = object(&records);
    let text = match form {
        Form::Plain | Form::OffGrid | Form::Breached => plan,
        Form::Blank => " \n\t".to_owned(),
        Form::Fenced => format!("```json\n{plan}\n```\n"),
        Form::NotText => return b"\xff\xfe{\"decisions\": []}".to_vec(),
        Form::BareArray => format!("[{}]", records.join(", ")),
        Form::NoJson => "Capacity stays within [0.9, 1.1] of the usual level in all eight blocks.".to_owned(),
        Form::Quoted => object(
            &values.iter().enumerate().map(|(block, value)| record(block, &format!("\"{value}\""))).collect::<Vec<_>>(),
        ),
        Form::Twice => format!("{plan}\n{plan}"),
        Form::IdValues => {
            let pairs: Vec<String> =
                values.iter().enumerate().map(|(block, value)| format!("\"b{block:02}\": {value}")).collect();
            format!("{{{}}}", pairs.join(", "))
        }
        Form::TruncatedTail => format!("{plan}\nOn reflection: {{\"decisions\": ["),
        Form::InProse => {
            format!("The night {{as always}} is quiet, so I submit this plan.\n\n{plan}\n\nIt keeps to the ramp.")
        }
        Form::ToolCall => format!("{{\"name\": \"submit\", \"arguments\": {plan}}}"),
        Form::KeyTwice => {
            with_first(format!("{{\"decision_id\": \"b00\", \"value\": {0}, \"value\": {0}}}", values[0]))
        }
        Form::NotANumber => with_first(record(0, "NaN")),
        Form::Infinite => with_first(record(0, "Infinity")),
        Form::TooFew => object(&records[1..]),
        Form::TooMany => object(&[&records[..], &[record(8, &values[7].to_string())]].concat()),
        Form::NoValue => with_first("{\"decision_id\": \"b00\"}".to_owned()),
        Form::UnknownId => with_first(format!("{{\"decision_id\": \"block_0\", \"value\": {}}}", values[0])),
        Form::IdTwice => with_first(record(1, &values[0].to_string())),
        Form::Boolean => with_first(record(0, "true")),
        Form::Huge => with_first(record(0, "1e400")),
        Form::WithUnit => with_first(record(0, &format!("\"{} MW\"", values[0]))),
        Form::Thousands => with_first(record(0, "\"1,000\"")),
        Form::Padded => format!(
            "\u{feff}  {{\"status\": \"ok\", \"answers\": [], \"note\": \"braces }}{{ in a text\", \"decisions\": [{}]}} \n",
            records.join(", ").replace("\"value\"", "\"forecast_id\": \"f0\", \"value\"")
        ),
        Form::SingleQuotes => plan.replace('"', "'"),
        Form::TrailingComma => format!("{{\"decisions\": [{},]}}", records.join(", ")),
        Form::KeyTwiceInProse => {
            let twice = with_first(format!("{{\"decision_id\": \"b00\", \"value\": {0}, \"value\": {0}}}", values[0]));
            format!("Here it is: {twice}")
        }
        Form::BrokenAround => format!("{{\"decisions\": [{}], \"plan\": {plan}, \"open\": [1, 2", records.join(", ")),
        Form::Empty => "{}".to_owned(),
        Form::Blocked => "{\"status\": \"blocked\", \"reason_code\": \"insufficient_history\"}".to_owned(),
        Form::TextInText => serde_json::Value::from(plan).to_string(),
    };
    text.into_bytes()
}

fn object(records: &[String]) -> String {
    format!("{{\"decisions\": [{}]}}", records.join(", "))
}

fn record(block: usize, value: &str) -> String {
    format!("{{\"decision_id\": \"b{block:02}\", \"value\": {value}}}")
}
