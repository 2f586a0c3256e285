#include "plain_stream.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#define PUT(to, first, second) _mm_stream_pd(to, _mm_set_pd(second, first))
#else
#define PUT(to, first, second) ((to)[0] = (first), (to)[1] = (second))
#endif

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
  for (size_t i = 0; i < n; i += 2) PUT(a + i, b[i], b[i + 1]);
}

void streaming_scale(double *restrict a, const double *restrict b, double s, size_t n) {
  for (size_t i = 0; i < n; i += 2) PUT(a + i, s * b[i], s * b[i + 1]);
}

void streaming_add(double *restrict a, const double *restrict b, const double *restrict c,
                   size_t n) {
  for (size_t i = 0; i < n; i += 2) PUT(a + i, b[i] + c[i], b[i + 1] + c[i + 1]);
}

void streaming_triad(double *restrict a, const double *restrict b, const double *restrict c,
                     double s, size_t n) {
  for (size_t i = 0; i < n; i += 2) PUT(a + i, b[i] + s * c[i], b[i + 1] + s * c[i + 1]);
}
