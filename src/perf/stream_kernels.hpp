#pragma once

#include <cstddef>

namespace lobatto::perf {

/// The four loops of McCalpin's STREAM, in double and single precision. Where the processor has
/// such stores (x86-64), results are written past the cache, so that nothing is read that is not
/// counted. Arrays on 64-byte boundaries, n a multiple of 16; no two may overlap.

/// a[i] = b[i]: 2 n values of memory traffic.
template <class Real>
void stream_copy(Real* a, const Real* b, std::size_t n);
/// The same by the string moves of x86-64, elsewhere by memcpy. Some processors are faster at these
/// than at any loop, others slower: who wants to know what memory gives measures both.
template <class Real>
void stream_copy_by_moves(Real* a, const Real* b, std::size_t n);
/// a[i] = s b[i]: 2 n values, n flop.
template <class Real>
void stream_scale(Real* a, const Real* b, Real s, std::size_t n);
/// a[i] = b[i] + c[i]: 3 n values, n flop.
template <class Real>
void stream_add(Real* a, const Real* b, const Real* c, std::size_t n);
/// a[i] = b[i] + s c[i]: 3 n values, 2 n flop.
template <class Real>
void stream_triad(Real* a, const Real* b, const Real* c, Real s, std::size_t n);

/// True where evict() does something.
bool can_evict();
/// Takes what is at these addresses out of all caches, so that the next access goes to memory.
void evict(const void* data, std::size_t n_bytes);

}  // namespace lobatto::perf
