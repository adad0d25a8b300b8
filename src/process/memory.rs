//! Memory that is held by processes alone, where the system can tell.

/// The unique set size of a process and all that descend from it, as the Gomocup judge adds it up.
#[cfg(target_os = "linux")]
pub(super) fn own_memory(id: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{id}/smaps_rollup")).ok()?;
    let kilobytes = |line: &str| line.split_ascii_whitespace().nth(1)?.parse::<u64>().ok();
    let own: u64 = text.lines().filter(|line| line.starts_with("Private_")).filter_map(kilobytes).sum();
    Some(own * 1024 + children(id).into_iter().filter_map(own_memory).sum::<u64>())
}

/// The processes that any thread of this one started.
#[cfg(target_os = "linux")]
fn children(id: u32) -> Vec<u32> {
    let threads = std::fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let of_thread = |thread: std::fs::DirEntry| std::fs::read_to_string(thread.path().join("children")).ok();
    let lists: Vec<String> = threads.filter_map(of_thread).collect();
    lists.iter().flat_map(|list| list.split_ascii_whitespace()).filter_map(|child| child.parse().ok()).collect()
}

#[cfg(not(target_os = "linux"))]
pub(super) fn own_memory(_id: u32) -> Option<u64> {
    None
}
