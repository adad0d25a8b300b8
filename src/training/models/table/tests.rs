//! What the table says beside what the evaluation makes of it, and gradients beside differences.

use tengen_engine::game::Game;
use tengen_engine::internals::board::Board;
use tengen_engine::internals::eval::Evaluator;
use tengen_engine::internals::eval::network::Network;
use tengen_engine::internals::eval::weights::EvalTable;
use tengen_engine::point::{BoardSize, Point, Rows};
use tengen_engine::rule::Renju;

use super::*;
use crate::logit::cross_entropy;

/// The weights that are built in, without their networks.
fn weights() -> Weights {
    let mut weights = Weights::embedded(RuleKind::Renju);
    weights.sides.iter_mut().for_each(|side| side.network = Network::zero());
    weights
}

fn model(weights: &Weights) -> TableModel {
    TableModel::from_weights(weights, StepSizes { value: 1.0, order: 1.0 })
}

/// Positions with either side to move.
fn boards() -> [Board<Renju>; 2] {
    ["h8i9i7j10g9f10h10h11g7k8", "h8i9i7j10g9f10h10h11g7k8e11"].map(|text| {
        let size = BoardSize::square(15).unwrap();
        Board::from_game(&Game::from_text(RuleKind::Renju, size, text, Rows::FromBottom).unwrap())
    })
}

#[test]
fn the_engine_gives_what_the_table_says() {
    let weights = weights();
    let model = model(&weights);
    let table: &'static EvalTable = Box::leak(Box::new(EvalTable::new(&weights)));
    for board in boards() {
        let score = Evaluator::with_table(&board, table).score(&board).value() as f32;
        let said = score_scale(RuleKind::Renju) * model.logit(&Sample::new(&board, 0.5, None));
        // The evaluation knows whole units only.
        assert!((score - said).abs() < 1.5, "{score} for {said}");
    }
}

#[test]
fn gradients_say_how_the_losses_grow() {
    let mut model = model(&weights());
    let samples = boards().map(|board| {
        let mut sample = Sample::new(&board, 0.5, Some(Point::new(3, 11)));
        // Far from what the table says, whichever side that is.
        sample.label = if model.logit(&sample) > 0.0 { 0.2 } else { 0.8 };
        sample
    });
    let mut slopes = vec![vec![0.0; NUMBERS]; 2];
    samples.iter().for_each(|sample| model.backward(sample, 1.0, &mut slopes));
    // No number is in both losses. The gradients leave the units out, on which no step depends.
    let loss = |model: &TableModel| -> f64 {
        let value = |sample: &Sample| cross_entropy(sample.label, sigmoid(model.logit(sample)));
        let order = model.order_loss(&samples) * samples.len() as f64;
        f64::from(score_scale(RuleKind::Renju)) * samples.iter().map(value).sum::<f64>()
            + f64::from(ORDER_SCALE) * order
    };
    for (side, slopes) in slopes.into_iter().enumerate() {
        let places: Vec<usize> = (0..slopes.len()).filter(|&place| slopes[place].abs() > 0.01).collect();
        let of_order = places.iter().filter(|&place| (ATTACK..THREATS).contains(place)).count();
        assert!(of_order > 0 && places.len() > of_order + 40, "{of_order} of {}", places.len());
        for place in places {
            let value = model.sides[side].values[place];
            let [above, below] = [4.0, -4.0].map(|step| {
                model.sides[side].values[place] = value + step;
                loss(&model)
            });
            model.sides[side].values[place] = value;
            let slope = (above - below) / 8.0;
            let given = f64::from(slopes[place]);
            assert!((slope - given).abs() < 0.02 + 0.05 * given.abs(), "{side} {place}: {given} for {slope}");
        }
    }
}
