//! The rules of openings by their table of cases, and what the table leaves out.

mod table;

use tengen_engine::opening::{Action, BySeat, Opening, OpeningRule, Pattern, Sameness, Seat, walk};
use tengen_engine::point::{BoardSize, Point, Rows};
use tengen_engine::rule::RuleKind;

use self::table::{Case, cases};

#[test]
fn the_table_has_every_case() {
    let numbers: Vec<usize> = cases().iter().map(|case| case.number).collect();
    assert_eq!(numbers, (1..=92).collect::<Vec<_>>());
}

#[test]
fn every_case_is_judged_as_the_table_says() {
    let size = BoardSize::square(15).unwrap();
    for Case { number, rule, options, actions, state, refused, reason } in cases() {
        let mut rule: OpeningRule = rule.parse().unwrap();
        let mut sameness = Sameness::Shape;
        match (options.as_str(), &mut rule) {
            ("-", _) => {}
            ("same board", _) => sameness = Sameness::Board,
            ("ten after swap", OpeningRule::Taraguchi { ten_after_swap, .. }) => *ten_after_swap = true,
            other => panic!("case {number}: {other:?}"),
        }
        let mut opening = Opening::new(rule, rule.usual_rule(), size, sameness).unwrap();
        let error = walk(&mut opening, &actions, Rows::FromBottom).err();
        assert_eq!(error.as_ref().map(|error| error.at.clone()), refused, "case {number}");
        assert_eq!(error.map(|error| error.reason()), reason, "case {number}");
        let found = [
            opening.game().moves().len().to_string(),
            opening.pattern().map_or("-".to_string(), |pattern| pattern.to_string()),
            opening.black().to_string(),
            opening.demand().word().to_string(),
            opening.demand().by().to_string(),
            opening.demand().number().map_or("-".to_string(), |number| number.to_string()),
        ];
        assert_eq!(found, state, "case {number}");
    }
}

fn opening(rule: &str, actions: &str) -> Result<Opening, String> {
    let rule: OpeningRule = rule.parse().unwrap();
    let size = BoardSize::square(15).unwrap();
    let mut opening = Opening::new(rule, rule.usual_rule(), size, Sameness::Shape).unwrap();
    walk(&mut opening, actions, Rows::FromBottom).map_err(|error| error.to_string())?;
    Ok(opening)
}

#[test]
fn of_a_designated_opening_every_view_is_good_and_no_other() {
    for (actions, fault) in [
        ("A:h8 h9 i8", None),
        ("A:h8 i8 h7", None),
        ("A:h8 h9 i9", Some("must be D6, and this is D4")),
        ("A:h8 i9", Some("must be D6, and no view of it begins so")),
        ("A:h8 i9 i8", Some("must be D6, and no view of it begins so")),
        ("A:h8 h9 k8", Some("central 5x5")),
        ("A:h8 h9 i8; B:swap", Some("no swap now")),
    ] {
        match (opening("designated:D6", actions), fault) {
            (Ok(opening), None) => {
                assert!(opening.is_over() && opening.pattern() == "D6".parse::<Pattern>().ok(), "{actions}");
            }
            (Err(error), Some(fault)) => assert!(error.contains(fault), "{actions}: {error}"),
            (found, _) => panic!("{actions}: {found:?}"),
        }
    }
}

#[test]
fn the_points_of_a_designated_opening_are_those_that_are_not_refused() {
    for (actions, expected) in [
        ("", Some("h8")),
        ("A:h8", Some("h9 g8 i8 h7")),
        ("A:h8 i8", Some("i9 i7")),
        ("A:h8 i8 i9", None),
        ("A:h8 i8 i9; B:a1", None),
    ] {
        let opening = opening("designated:D4", actions).unwrap();
        let size = opening.game().size();
        let name = |point: Point| point.to_text(size, Rows::FromBottom);
        let points = opening.designated_points();
        let names = points.clone().map(|points| points.into_iter().map(name).collect::<Vec<_>>().join(" "));
        assert_eq!(names.as_deref(), expected, "{actions}");
        let is_allowed = |&point: &Point| opening.clone().act(Seat::A, Action::Stone(point)).is_ok();
        if let Some(points) = points {
            assert!(opening.game().empty_points().filter(is_allowed).eq(points), "{actions}");
        }
    }
    assert_eq!(opening("rif", "A:h8").unwrap().designated_points(), None);
}

#[test]
fn what_a_rule_leaves_open_is_open() {
    // The four stones of Taraguchi-5, five fifths; Pro with its second stone anywhere; swap2 on a board without a centre.
    assert!(opening("taraguchi5", "A:h8;B:keep;B:h9;A:keep;A:i8;B:keep;B:j7;A:offer g8 i9 i7 g7 j9").is_ok());
    assert!(opening("pro-anywhere", "A:h8; B:a1; A:k8").is_ok());
    assert!(opening("soosyrv4", "A:h8 h9 i8; B:keep; B:a1; B:declare 5").is_err());
    assert!(opening("yamaguchi", "A:h8 h9 i8; A:declare 62").is_ok());
    assert!(opening("yamaguchi12", "A:h8 h9 i8; A:declare 13").is_err());
    let size = BoardSize::new(20, 6).unwrap();
    let rule = OpeningRule::Swap2;
    assert!(Opening::new(rule, rule.usual_rule(), size, Sameness::Shape).is_ok());
    // Free play goes on until a five.
    let five = "A:h8;B:a1;A:i8;B:b1;A:j8;B:c1;A:k8;B:d1;A:l8";
    assert!(opening("free", five).unwrap().game().result().is_some());
    assert!(opening("free", &format!("{five}; B:e1")).unwrap_err().contains("the game is over"));
    assert!(opening("free", &format!("{five}; B:pass")).unwrap_err().contains("the game is over"));
}

#[test]
fn a_fifth_may_be_swapped_once_and_nothing_else_is_said_there() {
    let four = "A:h8;B:keep;B:h9;A:keep;A:i8;B:keep;B:j7";
    assert!(opening("taraguchi10", &format!("{four};A:swap")).is_ok());
    for (wrong, told) in [
        ("A:keep", "keep is not said here: the fifth stone, or the offer of 10, says that nobody swaps"),
        ("A:swap;A:keep", "no choice of colours now: stone 5 "),
        ("A:declare 3", "now"),
        ("A:swap;A:swap", "no swap now"),
    ] {
        let error = opening("taraguchi10", &format!("{four};{wrong}")).unwrap_err();
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn a_stone_too_near_to_the_centre_is_told_from_one_too_far() {
    for (rule, before, third, expected) in [
        ("pro", "A:h8; B:h9", "j8", "stone 3 must stand outside the central 5x5"),
        ("rif", "A:h8 h9", "k8", "stone 3 must stand within the central 5x5"),
    ] {
        let mut opening = opening(rule, before).unwrap();
        let third = Point::parse(third, opening.game().size(), Rows::FromBottom).unwrap();
        let error = opening.act(Seat::A, Action::Stone(third)).unwrap_err();
        assert_eq!(error.to_string(), expected, "{rule}");
    }
}

#[test]
fn what_was_said_is_kept() {
    let declared = |actions: &str| opening("yamaguchi", actions).unwrap().declared();
    assert_eq!(declared("A:h8 h9 i9"), None);
    assert_eq!(declared("A:h8 h9 i9; A:declare 3"), Some(3));
    assert_eq!([Seat::A, Seat::B].map(|seat| BySeat([0, 1])[seat]), [0, 1]);
    let passes = |actions: &str| opening("free", actions).unwrap().passes();
    let six = "A:h8; B:h9; A:i8; B:i9; A:j8; B:j9";
    assert_eq!([passes(six), passes(&format!("{six}; A:pass; B:pass"))], [0, 2]);
    let size = BoardSize::square(15).unwrap();
    for sameness in [Sameness::Shape, Sameness::Board, Sameness::Point] {
        assert_eq!(Opening::new(OpeningRule::Rif, RuleKind::Renju, size, sameness).unwrap().sameness(), sameness);
    }
}

#[test]
fn what_follows_an_opening_is_what_tournaments_play() {
    let usual = |names: &[&str]| names.iter().map(|name| name.parse::<OpeningRule>().unwrap().usual_rule()).collect();
    let usual: [Vec<RuleKind>; 3] = [
        usual(&["free"]),
        usual(&["pro", "longpro", "swap", "swap2"]),
        usual(&["rif", "yamaguchi", "soosyrv8", "tarannikov", "taraguchi10"]),
    ];
    for (rules, expected) in usual.iter().zip([RuleKind::Freestyle, RuleKind::Standard, RuleKind::Renju]) {
        assert!(rules.iter().all(|&rule| rule == expected), "{rules:?}");
    }
}
