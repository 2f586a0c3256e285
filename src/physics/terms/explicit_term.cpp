#include "physics/terms/explicit_term.hpp"

#include "base/error.hpp"

namespace lobatto::physics {

void ExplicitTerm::add_transposed(const ElementBlock& /*block*/,
                                  std::span<const double* const> /*h*/, Cotangents& /*to*/) {
  throw base::Error("a term of this flow has no transpose; expected advection and buoyancy alone");
}

}  // namespace lobatto::physics
