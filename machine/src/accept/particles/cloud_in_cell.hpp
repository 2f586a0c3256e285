#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace lobatto::accept {

/// All have the same charge and the same mass.
struct Particle {
  std::array<double, 3> x;  ///< in cells of the whole box, from 0 to its size
  std::array<double, 3> v;  ///< in lengths per time
};

/// The nodes around the cells of a rank, [nz][ny + 1][nx + 1]: directions 0 and 1 have their upper
/// ghosts, direction 2 is periodic in itself.
struct NodeBox {
  std::array<int, 3> first;  ///< cell of the whole box
  std::array<int, 3> count;

  [[nodiscard]] std::size_t row() const { return static_cast<std::size_t>(count[0]) + 1; }
  [[nodiscard]] std::size_t plane() const {
    return row() * (static_cast<std::size_t>(count[1]) + 1);
  }
  [[nodiscard]] std::size_t n_nodes() const { return plane() * static_cast<std::size_t>(count[2]); }
};

/// Field and potential at a node: E_0, E_1, E_2, phi.
using FieldAtNode = std::array<double, 4>;

/// Clouds in cells (Birdsall & Fuss, J. Comput. Phys. 3 (1969)): a particle at x is shared out
/// among the 8 nodes j of its cell with weights prod_d (1 - |x_d - j_d|), and feels the mean of
/// their fields with the same weights. All particles must be in the cells of the rank.

/// Adds 1 per particle to density [n_nodes].
void deposit(std::span<const Particle> particles, const NodeBox& nodes, double* density);

/// One leapfrog step of charge and mass 1: v += E dt; x += v dt / spacing. Returns the sum of (old
/// v, new v), twice the kinetic energy of the moment between. Positions may leave the box.
double push(std::span<Particle> particles, const NodeBox& nodes, const FieldAtNode* field,
            double dt, const std::array<double, 3>& spacing);

/// Per particle. Both find the weights: 3 differences from the cell and 3 from 1, 4 products of two
/// and 8 of three. deposit: 8 sums. push: 8 times 3 products and sums for E, 6 for v, 6 for x and 6
/// for the energy.
constexpr double deposit_flops = 18 + 8, push_flops = 18 + 48 + 18;
/// Between memory and cores: deposit reads a particle, push reads and writes one.
constexpr double particle_bytes = 3 * sizeof(Particle);

}  // namespace lobatto::accept
