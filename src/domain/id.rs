//! Ids: the only names that may become file names and URLs. Path escape ends at their constructor.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Names that Windows gives to devices: a file called so cannot be checked out there.
const DEVICES: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "lpt1", "lpt2",
    "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// Why a text is not an id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    /// Empty, or over 80 characters.
    #[error("an id has 1 to 80 characters, this one has {0}")]
    Length(usize),
    /// A character outside `A-Z a-z 0-9 . _ -`.
    #[error("{0:?} is not allowed in an id: use A-Z a-z 0-9 . _ -")]
    Character(char),
    /// Hidden on most systems, and `..` would leave the folder.
    #[error("an id does not start with a dot")]
    LeadingDot,
    /// `index`, or a name that some systems give to a device.
    #[error("`{0}` is a reserved name")]
    Reserved(String),
}

fn checked(text: &str) -> Result<Arc<str>, IdError> {
    let length = text.chars().count();
    if length == 0 || 80 < length {
        return Err(IdError::Length(length));
    }
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    if let Some(wrong) = text.chars().find(|&c| !allowed(c)) {
        return Err(IdError::Character(wrong));
    }
    if text.starts_with('.') {
        return Err(IdError::LeadingDot);
    }
    let lower = text.to_ascii_lowercase();
    let stem = lower.split('.').next().unwrap_or(&lower);
    if lower == "index" || DEVICES.contains(&stem) {
        return Err(IdError::Reserved(text.to_owned()));
    }
    Ok(Arc::from(text))
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Arc<str>);

        impl $name {
            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                checked(text).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:?}", &*self.0)
            }
        }
    };
}

id! {
    /// A track of the site: one dataset with its rules.
    TrackId
}
id! {
    /// A task: one quantity forecast again and again.
    TaskId
}
id! {
    /// A system: whoever forecasts.
    SystemId
}
id! {
    /// A kind of system: agent, expert, TSFM, reference, or the dataset's own.
    KindId
}
id! {
    /// A case of FWBench: one series, lead and target day.
    CaseId
}
id! {
    /// A cohort of cases: one domain in one season.
    CohortId
}
id! {
    /// A domain of cases, such as electricity.
    DomainId
}
id! {
    /// A plan that an FWBench menu offers, such as `weekly_repeat`.
    PolicyId
}
id! {
    /// A release of FWBench results: one set of cases under one metric.
    ReleaseId
}
id! {
    /// Which forecasts a model could buy: `full`, or without time-series foundation models.
    PoolId
}
