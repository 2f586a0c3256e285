#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/document/section.hpp"
#include "case/format.hpp"
#include "case/schema/schema.hpp"

namespace lobatto::cases {

// The tables of a case file: the keys of each, and what reads it. What a table needs of others
// must have been read before; case/reader.cpp has the order.

/// output.checkpoint, [io] and [restart].
std::vector<Key> checkpoint_keys();
void read_checkpoint(const Section& root, Case& c);

/// [flow]: a velocity that is not solved for.
std::vector<Key> flow_keys();

/// The exact solution must have been read.
void read_flow(const Section& root, Case& c);

/// [mesh], its axes, parts and periodic boundaries.
std::vector<Key> mesh_keys();

/// Axes that were refused are left without ticks.
void read_mesh(const Section& root, Case& c);

/// [case]: its name.
std::vector<Key> name_keys();
void read_name(const Section& root, Case& c);

/// [output] with its fields and diagnostics.
std::vector<Key> output_keys();
void read_output(const Section& root, Case& c);

/// What mesh.axisymmetric says of solvers and of what else is there.
void complete_axisymmetric(const Section& root, Case& c);

/// Nek5000 files have room for T and S01 to S99; T is for scalars only.
void check_nek_room(const Section& root, const Case& c);

/// [fluid], [parameters], [initial] and [exact].
std::vector<Key> fluid_keys();
std::vector<Key> parameter_keys();
std::vector<Key> initial_keys();
std::vector<Key> exact_keys();

/// Each fills its part of the case from one table. The axes must have been read; initial needs
/// exact.
void read_fluid(const Section& root, Case& c);
void read_exact(const Section& root, Case& c);
void read_initial(const Section& root, Case& c);

/// [[scalar]]. Read after the mesh and the fluid.
std::vector<Key> scalar_keys();
void read_scalars(const Section& root, const CaseFormat& format, Case& c);

/// [time]: the length of the steps, and the end.
std::vector<Key> time_keys();
void read_time(const Section& root, Case& c);

}  // namespace lobatto::cases
