//! Tests of the statistics: figures of other tools, bounds, and what is read.

use super::*;

#[track_caller]
fn near(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance, "{value} is not within {tolerance} of {expected}");
}

/// The expected figures are those that chess testing tools publish for the same counts.
#[test]
fn elo_of_pairs_is_that_of_other_tools() {
    for (counts, elo, error, superiority) in [
        ([34, 54, 31 + 32, 64, 75], 55.58, 27.65, 1.0000),
        ([332, 433, 457 + 41, 333, 334], -8.64, 10.33, 0.0505),
        ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95, 0.0),
    ] {
        let estimate = Pairs(counts).distribution().estimate().unwrap();
        let (middle, low, high) = estimate.elo();
        near(middle, elo, 0.01);
        near((high - low) / 2.0, error, 0.01);
        near(estimate.superiority, superiority, 1e-4);
    }
}

#[test]
fn elo_of_single_games_is_that_of_other_tools() {
    let tally = Tally { wins: 136, losses: 96, draws: 111 };
    let estimate = tally.distribution().estimate().unwrap();
    let (elo, low, high) = estimate.elo();
    near(elo, 40.70, 0.01);
    near((high - low) / 2.0, 30.43, 0.02);
    near(estimate.superiority, 0.9960, 1e-4);
    let reversed = Tally { wins: tally.losses, losses: tally.wins, ..tally };
    near(reversed.distribution().estimate().unwrap().elo().0, -40.70, 0.01);
}

#[test]
fn likelihood_ratios_are_those_of_other_tools() {
    for (counts, elo0, elo1, expected) in [
        ([223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5, -3.07),
        ([871, 26175, 55003 + 980, 26678, 821], 0.0, 2.0, -4.98),
    ] {
        near(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }.ratio(Pairs(counts)), expected, 0.03);
    }
    for (wins, losses, draws, elo0, elo1, expected) in
        [(21404, 21184, 40708, 0.5, 2.5, -1.57), (57433, 57030, 106_593, 0.0, 2.0, -2.59)]
    {
        let games = Tally { wins, losses, draws }.distribution();
        near(games.log_likelihood_ratio(elo0, elo1), expected, 0.02);
    }
}

#[test]
fn without_draws_the_likelihoods_are_those_of_a_coin() {
    for (wins, losses, elo0, elo1) in
        [(1, 29, 0.0, 200.0), (29, 1, -200.0, 0.0), (15, 15, -300.0, 300.0), (3, 9, 0.0, 50.0)]
    {
        let [chance0, chance1] = [elo0, elo1].map(expected_score);
        let coin =
            f64::from(wins) * (chance1 / chance0).ln() + f64::from(losses) * ((1.0 - chance1) / (1.0 - chance0)).ln();
        let games = Tally { wins, losses, draws: 0 }.distribution();
        // A draw is taken to be rare and not impossible, a thousandth of a game.
        near(games.log_likelihood_ratio(elo0, elo1), coin, 0.01);
    }
}

#[test]
fn a_sequential_test_is_read_where_it_can_decide() {
    let sprt = |elo0, elo1, alpha, beta| Some(Sprt { elo0, elo1, alpha, beta });
    for (text, expected) in [
        ("0,5", sprt(0.0, 5.0, 0.05, 0.05)),
        (" -3 , 0 ", sprt(-3.0, 0.0, 0.05, 0.05)),
        ("0,5,0.1,0.2", sprt(0.0, 5.0, 0.1, 0.2)),
        ("-999,999,0.49,0.01", sprt(-999.0, 999.0, 0.49, 0.01)),
        ("5,5", None),
        ("5,0", None),
        ("-1000,0", None),
        ("0,1000", None),
        ("0,5,0,0.05", None),
        ("0,5,0.05,0", None),
        ("0,5,0.5,0.05", None),
        ("0,5,0.05,0.5", None),
        ("0,5,-0.1,0.05", None),
        ("0,5,0.05,0.6", None),
        ("0", None),
        ("0,5,0.05", None),
        ("0,five", None),
    ] {
        assert_eq!(Sprt::parse(text).ok(), expected, "{text}");
    }
}

#[test]
fn the_test_ends_at_its_bounds() {
    let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
    let (lower, upper) = sprt.bounds();
    near(upper, 2.944, 0.001);
    near(lower, -2.944, 0.001);
    let (lower, upper) = Sprt { alpha: 0.01, beta: 0.2, ..sprt }.bounds();
    near(upper, 4.382, 0.001);
    near(lower, -1.599, 0.001);
    assert_eq!(sprt.verdict(Pairs::default()), SprtVerdict::Open);
    assert_eq!(sprt.verdict(Pairs([0, 1, 2, 1, 0])), SprtVerdict::Open);
    assert_eq!(sprt.verdict(Pairs([100, 300, 500, 400, 200])), SprtVerdict::Passed);
    assert_eq!(sprt.verdict(Pairs([200, 400, 500, 300, 100])), SprtVerdict::Failed);
    let (more, less) = (Pairs([10, 30, 50, 40, 20]), Pairs([20, 40, 50, 30, 10]));
    near(sprt.ratio(more), -Sprt { elo0: -10.0, elo1: 0.0, ..sprt }.ratio(less), 1e-9);
}

#[test]
fn nothing_has_the_sign_of_a_gain() {
    let values = [-0.4, 0.4, -0.5, 0.5, -0.6, 12.3, f64::NEG_INFINITY, f64::INFINITY];
    assert_eq!(values.map(signed), ["+0", "+0", "+0", "+0", "-1", "+12", "-inf", "+inf"]);
}

#[test]
fn a_clean_sweep_still_has_an_interval() {
    let sweep = Pairs([0, 0, 0, 0, 30]).distribution().estimate().unwrap();
    assert_eq!(sweep.elo().0, f64::INFINITY);
    near(sweep.low, 0.9, 1e-9);
    assert_eq!(sweep.high, 1.0);
    assert_eq!(sweep.to_string(), "+inf Elo [+382, +inf]");
    let few = |counts| Pairs(counts).distribution().estimate().unwrap().superiority;
    assert_eq!([few([0, 0, 0, 0, 3]), few([3, 0, 0, 0, 0])], [15.0 / 16.0, 1.0 / 16.0]);
    let level = Pairs([0, 0, 30, 0, 0]).distribution().estimate().unwrap();
    assert_eq!(level.superiority, 0.5);
    near(level.low, 0.45, 1e-9);
    near(level.high, 0.55, 1e-9);
    let swept = Pairs([30, 0, 0, 0, 0]).distribution().estimate().unwrap();
    near(swept.high, 0.1, 1e-9);
    assert_eq!(Pairs::default().distribution().estimate(), None);
}

#[test]
fn of_many_results_each_has_a_wider_interval() {
    near(half_width(0.05), Z95, 1e-12);
    near(half_width(0.01), 2.575_829_303_5, 1e-9);
    let pairs = Pairs([30, 60, 110, 60, 40]).distribution();
    let widths = [1, 2, 10].map(|results| {
        let Estimate { low, high, .. } = pairs.estimate_of_many(results).unwrap();
        high - low
    });
    assert_eq!(pairs.estimate_of_many(1), pairs.estimate());
    for (width, z) in widths.into_iter().zip([Z95, 2.241_402_727_6, 2.807_033_768_3]) {
        near(width / widths[0], z / Z95, 1e-9);
    }
    // So are those of results that all agree.
    let sweep = Pairs([0, 0, 0, 0, 30]).distribution();
    let low = |results| sweep.estimate_of_many(results).unwrap().low;
    near((1.0 - low(10)) / (1.0 - low(1)), 0.005_f64.ln() / 0.05_f64.ln(), 1e-9);
}

/// 1 where pairs show that the first side is the stronger one, -1 where they show the opposite.
fn shown(counts: [u32; 5]) -> i32 {
    let estimate = Pairs(counts).distribution().estimate().unwrap();
    i32::from(estimate.low > 0.5) - i32::from(estimate.high < 0.5)
}

#[test]
fn a_better_result_of_a_few_pairs_shows_no_less() {
    for counts in [[0, 0, 0, 0, 6], [0, 0, 0, 1, 5], [2, 0, 2, 0, 0], [0, 0, 4, 2, 0]] {
        assert_eq!(shown(counts), 0, "{counts:?}");
    }
    assert_eq!([shown([0, 0, 0, 0, 7]), shown([7, 0, 0, 0, 0])], [1, -1]);
    let superiority = |counts| Pairs(counts).distribution().estimate().unwrap().superiority;
    assert!(superiority([0, 0, 0, 1, 5]) <= superiority([0, 0, 0, 0, 6]));
    assert!(superiority([5, 1, 0, 0, 0]) >= superiority([6, 0, 0, 0, 0]));
    // All results of so many pairs, each with one pair that comes to half a point more.
    for number in 1..=12_u32 {
        for code in 0..(number + 1).pow(4) {
            let [a, b, c, d] = [0, 1, 2, 3].map(|place| code / (number + 1).pow(place) % (number + 1));
            let Some(e) = number.checked_sub(a + b + c + d) else { continue };
            let counts = [a, b, c, d, e];
            for points in (0..4).filter(|&points| counts[points] > 0) {
                let mut better = counts;
                better[points] -= 1;
                better[points + 1] += 1;
                assert!(shown(better) >= shown(counts), "{counts:?} and {better:?}");
            }
        }
    }
}

/// Pairs that are won or lost as a coin falls. How often they show either side to be stronger comes in steps, and those are
/// about 2.5%.
#[test]
fn a_few_pairs_of_equal_engines_seldom_show_a_difference() {
    for number in 1..=20_u32 {
        let (mut ways, mut misled) = (1.0_f64, 0.0_f64);
        for wins in 0..=number {
            if shown([number - wins, 0, 0, 0, wins]) > 0 {
                misled += ways;
            }
            ways *= f64::from(number - wins) / f64::from(wins + 1);
        }
        let chance = misled / f64::from(number).exp2();
        assert!(chance < 0.04, "{number} pairs: {chance}");
    }
}

#[test]
fn scores_and_differences_are_inverse() {
    for elo in [-400.0, -35.0, 0.0, 5.0, 800.0] {
        near(elo_difference(expected_score(elo)), elo, 1e-9);
    }
    near(expected_score(400.0), 10.0 / 11.0, 1e-12);
}
