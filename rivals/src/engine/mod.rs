#[cfg(feature = "blunders")]
pub mod blunders;
#[cfg(feature = "pleco")]
pub mod pleco;
