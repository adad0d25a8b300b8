//! Memory of tables: zero at first, resident only where it is written, in large pages where the system has them; and what
//! brings it to the processor in time.

use std::hint::black_box;

use bytemuck::Zeroable;

/// So many zeros, if there is memory for them. None of it is touched.
pub(super) fn zeroed<T: Zeroable>(len: usize) -> Option<Box<[T]>> {
    let memory = bytemuck::try_zeroed_slice_box(len).ok()?;
    ask_for_large_pages(&memory);
    Some(memory)
}

/// So many zeros; where so many cannot be had half as many, or half of that, but at least one.
pub(super) fn zeroed_or_fewer<T: Zeroable>(len: usize) -> Box<[T]> {
    zeroed(len).unwrap_or_else(|| zeroed_or_fewer((len / 2).max(1)))
}

/// Room for so many bytes more, if there is memory for them. None of it is touched.
fn room(bytes: usize) -> Option<Vec<u8>> {
    let mut room = Vec::new();
    room.try_reserve_exact(bytes).ok()?;
    // Else it need not be there at all.
    Some(black_box(room))
}

/// Whether there is memory for so many bytes more.
pub(super) fn has_room(bytes: usize) -> bool {
    room(bytes).is_some()
}

/// Makes something that may take all the memory there is, and leaves so many bytes of it for what follows.
pub(super) fn leaving<T>(bytes: usize, make: impl FnOnce() -> T) -> T {
    let _left = room(bytes);
    make()
}

/// Large pages: asks the system for them, for memory that is read here and there. Of the usual ones a table has more than the
/// processor can keep in mind the places of.
#[cfg(target_os = "linux")]
fn ask_for_large_pages<T>(memory: &[T]) {
    use std::ptr::NonNull;

    use nix::sys::mman::{MmapAdvise, madvise};

    /// The least size that pages have anywhere.
    const PAGE: usize = 4 << 10;
    const LARGE_PAGE: usize = 2 << 20;
    if size_of_val(memory) < LARGE_PAGE {
        return;
    }
    let start = memory.as_ptr();
    let into_page = start.addr() % PAGE;
    if let Some(page) = NonNull::new(start.wrapping_byte_sub(into_page).cast_mut()) {
        // A system without them goes on with the usual pages.
        // SAFETY: the page in which the memory begins is there as a whole, and the advice changes nothing of what is in it.
        let _ = unsafe { madvise(page.cast(), into_page + size_of_val(memory), MmapAdvise::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages<T>(_memory: &[T]) {}

/// Prefetch: has the processor bring the line of the cache in which something begins.
#[inline]
pub(super) fn prefetch<T>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing that the program could notice, and the address is that of something alive.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(what).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}
