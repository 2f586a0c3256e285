#pragma once

#include <memory>

#include "kernels/advection/advection.hpp"
#include "kernels/cost.hpp"
#include "space/function_space.hpp"

namespace lobatto::space {

/// u . grad f on the elements of a space, whichever their geometry, by over-integration. Holds its
/// workspace: one object a thread.
class Advection {
 public:
  virtual ~Advection() = default;

  /// On elements [first, first + count); fields begin at element `first`.
  virtual void apply(int first, int count, const kernels::AdvectionFields& fields) = 0;
  /// Elements that are computed together: counts that are multiples of it waste nothing.
  [[nodiscard]] virtual int block_size() const = 0;
  /// Of one element, the three components of the velocity among the fields.
  [[nodiscard]] virtual kernels::Cost cost(int n_fields) const = 0;
};

/// The nodes per direction that products of fields on n nodes are taken at. quadrature_nodes: Gauss
/// nodes per direction; 0: ceil(3 n / 2); -1: the GLL nodes themselves.
constexpr int advection_nodes(int n, int quadrature_nodes) {
  return quadrature_nodes == 0 ? (3 * n + 1) / 2 : quadrature_nodes < 0 ? n : quadrature_nodes;
}

/// What it is made of on a space. quadrature_nodes: as in advection_nodes.
kernels::AdvectionRule advection_rule(const FunctionSpace& space, int quadrature_nodes);

/// quadrature_nodes: as in advection_nodes.
/// `space` must live as long.
std::unique_ptr<Advection> make_advection(const FunctionSpace& space, int quadrature_nodes);

}  // namespace lobatto::space
