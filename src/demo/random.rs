//! A seed and what is drawn → a stream of numbers of its own, so that no file depends on how many others are made or in which order.
//! Adds and multiplies only: no function of the system's maths library, whose last digit differs between machines.

/// What a stream is drawn for; two purposes never share numbers.
#[derive(Debug, Clone, Copy)]
pub(super) enum Purpose {
    Scale = 1,
    Skill,
    Noise,
    Gap,
    Revision,
    Shock,
    Error,
    Fate,
    Clock,
    Covariate,
    Usage,
    NaiveFile,
    Shuffle,
}

/// A stream of numbers: `SplitMix64` over a state hashed from the seed, the purpose and the coordinates.
pub(super) struct Stream(u64);

impl Stream {
    pub(super) fn new(seed: u64, purpose: Purpose, coordinates: &[u64]) -> Self {
        let start = mix(seed ^ mix(purpose as u64));
        Self(
            coordinates.iter().fold(start, |state, &part| mix(state.wrapping_mul(3) ^ mix(part.wrapping_add(1 << 32)))),
        )
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number in [0, 1).
    pub(super) fn uniform(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A whole number below `bound`.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// A number with mean 0 and variance 1, near enough to normal: twelve uniforms summed.
    pub(super) fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
