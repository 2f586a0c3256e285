#include "plain_stream.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#if defined(__AVX512F__)
typedef __m512d lanes;
#define PUT(to, value) _mm512_stream_pd(to, value)
#elif defined(__AVX__)
typedef __m256d lanes;
#define PUT(to, value) _mm256_stream_pd(to, value)
#elif defined(__x86_64__)
typedef __m128d lanes;
#define PUT(to, value) _mm_stream_pd(to, value)
#else
typedef double lanes;
#define PUT(to, value) (*(to) = (value))
#endif
#define LANES(from) (*(const lanes *)(from))
static const size_t n_lanes = sizeof(lanes) / sizeof(double);

void plain_copy(double *restrict a, const double *restrict b, size_t n) {
  for (size_t i = 0; i < n; ++i) a[i] = b[i];
}

void plain_scale(double *restrict a, const double *restrict b, double s, size_t n) {
  for (size_t i = 0; i < n; ++i) a[i] = s * b[i];
}

void plain_add(double *restrict a, const double *restrict b, const double *restrict c, size_t n) {
  for (size_t i = 0; i < n; ++i) a[i] = b[i] + c[i];
}

void plain_triad(double *restrict a, const double *restrict b, const double *restrict c, double s,
                 size_t n) {
  for (size_t i = 0; i < n; ++i) a[i] = b[i] + s * c[i];
}

void streaming_copy(double *restrict a, const double *restrict b, size_t n) {
  for (size_t i = 0; i < n; i += n_lanes) PUT(a + i, LANES(b + i));
}

void streaming_scale(double *restrict a, const double *restrict b, double s, size_t n) {
  for (size_t i = 0; i < n; i += n_lanes) PUT(a + i, s * LANES(b + i));
}

void streaming_add(double *restrict a, const double *restrict b, const double *restrict c,
                   size_t n) {
  for (size_t i = 0; i < n; i += n_lanes) PUT(a + i, LANES(b + i) + LANES(c + i));
}

void streaming_triad(double *restrict a, const double *restrict b, const double *restrict c,
                     double s, size_t n) {
  for (size_t i = 0; i < n; i += n_lanes) PUT(a + i, LANES(b + i) + s * LANES(c + i));
}
