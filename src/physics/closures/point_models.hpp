#pragma once

#include "physics/closures/eddy_viscosity.hpp"
#include "physics/closures/velocity_gradient.hpp"

namespace lobatto::physics {

/// An EddyViscosity by a function of one node: (constant * width)^2 or constant * width^2, as
/// Model::scale says, times Model::rate of the gradient, in 1 / time; Model::flops of them.
template <class Model>
class PointModel final : public EddyViscosity {
 public:
  explicit PointModel(double constant) : constant_(constant) {}

  void evaluate(const VelocityGradient& gradient, double filter_width,
                std::span<double> out) const override {
    const double factor = Model::scale(constant_) * filter_width * filter_width;
    for (std::size_t q = 0; q < out.size(); ++q) out[q] = factor * Model::rate(gradient.at(q));
  }
  [[nodiscard]] kernels::Cost cost() const override { return {Model::flops, 8.0 * 10}; }

 private:
  double constant_;
};

/// nu_t = (C_s width)^2 sqrt(2 S : S) (Smagorinsky 1963). Zero in solid rotation; neither in a
/// shear flow nor at a wall.
struct Smagorinsky {
  static constexpr double constant = 0.17;  ///< of isotropic turbulence (Lilly 1967)
  static constexpr double flops = 30;
  static double scale(double c) { return c * c; }
  static double rate(const GradientTensor& g);
};

/// nu_t = (C_w width)^2 (T : T)^(3/2) / ((S : S)^(5/2) + (T : T)^(5/4)), T the traceless symmetric
/// part of g g (Nicoud & Ducros 1999). Zero in a shear flow, like y^3 at a wall; not zero in solid
/// rotation.
struct Wale {
  static constexpr double constant = 0.5;
  static constexpr double flops = 120;
  static double scale(double c) { return c * c; }
  static double rate(const GradientTensor& g);
};

/// nu_t = c width^2 sqrt(B / g : g), B the second invariant of g^T g (Vreman 2004, for one width in
/// all directions). Zero in a shear flow, like y at a wall; not zero in solid rotation.
struct Vreman {
  static constexpr double constant = 0.07;  ///< 2.5 C_s^2
  static constexpr double flops = 60;
  static double scale(double c) { return c; }
  static double rate(const GradientTensor& g);
};

/// nu_t = (C width)^2 s_3 (s_1 - s_2) (s_2 - s_3) / s_1^2, s_1 >= s_2 >= s_3 the singular values of
/// g (Nicoud, Baya Toda, Cabrit, Bose & Lee 2011). Zero in solid rotation, in all flow of two
/// components or two dimensions, and where strain is axisymmetric or isotropic; like y^3 at a wall.
struct Sigma {
  static constexpr double constant = 1.35;
  static constexpr double flops = 130;
  static double scale(double c) { return c * c; }
  static double rate(const GradientTensor& g);
};

}  // namespace lobatto::physics
