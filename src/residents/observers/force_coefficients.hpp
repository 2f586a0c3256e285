#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/vector3.hpp"
#include "case/schema/table.hpp"
#include "space/function_space.hpp"

namespace lobatto::residents {

/// What a force is measured by.
struct ForceReference {
  double density = 1;
  double velocity = 0;
  std::optional<double> length = {}, area = {};  ///< one of them at least
  base::Vector3 direction{1, 0, 0};              ///< of drag; not zero
};

/// The table `force[].reference`, which fills a ForceReference; reports a direction that is none.
const cases::Table<ForceReference>& force_reference_table();

/// The area of the reference. Throws base::Error, on every rank alike, where it is to be length
/// times the span of the boundaries, and they have none. Collective.
double reference_area(const ForceReference& reference, const std::vector<std::string>& boundaries,
                      const space::FunctionSpace& space);

/// Drag, along the direction of the reference, and lift, across it and the direction in which the
/// flow is periodic (z where that is none, x along z), to the side where its largest component is
/// positive; over density U^2 A / 2 they are Cd and Cl.
class ForceCoefficients {
 public:
  /// Of a reference that has its area, see reference_area(). Collective.
  ForceCoefficients(const ForceReference& reference, double area,
                    const space::FunctionSpace& space);

  [[nodiscard]] static const char* columns() { return ",drag,lift,Cd,Cl"; }
  /// Of the two parts of a force for unit density, as columns.
  [[nodiscard]] std::string values(const base::Vector3& pressure,
                                   const base::Vector3& viscous) const;

 private:
  double density_;
  double unit_;  ///< density U^2 A / 2
  base::Vector3 drag_, lift_;
};

}  // namespace lobatto::residents
