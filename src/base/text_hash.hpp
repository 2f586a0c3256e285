#pragma once

#include <cstdint>
#include <string_view>

namespace lobatto::base {

/// Of Fowler, Noll and Vo (FNV-1a), 64 bits: the same for the same bytes, on every machine.
constexpr std::uint64_t text_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

}  // namespace lobatto::base
