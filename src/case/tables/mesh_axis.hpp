#pragma once

#include <array>
#include <optional>
#include <vector>

#include "case/schema/table.hpp"
#include "mesh/box_mesh.hpp"

namespace lobatto::cases {

/// How the lengths of elements vary; one of them, or nothing.
struct Grading {
  std::optional<double> sine, geometric;
};

/// Elements along a direction as a case gives them: with `range` or by `ticks`.
struct GivenAxis {
  std::optional<std::array<double, 2>> range;
  std::optional<int> elements;
  Grading grading;
  std::optional<std::vector<double>> ticks;
  bool periodic = false;
};

/// The table with such keys, and with more that other code reads. `table`: its own key.
Table<GivenAxis> axis_table(Key table, std::vector<Key> more = {});

/// Reads such a table; what was refused is left without ticks.
mesh::Axis read_axis(const Table<GivenAxis>& table, const Section& axis);

}  // namespace lobatto::cases
