#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/document/section.hpp"
#include "case/format.hpp"
#include "case/schema/schema.hpp"

namespace lobatto::cases {

/// [boundary], and the table of the same name of a [[scalar]].
std::vector<Key> boundary_keys();
std::vector<Key> scalar_boundary_keys();

/// Fills c.faces from [boundary]. Axes and the exact solution must have been read.
void read_velocity_conditions(const Section& root, const CaseFormat& format, Case& c);

/// Fills scalar.faces from the boundary table of a [[scalar]].
void read_scalar_conditions(const Section& root, const Section& scalar_table,
                            const CaseFormat& format, const Case& c, ScalarCase& scalar);

/// "x_min" ... "z_max"
std::string face_name(int face);
/// The six faces of a box, all periodic.
std::vector<FaceCondition> periodic_faces();

}  // namespace lobatto::cases
