#pragma once

namespace lobatto::accept {

/// n things in a row, shared out among some parts as evenly as can be.
struct Shares {
  int n, parts;

  /// The first of part i; n for i = parts.
  [[nodiscard]] int first(int i) const {
    return static_cast<int>(static_cast<long long>(n) * i / parts);
  }
  [[nodiscard]] int count(int i) const { return first(i + 1) - first(i); }
  /// The part to which one of them belongs.
  [[nodiscard]] int part_of(int at) const {
    return static_cast<int>((static_cast<long long>(parts) * (at + 1) - 1) / n);
  }
};

}  // namespace lobatto::accept
