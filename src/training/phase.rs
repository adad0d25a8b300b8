//! Phases of the game, by which figures are told.

/// Phases of the game, each up to so many stones.
pub(crate) const PHASES: [usize; 5] = [19, 39, 59, 79, usize::MAX];

/// The phase of a position with so many stones.
pub(crate) fn phase(stones: usize) -> usize {
    PHASES.iter().position(|&last| stones <= last).expect("the last phase has no end")
}

/// What the stones of a phase are: `20-39`.
pub(crate) fn phase_name(phase: usize) -> String {
    let first = if phase == 0 { 0 } else { PHASES[phase - 1] + 1 };
    if PHASES[phase] == usize::MAX { format!("{first}-") } else { format!("{first}-{}", PHASES[phase]) }
}
