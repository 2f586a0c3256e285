#pragma once

#include <cstdint>

namespace lobatto::machine {

/// A number from [-1/2, 1/2) made of a key alone, so that every rank can make it by itself: the
/// finaliser of SplitMix64 (Steele, Lea & Flood, OOPSLA 2014), its upper 53 bits.
inline double random_number(std::uint64_t key) {
  std::uint64_t z = (key + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  z ^= z >> 31;
  return static_cast<double>(z >> 11) * 0x1p-53 - 0.5;
}

}  // namespace lobatto::machine
