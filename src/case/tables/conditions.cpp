#include "case/tables/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "case/document/spelling.hpp"
#include "case/expressions/expression.hpp"
#include "case/schema/schema.hpp"
#include "case/schema/table.hpp"

namespace lobatto::cases {

namespace {

constexpr std::array direction_names{"x", "y", "z"};

RefusedWord periodic_in_mesh() {
  return {"periodic",
          "a direction is made periodic in [mesh], such as z = { ..., periodic = true }"};
}

/// Reports conditions on the faces of a periodic direction.
void refuse_conditions(const Section& boundary, const std::string& both) {
  for (const std::string& key : {both, both + "_min", both + "_max"})
    if (boundary.has(key))
      boundary.report(
          key, fmt::format("mesh.{}.periodic = true, so that its faces take no condition", both));
}

/// Reports faces of a direction with two conditions, or with none where each needs one.
void check_coverage(const Section& boundary, const std::string& both, bool may_lack) {
  const std::string lower = both + "_min", upper = both + "_max";
  if (boundary.has(both)) {
    for (const std::string& key : {lower, upper})
      if (boundary.has(key))
        boundary.report(key, fmt::format("'{}' gives the condition of both faces already", both));
  } else if (may_lack) {
    return;
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

/// Reports entries that are neither faces nor parts of them.
void refuse_unknown(const Section& boundary, const Case& c) {
  std::vector<std::string> known;
  for (const std::string both : direction_names)
    for (const char* end : {"", "_min", "_max"}) known.push_back(both + end);
  for (const auto& part : c.parts) known.push_back(part.name);
  for (const Entry& entry : boundary.entries()) {
    if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
    boundary.report(entry.key,
                    "unknown key" + suggestion_or_list(entry.key, known, "; known here are "));
  }
}

/// Calls read(name, key) for every part of the boundary that has a condition, with the key that
/// holds it, and none(name) for those that are periodic; reports what is missing or too much.
struct ConditionReader {
  std::function<void(const std::string& name, const std::string& key)> read;
  std::function<void(const std::string& name)> none;
  bool may_lack = false;  ///< the mesh has to tell what is missing: it may be between solids alone
};

void read_box_faces(const Section& root, const Section& boundary, const Case& c,
                    const ConditionReader& reader) {
  const Section mesh = root.table("mesh");
  for (int direction = 0; direction < 3; ++direction) {
    const std::string both = direction_names[direction];
    const bool is_known = mesh.is_table(both) && !mesh.table(both).is_refused("periodic");
    if (c.axes[direction].periodic) refuse_conditions(boundary, both);
    if (is_known && !c.axes[direction].periodic) check_coverage(boundary, both, reader.may_lack);
    for (const int face : {2 * direction, 2 * direction + 1}) {
      const std::string key = boundary.has(both) ? both : face_name(face);
      const bool is_given = is_known && boundary.has(key) && !boundary.is_refused(key);
      const bool lacks = is_known && !boundary.has(key) && reader.may_lack;
      if (is_given && !c.axes[direction].periodic)
        reader.read(face_name(face), key);
      else if (c.axes[direction].periodic || !lacks)
        reader.none(face_name(face));
    }
  }
}

void read_conditions(const Section& root, const Section& boundary, const Case& c,
                     const ConditionReader& reader) {
  if (c.mesh_file) {
    for (const Entry& entry : boundary.entries())
      if (!boundary.is_refused(entry.key)) reader.read(entry.key, entry.key);
    return;
  }
  refuse_unknown(boundary, c);
  read_box_faces(root, boundary, c, reader);
  for (const auto& part : c.parts) {
    if (!boundary.has(part.name) && reader.may_lack) continue;
    if (!boundary.has(part.name))
      boundary.report(part.name, "missing; this part of the boundary needs a condition");
    else if (!boundary.is_refused(part.name))
      reader.read(part.name, part.name);
  }
}

/// The condition that a key of a table of conditions holds: a word, or the keys of `part`.
template <class Condition, class Owner>
Condition read_condition(const Section& boundary, const std::string& key, const CaseFormat& format,
                         const Words<decltype(Condition::kind)>& words,
                         ConditionKeys<Condition, Owner> Extension::*part, Owner& owner) {
  Condition condition;
  condition.where = boundary.where(key);
  if (const auto word = boundary.word(key)) {
    condition.kind = value_of(words, *word).value();
    return condition;
  }
  const Section table = boundary.table(key);
  for (const Extension& extension : format.extensions()) {
    const auto kind = (extension.*part).kind;
    if (!kind || !condition.given_by.empty() || !table.has(extension.keys.front().name())) continue;
    condition.kind = *kind;
    condition.given_by = extension.keys.front().name();
  }
  for (const Extension& extension : format.extensions())
    if (const auto& read = (extension.*part).read) read(table, condition, owner);
  return condition;
}

FaceCondition periodic_face(const std::string& name) {
  FaceCondition face;
  face.kind = VelocityCondition::periodic;
  face.boundary = name;
  return face;
}

}  // namespace

std::vector<Key> boundary_keys() {
  return {
      {.path = "boundary",
       .description = "The velocity on the faces that are not periodic; x, y, z stand for both "
                      "faces of a direction"},
      {.path = "boundary.<face>",
       .kind = Kind::choice,
       .words = texts_of(velocity_condition_words()),
       .refused = {periodic_in_mesh()},
       .example = "\"wall\"",
       .description = "wall: no slip; symmetry: no flow through, no shear; outflow: open, p = 0"}};
}

std::vector<Key> scalar_boundary_keys() {
  return {
      {.path = "scalar[].boundary", .description = "the scalar on the faces that are not periodic"},
      {.path = "scalar[].boundary.<face>",
       .kind = Kind::choice,
       .words = texts_of(scalar_condition_words()),
       .refused = {periodic_in_mesh()},
       .example = "\"insulated\"",
       .description = "insulated: no flux"}};
}

std::string face_name(int face) {
  return fmt::format("{}_{}", direction_names[face / 2], face % 2 == 0 ? "min" : "max");
}

std::vector<FaceCondition> periodic_faces() {
  std::vector<FaceCondition> faces;
  for (int f = 0; f < mesh::n_faces; ++f) faces.push_back(periodic_face(face_name(f)));
  return faces;
}

void read_velocity_conditions(const Section& root, const CaseFormat& format, Case& c) {
  const Section boundary = root.table("boundary");
  const auto none = [&](const std::string& name) { c.faces.push_back(periodic_face(name)); };
  const auto read = [&](const std::string& name, const std::string& key) {
    c.faces.push_back(read_condition(boundary, key, format, velocity_condition_words(),
                                     &Extension::on_velocity, c));
    c.faces.back().boundary = name;
  };
  if (!root.is_refused("boundary"))
    read_conditions(root, boundary, c, {read, none, !c.solids.empty()});
}

void read_scalar_conditions(const Section& root, const Section& scalar_table,
                            const CaseFormat& format, const Case& c, ScalarCase& scalar) {
  const Section boundary = scalar_table.table("boundary");
  const auto none = [&](const std::string& name) {
    auto& face = scalar.faces.emplace_back();
    face.boundary = name;
    face.kind = ScalarCondition::periodic;
  };
  const auto read = [&](const std::string& name, const std::string& key) {
    scalar.faces.push_back(read_condition(boundary, key, format, scalar_condition_words(),
                                          &Extension::on_scalar, scalar));
    scalar.faces.back().boundary = name;
  };
  if (!scalar_table.is_refused("boundary")) read_conditions(root, boundary, c, {read, none});
}

}  // namespace lobatto::cases
