//! Deepening of the first thread: its iterations, the wins by threats that are looked for between them, and what of both
//! is reported.

use std::slice;

use crate::game::Game;
use crate::rule::Rule;
use crate::search::best_line::Line;
use crate::search::request::Request;
use crate::search::stability::BestMoveStability;
use crate::search::threat::VctProver;
use crate::search::worker::Worker;

/// Reports of one search, which remembers what was said last.
pub(super) struct Reporter<'a> {
    report: &'a mut dyn FnMut(&[Line]),
    /// The best line that was reported last.
    told: Option<Line>,
}

impl<'a> Reporter<'a> {
    /// Nothing was reported yet.
    pub(super) fn new(report: &'a mut dyn FnMut(&[Line])) -> Reporter<'a> {
        Reporter { report, told: None }
    }

    /// Reports lines, the best first.
    pub(super) fn tell(&mut self, block: &[Line]) {
        (self.report)(block);
        self.told = block.first().cloned();
    }

    /// Reports the best line, unless the last report said the same.
    pub(super) fn tell_if_new(&mut self, best: &Line) {
        if !self.told.as_ref().is_some_and(|told| told.is_same_as(best)) {
            self.tell(slice::from_ref(best));
        }
    }
}

/// What the first thread has when its iterations end.
pub(super) struct Deepened {
    /// The lines of the last iteration that has all of them, none when not even the first has.
    block: Vec<Line>,
    /// A win that was seen at once or found by threats between two iterations.
    by_threats: Option<Line>,
}

/// Iterative deepening of the first thread up to an iteration. Where a single line is wanted a win by threats is looked
/// for after each, of the side to move or else of its opponent after the best move. `at_once` is a win that was reported
/// before and may be shortened.
pub(super) fn deepen<R: Rule>(
    main: &mut Worker<'_, R>,
    game: &Game,
    request: &Request,
    last: i32,
    at_once: Option<Line>,
    prover: &mut VctProver,
    reporter: &mut Reporter<'_>,
) -> Deepened {
    let control = main.shared.control;
    let mut stability = BestMoveStability::default();
    let mut found = Deepened { block: Vec::new(), by_threats: at_once };
    main.iterate(request.lines, 1..=last, |worker| {
        found.block = worker.block(worker.root.settled());
        reporter.tell(&found.block);
        let best = &found.block[0];
        let more = stability.goes_on(&found.block, request, control.budget(), control.elapsed());
        if more && request.is_single() && found.by_threats.is_none() {
            if !best.score.is_win() {
                found.by_threats = worker.search_vct(game, prover);
            }
            match &found.by_threats {
                Some(win) => reporter.tell(slice::from_ref(win)),
                None if !best.score.is_decided() => worker.refute_by_threats(game, prover),
                None => {}
            }
        }
        more && found.by_threats.as_ref().is_none_or(|win| request.may_shorten(win.score, best.depth))
    });
    found
}

impl Deepened {
    /// The choice of the line: where a single one is wanted the best of what all threads found, a win by threats among
    /// it.
    pub(super) fn choose<R: Rule>(
        self,
        main: &mut Worker<'_, R>,
        request: &Request,
        of_helpers: impl Iterator<Item = Line>,
        reporter: &mut Reporter<'_>,
    ) -> Line {
        if request.is_single() {
            let best = main.line(1);
            return best.vote(of_helpers.chain(self.by_threats), &main.root.lost());
        }
        // Helpers know nothing of further lines, and lines of different depths cannot be compared.
        of_helpers.for_each(drop);
        let mut block = self.block;
        if block.is_empty() {
            let five = main.five_in_sight();
            block = five.map_or_else(|| main.block(main.root.settled().max(1)), |five| vec![five]);
            reporter.tell(&block);
        }
        block.swap_remove(0)
    }
}
