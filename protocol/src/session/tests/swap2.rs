//! The swap2 opening in the words of Gomocup and of Yixin-Board.

use super::*;

fn stones(points: &[(usize, usize)]) -> Choice {
    Choice::Opening(points.iter().map(|&(x, y)| opening::Action::Stone(Point::new(x, y))).collect())
}

fn two(first: (usize, usize), second: (usize, usize)) -> Choice {
    Choice::Opening(vec![opening::Action::Two([first, second].map(|(x, y)| Point::new(x, y)).to_vec())])
}

fn keep(points: &[(usize, usize)]) -> Choice {
    let Choice::Opening(mut actions) = stones(points) else { unreachable!("stones are an opening") };
    actions.insert(0, opening::Action::Keep);
    Choice::Opening(actions)
}

fn swap() -> Choice {
    Choice::Opening(vec![opening::Action::Swap])
}

#[test]
fn swap2_has_three_cases() {
    let mut talk = Talk::started();
    talk.check("SWAP2BOARD/DONE", "<go swap2: stone after >");
    assert_eq!(talk.done(stones(&[(7, 7), (8, 7), (0, 0)])), "7,7 8,7 0,0");
    talk.check("SWAP2BOARD/7,7/8,7/0,0/DONE", "<go swap2: two after h8i8a15>");
    assert_eq!(talk.done(swap()), "SWAP");
    talk.check("SWAP2BOARD 7,7,1 8,7,2 0,0,1 DONE", "<go swap2: two after h8i8a15>");
    assert_eq!(talk.done(two((3, 3), (4, 4))), "3,3 4,4");
    talk.check("SWAP2BOARD/7,7/8,7/0,0/DONE", "<go swap2: two after h8i8a15>");
    assert_eq!(talk.done(keep(&[(3, 3)])), "3,3");
    talk.check("SWAP2BOARD/7,7/8,7/0,0/1,1/2,2/DONE", "<go swap2: swap after h8i8a15b14c13>");
    assert_eq!(talk.done(keep(&[(3, 3)])), "3,3");
    talk.check("BOARD/7,7,1/8,7,2/0,0,1/1,1,2/DONE", "<go move after h8i8a15b14>");
    assert_eq!(talk.moves(3, 3), "3,3");
    talk.check("SWAP2BOARD/7,7/DONE", "ERROR a swap2 opening has 0, 3 or 5 stones and not 1");
    talk.check("TAKEBACK 3,3", "OK");
    // Choices that the case does not allow, and half of one.
    for choice in [swap(), stones(&[(1, 1), (1, 1), (2, 2)]), stones(&[(1, 1), (2, 2)]), keep(&[]), Choice::Nothing] {
        talk.check("SWAP2BOARD/DONE", "<go swap2: stone after >");
        assert_eq!(talk.done(choice), "1,0 3,2 0,3");
    }
    for choice in [two((3, 3), (4, 4)), stones(&[]), stones(&[(3, 3)]), keep(&[]), Choice::Move(Point::new(3, 3))] {
        talk.check("SWAP2BOARD/7,7/8,7/0,0/1,1/2,2/DONE", "<go swap2: swap after h8i8a15b14c13>");
        assert_eq!(talk.done(choice), "SWAP");
    }
    talk.check("SWAP2BOARD/7,7/8,7/0,0/DONE", "<go swap2: two after h8i8a15>");
    assert_eq!(talk.done(keep(&[(0, 0)])), "SWAP");
}

#[test]
fn what_an_opening_was_answered_with_stands_on_the_board() {
    for line in ["SWAP2BOARD DONE", "YXSWAP2STEP1"] {
        let mut talk = Talk::started();
        talk.check(line, "<go swap2: stone after >");
        talk.done(stones(&[(7, 7), (8, 7), (0, 0)]));
        assert_eq!(talk.session.game().unwrap().to_text(Default::default()), "h8i8a15", "{line}");
    }
}

#[test]
fn lots_differ_from_request_to_request_and_a_seed_repeats_them() {
    let lots = |seed: &str| {
        let mut talk = Talk::started();
        talk.say(&format!("INFO seed {seed}"));
        let mut lot = || {
            talk.check("SWAP2BOARD/DONE", "<go swap2: stone after >");
            let Some(Task::Opening { lot, .. }) = talk.request.as_ref().map(|request| &request.task) else {
                panic!("an opening was asked for")
            };
            let lot = *lot;
            talk.done(stones(&[(7, 7), (8, 7), (0, 0)]));
            lot
        };
        [lot(), lot()]
    };
    assert_ne!(lots("1")[0], lots("1")[1]);
    assert_eq!(lots("1"), lots("1"));
    assert_ne!(lots("1"), lots("-2"));
}

#[test]
fn yixin_board_has_its_own_words_for_swap2() {
    let mut talk = Talk::started();
    talk.check("yxboard/1,1,1/done/yxswap2step1", "<go swap2: stone after >");
    assert_eq!(
        talk.done(stones(&[(1, 2), (3, 4), (5, 6)])),
        "MESSAGE SWAP2 MOVE1 1 2 | MESSAGE SWAP2 MOVE2 3 4 | MESSAGE SWAP2 MOVE3 5 6"
    );
    let three = "yxboard/1,2,2/3,4,1/5,6,2/done/yxswap2step2";
    talk.check(three, "<go swap2: two after b13d11f9>");
    assert_eq!(talk.done(swap()), "MESSAGE SWAP2 SWAP1 YES");
    talk.check(three, "<go swap2: two after b13d11f9>");
    assert_eq!(talk.done(keep(&[])), "MESSAGE SWAP2 SWAP1 NO");
    talk.check(three, "<go swap2: two after b13d11f9>");
    assert_eq!(talk.done(two((0, 0), (0, 1))), "MESSAGE SWAP2 MOVE4 0 0 | MESSAGE SWAP2 MOVE5 0 1");
    let five = "yxboard/1,2,2/3,4,1/5,6,2/0,0,1/0,1,2/done/yxswap2step3";
    talk.check(five, "<go swap2: swap after b13d11f9a15a14>");
    assert_eq!(talk.done(swap()), "MESSAGE SWAP2 SWAP2 YES");
    talk.check(five, "<go swap2: swap after b13d11f9a15a14>");
    assert_eq!(talk.done(keep(&[])), "MESSAGE SWAP2 SWAP2 NO");
    talk.check("yxswap2step2", "ERROR step 2 has 3 stones and not 5; the position is unchanged");
    let three = "yxboard/1,2,2/3,4,1/5,6,2/done/yxswap2step3";
    talk.check(three, "ERROR step 3 has 5 stones and not 3; the position is unchanged");
}
