//! `supplant picture` draws replacement as a moving picture.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;

use super::exit::Ending;
use super::{arguments, output};
use supplant::entry::Depth;
use supplant::entry::bucket::LayoutName;
use supplant::scheme::SchemeName;
use supplant_lab::picture::{Film, Picture, lives, page, svg, without_table};
use supplant_lab::report;
use supplant_search::game::Game as _;
use supplant_search::game::chess::{Chess, notation};
use supplant_search::search::{Enhancements, Limits};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The position, as a FEN in quotes, or startpos [default: Fine's pawn ending no. 70]
    #[arg(long, value_name = "FEN", default_value = FINE_70, hide_default_value = true)]
    fen: String,
    /// Schemes: the pictures show the first two, the page offers all
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = "NEW,TWOBIG1,DEEP,BIG1,SIEGE", value_parser = arguments::scheme)]
    schemes: Vec<SchemeName>,
    /// Table sizes in slots, multiples of the schemes' slots per bucket: the pictures show the first,
    /// the page offers all
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "64,36,144", value_parser = slots)]
    slots: Vec<usize>,
    /// Depth of the search, in plies
    #[arg(long, short, default_value = "10", value_parser = arguments::depth)]
    depth: Depth,
    #[arg(long, value_name = "PRESET", default_value = "alibaba", value_parser = arguments::preset, help = arguments::presets())]
    search: (String, Enhancements),
    /// Folder for picture.svg, lives.svg and picture.html
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
}

/// Fine, *Basic Chess Endings*, 1941: few moves lead to the same positions in many orders.
const FINE_70: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

/// With more, a browser takes seconds to open the page.
const MOST_STEPS: usize = 100_000;

fn slots(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|slots| (4..=400).contains(slots) && slots % 2 == 0);
    number.ok_or_else(|| format!("`{text}` is not a number of slots; give an even number from 4 to 400"))
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let game = match arguments.fen.as_str() {
        "startpos" => Chess::default(),
        fen => Chess::new(notation::fen(fen).context("--fen")?),
    };
    ensure!(game.has_moves(), "--fen: the game is over in this position; give one with a legal move");
    let searched = (Limits::depth(arguments.depth), arguments.search.1);
    let schemes = arguments::once_each(arguments.schemes.iter().copied());
    let sizes = arguments::once_each(arguments.slots.iter().copied());
    for (&slots, &scheme) in sizes.iter().flat_map(|slots| schemes.iter().map(move |scheme| (slots, scheme)))
    {
        let bucket = scheme.bucket_slots(LayoutName::Xor16)?;
        ensure!(
            slots % bucket == 0,
            "--slots {slots}: {scheme} has {bucket} slots per bucket; give a multiple of {bucket}"
        );
    }
    let mut films: Vec<Film> = Vec::new();
    for &slots in &sizes {
        for &scheme in &schemes {
            let film = Film::record(&game, searched, (scheme, slots), MOST_STEPS).with_context(|| {
                format!("{scheme} with {slots} slots to {} plies; give a lower --depth", arguments.depth)
            })?;
            ensure!(
                !film.steps.is_empty(),
                "--search {}: this search does not use the table; choose another",
                arguments.search.0
            );
            output::note(&format!(
                "{scheme}, {slots} slots: {} nodes, {} uses of the table",
                report::grouped(film.nodes()),
                report::grouped(film.steps.len() as u64)
            ));
            films.push(film);
        }
    }
    let all: usize = films.iter().map(|film| film.steps.len()).sum();
    ensure!(
        all <= MOST_STEPS,
        "{all} uses of the tables, more than a page can show ({MOST_STEPS}); give a lower --depth, or fewer --schemes or --slots"
    );
    let without = without_table(&game, searched)
        .with_context(|| format!("{} plies; give a lower --depth", arguments.depth))?;
    let position = game.board().to_string();
    let picture =
        Picture { position, depth: arguments.depth, search: arguments.search.0.clone(), without, films };
    let shown: Vec<_> = picture.films.iter().take(schemes.len().min(2)).collect();
    report::folder::create(&arguments.out)?;
    let paths = ["picture.svg", "lives.svg", "picture.html"].map(|name| arguments.out.join(name));
    paths.iter().try_for_each(|path| report::file::try_write(path))?;
    let contents = [svg(&picture, &shown), lives(&picture, &shown), page(&picture)];
    for (path, content) in paths.iter().zip(contents) {
        report::file::write(path, |file| Ok(file.write_all(content.as_bytes())?))?;
    }
    output::note(&format!("wrote {}", output::named(&paths)));
    Ok(Ending::Done)
}
