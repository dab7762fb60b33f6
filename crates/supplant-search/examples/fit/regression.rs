//! Logistic regression by Adam (Kingma and Ba, 2015), over all positions at each step.

use std::fmt::Write as _;

use supplant_search::game::chess::Chess;
use supplant_search::game::chess::eval::fitted::{self, PhaseMix};
use supplant_search::game::chess::eval::{SQUARES, TERMS, TermCounter, is_of_midgame, material};

/// Centipawns at which the side ahead is expected to score ten to one.
const TEN_TO_ONE: f32 = 400.0;
const STEPS: usize = 600;
const PACE: f32 = 4.0;
/// The pull of a weight toward its start, per centipawn, for weights that few positions have.
const TETHER: f32 = 2e-6;

/// The result of the game is for White, 0 to 1.
struct Sample {
    terms: std::ops::Range<usize>,
    midgame: f32,
    endgame: f32,
    result: f32,
}

#[derive(Default)]
struct Samples {
    samples: Vec<Sample>,
    terms: Vec<(u16, i8)>,
}

struct Terms(Vec<i32>);

impl TermCounter for Terms {
    fn count(&mut self, term: usize, times: i32) {
        self.0[term] += times;
    }
}

type Weights = Vec<[f32; 2]>;

impl Samples {
    fn read(files: &[&str]) -> Result<Self, String> {
        let mut samples = Self::default();
        for file in files {
            let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
            for (i, line) in text.lines().enumerate() {
                samples
                    .push(line)
                    .ok_or_else(|| format!("{file} line {}: `{line}` is not a FEN;HALVES", i + 1))?;
            }
        }
        Ok(samples)
    }

    fn push(&mut self, line: &str) -> Option<()> {
        let (fen, halves) = line.rsplit_once(';')?;
        let game: Chess = fen.parse().ok()?;
        let mut counted = Terms(vec![0; TERMS]);
        fitted::count(game.board(), &mut counted);
        let PhaseMix { phase, scale } = fitted::mix(game.board());
        let before = self.terms.len();
        let met = counted.0.iter().enumerate().filter(|(_, times)| **times != 0);
        self.terms.extend(met.map(|(term, &times)| (term as u16, times as i8)));
        let midgame = phase as f32 / PhaseMix::WHOLE as f32;
        self.samples.push(Sample {
            terms: before..self.terms.len(),
            midgame,
            endgame: (1.0 - midgame) * scale as f32 / PhaseMix::FULL as f32,
            result: halves.parse::<u8>().ok().filter(|halves| *halves <= 2)? as f32 / 2.0,
        });
        Some(())
    }

    fn loss(&self, of: std::ops::Range<usize>, weights: &Weights) -> (f64, Weights) {
        let (mut loss, mut slope) = (0.0, vec![[0.0; 2]; TERMS]);
        for sample in &self.samples[of] {
            let terms = &self.terms[sample.terms.clone()];
            let value: f32 = terms
                .iter()
                .map(|&(term, times)| {
                    let [midgame, endgame] = weights[usize::from(term)];
                    f32::from(times) * (midgame * sample.midgame + endgame * sample.endgame)
                })
                .sum();
            let expected = 1.0 / (1.0 + 10f32.powf(-value / TEN_TO_ONE));
            let result = sample.result;
            let cost = -result * expected.max(1e-9).ln() - (1.0 - result) * (1.0 - expected).max(1e-9).ln();
            loss += f64::from(cost);
            let push = expected - result;
            for &(term, times) in terms {
                let [midgame, endgame] = &mut slope[usize::from(term)];
                *midgame += push * f32::from(times) * sample.midgame;
                *endgame += push * f32::from(times) * sample.endgame;
            }
        }
        (loss, slope)
    }

    /// The first sixteenth is a control, whose mean loss is the second result.
    fn step(&self, weights: &Weights) -> (f64, f64, Weights) {
        let (all, kept) = (self.samples.len(), self.samples.len() / 16);
        let middle = kept + (all - kept) / 2;
        let (first, second) = std::thread::scope(|scope| {
            let first = scope.spawn(|| self.loss(kept..middle, weights));
            (self.loss(middle..all, weights), first.join().expect("it only counts"))
        });
        let fitted = (all - kept) as f32;
        let slope =
            first.1.iter().zip(&second.1).map(|(a, b)| [0, 1].map(|part| (a[part] + b[part]) / fitted));
        let slope = slope.collect();
        let control = self.loss(0..kept, weights).0 / kept.max(1) as f64;
        ((first.0 + second.0) / f64::from(fitted), control, slope)
    }
}

fn material_alone() -> Weights {
    let mut weights = vec![[0.0; 2]; TERMS];
    for piece in cozy_chess::Piece::ALL {
        weights[piece as usize * SQUARES..][..SQUARES].fill([material(piece) as f32; 2]);
    }
    weights
}

pub(crate) fn fit(files: &[&str]) -> Result<(), String> {
    let samples = Samples::read(files)?;
    eprintln!("{} positions", samples.samples.len());
    if samples.samples.is_empty() {
        return Err("no positions to fit to; make some with play".to_owned());
    }
    let beginning = material_alone();
    let (mut weights, mut mean, mut spread) =
        (beginning.clone(), vec![[0.0f32; 2]; TERMS], vec![[0.0f32; 2]; TERMS]);
    for step in 1..=STEPS {
        let (loss, control, slope) = samples.step(&weights);
        if step % 50 == 1 || step == STEPS {
            eprintln!("step {step}: loss {loss:.5}, of positions that are not fitted to {control:.5}");
        }
        let pace = PACE * (1.0 - step as f32 / (STEPS + 1) as f32);
        for term in 0..TERMS {
            for part in 0..2 - usize::from(is_of_midgame(term)) {
                let tether = TETHER * (weights[term][part] - beginning[term][part]);
                let push = slope[term][part] + tether;
                let (mean, spread) = (&mut mean[term][part], &mut spread[term][part]);
                *mean += 0.1 * (push - *mean);
                *spread += 0.001 * (push * push - *spread);
                let (unbiased, squared) =
                    (*mean / (1.0 - 0.9f32.powi(step as i32)), *spread / (1.0 - 0.999f32.powi(step as i32)));
                weights[term][part] -= pace * unbiased / (squared.sqrt() + 1e-9);
            }
        }
    }
    print!("{}", written(&weights));
    Ok(())
}

fn written(weights: &Weights) -> String {
    let before = include_str!("../../src/game/chess/eval/weights.rs");
    let head = before.find("= [\n").map_or(before, |at| &before[..at + 4]);
    let mut text = head.to_owned();
    for row in weights.chunks(8) {
        let whole = |weight: f32| weight.round() as i16;
        let row = row.iter().map(|[midgame, endgame]| format!("[{}, {}],", whole(*midgame), whole(*endgame)));
        let row: Vec<_> = row.collect();
        writeln!(text, "    {}", row.join(" ")).expect("a text takes all");
    }
    text + "];\n"
}
