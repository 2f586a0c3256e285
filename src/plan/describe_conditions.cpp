#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "case/tables/tables.hpp"
#include "plan/describe.hpp"

namespace lobatto::plan {

namespace {

using Row = std::vector<std::string>;

/// A row a boundary, a column for the velocity, where it is solved for, and for each scalar.
std::vector<Row> table_of_conditions(const cases::Case& c) {
  std::vector<Row> rows{{"boundary"}};
  if (!c.prescribed_velocity) rows[0].emplace_back("velocity");
  for (const cases::FaceCondition& face : c.faces)
    rows.push_back({face.boundary, condition_text(face)});
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

std::string condition_text(const cases::FaceCondition& condition) {
  using enum cases::VelocityCondition;
  if (condition.kind == periodic) return "periodic";
  std::string word = word_of(cases::velocity_condition_words(), condition.kind);
  if (condition.said.empty()) return word;
  return condition.kind == outflow ? word + ", " + condition.said : condition.said;
}

std::string condition_text(const cases::ScalarFaceCondition& condition) {
  if (condition.kind == cases::ScalarCondition::periodic) return "periodic";
  return condition.said.empty() ? word_of(cases::scalar_condition_words(), condition.kind)
                                : condition.said;
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
