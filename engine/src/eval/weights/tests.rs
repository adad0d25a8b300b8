//! Tests of `weights`, from inside.

use super::*;

#[test]
fn every_embedded_file_is_whole_and_written_as_it_was_read() {
    for rule in RuleKind::ALL {
        let weights = Weights::embedded(rule);
        assert_eq!(Weights::from_bytes(rule, &weights.to_bytes()).as_ref(), Ok(&weights));
        assert_eq!(Weights::from_bytes(rule, &weights.to_former_bytes()), Ok(weights));
    }
}

#[test]
fn a_wrong_file_is_refused_by_name_and_place() {
    let weights = Weights::embedded(RuleKind::Renju);
    let bytes = weights.to_bytes();
    let check = |change: &dyn Fn(&mut Vec<u8>), message: &str| {
        let mut changed = bytes.clone();
        change(&mut changed);
        assert_eq!(Weights::from_any_bytes(&changed).unwrap_err().to_string(), message);
    };
    let header = "byte 0: not a file of weights of this version, which begin with TENGENW3";
    check(&|bytes| bytes.clear(), header);
    check(&|bytes| bytes[0] = b't', header);
    check(&|bytes| bytes.truncate(HEADER.len()), "the file ends at byte 8 and should at byte 18");
    let (len, less) = (bytes.len(), bytes.len() - 1);
    check(&|bytes| bytes.truncate(less), &format!("the file ends at byte {less} and should at byte {len}"));
    check(&|bytes| bytes.push(0), &format!("the file ends at byte {} and should at byte {len}", len + 1));
    let rules = "0 freestyle, 1 standard, 2 renju, 3 caro-overline, 4 caro";
    check(&|bytes| bytes[RULE_AT] = 9, &format!("byte 8: no rule has the number 9: {rules}"));
    for (number, (rule, told)) in RuleKind::ALL.into_iter().zip(rules.split(", ")).enumerate() {
        assert_eq!(told, format!("{number} {rule}"));
        assert_eq!(usize::from(Weights::zero(rule).to_bytes()[RULE_AT]), number);
    }
    check(&|bytes| bytes[SIDES_AT] = 1, "byte 9: weights of 1 sides where there should be 2");
    let damaged = "byte 10: the checksum does not fit, the file is damaged";
    check(&|bytes| bytes[1000] ^= 4, damaged);
    // A file of former versions, but for its checksum.
    check(&|bytes| bytes[HEADER.len() - 1] ^= 1, damaged);
    // Rules that have as many sides are told apart by the checksum alone.
    let mut changed = Weights::zero(RuleKind::Caro).to_bytes();
    changed[RULE_AT] = RuleKind::Freestyle as u8;
    assert_eq!(Weights::from_any_bytes(&changed), Err(WeightsError::Checksum));
    let wanted = RuleKind::Caro;
    assert_eq!(Weights::from_bytes(wanted, &bytes), Err(WeightsError::Rule { found: RuleKind::Renju, wanted }));
    // A file that is whole and would overflow what it is added up in.
    let mut large = weights;
    large.sides[1].network.rows[0][3][5] = i16::MIN;
    let bytes = large.to_bytes();
    let Err(WeightsError::RowNumber(at)) = Weights::from_any_bytes(&bytes) else { panic!("it is too large") };
    assert_eq!(bytes[at..at + 2], i16::MIN.to_le_bytes());
}

#[test]
fn a_combination_has_no_order() {
    assert_eq!(combination(Shapes(0)), 0);
    assert_eq!(combination(Shapes(0x12a3)), combination(Shapes(0x3a21)));
    assert_ne!(combination(Shapes(0x12a3)), combination(Shapes(0x12a4)));
}
