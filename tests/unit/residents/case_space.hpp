#pragma once

#include <string>

#include "mesh/box_mesh.hpp"
#include "residents/case_values.hpp"
#include "residents/resident.hpp"

namespace lobatto::residents {

/// Of a case in a box that is not moved. world: lives as long. Collective.
inline space::FunctionSpace space_of(const cases::Case& c, const comm::Communicator& world) {
  return {mesh::make_box_mesh(c.axes, c.order, world.rank(), world.size()), world};
}

/// What a resident finds wrong with its values in a case. Collective.
inline std::string faults_seen_by(const Resident& resident, const cases::Case& c) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space = space_of(c, world);
  CaseValues values(c, space);
  resident.look_at(c, values);
  cases::Problems problems;
  values.report(problems);
  return problems.text();
}

}  // namespace lobatto::residents
