//! The judgement of one move, from what was found out about the position before it and those after it.

use super::question::{Assessment, QuestionKind, ScoredLine, ThreatWin};
use super::{Class, INACCURACY, KnownWin, Mistake, MistakeKind, Question, Reviewer, WinBy};
use crate::forbidden::Forbidden;
use crate::game::{Game, GameResult};
use crate::point::Point;
use crate::score::Score;

/// How many other moves are searched, each as long as the one that was played, before a move that turned out badly is held
/// to be as good as any.
const ALTERNATIVES: usize = 3;

/// A move in its position.
pub(super) struct MoveJudge<'a> {
    pub(super) reviewer: &'a Reviewer,
    pub(super) position: &'a Game,
    pub(super) point: Point,
}

/// What came of it.
pub(super) struct Judged {
    /// What the position is worth to the side to move.
    pub(super) before: Score,
    /// What the move is worth to that side.
    pub(super) after: Score,
    pub(super) mistake: Option<Mistake>,
}

/// A move with what follows it.
struct Outlook<'a> {
    /// For the side that makes it.
    score: Score,
    /// What was found out about the position after it; `None` when it ends the game.
    reply: Option<&'a Assessment>,
}

impl<'a> MoveJudge<'a> {
    /// Judges the move. `proved` is the score of the position where it follows from a proof of an earlier one.
    pub(super) fn judge(&self, proved: Option<Score>) -> Result<Judged, Box<Question>> {
        let found = self.ask(self.position, QuestionKind::Best)?;
        let proved = proved.filter(|_| !found.score.is_decided());
        let before = proved.unwrap_or(found.score);
        if let Some(kind) = self.forbidden() {
            return self.forbidden_move(before, found, kind);
        }
        let played = self.outlook(self.point)?;
        if played.score.is_win() {
            return Ok(Judged { before: played.score.max(before), after: played.score, mistake: None });
        }
        if before.is_loss() {
            return Ok(Judged { before, after: before, mistake: None });
        }
        if found.score.is_win() {
            return self.in_won_position(found, &played);
        }
        let judged = self.in_open_position(found, &played)?;
        // There is a win that was not found again: what kept it is not known, and only what chances fell is held against a move.
        Ok(if proved.is_some() && judged.mistake.is_none() { Judged { before, ..judged } } else { judged })
    }

    /// A move of a position in which there is a forced win.
    fn in_won_position(&self, found: &Assessment, played: &Outlook) -> Result<Judged, Box<Question>> {
        let before = found.score;
        if found.line.first() == Some(&self.point) {
            return Ok(Judged { before, after: before, mistake: None });
        }
        // A longer way to win may be too long for the search of the position after it.
        if !played.score.is_loss() && self.ask(self.position, QuestionKind::WinBy(self.point))?.win.is_some() {
            let kept = self.ask(self.position, QuestionKind::WinBy(self.point))?.score;
            return Ok(Judged { before, after: kept, mistake: None });
        }
        let loss = 1.0 - self.chance(played.score);
        // What the search alone knows it may fail to see again a ply later: that is a mistake only when chances fell.
        let class = Class::of_loss(loss).or(found.win.map(|_| Class::Inaccuracy));
        let Some(class) = class else {
            return Ok(Judged { before, after: played.score, mistake: None });
        };
        let better = ScoredLine { score: before, moves: found.line.clone() };
        self.mistake(MistakeKind::MissedWin(win(found)), Some(class), loss, better, played)
    }

    /// A move of a position in which nothing is proved.
    fn in_open_position(&self, found: &Assessment, played: &Outlook) -> Result<Judged, Box<Question>> {
        let open = |before| Ok(Judged { before, after: played.score, mistake: None });
        if found.line.first() == Some(&self.point) && self.loss(found.score, played.score) < INACCURACY {
            return open(found.score);
        }
        let mut excluded = vec![self.point];
        let mut candidate = match found.line.first() {
            Some(&first) if first != self.point => found,
            _ => self.ask(self.position, QuestionKind::Without(excluded.clone()))?,
        };
        for _ in 0..ALTERNATIVES {
            let Some(&alternative) = candidate.line.first() else { return open(played.score) };
            if self.loss(candidate.score, played.score) < INACCURACY {
                // The move that was played is about as good as the best.
                return open(if excluded.len() > 1 { played.score } else { found.score.min(candidate.score) });
            }
            // Both moves are compared by searches of the positions after them.
            let better = self.outlook(alternative)?;
            let loss = self.loss(better.score, played.score);
            // What wins after all may not be the only move that does.
            if better.score.is_win() && !played.score.is_loss() {
                let kept = self.ask(self.position, QuestionKind::WinBy(self.point))?;
                if kept.win.is_some() {
                    return Ok(Judged { before: better.score, after: kept.score, mistake: None });
                }
            }
            if let Some(class) = Class::of_loss(loss) {
                let finding = self.finding(better.score, played)?;
                let rest = better.reply.map_or(&[][..], |reply| &reply.line);
                let better = ScoredLine { score: better.score, moves: [&[alternative], rest].concat() };
                return self.mistake(finding, Some(class), loss, better, played);
            }
            excluded.push(alternative);
            candidate = self.ask(self.position, QuestionKind::Without(excluded.clone()))?;
        }
        open(played.score)
    }

    /// What is wrong with a move that lost chances, against a better one of this score, where nothing was proved before: it
    /// loses, or the better one wins.
    fn finding(&self, better: Score, played: &Outlook) -> Result<MistakeKind, Box<Question>> {
        let Some(reply) = played.reply.filter(|_| played.score.is_loss()) else {
            let missed = better.plies_to_end().filter(|_| better.is_win()).map(win_by_search);
            return Ok(missed.map_or(MistakeKind::LostChance, MistakeKind::MissedWin));
        };
        let win = win(reply);
        let mut passed = self.position.clone();
        passed.set_to_move(!self.position.to_move());
        let threatened = self.ask(&passed, QuestionKind::Win)?.win.is_some();
        Ok(match threatened {
            true => MistakeKind::MissedDefence(win),
            false => MistakeKind::AllowedWin(win),
        })
    }

    fn mistake(
        &self,
        finding: MistakeKind,
        class: Option<Class>,
        loss: f64,
        best: ScoredLine,
        played: &Outlook,
    ) -> Result<Judged, Box<Question>> {
        let before = best.score;
        let better = self.better_lines(best, played.score)?;
        let refutation = played.reply.map_or_else(Vec::new, |reply| reply.line.clone());
        let mistake = Mistake { finding, class, loss, better, refutation };
        Ok(Judged { before, after: played.score, mistake: Some(mistake) })
    }

    /// The better moves, as many as are wanted and there are: the best one, and others that one search finds.
    fn better_lines(&self, best: ScoredLine, played: Score) -> Result<Vec<ScoredLine>, Box<Question>> {
        let most = best.score;
        let mut lines: Vec<ScoredLine> = [best].into_iter().filter(|line| !line.moves.is_empty()).collect();
        let more = self.reviewer.lines() - 1;
        if more == 0 {
            return Ok(lines);
        }
        let found = self.ask(self.position, QuestionKind::Lines(self.reviewer.lines()))?;
        let named = [Some(self.point), lines.first().and_then(|line| line.moves.first().copied())];
        let all = [ScoredLine { score: found.score, moves: found.line.clone() }];
        let all = all.into_iter().chain(found.others.iter().cloned());
        // The best move was searched a ply deeper: what this search likes more is not known to be better.
        let all = all.map(|line| ScoredLine { score: line.score.min(most), ..line });
        let is_better = |line: &ScoredLine| {
            let is_new = !line.moves.is_empty() && !named.contains(&line.moves.first().copied());
            let keeps_win = line.score.is_win() == most.is_win();
            is_new && keeps_win && line.score > played && !line.score.is_loss()
        };
        lines.extend(all.filter(is_better).take(more));
        Ok(lines)
    }

    /// A forbidden move that was played.
    fn forbidden_move(&self, before: Score, found: &Assessment, kind: Forbidden) -> Result<Judged, Box<Question>> {
        let loss = self.chance(before);
        let class = (!before.is_loss()).then(|| Class::of_loss(loss).unwrap_or(Class::Inaccuracy));
        // What is proved of the position holds for the line that was found only where every move loses.
        let best = ScoredLine { score: found.score.min(before), moves: found.line.clone() };
        let played = Outlook { score: Score::loss_in(0), reply: None };
        let judged = self.mistake(MistakeKind::Forbidden(kind), class, loss, best, &played)?;
        Ok(Judged { before, ..judged })
    }

    /// Why the move is forbidden, if it is.
    fn forbidden(&self) -> Option<Forbidden> {
        match self.after(self.point).result() {
            Some(GameResult::Forbidden(kind)) => Some(kind),
            _ => None,
        }
    }

    fn after(&self, point: Point) -> Game {
        self.position.after(point).expect("the move was played, or found by a search")
    }

    /// What a move is worth by the position after it.
    fn outlook(&self, point: Point) -> Result<Outlook<'a>, Box<Question>> {
        let after = self.after(point);
        if let Some(result) = after.result() {
            let score = match result.winner() {
                Some(winner) if winner == self.position.to_move() => Score::win_in(1),
                Some(_) => Score::loss_in(0),
                None => Score::DRAW,
            };
            return Ok(Outlook { score, reply: None });
        }
        let reply = self.reviewer.ask(&after, QuestionKind::Best)?;
        Ok(Outlook { score: reply.score.before_move(), reply: Some(reply) })
    }

    fn ask(&self, position: &Game, kind: QuestionKind) -> Result<&'a Assessment, Box<Question>> {
        self.reviewer.ask(position, kind)
    }

    fn chance(&self, score: Score) -> f64 {
        score.win_probability(self.position.rule())
    }

    fn loss(&self, better: Score, worse: Score) -> f64 {
        self.chance(better) - self.chance(worse)
    }
}

/// The win of the side to move that was found.
fn win(found: &Assessment) -> KnownWin {
    match found.win {
        Some(ThreatWin { by, plies, forbidden }) => KnownWin { by: by.into(), plies, forbidden },
        None => win_by_search(found.score.plies_to_end().unwrap_or(found.line.len())),
    }
}

fn win_by_search(plies: usize) -> KnownWin {
    KnownWin { by: WinBy::Search, plies, forbidden: None }
}
