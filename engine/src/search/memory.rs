//! Memory of tables: zero at first, resident only where it is written, in large pages where the system has them; the buckets
//! it is divided into, and what brings one to the processor in time.

use std::alloc::{Layout, handle_alloc_error};
use std::hint::black_box;
use std::iter;
use std::ops::{Deref, DerefMut};

#[cfg(not(all(test, loom)))]
use bytemuck::Zeroable;

/// Under loom, whose atomics are more than their bits, zero is what is there by default.
#[cfg(all(test, loom))]
pub(super) trait Zeroable: Default {
    fn zeroed() -> Self {
        Self::default()
    }
}

#[cfg(all(test, loom))]
impl<T: Default> Zeroable for T {}

/// So many zeros, if there is memory for them. None of it is touched.
pub(super) fn zeroed<T: Zeroable>(len: usize) -> Option<Box<[T]>> {
    #[cfg(not(all(test, loom)))]
    let memory = bytemuck::try_zeroed_slice_box(len).ok()?;
    #[cfg(all(test, loom))]
    let memory: Box<[T]> = iter::repeat_with(T::zeroed).take(len).collect();
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

/// Buckets of up to so many bytes are cleared where they stand: the short searches of training would take longer to get fresh
/// pages from the system than to think.
pub(super) const CLEARED_IN_PLACE: usize = 4 << 20;

/// Words of an entry.
const ENTRY: usize = 2;

/// Buckets of a table: each holds the entries that share an index, and has a line of the cache of its own. Were they aligned by
/// their type, the standard allocator would write the zeros, and so touch all of the memory.
pub(super) struct Buckets<W, const WAYS: usize> {
    /// Words, of a bucket more than there are, since the first may have to be moved: by single words, as allocators align them.
    room: Box<[W]>,
    first: usize,
    words: usize,
}

impl<W: Zeroable, const WAYS: usize> Buckets<W, WAYS> {
    /// Words of a bucket.
    const BUCKET: usize = ENTRY * WAYS;

    /// So many buckets of zeros, or half as many, or half of that, as there is memory for.
    pub(super) fn new(len: usize) -> Buckets<W, WAYS> {
        halving(len, |len| {
            let words = len.checked_mul(Self::BUCKET)?;
            let room = zeroed::<W>(words.checked_add(Self::BUCKET)?)?;
            // Where the allocator does not allow it nothing is moved by more than there is.
            let first = room.as_ptr().align_offset(CACHE_LINE).min(Self::BUCKET);
            Some(Buckets { room, first, words })
        })
    }

    /// Makes everything zero again where nothing was written but in the first so many buckets.
    pub(super) fn clear(&mut self, written: usize) {
        let written = self[..written].as_flattened_mut().as_flattened_mut();
        if size_of_val(written) <= CLEARED_IN_PLACE {
            written.fill_with(W::zeroed);
        } else {
            // A new allocation gives the resident memory back too. The old one goes first, so that there is room for it.
            let len = self.len();
            self.room = Box::default();
            *self = Buckets::new(len);
        }
    }
}

impl<W, const WAYS: usize> Deref for Buckets<W, WAYS> {
    type Target = [[[W; ENTRY]; WAYS]];

    #[inline]
    fn deref(&self) -> &[[[W; ENTRY]; WAYS]] {
        self.room[self.first..self.first + self.words].as_chunks::<ENTRY>().0.as_chunks::<WAYS>().0
    }
}

impl<W, const WAYS: usize> DerefMut for Buckets<W, WAYS> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [[[W; ENTRY]; WAYS]] {
        self.room[self.first..self.first + self.words].as_chunks_mut::<ENTRY>().0.as_chunks_mut::<WAYS>().0
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
    fn each_bucket_has_a_line_of_the_cache_and_all_there_is_is_cleared() {
        for len in [1, 1 << 12, 2 * CLEARED_IN_PLACE / CACHE_LINE] {
            let mut buckets = Buckets::<u64, 4>::new(len);
            for written in [len.div_ceil(2), len] {
                assert_eq!((buckets.as_ptr().addr() % CACHE_LINE, buckets.len()), (0, len));
                buckets[..written].fill([[7; 2]; 4]);
                buckets.clear(written);
                assert!(buckets.as_flattened().iter().all(|&entry| entry == [0; 2]));
            }
        }
    }

    #[test]
    fn where_memory_is_short_half_of_it_is_asked_for_until_there_is_none() {
        for (len, expected) in [(12, &[12, 6, 3, 1][..]), (1, &[1])] {
            assert_eq!(halves(len).collect::<Vec<_>>(), expected);
        }
        assert_eq!(halving(100, |len| (len <= 12).then_some(len)), 12);
    }
}
