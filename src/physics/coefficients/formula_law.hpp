#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "physics/closures/element_gradients.hpp"
#include "physics/coefficients/coefficient_law.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// What a formula may use at the nodes of some elements.
struct CoefficientInputs {
  space::Points points;
  double t = 0;
  std::span<const double* const> velocity;  ///< 3
  std::span<const double* const> scalars;   ///< in the order of the names
  const double* shear_rate = nullptr;       ///< null where the formula does not use it
};
/// Writes the values at those nodes.
using CoefficientFunction =
    std::function<void(const CoefficientInputs& inputs, std::span<double> out)>;

/// A coefficient by a formula of place, time and the solution, in the elements of one region;
/// others are left as they are. The shear rate is that of the fluid.
class FormulaLaw final : public CoefficientLaw {
 public:
  struct Formula {
    CoefficientFunction function;
    Dependence dependence = Dependence::place;
    bool uses_shear_rate = false;
    std::vector<std::string> scalars;  ///< fields of the state
    int region = 0;                    ///< of the space, whose elements it is evaluated in
  };
  explicit FormulaLaw(Formula formula) : formula_(std::move(formula)) {}

  [[nodiscard]] Dependence dependence() const override { return formula_.dependence; }
  void evaluate(const state::State& state, double t, std::span<double> k) override;

 private:
  Formula formula_;
  std::unique_ptr<ShearRate> shear_rate_;  ///< with its first use
  space::Field shear_;
  std::array<std::vector<double>, 3> points_;  ///< of a block
};

}  // namespace lobatto::physics
