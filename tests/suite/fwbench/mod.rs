//! The Forecast Workflow Bench: a file a stem.

mod aggregation;
mod boards;
mod bootstrap;
mod charts;
mod contract;
mod demo;
mod depths;
mod example;
mod export;
mod grading;
mod hostile;
mod menu;
mod oracle;
mod pages;
mod published;
mod read;
mod sensitivity;
mod submission;
mod weights;
