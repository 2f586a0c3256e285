#pragma once

#include "physics/closures/minors.hpp"
#include "physics/closures/subgrid_model.hpp"

namespace lobatto::physics {

/// An EddyViscosity by a function of one node: (constant * width)^2 or constant * width^2, as
/// Model::scale says, times Model::rate of the gradient, in 1 / time; Model::flops of them. A
/// gradient whose sixth power would leave the range of numbers is zero: a rate is a quotient.
template <class Model>
class PointModel final : public EddyViscosity {
 public:
  explicit PointModel(double constant) : constant_(constant) {}

  void evaluate(const VelocityGradient& gradient, std::span<const double> filter_widths,
                std::span<double> out) const override {
    const std::size_t size = out.size() / filter_widths.size();
    std::size_t q = 0;
    for (const double width : filter_widths) {
      const double factor = Model::scale(constant_) * width * width;
      for (const std::size_t end = q + size; q < end; ++q) out[q] = factor * rate(gradient.at(q));
    }
  }
  [[nodiscard]] kernels::Cost cost() const override { return {Model::flops, 8.0 * 10}; }

 private:
  static double rate(const GradientTensor& g) {
    return squared_norm(g) <= 1e-80 ? 0 : Model::rate(g);
  }

  double constant_;
};

template <class Model>
SubgridModelKind model_of_point(const char* word) {
  return {word, Model::constant, [](double constant) -> std::unique_ptr<EddyViscosity> {
            return std::make_unique<PointModel<Model>>(constant);
          }};
}

}  // namespace lobatto::physics
