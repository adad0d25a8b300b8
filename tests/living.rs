//! Finished games of Go counted by living stones: numbers computed elsewhere, positions that must be refused, and what must
//! hold of any position.

mod command;
mod files;
mod properties;

use tengen_engine::color::{ByColor, Color};
use tengen_engine::point::{BoardSize, Point};
use tengen_games::living::{
    self, Count, Exchange, Goban, HandicapPays, History, Marks, Method, MethodKind, Names, NeutralPolicy, Position,
    Quarters, Terms, Variant, drawing,
};

const CASES: &str = include_str!("data/living/cases.txt");

/// A case of the file: its title, its position and the line of numbers.
fn cases() -> Vec<(&'static str, Position, &'static str)> {
    let blocks = CASES.split("\n\n").filter(|block| block.starts_with('T'));
    let case = |block: &'static str| {
        let (title, rest) = block.trim_end().split_once('\n').unwrap();
        let (board, numbers) = rest.rsplit_once('\n').unwrap();
        (title, position(title, board), numbers)
    };
    blocks.map(case).collect()
}

/// The drawn board, with what the title says about it.
fn position(title: &str, board: &str) -> Position {
    let mut position = drawing::parse(board).unwrap_or_else(|why| panic!("{title}: {why}"));
    let names = Names::new(position.goban.size());
    let after = |word: &str| title.split_once(word).map(|(_, rest)| rest.split([';', ')']).next().unwrap());
    let pair = |word: &str| {
        let words: Vec<&str> = after(word).unwrap_or("X 0 O 0").split_whitespace().collect();
        ByColor([words[1].parse().unwrap(), words[3].parse().unwrap()])
    };
    position.history =
        Some(History { captured: pair("(captured "), pass_stones: pair("; pass stones "), ..History::default() });
    let points =
        |text: &str| -> Vec<Point> { text.split_whitespace().map(|name| names.parse(name).unwrap()).collect() };
    position.marks.dead = after("; dead ").or(after("(dead ")).map(points).unwrap_or_default();
    if let Some(road) = after("(road ") {
        position.marks.roads[Color::Black] = points(road.split_once(" of X").unwrap().0);
    }
    position
}

fn method(count: &Count, kind: MethodKind) -> &Method {
    let methods = count.methods().iter().chain(count.other_form());
    methods.into_iter().find(|method| method.kind == kind).unwrap_or_else(|| panic!("{kind:?} is left out"))
}

/// The numbers of a count in the words of the file.
fn numbers(count: &Count, names: Names) -> String {
    let slash = |ByColor([black, white]): ByColor<Quarters>| format!("{black}/{white}");
    let dash = |kind| {
        let ByColor([black, white]) = method(count, kind).numbers;
        format!("{black}-{white}")
    };
    let equal = |kind| method(count, kind).equal.unwrap();
    let (law, art) = (MethodKind::Refilled(Variant::Law), MethodKind::Refilled(Variant::Art));
    let returned = living::difference(count.eyes()).half().unwrap();
    let given = match &method(count, MethodKind::EqualVirtual).exchanges[..] {
        [] => String::new(),
        [Exchange::Give(_, points)] => format!(" at {}", {
            let mut points: Vec<Point> = points.clone();
            points.sort_by_key(|point| std::cmp::Reverse(point.y()));
            points.iter().map(|&point| names.point(point)).collect::<Vec<_>>().join(" ")
        }),
        other => panic!("{other:?}"),
    };
    let lifts = method(count, law).outside.map_or(String::new(), |(color, stones)| {
        format!(" ({} lifts {stones})", if color == Color::Black { 'X' } else { 'O' })
    });
    let ByColor([black, white]) = count.territory();
    format!(
        "S {}, R {}, own eyes {}, P {}, Q {}; L {}, margin {}; E {}; A {}. Equal roads {} (r = {}); equal stones {} (t = {}); \
         equal virtual {} (returned {returned}{given}); refilled n = {}: law {} at {} stones{lifts}, art {} at {}. \
         Territory {black}-{white}.",
        slash(count.stones()),
        slash(count.roads()),
        slash(count.own_eyes()),
        count.shared().len(),
        count.neutral().len(),
        slash(count.living()),
        count.margin(),
        slash(count.eyes()),
        slash(count.area()),
        dash(MethodKind::EqualRoads),
        equal(MethodKind::EqualRoads),
        dash(MethodKind::EqualStones),
        equal(MethodKind::EqualStones),
        dash(MethodKind::EqualVirtual),
        count.more_moves().unwrap(),
        dash(law),
        equal(law),
        dash(art),
        equal(art),
    )
}

#[test]
fn every_number_is_what_was_computed_elsewhere() {
    let cases = cases();
    assert_eq!(cases.len(), 30);
    for (title, position, expected) in cases {
        let names = Names::new(position.goban.size());
        let count = living::count(&position, &Terms::default(), names).unwrap_or_else(|why| panic!("{title}: {why}"));
        assert_eq!(numbers(&count, names), expected, "{title}");
    }
}

/// Marks points, which are given by their names.
type Marking<'a> = &'a dyn Fn(&mut Marks, &dyn Fn(&str) -> Point);

/// The reason why a position is refused.
#[track_caller]
fn refusal(board: &str, mark: Marking<'_>) -> String {
    let mut position = drawing::parse(board).unwrap();
    let names = Names::new(position.goban.size());
    mark(&mut position.marks, &|name| names.parse(name).unwrap());
    match living::count(&position, &Terms::default(), names) {
        Err(why) => why.to_string(),
        Ok(count) => panic!("{board}\nis counted: {:?} {:?} {:?}", count.stones(), count.roads(), count.eyes()),
    }
}

fn board(number: &str) -> String {
    let block = CASES.split("\n\n").find(|block| block.starts_with(&format!("{number} "))).unwrap();
    let lines: Vec<&str> = block.trim_end().lines().collect();
    lines[1..lines.len() - 1].join("\n")
}

#[test]
fn positions_that_cannot_be_counted_are_refused_by_naming_points() {
    let check = |board: &str, mark: Marking<'_>, message: &str| assert_eq!(refusal(board, mark), message, "{board}");
    let (t1, t10, t13) = (board("T1"), board("T10"), board("T13"));
    check(&t1, &|marks, at| marks.dead = vec![at("a7")], "a7 is marked dead and is empty");
    check(&t1, &|marks, at| marks.alive = vec![at("a7")], "a7 is marked alive and is empty");
    let with_stone = t10.replacen('.', "X", 1);
    check(
        &with_stone,
        &|marks, at| marks.dead = vec![at("a5")],
        "the dead X stones at a5 lie beside living X stones at c5 c4 c3 c2 c1",
    );
    check(
        ".XO..\nXO...\n.....\n.....\n.....",
        &|marks, at| marks.dead = ["b5", "c5", "a4", "b4"].map(at).to_vec(),
        "dead stones of both sides lie in one region: X at b5 a4, O at c5 b4",
    );
    check(
        ".XO..\nXXO..\nOOO..\n.....\n.....",
        &|_, _| {},
        "the X group at a5 has one eye and no shared liberty: dead, or the game is not over",
    );
    check(
        "XO\nOX",
        &|_, _| {},
        "the X group at a2 has no eye and no shared liberty and the O group at b2 has no eye and no shared liberty and the O \
         group at a1 has no eye and no shared liberty and the X group at b1 has no eye and no shared liberty: dead, or the \
         game is not over",
    );
    check(
        &t1,
        &|marks, at| (marks.dead, marks.alive) = (vec![at("g1")], vec![at("g2")]),
        "the X chain b7 b6 c6 d6 c5 d7 c4 e7 b4 d4 a4 d3 e3 f3 f4 g3 f2 g2 g1 is marked both dead and alive",
    );
    check(
        &t1,
        &|marks, at| marks.eyes = ["a7", "a6", "a5"].map(at).to_vec(),
        "the X group at a7 keeps two points, and a7 a6 a5 are marked as its eyes",
    );
    check(&t13, &|marks, at| marks.eyes = vec![at("c7")], "c7 is marked as an eye and lies in no group's own space");
    check(&t1, &|marks, at| marks.eyes = vec![at("b7")], "b7 is marked an eye and holds a stone of X");
    check(
        &t1,
        &|marks, at| (marks.eyes, marks.shared) = (vec![at("a7")], vec![at("a7")]),
        "a7 is marked both an eye and shared",
    );
    check(&t1, &|marks, at| marks.neutral = vec![at("a7")], "a7 is marked neutral and lies in the own space of X");
    check(
        &t1,
        &|marks, at| marks.roads[Color::White] = vec![at("a7")],
        "a7 is marked as a road of O and lies in no space of it",
    );
    check(
        &t1,
        &|marks, at| marks.roads[Color::White] = vec![at("f6")],
        "the O group at f7 keeps two points, and all its points but 1 are marked as roads",
    );
    check(&t1, &|marks, at| marks.links = vec![(at("b7"), at("f7"))], "the link b7=f7 joins stones of different sides");
    check(&t1, &|marks, at| marks.links = vec![(at("b7"), at("a7"))], "a7 is marked linked and is empty");
}

#[test]
fn terms_that_cannot_be_kept_are_refused() {
    let check = |number: &str, terms: Terms, message: &str| {
        let position = drawing::parse(&board(number)).unwrap();
        let error =
            living::count(&position, &terms, Names::new(position.goban.size())).err().map(|why| why.to_string());
        assert_eq!(error.as_deref(), Some(message));
    };
    let usual = Terms::default();
    check("T11", Terms { neutral: NeutralPolicy::Refuse, ..usual }, "unclaimed points are left: c5 c4 c3 c2 c1");
    check(
        "T28",
        Terms { neutral: NeutralPolicy::Refuse, ..usual },
        "shared liberties do not touch both sides of a seki: \
         i9 g8 h8 i8 g7 h7 i7 g6 h6 i6 g5 h5 i5 g4 h4 i4 g3 h3 i3 g2 and 5 more",
    );
    check(
        "T1",
        Terms { variant: Variant::Art, ..usual },
        "in the art form more moves pay, and how many were made is not known: the file holds no moves",
    );
    check(
        "T1",
        Terms { compensation: Quarters::parse("3.75").unwrap(), ..usual },
        "a compensation of 3.75 stones cannot be halved into quarters of a stone",
    );
}

/// What is said beside a count.
fn warnings(number: &str, mark: impl FnOnce(&mut Position, &dyn Fn(&str) -> Point)) -> Vec<String> {
    let mut position = drawing::parse(&board(number)).unwrap();
    let names = Names::new(position.goban.size());
    mark(&mut position, &|name| names.parse(name).unwrap());
    let count = living::count(&position, &Terms::default(), names).unwrap();
    count.warnings().iter().map(ToString::to_string).collect()
}

#[test]
fn what_is_uncertain_is_said() {
    let known = |position: &mut Position| position.history = Some(History::default());
    assert_eq!(warnings("T1", |position, _| known(position)), [""; 0]);
    assert_eq!(warnings("T1", |_, _| {}), ["the moves are not known: refilling and prisoners are left out"]);
    assert_eq!(warnings("T11", |position, _| known(position)), ["5 unclaimed points are left: c5 c4 c3 c2 c1"]);
    assert_eq!(warnings("T20", |position, _| known(position)), ["the O group at d9 is not proven alive"]);
    let of_ko = "the X group at a7 must fill d3 to stay connected, which is territory here";
    assert_eq!(warnings("T25", |position, _| known(position)), [of_ko]);
    // Every liberty of a seki lies between its two sides; where a dead stone was not marked, most do not.
    for seki in ["T13", "T14", "T15", "T30"] {
        assert_eq!(warnings(seki, |position, _| known(position)), [""; 0], "{seki}");
    }
    let of_invader = "the shared liberties i9 g8 h8 i8 g7 h7 i7 g6 h6 i6 g5 h5 i5 g4 h4 i4 g3 h3 i3 g2 and 5 more do \
                      not touch both sides of a seki: a stone may be dead, or the game not over";
    assert_eq!(warnings("T28", |position, _| known(position)), [of_invader]);
    let marked = |position: &mut Position| {
        let empty = |&point: &Point| point.x() > 5 && position.goban.stone(point).is_none();
        position.marks.shared = position.goban.size().points().filter(empty).collect();
    };
    let known_and_marked = |position: &mut Position| {
        known(position);
        marked(position);
    };
    assert_eq!(warnings("T28", |position, _| known_and_marked(position)), [""; 0]);
    // Three true eyes are territory everywhere.
    assert_eq!(warnings("T16", |position, _| known(position)), [""; 0]);
}

#[test]
fn a_group_that_is_dead_in_truth_is_counted_so_when_it_is_marked() {
    let mut position = drawing::parse(&board("T20")).unwrap();
    let names = Names::new(position.goban.size());
    position.marks.dead = ["d9", "g9", "f8"].map(|name| names.parse(name).unwrap()).to_vec();
    let count = living::count(&position, &Terms::default(), names).unwrap();
    assert_eq!(count.stones().0, [22, 10].map(Quarters::stones));
    assert_eq!(count.roads().0, [14, 31].map(Quarters::stones));
    assert_eq!(count.living().0, [36, 41].map(Quarters::stones));
}

#[test]
fn compensation_moves_the_margin_and_the_reference_numbers() {
    let check = |side: usize, compensation: &str, expected: [&str; 2]| {
        let size = BoardSize::of_other_game(side, side).unwrap();
        let terms = Terms { compensation: Quarters::parse(compensation).unwrap(), ..Terms::default() };
        let count = living::count(&Position::new(Goban::new(size)), &terms, Names::new(size)).unwrap();
        assert_eq!(count.reference().0.map(|number| number.to_string()), expected);
        assert_eq!(count.margin(), -terms.compensation);
    };
    check(19, "0", ["180.5", "180.5"]);
    check(19, "8", ["184.5", "176.5"]);
    check(19, "7.5", ["184.25", "176.75"]);
    check(7, "1", ["25", "24"]);
    // One of more stones than the board has points was meant in other units.
    let is_doubtful = |stones: i32| {
        let size = BoardSize::square(7).unwrap();
        let terms = Terms { compensation: Quarters::stones(stones), ..Terms::default() };
        let count = living::count(&Position::new(Goban::new(size)), &terms, Names::new(size)).unwrap();
        count.warnings().iter().any(|warning| matches!(warning, living::Warning::Compensation(_)))
    };
    assert_eq!([49, 50, -50].map(is_doubtful), [false, true, true]);
}

#[test]
fn more_moves_and_handicaps_pay_where_that_was_agreed() {
    let margin = |captured: [u32; 2], terms: Terms| {
        let mut position = drawing::parse(&board("T1")).unwrap();
        position.history = Some(History { captured: ByColor(captured), ..History::default() });
        let count = living::count(&position, &terms, Names::new(position.goban.size())).unwrap();
        count.margin().to_string()
    };
    let usual = Terms::default();
    let art = Terms { variant: Variant::Art, ..usual };
    assert_eq!([[2, 1], [3, 1], [2, 2]].map(|captured| margin(captured, usual)), ["1"; 3]);
    assert_eq!([[2, 1], [3, 1], [2, 2]].map(|captured| margin(captured, art)), ["1", "0", "2"]);
    let handicap = |handicap, handicap_pays| Terms { handicap, handicap_pays, ..usual };
    assert_eq!(margin([2, 1], handicap(4, HandicapPays::Nothing)), "1");
    assert_eq!(margin([2, 1], handicap(4, HandicapPays::Each)), "-3");
    assert_eq!(margin([2, 1], handicap(4, HandicapPays::EachButFirst)), "-2");
    assert_eq!(margin([2, 1], handicap(1, HandicapPays::Each)), "1");
    // Handicap stones are no moves: four of Black's 21 stones were on the board before.
    let art_with = |handicap| Terms { handicap, ..art };
    assert_eq!(margin([2, 1], art_with(4)), "5");
    // One alone is the first move.
    assert_eq!(margin([2, 1], art_with(1)), "1");
}
