#pragma once

#include <span>
#include <string>

#include "base/function_ref.hpp"

namespace lobatto::krylov {

/// Saves or loads a vector by its name: who owns the vectors knows how they lie on the ranks.
using VisitVector = base::FunctionRef<void(const std::string& name, std::span<double> vector)>;

}  // namespace lobatto::krylov
