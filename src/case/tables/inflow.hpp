#pragma once

#include <array>

#include "case/case.hpp"
#include "case/schema/table.hpp"

namespace lobatto::cases {

/// boundary.<face>.recycle
const Table<physics::Recycling>& recycle_table();
/// boundary.<face>.turbulence
const Table<TurbulenceCase>& turbulence_table();
/// In the order of physics::ReynoldsStress; null: zero.
inline constexpr std::array<const char*, 6> stress_names{"uu", "vv", "ww", "uv", "uw", "vw"};
std::array<const Expression*, 6> stresses_of(const StressCase& stress);
/// Reports what takes the mesh to judge.
void check_turbulence(const Section& table, const Case& c, const TurbulenceCase& turbulence);

}  // namespace lobatto::cases
