//! What the pages of an FWBench track say.

pub mod track;
pub mod chapter;
pub mod words;
pub mod measure;
pub mod standing;
pub mod home;
pub mod boards;
pub mod lambda;
pub mod plane;
pub mod parts;
pub mod differences;
pub mod model;
pub mod cases;
pub mod case;
pub mod methods;
pub mod data;
pub mod agreement;
pub mod export;
