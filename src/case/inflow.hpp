#pragma once

#include "case/case.hpp"
#include "case/table.hpp"

namespace lobatto::cases {

/// boundary.<face>.recycle
const Table<RecycleCase>& recycle_table();
/// boundary.<face>.turbulence
const Table<TurbulenceCase>& turbulence_table();
/// Reports what takes the mesh to judge.
void check_turbulence(const Section& table, const Case& c, const TurbulenceCase& turbulence);

}  // namespace lobatto::cases
