#pragma once

#include <optional>
#include <string>
#include <vector>

#include "case/schema/schema.hpp"
#include "case/schema/table.hpp"
#include "stability/base_flow_search.hpp"
#include "stability/search.hpp"

namespace lobatto::residents {

enum class StabilityKind {
  modes,
  adjoint_modes,
  transient_growth,
  sensitivity,
  resolvent,
  otd,
  base_flow
};

/// The table [stability] as it is read: the case gets the settings of its kind.
struct StabilityKeys {
  StabilityKind kind = StabilityKind::modes;
  std::optional<int> n_modes;
  std::vector<double> frequencies;
  int n_intervals = 100;
  std::optional<double> tolerance;
  std::optional<int> krylov_vectors;
  int max_propagations = 1000;
  stability::BaseFlowMethod method = stability::BaseFlowMethod::newton;
  double gain = 0, filter_width = 0;
  double wave_number = 0;
  bool steady_force = false;
  stability::Period period = stability::Period::none;
};

const cases::Words<StabilityKind>& stability_kinds();
const cases::Words<stability::BaseFlowMethod>& base_flow_methods();
const cases::Table<StabilityKeys>& stability_table();

/// Reports keys that only other kinds, or other methods, know.
void check_stability_keys(const cases::Section& table, const StabilityKeys& stability);

}  // namespace lobatto::residents
