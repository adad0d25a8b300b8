//! The scale of the win probability, fitted to games of self-play: what their results say of the scores of the searches.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use tengen_engine::color::Color;
use tengen_engine::internals::checksum::fnv1a;
use tengen_engine::internals::stable_map::StableSet;
use tengen_engine::rule::RuleKind;
use tengen_engine::score::Score;

use crate::output::say;
use crate::training::dataset::file::{BlockReader, say_again};
use crate::training::dataset::game::{GAMES, TrainingGame, TrainingMove};
use crate::units::counted;

/// Between these the scale is looked for.
const SCALES: [f64; 2] = [1.0, 10_000.0];
/// Halvings after which it is known to a hundred-millionth.
const HALVINGS: usize = 60;
/// Rows of the table of chances.
const ROWS: usize = 10;

/// A score of a search, and what the side to move made of it.
#[derive(Clone, Copy, Debug)]
struct ScaleSample {
    score: Score,
    /// 1 for a win, 0.5 for a draw.
    points: f64,
}

/// The scores of a game that are judgements.
type Game = Vec<ScaleSample>;

/// Fits the scale to the games of some files, each once, and says how well it fits.
pub(super) fn fit(paths: &[PathBuf]) -> Result<()> {
    let mut rule = None;
    let mut games: Vec<Game> = Vec::new();
    let mut seen = StableSet::default();
    for path in paths {
        let mut again = 0;
        let reader = BlockReader::open(path, &GAMES)?;
        let (found, path) = (reader.settings.rule, path.display());
        let rule = *rule.get_or_insert(found);
        ensure!(found == rule, "{path}: games of {found} and not of {rule}");
        let cut = reader.for_each(|settings, block| {
            let record = TrainingGame::decode(&block.content, settings.size)?;
            if seen.insert(fnv1a(block.content)) {
                games.push(outcomes(&record));
            } else {
                again += 1;
            }
            Ok(())
        })?;
        if let Some(cut) = cut {
            say!("{path}: {}", cut.describe("game", "left out"));
        }
        say_again(path, again, "game");
    }
    let rule = rule.expect("there is a file");
    games.retain(|game| !game.is_empty());
    let fit = Fit::of(&games)
        .with_context(|| format!("{}: the scores of the searches say nothing of who won", paths[0].display()))?;
    let scores: usize = games.iter().map(Vec::len).sum();
    say!("{rule}: {}, {}", counted(games.len(), "game"), counted(scores, "score"));
    say!("scale {:.1} ± {:.1}; built in is {:.1}", fit.scale, fit.error, Score::win_scale(rule));
    say!("{:>10} {:>9} {:>9} {:>9} {:>9}", "chance", "scores", "built in", "fitted", "won");
    rows(rule, &fit, &games).iter().for_each(|row| say!("{row}"));
    Ok(())
}

/// What was said in a game. Positions beside it have no result.
fn outcomes(record: &TrainingGame) -> Game {
    let sides = [Color::Black, Color::White].into_iter().cycle();
    let played = record.moves.iter().zip(sides);
    let outcome = |(played, us): (&TrainingMove, Color)| {
        let score = played.lines.first()?.score;
        let points = record.winner.map_or(0.5, |winner| f64::from(u8::from(winner == us)));
        (!score.is_decided()).then_some(ScaleSample { score, points })
    };
    played.filter_map(outcome).collect()
}

/// The chance to win of a score by a scale.
fn chance(score: Score, scale: f64) -> f64 {
    1.0 / (1.0 + (-f64::from(score.value()) / scale).exp())
}

/// A scale of the greatest likelihood.
#[derive(Clone, Copy, Debug)]
struct Fit {
    scale: f64,
    /// Its standard error. Games are independent of each other, the scores of one game are not.
    error: f64,
}

impl Fit {
    /// The scale of games, if their results depend on the scores.
    fn of(games: &[Game]) -> Option<Fit> {
        // The derivative of the logarithm of the likelihood, by the inverse of the scale. It falls with it.
        let slope_of = |game: &Game, scale: f64| -> f64 {
            let slope = |said: &ScaleSample| f64::from(said.score.value()) * (said.points - chance(said.score, scale));
            game.iter().map(slope).sum()
        };
        let slope = |scale: f64| games.iter().map(|game| slope_of(game, scale)).sum::<f64>();
        let [mut least, mut most] = SCALES;
        if slope(least) >= 0.0 || slope(most) <= 0.0 {
            return None;
        }
        for _ in 0..HALVINGS {
            let middle = (least + most) / 2.0;
            *(if slope(middle) < 0.0 { &mut least } else { &mut most }) = middle;
        }
        let scale = (least + most) / 2.0;
        let curvature = |said: &ScaleSample| {
            let chance = chance(said.score, scale);
            f64::from(said.score.value()).powi(2) * chance * (1.0 - chance)
        };
        let curvature: f64 = games.iter().flatten().map(curvature).sum();
        let spread: f64 = games.iter().map(|game| slope_of(game, scale).powi(2)).sum();
        Some(Fit { scale, error: scale.powi(2) * spread.sqrt() / curvature })
    }
}

/// What became of the scores for which chances between two bounds are told.
#[derive(Clone, Copy, Default, Debug)]
struct ScaleRow {
    number: usize,
    scores: usize,
    /// Sums of what the scale that is built in says, of what the fitted one says, and of the points.
    sums: [f64; 3],
}

impl std::fmt::Display for ScaleRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [from, to] = [self.number, self.number + 1].map(|bound| 100 * bound / ROWS);
        write!(f, "{:>10} {:>9}", format!("{from}-{to}%"), self.scores)?;
        self.sums.iter().try_for_each(|sum| write!(f, " {:>8.1}%", 100.0 * sum / self.scores as f64))
    }
}

/// What became of the scores, by the chance that is told of them; rows without any are left out.
fn rows(rule: RuleKind, fit: &Fit, games: &[Game]) -> Vec<ScaleRow> {
    let mut rows: Vec<ScaleRow> = (0..ROWS).map(|number| ScaleRow { number, ..ScaleRow::default() }).collect();
    for said in games.iter().flatten() {
        let told = said.score.win_probability(rule);
        let row = &mut rows[((told * ROWS as f64) as usize).min(ROWS - 1)];
        row.scores += 1;
        for (sum, chance) in row.sums.iter_mut().zip([told, chance(said.score, fit.scale), said.points]) {
            *sum += chance;
        }
    }
    rows.retain(|row| row.scores > 0);
    rows
}

#[cfg(test)]
mod tests {
    use tengen_engine::point::Point;
    use tengen_engine::random::SplitMix64;

    use super::*;
    use crate::training::dataset::game::{OffGame, ScoredMove};

    /// Games in which a score is worth what a scale says. All scores of a game say nearly the same.
    fn games(scale: f64, count: usize, scores: usize) -> Vec<Game> {
        let mut random = SplitMix64::new(7);
        let mut game = || {
            let score = Score::judged((1_600.0 * random.unit()) as i32 - 800);
            let points = f64::from(u8::from(random.unit() < chance(score, scale)));
            vec![ScaleSample { score, points }; scores]
        };
        (0..count).map(|_| game()).collect()
    }

    #[test]
    fn the_scale_of_games_is_found_within_its_error() {
        for scale in [120.0, 300.0] {
            let fit = Fit::of(&games(scale, 4_000, 1)).unwrap();
            assert!((fit.scale - scale).abs() < 3.0 * fit.error && fit.error < 0.05 * scale, "{fit:?} for {scale}");
            // Nothing is known better for having been said often in the same games.
            let often = Fit::of(&games(scale, 4_000, 9)).unwrap();
            assert!(
                (often.scale - fit.scale).abs() < 1e-3 && (often.error / fit.error - 1.0).abs() < 1e-3,
                "{often:?}"
            );
        }
    }

    #[test]
    fn scores_that_never_err_or_say_the_opposite_have_no_scale() {
        let won = |score: i32| vec![ScaleSample { score: Score::judged(score), points: 1.0 }];
        assert!(Fit::of(&[won(300), won(200)]).is_none());
        assert!(Fit::of(&[won(-300), won(-200)]).is_none());
        assert!(Fit::of(&[]).is_none());
    }

    #[test]
    fn the_side_to_move_made_the_points_and_proofs_do_not_count() {
        let played = |x: usize, score: Option<Score>| {
            let point = Point::new(x, x);
            let lines: Vec<ScoredMove> = score.map(|score| ScoredMove { point, score }).into_iter().collect();
            let off_game =
                (!lines.is_empty()).then(|| OffGame { random_moves: vec![Point::new(9, 3)], lines: lines.clone() });
            TrainingMove { point, lines, off_game }
        };
        let scores = [None, Some(Score::judged(-20)), Some(Score::judged(40)), Some(Score::loss_in(4))];
        let moves: Vec<TrainingMove> = scores.into_iter().enumerate().map(|(x, score)| played(x, score)).collect();
        let of = |winner: Option<Color>| -> Vec<(i32, f64)> {
            let record = TrainingGame { number: 0, winner, opening: 1, moves: moves.clone() };
            outcomes(&record).iter().map(|said| (said.score.value(), said.points)).collect()
        };
        assert_eq!(of(Some(Color::Black)), [(-20, 0.0), (40, 1.0)]);
        assert_eq!(of(None), [(-20, 0.5), (40, 0.5)]);
    }

    #[test]
    fn rows_tell_what_became_of_the_scores() {
        let games = games(100.0, 2_000, 1);
        let fit = Fit::of(&games).unwrap();
        let rows = rows(RuleKind::Renju, &fit, &games);
        assert_eq!(rows.iter().map(|row| row.scores).sum::<usize>(), 2_000);
        let missed = |which: usize| rows.iter().map(|row| (row.sums[which] - row.sums[2]).abs()).sum::<f64>();
        assert!(2.0 * missed(1) < missed(0), "the fitted scale tells more than that of other games: {rows:?}");
        assert!(rows[0].to_string().starts_with("     0-10% "), "{}", rows[0]);
    }
}
