//! The heap of the program where the system limits how much memory it may have.

/// One arena for all threads where the room for addresses is limited (`ulimit -v`). glibc gives every thread an arena of its own,
/// which takes 64 MB of that room whenever the thread comes to it, and the next kilobyte may not be had then.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn share_arena() {
    use nix::libc::{M_ARENA_MAX, mallopt};
    use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};
    if getrlimit(Resource::RLIMIT_AS).is_ok_and(|(room, _)| room != RLIM_INFINITY) {
        // SAFETY: it sets a number of the allocator, and no other thread runs yet.
        unsafe { mallopt(M_ARENA_MAX, 1) };
    }
}

/// Elsewhere threads have no arenas that take so much.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn share_arena() {}
