//! What a model submitted, once its text was normalised: one number a block, or why there is no plan in it.

use std::fmt;

/// A text that became decisions, or the code of its rejection.
pub type Submitted = Result<Decisions, Rejection>;

/// One finite number for each block, in the order of blocks, in the unit of demand; not yet on the grid.
#[derive(Debug, Clone, PartialEq)]
pub struct Decisions {
    /// The numbers.
    pub values: Vec<f64>,
    /// What normalisation had to do.
    pub operations: Vec<Operation>,
}

/// A step of normalisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// The text was one fenced block of JSON.
    WholeJsonFence,
    /// The one object within prose.
    UniqueJsonInText,
    /// A list of records without its object.
    BareDecisionArray,
    /// An object from ids to values.
    IdValueObject,
    /// A number in quotes.
    QuotedNumericLiteral,
}

/// Why a text holds no plan: the codes of format v1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rejection {
    /// Nothing but white space.
    EmptyResponse,
    /// Not text: the file is missing or not UTF-8.
    NontextResponse,
    /// No complete object or list.
    NoCompleteJson,
    /// Two complete candidates, even identical ones.
    AmbiguousCandidates,
    /// A broken object that speaks of decisions.
    MalformedDecisionCandidate,
    /// JSON that is no submission.
    NotADecisionSubmission,
    /// A key twice, in a text that begins with the JSON.
    DuplicateJsonKey,
    /// `NaN` or `Infinity`, in a text that begins with the JSON.
    NonfiniteJsonNumber,
    /// Too few or too many records.
    MissingOrExtraDecisions,
    /// A record without `decision_id` or `value`.
    MissingDecisionFields,
    /// An id that no block has.
    UnknownDecisionId,
    /// A block twice.
    DuplicateDecisionId,
    /// A value that is no finite number.
    NonfiniteOrNonnumericAction,
    /// Quoted text that is no plain decimal.
    NotANumericLiteral,
}

impl Rejection {
    /// Every code.
    pub const ALL: [Self; 14] = [
        Self::EmptyResponse,
        Self::NontextResponse,
        Self::NoCompleteJson,
        Self::AmbiguousCandidates,
        Self::MalformedDecisionCandidate,
        Self::NotADecisionSubmission,
        Self::DuplicateJsonKey,
        Self::NonfiniteJsonNumber,
        Self::MissingOrExtraDecisions,
        Self::MissingDecisionFields,
        Self::UnknownDecisionId,
        Self::DuplicateDecisionId,
        Self::NonfiniteOrNonnumericAction,
        Self::NotANumericLiteral,
    ];

    /// The code in files.
    pub fn code(self) -> &'static str {
        match self {
            Self::EmptyResponse => "empty_response",
            Self::NontextResponse => "nontext_response",
            Self::NoCompleteJson => "no_complete_json",
            Self::AmbiguousCandidates => "ambiguous_candidates",
            Self::MalformedDecisionCandidate => "malformed_decision_candidate",
            Self::NotADecisionSubmission => "not_a_decision_submission",
            Self::DuplicateJsonKey => "duplicate_json_key",
            Self::NonfiniteJsonNumber => "nonfinite_json_number",
            Self::MissingOrExtraDecisions => "missing_or_extra_decisions",
            Self::MissingDecisionFields => "missing_decision_fields",
            Self::UnknownDecisionId => "unknown_decision_id",
            Self::DuplicateDecisionId => "duplicate_decision_id",
            Self::NonfiniteOrNonnumericAction => "nonfinite_or_nonnumeric_action",
            Self::NotANumericLiteral => "not_a_numeric_literal",
        }
    }

    /// The rejection of a code.
    pub fn of(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rejection| rejection.code() == code)
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}
