#include "predict/partition.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "direct/solver_frame.hpp"
#include "mesh/partition.hpp"
#include "plan/regions.hpp"
#include "plan/solver_choice.hpp"

namespace lobatto::predict {

Partition::Partition(const cases::Case& the_case, const plan::Grounds& grounds)
    : axes_(the_case.axes),
      order_(the_case.order),
      flops_per_byte_(perf::flops_per_byte(grounds.rates)),
      n_elements_(mesh::n_elements_along(axes_)),
      grid_(mesh::choose_grid(n_elements_, grounds.n_ranks, plan::cut_of(the_case, grounds))) {}

Partition Partition::in_solver_frame() const {
  Partition frame = *this;
  frame.axes_ = direct::in_solver_frame(axes_, grid_.last);
  frame.n_elements_ = direct::in_solver_frame(n_elements_, grid_.last);
  frame.grid_ = direct::in_solver_frame(grid_);
  return frame;
}

direct::PencilShape Partition::shape(int rank, int order) const {
  return {grid_, n_elements_, order, local(rank)};
}

namespace {

using Common = MeshPartition::Common;
using CommonOfRanks = std::vector<std::map<int, Common>>;  ///< by rank and partner
/// An entity of the mesh, and a rank that has it.
using Holding = std::pair<std::int64_t, int>;

/// Counts, for every two ranks, what both hold.
void count_common(std::vector<Holding> holdings, std::int64_t Common::*count,
                  CommonOfRanks& common) {
  std::ranges::sort(holdings);
  holdings.erase(std::ranges::unique(holdings).begin(), holdings.end());
  for (auto begin = holdings.begin(); begin != holdings.end();) {
    const auto end = std::find_if(begin, holdings.end(),
                                  [&](const Holding& h) { return h.first != begin->first; });
    for (auto one = begin; one != end; ++one)
      for (auto other = begin; other != end; ++other)
        if (one != other) ++(common[one->second][other->second].*count);
    begin = end;
  }
}

}  // namespace

MeshPartition::MeshPartition(const mesh::HexMesh& whole, int n_ranks)
    : n_elements_(n_ranks), common_(n_ranks) {
  const std::vector<int> rank_of_element = mesh::partition_elements(whole, n_ranks);
  for (const int rank : rank_of_element) ++n_elements_[rank];
  std::vector<Holding> vertices, lines, faces;
  for (std::size_t e = 0; e < rank_of_element.size(); ++e) {
    const int rank = rank_of_element[e];
    for (const std::int64_t id : whole.vertices[e]) vertices.emplace_back(id, rank);
    for (const auto& line : whole.lines[e]) lines.emplace_back(line.id, rank);
    for (const auto& face : whole.faces[e]) faces.emplace_back(face.id, rank);
  }
  CommonOfRanks common(n_ranks);
  count_common(std::move(vertices), &Common::n_vertices, common);
  count_common(std::move(lines), &Common::n_lines, common);
  count_common(std::move(faces), &Common::n_faces, common);
  for (int rank = 0; rank < n_ranks; ++rank)
    for (auto& [partner, counts] : common[rank]) {
      counts.partner = partner;
      common_[rank].push_back(counts);
    }
}

}  // namespace lobatto::predict
