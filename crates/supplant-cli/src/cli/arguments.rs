//! Reads the values that several commands take. Each error says which value would be accepted.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;
use supplant::table::{Origin, SamePosition, TableBuilder, Touch};

use anyhow::{Context as _, Result, bail};
use clap::Args;

use super::output;
use supplant::entry::bucket::LayoutName;
use supplant::scheme::SchemeName;
use supplant::table::BuildError;
use supplant::table::{Size, Table, TableFile, Update};
use supplant_lab::experiment::engine::MOST_NODES;
use supplant_lab::experiment::filter::Filter;
use supplant_lab::experiment::room;
use supplant_lab::experiment::searches::Searches;
use supplant_lab::experiment::shard::Shard;
use supplant_lab::experiment::sizes::{self, Alone};
use supplant_lab::experiment::words::counted;
pub(super) use supplant_lab::experiment::words::{
    depth, evaluation, helpers, layout, once_each, preset, scheme, schemes, threads,
};
use supplant_search::search::{Enhancements, StudyTable};
use supplant_search::smp::Helpers;

pub(super) fn say_left_out<L: Copy + Display>(
    schemes: &[SchemeName],
    layouts: &[L],
    fits: impl Fn(L, SchemeName) -> bool,
) -> Result<()> {
    left_out(schemes, layouts, fits)?.iter().for_each(|said| output::complain(said));
    Ok(())
}

pub(super) fn left_out<L: Copy + Display>(
    schemes: &[SchemeName],
    layouts: &[L],
    fits: impl Fn(L, SchemeName) -> bool,
) -> Result<Vec<String>> {
    let mut said = Vec::new();
    for &layout in layouts {
        let (having, left): (Vec<SchemeName>, Vec<SchemeName>) =
            schemes.iter().partition(|&&scheme| fits(layout, scheme));
        if having.is_empty() {
            bail!(
                "{layout} has another number of slots a bucket than any of these schemes; leave it out, or add one of {}",
                SchemeName::ALL
                    .iter()
                    .filter(|&&scheme| fits(layout, scheme))
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
                    .join(", ")
            );
        }
        if !left.is_empty() {
            let left: Vec<_> = left.iter().map(ToString::to_string).collect();
            said.push(format!(
                "left out, for {layout} has another number of slots a bucket: {}",
                left.join(", ")
            ));
        }
    }
    Ok(said)
}

/// The table of a command that searches.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Table")]
pub(super) struct TableArguments {
    /// Replacement scheme; `supplant schemes` lists them
    #[arg(long, value_name = "NAME", default_value = "TWOBIG1", value_parser = scheme)]
    pub(super) scheme: SchemeName,
    /// How entries lie in memory: xor16 verifies the whole key; single8 (8 bytes an entry), line8
    /// (eight of them a bucket) and cluster10 (three in 32 bytes) hold more and verify 16 bits;
    /// lines16 is xor16 in buckets of eight
    #[arg(long, value_name = "NAME", default_value = "xor16", value_parser = layout)]
    pub(super) layout: LayoutName,
    /// Table size; a number alone is MiB, as in UCI, and 512KiB, 64MiB or 1GiB say it
    #[arg(long, value_name = "SIZE", default_value = "64", value_parser = hash)]
    pub(super) hash: Size,
    /// Table size in slots instead; a number alone is slots, 8K is 8192 of them
    #[arg(long, value_name = "N", value_parser = slots, conflicts_with = "hash")]
    pub(super) slots: Option<Size>,
    /// Of two entries of one position, keep the deeper, whatever the scheme says
    #[arg(long)]
    pub(super) keep_deeper: bool,
    /// An entry without a move inherits that of the entry it replaces, if both are of one position
    #[arg(long)]
    pub(super) keep_move: bool,
}

impl TableArguments {
    pub(super) fn size(&self) -> Size {
        self.slots.unwrap_or(self.hash)
    }

    pub(super) fn table(&self, threads: usize) -> Result<Box<dyn StudyTable>> {
        let option = if self.slots.is_some() { "--slots" } else { "--hash" };
        self.has_room(option)?;
        let builder = self.builder().touch(Touch::Threads(threads));
        self.made(option, <dyn StudyTable>::build(self.scheme, self.layout, builder))
    }

    /// A table has whole buckets, so it may have fewer slots than were asked for.
    fn made(
        &self,
        option: &'static str,
        built: Result<Box<dyn StudyTable>, BuildError>,
    ) -> Result<Box<dyn StudyTable>> {
        let table = match built {
            Err(BuildError::Unfit(error)) => return Err(error.into()),
            other => other.context(option)?,
        };
        let slots = table.slots();
        if let Some(Size::Slots(asked)) = self.slots.filter(|&asked| asked != Size::Slots(slots)) {
            output::note(&format!(
                "--slots {asked}: the table has {}, for a bucket of {} in {} has {}",
                counted(slots, "slot"),
                self.scheme,
                self.layout,
                self.scheme.bucket_slots(self.layout)?
            ));
        }
        Ok(table)
    }

    pub(super) fn shared(&self, path: &Path, key_seed: u64) -> Result<Box<dyn StudyTable>> {
        if !path.exists() {
            self.has_room("--table")?;
        }
        let origin = Origin::Shared(TableFile::new(path).keyed(key_seed));
        let built = <dyn StudyTable>::build_from(self.scheme, self.layout, self.builder(), origin);
        self.made("--table", built.map(|(table, _)| table))
    }

    fn has_room(&self, option: &'static str) -> Result<()> {
        let bytes = match self.size() {
            Size::Slots(slots) => self.layout.info().bytes_of(slots, self.scheme.bucket_slots(self.layout)?),
            Size::Bytes(bytes) => bytes,
        };
        room::check(self.size(), bytes as u64, room::free()).context(option)
    }

    fn builder(&self) -> TableBuilder {
        let update = if self.keep_deeper { Update::Deeper } else { Update::AsScheme };
        let same_position =
            SamePosition { update, inherits_move: self.keep_move.then_some(true), ..SamePosition::default() };
        Table::builder().size(self.size()).same_position(same_position)
    }
}

pub(super) fn presets() -> String {
    let names: Vec<_> = Enhancements::PRESETS.iter().map(|&(preset, _)| preset).collect();
    format!(
        "The search: a preset of enhancements ({}), with switches added or taken away, as in alibaba+kill-hist",
        names.join(", ")
    )
}

pub(super) fn ways() -> String {
    let all: Vec<_> = Helpers::switches().collect();
    format!("How workers differ and heed one another: none, lazy, or of {}, joined by +", all.join(", "))
}

pub(super) fn nodes(text: &str) -> Result<u64, String> {
    let number = sizes::scaled(text, 1000).filter(|nodes| (1..=MOST_NODES).contains(nodes));
    number.ok_or_else(|| {
        format!(
            "`{text}` is not a number of nodes from 1 to {MOST_NODES}; write for example 500000, 500K or 2M"
        )
    })
}

pub(super) fn hash(text: &str) -> Result<Size, String> {
    sizes::read(text, Alone::Mebibytes)
}

pub(super) fn slots(text: &str) -> Result<Size, String> {
    sizes::read(text, Alone::Slots)
}

pub(super) fn filter(text: &str) -> Result<Filter, String> {
    let filter: Filter = text.parse()?;
    filter.check::<Searches>().map(|()| filter)
}

pub(super) fn shard(text: &str) -> Result<Shard, String> {
    let count = match text.strip_prefix("auto") {
        Some("") => None,
        Some(count) => {
            let count = count.strip_prefix('/').and_then(|count| count.parse().ok());
            Some(count.ok_or_else(|| format!("`{text}` is not a shard; give 2/5, auto or auto/5"))?)
        }
        None => return text.parse(),
    };
    Shard::from_environment(|name| std::env::var(name).ok(), count)
}

pub(super) fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            format!("`{text}` is not a whole number from {} to {}", range.start(), range.end())
        })
    }
}

pub(super) fn percent(text: &str) -> Result<f64, String> {
    let percent = text.parse().ok().filter(|&percent: &f64| percent >= 0.0 && percent.is_finite());
    percent.ok_or_else(|| format!("`{text}` is not a percentage; give a number from 0"))
}

/// Thirty years, in seconds: more than a run takes, and less than clocks hold.
const LONGEST: f64 = 1e9;

pub(super) fn time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("min", 60.0), ("h", 3600.0), ("s", 1.0), ("", 1.0)];
    let (digits, factor) = units
        .iter()
        .find_map(|&(unit, factor)| text.strip_suffix(unit).map(|digits| (digits, factor)))
        .expect("all end in nothing");
    let seconds = digits.trim().parse::<f64>().ok().map(|number| number * factor);
    let seconds = seconds.filter(|&seconds| seconds > 0.0 && seconds <= LONGEST);
    seconds.map(Duration::from_secs_f64).ok_or_else(|| {
        format!("`{text}` is not a time; give seconds up to {LONGEST}, or for example 500ms, 2min or 1h")
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{depth, hash, nodes, preset, scheme, slots, threads, time, whole};
    use supplant::table::Size;
    use supplant_lab::experiment::words::{plies, size};

    #[test]
    fn a_misspelt_scheme_is_answered_with_the_nearest() {
        assert_eq!(
            scheme("twobig").unwrap_err(),
            "no scheme is called `twobig`; did you mean TWOBIG1?; `supplant schemes` lists them all"
        );
        assert!(!scheme("qqq").unwrap_err().contains("mean"));
        assert!(preset("alibab").unwrap_err().contains("did you mean alibaba?"));
    }

    #[test]
    fn numbers_with_units_are_read() {
        assert_eq!((nodes("2M"), nodes("500k"), nodes("7")), (Ok(2_000_000), Ok(500_000), Ok(7)));
        assert_eq!((slots("8k"), hash("8")), (Ok(Size::Slots(8192)), Ok(Size::mebibytes(8))));
        assert_eq!((size("8K"), size("1MiB")), (Ok(8192), Ok(1 << 16)));
        assert_eq!(time("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(
            (time("20ms"), time("2min")),
            (Ok(Duration::from_millis(20)), Ok(Duration::from_secs(120)))
        );
        assert_eq!((plies("3..=7"), plies("4-6"), plies("5")), (Ok((3, 7)), Ok((4, 6)), Ok((5, 5))));
    }

    #[test]
    fn what_is_out_of_range_is_refused() {
        for bad in ["", "0", "-1", "x", "1.5", "99999999999999999999"] {
            assert!(
                depth(bad).is_err() && slots(bad).is_err() && nodes(bad).is_err() && threads(bad).is_err(),
                "{bad}"
            );
        }
        assert!(time("0").is_err() && time("-3s").is_err() && time("inf").is_err() && time("NaN").is_err());
        assert_eq!(whole::<u8>(1..=99)("-2"), Err("`-2` is not a whole number from 1 to 99".to_owned()));
        assert_eq!([whole::<u64>(1..=99)("99"), whole(0..=u64::MAX)("0")], [Ok(99), Ok(0)]);
        assert!(whole::<u8>(0..=300)("300").is_err() && whole::<u8>(1..=99)("100").is_err());
        assert!(plies("7..=3").is_err() && depth("101").is_err() && threads("1025").is_err());
    }
}
