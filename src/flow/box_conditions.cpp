#include "flow/box_conditions.hpp"

#include "base/function_ref.hpp"

namespace lobatto::flow {

namespace {

using poly::EndCondition;

direct::BoxConditions conditions_where(const mesh::BoxMesh& mesh,
                                       base::FunctionRef<bool(mesh::Face)> is_dirichlet) {
  direct::BoxConditions conditions;
  for (int d = 0; d < 3; ++d) {
    if (mesh.axes[d].periodic) {
      conditions[d] = {EndCondition::periodic, EndCondition::periodic};
      continue;
    }
    const auto end = [&](bool upper) {
      return is_dirichlet(mesh::face_of(d, upper)) ? EndCondition::dirichlet
                                                   : EndCondition::neumann;
    };
    conditions[d] = {end(false), end(true)};
  }
  return conditions;
}

}  // namespace

direct::BoxConditions velocity_conditions(const mesh::BoxMesh& mesh,
                                          const std::array<VelocityFace, mesh::n_faces>& faces,
                                          int component) {
  return conditions_where(mesh, [&](mesh::Face face) {
    const auto kind = faces[static_cast<int>(face)].kind;
    if (kind == VelocityCondition::symmetry) return mesh::direction_of(face) == component;
    return kind == VelocityCondition::wall || kind == VelocityCondition::velocity;
  });
}

direct::BoxConditions pressure_conditions(const mesh::BoxMesh& mesh,
                                          const std::array<VelocityFace, mesh::n_faces>& faces) {
  return conditions_where(mesh, [&](mesh::Face face) {
    return faces[static_cast<int>(face)].kind == VelocityCondition::outflow;
  });
}

direct::BoxConditions scalar_conditions(const mesh::BoxMesh& mesh,
                                        const std::array<ScalarFace, mesh::n_faces>& faces) {
  return conditions_where(mesh, [&](mesh::Face face) {
    return faces[static_cast<int>(face)].kind == ScalarCondition::value;
  });
}

}  // namespace lobatto::flow
