#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "case/format.hpp"
#include "physics/equations/assembly.hpp"
#include "residents/formulas.hpp"
#include "residents/observers/observer.hpp"
#include "residents/traits.hpp"

namespace lobatto::residents {

class CaseValues;

/// What an extension adds to the equations with; all of it lives longer than what is added.
struct AssemblyContext {
  const cases::Case& the_case;
  Formulas& formulas;
  physics::Assembly& assembly;
};

/// A term, an equation or an observer that one file knows: its part of the case file, and what
/// comes of it.
struct Resident {
  cases::Extension in_case_file = {};
  std::function<void(const AssemblyContext&)> add = {};              ///< terms and equations
  std::function<ObserverList(const ObserverContext&)> observe = {};  ///< an ObserverMaker
  /// Its expressions, before a run: values that are not finite are reported with their place.
  std::function<void(const cases::Case&, CaseValues&)> look_at = {};
  /// What it lives with; it is refused in a case of any other trait.
  std::vector<Trait> supports = {};
  std::map<Trait, std::string> reasons = {};  ///< against others, for people
  std::string example = {};                   ///< of what a case file may say of it
};

}  // namespace lobatto::residents
