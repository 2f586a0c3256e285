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

/// A viscosity or a diffusivity of the fluid, and on top of it what the motions do that the mesh
/// does not resolve: k + nu_t / number, with nu_t the field SubgridViscosity::name of the state and
/// a turbulent Prandtl number, 1 for the velocity. Where nu_t is negative the sum stays at a share
/// of k at least.
class TurbulentLaw final : public CoefficientLaw {
 public:
  static constexpr double least_share = 0.01;

  /// eddies: what nu_t follows from.
  TurbulentLaw(CoefficientSettings molecular, double number, Dependence eddies);

  [[nodiscard]] Dependence dependence() const override;
  void evaluate(const state::State& state, double t, std::span<double> k) override;

 private:
  CoefficientSettings molecular_;
  double number_;
  Dependence eddies_;
};

}  // namespace lobatto::physics
