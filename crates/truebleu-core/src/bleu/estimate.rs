//! The values of many rows at once, but for some roundings: without logarithms, the same steps for
//! all, as vector instructions take them.
//!
//! The root of the product of all precisions is that of the product of all matches, divided by that
//! of all totals: four products, one division and, for four orders, two square roots. It is BLEU
//! where every order has a match, so that nothing is smoothed.

use super::rules::{Average, Finish, Rules};
use super::{Bleu, ReferenceLength, Smoothing};
use crate::abilities::Estimating;
use crate::kernels::{Kernel, KernelChoice, Work};
use crate::metric::AVERAGE_UNIT;

/// Rows that are worked on at once.
const LANES: usize = 8;
type Lanes = [f64; LANES];

/// By how much an estimate is off at most, as a share of a perfect value. Its some forty operations
/// are off by 2^-53 each, the two sides' exponentials by 2^-49: this is ten thousand times as much.
const ERROR: f64 = 1e-9;

/// The estimates of one call.
pub(super) struct Estimate<'a> {
    bleu: &'a Bleu,
    columns: &'a [f64],
    values: &'a mut [f64],
}

impl Bleu {
    /// Return whether there are estimates: of the usual formula.
    pub(super) fn has_estimates(&self) -> bool {
        use Smoothing::{Exp, Floor, Method4, None as Unsmoothed};
        // Smoothing that does not change precisions if every order has matches.
        let plain = matches!(self.smoothing, Unsmoothed | Floor(_) | Exp | Method4(_));
        let usual = Rules { finish: Finish::Whole, ..self.rules } == Rules::default()
            && matches!(self.rules.finish, Finish::Whole | Finish::AsIs)
            && self.average == Average::Micro;
        // Orders whose roots are repeated square roots; the product of 8 counts below 2^63 is
        // finite.
        let rooted = matches!(self.orders, 1 | 2 | 4 | 8);
        plain && usual && rooted && self.weights.is_none()
    }
}

impl Estimating for Bleu {
    fn estimate(&self, kernel: KernelChoice, columns: &[f64], values: &mut [f64]) -> f64 {
        kernel.dispatch(Estimate { bleu: self, columns, values });
        ERROR * self.scale
    }
}

impl Work for Estimate<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, _kernel: K) {
        let Self { bleu, columns, values } = self;
        let length = values.len();
        let unit = match bleu.reference_length {
            ReferenceLength::Average => AVERAGE_UNIT as f64,
            _ => 1.0,
        };
        let (matches, totals) = (2, 2 + bleu.counted_orders());
        for (i, values) in values.chunks_mut(LANES).enumerate() {
            let column = |number: usize| -> Lanes {
                let column = &columns[number * length + i * LANES..][..values.len()];
                column.try_into().unwrap_or_else(|_| filled(column))
            };
            let mut smallest = column(0);
            let penalty = brevity_penalties(&smallest, &column(1), unit);
            let (mut top, mut bottom) = ([1.0; LANES], [1.0; LANES]);
            for n in 0..bleu.orders {
                multiply(&mut top, &column(matches + n), &mut smallest);
                multiply(&mut bottom, &column(totals + n), &mut smallest);
            }
            let mut root: Lanes = std::array::from_fn(|i| top[i] / bottom[i]);
            for _ in 0..bleu.orders.ilog2() {
                root = root.map(f64::sqrt);
            }
            let scores: Lanes = std::array::from_fn(|i| {
                if smallest[i] >= 1.0 { bleu.scale * root[i] * penalty[i] } else { f64::NAN }
            });
            values.copy_from_slice(&scores[..values.len()]);
        }
    }
}

/// Return the last rows, and zeros behind them.
fn filled(column: &[f64]) -> Lanes {
    let mut lanes = [0.0; LANES];
    lanes[..column.len()].copy_from_slice(column);
    lanes
}

#[inline(always)]
fn multiply(product: &mut Lanes, counts: &Lanes, smallest: &mut Lanes) {
    for i in 0..LANES {
        product[i] *= counts[i];
        smallest[i] = if counts[i] < smallest[i] { counts[i] } else { smallest[i] };
    }
}

/// Return exp(1 - r / c), at most 1.
#[inline(always)]
fn brevity_penalties(length: &Lanes, reference: &Lanes, unit: f64) -> Lanes {
    exp(std::array::from_fn(|i| {
        let exponent = 1.0 - reference[i] / (unit * length[i]);
        let exponent = if exponent < 0.0 { exponent } else { 0.0 };
        // e^-700 is about 1e-304, practically 0.
        if exponent > -700.0 { exponent } else { -700.0 }
    }))
}

/// 1 / n for n from 12 to 1.
const INVERSES: [f64; 12] = {
    let mut inverses = [0.0; 12];
    let mut i = 0;
    while i < 12 {
        inverses[i] = 1.0 / (12 - i) as f64;
        i += 1;
    }
    inverses
};

/// Return e^x for x from -700 to 0: 2^k times the Taylor polynomial of what is left, which is at
/// most ln(2) / 2 and whose term of order 13 is below 2^-52.
#[inline(always)]
fn exp(x: Lanes) -> Lanes {
    const HIGH: f64 = 0.693_147_180_369_123_8; // ln(2), its last 32 bits zero
    const LOW: f64 = 1.908_214_929_270_587_7e-10;
    /// Added to a small number, it leaves no room for what is behind the point.
    const WHOLE: f64 = 6_755_399_441_055_744.0;
    let shifted = x.map(|x| x * std::f64::consts::LOG2_E + WHOLE);
    let remainder: Lanes = std::array::from_fn(|i| {
        let k = shifted[i] - WHOLE;
        (x[i] - k * HIGH) - k * LOW
    });
    let mut sum = [1.0; LANES];
    for inverse in INVERSES {
        for (sum, remainder) in sum.iter_mut().zip(&remainder) {
            *sum = 1.0 + *sum * remainder * inverse;
        }
    }
    std::array::from_fn(|i| {
        let power = (shifted[i].to_bits() << 52).wrapping_add(1.0f64.to_bits());
        sum[i] * f64::from_bits(power)
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Brevity, tests};
    use super::*;
    use crate::metric::Metric;
    use crate::testing::Random;

    fn bleu(orders: usize, smoothing: Smoothing, reference_length: ReferenceLength) -> Bleu {
        Bleu { orders, reference_length, ..tests::bleu(smoothing) }
    }

    /// Return rows of corpora and of short sentences, with orders without matches, without n-grams,
    /// perfect ones, far too short ones: column after column.
    fn columns(bleu: &Bleu, rows: usize) -> Vec<f64> {
        let mut random = Random(7);
        let mut next = |below: u64| random.below(below.max(1) as usize) as u64;
        let mut columns = vec![0.0; rows * bleu.columns().len()];
        for i in 0..rows {
            let length = next([4, 12, 60, 100_000][i % 4]);
            let reference = if i % 7 == 0 { length * next(900) } else { length + next(9) };
            let unit = if bleu.reference_length == ReferenceLength::Average { 720_720 } else { 1 };
            columns[i] = length as f64;
            columns[rows + i] = (reference * unit) as f64;
            for n in 0..bleu.orders {
                let total = length.saturating_sub(n as u64);
                let matches = if i % 11 == 0 { total } else { next(total + 1) };
                columns[(2 + n) * rows + i] = matches as f64;
                columns[(2 + bleu.counted_orders() + n) * rows + i] = total as f64;
            }
        }
        columns
    }

    #[test]
    fn estimates_are_close_to_the_values() {
        use Smoothing::{Exp, Floor, Method4, None as Unsmoothed};
        const ROWS: usize = 4003;
        for orders in [1, 2, 4, 8] {
            for smoothing in [Exp, Floor(0.1), Method4(5.0), Unsmoothed] {
                for rule in [ReferenceLength::Closest, ReferenceLength::Average] {
                    let bleu = bleu(orders, smoothing, rule);
                    let columns = columns(&bleu, ROWS);
                    for kernel in KernelChoice::available() {
                        let mut values = [0.0; ROWS];
                        assert!(bleu.has_estimates());
                        bleu.estimate(kernel, &columns, &mut values);
                        let mut estimated = 0;
                        for (i, estimate) in values.into_iter().enumerate() {
                            let row: Vec<i64> =
                                columns.chunks(ROWS).map(|column| column[i] as i64).collect();
                            let value = bleu.value(&row, false);
                            let bound = 1e-13 * value.max(1e-100);
                            assert!(estimate.is_nan() || (estimate - value).abs() <= bound);
                            estimated += usize::from(!estimate.is_nan());
                        }
                        assert!(estimated > ROWS / 4, "{estimated}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_changes_precisions_has_no_estimates() {
        let usual = || bleu(4, Smoothing::Exp, ReferenceLength::Closest);
        assert!(usual().abilities().estimates.is_some());
        let weighted = Bleu { weights: Some(vec![0.4, 0.3, 0.2, 0.1]), ..usual() };
        assert!(!weighted.has_estimates());
        assert!(!(Bleu { orders: 3, ..usual() }).has_estimates());
        assert!(!(Bleu { smoothing: Smoothing::AddK(1.0), ..usual() }).has_estimates());
        assert!(!(Bleu { smoothing: Smoothing::Method5, ..usual() }).has_estimates());
        let clamped = Rules { finish: Finish::Clamp, ..Rules::default() };
        assert!(!(Bleu { rules: clamped, ..usual() }).has_estimates());
        let guarded = Rules { brevity: Brevity::Guarded, ..Rules::default() };
        assert!(!(Bleu { rules: guarded, ..usual() }).has_estimates());
        let averaged = Average::Macro { effective_order: true };
        assert!(!(Bleu { average: averaged, ..usual() }).has_estimates());
    }

    #[test]
    fn the_exponential() {
        for i in 0..70_000 {
            let x = f64::from(i) * -0.01;
            assert!((exp([x; LANES])[0] - x.exp()).abs() <= 1e-14 * x.exp(), "{x}");
        }
    }
}
