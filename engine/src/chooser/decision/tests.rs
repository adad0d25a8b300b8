//! Tests of `decision`, from inside.

use std::collections::BTreeSet;

use super::*;
use crate::opening::{Seat, walk};
use crate::point::{BoardSize, Rows};

const SIZE: BoardSize = BoardSize::square(15).unwrap();

fn opening(rule: &str, actions: &str) -> Opening {
    let rule: OpeningRule = rule.parse().unwrap();
    let mut opening = Opening::new(rule, rule.usual_rule(), SIZE, Sameness::Shape).unwrap();
    walk(&mut opening, actions, Rows::FromBottom).unwrap_or_else(|error| panic!("{rule}: {error}"));
    opening
}

fn decided(opening: &Opening, nodes: u64, lot: u64) -> Decision {
    let mut searcher = Searcher::new(1 << 20, 1);
    let control = SearchControl::unlimited();
    decide(&mut searcher, opening, Extent::Demand, nodes, lot, &control).expect("the game is not over")
}

fn text(opening: &Opening, nodes: u64) -> String {
    let Decision { actions, values, .. } = decided(opening, nodes, 0);
    let texts: Vec<String> = actions.iter().map(|action| action.to_text(SIZE, Rows::FromBottom)).collect();
    assert!(!values.is_empty());
    texts.join(" ")
}

#[test]
fn every_opening_is_made_to_its_end_without_a_fault() {
    for rule in [
        "free",
        "pro",
        "pro-anywhere",
        "longpro",
        "swap",
        "swap2",
        "designated:I5",
        "renjuswap",
        "rif",
        "yamaguchi",
        "yamaguchi1",
        "soosyrv8",
        "soosyrv4",
        "tarannikov",
        "taraguchi10",
        "taraguchi5",
    ] {
        let mut games = Vec::new();
        for lot in [0, 7, 1_000_003] {
            let mut opening = opening(rule, "");
            while opening.game().moves().len() < 7 {
                let Decision { actions, value, values } = decided(&opening, 40, lot);
                assert_eq!(value.is_none(), values.is_empty(), "{rule}: {actions:?}");
                for action in actions {
                    let by = opening.demand().by();
                    opening.act(by, action).unwrap_or_else(|error| panic!("{rule}: {error}: {opening:?}"));
                }
            }
            assert!(opening.is_over());
            games.push(opening.game().to_text(Rows::FromBottom));
        }
        let alike = ["designated:I5", "free", "pro", "pro-anywhere", "longpro"].contains(&rule);
        assert!(alike || games[0] != games[1] || games[1] != games[2], "{rule}: always {}", games[0]);
    }
}

#[test]
fn a_decision_in_time_makes_rounds_up_to_the_nodes_that_are_allowed() {
    use crate::search::time::Budget;
    use std::time::{Duration, Instant};
    let opening = opening("soosyrv8", "A: h8 h9 i8; B: keep");
    let hour = Some(Duration::from_secs(3_600));
    let timed = || SearchControl::new(Instant::now(), Budget { hard: hour, ..Budget::UNLIMITED });
    for (most, rounds) in [(300, &[300][..]), (2_500, &[500, 2_000, 2_500])] {
        let mut searcher = Searcher::new(1 << 20, 1);
        let found = decide_in_time(&mut searcher, &opening, Extent::Demand, Some(most), 0, &timed());
        let mut searcher = Searcher::new(1 << 20, 1);
        let by_hand = rounds.iter().map(|&nodes| decide(&mut searcher, &opening, Extent::Demand, nodes, 0, &timed()));
        assert_eq!(found, by_hand.last().unwrap(), "{most}");
    }
    // Without a clock it is one round.
    let mut searcher = Searcher::new(1 << 20, 1);
    let control = SearchControl::unlimited();
    let found = decide_in_time(&mut searcher, &opening, Extent::Demand, Some(2_500), 0, &control);
    assert_eq!(found, Some(decided(&opening, 2_500, 0)));
}

#[test]
fn a_round_that_is_broken_off_does_not_count() {
    // The round in which the search is stopped, and the one that counts.
    for (stopped, expected) in [(500, 500), (2_000, 500), (8_000, 2_000)] {
        let control = SearchControl::unlimited();
        let found = rounds(u64::MAX, &control, |nodes| {
            if nodes == stopped {
                control.stop();
            }
            Some(Decision { actions: Vec::new(), value: Some(nodes as i32), values: Vec::new() })
        });
        assert_eq!(found.and_then(|decision| decision.value), Some(expected), "stopped at {stopped} nodes");
    }
}

#[test]
fn no_two_fifths_of_an_offer_are_the_same() {
    let mut seen_symmetric = 0;
    for (index, pattern) in Pattern::all().enumerate() {
        let [first, second, third] = pattern.stones(SIZE);
        // Fourths one after another, and one that makes the four stones symmetric where there is one.
        let fourths: Vec<Point> = SIZE.points().filter(|point| ![first, second, third].contains(point)).collect();
        let order = |&&fourth: &&Point| {
            crate::opening::Symmetries::of([first, third], [second, fourth], SIZE, Sameness::Shape).order()
        };
        let symmetric = fourths.iter().max_by_key(order).unwrap();
        for fourth in [fourths[index * 7], fourths[100 + index], *symmetric] {
            let number = 1 + index % 10;
            let mut opening = opening(&format!("yamaguchi{number}"), "");
            for stone in [first, second, third] {
                opening.act(Seat::A, Action::Stone(stone)).unwrap();
            }
            opening.act(Seat::A, Action::Number(number)).unwrap();
            opening.act(Seat::B, Action::Keep).unwrap();
            opening.act(Seat::B, Action::Stone(fourth)).unwrap();
            seen_symmetric += usize::from(opening.symmetries().unwrap().order() > 1);
            let Decision { actions, value, values } = decided(&opening, 30, 0);
            assert_eq!((values.len(), value), (number, values.last().map(|&(_, value)| value)));
            opening.act(Seat::A, actions[0].clone()).unwrap_or_else(|error| panic!("{error}: {opening:?}"));
        }
    }
    assert!(seen_symmetric >= Pattern::COUNT);
}

#[test]
fn an_opening_of_renju_is_put_on_a_rectangle_in_every_view() {
    let rule = OpeningRule::Rif;
    for (width, height) in [(15, 17), (17, 15)] {
        let size = BoardSize::new(width, height).unwrap();
        let center = size.center();
        let (east, south) = (Point::new(center.x() + 1, center.y()), Point::new(center.x(), center.y() + 1));
        let begun: [&[Point]; 4] = [&[], &[center], &[center, east], &[center, south]];
        for begun in begun {
            for lot in 0..20 {
                let mut opening = Opening::new(rule, rule.usual_rule(), size, Sameness::Shape).unwrap();
                begun.iter().for_each(|&stone| opening.act(Seat::A, Action::Stone(stone)).unwrap());
                for action in decided(&opening, 10, lot).actions {
                    opening.act(Seat::A, action).unwrap_or_else(|error| panic!("{size}, {lot}: {error}: {opening:?}"));
                }
                assert!(opening.pattern().is_some(), "{size}, {lot}: {opening:?}");
            }
        }
    }
}

#[test]
fn all_fifths_that_differ_are_offered_where_more_were_asked_for() {
    let rule: OpeningRule = "yamaguchi".parse().unwrap();
    let size = BoardSize::square(9).unwrap();
    for (sameness, expected) in [(Sameness::Shape, 23), (Sameness::Board, 41), (Sameness::Point, 62)] {
        let mut opening = Opening::new(rule, rule.usual_rule(), size, sameness).unwrap();
        walk(&mut opening, "A:e5 e6 e4; A:declare 62; B:keep; B:e3", Rows::FromBottom).unwrap();
        assert_eq!(opening.demand(), Demand::Offer { by: Seat::A, count: expected });
        let Decision { actions, .. } = decided(&opening, 30, 0);
        opening.act(Seat::A, actions[0].clone()).unwrap_or_else(|error| panic!("{sameness:?}: {error}"));
    }
    let rule: OpeningRule = "taraguchi62".parse().unwrap();
    let mut opening = Opening::new(rule, rule.usual_rule(), size, Sameness::Shape).unwrap();
    walk(&mut opening, "A:e5;B:keep;B:e6;A:keep;A:e4;B:keep;B:e3", Rows::FromBottom).unwrap();
    assert!(matches!(opening.demand(), Demand::Fifth { count: 23, .. }), "{:?}", opening.demand());
}

#[test]
fn the_better_colour_is_taken() {
    for (rule, actions, expected) in [
        // Two black stones together and the white one far away, and the other way round.
        ("swap", "A:h8 a1 h9", "swap"),
        ("swap", "A:a1 h8 o15", "keep"),
        ("swap2", "A:h8 a1 h9", "swap"),
        ("swap2", "A:a1 h8 o15", "keep"),
        ("swap2", "A:a1 h8 o15; B:two i9 o1", "keep"),
        ("swap2", "A:h8 a1 h9; B:two a15 i9", "swap"),
        // D4 is won by Black with two fifths, and by White with many; I13 is White's in any case.
        ("rif", "A:h8 h9 i9", "swap"),
        ("rif", "A:h8 i9 f6", "keep"),
        ("yamaguchi", "A:h8 h9 i9; A:declare 1", "swap"),
        ("yamaguchi", "A:h8 h9 i9; A:declare 12", "keep"),
        // The fourth stone far away: with one fifth Black is better, and his offer of many is not.
        ("soosyrv8", "A:h8 h9 i9; B:keep; B:a1; B:declare 1", "keep"),
        ("soosyrv8", "A:h8 i9 f6; B:keep; B:h9; B:declare 8", "swap"),
        // Three black stones together, and three that are not.
        ("tarannikov", "A:h8;B:keep;B:h9;A:keep;A:i8;B:keep;B:g5;A:keep;A:i7", "swap"),
        ("tarannikov", "A:h8;B:keep;B:i9;A:keep;A:f6;B:keep;B:i8;A:keep;A:d4", "keep"),
        // A fourth after which no fifth helps Black.
        ("tarannikov", "A:h8;B:keep;B:i9;A:keep;A:f6;B:keep;B:j9", "swap"),
        ("taraguchi10", "A:h8;B:keep;B:i9;A:keep;A:f6;B:keep;B:j9", "swap"),
    ] {
        assert_eq!(text(&opening(rule, actions), 3000), expected, "{rule}: {actions}");
    }
}

#[test]
fn three_stones_of_the_table_are_proposed_in_any_view() {
    let empty = opening("swap2", "");
    let views: Vec<[Point; 3]> = EvenThree::all()
        .iter()
        .flat_map(|three| Symmetry::ALL.map(|view| three.stones.map(|stone| view.point(stone, SIZE))))
        .collect();
    let proposals: BTreeSet<String> = (0..40)
        .map(|lot: u64| {
            let Decision { actions, .. } = decided(&empty, 10, lot.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let stones: Vec<Point> = actions
                .iter()
                .filter_map(|action| if let Action::Stone(point) = action { Some(*point) } else { None })
                .collect();
            assert!(views.iter().any(|view| view[..] == stones[..]), "{actions:?}");
            format!("{stones:?}")
        })
        .collect();
    assert!(proposals.len() > 20, "{proposals:?}");
}

#[test]
fn a_colour_is_drawn_by_lot_where_neither_is_better() {
    for (rule, actions) in [
        ("tarannikov", "A:h8"),
        ("taraguchi10", "A:h8;B:keep;B:h9;A:keep;A:i9"),
        // Even by the table.
        ("rif", "A:h8 h9 i7"),
        ("soosyrv8", "A:h8 h9 i7"),
    ] {
        let opening = opening(rule, actions);
        let swaps = (0..40).filter(|&lot| decided(&opening, 40, lot).actions == [Action::Swap]).count();
        assert!((10..=30).contains(&swaps), "{rule}: {swaps} of 40");
    }
}

/// The openings of Renju that are proposed under a rule, by as many lots as there are openings.
fn proposed(rule: &str) -> BTreeSet<Pattern> {
    let empty = opening(rule, "");
    let pattern = |lot| {
        let mut opening = empty.clone();
        for action in decided(&empty, 10, lot).actions {
            opening.act(Seat::A, action).unwrap();
        }
        opening.pattern().unwrap()
    };
    (0..Pattern::COUNT as u64).map(pattern).collect()
}

#[test]
fn every_opening_that_is_compared_has_its_own_value() {
    // The third stones of I1 to I10 are those of direct openings.
    let empty = opening("yamaguchi1", "");
    let pattern = |stones: &[Action]| {
        let mut opening = empty.clone();
        stones.iter().for_each(|stone| opening.act(Seat::A, stone.clone()).unwrap());
        opening.pattern().unwrap()
    };
    let worth = |pattern: Pattern| -OpeningValues::of(pattern).by_number[0].abs();
    let known: BTreeSet<(Pattern, i32)> = Pattern::all().map(|pattern| (pattern, worth(pattern))).collect();
    let mut seen: BTreeSet<Pattern> = BTreeSet::new();
    for lot in 0..8 {
        let Decision { actions, value, values } = decided(&empty, 10, lot);
        let compared: BTreeSet<(Pattern, i32)> = values.iter().map(|(all, value)| (pattern(all), *value)).collect();
        assert_eq!(compared, known);
        let proposed = pattern(&actions);
        assert_eq!(value, Some(worth(proposed)), "{proposed}");
        seen.insert(proposed);
    }
    assert!(seen.contains(&"I1".parse::<Pattern>().unwrap()), "{seen:?}");
}

#[test]
fn what_two_fifths_make_even_is_proposed() {
    let even = ["D9", "D11", "D12", "I8"].map(|name| name.parse::<Pattern>().unwrap());
    assert_eq!(proposed("rif"), BTreeSet::from(even));
}

#[test]
fn what_four_fifths_do_not_make_even_is_neither_proposed_nor_left_to_the_other() {
    let strong: [Pattern; 6] = ["D2", "D4", "D5", "I2", "I4", "I7"].map(|name| name.parse().unwrap());
    assert_eq!(proposed("soosyrv8").len(), Pattern::COUNT);
    let of_four = proposed("soosyrv4");
    assert!(of_four.len() > 13 && strong.iter().all(|pattern| !of_four.contains(pattern)), "{of_four:?}");
    for pattern in strong {
        for (rule, always) in [("soosyrv4", true), ("soosyrv8", false)] {
            let mut opening = opening(rule, "");
            pattern.stones(SIZE).into_iter().for_each(|stone| opening.act(Seat::A, Action::Stone(stone)).unwrap());
            let takes_black = |lot| decided(&opening, 10, lot).actions == [Action::Swap];
            assert_eq!((0..4).all(takes_black), always, "{rule}: {pattern}");
        }
    }
}

#[test]
fn white_picks_the_worst_of_the_fifths_and_black_offers_the_best() {
    let actions = "A:h8 h9 i9; A:declare 3; B:keep; B:a1; A:offer j10 o15 g7";
    assert_eq!(text(&opening("yamaguchi", actions), 3000), "pick o15");
    let offer = opening("yamaguchi", "A:h8 h9 i9; A:declare 2; B:keep; B:a1");
    let Decision { actions, values, .. } = decided(&offer, 3000, 0);
    let [Action::Offer(points)] = &actions[..] else { panic!("{actions:?}") };
    assert!(points.iter().all(|point| point.distance(SIZE.center()) <= 3), "{actions:?}");
    assert!(values.is_sorted_by_key(|(_, value)| -value) && values[1].1 > CLEAR, "{values:?}");
}

#[test]
fn ten_fifths_are_offered_where_even_the_worst_is_good() {
    let strong = "A:h8;B:keep;B:h9;A:keep;A:i9;B:keep;B:e5";
    let mut of_five = opening("taraguchi5", strong);
    let Decision { actions, .. } = decided(&of_five, 3000, 0);
    assert!(matches!(actions[..], [Action::Offer(_)]), "{actions:?}");
    of_five.act(Seat::A, actions[0].clone()).unwrap_or_else(|error| panic!("{error}: {actions:?}"));
    let weak = "A:h8;B:keep;B:i9;A:keep;A:f6;B:keep;B:i8";
    // Where ten cannot be searched nobody knows the worst.
    for (actions, nodes) in [(weak, 3000), (strong, 10)] {
        let action = text(&opening("taraguchi10", actions), nodes);
        assert!(!action.starts_with("offer "), "{actions}: {action}");
    }
}

#[test]
fn the_fifth_is_left_to_the_other_where_none_is_even() {
    let (mut swaps, mut stones) = (0, 0);
    for pattern in Pattern::all() {
        let [first, second, third] = pattern.stones(SIZE).map(|stone| stone.to_text(SIZE, Rows::FromBottom));
        let actions = format!("A:{first};B:keep;B:{second};A:keep;A:{third};B:keep;B:g9");
        // More than are ever searched, so that no offer is made.
        let Decision { actions, value, values } = decided(&opening("taraguchi62", &actions), 500, 0);
        let best = value.unwrap();
        match actions[..] {
            [Action::Swap] => {
                assert!(best > UNCLEAR, "{pattern}: {values:?}");
                swaps += 1;
            }
            [Action::Stone(_)] => {
                assert!((-UNCLEAR..=0).contains(&best), "{pattern}: {values:?}");
                stones += 1;
            }
            ref other => panic!("{pattern}: {other:?}"),
        }
    }
    assert!(swaps > 0 && stones > 0, "{swaps} swaps, {stones} stones");
    // Not a second time.
    let rule = "taraguchi10-after-swap".parse().unwrap();
    let mut swapped = Opening::new(rule, rule.usual_rule(), SIZE, Sameness::Shape).unwrap();
    walk(&mut swapped, "A:h8;B:keep;B:i9;A:keep;A:f6;B:keep;B:j9;A:swap", Rows::FromBottom).unwrap();
    assert!(matches!(decided(&swapped, 500, 0).actions[..], [Action::Stone(_) | Action::Offer(_)]));
}

#[test]
fn a_fourth_is_worth_what_the_best_of_offer_even_fifth_and_swap_leaves() {
    for (fifths, count, expected) in [
        // All fifths good for Black, the best alone, and none.
        (&[90, 60, 30][..], 3, 30),
        (&[90, 60, -30], 3, 0),
        (&[-40, -60, -90], 3, 40),
        // Fewer than are offered.
        (&[90, 60], 3, 60),
        (&[], 3, 0),
    ] {
        let fourth = Fourth { point: SIZE.center(), fifths: fifths.to_vec() };
        assert_eq!(fourth.offer_or_swap(count), expected, "{fifths:?}");
    }
}

#[test]
fn the_fourth_is_the_one_that_is_worth_most_to_who_puts_it() {
    const NODES: u64 = 500;
    for (rule, actions, count) in [
        ("rif", "A:h8 h9 i9; B:keep", 2),
        ("soosyrv8", "A:h8 h9 i9; B:keep", 8),
        ("taraguchi10", "A:h8;B:keep;B:h9;A:keep;A:i9;B:keep", 10),
    ] {
        let opening = opening(rule, actions);
        let within = opening.demand().within().unwrap();
        let (mut searcher, control) = (Searcher::new(1 << 20, 1), SearchControl::unlimited());
        let mut judge = Judge { searcher: &mut searcher, control: &control };
        let fourths = judge.fourths(opening.game(), count, NODES * EFFORT, |point| within.contains(point, SIZE));
        // What each fourth leaves to the other.
        let left = |fourth: &Fourth| match rule {
            "rif" => fourth.offer(count),
            "soosyrv8" => fourth.most_even(count).1.abs(),
            _ => fourth.offer_or_swap(count),
        };
        let (least, greatest) = (fourths.iter().map(left).min(), fourths.iter().map(left).max());
        assert!(least < greatest, "{rule}: always {least:?}");
        let Decision { actions, .. } = decided(&opening, NODES, 0);
        let chosen = fourths.iter().find(|fourth| actions == [Action::Stone(fourth.point)]);
        assert_eq!(chosen.map(left), least, "{rule}: {actions:?}");
    }
}

#[test]
fn the_position_nearest_to_even_comes_first() {
    // Two black stones together and the white one far away.
    let uneven = opening("swap2", "A:h8 a1 h9").game().clone();
    let mut even = Game::new(uneven.rule(), SIZE);
    EvenThree::all()[0].stones.into_iter().for_each(|stone| assert_eq!(even.play(stone), Ok(None)));
    let (mut searcher, control) = (Searcher::new(1 << 20, 1), SearchControl::unlimited());
    let mut judge = Judge { searcher: &mut searcher, control: &control };
    let found = judge.most_even_positions(vec![uneven, even.clone()], 3000);
    let [(first, nearest), (_, farthest)] = &found[..] else { panic!("{} positions", found.len()) };
    assert!(*first == even && nearest.abs() < farthest.abs(), "{nearest} and {farthest}");
    // No number of nodes is too large.
    control.stop();
    let point = even.empty_points().next().unwrap();
    assert_eq!(judge.most_even(&even, &[point], u64::MAX).len(), 1);
    assert_eq!(judge.most_even_positions(vec![even], u64::MAX).len(), 1);
}

#[test]
fn one_fifth_is_declared_where_even_the_best_is_bad_for_black() {
    let Decision { actions, value, values } = decided(&opening("soosyrv8", "A:h8 i9 f6; B:keep; B:j9"), 3000, 0);
    assert_eq!((&actions[..], value), (&[Action::Number(1)][..], Some(values[0].1)), "{values:?}");
    assert!(values.len() == 8 && values[0].1 > values[7].1, "{values:?}");
}

#[test]
fn a_number_makes_an_opening_even() {
    let number = |pattern: &str| {
        let stones = pattern.parse::<Pattern>().unwrap().stones(SIZE).map(Action::Stone);
        let mut opening = opening("yamaguchi", "");
        stones.into_iter().for_each(|stone| opening.act(Seat::A, stone).unwrap());
        match decided(&opening, 10, 0).actions[..] {
            [Action::Number(number)] => number,
            ref other => panic!("{other:?}"),
        }
    };
    assert!(number("D4") > number("D3"), "the stronger the opening the more fifths");
    assert_eq!(number("I13"), 1);
}
