#pragma once

#include <memory>
#include <vector>

#include "physics/settings.hpp"
#include "physics/terms/explicit_term.hpp"
#include "space/function_space.hpp"
#include "state/variable.hpp"

namespace lobatto::physics {

class Density;

/// The source of a scalar, from functions of place, time, velocity and scalars, one for the fluid
/// and one for each solid.
class SourceTerm final : public ExplicitTerm {
 public:
  /// All of it must live as long. density: null where it is one.
  SourceTerm(const ScalarSettings& scalar, const state::Variable& velocity,
             std::vector<const state::Variable*> scalars, const space::FunctionSpace& space,
             const Density* density = nullptr);

  void begin(double t) override {
    time_ = t;
    integral_ = 0;
  }
  void add_to(const ElementBlock& block, std::span<double* const> e) override;
  [[nodiscard]] bool calls_functions() const override { return true; }
  /// Of the sum alone: what the function does is not known.
  [[nodiscard]] kernels::Cost cost() const override;
  [[nodiscard]] double integral() const override { return integral_; }

 private:
  /// Elements that follow each other in one region.
  void add_to_elements(int first, int n_elements, double* out);

  std::vector<SourceFunction> functions_;  ///< by region
  std::shared_ptr<const space::Field> capacity_;
  const state::Variable& velocity_;
  std::vector<const state::Variable*> scalars_;
  const space::FunctionSpace& space_;
  const Density* density_;
  double time_ = 0;
  double integral_ = 0;
  std::array<std::vector<double>, 3> points_;  ///< of a block
  std::vector<std::size_t> nodes_;
  std::vector<double> values_;
};

}  // namespace lobatto::physics
