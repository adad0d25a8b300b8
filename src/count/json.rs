//! A count as one JSON object. Amounts are numbers: whole ones without a point, halves and quarters as decimals.

use std::collections::BTreeMap;

use anyhow::Result;
use serde::{Serialize, Serializer};
use tengen_engine::color::{ByColor, Color};
use tengen_engine::point::Point;
use tengen_games::living::{Exchange, Group, Method, Names, Quarters, Variant, difference, drawing};

use super::{Counted, report};

/// An amount of stones or points.
#[derive(Clone, Copy)]
struct Amount(Quarters);

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.split() {
            (whole, Quarters::ZERO) => serializer.serialize_i32(whole),
            _ => serializer.serialize_f64(self.0.to_f64()),
        }
    }
}

/// One value for each side.
#[derive(Clone, Serialize)]
struct Sides<T> {
    black: T,
    white: T,
}

impl From<ByColor<Quarters>> for Sides<Amount> {
    fn from(ByColor([black, white]): ByColor<Quarters>) -> Sides<Amount> {
        Sides { black: Amount(black), white: Amount(white) }
    }
}

/// All of a count.
#[derive(Serialize)]
struct Object {
    size: [usize; 2],
    winner: Option<&'static str>,
    /// Black's living stones less White's, after all payments.
    margin: Amount,
    /// After all payments.
    living: Sides<Amount>,
    stones: Sides<Amount>,
    roads: Sides<Amount>,
    eyes: Sides<Amount>,
    own_eyes: Sides<Amount>,
    area: Sides<Amount>,
    territory: Sides<Amount>,
    /// What each method compares, after all payments.
    methods: BTreeMap<&'static str, Sides<Amount>>,
    before_payment: BeforePayment,
    payment: Payment,
    reference: Sides<Amount>,
    refilled: Option<Refilled>,
    exchanges: BTreeMap<&'static str, Vec<JsonStep>>,
    equal: BTreeMap<&'static str, Amount>,
    bowls: Option<i32>,
    comparison: BTreeMap<&'static str, Amount>,
    shared: Vec<String>,
    unclaimed: Vec<String>,
    dead: Sides<Vec<String>>,
    groups: Vec<GroupObject>,
    board: Vec<String>,
    result_in_file: Option<String>,
    agreement_with_file: Option<String>,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct BeforePayment {
    living: Sides<Amount>,
    margin: Amount,
}

/// What is given by Black; negative what is given by White.
#[derive(Serialize)]
struct Payment {
    first: &'static str,
    compensation: Amount,
    handicap: Amount,
    more_moves: Amount,
    variant: &'static str,
}

/// Both forms of refilling, before other payments than that for more moves in the art form.
#[derive(Serialize)]
struct Refilled {
    more_moves_of_black: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    law: Option<Form>,
    #[serde(skip_serializing_if = "Option::is_none")]
    art: Option<Form>,
}

#[derive(Serialize)]
struct Form {
    roads: Sides<Amount>,
    equal_stones: Option<Amount>,
    margin: Amount,
}

#[derive(Serialize)]
struct JsonStep {
    action: &'static str,
    color: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<Amount>,
}

#[derive(Serialize)]
struct GroupObject {
    color: &'static str,
    point: String,
    status: &'static str,
    stones: Vec<String>,
    own: Vec<String>,
    kept: Vec<String>,
}

/// The object as text of one line.
pub(super) fn object(counted: &Counted) -> Result<String> {
    let Counted { count, names, told, warnings } = counted;
    let [black, white] = &count.dead().0;
    let object = Object {
        size: [count.size().width(), count.size().height()],
        winner: count.winner().map(Color::name),
        margin: Amount(count.margin()),
        living: count.result().into(),
        stones: count.stones().into(),
        roads: count.roads().into(),
        eyes: count.eyes().into(),
        own_eyes: count.own_eyes().into(),
        area: count.area().into(),
        territory: count.territory().into(),
        methods: named(count.methods(), |method| Some((method.kind.name(), method.result.into()))),
        before_payment: BeforePayment { living: count.living().into(), margin: Amount(difference(count.living())) },
        payment: Payment {
            first: count.terms().first.name(),
            compensation: Amount(count.compensation()),
            handicap: Amount(count.handicap_payment()),
            more_moves: Amount(count.moves_payment()),
            variant: count.terms().variant.name(),
        },
        reference: count.reference().into(),
        refilled: refilled(counted),
        exchanges: named(count.methods(), |method| Some((method.kind.name(), steps(method, *names)))),
        equal: named(count.methods(), |method| Some((method.kind.name(), Amount(method.equal?)))),
        bowls: count.methods().iter().find_map(|method| method.bowls),
        comparison: named(&count.comparisons(), |other| Some((other.rules.name(), Amount(other.margin)))),
        shared: names.list(&count.shared()),
        unclaimed: names.list(&count.neutral()),
        dead: Sides { black: names.list(black), white: names.list(white) },
        groups: count.groups().iter().map(|group| group_object(group, *names)).collect(),
        board: drawing::draw(count, *names, false).lines().map(str::to_string).collect(),
        result_in_file: told.clone(),
        agreement_with_file: told.as_ref().map(|told| report::agreement(count, told)),
        warnings: warnings.clone(),
    };
    Ok(serde_json::to_string(&object)?)
}

fn refilled(counted: &Counted) -> Option<Refilled> {
    let count = &counted.count;
    let form = |variant| {
        let kind = tengen_games::living::MethodKind::Refilled(variant);
        let method = count.methods().iter().chain(count.other_form()).find(|method| method.kind == kind)?;
        Some(Form {
            roads: method.numbers.into(),
            equal_stones: method.equal.map(Amount),
            margin: Amount(difference(method.numbers)),
        })
    };
    let more_moves_of_black = count.more_moves()?;
    Some(Refilled { more_moves_of_black, law: form(Variant::Law), art: form(Variant::Art) })
}

/// What some of the items have, by their names.
fn named<T, V>(items: &[T], of: impl Fn(&T) -> Option<(&'static str, V)>) -> BTreeMap<&'static str, V> {
    let mut all = BTreeMap::new();
    for (name, value) in items.iter().filter_map(of) {
        all.insert(name, value);
    }
    all
}

fn steps(method: &Method, names: Names) -> Vec<JsonStep> {
    let list = |points: &[Point]| Some(names.list(points));
    let step = |exchange: &Exchange| match exchange {
        Exchange::Fill(side, points) => {
            JsonStep { action: "fill", color: side.name(), points: list(points), amount: None }
        }
        Exchange::Lift(side, points) => {
            JsonStep { action: "lift", color: side.name(), points: list(points), amount: None }
        }
        Exchange::Give(side, points) => {
            JsonStep { action: "return", color: side.name(), points: list(points), amount: None }
        }
        Exchange::Agree(side, amount) => {
            JsonStep { action: "agree", color: side.name(), points: None, amount: Some(Amount(*amount)) }
        }
    };
    method.exchanges.iter().map(step).collect()
}

fn group_object(group: &Group, names: Names) -> GroupObject {
    GroupObject {
        color: group.color.name(),
        point: names.point(group.first()),
        status: group.status.name(),
        stones: names.list(&group.stones),
        own: names.list(&group.own),
        kept: names.list(&group.kept),
    }
}
