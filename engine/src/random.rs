//! SplitMix64: random numbers that are the same on every machine and in every version of every package.
//!
//! What is played again from a seed, such as games of training, openings and shuffled pairings, must not change when a
//! dependency does. Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).

/// What the state grows by with each number.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// A sequence of random numbers.
///
/// ```
/// use tengen_engine::random::SplitMix64;
///
/// let mut dice = SplitMix64::new(7);
/// let roll = 1 + dice.below(6);
/// assert!((1..=6).contains(&roll));
/// assert_eq!(SplitMix64::new(7).next_u64(), SplitMix64::new(7).next_u64());
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The sequence of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// One of many sequences of a seed, such as that of one game of a match. What it begins with is scrambled: from states a
    /// few steps apart the same numbers would come a few draws later, and who draws until something fits would find the same.
    #[must_use]
    pub const fn stream(seed: u64, number: u64) -> SplitMix64 {
        SplitMix64(word(number, seed))
    }

    /// The next number: 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        mixed(self.0)
    }

    /// A number from 0 to below `limit`. Limits far below 2^64 are drawn from evenly.
    ///
    /// # Panics
    /// When `limit` is 0.
    pub const fn below(&mut self, limit: usize) -> usize {
        (self.next_u64() % limit as u64) as usize
    }

    /// A number from 0 to below 1, in steps of 2^-32.
    pub fn unit(&mut self) -> f64 {
        const PARTS: u64 = 1 << 32;
        (self.next_u64() % PARTS) as f64 / PARTS as f64
    }

    /// A number of the normal distribution with mean 0 and standard deviation 1, as good as the sum of twelve others makes it.
    pub fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }

    /// One of the items, unless there is none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// Brings the items into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// The random word of a state: neighbouring states give words that have nothing in common.
pub(crate) const fn word(state: u64, seed: u64) -> u64 {
    mixed(state.wrapping_mul(GAMMA).wrapping_add(seed))
}

const fn mixed(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_reference() {
        let mut random = SplitMix64::new(1_234_567);
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(expected.map(|_| random.next_u64()), expected);
    }

    #[test]
    fn no_number_of_a_stream_comes_again_in_another_one() {
        for seed in [0, 1, 12_345, !1] {
            let streams = (0..300).map(|number| SplitMix64::stream(seed, number));
            let numbers: HashSet<u64> =
                streams.flat_map(|mut stream| std::array::from_fn::<_, 100, _>(|_| stream.next_u64())).collect();
            assert_eq!(numbers.len(), 300 * 100, "seed {seed}");
        }
    }

    #[test]
    fn a_shuffle_keeps_the_items_and_moves_each_of_them_everywhere() {
        let mut random = SplitMix64::new(3);
        let mut seen = [[0; 5]; 5];
        for _ in 0..1000 {
            let mut items = [0, 1, 2, 3, 4];
            random.shuffle(&mut items);
            items.iter().enumerate().for_each(|(place, &item)| seen[item][place] += 1);
        }
        assert!(seen.iter().all(|places| places.iter().sum::<usize>() == 1000));
        assert!(seen.as_flattened().iter().all(|&times| (150..250).contains(&times)), "{seen:?}");
        assert_eq!(random.choose::<u8>(&[]), None);
    }

    #[test]
    fn normal_numbers_have_the_mean_and_the_deviation_they_claim() {
        let mut random = SplitMix64::new(9);
        let numbers: Vec<f64> = (0..20_000).map(|_| random.normal()).collect();
        let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
        let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / numbers.len() as f64;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.05, "{mean} {variance}");
    }
}
