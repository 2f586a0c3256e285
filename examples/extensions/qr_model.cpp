// A closure: the QR model, nu_t = c width^2 max(r, 0) / q with q = S : S / 2 and r = -det S of the
// strain S (Verstappen 2011), c = 3 / (2 pi^2). Zero in a shear flow, in all flow of two dimensions
// and where strain turns into one direction (r < 0). In the house it stands in
// src/physics/closures, and physics/closures/subgrid_model.hpp names qr_model.
#include <algorithm>
#include <numbers>

#include "physics/closures/minors.hpp"
#include "physics/closures/point_model.hpp"

namespace lobatto::physics {

namespace {

struct Qr {
  static constexpr double constant = 1.5 / (std::numbers::pi * std::numbers::pi);
  static constexpr double flops = 60;
  static double scale(double c) { return c; }
  static double rate(const GradientTensor& g) {
    GradientTensor strain{};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) strain[i][j] = (g[i][j] + g[j][i]) / 2;
    const double q = squared_norm(strain) / 2;
    return q > 0 ? std::max(-determinant(strain), 0.0) / q : 0;
  }
};

}  // namespace

SubgridModelMaker qr_model;
SubgridModelKind qr_model() { return model_of_point<Qr>("qr"); }

}  // namespace lobatto::physics
