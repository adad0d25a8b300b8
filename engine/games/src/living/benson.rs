//! Unconditional life by Benson's algorithm: chains that cannot be captured even when their owner always passes.
//!
//! David B. Benson, "Life in the game of Go", Information Sciences 10 (1976).

use super::goban::{Components, Goban, neighbours};
use tengen_engine::color::Color;
use tengen_engine::internals::point_set::PointSet;

/// The stones of a side that are unconditionally alive.
///
/// A region is a largest connected set of points without a stone of the side; it is vital to a chain when it has an empty
/// point and every empty point of it is a liberty of the chain. Chains with fewer than two vital regions are dropped, then the
/// regions that they border, until nothing changes.
#[must_use]
pub fn unconditionally_alive(goban: &Goban, color: Color) -> PointSet {
    let size = goban.size();
    let chains = Components::new(size, |point| (goban.stone(point) == Some(color)).then_some(()));
    let regions = Components::new(size, |point| (goban.stone(point) != Some(color)).then_some(()));
    // The chains that each region borders, and those to which it is vital.
    let borders: Vec<Vec<usize>> = regions.all().iter().map(|region| chains.around(size, &region.points)).collect();
    let mut liberties = vec![0; chains.all().len()];
    let vital: Vec<Vec<usize>> = regions
        .all()
        .iter()
        .zip(&borders)
        .map(|(region, borders)| {
            borders.iter().for_each(|&chain| liberties[chain] = 0);
            let mut empty = 0;
            for &point in region.points.iter().filter(|&&point| goban.stone(point).is_none()) {
                empty += 1;
                let touched: Vec<usize> =
                    neighbours(size, point).filter_map(|neighbour| chains.of(neighbour)).collect();
                for (index, &chain) in touched.iter().enumerate() {
                    liberties[chain] += usize::from(!touched[..index].contains(&chain));
                }
            }
            borders.iter().copied().filter(|&chain| empty > 0 && liberties[chain] == empty).collect()
        })
        .collect();

    let mut alive = vec![true; chains.all().len()];
    let mut enclosed = vec![true; regions.all().len()];
    loop {
        let mut eyes = vec![0; chains.all().len()];
        for (vital, _) in vital.iter().zip(&enclosed).filter(|&(_, &enclosed)| enclosed) {
            vital.iter().for_each(|&chain| eyes[chain] += 1);
        }
        let dropped: Vec<usize> = (0..alive.len()).filter(|&chain| alive[chain] && eyes[chain] < 2).collect();
        if dropped.is_empty() {
            break;
        }
        dropped.iter().for_each(|&chain| alive[chain] = false);
        for (borders, enclosed) in borders.iter().zip(&mut enclosed) {
            *enclosed &= borders.iter().all(|&chain| alive[chain]);
        }
    }
    let living = chains.all().iter().zip(&alive).filter(|&(_, &alive)| alive);
    living.flat_map(|(chain, _)| chain.points.iter().copied()).collect()
}
