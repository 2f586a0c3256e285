#include <algorithm>
#include <ranges>
#include <utility>

#include "mesh/periodic_motion.hpp"
#include "space/function_space.hpp"

namespace lobatto::space {

/// The nodes of two faces that are one have the sum of both places less their own across.
std::optional<mesh::Rotation> FunctionSpace::rotation_of_ends() const {
  const auto is_periodic = [&](int d) { return box_mesh()->axes[d].periodic; };
  const auto directions = std::views::iota(0, shape_.n_directions());
  if (std::ranges::none_of(directions, is_periodic)) return std::nullopt;
  const EndNodes nodes = nodes_of_periodic_ends();
  std::array<std::vector<double>, 3> across = nodes.places;
  const gs::GatherScatter ends(nodes.ids, *communicator_);
  for (int c = 0; c < 3; ++c) {
    ends.add(std::span<double>(across[c]));
    for (std::size_t i = 0; i < across[c].size(); ++i) across[c][i] -= nodes.places[c][i];
  }
  const auto point = [](const std::array<std::vector<double>, 3>& places, std::size_t i) {
    return mesh::Point{places[0][i], places[1][i], places[2][i]};
  };
  std::optional<mesh::Rotation> rotation;
  for (const int d : directions | std::views::filter(is_periodic)) {
    mesh::MotionFit fit;
    for (std::size_t i = 0; i < nodes.faces.size(); ++i)
      if (nodes.faces[i] == 2 * d + 1) fit.add(point(nodes.places, i), point(across, i));
    communicator_->sum(fit.sums());
    if (const auto found = fit.motion().rotation) rotation = found;
  }
  return rotation;
}

FunctionSpace::EndNodes FunctionSpace::nodes_of_periodic_ends() const {
  const mesh::BoxMesh& mesh = *box_mesh();
  const auto ids = face_node_ids();
  const auto n_nodes = static_cast<std::size_t>(shape_.n_rows());
  EndNodes found;
  std::array<std::vector<double>, 3> x;
  for (int e = 0; e < n_elements_; ++e) {
    element_points(e, x);
    for (int face = 0; face < n_faces(); ++face) {
      const auto& axis = mesh.axes[face / 2];
      const int end = face % 2 == 0 ? 0 : axis.n_elements() - 1;
      if (!axis.periodic || mesh.element_index(e)[face / 2] != end) continue;
      const std::size_t first = (static_cast<std::size_t>(e) * n_faces() + face) * n_nodes;
      const auto offsets = face_node_offsets(shape_, face);
      for (std::size_t i = 0; i < n_nodes; ++i) {
        found.ids.push_back(ids[first + i]);
        found.faces.push_back(face);
        for (int c = 0; c < 3; ++c) found.places[c].push_back(x[c][offsets[i]]);
      }
    }
  }
  return found;
}

const TurnedCopies* FunctionSpace::turned_copies() const {
  if (!turned_copies_ && rotation() != nullptr)
    turned_copies_ = std::make_shared<const TurnedCopies>(*this, *rotation());
  return turned_copies_.get();
}

void FunctionSpace::add_vectors(std::span<const std::span<double>> v) const {
  const TurnedCopies* turned = turned_copies();
  if (turned != nullptr) turned->to_common(v);
  gather_scatter().add(v);
  if (turned != nullptr) turned->to_own(v);
}

void FunctionSpace::add_on_sides(std::span<double> field) const {
  const TurnedCopies* turned = turned_copies();
  if (turned == nullptr) return gather_scatter().add(field);
  Field on_turned_side = make_field();
  for (const std::uint32_t q : turned->nodes()) on_turned_side[q] = std::exchange(field[q], 0.0);
  const std::array<std::span<double>, 2> both{field, on_turned_side};
  gather_scatter().add(both);
  for (const std::uint32_t q : turned->nodes()) field[q] = on_turned_side[q];
}

void FunctionSpace::make_sides_continuous(std::span<double> field) const {
  if (turned_copies() == nullptr) return make_continuous(field);
  Field n_copies = make_field();
  n_copies.fill(1.0);
  add_on_sides(field);
  add_on_sides(n_copies);
  for (std::size_t q = 0; q < field.size(); ++q) field[q] /= n_copies[q];
}

}  // namespace lobatto::space
