#include "perf/stream_kernels.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#else
#include <cstring>
#endif

#include "kernels/registers/lanes.hpp"

namespace lobatto::perf {
namespace {

#if defined(__AVX512F__) && defined(__AVX512DQ__)
void put(double* to, kernels::LanesOf<double> value) {
  _mm512_stream_pd(to, reinterpret_cast<__m512d>(value));
}
void put(float* to, kernels::LanesOf<float> value) {
  _mm512_stream_ps(to, reinterpret_cast<__m512>(value));
}
void finish_puts() { _mm_sfence(); }
#elif defined(__AVX__)
void put(double* to, kernels::LanesOf<double> value) {
  _mm256_stream_pd(to, reinterpret_cast<__m256d>(value));
}
void put(float* to, kernels::LanesOf<float> value) {
  _mm256_stream_ps(to, reinterpret_cast<__m256>(value));
}
void finish_puts() { _mm_sfence(); }
#elif defined(__x86_64__)
void put(double* to, kernels::LanesOf<double> value) {
  _mm_stream_pd(to, reinterpret_cast<__m128d>(value));
}
void put(float* to, kernels::LanesOf<float> value) {
  _mm_stream_ps(to, reinterpret_cast<__m128>(value));
}
void finish_puts() { _mm_sfence(); }
#else
template <class Real>
void put(Real* to, const kernels::LanesOf<Real>& value) {
  kernels::store(to, value);
}
void finish_puts() {}
#endif

/// a[i ...] = value_at(i), a register at a time.
template <class Real, class ValueAt>
LOBATTO_INLINE void fill(Real* a, std::size_t n, const ValueAt& value_at) {
  for (std::size_t i = 0; i < n; i += kernels::RegisterOf<Real>::n_values) put(a + i, value_at(i));
  finish_puts();
}

}  // namespace

template <class Real>
void stream_copy(Real* a, const Real* b, std::size_t n) {
  fill(a, n, [=](std::size_t i) { return kernels::load(b + i); });
}

template <class Real>
void stream_copy_by_moves(Real* a, const Real* b, std::size_t n) {
  std::size_t n_bytes = n * sizeof(Real);
#if defined(__x86_64__)
  // By hand: memcpy chooses among its methods by thresholds of its own.
  asm volatile("rep movsb" : "+D"(a), "+S"(b), "+c"(n_bytes) : : "memory");
#else
  std::memcpy(a, b, n_bytes);
#endif
}

template <class Real>
void stream_scale(Real* a, const Real* b, Real s, std::size_t n) {
  fill(a, n, [=](std::size_t i) { return s * kernels::load(b + i); });
}

template <class Real>
void stream_add(Real* a, const Real* b, const Real* c, std::size_t n) {
  fill(a, n, [=](std::size_t i) { return kernels::load(b + i) + kernels::load(c + i); });
}

template <class Real>
void stream_triad(Real* a, const Real* b, const Real* c, Real s, std::size_t n) {
  fill(a, n, [=](std::size_t i) { return kernels::load(b + i) + s * kernels::load(c + i); });
}

bool can_evict() {
#if defined(__x86_64__) || defined(__aarch64__)
  return true;
#else
  return false;
#endif
}

void evict([[maybe_unused]] const void* data, [[maybe_unused]] std::size_t n_bytes) {
  constexpr std::size_t line = 64;  // byte; no cache has shorter ones
  const auto* bytes = static_cast<const char*>(data);
  for (std::size_t at = 0; at < n_bytes; at += line) {
#if defined(__x86_64__)
    _mm_clflush(bytes + at);
#elif defined(__aarch64__)
    asm volatile("dc civac, %0" ::"r"(bytes + at) : "memory");
#endif
  }
#if defined(__x86_64__)
  _mm_mfence();
#elif defined(__aarch64__)
  asm volatile("dsb sy" ::: "memory");
#endif
}

template void stream_copy(double*, const double*, std::size_t);
template void stream_copy(float*, const float*, std::size_t);
template void stream_copy_by_moves(double*, const double*, std::size_t);
template void stream_copy_by_moves(float*, const float*, std::size_t);
template void stream_scale(double*, const double*, double, std::size_t);
template void stream_scale(float*, const float*, float, std::size_t);
template void stream_add(double*, const double*, const double*, std::size_t);
template void stream_add(float*, const float*, const float*, std::size_t);
template void stream_triad(double*, const double*, const double*, double, std::size_t);
template void stream_triad(float*, const float*, const float*, float, std::size_t);

}  // namespace lobatto::perf
