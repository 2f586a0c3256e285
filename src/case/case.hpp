#pragma once

#include <algorithm>
#include <any>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>

#include "case/expressions/expression.hpp"
#include "case/schema/choices.hpp"
#include "mesh/box_mesh.hpp"
#include "mesh/mesh_changes.hpp"
#include "mesh/raw_mesh.hpp"
#include "physics/conditions/kinds.hpp"
#include "physics/conditions/turbulence/isotropic_turbulence.hpp"
#include "physics/settings.hpp"

namespace lobatto::cases {

/// What extensions have read of a case file: lists, by the type of what is in them.
class ExtensionValues {
 public:
  template <class T>
  void set(std::vector<T> values) {
    lists_[typeid(T)] = std::move(values);
  }
  /// None where the case file says nothing.
  template <class T>
  [[nodiscard]] const std::vector<T>& of() const {
    static const std::vector<T> none;
    const auto found = lists_.find(typeid(T));
    return found == lists_.end() ? none : std::any_cast<const std::vector<T>&>(found->second);
  }

 private:
  std::map<std::type_index, std::any> lists_;
};

/// A viscosity or a diffusivity: one number, or an expression of place, time and the solution.
struct CoefficientCase {
  double constant = 0;  ///< where there is no field
  std::optional<Expression> field = {};

  /// None of a field.
  [[nodiscard]] std::optional<double> number() const {
    return field ? std::nullopt : std::optional(constant);
  }
};

using physics::ScalarCondition;
using physics::VelocityCondition;

/// Isotropic turbulence that a flow begins with.
struct InitialTurbulence : physics::IsotropicTurbulence::Settings {
  Expression spectrum;  ///< E(k)
  int n_shells = 0;
};

/// What holds on one part of the boundary, as a case file says it: how, residents know, which read
/// it, see Extension.
struct BoundaryCondition {
  std::string boundary;    ///< "x_min" ... "z_max", or a name of the mesh file or of [[mesh.part]]
  std::string where;       ///< of its key in the case file; empty where nothing is said
  std::string given_by;    ///< the key that tells its kind; empty for a word
  ExtensionValues values;  ///< what is given
  std::vector<Expression> expressions;  ///< all that are evaluated on it
  std::string said;                     ///< for people: instead of the word of its kind
};
struct FaceCondition : BoundaryCondition {
  VelocityCondition kind = VelocityCondition::wall;
};
struct ScalarFaceCondition : BoundaryCondition {
  ScalarCondition kind = ScalarCondition::insulated;
};

/// Elements without flow.
struct SolidCase {
  std::string name;
  std::string where;                    ///< of the key that tells its elements
  std::optional<Expression> condition;  ///< on their middles, or
  std::vector<std::string> volumes;     ///< of the mesh file
};

/// What a scalar finds in a solid, over the heat capacity per volume of the fluid.
struct ScalarSolidCase {
  std::string solid;
  CoefficientCase conductivity;
  CoefficientCase capacity;  ///< of place alone
  std::optional<Expression> source;
};

struct ScalarCase {
  std::string name;
  CoefficientCase diffusivity;  ///< viscosity / prandtl, or given
  std::string said;             ///< by extensions, for people
  std::optional<Expression> initial;
  std::optional<Expression> exact;
  std::vector<ScalarFaceCondition> faces;
  std::vector<ScalarSolidCase> solids;  ///< one for each solid of the case, in their order
  SolverMethod solver = SolverMethod::automatic;
  double turbulent_prandtl = 0.85;  ///< with Case::eddy_viscosity
  bool is_advected = true;
};

/// The sides of the boundary `of` whose middle fulfils a condition, as a boundary of their own.
struct BoundaryPartCase {
  std::string name;
  std::string of;
  std::string where;  ///< of the table in the case file
  Expression condition;
};

/// A name for sides of the mesh file that have none.
struct UnnamedCase {
  std::string name;
  std::string where;                            ///< of the table in the case file
  std::optional<Expression> condition;          ///< of the middles of sides; none: all
  std::optional<std::array<double, 3>> normal;  ///< outwards, up to 45 degrees off; none: any
};

struct Interval {
  std::optional<long long> every_steps;
  std::optional<double> every_time;

  /// At the end of a step from time_before to time: on multiples of the interval, where nothing but
  /// the step counts, so that a restarted run goes on as the old one would have.
  [[nodiscard]] bool is_due(long long step, double time_before, double time) const;
  /// The next time after this one at which it is due; none where it counts steps alone.
  [[nodiscard]] std::optional<double> next_after(double time) const;
};

/// When and how checkpoints are written.
struct CheckpointCase {
  Interval interval;
  std::optional<double> every_wall = 30 * 60;  ///< s
  int keep = 2;
  bool final = true;
  bool solver_memory = true;
  bool stop_on_failure = false;
  std::optional<int> n_files;  ///< none: by memory and ranks
  std::optional<std::string> stage;
  int max_staged = 2;
};

/// The state that a run begins with.
struct RestartCase {
  std::string from;   ///< a checkpoint or a run folder
  std::string where;  ///< of the key, for errors
  bool interpolate = false;
  std::optional<double> time = {};  ///< at which it begins; none: that of the state
  std::optional<std::vector<std::string>> fields = {};  ///< that are taken; none: all

  /// Its fields are taken, but for the past that a checkpoint has of them.
  [[nodiscard]] bool begins_anew() const { return interpolate || time || fields; }
  [[nodiscard]] bool takes(const std::string& field) const {
    return !fields || std::ranges::count(*fields, field) > 0;
  }
};

/// A velocity that is not solved for.
struct PrescribedVelocity {
  std::optional<VectorExpression> velocity;  ///< of place and time
  /// Else: checkpoints, run folders or field files of Nek5000; several are a cycle. Without them,
  /// too, the velocity is what the run begins with, for ever.
  std::vector<std::string> files;
  std::optional<double> period;  ///< of a cycle
  std::string where;             ///< of the key that names the files
  [[nodiscard]] bool is_frozen() const { return !velocity && files.empty(); }
};

/// A field made of the solution.
struct QuantityCase {
  std::string name;
  Expression expression;
};

/// Boundaries that a key names.
struct NamedBoundaries {
  std::vector<std::string> names;
  std::string where;             ///< of the key
  bool may_name_solids = false;  ///< their surfaces are boundaries, too
};

/// Terms that draw fields to something, and are extrapolated in time.
struct ExplicitDecay {
  std::string name;  ///< of the key that sets the rate
  double rate = 0;   ///< at most, in 1 / time
};

/// When a run ends because its fields do not change any more.
struct SteadyCase {
  double change = 0;            ///< relative, per unit of time
  std::vector<std::string> of;  ///< names of fields; none: all that change
  long long every_steps = 10;
  double start = 0;  ///< time before which nobody looks
};

/// A validated case: every number in range, every expression parsed, every name known.
struct Case {
  std::string file;
  std::string name;
  std::string source_text;                       ///< the file as read, kept for provenance
  std::map<std::string, std::string> overrides;  ///< --set key=value; no value: taken out
  /// Of every key that is given, by its path ("scalar[0].prandtl"): "duct.toml:12:3".
  std::map<std::string, std::string> places;
  /// "duct.toml:12:3: scalar[0].prandtl"; of a key that is not given the place is that of the table
  /// above it, or the file.
  [[nodiscard]] std::string place(const std::string& path) const;

  std::array<mesh::Axis, 3> axes;
  int order = 7;
  bool plane = false;         ///< nothing changes along z, which has one periodic layer
  bool axisymmetric = false;  ///< and the plane stands for all planes through the axis y = 0
  std::optional<VectorExpression> map;  ///< moves the points of the mesh
  bool mesh_moves = false;              ///< while the flow goes on: an extension says how
  /// Or all are axis-aligned boxes.
  [[nodiscard]] bool has_curved_elements() const { return map || mesh_file || mesh_moves; }
  /// Instead of axes; several that touch are one mesh.
  std::optional<std::vector<std::string>> mesh_file;
  [[nodiscard]] std::string mesh_file_text() const;              ///< "a.exo, b.exo"
  std::optional<mesh::Extrusion> extrusion;                      ///< of a plane mesh file
  std::optional<mesh::Placement> placement;                      ///< of a mesh file
  std::vector<UnnamedCase> unnamed;                              ///< of a mesh file
  std::vector<mesh::PeriodicBoundaries> periodic;                ///< of a mesh file
  mesh::Partitioner partitioner = mesh::Partitioner::automatic;  ///< of a mesh file
  std::vector<BoundaryPartCase> parts;
  std::vector<SolidCase> solids;

  CoefficientCase viscosity;
  bool density_varies = false;  ///< by an extension: viscosity and diffusivities are fields then
  bool is_advected = true;      ///< the velocity; without it a Stokes flow
  std::map<std::string, double> parameters;
  Imports imports;                                 ///< that expressions use
  std::map<std::string, std::string> table_texts;  ///< files as read, by path
  /// Of a box the six faces in the order of mesh::Face, then the parts; with a mesh file in the
  /// order of the case file.
  std::vector<FaceCondition> faces;

  std::optional<PrescribedVelocity>
      prescribed_velocity;  ///< there is no flow to solve for, and no pressure

  /// The model of a viscosity on top of the fluid's, by its word, which others bring: viscosity and
  /// diffusivities are fields then.
  std::optional<std::string> eddy_viscosity;
  std::vector<ExplicitDecay> explicit_decay;  ///< of extensions, in the order of reading
  bool force_fluctuates = false;  ///< that of an extension: it may correlate with the velocity

  std::optional<VectorExpression> initial_velocity;
  std::optional<InitialTurbulence> initial_turbulence;  ///< added to that
  /// At the start, whether it is given for all times or solved for from there; none: at rest.
  [[nodiscard]] const std::optional<VectorExpression>& velocity_at_start() const {
    return prescribed_velocity && prescribed_velocity->velocity ? prescribed_velocity->velocity
                                                                : initial_velocity;
  }
  std::vector<ScalarCase> scalars;

  int time_order = 3;
  bool along_characteristics = false;  ///< what is advected; else extrapolated
  std::optional<double> dt;            ///< constant step, or:
  std::optional<double> cfl;           ///< target CFL number
  std::string cfl_where;               ///< of that key
  std::optional<double> max_dt;        ///< with cfl: never longer than this (also the first step)
  std::optional<double> min_dt;  ///< with cfl: the run stops where that asks for a shorter one
  std::optional<double> time_tolerance;  ///< with cfl: of the local error, relative
  std::optional<double> end_time;
  std::optional<long long> steps;
  std::optional<SteadyCase> steady;
  std::optional<double> cfl_limit;  ///< see the function

  /// A direction, for the advection; 0: ceil(3 n / 2); -1: the n GLL nodes ("none").
  int quadrature_nodes = 0;
  SolverMethod pressure_solver = SolverMethod::automatic;
  SolverMethod velocity_solver = SolverMethod::automatic;
  /// Of direct solves; nothing: the program chooses.
  std::optional<int> last_direction;
  physics::IterativePoisson iterative_pressure;
  physics::IterativeHelmholtz iterative_velocity;  ///< and scalars

  std::optional<double> wall_limit;  ///< s

  Interval field_output;
  FieldFormat field_format = FieldFormat::vtkhdf;
  bool fields_are_double = false;  ///< the values on the nodes
  CheckpointCase checkpoint;
  std::optional<RestartCase> restart;
  bool write_final_fields = true;
  std::optional<double> field_error;  ///< lets fields be rounded
  bool field_error_is_maximum = false;
  long long diagnostics_every_steps = 1;
  std::vector<QuantityCase> quantities;

  ExtensionValues extensions;                     ///< what others have read, see Extension
  std::vector<std::string> extra_fields;          ///< of the state, that they declare
  std::vector<std::string> model_fields;          ///< the same of a model, which alone sets them
  double field_doubles = 0;                       ///< per point, that they keep
  std::vector<NamedBoundaries> extra_boundaries;  ///< that they look at
  std::vector<std::string> extra_monitors;        ///< tables that they write to monitors/
  /// What they add to a step that predictions know nothing of, with the key that asks for it.
  struct Unpredicted {
    std::string key, what;
  };
  std::vector<Unpredicted> unpredicted;

  std::optional<VectorExpression> exact_velocity;
  std::optional<Expression> exact_pressure;
};

/// The paths of all keys that are given and were declared with this path (Key::path).
std::vector<std::string> given_keys(const Case& the_case, const std::string& declared);

/// In the order of the case.
std::vector<std::string> scalar_names(const Case& the_case);

/// Fields that the flow carries, components of the velocity among them.
int n_advected_fields(const Case& the_case);

/// The CFL number beyond which the run stops.
double cfl_limit(const Case& the_case);

/// The times before the start, the earliest first, at which a run takes its past from the exact
/// solution: where that is what it begins with, and its steps have a constant length.
std::vector<double> times_before_start(const Case& the_case);

}  // namespace lobatto::cases
