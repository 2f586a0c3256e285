#pragma once

namespace lobatto::kernels {

/// What one call of a kernel counts: floating-point operations of the algorithm as written, and
/// bytes as if every field crossed memory once and matrices stayed in cache.
struct Cost {
  double flops = 0.0;
  double bytes = 0.0;

  constexpr Cost operator+(const Cost& other) const {
    return {flops + other.flops, bytes + other.bytes};
  }
  constexpr Cost operator*(double count) const { return {flops * count, bytes * count}; }
};

constexpr double cube(double n) { return n * n * n; }

}  // namespace lobatto::kernels
