//! The counts of a demo → its tasks and systems. The first six tasks and nine systems are written out; more are varied from them.

use super::random::{Purpose, Stream};

/// How a task's values move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Motion {
    /// Weekly and yearly seasons with autocorrelated noise.
    Seasonal,
    /// A random walk: what nobody can forecast.
    Walk,
}

/// What the tasks are made from.
#[derive(Debug)]
pub(super) struct Template {
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    pub(super) unit: &'static str,
    pub(super) decimals: u32,
    pub(super) domain: &'static str,
    pub(super) leaf: &'static str,
    pub(super) driver: &'static str,
    pub(super) timezone: &'static str,
    pub(super) every_days: i32,
    pub(super) horizons: &'static [i32],
    /// Levels in ten-thousandths.
    pub(super) levels: &'static [u16],
    pub(super) expert: bool,
    pub(super) expert_visible: bool,
    pub(super) motion: Motion,
    pub(super) base: f64,
    /// Innovation of the noise as a share of the base.
    pub(super) noise: f64,
    /// Deviation of each weekday from the base, as a share of it.
    pub(super) week: [f64; 7],
    /// Height of the yearly season as a share of the base.
    pub(super) year: f64,
}

const DECILES: &[u16] = &[1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000];
const FIVE: &[u16] = &[1_000, 2_500, 5_000, 7_500, 9_000];

pub(super) const TEMPLATES: [Template; 6] = [
    Template {
        id: "power-load-chicago",
        title: "Synthetic electricity load, Chicago clock",
        unit: "MW",
        decimals: 0,
        domain: "Energy",
        leaf: "Electricity load",
        driver: "weather",
        timezone: "America/Chicago",
        every_days: 1,
        horizons: &[1, 2, 3],
        levels: DECILES,
        expert: true,
        expert_visible: false,
        motion: Motion::Seasonal,
        base: 12_400.0,
        noise: 0.022,
        week: [0.03, 0.04, 0.04, 0.03, 0.02, -0.07, -0.09],
        year: 0.12,
    },
    Template {
        id: "wind-power-berlin",
        title: "Synthetic wind power, Berlin clock",
        unit: "GWh",
        decimals: 1,
        domain: "Energy",
        leaf: "Renewable output",
        driver: "weather",
        timezone: "Europe/Berlin",
        every_days: 1,
        horizons: &[1, 2],
        levels: DECILES,
        expert: true,
        expert_visible: true,
        motion: Motion::Seasonal,
        base: 310.0,
        noise: 0.11,
        week: [0.0; 7],
        year: 0.2,
    },
    Template {
        id: "rail-trips-tokyo",
        title: "Synthetic rail trips, Tokyo clock",
        unit: "thousand trips",
        decimals: 0,
        domain: "Mobility",
        leaf: "Public transport",
        driver: "calendar",
        timezone: "Asia/Tokyo",
        every_days: 1,
        horizons: &[1, 2, 3, 4, 5, 6, 7],
        levels: DECILES,
        expert: false,
        expert_visible: false,
        motion: Motion::Seasonal,
        base: 8_600.0,
        noise: 0.018,
        week: [0.08, 0.09, 0.09, 0.08, 0.10, -0.18, -0.26],
        year: 0.05,
    },
    Template {
        id: "clinic-visits-adelaide",
        title: "Synthetic clinic visits, Adelaide clock",
        unit: "visits",
        decimals: 0,
        domain: "Health",
        leaf: "Emergency care",
        driver: "epidemic",
        timezone: "Australia/Adelaide",
        every_days: 1,
        horizons: &[1, 2, 3, 7],
        levels: FIVE,
        expert: false,
        expert_visible: false,
        motion: Motion::Seasonal,
        base: 420.0,
        noise: 0.05,
        week: [0.12, 0.03, 0.01, 0.0, 0.02, -0.08, -0.10],
        year: 0.18,
    },
    Template {
        id: "copper-price-new-york",
        title: "Synthetic copper price, New York clock",
        unit: "USD per lb",
        decimals: 3,
        domain: "Markets",
        leaf: "Metals",
        driver: "market",
        timezone: "America/New_York",
        every_days: 1,
        horizons: &[1, 5],
        levels: DECILES,
        expert: false,
        expert_visible: false,
        motion: Motion::Walk,
        base: 4.3,
        noise: 0.013,
        week: [0.0; 7],
        year: 0.0,
    },
    Template {
        id: "river-level-kolkata",
        title: "Synthetic river level, Kolkata clock",
        unit: "cm",
        decimals: 0,
        domain: "Environment",
        leaf: "Rivers",
        driver: "weather",
        timezone: "Asia/Kolkata",
        every_days: 2,
        horizons: &[1, 2, 4],
        levels: DECILES,
        expert: true,
        expert_visible: false,
        motion: Motion::Seasonal,
        base: 640.0,
        noise: 0.03,
        week: [0.0; 7],
        year: 0.3,
    },
];

/// One task of a demo.
pub(super) struct Task {
    pub(super) number: u64,
    pub(super) id: String,
    pub(super) title: String,
    pub(super) base: f64,
    pub(super) template: &'static Template,
}

/// The task of a number, counted from 0.
pub(super) fn task(seed: u64, number: u64) -> Task {
    let kinds = TEMPLATES.len() as u64;
    let template = &TEMPLATES[(number % kinds) as usize];
    let copy = number / kinds;
    if copy == 0 {
        let (id, title) = (template.id.to_owned(), template.title.to_owned());
        return Task { number, id, title, base: template.base, template };
    }
    let scale = 0.5 + Stream::new(seed, Purpose::Scale, &[number]).uniform();
    Task {
        number,
        id: format!("{}-{}", template.id, copy + 1),
        title: format!("{} (variant {})", template.title, copy + 1),
        base: template.base * scale,
        template,
    }
}

/// What a system is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Reference,
    Fresh,
    Continual,
    /// A time-series model that is given covariates.
    Covariates,
    /// The same without them.
    HistoryOnly,
    Expert,
}

impl Role {
    pub(super) fn is_agent(self) -> bool {
        matches!(self, Self::Fresh | Self::Continual)
    }

    pub(super) fn kind(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Fresh | Self::Continual => "agent",
            Self::Covariates | Self::HistoryOnly => "tsfm",
            Self::Expert => "expert",
        }
    }
}

/// One system of a demo.
pub(super) struct System {
    pub(super) number: u64,
    pub(super) id: String,
    pub(super) label: String,
    pub(super) role: Role,
    /// The number of the system whose errors it shares for the most part: its twin's, or its own.
    pub(super) family: u64,
    /// Harness and model of an agent.
    pub(super) runs: Option<(String, String)>,
    /// The fresh counterpart, where the index names it.
    pub(super) continual_of: Option<String>,
    /// Error in units of the task's noise.
    pub(super) skill: f64,
    /// Constant error in the same units.
    pub(super) bias: f64,
    /// Stated over true spread: below 1 is overconfident.
    pub(super) spread: f64,
    /// Gives one value instead of quantiles.
    pub(super) points: bool,
}

struct Part(&'static str, &'static str, Role, f64, f64, f64);

const CAST: [Part; 9] = [
    Part("seasonal-naive", "Seasonal naive", Role::Reference, 1.0, 0.0, 1.0),
    Part("atlas-agent", "Atlas agent", Role::Fresh, 0.72, 0.05, 0.9),
    Part("atlas-agent-continual", "Atlas agent, continual", Role::Continual, 0.66, 0.05, 0.95),
    Part("tide-tsfm", "Tide with covariates", Role::Covariates, 0.8, 0.0, 1.05),
    Part("tide-tsfm-history", "Tide, history only", Role::HistoryOnly, 1.05, 0.1, 1.0),
    Part("expert-desk", "Expert desk", Role::Expert, 0.62, -0.05, 1.1),
    Part("briar-agent", "Briar agent", Role::Fresh, 0.95, -0.1, 0.6),
    Part("briar-agent-continual", "Briar agent, continual", Role::Continual, 0.98, -0.1, 0.65),
    Part("cobalt-agent", "Cobalt agent", Role::Fresh, 0.85, 0.15, 1.0),
];

/// The system of a number, counted from 0.
pub(super) fn system(seed: u64, number: u64) -> System {
    let Some(&Part(id, label, role, skill, bias, spread)) = CAST.get(number as usize) else {
        return further(seed, number);
    };
    let family = id.split('-').next().unwrap_or(id);
    System {
        number,
        id: id.to_owned(),
        label: label.to_owned(),
        role,
        family: if matches!(role, Role::Continual | Role::HistoryOnly) { number - 1 } else { number },
        runs: role.is_agent().then(|| (format!("{family}-cli"), format!("{family}-demo-1"))),
        // The other continual agent leaves its counterpart to be found by harness and model.
        continual_of: (id == "atlas-agent-continual").then(|| "atlas-agent".to_owned()),
        skill,
        bias,
        spread,
        points: id == "cobalt-agent",
    }
}

fn further(seed: u64, number: u64) -> System {
    let mut draw = Stream::new(seed, Purpose::Skill, &[number]);
    let role = if number.is_multiple_of(3) { Role::HistoryOnly } else { Role::Fresh };
    let word = if role == Role::Fresh { "agent" } else { "tsfm" };
    System {
        number,
        id: format!("{word}-{}", number + 1),
        label: format!("Demo {word} {}", number + 1),
        role,
        family: number,
        runs: (role == Role::Fresh).then(|| (format!("demo-cli-{}", number + 1), format!("demo-model-{}", number + 1))),
        continual_of: None,
        skill: 0.6 + 0.7 * draw.uniform(),
        bias: 0.3 * (draw.uniform() - 0.5),
        spread: 0.6 + 0.7 * draw.uniform(),
        points: false,
    }
}
