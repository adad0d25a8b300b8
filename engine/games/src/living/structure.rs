//! The structure of a finished position: dead stones are taken off, empty regions told apart, chains joined to groups, and
//! every point is given its part in the count.

use std::array;

use super::error::CountError;
use super::eyes::{self, PairSearch};
use super::goban::{Component, Components, Goban, chains};
use super::group::{EYES_TO_LIVE, Group, Part, Status};
use super::names::Names;
use super::position::{Marks, Position};
use tengen_engine::color::{ByColor, Color};
use tengen_engine::picture::stone;
use tengen_engine::point::{CELLS, Point};

/// From how many points a region holds two eyes.
const POINTS_OF_TWO_EYES: usize = 3;

/// A finished position, taken apart.
#[derive(Clone, Debug)]
pub(super) struct Structure {
    /// The living stones.
    pub goban: Goban,
    /// The dead stones of each side, which were taken off.
    pub dead: ByColor<Vec<Point>>,
    /// The part of every point of the board.
    pub parts: [Part; CELLS],
    /// The groups, in the order of their first stones.
    pub groups: Vec<Group>,
}

/// Takes a position apart.
pub(super) fn structure(position: &Position, names: Names) -> Result<Structure, CountError> {
    let marks = &position.marks;
    let mut goban = position.goban.clone();
    let dead = dead_stones(&goban, marks, names)?;
    Color::ALL.iter().flat_map(|&color| &dead[color]).for_each(|&point| goban.set(point, None));
    let empty_marks = EmptyMarks::new(marks, &goban, names)?;
    let chains = chains(&goban);
    let regions = Components::new(goban.size(), |point| goban.stone(point).is_none().then_some(()));
    let borders: Vec<Vec<usize>> =
        regions.all().iter().map(|region| chains.around(goban.size(), &region.points)).collect();
    let owners: Vec<Option<Color>> = borders.iter().map(|borders| owner(borders, &chains)).collect();
    for (region, borders) in regions.all().iter().zip(&borders) {
        check_dead(region, borders, &chains, &dead, names)?;
    }
    let (mut groups, group_of) = groups(&goban, marks, &chains, &regions, &borders, &owners, names)?;

    let mut parts = array::from_fn(|_| Part::Neutral);
    for point in goban.size().points() {
        goban.stone(point).into_iter().for_each(|color| parts[point.index()] = Part::Stone(color));
    }
    for ((region, borders), owner) in regions.all().iter().zip(&borders).zip(&owners) {
        let in_seki = |color| {
            borders.iter().any(|&chain| {
                let group = &groups[group_of[chain]];
                group.color == color && !group.lives_on_its_own()
            })
        };
        let between = if Color::ALL.into_iter().all(in_seki) { Part::Shared } else { Part::Neutral };
        for &point in &region.points {
            let borders_color = |color| borders.iter().any(|&chain| chains.all()[chain].kind == color);
            parts[point.index()] = match *owner {
                Some(color) => empty_marks.own_space(point, color, names)?,
                None => empty_marks.between(point, between, borders_color, names)?,
            };
        }
        if region.points.iter().any(|&point| parts[point.index()] == Part::Shared) {
            // A group shares a liberty when it touches that very point or the region that it lies in.
            borders.iter().for_each(|&chain| groups[group_of[chain]].shares = true);
        }
    }
    check_life(&groups, names)?;
    for group in &mut groups {
        keep_eyes(group, &goban, &mut parts, names)?;
    }
    Ok(Structure { goban, dead, parts, groups })
}

/// The stones of all chains that a mark says are dead.
fn dead_stones(goban: &Goban, marks: &Marks, names: Names) -> Result<ByColor<Vec<Point>>, CountError> {
    let chains = chains(goban);
    let marked = |points: &[Point], mark| {
        let mut is_marked = vec![false; chains.all().len()];
        for &point in points {
            match chains.of(point) {
                Some(chain) => is_marked[chain] = true,
                None => return Err(CountError::NoStone { point: names.point(point), mark }),
            }
        }
        Ok(is_marked)
    };
    let (dead, alive) = (marked(&marks.dead, "dead")?, marked(&marks.alive, "alive")?);
    let mut stones = ByColor([Vec::new(), Vec::new()]);
    for (number, chain) in chains.all().iter().enumerate().filter(|&(number, _)| dead[number]) {
        if alive[number] {
            return Err(CountError::DeadAndAlive { color: chain.kind, points: names.points(&chain.points) });
        }
        stones[chain.kind].extend(&chain.points);
    }
    Ok(stones)
}

/// The side whose own space a region is: the only one that borders it.
fn owner(borders: &[usize], chains: &Components<Color>) -> Option<Color> {
    let color = chains.all()[*borders.first()?].kind;
    borders.iter().all(|&chain| chains.all()[chain].kind == color).then_some(color)
}

/// A region must not have held dead stones of both sides, nor dead stones of a side that still borders it.
fn check_dead(
    region: &Component<()>,
    borders: &[usize],
    chains: &Components<Color>,
    dead: &ByColor<Vec<Point>>,
    names: Names,
) -> Result<(), CountError> {
    let inside = ByColor::from_fn(|color| -> Vec<Point> {
        dead[color].iter().copied().filter(|point| region.points.contains(point)).collect()
    });
    let [black, white] = &inside.0;
    if !black.is_empty() && !white.is_empty() {
        return Err(CountError::DeadOfBoth { black: names.points(black), white: names.points(white) });
    }
    for color in Color::ALL {
        let living = borders.iter().map(|&chain| &chains.all()[chain]).find(|chain| chain.kind == color);
        if let Some(living) = living.filter(|_| !inside[color].is_empty()) {
            let (dead, living) = (names.points(&inside[color]), names.points(&living.points));
            return Err(CountError::DeadBesideLiving { color, dead, living });
        }
    }
    Ok(())
}

/// The groups: chains joined by own space that they border, and by links. Beside them the number of the group of each chain.
fn groups(
    goban: &Goban,
    marks: &Marks,
    chains: &Components<Color>,
    regions: &Components<()>,
    borders: &[Vec<usize>],
    owners: &[Option<Color>],
    names: Names,
) -> Result<(Vec<Group>, Vec<usize>), CountError> {
    let mut group_of: Vec<usize> = (0..chains.all().len()).collect();
    let mut join = |a: usize, b: usize| {
        let (from, to) = (group_of[a].max(group_of[b]), group_of[a].min(group_of[b]));
        group_of.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
    };
    for (borders, _) in borders.iter().zip(owners).filter(|(_, owner)| owner.is_some()) {
        borders.windows(2).for_each(|pair| join(pair[0], pair[1]));
    }
    for &(from, to) in &marks.links {
        let chain =
            |point| chains.of(point).ok_or_else(|| CountError::NoStone { point: names.point(point), mark: "linked" });
        if goban.stone(from).zip(goban.stone(to)).is_some_and(|(from, to)| from != to) {
            return Err(CountError::LinkOfBoth { from: names.point(from), to: names.point(to) });
        }
        join(chain(from)?, chain(to)?);
    }

    let mut groups: Vec<Group> = Vec::new();
    // Groups are numbered by their first chain: what is left out between is closed up.
    let mut numbers: Vec<Option<usize>> = vec![None; group_of.len()];
    for (chain, group) in chains.all().iter().zip(&mut group_of) {
        *group = *numbers[*group].get_or_insert_with(|| {
            groups.push(Group {
                color: chain.kind,
                stones: Vec::new(),
                own: Vec::new(),
                kept: Vec::new(),
                status: Status::Seki,
                potential: 0,
                shares: false,
            });
            groups.len() - 1
        });
        groups[*group].stones.extend(&chain.points);
    }
    for ((region, borders), _) in regions.all().iter().zip(borders).zip(owners).filter(|(_, owner)| owner.is_some()) {
        let group = &mut groups[group_of[borders[0]]];
        group.potential += if region.points.len() >= POINTS_OF_TWO_EYES { EYES_TO_LIVE } else { 1 };
        group.own.extend(&region.points);
    }
    Ok((groups, group_of))
}

/// Every group must live on its own or share a liberty.
fn check_life(groups: &[Group], names: Names) -> Result<(), CountError> {
    let doomed = groups.iter().filter(|group| !group.lives_on_its_own() && !group.shares);
    let groups: Vec<String> = doomed
        .map(|group| {
            let eyes = if group.potential == 0 { "no eye" } else { "one eye" };
            let point = names.point(group.first());
            format!("the {} group at {point} has {eyes} and no shared liberty", stone(group.color))
        })
        .collect();
    if groups.is_empty() { Ok(()) } else { Err(CountError::NotAlive { groups }) }
}

/// Chooses the points that a group keeps, and says so of its space.
fn keep_eyes(group: &mut Group, goban: &Goban, parts: &mut [Part; CELLS], names: Names) -> Result<(), CountError> {
    let (color, keeps) = (group.color, group.keeps());
    let forced: Vec<Point> =
        group.own.iter().copied().filter(|point| parts[point.index()] == Part::Eye(color)).collect();
    // Marks were written into the parts before: what is not yet decided is neutral there.
    let may_be_kept = |point: &Point| parts[point.index()] != Part::Road(color);
    let candidates: Vec<Point> = eyes::in_order(goban, color, &group.own).into_iter().filter(may_be_kept).collect();
    let kept = ["no point", "one point", "two points"][keeps];
    if forced.len() > keeps {
        let (group, marked) = (names.point(group.first()), names.points(&forced));
        return Err(CountError::TooManyEyes { color, group, kept, marked });
    }
    if candidates.len() < keeps {
        let group = names.point(group.first());
        return Err(CountError::TooFewLeft { color, group, kept, left: candidates.len() });
    }
    let search = PairSearch { goban, group, candidates: &candidates, forced: &forced };
    let found = (keeps == EYES_TO_LIVE).then(|| search.proven_pair());
    group.status = match found {
        None => Status::Seki,
        Some(None) => Status::Unproven,
        Some(Some(_)) => Status::Proven,
    };
    group.kept = match found.flatten() {
        Some(pair) => pair.to_vec(),
        None => {
            let others = candidates.iter().filter(|point| !forced.contains(point));
            forced.iter().chain(others).copied().take(keeps).collect()
        }
    };
    for &point in &group.own {
        parts[point.index()] = if group.kept.contains(&point) { Part::Eye(color) } else { Part::Road(color) };
    }
    Ok(())
}

/// A mark for an empty point.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EmptyMark {
    Eye,
    Road(Color),
    Shared,
    Neutral,
}

impl EmptyMark {
    const fn name(self) -> &'static str {
        match self {
            EmptyMark::Eye => "an eye",
            EmptyMark::Road(Color::Black) => "a road of X",
            EmptyMark::Road(Color::White) => "a road of O",
            EmptyMark::Shared => "shared",
            EmptyMark::Neutral => "neutral",
        }
    }
}

/// The marks for empty points, one a point at most.
struct EmptyMarks([Option<EmptyMark>; CELLS]);

impl EmptyMarks {
    fn new(marks: &Marks, goban: &Goban, names: Names) -> Result<EmptyMarks, CountError> {
        let mut found = EmptyMarks([None; CELLS]);
        let lists = [
            (EmptyMark::Eye, &marks.eyes),
            (EmptyMark::Road(Color::Black), &marks.roads[Color::Black]),
            (EmptyMark::Road(Color::White), &marks.roads[Color::White]),
            (EmptyMark::Shared, &marks.shared),
            (EmptyMark::Neutral, &marks.neutral),
        ];
        for (mark, points) in lists {
            for &point in points {
                let name = || names.point(point);
                if let Some(color) = goban.stone(point) {
                    return Err(CountError::NotEmpty { point: name(), mark: mark.name(), color });
                }
                if let Some(before) = found.0[point.index()].replace(mark).filter(|&before| before != mark) {
                    return Err(CountError::TwoMarks { point: name(), marks: [before.name(), mark.name()] });
                }
            }
        }
        Ok(found)
    }

    /// The part of a point in the own space of a side, neutral where it is not marked.
    fn own_space(&self, point: Point, color: Color, names: Names) -> Result<Part, CountError> {
        let point_name = || names.point(point);
        match self.0[point.index()] {
            None => Ok(Part::Neutral),
            Some(EmptyMark::Eye) => Ok(Part::Eye(color)),
            Some(EmptyMark::Road(side)) if side == color => Ok(Part::Road(color)),
            Some(EmptyMark::Road(color)) => Err(CountError::RoadOutside { point: point_name(), color }),
            Some(mark @ (EmptyMark::Shared | EmptyMark::Neutral)) => {
                Err(CountError::NotBetween { point: point_name(), mark: mark.name(), color })
            }
        }
    }

    /// The part of a point between the sides, which is `usual` where it is not marked.
    fn between(
        &self,
        point: Point,
        usual: Part,
        borders: impl Fn(Color) -> bool,
        names: Names,
    ) -> Result<Part, CountError> {
        let point_name = || names.point(point);
        match self.0[point.index()] {
            None => Ok(usual),
            Some(EmptyMark::Eye) => Err(CountError::EyeOutside { point: point_name() }),
            Some(EmptyMark::Road(color)) if borders(color) => Ok(Part::Road(color)),
            Some(EmptyMark::Road(color)) => Err(CountError::RoadOutside { point: point_name(), color }),
            Some(EmptyMark::Shared) => Ok(Part::Shared),
            Some(EmptyMark::Neutral) => Ok(Part::Neutral),
        }
    }
}
