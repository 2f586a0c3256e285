#pragma once

#include <array>
#include <cstddef>

#include "physics/terms/explicit_term.hpp"
#include "state/variable.hpp"

namespace lobatto::physics {

/// Body force coefficient * (scalar - reference) * direction.
struct Buoyancy {
  std::size_t scalar = 0;
  double coefficient = 1;
  double reference = 0;
  std::array<double, 3> direction{0, 0, 1};
};

/// The body force coefficient (T - reference) direction on the velocity.
class BuoyancyTerm final : public ExplicitTerm {
 public:
  /// n_values: of an element. The field must live as long.
  BuoyancyTerm(const Buoyancy& settings, const state::Variable& scalar, std::size_t n_values);

  void add_to(const ElementBlock& block, std::span<double* const> e) override;
  [[nodiscard]] bool has_transpose() const override { return true; }
  void add_transposed(const ElementBlock& block, std::span<const double* const> h,
                      Cotangents& to) override;
  [[nodiscard]] kernels::Cost cost() const override;
  [[nodiscard]] double power(const ElementBlock& block,
                             const std::array<const double*, 3>& mass_u) override;
  [[nodiscard]] kernels::Cost power_cost() const override;

 private:
  const state::Variable& scalar_;
  std::size_t n_values_;
  std::array<double, 3> factors_;
  double reference_;
  int n_components_ = 0;  ///< that are not zero
};

}  // namespace lobatto::physics
