#pragma once

#include <vector>

#include "physics/coefficients/coefficient_law.hpp"

namespace lobatto::physics {

/// A coefficient that each region of a space has its own of: it jumps where regions meet.
class RegionalLaw final : public CoefficientLaw {
 public:
  /// regions: fluid first, then the solids of the space. A law may write to regions before its own;
  /// what it writes to those after it is lost.
  explicit RegionalLaw(std::vector<CoefficientSettings> regions);

  [[nodiscard]] Dependence dependence() const override { return dependence_; }
  void evaluate(const state::State& state, double t, std::span<double> k) override;

 private:
  std::vector<CoefficientSettings> regions_;
  Dependence dependence_ = Dependence::place;  ///< the most that one of them has
};

}  // namespace lobatto::physics
