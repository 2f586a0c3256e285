#pragma once

#include <vector>

#include "state/variable.hpp"

namespace lobatto::physics {

/// The derivatives of one number with respect to the values of fields at the nodes of each element:
/// of neighbours that share a node each has its part, as of right-hand sides.
class Cotangents {
 public:
  /// Of the fields that are asked for, of zeros. All must live as long.
  void add(const state::Variable& of, const space::FunctionSpace& space) {
    parts_.push_back({&of, state::Variable("cotangent of " + of.name(),
                                           {.is_vector = of.kind().is_vector}, space)});
  }
  /// Null of a field that does not count.
  [[nodiscard]] state::Variable* find(const state::Variable& of) {
    for (auto& part : parts_)
      if (part.of == &of) return &part.values;
    return nullptr;
  }
  void clear() {
    for (auto& part : parts_)
      for (int c = 0; c < part.values.n_components(); ++c) part.values.now(c).fill(0.0);
  }

 private:
  struct Part {
    const state::Variable* of;
    state::Variable values;
  };
  std::vector<Part> parts_;
};

}  // namespace lobatto::physics
