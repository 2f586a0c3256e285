#pragma once

#include <list>
#include <span>
#include <string>
#include <vector>

#include "io/snapshot.hpp"
#include "run/simulation.hpp"

namespace lobatto::run {

/// Vectors of a search for modes as the fields of a file, on its nodes.
class ModeFields {
 public:
  explicit ModeFields(const Simulation& simulation);

  /// The parts, "velocity" and scalars, with a suffix; none of an empty vector.
  void add(std::span<const double> vector, const std::string& suffix);
  void add_scalar(const std::string& name, const std::vector<double>& field);
  [[nodiscard]] const io::Snapshot& snapshot() const { return snapshot_; }

 private:
  const Simulation& simulation_;
  std::list<std::vector<space::Field>> parts_;
  io::Snapshot snapshot_;
};

}  // namespace lobatto::run
