#include "accept/particles/cloud_in_cell.hpp"

#include <algorithm>
#include <cmath>

namespace lobatto::accept {

namespace {

/// The cell of a particle: its nodes by rows, two next to each other in each, and their weights.
struct Cloud {
  Cloud(const Particle& particle, const NodeBox& nodes) {
    std::array<int, 3> cell{};
    std::array<double, 3> part{};
    for (std::size_t d = 0; d < 3; ++d) {
      cell[d] = static_cast<int>(particle.x[d]);
      part[d] = particle.x[d] - cell[d];
      cell[d] -= nodes.first[d];
    }
    const int above = cell[2] + 1 == nodes.count[2] ? 0 : cell[2] + 1;
    const std::size_t in_plane =
        static_cast<std::size_t>(cell[1]) * nodes.row() + static_cast<std::size_t>(cell[0]);
    const std::size_t low = static_cast<std::size_t>(cell[2]) * nodes.plane() + in_plane;
    const std::size_t high = static_cast<std::size_t>(above) * nodes.plane() + in_plane;
    rows = {low, low + nodes.row(), high, high + nodes.row()};
    const double y = part[1], z = part[2];
    const std::array<double, 4> of_rows{(1 - y) * (1 - z), y * (1 - z), (1 - y) * z, y * z};
    for (std::size_t row = 0; row < 4; ++row)
      weights[row] = {of_rows[row] * (1 - part[0]), of_rows[row] * part[0]};
  }

  std::array<std::size_t, 4> rows{};
  std::array<std::array<double, 2>, 4> weights{};
};

/// weight(distance) of a cloud in one direction of a periodic box, by its definition.
double weight_of(double distance) { return std::max(0.0, 1 - std::abs(distance)); }

/// visit(node, weight) for all nodes of the box, of which eight have one.
template <class Visit>
void for_all_nodes(const Particle& particle, const NodeBox& nodes, const Visit& visit) {
  std::size_t at = 0;
  for (int k = 0; k < nodes.count[2]; ++k)
    for (int j = 0; j <= nodes.count[1]; ++j)
      for (int i = 0; i <= nodes.count[0]; ++i) {
        const double z = particle.x[2] - nodes.first[2] - k;
        const double around = k == 0 ? weight_of(z - nodes.count[2]) : 0.0;
        visit(at++, weight_of(particle.x[0] - nodes.first[0] - i) *
                        weight_of(particle.x[1] - nodes.first[1] - j) * (weight_of(z) + around));
      }
}

double advance(Particle& particle, const FieldAtNode& field, double dt,
               const std::array<double, 3>& spacing) {
  double energy = 0;
  for (std::size_t d = 0; d < 3; ++d) {
    const double before = particle.v[d];
    particle.v[d] += dt * field[d];
    particle.x[d] += dt / spacing[d] * particle.v[d];
    energy += before * particle.v[d];
  }
  return energy;
}

}  // namespace

void deposit(std::span<const Particle> particles, const NodeBox& nodes, double* density) {
  for (const Particle& particle : particles) {
    const Cloud cloud(particle, nodes);
    for (std::size_t row = 0; row < 4; ++row)
      for (std::size_t i = 0; i < 2; ++i) density[cloud.rows[row] + i] += cloud.weights[row][i];
  }
}

void deposit_reference(std::span<const Particle> particles, const NodeBox& nodes, double* density) {
  for (const Particle& particle : particles)
    for_all_nodes(particle, nodes,
                  [&](std::size_t node, double weight) { density[node] += weight; });
}

double push(std::span<Particle> particles, const NodeBox& nodes, const FieldAtNode* field,
            double dt, const std::array<double, 3>& spacing) {
  double energy = 0;
  for (Particle& particle : particles) {
    const Cloud cloud(particle, nodes);
    FieldAtNode sum{};
    for (std::size_t row = 0; row < 4; ++row)
      for (std::size_t i = 0; i < 2; ++i) {
        const FieldAtNode& at = field[cloud.rows[row] + i];
        // The potential too: four numbers are a register.
        for (std::size_t c = 0; c < 4; ++c) sum[c] += cloud.weights[row][i] * at[c];
      }
    energy += advance(particle, sum, dt, spacing);
  }
  return energy;
}

double push_reference(std::span<Particle> particles, const NodeBox& nodes, const FieldAtNode* field,
                      double dt, const std::array<double, 3>& spacing) {
  double energy = 0;
  for (Particle& particle : particles) {
    FieldAtNode sum{};
    for_all_nodes(particle, nodes, [&](std::size_t node, double weight) {
      for (std::size_t c = 0; c < 3; ++c) sum[c] += weight * field[node][c];
    });
    energy += advance(particle, sum, dt, spacing);
  }
  return energy;
}

}  // namespace lobatto::accept
