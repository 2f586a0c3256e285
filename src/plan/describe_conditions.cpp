#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "case/tables/conditions.hpp"
#include "plan/describe.hpp"
#include "plan/describe_text.hpp"

namespace lobatto::plan {

namespace {

using Row = std::vector<std::string>;

/// A row a boundary, a column for the velocity, where it is solved for, and for each scalar.
std::vector<Row> table_of_conditions(const cases::Case& c) {
  std::vector<Row> rows{{"boundary"}};
  if (!c.prescribed_velocity) rows[0].emplace_back("velocity");
  for (const cases::FaceCondition& face : c.faces)
    rows.push_back({face.boundary, condition_text(face, c)});
  // Those between solids alone may have none for the velocity.
  for (const cases::ScalarCase& scalar : c.scalars)
    for (const auto& face : scalar.faces)
      if (std::ranges::find(rows, face.boundary, [](const Row& row) { return row.front(); }) ==
          rows.end())
        rows.push_back(c.prescribed_velocity ? Row{face.boundary} : Row{face.boundary, ""});
  for (const cases::ScalarCase& scalar : c.scalars) {
    rows[0].push_back(scalar.name);
    for (auto row = rows.begin() + 1; row != rows.end(); ++row) {
      const auto of_scalar =
          std::ranges::find(scalar.faces, row->front(), &cases::ScalarFaceCondition::boundary);
      row->push_back(of_scalar == scalar.faces.end() ? "" : condition_text(*of_scalar));
    }
  }
  return rows;
}

}  // namespace

std::string condition_text(const cases::FaceCondition& condition, const cases::Case& c) {
  if (condition.kind == cases::VelocityCondition::periodic) return "periodic";
  if (condition.kind == cases::VelocityCondition::velocity)
    return (condition.given_velocity ? velocity_text(*condition.given_velocity, c) : "") +
           condition.said;
  std::vector<std::string> parts;
  if (condition.kind == cases::VelocityCondition::normal)
    parts.push_back("normal velocity " + shortened(condition.normal_velocity->text()));
  else if (condition.kind == cases::VelocityCondition::tangential)
    parts.push_back("open, along it " + vector_text(*condition.given_velocity));
  else
    parts.push_back(word_of(cases::velocity_condition_words(), condition.kind));
  if (condition.pressure) parts.push_back("pressure " + shortened(condition.pressure->text()));
  if (condition.given_traction)
    parts.push_back(
        (condition.traction_form == cases::TractionForm::stress ? "stress " : "traction ") +
        vector_text(*condition.given_traction));
  if (!condition.damps_backflow) parts.emplace_back("backflow free");
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string condition_text(const cases::ScalarFaceCondition& condition) {
  if (condition.kind == cases::ScalarCondition::periodic) return "periodic";
  if (condition.kind == cases::ScalarCondition::value) return shortened(condition.value.text());
  if (condition.kind == cases::ScalarCondition::flux)
    return "flux " + shortened(condition.value.text());
  if (condition.kind == cases::ScalarCondition::robin)
    return shortened(
        fmt::format("Robin {} to {}", condition.coefficient.text(), condition.value.text()));
  return word_of(cases::scalar_condition_words(), condition.kind);
}

std::string conditions_text(const cases::Case& c) {
  const auto rows = table_of_conditions(c);
  std::vector<std::size_t> widths(rows[0].size(), 0);
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const auto& row : rows) {
    std::string cells;
    for (std::size_t i = 0; i < row.size(); ++i)
      cells += fmt::format("{:<{}}", row[i], widths[i] + 2);
    text +=
        line(text.empty() ? "conditions" : "", cells.substr(0, cells.find_last_not_of(' ') + 1));
  }
  return text;
}

}  // namespace lobatto::plan
