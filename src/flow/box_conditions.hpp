#pragma once

#include <array>

#include "direct/tensor_solver.hpp"
#include "flow/settings.hpp"
#include "mesh/box_mesh.hpp"

namespace lobatto::flow {

/// Homogeneous conditions of the three implicit problems, from the conditions of the flow: velocity
/// component `component` (Dirichlet on walls and given velocity, its normal component also on
/// symmetry faces, natural elsewhere), the pressure (Dirichlet on outflow, natural elsewhere) and a
/// scalar (Dirichlet where its value is given).
direct::BoxConditions velocity_conditions(const mesh::BoxMesh& mesh,
                                          const std::array<VelocityFace, mesh::n_faces>& faces,
                                          int component);
direct::BoxConditions pressure_conditions(const mesh::BoxMesh& mesh,
                                          const std::array<VelocityFace, mesh::n_faces>& faces);
direct::BoxConditions scalar_conditions(const mesh::BoxMesh& mesh,
                                        const std::array<ScalarFace, mesh::n_faces>& faces);

}  // namespace lobatto::flow
