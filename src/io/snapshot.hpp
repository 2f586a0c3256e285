#pragma once

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "space/function_space.hpp"

namespace lobatto::io {

enum class Precision { single_precision, double_precision };

/// A field to be written: one component (scalar) or three (vector along x, y, z), each
/// [n_elem][n][n][n].
struct NamedField {
  std::string name;
  std::vector<std::span<const double>> components;
};
inline NamedField named(std::string name, std::span<const double> scalar) {
  return {std::move(name), {scalar}};
}
inline NamedField named(std::string name, const space::VectorField& vector) {
  return {std::move(name), {vector[0], vector[1], vector[2]}};
}

/// What one file holds: fields at one time and where they come from.
struct Snapshot {
  double time = 0;
  long long step = 0;
  std::vector<NamedField> fields;
  /// Where it comes from, kept as texts: version, git, case (its text), ...
  std::map<std::string, std::string> provenance;
};

}  // namespace lobatto::io
