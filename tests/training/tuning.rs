//! Tuning: the file of a run, and what it refuses.

use std::collections::BTreeSet;
use std::fs;

use super::{fail, succeed};
use crate::harness::folder;

#[test]
fn the_same_values_come_out_whatever_the_threads_and_interruptions() {
    let folder = folder("tune");
    let tune = "tune --rule renju --size 12 --nodes 1000 --iterations 4 --pairs 4 --only fu --only reduction";
    let once = succeed(&folder, &format!("{tune} once.tune"));
    let lines =
        |text: &str| -> Vec<String> { text.lines().filter(|line| line.contains("..=")).map(str::to_string).collect() };
    let names: Vec<String> = lines(&once).iter().map(|line| line.trim().split(':').next().unwrap().into()).collect();
    let futility = ["futility_depth", "futility_base", "futility_slope", "futility_moves"];
    let expected = [&futility[..], &["reduction_base", "reduction_growth"]].concat();
    assert_eq!(names, expected, "{once}");
    let whole = fs::read_to_string(folder.join("once.tune")).unwrap();
    assert_eq!(whole.lines().count(), 5, "{whole}");
    let values: BTreeSet<&str> = whole.lines().filter_map(|line| line.split("\"values\":").nth(1)).collect();
    assert!(values.len() > 1, "nothing was tuned: {whole}");

    // Interrupted in the middle of the last step.
    fs::write(folder.join("often.tune"), &whole[..whole.len() - 9]).unwrap();
    let often = succeed(&folder, &format!("{tune} --threads 3 often.tune"));
    assert!(often.contains("3 of 4 iterations"), "{often}");
    assert_eq!(fs::read_to_string(folder.join("often.tune")).unwrap(), whole);
    assert_eq!(lines(&often), lines(&once));

    // What differs is named, and nothing else.
    let complaint = fail(&folder, &format!("{} --seed 2 once.tune", tune.replace("--iterations 4", "--iterations 5")));
    let different = "it is of another run: iterations is 4 and not 5, seed is 1 and not 2\n";
    assert!(complaint.ends_with(different), "{complaint}");
    // Nor is one that another program or other weights began.
    for field in ["\"version\":\"", "\"weights\":"] {
        assert!(whole.contains(field), "{whole}");
        fs::write(folder.join("other.tune"), whole.replacen(field, &format!("{field}1"), 1)).unwrap();
        let complaint = fail(&folder, &format!("{tune} other.tune"));
        assert!(complaint.contains("it is of another run"), "{complaint}");
    }
    // Every step is looked at, not the last alone.
    let second = whole.lines().nth(2).unwrap();
    for (broken, why) in [
        (whole.replace(second, "{}"), "line 3: this is no step"),
        (whole.replace(&format!("{second}\n"), ""), "line 3: iteration 3 where iteration 2 belongs"),
        (whole.replacen("\"futility_depth\":", "\"futility_depth\":99", 1), "line 2: futility_depth is 99"),
    ] {
        fs::write(folder.join("broken.tune"), &broken).unwrap();
        let complaint = fail(&folder, &format!("{tune} broken.tune"));
        assert!(complaint.contains("cannot go on with broken.tune: ") && complaint.contains(why), "{complaint}");
        assert_eq!(fs::read_to_string(folder.join("broken.tune")).unwrap(), broken);
    }
    for option in ["--push inf", "--rate inf", "--rate 0"] {
        let complaint = fail(&folder, &format!("tune {option} new.tune"));
        assert!(complaint.contains(" must be above 0 and finite"), "{option}: {complaint}");
    }
    let complaint = fail(&folder, "tune --only nothing new.tune");
    assert!(complaint.contains("--only nothing: no parameter begins so"), "{complaint}");
    assert_eq!(fs::read_to_string(folder.join("once.tune")).unwrap(), whole);
    assert!(!folder.join("new.tune").exists());

    // The beginning of the first line is what an interrupted run left; anything else is somebody's, a line end or not.
    let cut = "{\"iterations\":4,";
    assert!(whole.starts_with(cut), "{whole}");
    fs::write(folder.join("cut.tune"), cut).unwrap();
    succeed(&folder, &format!("{tune} cut.tune"));
    assert_eq!(fs::read_to_string(folder.join("cut.tune")).unwrap(), whole);
    fs::write(folder.join("precious"), "{precious").unwrap();
    let complaint = fail(&folder, &format!("{tune} precious"));
    assert!(complaint.contains("cannot go on with precious: it holds something else"), "{complaint}");
    assert_eq!(fs::read_to_string(folder.join("precious")).unwrap(), "{precious");
}
