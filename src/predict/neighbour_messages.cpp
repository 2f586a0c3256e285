#include "predict/neighbour_messages.hpp"

#include <algorithm>

namespace lobatto::predict {

NeighbourMessages::NeighbourMessages(const Partition& box, int n_nodes, Of of, int n_fields)
    : grid_(box.grid()), n_nodes_(n_nodes), of_(of), bytes_of_value_(8.0 * n_fields) {
  for (int d = 0; d < 3; ++d) parts_[d] = parts_of(box.axes()[d], grid_.parts()[d]);
}

/// Parts touch at their ends alone; on a periodic axis of two parts at both.
NeighbourMessages::Parts NeighbourMessages::parts_of(const mesh::Axis& axis, int n_parts) const {
  const int n_elements = axis.n_elements();
  const auto end = [&](int i) { return axis.periodic ? i % n_elements : i; };
  const auto has_end = [&](const direct::Share& part, int i) {
    return end(part.begin) == end(i) || end(part.begin + part.size) == end(i);
  };
  Parts parts(n_parts);
  for (int i = 0; i < n_parts; ++i) {
    const direct::Share own = direct::share_of(n_elements, n_parts, i);
    if (own.size == 0) continue;
    const bool closes = axis.periodic && own.size == n_elements;
    const double own_nodes = own.size * (n_nodes_ - 1) + (closes ? 0 : 1);
    parts[i].push_back({i, of_ == Of::nodes ? own_nodes : own.size});
    // Empty parts are the last ones; of two filled ones each is on both sides of the other.
    const int n_filled = std::min(n_parts, n_elements);
    for (const int j : {(i + n_filled - 1) % n_filled, (i + 1) % n_filled}) {
      if (j == i || std::ranges::find(parts[i], j, &Common::part) != parts[i].end()) continue;
      const direct::Share other = direct::share_of(n_elements, n_parts, j);
      const int n_common =
          (has_end(other, own.begin) ? 1 : 0) + (has_end(other, own.begin + own.size) ? 1 : 0);
      if (n_common > 0) parts[i].push_back({j, 1.0 * n_common});
    }
    std::ranges::sort(parts[i], {}, &Common::part);
  }
  return parts;
}

void NeighbourMessages::sends(int rank, Visit visit) const {
  if (mesh_ == nullptr) return sends_in_box(rank, visit);
  for (const auto& common : mesh_->common(rank))
    if (const double n = n_values_of(common); n > 0) visit(common.partner, n * bytes_of_value_);
}

double NeighbourMessages::n_values_of(const MeshPartition::Common& common) const {
  const double n_faces = static_cast<double>(common.n_faces), n_inner = n_nodes_ - 2;
  if (of_ == Of::faces) return n_faces * n_nodes_ * n_nodes_;
  return static_cast<double>(common.n_vertices) +
         n_inner * (static_cast<double>(common.n_lines) + n_inner * n_faces);
}

void NeighbourMessages::sends_in_box(int rank, Visit visit) const {
  const double bytes_of_layer = bytes_of_value_ * (of_ == Of::faces ? n_nodes_ * n_nodes_ : 1);
  const auto own = grid_.coordinates(rank);
  const auto [first, second, last] = mesh::directions_up_to(grid_.last);
  for (const Common& c : parts_[last][own[last]])
    for (const Common& b : parts_[second][own[second]])
      for (const Common& a : parts_[first][own[first]]) {
        const int n_away = (a.part != own[first] ? 1 : 0) + (b.part != own[second] ? 1 : 0) +
                           (c.part != own[last] ? 1 : 0);
        // A face belongs to two elements, which follow each other in one direction.
        if (n_away == 0 || (of_ == Of::faces && n_away > 1)) continue;
        std::array<int, 3> other{};
        other[first] = a.part;
        other[second] = b.part;
        other[last] = c.part;
        visit(grid_.rank_at(other), bytes_of_layer * a.n_layers * b.n_layers * c.n_layers);
      }
}

}  // namespace lobatto::predict
