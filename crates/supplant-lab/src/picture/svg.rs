//! Films side by side as one animated SVG.
//!
//! The animation is SMIL, which browsers also play where a page shows the file as an image.

use std::fmt::Write as _;

use super::Picture;
use super::film::{Action, Film, Replay};
use crate::report::grouped;
use crate::report::html::escape;
use supplant::entry::Depth;

const FRAMES: usize = 200;
const REST: usize = 40;
/// Length of a frame in seconds.
const FRAME: f64 = 0.1;
const COUNTED: usize = 5;

const PANEL: f64 = 340.0;
pub(super) const MARGIN: f64 = 20.0;
const TOP: f64 = 84.0;
const GAP: f64 = 3.0;

pub(super) const UNUSED: &str = "#8c959f";
/// Not `none`, which is not a colour and would end an animation.
const EMPTY: &str = "transparent";
/// From the least to the greatest depth; each has a contrast of 3 : 1 or more with both grounds.
const DEPTHS: [&str; 6] = ["#2f6fd0", "#1a84a8", "#138a74", "#3f8f2a", "#a07a00", "#cf5a12"];

#[must_use]
pub fn svg(picture: &Picture, films: &[&Film]) -> String {
    let longest = films.iter().map(|film| film.nodes()).max().unwrap_or(1).max(1);
    let deepest = films.iter().map(|film| deepest(film)).max().unwrap_or(1);
    let rows = films.iter().map(|film| film.slots.div_ceil(columns(film))).max().unwrap_or(1);
    let cell = films.iter().map(|film| pitch(film)).fold(f64::INFINITY, f64::min);
    let (width, foot) = (MARGIN + (PANEL + MARGIN) * films.len() as f64, TOP + cell * rows as f64 + 26.0);
    let height = foot + 84.0;
    let mut drawn = opened((width, height), &alt(picture, films), "");
    for (at, film) in films.iter().enumerate() {
        let left = MARGIN + (PANEL + MARGIN) * at as f64;
        let _ = writeln!(drawn, "<g transform=\"translate({left} 0)\">");
        heading(&mut drawn, film);
        let frames = Frames::of(picture, film, longest, deepest);
        grid(&mut drawn, film, &frames);
        counters(&mut drawn, &frames, foot);
        drawn += "</g>\n";
    }
    legend(&mut drawn, deepest, height - 40.0);
    let _ = writeln!(
        drawn,
        "<text class=\"soft\" x=\"{MARGIN}\" y=\"{}\">One search to {} plies; {} slots, one bucket where squares touch. Without a table: {} nodes.</text>",
        height - 16.0,
        picture.depth,
        films.first().map_or(0, |film| film.slots),
        grouped(picture.without.last().copied().unwrap_or_default())
    );
    drawn + "</svg>\n"
}

/// The beginning of a drawing, with rules beside those that all drawings have.
pub(super) fn opened((width, height): (f64, f64), title: &str, more_style: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" font-family=\"system-ui, sans-serif\">\n<title>{}</title>\n<style>{STYLE}{more_style}</style>\n\
         <rect class=\"ground\" width=\"100%\" height=\"100%\" rx=\"8\"/>\n",
        escape(title),
    )
}

const STYLE: &str = ".ground{fill:#fff}text{fill:#1f2428;font-size:14px}.soft{fill:#57606a;font-size:12px}\
    .slot{stroke:#c8ced4}.flash{fill:none;stroke:#d1242f;stroke-width:4}.still{display:none}\
    @media(prefers-reduced-motion:reduce){.still{display:inline}.moving{display:none}}\
    @media(prefers-color-scheme:dark){.ground{fill:#15181c}text{fill:#dfe3e6}.soft{fill:#9aa4ad}.slot{stroke:#3d444d}\
    .flash{stroke:#ff8e86}}";

fn alt(picture: &Picture, films: &[&Film]) -> String {
    let each: Vec<_> =
        films.iter().map(|film| format!("{}: {} nodes", film.scheme, grouped(film.nodes()))).collect();
    format!(
        "One search to {} plies with a table of {} slots under each scheme. {}; without a table {} nodes.",
        picture.depth,
        films.first().map_or(0, |film| film.slots),
        each.join("; "),
        grouped(picture.without.last().copied().unwrap_or_default())
    )
}

pub(super) fn deepest(film: &Film) -> Depth {
    let depths = film.steps.iter().map(|step| match step.action {
        Action::Stored { offered, .. } => offered.entry.depth,
        _ => 0,
    });
    depths.max().unwrap_or(1).max(1)
}

fn columns(film: &Film) -> usize {
    let about = (film.slots as f64).sqrt().ceil() as usize;
    about.next_multiple_of(film.bucket)
}

fn pitch(film: &Film) -> f64 {
    PANEL / columns(film) as f64
}

fn place(film: &Film, slot: usize) -> (f64, f64, f64) {
    let (columns, pitch) = (columns(film), pitch(film));
    let (column, row) = (slot % columns, slot / columns);
    let inside = (column % film.bucket) as f64 * (GAP - 1.0);
    (pitch * column as f64 - inside, TOP + pitch * row as f64, pitch - GAP)
}

pub(super) fn colour(depth: Depth, deepest: Depth) -> &'static str {
    let steps = usize::from(deepest.max(2)) - 1;
    DEPTHS[usize::from(depth.clamp(1, deepest) - 1) * (DEPTHS.len() - 1) / steps]
}

struct Frames {
    colours: Vec<Vec<(usize, &'static str)>>,
    flashes: Vec<Vec<usize>>,
    counts: Vec<(u64, u64)>,
    last: usize,
}

impl Frames {
    fn of(picture: &Picture, film: &Film, longest: u64, deepest: Depth) -> Self {
        let frame = |node: u64| (node as usize * (FRAMES - 1)) / longest as usize;
        let mut colours = vec![vec![(0, EMPTY)]; film.slots];
        let mut flashes = vec![Vec::new(); film.slots];
        let mut replay = Replay::of(film);
        for step in &film.steps {
            let at = frame(step.node);
            for slot in replay.advance(step) {
                let colour = match replay.look(slot) {
                    None => EMPTY,
                    Some((_, false)) => UNUSED,
                    Some((depth, true)) => colour(depth, deepest),
                };
                let colours: &mut Vec<(usize, &str)> = &mut colours[slot];
                match colours.last_mut() {
                    Some(last) if last.0 == at => last.1 = colour,
                    _ => colours.push((at, colour)),
                }
            }
            if let Action::Cut(slot) = step.action
                && flashes[slot].last() != Some(&at)
            {
                flashes[slot].push(at);
            }
        }
        let count = |at: usize| {
            let nodes = ((at as u64 + 1) * longest / FRAMES as u64).min(film.nodes());
            (nodes, picture.saved(film, nodes))
        };
        let counts = (0..FRAMES).map(count).collect();
        colours.iter_mut().for_each(|colours| colours.dedup_by_key(|&mut (_, colour)| colour));
        Self { colours, flashes, counts, last: frame(film.nodes().min(longest)) }
    }
}

fn heading(drawn: &mut String, film: &Film) {
    let _ = writeln!(
        drawn,
        "<text y=\"34\" font-weight=\"600\" style=\"font-size:20px\">{}</text>\n<text class=\"soft\" y=\"56\">{}</text>",
        escape(film.scheme),
        escape(&shortened(film.rule)),
    );
}

fn shortened(rule: &str) -> String {
    const LETTERS: usize = 54;
    let clause = rule.split(['.', ';', ':']).next().unwrap_or(rule);
    if clause.chars().count() <= LETTERS {
        return clause.to_owned();
    }
    let cut: String = clause.chars().take(LETTERS).collect();
    format!("{} …", cut.rsplit_once(' ').map_or(cut.as_str(), |(whole, _)| whole))
}

fn animated(attribute: &str, changes: &[(usize, &str)]) -> String {
    let length = (FRAMES + REST) as f64;
    let mut times = String::new();
    let mut values = String::new();
    for &(frame, value) in changes {
        let joint = if times.is_empty() { "" } else { ";" };
        let time = format!("{:.4}", frame as f64 / length);
        let _ = write!(times, "{joint}{}", time.trim_end_matches('0').trim_end_matches('.'));
        let _ = write!(values, "{joint}{value}");
    }
    format!(
        "<animate attributeName=\"{attribute}\" dur=\"{}s\" repeatCount=\"indefinite\" calcMode=\"discrete\" \
         keyTimes=\"{times}\" values=\"{values}\"/>",
        length * FRAME
    )
}

fn grid(drawn: &mut String, film: &Film, frames: &Frames) {
    for slot in 0..film.slots {
        let (x, y, side) = place(film, slot);
        let (colours, flashes) = (&frames.colours[slot], &frames.flashes[slot]);
        let shape = format!("x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" rx=\"3\"");
        let last = colours.last().map_or(EMPTY, |&(_, colour)| colour);
        let _ = writeln!(
            drawn,
            "<rect class=\"slot moving\" {shape}>{}</rect>\n<rect class=\"slot still\" {shape} fill=\"{last}\"/>",
            animated("fill", colours)
        );
        if flashes.is_empty() {
            continue;
        }
        let mut changes = vec![(0, "0")];
        for &frame in flashes {
            if changes.last() == Some(&(frame, "0")) {
                changes.pop();
            }
            changes.extend([(frame, "1"), (frame + 1, "0")]);
        }
        let _ = writeln!(
            drawn,
            "<rect class=\"flash moving\" {shape} stroke-opacity=\"0\">{}</rect>",
            animated("stroke-opacity", &changes)
        );
    }
}

fn counters(drawn: &mut String, frames: &Frames, foot: f64) {
    let ends: Vec<usize> = (0..FRAMES).step_by(COUNTED).take_while(|&at| at < frames.last).collect();
    let line = |(nodes, saved): (u64, u64), is_done: bool| {
        format!(
            "<tspan font-weight=\"600\">{}</tspan> nodes{}<tspan x=\"{PANEL}\" text-anchor=\"end\">{} nodes saved</tspan>",
            grouped(nodes),
            if is_done { ", done" } else { "" },
            grouped(saved),
        )
    };
    for (i, &at) in ends.iter().enumerate() {
        let until = ends.get(i + 1).copied().unwrap_or(frames.last);
        let mut shown = vec![(0, "hidden")];
        if at == 0 {
            shown.clear();
        }
        shown.extend([(at, "visible"), (until, "hidden")]);
        let _ = writeln!(
            drawn,
            "<text class=\"moving\" y=\"{foot}\" visibility=\"hidden\">{}{}</text>",
            line(frames.counts[at], false),
            animated("visibility", &shown)
        );
    }
    let end = line(frames.counts[FRAMES - 1], true);
    let shown = animated("visibility", &[(0, "hidden"), (frames.last, "visible")]);
    let _ = writeln!(
        drawn,
        "<text class=\"moving\" y=\"{foot}\" visibility=\"hidden\">{end}{shown}</text>\n<text class=\"still\" y=\"{foot}\">{end}</text>"
    );
}

fn legend(drawn: &mut String, deepest: Depth, y: f64) {
    let mut entries = vec![("slot", UNUSED, "not used yet".to_owned())];
    entries.extend(depths(deepest));
    entries.push(("flash", EMPTY, "ends a search".to_owned()));
    swatches(drawn, &entries, y);
}

/// The class, colour and words of a square in a legend.
pub(super) type Swatch = (&'static str, &'static str, String);

pub(super) fn depths(deepest: Depth) -> Vec<Swatch> {
    let all: Vec<Depth> = (1..=deepest).collect();
    let alike = all.chunk_by(|&a, &b| colour(a, deepest) == colour(b, deepest));
    alike
        .map(|depths| {
            let (first, last) = (depths[0], depths[depths.len() - 1]);
            let range = if first == last { first.to_string() } else { format!("{first}–{last}") };
            ("slot", colour(first, deepest), if first == 1 { format!("used, depth {range}") } else { range })
        })
        .collect()
}

pub(super) fn swatches(drawn: &mut String, entries: &[Swatch], y: f64) {
    let mut x = MARGIN;
    for (class, fill, words) in entries {
        let _ = writeln!(
            drawn,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{}\" width=\"12\" height=\"12\" rx=\"2\" fill=\"{fill}\"/>\
             <text class=\"soft\" x=\"{}\" y=\"{y}\">{words}</text>",
            y - 10.0,
            x + 17.0
        );
        x += 32.0 + words.chars().count() as f64 * 6.2;
    }
}
