//! One agent on one run day → the trajectory file of its episode: ALE-v1.0, or Harbor's ATIF for one agent. Short, but whole.

use serde_json::{Value, json};

use super::cast::System;
use super::forecast::{Fate, Place};
use super::random::{Purpose, Stream};
use super::series::later;

/// The file's text.
pub(super) fn file(place: &Place<'_>, system: &System, fate: Fate) -> String {
    let mut draw = Stream::new(place.seed, Purpose::Usage, &[place.task.number, place.run as u64, system.number]);
    let end = place.submitted(system, fate);
    let minutes = 12 + draw.below(50) as i64;
    let episode = Episode {
        place,
        system,
        id: episode_id(place),
        start: later(end, -minutes).to_string(),
        end: end.to_string(),
        minutes,
        input: 20_000 + draw.below(180_000),
        output: 1_500 + draw.below(9_000),
        completed: !matches!(fate, Fate::Failed | Fate::TimedOut),
    };
    let value = if system.points { atif(&episode) } else { ale(&episode, fate) };
    format!("{value}\n")
}

/// The id of the episode of a run.
pub(super) fn episode_id(place: &Place<'_>) -> String {
    format!("{}-{}", place.series.names[place.run], if place.replay { "mock" } else { "live" })
}

struct Episode<'a> {
    place: &'a Place<'a>,
    system: &'a System,
    id: String,
    start: String,
    end: String,
    minutes: i64,
    input: u64,
    output: u64,
    completed: bool,
}

impl Episode<'_> {
    fn instruction(&self) -> String {
        format!("Synthetic episode. Forecast `{}` for the dates in task.json.", self.place.task.id)
    }

    fn model(&self) -> &str {
        self.system.runs.as_ref().map_or("demo-model", |(_, model)| model)
    }

    /// Cost in dollars to four decimals: three dollars a million tokens read, fifteen a million written.
    fn cost(&self) -> Value {
        let ten_thousandths = (self.input * 3 + self.output * 15) / 100;
        json!(ten_thousandths as f64 / 10_000.0)
    }
}

fn ale(episode: &Episode<'_>, fate: Fate) -> Value {
    let status = match fate {
        Fate::TimedOut => "timeout",
        _ if episode.completed => "completed",
        _ => "failed",
    };
    let last = if episode.completed { "Wrote submission.json." } else { "No submission was written." };
    json!({
        "schema_version": "ALE-v1.0",
        "episode_id": episode.id,
        "agent": {"name": episode.system.id, "version": "1.0.0", "model": episode.model(), "extra": {}},
        "task_path": episode.place.task.id,
        "variant_index": 0,
        "instruction": episode.instruction(),
        "steps": [
            {"step_id": 1, "timestamp": episode.start, "source": "user", "message": episode.instruction()},
            {
                "step_id": 2,
                "timestamp": episode.start,
                "source": "agent",
                "message": [{"type": "text", "text": "Reading the task before looking for recent values."}],
                "tool_calls": [{"id": "call-1", "name": "shell", "arguments": {"command": "cat task.json"}}],
                "observation": {"results": [{
                    "tool_call_id": "call-1",
                    "content": [{"type": "text", "text": "synthetic task file"}],
                    "is_error": false,
                }]},
                "metrics": {"input_tokens": episode.input, "output_tokens": episode.output, "cost_usd": episode.cost()},
            },
            {"step_id": 3, "timestamp": episode.end, "source": "agent", "message": last},
        ],
        "final_metrics": {
            "total_steps": 3,
            "total_input_tokens": episode.input,
            "total_output_tokens": episode.output,
            "total_cache_read_tokens": episode.input / 2,
            "total_cache_creation_tokens": 0,
            "total_cost_usd": episode.cost(),
            "total_duration_ms": episode.minutes * 60_000,
            "status": status,
        },
        "started_at": episode.start,
        "ended_at": episode.end,
        "subagent_trajectories": [],
        "extra": {"synthetic": true},
    })
}

fn atif(episode: &Episode<'_>) -> Value {
    json!({
        "schema_version": "ATIF-v1.4",
        "session_id": episode.id,
        "agent": {"name": episode.system.id, "version": "1.0.0", "model_name": episode.model()},
        "steps": [
            {"step_id": 1, "timestamp": episode.start, "source": "user", "message": episode.instruction()},
            {
                "step_id": 2,
                "timestamp": episode.end,
                "source": "agent",
                "message": "Reading the task, then writing the forecast.",
                "tool_calls": [{"tool_call_id": "call-1", "function_name": "shell", "arguments": {"command": "cat task.json"}}],
                "observation": {"results": [{"source_call_id": "call-1", "content": "synthetic task file"}]},
                "metrics": {
                    "prompt_tokens": episode.input,
                    "completion_tokens": episode.output,
                    "cost_usd": episode.cost(),
                },
            },
        ],
        "final_metrics": {
            "total_prompt_tokens": episode.input,
            "total_completion_tokens": episode.output,
            "total_cached_tokens": episode.input / 2,
            "total_cost_usd": episode.cost(),
            "total_steps": 2,
        },
        "extra": {"synthetic": true},
    })
}
