//! Tests of the language as a whole: what is accepted, what every error looks like, and what holds for all texts; and of
//! all that it names.

mod drivers;
mod examples;
mod files;
mod listeners;
mod messages;
mod parts;
mod properties;
mod refusals;
mod slices;
mod slips;
mod spaces;
mod view;
