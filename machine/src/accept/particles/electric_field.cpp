#include "accept/particles/electric_field.hpp"

#include <numbers>

namespace lobatto::accept {

namespace {

/// visit(place on all nodes with ghosts, place without) for the nodes of a rank.
template <class Visit>
void for_own_nodes(const NodeBox& nodes, const Visit& visit) {
  std::size_t own = 0;
  for (int k = 0; k < nodes.count[2]; ++k)
    for (int j = 0; j < nodes.count[1]; ++j) {
      const std::size_t row =
          static_cast<std::size_t>(k) * nodes.plane() + static_cast<std::size_t>(j) * nodes.row();
      for (int i = 0; i < nodes.count[0]; ++i) visit(row + static_cast<std::size_t>(i), own++);
    }
}

}  // namespace

ElectricField::ElectricField(const RankBox& box, const std::array<double, 3>& spacing,
                             const comm::Communicator& communicator)
    : size_{box.size()[0], box.size()[1], box.size()[2]},
      spacing_(spacing),
      n_nodes_in_all_(box.n_cells_in_all()),
      fourier_(box, communicator),
      nodes_(fourier_.n_nodes()),
      waves_(fourier_.n_waves()),
      other_waves_(fourier_.n_waves()),
      other_nodes_(fourier_.n_nodes()) {
  for (int d = 0; d < 3; ++d) {
    const auto at = static_cast<std::size_t>(d);
    const int n = size_[at];
    for (int i = 0; i < fourier_.n_waves(d); ++i) {
      const int wave = fourier_.wave(d, i);
      k_[at].push_back(2 * std::numbers::pi * wave / (n * spacing[at]));
      // The shortest wave of an even number of nodes is as much k as -k: it has no slope.
      slope_k_[at].push_back(2 * wave == n ? 0.0 : k_[at].back());
    }
  }
}

void ElectricField::solve(const NodeBox& nodes, const double* density, FieldAtNode* field) {
  nodes_.im.fill(0);
  for_own_nodes(nodes, [&](std::size_t at, std::size_t own) { nodes_.re[own] = density[at]; });
  fourier_.to_waves(nodes_, waves_);
  field_of_waves();
  fourier_.to_nodes(waves_, nodes_);
  fourier_.to_nodes(other_waves_, other_nodes_);
  for_own_nodes(nodes, [&](std::size_t at, std::size_t own) {
    field[at] = {nodes_.re[own], nodes_.im[own], other_nodes_.re[own], other_nodes_.im[own]};
  });
}

/// From n_k in waves_ to E_0 + i E_1 there and E_2 + i phi in other_waves_.
void ElectricField::field_of_waves() {
  std::size_t at = 0;
  for (std::size_t i = 0; i < k_[0].size(); ++i)
    for (std::size_t j = 0; j < k_[1].size(); ++j)
      for (std::size_t l = 0; l < k_[2].size(); ++l, ++at) {
        const double square = k_[0][i] * k_[0][i] + k_[1][j] * k_[1][j] + k_[2][l] * k_[2][l];
        const double inverse = square > 0 ? 1 / (square * n_nodes_in_all_) : 0.0;
        const double re = waves_.re[at] * inverse, im = waves_.im[at] * inverse;
        const double x = slope_k_[0][i], y = slope_k_[1][j], z = slope_k_[2][l];
        // -i k (re + i im) = k im - i k re
        waves_.re[at] = x * im + y * re;
        waves_.im[at] = y * im - x * re;
        other_waves_.re[at] = (z - 1) * im;
        other_waves_.im[at] = (1 - z) * re;
      }
}

double ElectricField::flops() const { return 3 * fourier_.flops() + 20 * n_nodes_in_all_; }

double ElectricField::bytes() const {
  constexpr double waves = 6, fields = 2 + 4 + 4;
  return 3 * fourier_.bytes() + (waves + fields) * sizeof(double) * n_nodes_in_all_;
}

}  // namespace lobatto::accept
