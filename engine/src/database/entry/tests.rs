//! What entries of positions hold, and how two of them become one.

use super::*;

fn entry(label: PositionLabel, value: i16, depth: i16, bound: ValueBound, comment: &str) -> PositionEntry {
    PositionEntry { label, value, depth, bound, comment: comment.to_string(), ..PositionEntry::default() }
}

#[test]
fn depth_and_bound_share_a_number() {
    for depth in [-8_192, -1, 0, 12, 8_191] {
        for bound in ValueBound::ALL {
            let mut read = PositionEntry::default();
            read.set_depth_bound(entry(PositionLabel::NULL, 0, depth, bound, "").depth_bound());
            assert_eq!((read.depth, read.bound), (depth, bound));
        }
    }
    assert_eq!(entry(PositionLabel::NULL, 0, 12, ValueBound::Exact, "").depth_bound(), 51);
}

#[test]
fn scores_become_labels_of_the_other_side() {
    let mut found = PositionEntry::default();
    found.set_score(Score::loss_in(9), 20);
    let lost = Some((SideOutcome::Loss, 9));
    assert_eq!((found.label, found.value, found.mate()), (PositionLabel::WIN, -29_991, lost));
    found.set_score(Score::win_in(4), 20);
    let won = Some((SideOutcome::Win, 4));
    assert_eq!((found.label, found.value, found.mate()), (PositionLabel::LOSS, 29_996, won));
    let mut judged = PositionEntry::default();
    judged.set_score(Score::judged(31), 7);
    assert_eq!((judged.label, judged.value, judged.depth, judged.mate()), (PositionLabel::NULL, 31, 7, None));
    found.set_score_after_move(Score::win_in(4), 7);
    assert_eq!((found.mate(), found.depth), (Some((SideOutcome::Loss, 3)), 20));
    judged.set_score_after_move(Score::judged(31), 7);
    assert_eq!((judged.value, judged.depth), (-31, 6));
    judged.set_score(Score::judged(i32::MAX), 7);
    assert_eq!(judged.mate(), None);
}

#[test]
fn a_bound_proves_what_lies_on_its_side() {
    let (null, win, loss) = (PositionLabel::NULL, PositionLabel::WIN, PositionLabel::LOSS);
    let (no_bound, upper, lower, exact) = (ValueBound::None, ValueBound::Upper, ValueBound::Lower, ValueBound::Exact);
    let (won, lost) = (Some(SideOutcome::Win), Some(SideOutcome::Loss));
    for (label, value, bound, outcome, plies) in [
        (null, 29_980, exact, won, Some(20)),
        (null, 29_980, lower, won, Some(20)),
        (null, 29_980, upper, None, None),
        (null, -29_981, exact, lost, Some(19)),
        (null, -29_981, upper, lost, Some(19)),
        (null, -29_981, lower, None, None),
        // The label tells who wins, but not how soon.
        (win, -29_981, lower, lost, None),
        (null, 29_980, no_bound, None, None),
        (loss, 29_980, no_bound, won, Some(20)),
        (win, 29_980, no_bound, lost, None),
        (win, 29_980, lower, won, Some(20)),
        (win, 29_980, upper, lost, None),
        // Rapfi says so of a win without a length.
        (null, 29_500, lower, won, None),
        (null, -29_500, exact, lost, None),
        (null, 29_499, exact, None, None),
    ] {
        let entry = entry(label, value, 30, bound, "");
        let found = (entry.outcome(), entry.mate(), entry.is_decided());
        assert_eq!(found, (outcome, outcome.zip(plies), outcome.is_some()), "{entry:?}");
        let contradicts = label == win && value == 29_980 && bound != upper;
        assert_eq!(entry.contradicts_itself(), contradicts, "{entry:?}");
        // A bound that proves no win is no value either.
        let tells = plies.is_some() || value.unsigned_abs() <= 29_500;
        assert_eq!(entry.worth(), tells.then_some(value), "{entry:?}");
        assert_eq!(entry.is_unanalysed(), !tells && outcome.is_none(), "{entry:?}");
        // Who wins in nobody knows how many plies wins all the same.
        let rated = match outcome {
            Some(_) if plies.is_none() => Some(if outcome == won { 29_500 } else { -29_500 }),
            _ => tells.then_some(value),
        };
        assert_eq!(entry.rating(), rated, "{entry:?}");
    }
}

#[test]
fn the_better_half_of_two_entries_is_kept() {
    let check = |one: PositionEntry, other: PositionEntry, expected: PositionEntry| {
        let mut merged = one.clone();
        merged.merge(other.clone());
        assert_eq!(merged, expected, "{one:?} and {other:?}");
        let mut again = merged.clone();
        again.merge(other);
        assert_eq!(again, merged, "once more");
    };
    let none = PositionLabel::NONE;
    let shallow = entry(none, 10, 5, ValueBound::Exact, "a");
    let deep = entry(none, 20, 9, ValueBound::Exact, "b");
    check(shallow.clone(), deep.clone(), entry(none, 20, 9, ValueBound::Exact, "a\nb"));
    check(deep.clone(), shallow.clone(), entry(none, 20, 9, ValueBound::Exact, "b\na"));
    // The best move goes with the value; where one has none it is that of the other.
    let playing = |known: &PositionEntry, x: usize| PositionEntry { best: Some(Point::new(x, 0)), ..known.clone() };
    let joined = |comment: &str| entry(none, 20, 9, ValueBound::Exact, comment);
    check(playing(&shallow, 1), playing(&deep, 2), playing(&joined("a\nb"), 2));
    check(playing(&deep, 2), playing(&shallow, 1), playing(&joined("b\na"), 2));
    check(playing(&shallow, 1), deep.clone(), playing(&joined("a\nb"), 1));
    check(deep.clone(), playing(&shallow, 1), playing(&joined("b\na"), 1));
    check(entry(PositionLabel::NULL, 0, 0, ValueBound::None, ""), shallow.clone(), shallow.clone());
    // A comment is the same as another one only where whole lines are.
    let said = |comment: &str| entry(none, 10, 5, ValueBound::Exact, comment);
    check(said("not good"), said("good"), said("not good\ngood"));
    check(said("good"), said("not good"), said("good\nnot good"));
    check(said("not good\ngood"), said("good"), said("not good\ngood"));
    check(said("good"), said("not good\ngood"), said("not good\ngood"));
    let won = entry(PositionLabel::WIN, -29_991, 3, ValueBound::Exact, "");
    check(deep.clone(), won.clone(), PositionEntry { comment: "b".to_string(), ..won.clone() });
    check(won.clone(), deep, PositionEntry { comment: "b".to_string(), ..won.clone() });
    // A loss in so many plies at the earliest is none.
    check(won.clone(), entry(none, -29_995, 40, ValueBound::Lower, ""), won.clone());
    // Such a bound is no value either, however deep.
    let vague = entry(none, -29_981, 19, ValueBound::Lower, "");
    let useful = entry(none, 45, 12, ValueBound::Lower, "");
    check(useful.clone(), vague.clone(), useful.clone());
    check(vague, useful.clone(), useful);
    // A label that denies what the other proves goes, and does not come in, whichever is taken in first; one that says the
    // same stays.
    for mark in [PositionLabel::FORCED, none] {
        let proved = entry(mark, 29_990, 12, ValueBound::Exact, "");
        for denied in [PositionLabel::WIN, PositionLabel::DRAW] {
            let denied = entry(denied, 0, 0, ValueBound::None, "");
            check(denied.clone(), proved.clone(), proved.clone());
            check(proved.clone(), denied, proved.clone());
        }
        let told = entry(PositionLabel::LOSS, 0, 0, ValueBound::None, "");
        check(told.clone(), proved.clone(), PositionEntry { label: PositionLabel::LOSS, ..proved });
    }
    // The shorter win, and a mark of a person that stays.
    check(
        won.clone(),
        entry(PositionLabel::WIN, -29_995, 3, ValueBound::Exact, ""),
        entry(PositionLabel::WIN, -29_995, 3, ValueBound::Exact, ""),
    );
    check(
        entry(PositionLabel::FORCED, 1, 1, ValueBound::Exact, ""),
        shallow,
        entry(PositionLabel::FORCED, 10, 5, ValueBound::Exact, "a"),
    );
}

#[test]
fn a_letter_is_a_judgement_and_a_draw_is_worth_nothing() {
    for (label, is_unanalysed, rating) in [
        (PositionLabel::NULL, true, None),
        (PositionLabel::NONE, true, None),
        (PositionLabel::FORCED, false, None),
        (PositionLabel::DRAW, false, Some(0)),
    ] {
        let entry = entry(label, 0, 0, ValueBound::None, "");
        assert_eq!((entry.is_unanalysed(), entry.rating()), (is_unanalysed, rating), "{label:?}");
    }
}

#[test]
fn a_text_on_a_point_is_put_and_taken_away() {
    let mut entry = PositionEntry::default();
    let (one, other) = (Point::new(3, 9), Point::new(2, 11));
    entry.set_board_text(one, "A");
    entry.set_board_text(other, "B");
    entry.set_board_text(one, "C");
    assert_eq!(entry.board_texts, [(other, "B".to_string()), (one, "C".to_string())]);
    entry.set_board_text(other, "");
    assert_eq!((entry.board_text(one), entry.board_text(other)), (Some("C"), None));
}
