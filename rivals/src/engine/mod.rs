//! The tables of engines that publish theirs as a library.

#[cfg(feature = "blunders")]
pub mod blunders;
#[cfg(feature = "pleco")]
pub mod pleco;
