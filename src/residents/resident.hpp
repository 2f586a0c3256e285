#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "case/format.hpp"
#include "physics/equations/assembly.hpp"
#include "plan/memory.hpp"
#include "residents/formulas.hpp"
#include "residents/observers/observer.hpp"
#include "residents/solution.hpp"
#include "residents/traits.hpp"

namespace lobatto::residents {

class CaseValues;

/// What an extension adds to the equations with; all of it lives longer than what is added.
struct AssemblyContext {
  const cases::Case& the_case;
  Formulas& formulas;
  physics::Assembly& assembly;
};

/// A decay by explicit terms whose rate follows from the mesh.
struct DecayOnMesh {
  double rate = 0;         ///< at most, in 1 / time
  std::string fault = {};  ///< with the constant step of the case, for people; none: empty
};

/// Adds a force per mass to one at the nodes of the fluid, in the current solution, of time t.
using ForceAdder = std::function<void(double t, space::VectorField& force)>;

/// A part of the boundary of the fluid while its condition for the velocity is made.
struct FaceContext {
  const cases::Case& the_case;
  const cases::FaceCondition& condition;
  Formulas& formulas;
  const space::FunctionSpace& fluid;
  int boundary;  ///< index in fluid.boundaries()
};

/// The same of a scalar.
struct ScalarFaceContext {
  const cases::ScalarFaceCondition& condition;
  Formulas& formulas;
  std::size_t scalar;  ///< index in Case::scalars
  /// Those of the velocity on the same part of the boundary; null where that is prescribed.
  const physics::VelocityBoundaryCondition* velocity;
};

/// A term, an equation, a condition or an observer that one file knows: its part of the case file,
/// and what comes of it.
struct Resident {
  cases::Extension in_case_file = {};
  std::function<void(const AssemblyContext&)> add = {};              ///< terms and equations
  std::function<ObserverList(const ObserverContext&)> observe = {};  ///< an ObserverMaker
  /// Its expressions, before a run: values that are not finite are reported with their place.
  std::function<void(const cases::Case&, CaseValues&)> look_at = {};
  /// What it sets of the settings of the equations.
  std::function<void(const cases::Case&, Formulas&, const space::FunctionSpace&,
                     physics::FlowSettings&)>
      set = {};
  /// Beside that of Case::explicit_decay. Collective.
  std::function<DecayOnMesh(const cases::Case&, const space::FunctionSpace&)> decay_on_mesh = {};
  /// Makes what adds the force per mass of its terms: what statistics take for that of the flow.
  std::function<ForceAdder(const Solution&, Formulas&)> force = {};
  /// What it lives with; it is refused in a case of any other trait.
  std::vector<Trait> supports = {};
  std::map<Trait, std::string> reasons = {};  ///< against others, for people
  std::string example = {};                   ///< of what a case file may say of it
  /// What the case asks for and the mesh does not have. Collective.
  std::function<void(const cases::Case&, const space::FunctionSpace&, cases::Problems&)>
      check_on_mesh = {};
  /// What it keeps on a rank, the first one or another; as many parts on each.
  std::function<std::vector<plan::MemoryPart>(const cases::Case&, const plan::ElementShares&,
                                              bool is_first_rank)>
      memory = {};
  /// What it takes, for people, as a line.
  std::function<std::string(const cases::Case&, const plan::ElementShares&)> estimate = {};
  /// Of a condition: what it makes of the velocity on a part of the boundary. Collective.
  std::function<void(const FaceContext&, physics::VelocityBoundaryCondition&)> complete = {};
  /// The same of a scalar.
  std::function<void(const ScalarFaceContext&, physics::ScalarBoundaryCondition&)> complete_scalar =
      {};
};

}  // namespace lobatto::residents
