#include <utility>

#include "mesh/periodic_motion.hpp"
#include "space/function_space.hpp"

namespace lobatto::space {

/// The nodes of two faces that are one have the sum of both places less their own across.
std::optional<mesh::Rotation> FunctionSpace::rotation_of_ends() const {
  const mesh::BoxMesh& mesh = *box_mesh();
  std::array<std::vector<double>, 3> own, sums, x;
  for (int e = 0; e < n_elements_; ++e) {
    element_points(e, x);
    for (int face = 0; face < n_faces(); ++face)
      for (const std::size_t q : face_node_offsets(shape_, face))
        for (int d = 0; d < 3; ++d) own[d].push_back(x[d][q]);
  }
  const gs::GatherScatter faces(face_node_ids(), *communicator_);
  sums = own;
  for (auto& of_direction : sums) faces.add(std::span<double>(of_direction));
  const auto n_nodes = static_cast<std::size_t>(shape_.n_rows());
  std::optional<mesh::Rotation> rotation;
  for (int d = 0; d < shape_.n_directions(); ++d) {
    if (!mesh.axes[d].periodic) continue;
    mesh::MotionFit fit;
    for (int e = 0; e < n_elements_; ++e) {
      if (mesh.element_index(e)[d] + 1 != mesh.axes[d].n_elements()) continue;
      const std::size_t first = (static_cast<std::size_t>(e) * n_faces() + 2 * d + 1) * n_nodes;
      for (std::size_t i = first; i < first + n_nodes; ++i)
        fit.add({own[0][i], own[1][i], own[2][i]},
                {sums[0][i] - own[0][i], sums[1][i] - own[1][i], sums[2][i] - own[2][i]});
    }
    communicator_->sum(fit.sums());
    if (const auto found = fit.motion().rotation) rotation = found;
  }
  return rotation;
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
