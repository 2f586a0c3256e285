#include "app/case_conditions.hpp"

#include <fmt/format.h>

#include <functional>

namespace lobatto::app {

namespace {

constexpr std::array direction_names{"x", "y", "z"};

/// Reports conditions on the faces of a periodic direction.
void refuse_conditions(const Section& boundary, const std::string& both) {
  for (const std::string& key : {both, both + "_min", both + "_max"})
    if (boundary.has(key))
      boundary.report(
          key, fmt::format("mesh.{}.periodic = true, so that its faces take no condition", both));
}

/// Reports faces of a direction with no condition or with two.
void check_coverage(const Section& boundary, const std::string& both) {
  const std::string lower = both + "_min", upper = both + "_max";
  if (boundary.has(both)) {
    for (const std::string& key : {lower, upper})
      if (boundary.has(key))
        boundary.report(key, fmt::format("'{}' gives the condition of both faces already", both));
  } else if (!boundary.has(lower) && !boundary.has(upper)) {
    boundary.report(
        both,
        fmt::format("missing; give the condition of both faces here, or '{}' and '{}', or make the "
                    "direction periodic in [mesh]",
                    lower, upper));
  } else if (!boundary.has(lower) || !boundary.has(upper)) {
    boundary.report(boundary.has(lower) ? upper : lower,
                    "missing; the face opposite has a condition");
  }
}

/// Calls read(face, key) for every face that is not periodic with the key that holds its condition;
/// reports what is missing or too much.
void for_each_condition(const Section& root, const Section& boundary, const Case& c,
                        const std::function<void(int face, const std::string& key)>& read) {
  for (int direction = 0; direction < 3; ++direction) {
    const std::string both = direction_names[direction];
    const Section mesh = root.table("mesh");
    if (!mesh.is_table(both) || mesh.table(both).is_refused("periodic")) continue;
    if (c.axes[direction].periodic) {
      refuse_conditions(boundary, both);
      continue;
    }
    check_coverage(boundary, both);
    for (const int face : {2 * direction, 2 * direction + 1}) {
      const std::string key = boundary.has(both) ? both : face_name(face);
      if (boundary.has(key) && !boundary.is_refused(key)) read(face, key);
    }
  }
}

FaceCondition velocity_condition(const Section& boundary, const std::string& key, const Case& c) {
  FaceCondition condition;
  if (const auto word = boundary.word(key)) {
    if (*word == "symmetry") condition.kind = VelocityCondition::symmetry;
    if (*word == "outflow") condition.kind = VelocityCondition::outflow;
    return condition;
  }
  condition.kind = VelocityCondition::velocity;
  const Section given = boundary.table(key);
  if (const auto velocity = given.expressions("velocity")) {
    condition.velocity = *velocity;
  } else if (given.word("velocity")) {
    if (c.exact_velocity)
      condition.velocity = *c.exact_velocity;
    else
      given.report("velocity", "\"exact\" needs exact.velocity");
  }
  return condition;
}

ScalarFaceCondition scalar_condition(const Section& boundary, const std::string& key,
                                     const ScalarCase& scalar) {
  ScalarFaceCondition condition;
  if (boundary.word(key)) return condition;
  const Section given = boundary.table(key);
  if (const auto flux = given.expression("flux")) {
    condition.kind = ScalarCondition::flux;
    condition.value = *flux;
  } else if (const auto value = given.expression("value")) {
    condition.kind = ScalarCondition::value;
    condition.value = *value;
    if (value->text == "exact") {
      if (scalar.exact)
        condition.value = *scalar.exact;
      else
        given.report("value", "\"exact\" needs the key 'exact' of the scalar");
    }
  }
  return condition;
}

}  // namespace

std::string face_name(int face) {
  return fmt::format("{}_{}", direction_names[face / 2], face % 2 == 0 ? "min" : "max");
}

void read_velocity_conditions(const Section& root, Case& c) {
  for (int face = 0; face < mesh::n_faces; ++face)
    if (c.axes[face / 2].periodic) c.faces[face].kind = VelocityCondition::periodic;
  if (root.is_refused("boundary")) return;
  const Section boundary = root.table("boundary");
  for_each_condition(root, boundary, c, [&](int face, const std::string& key) {
    c.faces[face] = velocity_condition(boundary, key, c);
  });
}

void read_scalar_conditions(const Section& root, const Section& scalar_table, const Case& c,
                            ScalarCase& scalar) {
  for (int face = 0; face < mesh::n_faces; ++face)
    if (c.axes[face / 2].periodic) scalar.faces[face].kind = ScalarCondition::periodic;
  if (scalar_table.is_refused("boundary")) return;
  const Section boundary = scalar_table.table("boundary");
  for_each_condition(root, boundary, c, [&](int face, const std::string& key) {
    scalar.faces[face] = scalar_condition(boundary, key, scalar);
  });
}

}  // namespace lobatto::app
