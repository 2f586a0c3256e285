#include "machine/links/link_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "machine/links/link_classes.hpp"
#include "machine/machine.hpp"
#include "machine/results/measurement.hpp"

namespace lobatto::machine {

namespace {

/// What the two ends of a link are called so that another run knows them again, whatever its ranks
/// are called: of a link between nodes both hosts, within a node as well the processors that each
/// rank is bound to, and which of several ranks with the same ones it is. The number of ranks of a
/// host belongs to its name, because a link that more of them share is another one.
class LinkEnds {
 public:
  explicit LinkEnds(const Allocation& machine);
  /// In an order that does not depend on that of the ranks, which the machine has to have.
  [[nodiscard]] std::pair<std::string, std::string> of(const Site& link) const;

 private:
  std::vector<std::string> nodes_, seats_;  ///< [n_ranks]
};

LinkEnds::LinkEnds(const Allocation& machine) {
  std::map<std::string, int> n_ranks, n_seats;
  for (const Seat& seat : machine.seats) ++n_ranks[seat.host];
  for (const Seat& seat : machine.seats) {
    nodes_.push_back(fmt::format("{} {}", seat.host, n_ranks[seat.host]));
    const auto name = fmt::format("{} {}", nodes_.back(), seat.processors);
    seats_.push_back(fmt::format("{} {}", name, n_seats[name]++));
  }
}

std::pair<std::string, std::string> LinkEnds::of(const Site& link) const {
  const auto& names = nodes_[link.rank] == nodes_[link.partner] ? seats_ : nodes_;
  return std::minmax(names[link.rank], names[link.partner]);
}

struct Pair {
  const Measurement* measurement;
  const Site *now, *before;
};

bool has_too_many(const Measurement& links) { return links.all.has_value(); }

bool keeps_only_slow_ones(const Report& report) {
  return std::ranges::any_of(report.results, [](const TrialResult& result) {
    return std::ranges::any_of(result.measurements, has_too_many);
  });
}

/// The links that both have; counts those that the baseline lacks.
std::vector<Pair> pair_links(const Report& report, const Baseline& baseline, std::size_t& n_new) {
  const LinkEnds ends_now(report.machine), ends_before(baseline.machine);
  std::map<std::pair<std::string, std::string>, const Site*> before;
  for (const Measurement& m : baseline.measurements)
    if (is_link_class(m.quantity.name))
      for (const Site& site : m.sites)
        if (site.partner >= 0) before.emplace(ends_before.of(site), &site);
  std::vector<Pair> pairs;
  for (const TrialResult& result : report.results)
    for (const Measurement& m : result.measurements)
      for (const Site& site : m.sites) {
        const auto found = before.find(ends_now.of(site));
        if (found == before.end())
          ++n_new;
        else
          pairs.push_back({&m, &site, found->second});
      }
  return pairs;
}

}  // namespace

LinkChanges compare_links(const Report& report, const Baseline& baseline, double share) {
  LinkChanges changes;
  if (baseline.machine.seats.empty()) {
    changes.note = "the baseline does not say where its ranks were bound";
    return changes;
  }
  if (keeps_only_slow_ones(report) || std::ranges::any_of(baseline.measurements, has_too_many)) {
    changes.note = "there are too many to keep them all";
    return changes;
  }
  const auto pairs = pair_links(report, baseline, changes.n_new);
  changes.n_compared = pairs.size();
  const double error = 0.01 / (2.0 * static_cast<double>(pairs.size()));
  for (const auto& [measurement, now, before] : pairs) {
    const double was = before->value();
    if (now->value() < (1 - share) * was &&
        !median_interval(now->repeats, error).meets(median_interval(before->repeats, error)))
      changes.worse.push_back({measurement->quantity.name, *now, was});
  }
  std::ranges::sort(changes.worse, {},
                    [](const LinkChange& c) { return c.link.value() / c.before; });
  return changes;
}

}  // namespace lobatto::machine
