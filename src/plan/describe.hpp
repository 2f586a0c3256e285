#pragma once

#include <string>

#include "case/case.hpp"
#include "case/format.hpp"
#include "plan/shares.hpp"

namespace lobatto::plan {

/// The resolved set-up as text for people: mesh and unknowns, fluid, conditions a face, forcing,
/// scalars, what extensions of the format say, time, solvers, output. Lines end in newlines.
std::string describe(const cases::Case& c, const cases::CaseFormat& format, const MeshSize& size);

/// The condition on one part of the boundary, "wall", "insulated" or the formulas.
std::string condition_text(const cases::FaceCondition& condition);
std::string condition_text(const cases::ScalarFaceCondition& condition);

}  // namespace lobatto::plan
