//! The mean of one number for each segment, as columns that add: how many there are, and their sum
//! in two parts.
//!
//! A number is stored as a multiple of 2^-30 plus a multiple of 2^-60. So the sum of any segments,
//! in any order, is exact, and so is their mean, except that numbers below 2^-8 lose what is below
//! 2^-60.

/// Unit of the first part of a number, and of the second part in units of the first.
const PARTS: f64 = (1u64 << 30) as f64;

/// The columns of a mean; the first part is below 0 where the sum is.
pub const COLUMNS: [&str; 3] = ["segments", "score", "score_rest"];

/// Return the columns of one segment's number.
pub fn row(value: f64) -> [i64; 3] {
    let [score, low] = parts(value);
    [1, score, low]
}

/// Return the two parts of a number, which is finite and below 2^33.
pub fn parts(value: f64) -> [i64; 2] {
    let high = (value * PARTS).floor();
    let low = ((value * PARTS - high) * PARTS).round();
    [high as i64, low as i64]
}

/// Return the sum of numbers, of the sums of both parts.
pub fn sum(high: i64, low: i64) -> f64 {
    high as f64 / PARTS + low as f64 / PARTS / PARTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_comes_back_to_the_bit() {
        for value in [0.0, 1.0, 0.1, 1.0 / 3.0, 2.0 / 3.0, 0.999_999_999, 1.158_291] {
            let [high, low] = parts(value);
            assert_eq!(sum(high, low).to_bits(), value.to_bits());
            assert_eq!(sum(2 * high, 2 * low).to_bits(), (2.0 * value).to_bits());
        }
    }
}
