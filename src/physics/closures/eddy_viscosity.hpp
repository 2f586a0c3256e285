#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/cost.hpp"
#include "physics/closures/velocity_gradient.hpp"

namespace lobatto::physics {

/// A viscosity of the motions that a mesh does not resolve, from the velocity gradient where it is
/// and the width of the smallest motions that the mesh does: of each node, for itself.
class EddyViscosity {
 public:
  virtual ~EddyViscosity() = default;

  /// nu_t at the nodes of one element, in length^2 / time; never negative. filter_width: see
  /// filter_width(). out [n^3], no gradient among them.
  virtual void evaluate(const VelocityGradient& gradient, double filter_width,
                        std::span<double> out) const = 0;
  /// Of one node.
  [[nodiscard]] virtual kernels::Cost cost() const = 0;
};

/// The width of an element's grid: the cube root of its volume by order^3.
double filter_width(double element_volume, int order);

/// A model by its word, with the constant that its authors give unless told otherwise.
struct EddyViscosityMaker {
  std::string word;
  double constant;  ///< as a rule
  std::unique_ptr<EddyViscosity> (*make)(double constant);
};
/// All models, in the order in which people read them.
const std::vector<EddyViscosityMaker>& eddy_viscosity_makers();

/// Throws base::Error, with the words that there are, where no model has this one.
std::unique_ptr<EddyViscosity> make_eddy_viscosity(std::string_view word,
                                                   std::optional<double> constant = {});

}  // namespace lobatto::physics
