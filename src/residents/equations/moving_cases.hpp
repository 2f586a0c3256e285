#pragma once

#include <string>
#include <vector>

#include "case/case.hpp"
#include "case/document/problems.hpp"
#include "case/document/section.hpp"
#include "physics/moving_mesh.hpp"
#include "residents/traits.hpp"
#include "space/function_space.hpp"

namespace lobatto::residents {

// What all that moves the mesh of a case has in common.

inline const std::vector<Trait> flows_on_moving_mesh{Trait::moved_box, Trait::mesh_file,
                                                     Trait::moving_mesh};

/// Of differences in time that stand for derivatives: a part of the shortest time that anything in
/// the run takes. Those of fourth order are then right but for round-off.
double difference_step(const cases::Case& c);

/// Reports what does not go with a mesh that moves, at this key of the table, and notes what it
/// takes; after all of the case is read.
void check_moving_case(const cases::Section& table, const char* key, cases::Case& c);

/// Adds what goes wrong with a mesh at some times of the run, told with a place. Collective.
void check_motion(const cases::Case& c, const space::FunctionSpace& space,
                  physics::MeshMotion& motion, const std::string& place, cases::Problems& problems);

}  // namespace lobatto::residents
