#include "space/nodal_elements.hpp"

#include "poly/lagrange.hpp"

namespace lobatto::space {

NodalElements make_nodal_elements(int n) {
  NodalElements elements{poly::gauss_lobatto_legendre(n), {}, {}};
  elements.derivative = poly::derivative_matrix(elements.nodes.nodes);
  return elements;
}

}  // namespace lobatto::space
