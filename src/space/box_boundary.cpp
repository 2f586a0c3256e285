#include "space/box_boundary.hpp"

namespace lobatto::space {

BoxBoundary::BoxBoundary(const BoxSpace& space, mesh::Face face)
    : space_(space), face_(face), normal_(mesh::direction_of(face)) {
  const std::size_t n = space.n();
  strides_ = {1, n, n * n};
  const auto& mesh = space.mesh();
  const int last = mesh.axes[normal_].n_elements() - 1;
  if (!mesh.axes[normal_].periodic) {
    for (int e = 0; e < mesh.n_local_elements(); ++e)
      if (mesh.element_index(e)[normal_] == (mesh::is_upper(face) ? last : 0))
        elements_.push_back(e);
  }
  const auto [a, b] = tangents();
  const std::size_t first = mesh::is_upper(face) ? (n - 1) * strides_[normal_] : 0;
  for (std::size_t ib = 0; ib < n; ++ib)
    for (std::size_t ia = 0; ia < n; ++ia)
      node_offsets_.push_back(first + ib * strides_[b] + ia * strides_[a]);
}

double BoxBoundary::surface_weight(int e, int b, int a) const {
  const auto h = space_.lengths(e);
  const auto [dir_a, dir_b] = tangents();
  const auto& w = space_.nodes().weights;
  return w[a] * w[b] * h[dir_a] * h[dir_b] / 4.0;
}

void BoxBoundary::evaluate(const SpaceTimeFunction& f, double t,
                           std::vector<double>& values) const {
  const std::size_t n = space_.n();
  values.resize(elements_.size() * n * n);
  std::array<std::vector<double>, 3> coordinates;
  for (auto& c : coordinates) c.resize(n * n);
  const auto [a, b] = tangents();
  for (std::size_t slot = 0; slot < elements_.size(); ++slot) {
    const int e = elements_[slot];
    const auto xd = space_.node_coordinates(e, normal_);
    const auto xa = space_.node_coordinates(e, a);
    const auto xb = space_.node_coordinates(e, b);
    for (std::size_t q = 0; q < n * n; ++q) {
      coordinates[normal_][q] = mesh::is_upper(face_) ? xd.back() : xd.front();
      coordinates[a][q] = xa[q % n];
      coordinates[b][q] = xb[q / n];
    }
    f({coordinates[0], coordinates[1], coordinates[2]}, t,
      std::span<double>(values).subspan(slot * n * n, n * n));
  }
}

Field dirichlet_mask(const BoxSpace& space, const std::array<poly::LineConditions, 3>& conditions) {
  Field mask = space.make_field();
  mask.fill(1.0);
  for (int f = 0; f < mesh::n_faces; ++f) {
    const auto face = static_cast<mesh::Face>(f);
    const auto& line = conditions[mesh::direction_of(face)];
    if ((mesh::is_upper(face) ? line.upper : line.lower) != poly::EndCondition::dirichlet) continue;
    const BoxBoundary boundary(space, face);
    for (int e : boundary.elements())
      for (std::size_t offset : boundary.node_offsets())
        mask[e * space.element_size() + offset] = 0.0;
  }
  return mask;
}

}  // namespace lobatto::space
