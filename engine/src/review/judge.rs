//! The judgement of one move, from what was found out about the position before it and those after it.

use super::question::{Assessment, QuestionKind, ScoredLine, ThreatWin};
use super::{Class, INACCURACY, KnownWin, Mistake, MistakeKind, Question, Reviewer, WinBy};
use crate::forbidden::Forbidden;
use crate::game::{Game, GameResult};
use crate::point::Point;
use crate::score::{MAX_PLY, Score};
use crate::search::threat::Solve;

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
            return Ok(self.forbidden_move(before, found, kind));
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
        self.mistake(MistakeKind::MissedWin(win(found)), class, loss, better, played)
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
                let rest = better.reply.map_or(&[][..], |reply| &reply.line);
                let better = ScoredLine { score: better.score, moves: [&[alternative], rest].concat() };
                return self.mistake(self.finding(played)?, class, loss, better, played);
            }
            excluded.push(alternative);
            candidate = self.ask(self.position, QuestionKind::Without(excluded.clone()))?;
        }
        open(played.score)
    }

    /// What is wrong with a move that lost chances in a position in which nothing was proved.
    fn finding(&self, played: &Outlook) -> Result<MistakeKind, Box<Question>> {
        let Some(reply) = played.reply.filter(|_| played.score.is_loss()) else { return Ok(MistakeKind::LostChance) };
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
        class: Class,
        loss: f64,
        better: ScoredLine,
        played: &Outlook,
    ) -> Result<Judged, Box<Question>> {
        let before = better.score;
        let mut lines = vec![better];
        if self.reviewer.lines() > 1 {
            let found = self.ask(self.position, QuestionKind::Lines(self.reviewer.lines()))?;
            let best = ScoredLine { score: found.score, moves: found.line.clone() };
            let all = [best].into_iter().chain(found.others.iter().cloned());
            let is_new = |line: &ScoredLine| {
                let first = line.moves.first();
                first.is_some_and(|&first| first != self.point) && first != lines[0].moves.first()
            };
            let more: Vec<_> = all.filter(is_new).take(self.reviewer.lines() - 1).collect();
            lines.extend(more);
        }
        let refutation = played.reply.map_or_else(Vec::new, |reply| reply.line.clone());
        let mistake = Mistake { finding, class: Some(class), loss, better: lines, refutation };
        Ok(Judged { before, after: played.score, mistake: Some(mistake) })
    }

    /// A forbidden move that was played.
    fn forbidden_move(&self, before: Score, found: &Assessment, kind: Forbidden) -> Judged {
        let loss = self.chance(before);
        let line = ScoredLine { score: before, moves: found.line.clone() };
        let mistake = Mistake {
            finding: MistakeKind::Forbidden(kind),
            class: if before.is_loss() { None } else { Some(Class::of_loss(loss).unwrap_or(Class::Inaccuracy)) },
            loss,
            better: if line.moves.is_empty() { Vec::new() } else { vec![line] },
            refutation: Vec::new(),
        };
        Judged { before, after: Score::loss_in(0), mistake: Some(mistake) }
    }

    /// Why the move is forbidden, if it is.
    fn forbidden(&self) -> Option<Forbidden> {
        match self.after(self.point).result() {
            Some(GameResult::Forbidden(kind)) => Some(kind),
            _ => None,
        }
    }

    fn after(&self, point: Point) -> Game {
        let mut after = self.position.clone();
        after.place(after.to_move(), point).expect("the move was played, or found by a search");
        after
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
        Ok(Outlook { score: a_ply_before(reply.score), reply: Some(reply) })
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

/// The score of a move for the side that makes it, from that of the position after it for the other side.
fn a_ply_before(score: Score) -> Score {
    match score.plies_to_end() {
        Some(plies) if score.is_win() => Score::loss_in((plies + 1).min(MAX_PLY)),
        Some(plies) => Score::win_in((plies + 1).min(MAX_PLY)),
        None => -score,
    }
}

/// The win of the side to move that was found.
fn win(found: &Assessment) -> KnownWin {
    let (by, plies, forbidden) = match found.win {
        Some(ThreatWin { by: Solve::Vcf, plies, forbidden }) => (WinBy::Fours, plies, forbidden),
        Some(ThreatWin { by: Solve::Vct, plies, forbidden }) => (WinBy::Threats, plies, forbidden),
        None => (WinBy::Search, found.score.plies_to_end().unwrap_or(found.line.len()), None),
    };
    KnownWin { by, plies, forbidden }
}
