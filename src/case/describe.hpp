#pragma once

#include <string>

#include "case/case.hpp"
#include "case/mesh_size.hpp"

namespace lobatto::cases {

/// The resolved set-up as text for people: mesh and unknowns, fluid, conditions a face, forcing,
/// scalars, time, solvers, output. Lines end in newlines.
std::string describe(const Case& c, const MeshSize& size);

/// The condition on one part of the boundary, "wall", "insulated" or the formulas.
std::string condition_text(const FaceCondition& condition, const Case& c);
std::string condition_text(const ScalarFaceCondition& condition);

}  // namespace lobatto::cases
