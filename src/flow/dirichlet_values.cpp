#include "flow/dirichlet_values.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace lobatto::flow {

DirichletValues::DirichletValues(const space::BoxSpace& space)
    : space_(space), operators_(space.n(), space.derivative().values, space.nodes().weights) {}

void DirichletValues::add_face(const space::BoxBoundary& boundary,
                               space::SpaceTimeFunction function, bool depends_on_time) {
  faces_.push_back({boundary, std::move(function), depends_on_time, {}});
}

void DirichletValues::update(double t) {
  bool changed = false;
  for (auto& face : faces_) {
    if (!face.values.empty() && !face.depends_on_time) continue;
    face.boundary.evaluate(face.function, t, face.values);
    changed = true;
  }
  if (lifts_.empty()) find_nodes();
  if (!changed) return;
  for (auto& lift : lifts_)
    for (auto& node : lift.nodes) node.value = faces_[node.face].values[node.index];
}

void DirichletValues::find_nodes() {
  std::map<int, std::map<std::size_t, Node>> nodes;
  for (std::size_t f = 0; f < faces_.size(); ++f) {
    const auto& offsets = faces_[f].boundary.node_offsets();
    const auto& elements = faces_[f].boundary.elements();
    for (std::size_t s = 0; s < elements.size(); ++s)
      for (std::size_t q = 0; q < offsets.size(); ++q)
        nodes[elements[s]][offsets[q]] = {offsets[q], f, s * offsets.size() + q, 0.0};
  }
  by_column_.assign(space_.mesh().local.n_columns(), {});
  for (const auto& [element, element_nodes] : nodes) {
    by_column_[element / space_.mesh().n_x()].push_back(lifts_.size());
    Lift lift{element, {}};
    for (const auto& [offset, node] : element_nodes) lift.nodes.push_back(node);
    lifts_.push_back(std::move(lift));
  }
}

void DirichletValues::subtract_lift(double mass_coefficient, double stiffness_coefficient,
                                    int column, std::span<double> rhs) {
  if (empty()) return;
  const std::size_t size = space_.element_size();
  std::vector<double> extension(size), image(size);
  for (std::size_t index : by_column_[column]) {
    const Lift& lift = lifts_[index];
    std::fill(extension.begin(), extension.end(), 0.0);
    for (const auto& node : lift.nodes) extension[node.offset] = node.value;
    operators_.helmholtz(space_.lengths(lift.element), mass_coefficient, stiffness_coefficient,
                         extension, image);
    double* out = rhs.data() + (lift.element % space_.mesh().n_x()) * size;
    for (std::size_t q = 0; q < size; ++q) out[q] -= image[q];
  }
}

void DirichletValues::impose(std::span<double> u) const {
  for (const auto& lift : lifts_)
    for (const auto& node : lift.nodes)
      u[lift.element * space_.element_size() + node.offset] = node.value;
}

}  // namespace lobatto::flow
