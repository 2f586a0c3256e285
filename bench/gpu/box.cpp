#include "gpu/box.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::gpu {

std::vector<double> node_places(const Line& line) {
  const auto gll = poly::gauss_lobatto_legendre(line.order + 1);
  std::vector<double> places(static_cast<std::size_t>(line.n_nodes()));
  for (int e = line.n_elements() - 1; e >= 0; --e) {
    const double half = (line.ticks[e + 1] - line.ticks[e]) / 2;
    for (int i = line.order; i >= 0; --i)
      places[line.numbering().node(e, i)] = line.ticks[e] + half * (1 + gll.nodes[i]);
  }
  return places;
}

Modes modes_of(const Line& line, poly::EndCondition at_walls) {
  const auto end = line.is_periodic ? poly::EndCondition::periodic : at_walls;
  const auto found = poly::line_modes(line.ticks, line.order, {end, end});
  if (!found.symmetric) throw base::Error("the elements of a line are not symmetric");
  const auto mass = poly::assemble_mass(poly::element_lengths(line.ticks, line.order), line.order,
                                        line.is_periodic);
  std::array<std::vector<int>, 2> of_parity;
  for (std::size_t m = 0; m < found.eigenvalues.size(); ++m)
    of_parity[found.odd[m] ? 1 : 0].push_back(static_cast<int>(m));
  const auto padded = [](std::size_t size) { return static_cast<int>((size + 3) / 4 * 4); };
  Modes modes{padded(std::max(of_parity[0].size(), of_parity[1].size())),
              line.n_element_nodes() / 2,
              padded(static_cast<std::size_t>(line.n_nodes()) / 2 + 1),
              {},
              {},
              {},
              {}};
  modes.integrals.resize(static_cast<std::size_t>(modes.n_modes));
  modes.eigenvalues.assign(2 * modes.integrals.size(), 1.0);
  for (int parity = 0; parity < 2; ++parity) {
    auto& to_modes = modes.to_modes[parity] = poly::Matrix(modes.n_modes, modes.n_element_nodes);
    auto& to_nodes = modes.to_nodes[parity] = poly::Matrix(modes.n_nodes, modes.n_modes);
    for (int q = 0; q < static_cast<int>(of_parity[parity].size()); ++q) {
      const int m = of_parity[parity][q];
      modes.eigenvalues[parity * modes.n_modes + q] = found.eigenvalues[m];
      for (int a = 0; a < line.n_nodes(); ++a) {
        if (parity == 0) modes.integrals[q] += mass[a] * found.vectors(a, m);
        if (a <= line.mirrored(a) || a == 0) to_nodes(a, q) = found.vectors(a, m);
      }
      for (int l = 0; l < modes.n_element_nodes; ++l)
        to_modes(q, l) =
            found.vectors(line.numbering().node(l / (line.order + 1), l % (line.order + 1)), m);
    }
  }
  return modes;
}

double mean_of(const Box& box, const std::vector<double>& field) {
  std::array<std::vector<double>, 3> mass;
  for (int d = 0; d < 3; ++d)
    mass[d] = poly::assemble_mass(poly::element_lengths(box[d].ticks, box[d].order), box[d].order,
                                  box[d].is_periodic);
  double integral = 0;
  std::size_t node = 0;
  for (const double z : mass[2]) {
    for (const double y : mass[1]) {
      for (const double x : mass[0]) integral += x * y * z * field[node++];
    }
  }
  return integral / (box[0].length() * box[1].length() * box[2].length());
}

}  // namespace lobatto::gpu
