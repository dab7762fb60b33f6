//! Parses values from the command line and from files; errors say what is valid.

use std::borrow::Borrow;
use std::ops::RangeInclusive;

use super::searches::{Contender, Mode, UnknownContenderError};
use super::sizes::{self, Alone};
use supplant::entry::Depth;
use supplant::entry::bucket::{LayoutName, UnknownLayoutError};
use supplant::scheme::{SchemeName, UnknownSchemeError};
use supplant_search::game::chess::eval::{Evaluation, UnknownEvaluationError};
use supplant_search::search::{Enhancements, HitUse, MAX_DEPTH, UnknownHitUseError, UnknownSearchError};
use supplant_search::smp::{Helpers, UnknownHelpersError};

#[must_use]
pub fn once_each<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    values.fold(Vec::new(), |mut seen, value| {
        if !seen.contains(&value) {
            seen.push(value);
        }
        seen
    })
}

#[must_use]
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=,:+@%^".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[must_use]
pub fn counted(number: usize, what: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {what}{ending}")
}

#[must_use]
pub fn listed<S: Borrow<str>>(words: &[S]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} and {}", first.join(", "), last.borrow()),
        _ => words.concat(),
    }
}

pub fn each<T: PartialEq>(
    values: &[impl AsRef<str>],
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let read = values.iter().map(|value| read(value.as_ref())).collect::<Result<Vec<_>, _>>()?;
    if read.is_empty() {
        return Err("it needs a value".to_owned());
    }
    Ok(once_each(read.into_iter()))
}

pub fn contender(name: &str) -> Result<Contender, String> {
    name.parse().map_err(|error: UnknownContenderError| error.to_string())
}

pub fn scheme(name: &str) -> Result<SchemeName, String> {
    name.trim().parse().map_err(|error: UnknownSchemeError| {
        let names = SchemeName::ALL.iter().map(|scheme| scheme.info().name);
        format!("{error}{}; `supplant schemes` lists them all", nearest(name, names))
    })
}

pub fn layout(name: &str) -> Result<LayoutName, String> {
    name.parse().map_err(|error: UnknownLayoutError| error.to_string())
}

pub fn hit(name: &str) -> Result<HitUse, String> {
    name.parse().map_err(|error: UnknownHitUseError| error.to_string())
}

/// A switch that changes nothing is an error.
pub fn preset(name: &str) -> Result<(String, Enhancements), String> {
    let read = name.parse::<Enhancements>().map_err(|error| match &error {
        UnknownSearchError::Preset(unknown) => {
            let presets = Enhancements::PRESETS.iter().map(|&(preset, _)| preset);
            let all = presets.clone().collect::<Vec<_>>().join(", ");
            format!("no search is called `{name}`{}; there are {all}", nearest(unknown, presets))
        }
        _ => error.to_string(),
    })?;
    if let Some((switch, needs)) = read.idle() {
        return Err(format!(
            "`{name}`: {switch} changes nothing without {}; add it, or leave {switch} out",
            needs.join(" or ")
        ));
    }
    let name = name.to_ascii_lowercase();
    let is_preset = Enhancements::preset(&name).is_some();
    Ok((read.name().filter(|_| !is_preset).unwrap_or(name), read))
}

pub fn evaluation(name: &str) -> Result<Evaluation, String> {
    name.parse().map_err(|error: UnknownEvaluationError| error.to_string())
}

#[must_use]
pub fn search_name(search: Enhancements) -> String {
    search.name().unwrap_or_else(|| search.to_string())
}

pub fn helpers(text: &str) -> Result<Helpers, String> {
    text.parse().map_err(|error: UnknownHelpersError| error.to_string())
}

fn nearest(name: &str, names: impl Iterator<Item = &'static str>) -> String {
    let similarity =
        |known: &str| strsim::jaro_winkler(&name.to_ascii_uppercase(), &known.to_ascii_uppercase());
    let best = names.map(|known| (similarity(known), known)).max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|&(similarity, _)| similarity > 0.85)
        .map_or_else(String::new, |(_, known)| format!("; did you mean {known}?"))
}

pub fn depth(text: &str) -> Result<Depth, String> {
    let depth = text.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
    depth.ok_or_else(|| format!("`{text}` is not a depth; give plies from 1 to {MAX_DEPTH}"))
}

pub fn plies(text: &str) -> Result<(Depth, Depth), String> {
    let (first, last) = text.split_once("..=").or_else(|| text.split_once('-')).unwrap_or((text, text));
    let end = |end| {
        depth(end).map_err(|_| {
            format!("`{text}` is not a range of plies; give one ply or for example 3..=7, 1 to {MAX_DEPTH}")
        })
    };
    let range = (end(first)?, end(last)?);
    if range.0 > range.1 {
        Err(format!("`{text}` begins after its end; give the lower ply first"))
    } else {
        Ok(range)
    }
}

/// The result counts slots of 16 bytes, as does a number without a unit.
pub fn size(text: &str) -> Result<usize, String> {
    sizes::read(text, Alone::Slots).map(sizes::slots_of)
}

pub fn schemes(text: &str) -> Result<Vec<SchemeName>, String> {
    if text.eq_ignore_ascii_case("all") {
        return Ok(SchemeName::ALL.to_vec());
    }
    scheme(text).map(|scheme| vec![scheme])
}

pub fn mode(text: &str) -> Result<Mode, String> {
    let known = Mode::ALL.into_iter().find(|mode| mode.to_string().eq_ignore_ascii_case(text));
    known.ok_or_else(|| format!("no mode is called `{text}`; there are clear, stamp and keep"))
}

const THREADS: RangeInclusive<usize> = 1..=1024;

pub fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|threads| THREADS.contains(threads));
    number.ok_or_else(|| format!("`{text}` is not a number of threads; give 1 to {}", THREADS.end()))
}
