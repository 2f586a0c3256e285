#pragma once

#include <stddef.h>

/* The loops of STREAM 5.10 in C, for a compiler to make of them what it does; and the same with
   stores past the cache where the processor has them, a register at a time: between other work
   narrower ones are slower. n a multiple of 16, arrays on 64-byte boundaries. */
#ifdef __cplusplus
extern "C" {
#endif
void plain_copy(double *a, const double *b, size_t n);
void plain_scale(double *a, const double *b, double s, size_t n);
void plain_add(double *a, const double *b, const double *c, size_t n);
void plain_triad(double *a, const double *b, const double *c, double s, size_t n);
void streaming_copy(double *a, const double *b, size_t n);
void streaming_scale(double *a, const double *b, double s, size_t n);
void streaming_add(double *a, const double *b, const double *c, size_t n);
void streaming_triad(double *a, const double *b, const double *c, double s, size_t n);
#ifdef __cplusplus
}
#endif
