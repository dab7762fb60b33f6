//! `supplant uci`: the engine on the two standard streams.

use anyhow::Result;
use clap::Args;

use super::exit::Ending;
use crate::uci;

/// Options are set by the program that plays, with `setoption`.
#[derive(Debug, Args)]
pub(super) struct Arguments {}

pub(super) fn run(_: &Arguments) -> Result<Ending> {
    uci::serve(std::io::stdin, std::io::stdout()).map_err(anyhow::Error::msg)?;
    Ok(Ending::Done)
}
