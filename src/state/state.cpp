#include "state/state.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace lobatto::state {

namespace {

constexpr const char* component_names[3] = {"u", "v", "w"};

/// "flow/velocity/1/u", "scalars/salt/0", "flow/pressure" where one level alone is saved.
std::string saved_name(const Field& field, int level, int component) {
  std::string name = field.kind().save_as;
  if (field.kind().n_saved > 1) name.append("/").append(std::to_string(level));
  if (field.kind().is_vector) name.append("/").append(component_names[component]);
  return name;
}

}  // namespace

Field& State::declare(const std::string& name, FieldKind kind) {
  if (find(name) != nullptr) throw base::Error("there is a field '" + name + "' already");
  return *fields_.emplace_back(std::make_shared<Field>(name, std::move(kind), space_));
}

const Field* State::find(std::string_view name) const {
  const auto found =
      std::ranges::find_if(fields_, [&](const auto& field) { return field->name() == name; });
  return found == fields_.end() ? nullptr : found->get();
}

const Field& State::operator[](std::string_view name) const {
  if (const Field* field = find(name)) return *field;
  std::string known;
  for (const auto& field : fields_) known += (known.empty() ? "" : ", ") + field->name();
  throw base::Error("there is no field '" + std::string(name) + "'; there are " + known);
}

Field& State::operator[](std::string_view name) {
  return const_cast<Field&>(std::as_const(*this)[name]);
}

void State::visit_state(base::StateVisitor& visitor, base::FunctionRef<void(double time)> recede) {
  time_.visit_state(visitor);
  bool is_whole = true;
  for (int level = time_.n_past(); level >= 0; --level) {
    for (auto& field : fields_)
      if (level < field->kind().n_saved) is_whole = visit_level(visitor, *field, level) && is_whole;
    if (visitor.loads() && level > 0) recede(time_.time_of(level));
  }
  if (!is_whole) time_.forget();
}

bool State::visit_level(base::StateVisitor& visitor, Field& field, int level) {
  const auto numbers = space_.element_numbers();
  const base::RowSet elements{"elements", numbers, space_.element_size()};
  const int place = visitor.loads() ? 0 : level;
  if (field.kind().may_be_missing && !visitor.has(saved_name(field, level, 0))) return false;
  for (int c = 0; c < field.n_components(); ++c)
    visitor.visit(saved_name(field, level, c), elements, field.at(place, c));
  return true;
}

}  // namespace lobatto::state
