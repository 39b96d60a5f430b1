//! sacreBLEU's own paired tests (`sacrebleu/significance.py` of 2.6, under NumPy 2), to the bit.
//!
//! Randomization sums integers, and its scores are float64; [`super::randomization`] runs it. The
//! bootstrap converts all counts to float32, so that most steps of a formula round to float32, as
//! [`SacrebleuTested::resampled`] does.

use super::numpy::Pcg64;
use super::plain;
use super::products::{Digits, MOST_WEIGHT, RESAMPLES};
use super::statistics::Statistics;
use crate::abilities::{NumpyScore, SacrebleuTested};
use crate::bleu::{Bleu, Finish, Smoothing};
use crate::chrf::{Chrf, EPSILON};
use crate::kernels::KernelChoice;
use crate::metric::{AVERAGE_UNIT, Metric};
use crate::ter::Ter;

/// Resamples that are done together.
pub const BLOCK: usize = RESAMPLES;
/// float32 has all integers below this one.
const EXACT: i64 = 1 << 24;

/// The resamples of all systems, in the order of the draws.
pub struct Resamples<'a> {
    metric: &'a dyn SacrebleuTested,
    effective_order: bool,
    statistics: &'a Statistics,
    generator: Pcg64,
    kernel: KernelChoice,
    /// The rows as digits, if their sums are exact in float32.
    digits: Option<Digits>,
}

impl<'a> Resamples<'a> {
    /// Prepare the resamples that `generator` draws.
    pub fn new(
        metric: &'a dyn SacrebleuTested,
        effective_order: bool,
        statistics: &'a Statistics,
        generator: Pcg64,
        kernel: KernelChoice,
    ) -> Self {
        let digits = is_exact(metric, statistics).then(|| Digits::new(kernel, statistics));
        Self { metric, effective_order, statistics, generator, kernel, digits }
    }

    /// Return the scores of all systems in the next `count` resamples, at most [`BLOCK`]: resample
    /// after resample.
    pub fn next_scores(&mut self, count: usize) -> Vec<NumpyScore> {
        let columns = self.statistics.columns();
        let rows = self.next_sums(count);
        let scores = rows.chunks_exact(columns).take(count * self.statistics.systems());
        scores.map(|row| self.metric.resampled(row, self.effective_order)).collect()
    }

    fn next_sums(&mut self, count: usize) -> Vec<f32> {
        let Some(digits) = &self.digits else { return self.sequential_sums(count) };
        let units = self.statistics.units();
        let before = self.generator.clone();
        let mut weights = vec![0u8; digits.weights() * RESAMPLES];
        let mut fits = true;
        for weights in weights.chunks_exact_mut(digits.weights()).take(count) {
            self.generator.indices(units as u32, |index| {
                // Overflow beyond 8 bits is detected by the sum.
                weights[index] = weights[index].wrapping_add(1);
            });
            let drawn: usize = weights.iter().map(|&weight| usize::from(weight)).sum();
            fits &= drawn == units && weights.iter().all(|&weight| weight <= MOST_WEIGHT);
        }
        if fits {
            return self.in_units(&digits.sums(self.kernel, &weights));
        }
        self.generator = before;
        let mut sums = Vec::new();
        for _ in 0..count {
            let mut weights = vec![0; units];
            self.generator.indices(units as u32, |index| weights[index] += 1);
            sums.extend(plain::weighted(self.statistics, &weights));
        }
        self.in_units(&sums)
    }

    /// Return sums that float32 cannot hold exactly: it adds row after row, as they are drawn.
    fn sequential_sums(&mut self, count: usize) -> Vec<f32> {
        let Self { statistics, generator, .. } = self;
        let rows: Vec<f32> = (0..statistics.units())
            .flat_map(|unit| in_units(self.metric, statistics.columns(), statistics.unit(unit)))
            .collect();
        let width = statistics.width();
        let mut sums = vec![0.0; count * width];
        for sums in sums.chunks_exact_mut(width) {
            generator.indices(statistics.units() as u32, |index| {
                for (sum, number) in sums.iter_mut().zip(&rows[index * width..][..width]) {
                    *sum += number;
                }
            });
        }
        sums
    }

    fn in_units(&self, sums: &[i64]) -> Vec<f32> {
        in_units(self.metric, self.statistics.columns(), sums).collect()
    }
}

/// Return rows in the units of sacreBLEU.
fn in_units<'a>(
    metric: &'a dyn SacrebleuTested,
    columns: usize,
    rows: &'a [i64],
) -> impl Iterator<Item = f32> + 'a {
    let unit = move |i: usize| metric.unit(i % columns) as f64;
    rows.iter().enumerate().map(move |(i, &number)| (number as f64 / unit(i)) as f32)
}

/// Return whether float32 holds every sum of a resample exactly.
fn is_exact(metric: &dyn SacrebleuTested, statistics: &Statistics) -> bool {
    let units = statistics.units() as i64;
    (0..statistics.units()).all(|unit| {
        let numbers = statistics.unit(unit).iter().enumerate();
        let mut counts =
            numbers.map(|(i, &number)| (number, metric.unit(i % statistics.columns())));
        counts.all(|(number, unit)| number % unit == 0 && number / unit < EXACT / units)
    })
}

impl SacrebleuTested for Bleu {
    /// Perfect scores are not brought to 100 in sacreBLEU.
    fn observed(&self) -> Box<dyn Metric> {
        let mut metric = self.clone();
        metric.rules.finish = Finish::AsIs;
        Box::new(metric)
    }

    /// The addend of add-k is truncated, because sacreBLEU writes it into an array of integers.
    fn swapped(&self) -> Box<dyn Metric> {
        let mut metric = self.clone();
        metric.rules.finish = Finish::AsIs;
        if let Smoothing::AddK(k) = metric.smoothing {
            metric.smoothing = Smoothing::AddK(k.trunc());
        }
        Box::new(metric)
    }

    /// The lengths are converted to integers, so that the brevity penalty is a float64.
    fn resampled(&self, row: &[f32], effective_order: bool) -> NumpyScore {
        let [length, reference_length] = [row[0], row[1]].map(f64::from);
        let (matches, totals) = row[2..].split_at(self.orders);
        if matches.iter().all(|&count| count == 0.0) {
            return NumpyScore::Double(0.0);
        }
        let penalty =
            if length < reference_length { (1.0 - reference_length / length).exp() } else { 1.0 };
        let (mut halvings, mut orders, mut logarithms) = (1.0, 0, Vec::new());
        for (n, (&matched, &total)) in matches.iter().zip(totals).enumerate() {
            let (matched, total) = match self.smoothing {
                Smoothing::AddK(k) if n > 0 => (matched + k as f32, total + k as f32),
                _ => (matched, total),
            };
            if total == 0.0 {
                break;
            }
            orders = n + 1;
            let precision = if matched > 0.0 {
                100.0 * matched / total
            } else {
                match self.smoothing {
                    Smoothing::Exp => {
                        halvings *= 2.0;
                        100.0 / (halvings * total)
                    }
                    Smoothing::Floor(value) => (100.0 * value) as f32 / total,
                    _ => 0.0,
                }
            };
            logarithms.push(f64::from(precision).ln());
        }
        let orders = if effective_order { orders } else { self.orders };
        if logarithms.len() < orders || logarithms.contains(&f64::NEG_INFINITY) {
            return NumpyScore::Double(0.0);
        }
        let mean = logarithms.iter().sum::<f64>() / orders as f64;
        NumpyScore::Double(penalty * mean.exp())
    }
}

impl SacrebleuTested for Chrf {
    fn observed(&self) -> Box<dyn Metric> {
        Box::new(self.clone())
    }

    fn swapped(&self) -> Box<dyn Metric> {
        Box::new(self.clone())
    }

    fn resampled(&self, row: &[f32], _effective_order: bool) -> NumpyScore {
        let orders = row.as_chunks().0.iter();
        if self.eps_smoothing {
            return self.smoothed(orders);
        }
        let (mut precision, mut recall, mut count) = (0.0, 0.0, 0.0);
        for &[hypothesis, reference, matches] in orders {
            if hypothesis > 0.0 && reference > 0.0 {
                precision += matches / hypothesis;
                recall += matches / reference;
                count += 1.0f32;
            }
        }
        if count == 0.0 || precision + recall == 0.0 {
            return NumpyScore::Double(0.0);
        }
        NumpyScore::Single(100.0 * self.f_score(precision / count, recall / count))
    }
}

impl Chrf {
    fn f_score(&self, precision: f32, recall: f32) -> f32 {
        let factor = self.beta_squared as f32;
        (1.0 + self.beta_squared) as f32 * precision * recall / (factor * precision + recall)
    }

    /// Return the score with eps smoothing: a float of Python until a float32 is added to it.
    fn smoothed<'a>(&self, orders: impl Iterator<Item = &'a [f32; 3]>) -> NumpyScore {
        let mut score = NumpyScore::Double(0.0);
        for &[hypothesis, reference, matches] in orders {
            let ratio = |total| if total > 0.0 { matches / total } else { EPSILON as f32 };
            let term = if hypothesis > 0.0 || reference > 0.0 {
                let (precision, recall) = (ratio(hypothesis), ratio(reference));
                if self.beta_squared as f32 * precision + recall > 0.0 {
                    NumpyScore::Single(self.f_score(precision, recall))
                } else {
                    NumpyScore::Double(EPSILON)
                }
            } else {
                // Precision and recall are both epsilon, so the F-score is epsilon up to rounding.
                let top = (1.0 + self.beta_squared) * EPSILON * EPSILON;
                NumpyScore::Double(top / (self.beta_squared * EPSILON + EPSILON))
            };
            score = match (score, term) {
                (NumpyScore::Double(score), NumpyScore::Double(term)) => {
                    NumpyScore::Double(score + term)
                }
                (NumpyScore::Double(score), NumpyScore::Single(term)) => {
                    NumpyScore::Single((score + f64::from(term)) as f32)
                }
                (NumpyScore::Single(score), NumpyScore::Double(term)) => {
                    NumpyScore::Single((f64::from(score) + term) as f32)
                }
                (NumpyScore::Single(score), NumpyScore::Single(term)) => {
                    NumpyScore::Single(score + term)
                }
            };
        }
        let orders = self.orders();
        match score {
            NumpyScore::Single(score) => NumpyScore::Single(100.0 * score / orders as f32),
            NumpyScore::Double(score) => NumpyScore::Double(100.0 * score / orders as f64),
        }
    }
}

impl SacrebleuTested for Ter {
    fn observed(&self) -> Box<dyn Metric> {
        Box::new(*self)
    }

    fn swapped(&self) -> Box<dyn Metric> {
        Box::new(*self)
    }

    fn unit(&self, column: usize) -> i64 {
        if column == 1 { AVERAGE_UNIT } else { 1 }
    }

    fn resampled(&self, row: &[f32], _effective_order: bool) -> NumpyScore {
        let [edits, length] = [row[0], row[1]];
        match (length > 0.0, edits > 0.0) {
            (true, _) => NumpyScore::Single(100.0 * (edits / length)),
            (false, true) => NumpyScore::Double(100.0),
            (false, false) => NumpyScore::Double(0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::numpy::tests::constant;
    use super::super::tests::statistics;
    use super::*;
    use crate::bleu::tests::bleu;
    use crate::chrf::tests::chrf;

    /// Return scores by digits, and by sums of float32.
    fn both(statistics: &Statistics, count: usize) -> [Vec<NumpyScore>; 2] {
        let bleu = bleu(Smoothing::Exp);
        let generator = Pcg64::new(11, 5);
        let mut exact = Resamples::new(&bleu, false, statistics, generator, KernelChoice::Portable);
        assert!(exact.digits.is_some());
        let mut sequential =
            Resamples { digits: None, generator: exact.generator.clone(), ..exact };
        let expected = sequential.next_scores(count);
        exact = Resamples::new(&bleu, false, statistics, Pcg64::new(11, 5), KernelChoice::Portable);
        [exact.next_scores(count), expected]
    }

    #[test]
    fn exact_sums_are_those_of_float32() {
        for units in [1, 2, 40, 300] {
            let statistics = statistics(units, 3, 10, 30);
            for count in [1, 5, BLOCK] {
                let [exact, sequential] = both(&statistics, count);
                assert_eq!(exact, sequential);
                assert_eq!(exact.len(), 3 * count);
            }
        }
    }

    #[test]
    fn a_unit_may_be_drawn_more_often_than_products_take() {
        // Numbers this small always draw the first unit.
        let statistics = statistics(256, 2, 10, 30);
        let bleu = bleu(Smoothing::Exp);
        let small = constant(1 << 52 | 1 << 20);
        let mut resamples =
            Resamples::new(&bleu, false, &statistics, small, KernelChoice::Portable);
        let first: Vec<f32> = statistics.row(0, 0).iter().map(|&n| 256.0 * n as f32).collect();
        assert_eq!(resamples.next_scores(3)[2 * 2], bleu.resampled(&first, false));
    }

    #[test]
    fn resamples_that_products_do_not_take_draw_the_same_numbers() {
        // The low half of this number draws unit 0, its high half unit 1: each about 150 times,
        // more often than products take. The units are odd in number, so every other resample
        // starts with a high half.
        let generator = constant(3 << 55 | 1);
        let mut statistics = statistics(301, 2, 10, 30);
        for unit in 0..2 {
            // Two products of 127 and such a weight exceed 16 bits.
            let mut shift = [0; 10];
            shift[2] = 127 - statistics.row(unit, 0)[2];
            statistics.add(unit, 0, &shift);
        }
        let bleu = bleu(Smoothing::Exp);
        for kernel in KernelChoice::available() {
            let resamples = || Resamples::new(&bleu, false, &statistics, generator.clone(), kernel);
            let mut exact = resamples();
            let mut sequential = Resamples { digits: None, ..resamples() };
            for _ in 0..3 {
                assert_eq!(exact.next_scores(1), sequential.next_scores(1));
            }
        }
    }

    /// Assert that the score of a row in sacreBLEU's units is the metric's value but for the
    /// rounding of float32.
    fn assert_is_value<M: Metric + SacrebleuTested>(
        metric: &M,
        row: &[i64],
        effective_order: bool,
    ) {
        let floats: Vec<f32> = in_units(metric, row.len(), row).collect();
        let score = match metric.resampled(&floats, effective_order) {
            NumpyScore::Single(score) => f64::from(score),
            NumpyScore::Double(score) => score,
        };
        let value = metric.value(row, effective_order);
        assert!((score - value).abs() <= 1e-6 * value, "{row:?}: {score}, {value}");
    }

    #[test]
    fn bleu_is_its_value_but_for_rounding() {
        let smoothings = [Smoothing::None, Smoothing::Exp, Smoothing::Floor(0.1)];
        for smoothing in smoothings.into_iter().chain([Smoothing::AddK(2.0)]) {
            for effective_order in [false, true] {
                for row in [
                    [10, 12, 8, 5, 3, 1, 10, 9, 8, 7],
                    [12, 10, 8, 5, 3, 1, 12, 11, 10, 9],
                    [10, 12, 8, 5, 0, 0, 10, 9, 8, 7],
                    [10, 12, 0, 0, 0, 0, 10, 9, 8, 7],
                    [3, 3, 3, 2, 1, 0, 3, 2, 1, 0],
                    [3, 4, 3, 2, 0, 0, 3, 2, 1, 0],
                    [0, 4, 0, 0, 0, 0, 0, 0, 0, 0],
                ] {
                    assert_is_value(&bleu(smoothing), &row, effective_order);
                }
            }
        }
    }

    #[test]
    fn chrf_is_its_value_but_for_rounding() {
        for eps_smoothing in [false, true] {
            let chrf = Chrf { eps_smoothing, ..chrf(2, 1) };
            for row in [
                [9, 8, 5, 8, 7, 2, 2, 3, 1],
                [40, 8, 5, 39, 7, 6, 38, 6, 4],
                [9, 9, 5, 8, 8, 3, 2, 2, 1],
                [9, 8, 5, 8, 7, 0, 0, 0, 0],
                [9, 8, 5, 0, 7, 0, 2, 0, 0],
                // No order matches, so the score has only the epsilons.
                [9, 8, 0, 8, 7, 0, 0, 2, 0],
                [0, 2, 0, 9, 8, 0, 8, 7, 0],
                [0, 2, 0, 0, 2, 0, 0, 2, 0],
                [2, 0, 0, 2, 0, 0, 2, 0, 0],
            ] {
                assert_is_value(&chrf, &row, false);
            }
            let without = chrf.resampled(&[0.0; 9], false);
            assert_eq!(without, NumpyScore::Double(chrf.value(&[0; 9], false)));
        }
    }

    fn ter() -> Ter {
        Ter { tokenizer: Default::default(), kernel: KernelChoice::Portable }
    }

    #[test]
    fn ter_is_its_value_but_for_rounding() {
        for [edits, length] in [[3, 7], [0, 7], [4, 0], [0, 0]] {
            assert_is_value(&ter(), &[edits, length * AVERAGE_UNIT], false);
        }
    }

    #[test]
    fn resamples_are_in_the_units_of_sacrebleu() {
        let counts = statistics(40, 2, 2, 30);
        let mut statistics = Statistics::new(40, 2, 2);
        for (unit, system) in (0..40).flat_map(|unit| [(unit, 0), (unit, 1)]) {
            let row = counts.row(unit, system);
            statistics.add(unit, system, &[row[0], (1 + row[1]) * AVERAGE_UNIT]);
        }
        let (ter, mut generator) = (ter(), Pcg64::new(11, 5));
        let new = || Resamples::new(&ter, false, &statistics, generator.clone(), ter.kernel);
        let mut exact = new();
        let mut sequential = Resamples { digits: None, ..new() };
        for _ in 0..3 {
            let mut weights = vec![0; 40];
            generator.indices(40, |index| weights[index] += 1);
            let sums = plain::weighted(&statistics, &weights);
            let expected: Vec<_> = sums
                .chunks(2)
                .map(|row| ter.resampled(&[row[0] as f32, (row[1] / AVERAGE_UNIT) as f32], false))
                .collect();
            assert_eq!(exact.next_scores(1), expected);
            assert_eq!(sequential.next_scores(1), expected);
        }
    }

    #[test]
    fn scores_of_all_units_are_those_of_sacrebleu() {
        // In Python, math.exp(math.log(100)) is this.
        let perfect = [9, 9, 9, 8, 7, 6, 9, 8, 7, 6];
        for metric in [bleu(Smoothing::Exp).observed(), bleu(Smoothing::Exp).swapped()] {
            assert_eq!(metric.value(&perfect, false), 100.000_000_000_000_04);
        }
        let row = [9, 9, 5, 2, 1, 0, 9, 8, 7, 6];
        let [added, truncated] = [1.7, 1.0].map(|k| bleu(Smoothing::AddK(k)));
        assert_eq!(added.swapped().value(&row, false), truncated.value(&row, false));
        assert_eq!(added.observed().value(&row, false), added.value(&row, false));
    }

    #[test]
    fn sums_that_float32_rounds_are_not_exact() {
        let mut statistics = Statistics::new(4, 1, 2);
        statistics.add(1, 0, &[1, 2 * AVERAGE_UNIT]);
        assert!(is_exact(&ter(), &statistics));
        statistics.add(2, 0, &[1, AVERAGE_UNIT / 2]);
        assert!(!is_exact(&ter(), &statistics));
        let mut large = Statistics::new(4, 1, 2);
        large.add(1, 0, &[EXACT / 4, 0]);
        assert!(!is_exact(&ter(), &large));
    }
}
