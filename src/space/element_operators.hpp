#pragma once

#include <array>
#include <memory>

#include "kernels/cost.hpp"
#include "kernels/operators/flow_diagnostics.hpp"
#include "space/function_space.hpp"

namespace lobatto::space {

/// Differential operators on neighbouring local elements [first, first + count) of a space,
/// whichever their geometry. Fields are [count][k][j][i] and begin at element `first`. Outputs must
/// not overlap inputs unless said otherwise. Holds its workspace: one object a thread.
class ElementOperators {
 public:
  virtual ~ElementOperators() = default;

  /// out_b = dp/dx_b at the nodes.
  virtual void gradient(int first, int count, const double* p,
                        const std::array<double*, 3>& out) = 0;
  /// out = integral of grad v . f for each basis function v.
  virtual void weak_divergence(int first, int count, const std::array<const double*, 3>& f,
                               double* out) = 0;
  /// out = M (f - dp/dx_b) for one component b. out may be f.
  virtual void momentum_rhs(int first, int count, int component, const double* f, const double* p,
                            double* out) = 0;
  /// The same for all three components.
  virtual void momentum_rhs(int first, int count, const std::array<const double*, 3>& f,
                            const double* p, const std::array<double*, 3>& out) = 0;
  /// Adds the elements to `sums`.
  virtual void accumulate_diagnostics(int first, int count, const std::array<const double*, 3>& u,
                                      kernels::FlowDiagnostics& sums) = 0;

  /// Of one element each.
  [[nodiscard]] virtual kernels::Cost weak_divergence_cost() const = 0;
  [[nodiscard]] virtual kernels::Cost momentum_rhs_cost(int n_components = 1) const = 0;
  [[nodiscard]] virtual kernels::Cost diagnostics_cost() const = 0;
};

/// For the geometry of `space`, which must live as long. wave_number: beta, of a plane whose fields
/// are amplitudes of waves along z (space/wave_along_z.hpp), where p and v are waves of cos(beta
/// z), and f and u velocities. Integrals along z are then twice the mean, of both kinds.
std::unique_ptr<ElementOperators> make_element_operators(const FunctionSpace& space,
                                                         double wave_number = 0);

/// out = M f on whole local elements [first, first + count); fields begin at the first of them and
/// may be the same.
void multiply_by_mass(const FunctionSpace& space, int first, int count, const double* f,
                      double* out);
/// The mass of each node of an element, with that of no other.
Field mass_of_elements(const FunctionSpace& space);
/// Of each node with all elements that meet there. Collective.
Field assembled_mass(const FunctionSpace& space);

}  // namespace lobatto::space
