//! Gradients beside differences, networks kept and gone on from, and what the evaluation makes of them.

use tengen_engine::game::Game;
use tengen_engine::internals::board::Board;
use tengen_engine::internals::eval::Evaluator;
use tengen_engine::internals::eval::weights::EvalTable;
use tengen_engine::point::{BoardSize, Point, Rows};
use tengen_engine::rule::{Renju, RuleKind};

use super::*;
use crate::logit::cross_entropy;

fn board() -> Board<Renju> {
    let text = "h8i9i7j10g9f10h10h11g7k8";
    Board::from_game(&Game::from_text(RuleKind::Renju, BoardSize::square(15).unwrap(), text, Rows::FromBottom).unwrap())
}

/// Networks that give something, and samples with either side to move.
fn given() -> (NetworkModel, [Sample; 2]) {
    let mut model = NetworkModel::new(RuleKind::Renju);
    let mut random = SplitMix64::new(5);
    for side in &mut model.sides {
        side.values[OUTPUTS.start..].iter_mut().for_each(|value| *value = random.normal() as f32);
    }
    let mut board = board();
    let first = Sample::new(&board, 0.4, None);
    board.play(Point::new(4, 4));
    (model, [first, Sample::new(&board, 0.8, None)])
}

#[test]
fn a_network_that_is_gone_on_from_is_the_same_until_it_is_trained() {
    let weights = Weights::embedded(RuleKind::Renju);
    let model = NetworkModel::from_weights(&weights);
    let networks: Vec<Network> = model.networks().collect();
    assert!(networks.iter().eq(weights.sides.iter().map(|side| &side.network)));
}

#[test]
fn gradients_say_how_the_loss_grows() {
    let (mut model, samples) = given();
    let mut slopes = vec![vec![0.0; Network::LEN]; 2];
    for sample in &samples {
        let activations = model.forward(sample);
        let error = sigmoid(model.correction(sample)) - sample.label;
        model.backward(sample, &activations, model.unit * error, &mut slopes);
    }
    let loss = |model: &NetworkModel| -> f64 {
        samples.iter().map(|sample| cross_entropy(sample.label, sigmoid(model.correction(sample)))).sum()
    };
    for (side, slopes) in slopes.into_iter().enumerate() {
        let mut places: Vec<usize> = (0..slopes.len()).filter(|&place| slopes[place].abs() > 0.01).collect();
        assert!(places.len() > 400, "{}", places.len());
        places.retain(|place| place % 7 == 0 || *place >= OUTPUTS.start);
        for place in places {
            let value = model.sides[side].values[place];
            let [above, below] = [1e-3, -1e-3].map(|step| {
                model.sides[side].values[place] = value + step;
                loss(&model)
            });
            model.sides[side].values[place] = value;
            let slope = (above - below) / 2e-3;
            let given = f64::from(slopes[place]);
            assert!((slope - given).abs() < 0.02 + 0.05 * given.abs(), "{side} {place}: {given} for {slope}");
        }
    }
}

#[test]
fn pairs_never_seen_learn_from_shapes_that_were() {
    let (mut model, [sample, _]) = given();
    let side = Weights::number_of_side(sample.us, model.sides.len());
    let seen: Vec<usize> = sample.cells.iter().flat_map(|(shapes, _)| shapes.codes()).collect();
    let of_seen = |code: usize| seen.iter().any(|seen| seen >> 4 == code >> 4);
    let new = (0..ShapesView::CODES).filter(|code| of_seen(*code) && !seen.contains(code));
    let numbers: Vec<usize> = new.flat_map(|code| row(0, code)..row(0, code) + CHANNELS).collect();
    let before = model.sides[side].values.clone();
    let activations = model.forward(&sample);
    let mut gradients = vec![vec![0.0; Network::LEN]; 2];
    model.backward(&sample, &activations, 1.0, &mut gradients);
    assert!(numbers.iter().all(|&number| gradients[side][number] == 0.0));
    model.sides[side].step(&mut gradients[side], 0.01);
    let moved = numbers.iter().filter(|&&number| model.sides[side].values[number] != before[number]).count();
    assert!(moved > numbers.len() / 2, "{moved} of {}", numbers.len());
}

#[test]
fn what_is_larger_than_can_be_kept_is_not_trained_with() {
    let (mut model, _) = given();
    for side in &mut model.sides {
        (side.real.values[0], side.real.values[BIAS]) = (100.0, -100.0);
    }
    model.resume();
    for (side, network) in model.sides.iter().zip(model.networks()) {
        assert_eq!([network.rows[0][0][0], network.bias], [MOST_IN_ROW, -i16::MAX]);
        let kept = NetworkSide::from_network(&network).values;
        assert_eq!([side.values[0], side.values[BIAS]], [kept[0], kept[BIAS]]);
    }
}

#[test]
fn the_engine_gives_what_was_trained() {
    let (model, samples) = given();
    let mut weights = Weights::zero(RuleKind::Renju);
    for (side, network) in weights.sides.iter_mut().zip(model.networks()) {
        side.network = network;
    }
    let table: &'static EvalTable = Box::leak(Box::new(EvalTable::new(&weights)));
    let mut board = board();
    let mut evaluator = Evaluator::with_table(&board, table);
    let compare = |board: &Board<Renju>, evaluator: &mut Evaluator, sample: &Sample| {
        let (score, expected) = (evaluator.score(board), model.correction(sample));
        let value = score_scale(RuleKind::Renju) * expected;
        assert!(value.abs() > 10.0 && (score.value() as f32 - value).abs() < 2.0, "{score:?} for {value}");
        // What is trained is what players are told.
        let told = score.win_probability(RuleKind::Renju) as f32;
        assert!((told - sigmoid(expected)).abs() < 0.002, "{told} for {}", sigmoid(expected));
    };
    compare(&board, &mut evaluator, &samples[0]);
    board.play(Point::new(4, 4));
    compare(&board, &mut evaluator, &samples[1]);
}
