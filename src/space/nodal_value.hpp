#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace lobatto::space {

/// A quantity that is one number, or has a value at every local node.
class NodalValue {
 public:
  NodalValue(double constant) : constant_(constant) {}
  /// [size]; must live as long.
  NodalValue(std::span<const double> field) : field_(field.data()) {}

  /// None of a field.
  [[nodiscard]] std::optional<double> number() const {
    return field_ != nullptr ? std::nullopt : std::optional(constant_);
  }
  [[nodiscard]] double operator()(std::size_t node) const {
    return field_ != nullptr ? field_[node] : constant_;
  }

 private:
  double constant_ = 0;
  const double* field_ = nullptr;
};

}  // namespace lobatto::space
