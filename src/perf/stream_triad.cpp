#include "perf/stream_triad.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace lobatto::perf {

#if defined(__AVX512F__)

void stream_triad(double* a, const double* b, const double* c, double s, std::size_t n) {
  const __m512d factor = _mm512_set1_pd(s);
  for (std::size_t i = 0; i < n; i += 8) {
    const __m512d sum = _mm512_fmadd_pd(factor, _mm512_load_pd(c + i), _mm512_load_pd(b + i));
    _mm512_stream_pd(a + i, sum);
  }
  _mm_sfence();
}

#elif defined(__x86_64__)

void stream_triad(double* a, const double* b, const double* c, double s, std::size_t n) {
  const __m128d factor = _mm_set1_pd(s);
  for (std::size_t i = 0; i < n; i += 2) {
    const __m128d sum = _mm_add_pd(_mm_load_pd(b + i), _mm_mul_pd(factor, _mm_load_pd(c + i)));
    _mm_stream_pd(a + i, sum);
  }
  _mm_sfence();
}

#else

void stream_triad(double* a, const double* b, const double* c, double s, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) a[i] = b[i] + s * c[i];
}

#endif

}  // namespace lobatto::perf
