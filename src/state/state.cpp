#include "state/state.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace lobatto::state {

namespace {

constexpr const char* component_names[3] = {"u", "v", "w"};

/// "flow/velocity/1/u", "scalars/salt/0", "flow/pressure" where one level alone is saved.
std::string saved_name(const Variable& field, int level, int component) {
  std::string name = field.kind().save_as;
  if (field.kind().n_saved > 1) name.append("/").append(std::to_string(level));
  if (field.kind().is_vector) name.append("/").append(component_names[component]);
  return name;
}

}  // namespace

Variable& State::declare(const std::string& name, VariableKind kind) {
  if (find(name) != nullptr) throw base::Error("there is a field '" + name + "' already");
  return *variables_.emplace_back(std::make_shared<Variable>(name, std::move(kind), space_));
}

const Variable* State::find(std::string_view name) const {
  const auto found =
      std::ranges::find_if(variables_, [&](const auto& field) { return field->name() == name; });
  return found == variables_.end() ? nullptr : found->get();
}

const Variable& State::operator[](std::string_view name) const {
  if (const Variable* field = find(name)) return *field;
  std::string known;
  for (const auto& field : variables_) known += (known.empty() ? "" : ", ") + field->name();
  throw base::Error("there is no field '" + std::string(name) + "'; there are " + known);
}

Variable& State::operator[](std::string_view name) {
  return const_cast<Variable&>(std::as_const(*this)[name]);
}

void State::visit_state(base::StateVisitor& visitor, base::FunctionRef<void(double time)> recede) {
  time_.visit_state(visitor);
  bool is_whole = true;
  // First what has no past: the past may be evaluated with it.
  for (auto& field : variables_)
    if (field->kind().n_levels == 1 && field->kind().n_saved > 0)
      is_whole = visit_level(visitor, *field, 0) && is_whole;
  for (int level = time_.n_past(); level >= 0; --level) {
    for (auto& field : variables_)
      if (field->kind().n_levels > 1 && level < field->kind().n_saved)
        is_whole = visit_level(visitor, *field, level) && is_whole;
    if (visitor.loads() && level > 0) recede(time_.time_of(level));
  }
  if (!is_whole) time_.forget();
}

bool State::visit_level(base::StateVisitor& visitor, Variable& field, int level) {
  const auto numbers = space_.element_numbers();
  const base::RowSet elements{"elements", numbers, space_.element_size()};
  const int place = visitor.loads() ? 0 : level;
  if (field.kind().may_be_missing && !visitor.has(saved_name(field, level, 0))) return false;
  for (int c = 0; c < field.n_components(); ++c)
    visitor.visit(saved_name(field, level, c), elements, field.at(place, c));
  return true;
}

}  // namespace lobatto::state
