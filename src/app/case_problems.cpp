#include "app/case_problems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/error.hpp"

namespace lobatto::app {

void Problems::add(const Location& where, const std::string& message) {
  const bool is_known = std::any_of(list_.begin(), list_.end(), [&](const Problem& p) {
    return p.where.text() == where.text() && p.message == message;
  });
  if (!is_known) list_.push_back({where, message});
}

std::string Problems::text() const {
  std::vector<Problem> sorted = list_;
  const auto order = [](const Problem& p) {
    return std::tuple(p.where.is_override, p.where.line == 0, p.where.line, p.where.column);
  };
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const Problem& a, const Problem& b) { return order(a) < order(b); });
  std::string text;
  for (std::size_t i = 0; i < std::min(sorted.size(), n_shown); ++i)
    text += fmt::format("{}{}: {}", i == 0 ? "" : "\n", sorted[i].where.text(), sorted[i].message);
  if (sorted.size() > n_shown) text += fmt::format("\n... and {} more", sorted.size() - n_shown);
  return text;
}

void Problems::throw_if_any() const {
  if (!empty()) throw base::Error(text());
}

}  // namespace lobatto::app
