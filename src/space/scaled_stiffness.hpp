#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "space/function_space.hpp"

namespace lobatto::space {

/// What the stiffness K(k) = sum_ab D_a^T (k G_ab) D_b of a coefficient k that has a value at every
/// node is applied from: the factors k G, six a node, in the layout of kernels::ElementGeometry,
/// for boxes too; with the mass beside it, which may have a factor of its own.
class ScaledStiffness {
 public:
  /// With k = 0 until the first update. The space must live as long. capacity: of the mass, at all
  /// nodes, or empty for 1.
  explicit ScaledStiffness(const FunctionSpace& space, std::span<const double> capacity = {});

  /// k at all nodes; copies of a node may differ. [size]
  void update(std::span<const double> k);
  /// Another factor of the mass. [size]
  void set_capacity(std::span<const double> capacity);

  /// Whether it has been updated, and last with these values. [size]
  [[nodiscard]] bool is_of(std::span<const double> k) const {
    return version_ > 0 && std::ranges::equal(k, k_);
  }
  /// From element e on. [k][j][6][i]
  [[nodiscard]] const double* stiffness(int e) const {
    return factors_.data() + 6 * space_.element_size() * e;
  }
  /// The mass from element e on, times the capacity. [k][j][i]
  [[nodiscard]] const double* mass(int e) const;
  /// Another one after every change; zero before the first.
  [[nodiscard]] std::int64_t version() const { return version_; }
  /// The mean of k over the volume at the last update. Collective.
  [[nodiscard]] double mean() const;
  /// The same of the factor of the mass. Collective.
  [[nodiscard]] double mean_capacity() const;

 private:
  void make_mass(std::span<const double> capacity);

  const FunctionSpace& space_;
  Field factors_;
  Field k_;
  bool has_own_mass_;  ///< or the geometry has it
  Field mass_;
  std::int64_t version_ = 0;
};

/// The coefficient of a stiffness: one number for all nodes, or a field.
class StiffnessCoefficient {
 public:
  StiffnessCoefficient(double constant) : constant_(constant) {}
  /// Must live as long.
  StiffnessCoefficient(const ScaledStiffness& field) : field_(&field) {}

  /// Null where it is a number.
  [[nodiscard]] const ScaledStiffness* field() const { return field_; }
  /// What the stiffness is multiplied with besides: the number, or 1.
  [[nodiscard]] double factor() const { return constant_; }

 private:
  double constant_ = 1;
  const ScaledStiffness* field_ = nullptr;
};

}  // namespace lobatto::space
