#include "case/tables/conditions.hpp"

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

/// givers: the keys that give all of the velocity.
VelocityCondition kind_of(const Section& table, const FaceCondition& face,
                          const std::vector<std::string>& givers) {
  if (table.has("tangential_velocity")) return VelocityCondition::tangential;
  if (face.normal_velocity) return VelocityCondition::normal;
  const bool is_open =
      std::ranges::none_of(givers, [&](const std::string& key) { return table.has(key); }) &&
      (face.given_traction || face.pressure);
  return is_open ? VelocityCondition::outflow : VelocityCondition::velocity;
}

void complete_velocity_face(const Section& table, const CaseFormat& format, FaceCondition& face) {
  std::vector<std::string> givers{"velocity"};
  std::ranges::copy(format.velocity_givers(), std::back_inserter(givers));
  face.kind = kind_of(table, face, givers);
  if (face.pressure) face.traction_form = TractionForm::pressure;
  if (table.has("traction_form") && !table.has_or_misspells("traction"))
    table.report("traction_form", "has no meaning without 'traction', whose meaning it sets");
  if (!table.has("damp_backflow")) return;
  givers.insert(givers.begin() + 1, "normal_velocity");
  for (const std::string& closed : givers)
    if (table.has(closed))
      table.report("damp_backflow",
                   fmt::format("has no meaning beside '{}', which says what enters", closed));
}

/// The word "exact" is left: the exact velocity stands in another table.
const Table<FaceCondition>& velocity_face_table() {
  static const Table<FaceCondition> table{
      {.path = "boundary.<face>",
       .kind = Kind::choice,
       .words = texts_of(velocity_condition_words()),
       .refused = {periodic_in_mesh()},
       .example = "\"wall\"",
       .description = "wall: no slip; symmetry: no flow through, no shear; outflow: open, p = 0"},
      {{&FaceCondition::given_velocity,
        {.path = "boundary.<face>.velocity",
         .words = {"exact"},
         .variables = Variables::boundary,
         .example = "[\"1 - y^2\", \"0\", \"0\"]",
         .description =
             "given velocity: an inflow or a moving wall; may use the solution and the normal; "
             "\"exact\": as exact.velocity"}},
       {&FaceCondition::normal_velocity,
        {.path = "boundary.<face>.normal_velocity",
         .variables = Variables::boundary,
         .example = "\"-0.1\"",
         .description = "the normal component alone, positive out of the fluid: blowing, suction; "
                        "along the face no shear, or that of `traction`; on faces across an axis"}},
       {&FaceCondition::given_velocity,
        {.path = "boundary.<face>.tangential_velocity",
         .variables = Variables::boundary,
         .example = "[\"0\", \"0\", \"0\"]",
         .description = "the components along the face alone; fluid passes freely through it, at "
                        "p = 0 or what `pressure` or `traction` says; on faces across an axis"}},
       {&FaceCondition::pressure,
        {.path = "boundary.<face>.pressure",
         .variables = Variables::boundary,
         .example = "\"2*cos(t)\"",
         .description = "given pressure of an open face, over the density"}},
       {&FaceCondition::given_traction,
        {.path = "boundary.<face>.traction",
         .variables = Variables::boundary,
         .example = "[\"0.01\", \"0\", \"0\"]",
         .description = "given viscosity du/dn - p n, over the density, of the components that are "
                        "free: all of an open face, or those along a face of `normal_velocity`"}},
       {worded(&FaceCondition::traction_form, traction_form_words()),
        {.path = "boundary.<face>.traction_form",
         .example = "\"stress\"",
         .description =
             "what `traction` is. gradient: viscosity du/dn - p n; stress: the force per "
             "area, viscosity (du/dn + grad u . n) - p n"}},
       {&FaceCondition::damps_backflow,
        {.path = "boundary.<face>.damp_backflow",
         .example = "false",
         .description = "whether fluid that enters an open face is kept from bringing energy in; "
                        "without it a given pressure drives an inflow"}}}};
  return table;
}

struct ScalarOfFace {
  std::optional<Expression> value, flux, robin, ambient;
};

void check_robin(const Section& table, ScalarOfFace& face) {
  if (face.robin && !table.has_or_misspells("ambient"))
    table.report(
        "ambient",
        "missing; expected the value outside that a Robin condition draws to, such as 0.2");
  if (table.has("ambient") && !table.has("robin"))
    table.report("ambient", "has no meaning without 'robin'");
}

const Table<ScalarOfFace>& scalar_face_table() {
  static const Table<ScalarOfFace> table{
      {.path = "scalar[].boundary.<face>",
       .kind = Kind::choice,
       .words = texts_of(scalar_condition_words()),
       .refused = {periodic_in_mesh()},
       .example = "\"insulated\"",
       .description = "insulated: no flux"},
      {{&ScalarOfFace::value,
        {.path = "scalar[].boundary.<face>.value",
         .words = {"exact"},
         .variables = Variables::boundary,
         .example = "\"1\"",
         .description =
             "given value; may use the solution and the normal; \"exact\": as `exact` of "
             "the scalar"}},
       {&ScalarOfFace::flux,
        {.path = "scalar[].boundary.<face>.flux",
         .variables = Variables::boundary,
         .example = "\"-0.1*(temperature - 0.2)\"",
         .description =
             "given flux, diffusivity dT/dn, positive into the fluid; may use the solution "
             "and the normal"}},
       {&ScalarOfFace::robin,
        {.path = "scalar[].boundary.<face>.robin",
         .old_name = "transfer",
         .range = {0, unbounded, false, false},
         .example = "\"2.5\"",
         .description = "coefficient h of a Robin condition, diffusivity dT/dn = h (ambient - T), "
                        "which is implicit, as for the transfer of heat to what is outside; may "
                        "use the place"}},
       {&ScalarOfFace::ambient,
        {.path = "scalar[].boundary.<face>.ambient",
         .variables = Variables::boundary,
         .default_text = "none",
         .example = "\"0.2\"",
         .description = "with robin: the value outside; may use the solution and the normal"}}},
      check_robin};
  return table;
}

FaceCondition velocity_condition(const Section& boundary, const std::string& key,
                                 const CaseFormat& format, Case& c) {
  FaceCondition condition;
  if (const auto word = boundary.word(key)) {
    condition.kind = value_of(velocity_condition_words(), *word).value();
    return condition;
  }
  const Section table = boundary.table(key);
  velocity_face_table().read(table, condition);
  if (table.word("velocity")) {
    condition.given_velocity = c.exact_velocity;
    if (!c.exact_velocity) table.report("velocity", "\"exact\" needs exact.velocity");
  }
  for (const Extension& extension : format.extensions())
    if (extension.read_face) extension.read_face(table, condition, c);
  complete_velocity_face(table, format, condition);
  return condition;
}

ScalarFaceCondition scalar_condition(const Section& boundary, const std::string& key,
                                     const ScalarCase& scalar) {
  ScalarFaceCondition condition;
  if (const auto word = boundary.word(key)) {
    condition.kind = value_of(scalar_condition_words(), *word).value();
    return condition;
  }
  const Section table = boundary.table(key);
  ScalarOfFace given;
  scalar_face_table().read(table, given);
  if (given.flux) {
    condition.kind = ScalarCondition::flux;
    condition.value = *given.flux;
  } else if (given.robin) {
    condition.kind = ScalarCondition::robin;
    condition.coefficient = *given.robin;
    condition.value = given.ambient.value_or(Expression{});
    if (given.robin->depends_on_time())
      table.report("robin", "depends on the time t; expected a function of the place alone");
  } else if (given.value) {
    condition.kind = ScalarCondition::value;
    condition.value = *given.value;
  } else if (table.word("value")) {
    condition.kind = ScalarCondition::value;
    condition.value = scalar.exact.value_or(Expression{});
    if (!scalar.exact) table.report("value", "\"exact\" needs the key 'exact' of the scalar");
  }
  return condition;
}

FaceCondition periodic_face(const std::string& name) {
  FaceCondition face;
  face.kind = VelocityCondition::periodic;
  face.boundary = name;
  return face;
}

std::vector<Key> with_faces(Key boundary, const std::vector<Key>& faces) {
  std::vector<Key> keys{std::move(boundary)};
  keys.insert(keys.end(), faces.begin(), faces.end());
  return keys;
}

}  // namespace

std::vector<Key> boundary_keys() {
  return with_faces(
      {.path = "boundary",
       .description = "The velocity on the faces that are not periodic; x, y, z stand for both "
                      "faces of a direction"},
      velocity_face_table().keys());
}

std::vector<Key> scalar_boundary_keys() {
  return with_faces(
      {.path = "scalar[].boundary", .description = "the scalar on the faces that are not periodic"},
      scalar_face_table().keys());
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
    c.faces.push_back(velocity_condition(boundary, key, format, c));
    c.faces.back().boundary = name;
    c.faces.back().where = boundary.where(key);
  };
  if (!root.is_refused("boundary"))
    read_conditions(root, boundary, c, {read, none, !c.solids.empty()});
}

void read_scalar_conditions(const Section& root, const Section& scalar_table, const Case& c,
                            ScalarCase& scalar) {
  const Section boundary = scalar_table.table("boundary");
  const auto none = [&](const std::string& name) {
    scalar.faces.push_back({name, "", ScalarCondition::periodic, {}});
  };
  const auto read = [&](const std::string& name, const std::string& key) {
    scalar.faces.push_back(scalar_condition(boundary, key, scalar));
    scalar.faces.back().boundary = name;
    scalar.faces.back().where = boundary.where(key);
  };
  if (!scalar_table.is_refused("boundary")) read_conditions(root, boundary, c, {read, none});
}

}  // namespace lobatto::cases
