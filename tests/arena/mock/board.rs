//! What a mock engine knows of a game, and the simple ways in which it chooses its moves.

use std::io;

use super::Manner;

/// The numbers of a coordinate or a size.
pub(super) fn numbers(text: &str) -> Vec<usize> {
    text.split(',').map(|part| part.trim().parse().unwrap()).collect()
}

/// The board as a mock sees it.
pub(super) struct Board {
    pub width: usize,
    pub height: usize,
    pub stones: Vec<(usize, usize)>,
}

impl Board {
    /// Replaces the stones by those of the lines up to DONE.
    pub(super) fn read(&mut self, lines: &mut impl Iterator<Item = io::Result<String>>) {
        let lines = lines.map_while(Result::ok).take_while(|line| line.trim() != "DONE");
        // A pass lies beside the board.
        let stones = lines.filter(|line| !line.starts_with('-')).map(|line| numbers(&line));
        self.stones = stones.map(|place| (place[0], place[1])).collect();
    }

    fn free(&self, x: usize, y: usize) -> bool {
        !self.stones.contains(&(x, y))
    }

    pub(super) fn scattered(&self) -> (usize, usize) {
        let of_color = |color| {
            let points = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
            points.filter(move |&(x, y)| (x + y) % 2 == color && self.free(x, y))
        };
        of_color(0).chain(of_color(1)).next().unwrap()
    }

    /// The answer to SWAP2BOARD.
    pub(super) fn opening(&self, manner: Manner) -> String {
        let put =
            |places: &[(usize, usize)]| places.iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ");
        match (self.stones.len(), manner) {
            (0, _) | (_, Manner::Confused) => put(&[(1, 1), (3, 2), (5, 3)]),
            (_, Manner::Swapping) => "SWAP".to_string(),
            (3, Manner::Placing) => put(&[(1, 5), (3, 4)]),
            _ => put(&[self.scattered()]),
        }
    }

    pub(super) fn column(&self) -> Option<(usize, usize)> {
        (0..self.height).map(|y| (self.width / 2, y)).find(|&(x, y)| self.free(x, y))
    }
}
