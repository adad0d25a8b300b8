//! Memory of tables: zero at first, resident only where it is written, in large pages where the system has them; and what
//! brings it to the processor in time.

use std::alloc::{Layout, handle_alloc_error};
use std::hint::black_box;
use std::iter;
use std::ops::{Deref, DerefMut};

use bytemuck::Zeroable;

/// So many zeros, if there is memory for them. None of it is touched.
pub(super) fn zeroed<T: Zeroable>(len: usize) -> Option<Box<[T]>> {
    let memory = bytemuck::try_zeroed_slice_box(len).ok()?;
    ask_for_large_pages(&memory);
    Some(memory)
}

/// What can be made of so many, or of half as many, or half of that. Where nothing can be made of one the program ends as it
/// does wherever there is no memory.
pub(super) fn halving<T>(len: usize, make: impl FnMut(usize) -> Option<T>) -> T {
    halves(len).find_map(make).unwrap_or_else(|| handle_alloc_error(Layout::new::<T>()))
}

/// A number, the half of it, the half of that, and at last one.
fn halves(len: usize) -> impl Iterator<Item = usize> {
    iter::successors(Some(len), |&len| (len > 1).then_some(len / 2))
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

/// Bytes of a line of the cache.
pub(super) const CACHE_LINE: usize = 64;

/// Line-aligned memory: its first element is also the first of a line of the cache, so that what fills a line has one of its
/// own. As the alignment of a type it would have the standard allocator write the zeros, and so touch all of the memory.
pub(super) struct LineAligned<T> {
    /// More than are asked for, as many as the first may have to be moved.
    room: Box<[T]>,
    first: usize,
    len: usize,
}

impl<T> LineAligned<T> {
    /// So many elements, if `make` finds memory for them and for a few more.
    pub(super) fn new(len: usize, make: impl FnOnce(usize) -> Option<Box<[T]>>) -> Option<LineAligned<T>> {
        let spare = CACHE_LINE / size_of::<T>();
        let room = make(len.checked_add(spare)?)?;
        // Where the allocator does not allow it nothing is moved by more than there is.
        let first = room.as_ptr().align_offset(CACHE_LINE).min(spare);
        Some(LineAligned { room, first, len })
    }
}

impl<T> Default for LineAligned<T> {
    fn default() -> LineAligned<T> {
        LineAligned { room: Box::default(), first: 0, len: 0 }
    }
}

impl<T> Deref for LineAligned<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.room[self.first..self.first + self.len]
    }
}

impl<T> DerefMut for LineAligned<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.room[self.first..self.first + self.len]
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aligned_memory_begins_a_line_of_the_cache() {
        for len in [4, 1 << 16, 1 << 20] {
            let mut memory = LineAligned::<u64>::new(len, zeroed).expect("there is memory for it");
            assert_eq!((memory.as_ptr().addr() % CACHE_LINE, memory.len()), (0, len));
            memory.fill(7);
            assert!(memory.iter().all(|&word| word == 7));
        }
        assert!(LineAligned::<u64>::new(usize::MAX, zeroed).is_none());
        assert!(LineAligned::<u64>::default().is_empty());
    }

    #[test]
    fn where_memory_is_short_half_of_it_is_asked_for_until_there_is_none() {
        for (len, expected) in [(12, &[12, 6, 3, 1][..]), (1, &[1])] {
            assert_eq!(halves(len).collect::<Vec<_>>(), expected);
        }
        assert_eq!(halving(100, |len| (len <= 12).then_some(len)), 12);
    }
}
