//! Logits: the logarithm of the odds to win, which is what the models give, and what it costs when they are wrong.

use tengen_engine::rule::RuleKind;
use tengen_engine::score::Score;

/// The score that a logit of 1 stands for: that of [`Score::win_probability`], by which the labels are made, so that what is
/// trained, judged and shown to players speaks of the same chance.
pub(crate) fn score_scale(rule: RuleKind) -> f32 {
    Score::win_scale(rule) as f32
}

/// The share of points that a logit stands for.
#[must_use]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// How badly a chance foretells a label, in nats: least when they are the same.
#[must_use]
pub fn cross_entropy(label: f32, chance: f32) -> f64 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    -f64::from(label * chance.ln() + (1.0 - label) * (1.0 - chance).ln())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_chance_costs_more_than_the_entropy_of_the_label() {
        let costs = [0.5, 0.6, 0.7, 0.9].map(|chance| cross_entropy(0.6, chance));
        assert!(costs[1] < costs[0] && costs[1] < costs[2] && costs[2] < costs[3], "{costs:?}");
        assert!((cross_entropy(1.0, 0.5) - std::f64::consts::LN_2).abs() < 1e-6);
        assert!(cross_entropy(1.0, 0.0).is_finite());
    }
}
