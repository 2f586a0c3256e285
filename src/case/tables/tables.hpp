#pragma once

#include <string>
#include <vector>

#include "base/function_ref.hpp"
#include "case/case.hpp"
#include "case/document/section.hpp"
#include "case/format.hpp"
#include "case/schema/schema.hpp"
#include "case/schema/table.hpp"

namespace lobatto::cases {

// The tables of a case file: the keys of each, and what reads it. What a table needs of others
// must have been read before; case/reader.cpp has the order.

/// [case]: its name.
std::vector<Key> name_keys();
void read_name(const Section& root, Case& c);

/// [mesh], its axes, parts and periodic boundaries.
std::vector<Key> mesh_keys();
/// Axes that were refused are left without ticks.
void read_mesh(const Section& root, Case& c);
/// The keys of [mesh] that say which file the mesh comes from, and what is done to it.
std::vector<KeyMember<Case>> mesh_file_fields();
/// Finds the file from the folder of the case file, and reports what needs one and has none.
void read_mesh_file(const Section& mesh, Case& c);
/// What mesh.axisymmetric says of solvers and of what else is there.
void complete_axisymmetric(const Section& root, Case& c);

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
/// initial.turbulence.
const Table<InitialTurbulence>& initial_turbulence_table();
/// Reports what does not fit the mesh, and fills the energies of the shells. table:
/// initial.turbulence; the mesh must have been read.
void complete_initial_turbulence(const Section& table, Case& c);

/// [flow]: a velocity that is not solved for.
std::vector<Key> flow_keys();
/// The exact solution must have been read.
void read_flow(const Section& root, Case& c);

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

/// [[scalar]]. Read after the mesh and the fluid.
std::vector<Key> scalar_keys();
void read_scalars(const Section& root, const CaseFormat& format, Case& c);

/// [[solid]].
std::vector<Key> solid_keys();
/// After the mesh.
void read_solids(const Section& root, Case& c);
/// scalar[].solid, below the keys of a scalar.
std::vector<Key> scalar_solid_keys();
/// What a scalar finds in each solid, in their order; after the solids.
void read_scalar_solids(const Section& scalar_table, const Case& c, ScalarCase& scalar);
/// What does not go together with solids; after all that is spoken of.
void check_solids(const Section& root, const Case& c);

/// [time]: the length of the steps, and the end.
std::vector<Key> time_keys();
void read_time(const Section& root, Case& c);

/// [solver]: how the equations are solved.
std::vector<Key> solver_keys();
void read_solver(const Section& root, Case& c);
/// What solves for the velocity and for a scalar, and what does not.
Words<SolverMethod> helmholtz_methods();
RefusedWord no_multigrid();

/// [output] with its fields and diagnostics.
std::vector<Key> output_keys();
void read_output(const Section& root, Case& c);
/// Nek5000 files have room for T and S01 to S99; T is for scalars only.
void check_nek_room(const Section& root, const Case& c);
/// output.quantities.
std::vector<Key> quantity_keys();
/// Read after scalars, parameters and all that declares fields.
void read_quantities(const Section& root, Case& c);
/// The expressions of the output that a table has, by the names of its keys. Reports names that
/// `fault_of` finds wrong, and what the case does not have.
std::vector<QuantityCase> read_expressions(
    const Section& table, const Case& c,
    base::FunctionRef<std::string(const std::string&)> fault_of);

/// output.checkpoint, [io] and [restart].
std::vector<Key> checkpoint_keys();
void read_checkpoint(const Section& root, Case& c);

}  // namespace lobatto::cases
