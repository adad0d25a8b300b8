//! What is told of what an engine says unasked, refuses, and of how it ends.

use super::*;
#[cfg(unix)]
use crate::matches::setup::tests::setup;

/// Starts an engine, a script of the shell, in a match with these options. No game has begun.
#[cfg(unix)]
pub(super) fn play(script: &str, options: &str, check: impl FnOnce(Player<'_>, &Game, &Timer)) {
    let setup = setup(&format!("-e a=x -e b=y --turn 30s {options}")).unwrap();
    let launch = Launch { program: "sh".to_string(), arguments: vec!["-c".to_string(), script.to_string()] };
    let (cancelled, transcript) = (AtomicBool::new(false), Transcript::new(None));
    let context = PlayContext { conditions: &setup.conditions, cancelled: &cancelled, transcript: &transcript };
    let engine = &setup.engines[0];
    let game = Game::new(setup.conditions.rules, setup.conditions.size);
    check(Player::start(engine, &launch, context).unwrap(), &game, &engine.timer(Duration::ZERO));
}

#[test]
fn a_refusal_says_more_than_the_hints_behind_it() {
    for (lines, expected) in [
        ("starting/ERROR - no weights/ERROR - gives up/hint: see weights.txt", "ERROR - no weights"),
        ("starting/UNKNOWN command/hint: see weights.txt", "UNKNOWN command"),
        ("starting/running 1 test", "running 1 test"),
    ] {
        let lines: Vec<String> = lines.split('/').map(str::to_string).collect();
        assert_eq!(most_telling(&lines).map(String::as_str), Some(expected));
    }
    assert_eq!(most_telling(&[]), None);
}

#[cfg(unix)]
#[test]
fn who_does_not_know_start_refuses_it() {
    for line in ["UNKNOWN command", "ERROR size"] {
        let script = format!("while read -r line; do case $line in RECTSTART*) echo {line};; esac; done");
        play(&script, "--size 10x7 --start-wait 10m", |mut player, _, _| {
            let trouble = player.new_game(NO_GAME);
            let expected = format!("refuses RECTSTART 10,7: {line}");
            assert!(matches!(&trouble, Err(Trouble::Fault(End::Start, why)) if *why == expected), "{trouble:?}");
        });
    }
}

#[cfg(unix)]
#[test]
fn how_an_engine_ended_between_games_is_noted_once_whatever_it_said_before() {
    for (end, expected) in [
        ("exit 3", "ended by itself: exit code 3"),
        ("kill -KILL $$", "ended by itself: signal: 9 (SIGKILL)"),
        ("exec yes", FLOOD),
    ] {
        let script = format!(
            "while read -r line; do case $line in START*) echo OK;; INFO*) echo \"ERROR $line\";; \
             BEGIN*) echo 7,7; {end};; esac; done"
        );
        for is_kept in [true, false] {
            play(&script, "", |mut player, game, timer| {
                player.new_game(NO_GAME).unwrap();
                assert_eq!(player.ask(game, timer).unwrap().what, Some((7, 7)));
                // It ends once nobody listens to a flood any more; its last words may still be on their way to us.
                assert!(player.process.wait(Instant::now() + Duration::from_secs(60)).is_some());
                thread::sleep(Duration::from_millis(300));
                let notes = if is_kept {
                    let (notes, kept) = player.keep();
                    assert!(kept.is_none(), "{end}");
                    notes
                } else {
                    player.finish()
                };
                let (last, unsolicited) = notes.split_last().unwrap();
                assert_eq!((last.as_str(), unsolicited.len()), (expected, MOST_UNSOLICITED), "{notes:?}");
                assert!(unsolicited.iter().all(|note| note.contains("ERROR INFO")), "{notes:?}");
            });
        }
    }
}

#[cfg(unix)]
#[test]
fn a_crash_at_the_end_is_noted_of_an_engine_that_had_only_closed_its_output() {
    let script = "while read -r line; do case $line in START*) echo OK;; \
                  BEGIN*) echo 7,7; exec >&-; read -r end; kill -SEGV $$;; esac; done";
    play(script, "", |mut player, game, timer| {
        player.new_game(NO_GAME).unwrap();
        assert_eq!(player.ask(game, timer).unwrap().what, Some((7, 7)));
        // That its output is closed may still be on its way to us.
        thread::sleep(Duration::from_millis(300));
        let notes = player.finish();
        let [closed, crashed] = &notes[..] else { panic!("{notes:?}") };
        assert_eq!(closed, "closed its output");
        assert!(crashed.starts_with("ended badly: signal: 11"), "{crashed}");
    });
}
