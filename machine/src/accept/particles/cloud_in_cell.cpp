#include "accept/particles/cloud_in_cell.hpp"

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

}  // namespace lobatto::accept
