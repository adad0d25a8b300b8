//! Times, memory and threads as managers tell them, and what cannot be done.

use super::*;

fn told(lines: &str) -> Preferences {
    let mut preferences = Preferences::new(16);
    for (key, value) in lines.split(';').filter_map(InfoKey::of_line) {
        preferences.set(key, value);
    }
    preferences
}

fn check_clock(lines: &str, analysis: bool, turn: Option<u64>, left: Option<u64>) {
    let clock = told(lines).clock(Instant::now(), analysis);
    let millis = |time: Option<Duration>| time.map(|time| time.as_millis() as u64);
    assert_eq!((millis(clock.turn), millis(clock.left)), (turn, left), "{lines}, analysis: {analysis}");
}

#[test]
fn times_mean_what_managers_mean() {
    check_clock("", false, Some(5000), None);
    check_clock("", true, None, None);
    check_clock("timeout_turn 1000", false, Some(1000), None);
    check_clock("timeout_turn 0", false, Some(0), None);
    check_clock("timeout_turn 0", true, None, None);
    check_clock("timeout_turn 0;timeout_match 0", false, Some(0), None);
    // A manager that measures by nodes alone sends no time. Pages send a depth with everything.
    check_clock("max_node 9;timeout_turn 0;timeout_match 0", false, None, None);
    check_clock("timeout_turn 0;timeout_match 0;time_left 0;max_node 9", false, None, None);
    check_clock("timeout_turn 0;max_node 9", false, Some(0), None);
    check_clock("timeout_turn 0;timeout_match 5000;max_node 9", false, Some(0), Some(5000));
    check_clock("timeout_turn 0;timeout_match 0;max_node -1;max_depth 225", false, Some(0), None);
    check_clock("timeout_turn -1", false, None, None);
    check_clock("timeout_turn 2147483647;time_left 2147483647", false, None, None);
    check_clock("timeout_turn 2000000;timeout_match 100000000;time_left 100000000", false, None, None);
    check_clock("timeout_turn 2000000;timeout_match 100000;time_left 100000", false, Some(2_000_000), Some(100_000));
    check_clock("timeout_turn 1000;timeout_match 5000", false, Some(1000), Some(5000));
    check_clock("timeout_match 5000", false, None, Some(5000));
    check_clock("timeout_turn 1000;timeout_match 5000;time_left 300", false, Some(1000), Some(300));
    check_clock("timeout_turn 1000;time_left -50", false, Some(0), Some(0));
    check_clock("timeout_turn 1000;timeout_match 5000;time_left -1", false, Some(0), Some(0));
    check_clock("timeout_turn 1000;timeout_match 0;time_left -1", false, Some(1000), None);
    check_clock("timeout_turn -1;timeout_match -1;time_left -1", true, None, None);
    check_clock("timeout_turn -1;timeout_match -1;time_left 1", true, None, None);
    check_clock("timeout_turn -1;timeout_match -1;time_left 1", false, None, Some(1));
    check_clock("timeout_turn -1;timeout_match 5000;time_left 1", true, None, Some(1));
    check_clock("timeout_turn 1000;timeout_match 0;time_left 1", true, Some(1000), Some(1));
    check_clock("timeout_turn 500;timeout_match 0;time_left -700", false, Some(0), Some(0));
    check_clock("time_left -50", true, None, None);
    check_clock("time_left 300", true, None, Some(300));
    check_clock("timeout_match 0;max_depth 4", false, None, None);
    check_clock("max_node 1000", false, None, None);
    check_clock("max_depth 4;max_depth 0;max_node 9;max_node 0", false, Some(5000), None);
    check_clock("timeout_turn 99999999999999999999", false, None, None);
    check_clock("timeout_turn -99999999999999999999", false, None, None);
}

#[test]
fn a_match_is_counted_down_when_nobody_tells_what_is_left() {
    let mut preferences = told("timeout_turn 1000;timeout_match 5000");
    preferences.spend(Duration::from_millis(1500));
    assert_eq!(preferences.clock(Instant::now(), false).left, Some(Duration::from_millis(3500)));
    preferences.set(InfoKey::TimeLeft, "700");
    assert_eq!(preferences.clock(Instant::now(), false).left, Some(Duration::from_millis(700)));
    preferences.spend(Duration::from_secs(9));
    assert_eq!(preferences.clock(Instant::now(), false).left, Some(Duration::ZERO));
}

#[test]
fn each_answer_earns_its_increment_when_nobody_tells_what_is_left() {
    let mut preferences = told("timeout_match 5000;time_increment 2000");
    let answer = |preferences: &mut Preferences, left: u64, used: u64| {
        assert_eq!(preferences.clock(Instant::now(), false).left, Some(Duration::from_millis(left)));
        preferences.spend(Duration::from_millis(used));
    };
    for (left, used) in [(5000, 3000), (4000, 3000), (3000, 0), (5000, 3000), (4000, 4000), (2000, 2000)] {
        answer(&mut preferences, left, used);
    }
    // A new match begins anew, and so does a time that is told.
    preferences.new_game();
    answer(&mut preferences, 5000, 1000);
    preferences.set(InfoKey::TimeLeft, "700");
    answer(&mut preferences, 700, 500);
    answer(&mut preferences, 2200, 0);
    // What is told later is earned by later answers.
    preferences.set(InfoKey::TimeIncrement, "-5");
    answer(&mut preferences, 4200, 200);
    answer(&mut preferences, 4000, 0);
}

#[test]
fn a_switch_is_on_from_one_on_and_off_before() {
    for (value, on) in [(1, true), (2, true), (0, false), (-1, false)] {
        let keys = ["ponder", "usedatabase", "database_readonly", "nbestsym"];
        let lines = keys.map(|key| format!("{key} {};{key} {value}", i32::from(!on))).join(";");
        let told = told(&lines);
        let found = [told.ponder(), told.uses_database(), told.database_is_readonly(), told.distinct_moves()];
        assert_eq!(found, [on; 4], "{lines}");
    }
}

#[test]
fn memory_leaves_room_for_the_process() {
    let start = Options { hash_bytes: 128 << 20, ..Options::default() };
    let hash = |lines: &str| told(lines).options(start, 0).hash_bytes;
    assert_eq!(hash(""), 128 << 20);
    assert_eq!(hash("max_memory 0"), 128 << 20);
    assert_eq!(hash("max_memory 367001600"), 256 << 20);
    let room = 40 << 20;
    let beside = hash("max_memory 83886080");
    assert!(Options::tables_bytes(beside) <= room && Options::tables_bytes(beside + 1024) > room, "{beside}");
    assert_eq!(hash(&format!("max_memory {LEAST_MEMORY}")), Options::MIN_HASH_BYTES);
    assert_eq!(hash("max_memory 1000"), Options::MIN_HASH_BYTES);
    assert_eq!(hash("hash_size 65536"), 64 << 20);
    assert_eq!(hash("hash 64"), 64 << 20);
    assert_eq!(hash("HASH_SIZE 0"), Options::MIN_HASH_BYTES);
    assert_eq!(hash("hash 99999999999999"), 1 << (MAX_HASH_LOG_KB + 10));
    assert_eq!(hash("hash 512;max_memory 83886080"), beside);
    // A book and a database take a third each, and what is held is no room for the table.
    let preferences = told("max_memory 83886080");
    assert_eq!(preferences.store_bytes(), ((80 << 20) - LEAST_MEMORY) / 3);
    assert_eq!(preferences.options(start, 10 << 20).hash_bytes, Options::hash_within(30 << 20));
    assert_eq!(preferences.options(start, usize::MAX).hash_bytes, Options::MIN_HASH_BYTES);
    assert_eq!(told("").options(start, usize::MAX).hash_bytes, 128 << 20);
    assert_eq!((told("").store_bytes(), told("max_memory 1000").store_bytes()), (usize::MAX, 0));
    assert_eq!(told("thread_num 0").options(start, 0).threads, 1);
}

#[test]
fn no_more_threads_are_used_than_may_be_asked_for() {
    for (most, asked, expected, is_remarked) in [
        (16, "0", 1, false),
        (16, "16", 16, false),
        (16, "17", 16, true),
        (16, "99999999999999999999", 16, true),
        (0, "1", 1, false),
        (1000, "300", Options::MAX_THREADS, true),
    ] {
        let mut preferences = Preferences::new(most);
        preferences.set(InfoKey::Threads, asked);
        assert_eq!(preferences.options(Options::default(), 0).threads, expected, "{asked} of {most}");
        assert_eq!(preferences.take_remarks().len(), usize::from(is_remarked), "{asked} of {most}");
    }
    let mut preferences = Preferences::new(2);
    preferences.set(InfoKey::Threads, "4");
    assert_eq!(preferences.take_remarks(), ["thread_num 4 is taken as 2: there may be no more"]);
}

#[test]
fn threads_share_a_limit_on_memory_with_the_tables() {
    let start = Options { hash_bytes: 128 << 20, ..Options::default() };
    let beside_two = Options::hash_within((24 << 20) - Options::THREAD_BYTES);
    for (lines, threads, hash_bytes) in [
        ("thread_num 16;max_memory 0", 16, 128 << 20),
        ("thread_num 4;max_memory 367001600", 4, 256 << 20),
        ("thread_num 2;max_memory 67108864", 2, beside_two),
        // Where nothing is left for the tables there are fewer threads.
        ("thread_num 16;max_memory 67108864", 2, beside_two),
        ("max_memory 67108864;thread_num 256;hash 512", 2, beside_two),
        ("thread_num 16;max_memory 1000", 1, Options::MIN_HASH_BYTES),
    ] {
        let options = told(lines).options(start, 0);
        assert_eq!((options.threads, options.hash_bytes), (threads, hash_bytes), "{lines}");
    }
    // Also those that nobody asked for.
    let start = Options { threads: 16, ..start };
    assert_eq!(told("max_memory 67108864").options(start, 0).threads, 2);
    // The least limit is kept with one thread, and is not enough for two.
    let for_two = LEAST_MEMORY + Options::THREAD_BYTES;
    for (limit, threads) in [(LEAST_MEMORY, 1), (for_two - 1, 1), (for_two, 2)] {
        let options = told(&format!("thread_num 2;max_memory {limit}")).options(start, 0);
        assert_eq!(options.threads, threads, "{limit}");
        let taken = PROCESS_BYTES + (threads - 1) * Options::THREAD_BYTES + Options::tables_bytes(options.hash_bytes);
        assert!(taken <= limit, "{taken} of {limit}");
    }
}

#[test]
fn only_the_impossible_is_a_pending_error_and_only_once() {
    for fine in ["", "nonsense", "evaluate 3,4", "folder C:\\a b\\ü", "game_type 1", "timeout_turn 5", "unknown x y z"]
    {
        assert_eq!(told(fine).take_pending_error(), None, "{fine}");
    }
    assert_eq!(told(&format!("max_memory {LEAST_MEMORY}")).take_pending_error(), None);
    for bad in
        ["rule 16", "rule x", "rule", "rule true", "rule false", "rule 4.9", "max_memory 1000", "max_memory true"]
    {
        let mut preferences = told(bad);
        assert!(preferences.take_pending_error().is_some(), "{bad}");
        assert_eq!((preferences.take_pending_error(), preferences.take_remarks().len()), (None, 0), "{bad}");
    }
    let mut preferences = told("rule 4;rule 99;max_memory 1000");
    let error = preferences.take_pending_error().unwrap();
    assert!(error.starts_with("rule 99 ") && error.contains("; INFO max_memory 1000 "), "{error}");
    assert_eq!((preferences.take_pending_error(), preferences.rules(Dialect::Gomocup).kind), (None, RuleKind::Renju));
}

#[test]
fn what_is_not_vital_is_remarked_upon_and_costs_no_move() {
    for bad in [
        "timeout_turn abc",
        "timeout_turn",
        "timeout_turn true",
        "threads false",
        "pondering on",
        "nbestsym x",
        "show_detail",
        "show_detail true",
        "seed 1.5.2",
        "hash .",
    ] {
        let mut preferences = told(bad);
        assert_eq!(preferences.take_pending_error(), None, "{bad}");
        assert_eq!((preferences.take_remarks().len(), preferences.take_remarks().len()), (1, 0), "{bad}");
    }
}

#[test]
fn a_pending_error_ends_when_its_key_is_set_anew() {
    for (lines, errors, remarks) in [
        ("rule 99;rule 0", 0, 0),
        ("max_memory 1000;max_memory 0", 0, 0),
        ("timeout_turn x;TIMEOUT_TURN 5000", 0, 0),
        ("movetime x;timeout_turn 5000", 0, 0),
        ("rule 99;max_memory 0", 1, 0),
        ("timeout_turn x;timeout_turn y;time_left z;rule 0", 0, 2),
    ] {
        let mut preferences = told(lines);
        let found = (usize::from(preferences.take_pending_error().is_some()), preferences.take_remarks().len());
        assert_eq!(found, (errors, remarks), "{lines}");
    }
}

#[test]
fn decimals_are_cut_off_and_switches_have_words() {
    check_clock("timeout_turn 5000.0;time_left 1234.5", false, Some(5000), Some(1234));
    check_clock("timeout_turn -0.5", false, Some(0), None);
    let told = told("max_depth 1.5;seed 7.9;pondering true;nbestsym TRUE;usedatabase 1;usedatabase False");
    assert_eq!((told.max_depth(), told.seed()), (Some(1), Some(7)));
    assert_eq!((told.ponder(), told.distinct_moves(), told.uses_database()), (true, true, false));
}
