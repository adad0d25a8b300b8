//! Finished games of Go counted by living stones: numbers computed elsewhere, positions that must be refused, and what must
//! hold of any position.

use tengen_engine::color::{ByColor, Color};
use tengen_engine::living::{
    self, Count, Exchange, History, Method, MethodKind, Names, Position, Quarters, Terms, Variant, drawing,
};
use tengen_engine::point::Point;

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
    position.history = Some(History { captured: pair("(captured "), pass_stones: pair("; pass stones "), handicap: 0 });
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
