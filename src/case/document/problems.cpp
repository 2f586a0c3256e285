#include "case/document/problems.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>

#include "base/error.hpp"
#include "case/document/printable.hpp"

namespace lobatto::cases {

void Problems::add(const Location& where, const std::string& message) {
  const std::string place = printable(shortened(where.text(), longest_message));
  add_text(where,
           fmt::format("{}: {}", place, printable_message(shortened(message, longest_message))),
           false);
}

void Problems::add_placed(const std::string& message) {
  add_text(Location(), printable_message(shortened(message, longest_message)), true);
}

void Problems::add_text(const Location& where, const std::string& text, bool is_placed) {
  if (said_.insert(text).second) list_.push_back({where, text, is_placed});
}

std::string Problems::text() const {
  std::vector<const Problem*> sorted;
  for (const Problem& problem : list_) sorted.push_back(&problem);
  const auto order = [](const Problem* p) {
    return std::tuple(p->is_placed, p->where.is_override, p->where.line == 0, p->where.line,
                      p->where.column);
  };
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const Problem* a, const Problem* b) { return order(a) < order(b); });
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < std::min(sorted.size(), n_shown); ++i)
    lines.push_back(sorted[i]->text);
  if (sorted.size() > n_shown)
    lines.push_back(fmt::format("... and {} more", sorted.size() - n_shown));
  return fmt::format("{}", fmt::join(lines, "\n"));
}

void Problems::throw_if_any() const {
  if (!empty()) throw base::Error(text());
}

void add_from_any(Problems& problems, std::string message, const comm::Communicator& communicator) {
  const auto speaker = communicator.max_location(message.empty() ? 0.0 : 1.0);
  if (speaker.value == 0.0) return;
  communicator.broadcast(message, speaker.rank);
  problems.add_placed(message);
}

}  // namespace lobatto::cases
