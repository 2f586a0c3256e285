// The sum over all ranks of the integral of x^4 over [-1, 1], by the quadrature of Gauss and
// Lobatto.
#include <cmath>
#include <cstdio>

#include "comm/communicator.hpp"
#include "poly/quadrature.hpp"

int main(int argc, char** argv) {
  const lobatto::comm::Environment environment(argc, argv);
  const auto world = lobatto::comm::Communicator::world();
  const auto quadrature = lobatto::poly::gauss_lobatto_legendre(4);
  double integral = 0;
  for (std::size_t i = 0; i < quadrature.nodes.size(); ++i)
    integral += quadrature.weights[i] * std::pow(quadrature.nodes[i], 4);
  std::printf("%.12f\n", world.sum(integral));
}
