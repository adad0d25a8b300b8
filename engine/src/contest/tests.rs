//! Tests of `contest`, from inside.

use super::*;
use crate::opening::{OpeningRule, Sameness, walk};
use crate::point::{BoardSize, Point, Rows};
use crate::rule::RuleKind;

const SIZE: BoardSize = BoardSize::square(15).unwrap();
const MINUTE: Duration = Duration::from_secs(60);
/// White's stones where they matter to nobody.
const FAR: &str = "a1 c1 e1 g1 i1 k1 a3 c3 e3 g3";

fn contest(rule: OpeningRule, kind: RuleKind, size: BoardSize, claims: Claims) -> Contest {
    let opening = Opening::new(rule, kind, size, Sameness::Shape).unwrap();
    let regulations = if claims == Claims::AtOnce { Regulations::PEOPLE } else { Regulations::TOURNAMENT };
    Contest::new(opening, [TimeControl::SuddenDeath(MINUTE); 2], regulations)
}

fn points(text: &str, size: BoardSize) -> Vec<Point> {
    let point = |word| Point::parse(word, size, Rows::FromBottom).unwrap();
    text.split_whitespace().map(point).collect()
}

/// Plays the stones of both sides in turn.
fn play(contest: &mut Contest, black: &str, white: &str) {
    let size = contest.opening().game().size();
    let (black, white) = (points(black, size), points(white, size));
    for number in 0..black.len() + white.len().min(black.len()) {
        let side = if number % 2 == 0 { &black } else { &white };
        if let Some(&point) = side.get(number / 2)
            && contest.ending().is_none()
        {
            contest.act(contest.demand().by(), Action::Stone(point), Duration::ZERO).unwrap();
        }
    }
}

/// A game of Renju in which Black's last stone is the last of the list.
fn renju(black: &str, claims: Claims) -> Contest {
    let mut contest = contest(OpeningRule::Free, RuleKind::Renju, SIZE, claims);
    let others = black.split_whitespace().count() - 1;
    let white: Vec<&str> = FAR.split_whitespace().take(others).collect();
    play(&mut contest, black, &white.join(" "));
    contest
}

const OVERLINE: &str = "e8 f8 g8 i8 j8 h8";
const DOUBLE_FOUR: &str = "e8 f8 g8 h9 h10 h11 h8";

#[test]
fn five_comes_before_forbidden_and_forbidden_loses() {
    let forbidden = |kind| Some(Ending::Forbidden { winner: Seat::B, kind });
    for (black, expected) in [
        ("e8 f8 g8 i10 j9 k10 i9 h8 i8", Some(Ending::Five { winner: Seat::A })),
        (OVERLINE, forbidden(Forbidden::Overline)),
        ("e8 f8 g8 i8 j8 h9 h10 h11 h12 h8", Some(Ending::Five { winner: Seat::A })),
        (DOUBLE_FOUR, forbidden(Forbidden::DoubleFour)),
        ("e8 f8 g8", None),
    ] {
        assert_eq!(renju(black, Claims::AtOnce).ending(), expected, "{black}");
    }
    let mut white = contest(OpeningRule::Free, RuleKind::Renju, SIZE, Claims::AtOnce);
    play(&mut white, "a1 c1 e1 g1 i1 k1", "e8 f8 g8 i8 j8 h8");
    assert_eq!(white.ending(), Some(Ending::Five { winner: Seat::B }));
}

#[test]
fn a_forbidden_move_that_nobody_claims_lapses() {
    for black in [OVERLINE, DOUBLE_FOUR] {
        let mut claimed = renju(black, Claims::OnClaim);
        assert_eq!(claimed.ending(), None);
        assert_eq!(claimed.claim_forbidden(Seat::A), Err(ContestError::NoClaim));
        let mut lapsed = claimed.clone();
        claimed.claim_forbidden(Seat::B).unwrap();
        assert_eq!(claimed.ending().and_then(Ending::winner), Some(Seat::B));
        lapsed.act(Seat::B, Action::Stone(Point::new(14, 0)), Duration::ZERO).unwrap();
        assert_eq!(lapsed.claim_forbidden(Seat::B), Err(ContestError::NoClaim));
        lapsed.act(Seat::A, Action::Stone(Point::new(14, 14)), Duration::ZERO).unwrap();
        assert_eq!(lapsed.ending(), None);
    }
    let mut quiet = renju("e8 f8 g8", Claims::OnClaim);
    assert_eq!(quiet.claim_forbidden(Seat::B), Err(ContestError::NoClaim));
}

#[test]
fn a_forbidden_last_stone_is_claimed_or_ends_the_contest_otherwise() {
    let regulations = Regulations { longest: Some(11), ..Regulations::TOURNAMENT };
    let eleven = renju(OVERLINE, Claims::OnClaim).opening().clone();
    let long = Contest::new(eleven, [TimeControl::Unlimited; 2], regulations);
    // The last point is the middle of a row of seven.
    let size = BoardSize::new(7, 5).unwrap();
    let mut game = crate::game::Game::new(RuleKind::Renju, size);
    for point in size.points().filter(|&point| point != size.center()) {
        let color = if point.y() == size.center().y() { Color::Black } else { Color::White };
        game.set_up(color, point).unwrap();
    }
    let mut full = Contest::new(Opening::played(game), [TimeControl::Unlimited; 2], Regulations::TOURNAMENT);
    full.act(Seat::A, Action::Stone(size.center()), Duration::ZERO).unwrap();
    for (contest, expected) in [(long, Ending::MoveLimit), (full, Ending::Full)] {
        assert_eq!(contest.ending(), None, "{expected:?}");
        let mut claimed = contest.clone();
        claimed.claim_forbidden(Seat::B).unwrap();
        assert_eq!(claimed.ending(), Some(Ending::Forbidden { winner: Seat::B, kind: Forbidden::Overline }));
        let mut lapsed = contest.clone();
        lapsed.act(Seat::B, Action::Stone(Point::new(0, 0)), Duration::ZERO).unwrap();
        assert_eq!(lapsed.ending(), Some(expected));
        assert_eq!(lapsed.opening().game().moves(), contest.opening().game().moves());
    }
}

#[test]
fn two_passes_in_a_row_are_a_draw() {
    let begun = || renju("e8 g8 i8 k8", Claims::AtOnce);
    let pass = |contest: &mut Contest, seat| contest.act(seat, Action::Pass, Duration::ZERO).unwrap();
    let mut both = begun();
    pass(&mut both, Seat::B);
    pass(&mut both, Seat::A);
    assert_eq!(both.ending(), Some(Ending::Passes));
    assert_eq!(both.act(Seat::B, Action::Pass, Duration::ZERO), Err(ContestError::Over));
    let mut between = begun();
    pass(&mut between, Seat::B);
    between.act(Seat::A, Action::Stone(Point::new(0, 0)), Duration::ZERO).unwrap();
    pass(&mut between, Seat::B);
    assert_eq!(between.ending(), None);
}

#[test]
fn a_full_board_is_a_draw_unless_the_last_stone_wins() {
    let size = BoardSize::square(5).unwrap();
    for (black, white, expected) in [
        ("a1 b1 e1 c2 d2 a3 b3 e3 c4 d4 a5 b5 e5", "c1 d1 a2 b2 e2 c3 d3 a4 b4 e4 c5 d5", Ending::Full),
        (
            "b1 c1 d1 e1 c2 d2 a3 b3 e3 c4 d4 b5 a1",
            "a2 b2 e2 c3 d3 a4 b4 e4 a5 c5 d5 e5",
            Ending::Five { winner: Seat::A },
        ),
    ] {
        let mut contest = contest(OpeningRule::Free, RuleKind::Freestyle, size, Claims::AtOnce);
        play(&mut contest, black, white);
        assert_eq!(contest.opening().game().moves().len(), 25);
        assert_eq!(contest.ending(), Some(expected));
    }
}

#[test]
fn a_draw_is_agreed_on_and_a_game_given_up_at_any_time() {
    let rif = || contest(OpeningRule::Rif, RuleKind::Renju, SIZE, Claims::AtOnce);
    let mut drawn = rif();
    assert_eq!(drawn.accept_draw(Seat::B), Err(ContestError::NoOffer));
    drawn.offer_draw(Seat::A).unwrap();
    assert_eq!(drawn.accept_draw(Seat::A), Err(ContestError::NoOffer), "nobody agrees with himself");
    // The stone of who offers does not take the offer back; the answer of the other by a stone does.
    drawn.act(Seat::A, Action::Stone(SIZE.center()), Duration::ZERO).unwrap();
    assert_eq!(drawn.offer(), Some(Seat::A));
    let mut lost = drawn.clone();
    lost.resign(Seat::A).unwrap();
    assert_eq!(lost.offer(), None, "who has lost offers nothing");
    assert_eq!(drawn.decline_draw(Seat::A), Err(ContestError::NoOffer));
    drawn.decline_draw(Seat::B).unwrap();
    assert_eq!((drawn.offer(), drawn.accept_draw(Seat::B)), (None, Err(ContestError::NoOffer)));
    drawn.offer_draw(Seat::A).unwrap();
    drawn.accept_draw(Seat::B).unwrap();
    assert_eq!((drawn.ending(), drawn.offer()), (Some(Ending::Agreement), None));
    let mut refused = renju("e8 g8", Claims::AtOnce);
    refused.offer_draw(Seat::A).unwrap();
    refused.act(Seat::B, Action::Stone(Point::new(3, 3)), Duration::ZERO).unwrap();
    assert_eq!(refused.accept_draw(Seat::B), Err(ContestError::NoOffer));
    refused.resign(Seat::A).unwrap();
    assert_eq!(refused.ending(), Some(Ending::Resignation { winner: Seat::B }));
}

#[test]
fn the_clock_of_who_is_to_act_runs_whatever_he_is_to_do() {
    let begun = |actions: &str| {
        let mut opening = Opening::new(OpeningRule::Rif, RuleKind::Renju, SIZE, Sameness::Shape).unwrap();
        walk(&mut opening, actions, Rows::FromBottom).unwrap();
        Contest::new(opening, [TimeControl::SuddenDeath(MINUTE); 2], Regulations::PEOPLE)
    };
    let late = MINUTE + Duration::from_secs(1);
    for (actions, winner) in [
        ("A:h8 h9 i8", Seat::A),
        // Black has not offered all his fifths; White has picked and not put the sixth.
        ("A:h8 h9 i8; B:keep; B:h6", Seat::B),
        ("A:h8 h9 i8; B:swap; A:h6", Seat::A),
        ("A:h8 h9 i8; B:keep; B:h6; A:offer g8 i9; B:pick g8", Seat::A),
    ] {
        let mut contest = begun(actions);
        contest.wait(MINUTE);
        assert_eq!(contest.ending(), None, "{actions}");
        contest.wait(late - MINUTE);
        assert_eq!(contest.ending(), Some(Ending::Time { winner }), "{actions}");
    }
    // What is refused costs its time, and another seat's clock does not run.
    let mut contest = begun("A:h8 h9 i8; B:keep; B:h6");
    let twice = Action::Offer(points("g8 g8", SIZE));
    assert!(matches!(contest.act(Seat::A, twice, MINUTE), Err(ContestError::Refused(_))));
    assert!(matches!(contest.act(Seat::B, Action::Swap, late), Err(ContestError::Refused(_))));
    assert_eq!((contest.timer(Seat::A).left(), contest.timer(Seat::B).left()), (Some(Duration::ZERO), Some(MINUTE)));
    assert_eq!(contest.ending(), None);
}

#[test]
fn time_that_goes_on_after_the_end_changes_nothing() {
    let mut contest = renju("e8 f8 g8 h8 i8", Claims::AtOnce);
    let seen = |contest: &Contest| (contest.ending(), Seat::ALL.map(|seat| contest.timer(seat).used()));
    let ended = seen(&contest);
    assert_eq!(ended.0, Some(Ending::Five { winner: Seat::A }));
    contest.wait(2 * MINUTE);
    assert_eq!(seen(&contest), ended);
}

#[test]
fn a_stone_and_its_number_are_one_action_of_the_clock() {
    let rule: OpeningRule = "soosyrv8".parse().unwrap();
    let mut opening = Opening::new(rule, RuleKind::Renju, SIZE, Sameness::Shape).unwrap();
    walk(&mut opening, "A:h8 h9 i8; B:keep", Rows::FromBottom).unwrap();
    let seconds = Duration::from_secs;
    let fischer = TimeControl::Fischer { main: seconds(10), increment: seconds(3) };
    let mut contest = Contest::new(opening, [fischer; 2], Regulations::PEOPLE);
    contest.act(Seat::B, Action::Stone(Point::new(0, 0)), seconds(1)).unwrap();
    assert_eq!(contest.timer(Seat::B).left(), Some(seconds(9)));
    contest.act(Seat::B, Action::Number(2), seconds(1)).unwrap();
    assert_eq!(contest.timer(Seat::B).left(), Some(seconds(11)));
}

#[test]
fn breaches_cost_what_the_regulations_say() {
    let opening = || Opening::new(OpeningRule::Rif, RuleKind::Renju, SIZE, Sameness::Shape).unwrap();
    let begun = |regulations| Contest::new(opening(), [TimeControl::Unlimited; 2], regulations);
    let corner = || Action::Stone(Point::new(0, 0));
    let lost = |breach| Some(Ending::Breach { winner: Seat::B, breach });
    // Programs lose by the first stone that is off the centre; people are told so as often as they like.
    let mut program = begun(Regulations::PROGRAMS);
    assert!(matches!(program.act(Seat::A, corner(), Duration::ZERO), Err(ContestError::Refused(_))));
    assert_eq!(program.ending(), lost(Breach::Illegal));
    let mut person = begun(Regulations::PEOPLE);
    for _ in 0..3 {
        assert!(person.act(Seat::A, corner(), Duration::ZERO).is_err());
    }
    assert_eq!(person.ending(), None);
    // Of violations the second loses, and each side counts its own.
    person.breach(Seat::A, Breach::Misconduct).unwrap();
    person.breach(Seat::B, Breach::Misconduct).unwrap();
    assert_eq!(person.ending(), None);
    person.breach(Seat::A, Breach::Misconduct).unwrap();
    assert_eq!(person.ending(), lost(Breach::Misconduct));
    assert_eq!(person.breach(Seat::B, Breach::Misconduct), Err(ContestError::Over));
    // A false claim costs the turn, once there are turns to lose, and that is no pass.
    let mut claimed = renju("e8 g8 i8 k8", Claims::OnClaim);
    assert_eq!(claimed.claim_forbidden(Seat::B), Err(ContestError::NoClaim));
    assert_eq!((claimed.demand().by(), claimed.opening().passes()), (Seat::A, 1));
    // Out of turn there is none to lose.
    assert_eq!(claimed.claim_forbidden(Seat::B), Err(ContestError::NoClaim));
    assert_eq!((claimed.demand().by(), claimed.opening().passes()), (Seat::A, 1));
    claimed.act(Seat::A, Action::Pass, Duration::ZERO).unwrap();
    assert_eq!(claimed.ending(), None);
    let mut early = begun(Regulations::TOURNAMENT);
    assert_eq!(early.claim_forbidden(Seat::A), Err(ContestError::NoClaim));
    assert_eq!((early.demand().by(), early.ending()), (Seat::A, None));
}

#[test]
fn a_turn_that_is_lost_earns_its_increment_and_comes_between_two_passes() {
    let opening = Opening::new(OpeningRule::Free, RuleKind::Renju, SIZE, Sameness::Shape).unwrap();
    let increment = Duration::from_secs(3);
    let mut contest =
        Contest::new(opening, [TimeControl::Fischer { main: MINUTE, increment }; 2], Regulations::TOURNAMENT);
    play(&mut contest, "e8 g8 i8 k8", "a1 c1 e1");
    contest.act(Seat::B, Action::Pass, Duration::ZERO).unwrap();
    let before = contest.timer(Seat::A).left();
    assert_eq!(contest.claim_forbidden(Seat::A), Err(ContestError::NoClaim));
    assert_eq!(contest.timer(Seat::A).left(), before.map(|left| left + increment));
    contest.act(Seat::B, Action::Pass, Duration::ZERO).unwrap();
    assert_eq!(contest.ending(), None);
}

#[test]
fn a_game_that_is_too_long_is_drawn_once_its_opening_is_over() {
    let regulations = Regulations { longest: Some(4), ..Regulations::PROGRAMS };
    let game = |text: &str| crate::game::Game::from_text(RuleKind::Renju, SIZE, text, Rows::FromBottom).unwrap();
    for (text, expected) in [("h8h9i8", None), ("h8h9i8i9", Some(Ending::MoveLimit))] {
        let contest = Contest::new(Opening::played(game(text)), [TimeControl::Unlimited; 2], regulations);
        assert_eq!(contest.ending(), expected, "{text}");
    }
    let mut opening = Opening::new(OpeningRule::Rif, RuleKind::Renju, SIZE, Sameness::Shape).unwrap();
    walk(&mut opening, "A:h8 h9 i8; B:keep; B:h6; A:offer g8 i9", Rows::FromBottom).unwrap();
    let mut contest = Contest::new(opening, [TimeControl::Unlimited; 2], regulations);
    assert_eq!(contest.ending(), None);
    let picked = Action::Pick(vec![Point::parse("g8", SIZE, Rows::FromBottom).unwrap()]);
    contest.act(Seat::B, picked, Duration::ZERO).unwrap();
    assert_eq!(contest.ending(), Some(Ending::MoveLimit));
}
