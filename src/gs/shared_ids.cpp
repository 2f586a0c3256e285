#include "gs/shared_ids.hpp"

#include <algorithm>
#include <map>

namespace lobatto::gs {

namespace {

struct Holding {
  long long id;
  int rank;
  auto operator<=>(const Holding&) const = default;
};

/// One list of numbers for each rank of the group, as all_to_all wants them.
comm::Communicator::Parcels deliver(const std::vector<std::vector<long long>>& letters,
                                    const comm::Communicator& communicator) {
  std::vector<long long> values;
  std::vector<std::size_t> counts;
  for (const auto& letter : letters) {
    values.insert(values.end(), letter.begin(), letter.end());
    counts.push_back(letter.size());
  }
  return communicator.all_to_all(values, counts);
}

/// At the meeting point: who holds what, sorted by id and rank.
std::vector<Holding> collect_holdings(std::span<const std::int64_t> ids,
                                      const comm::Communicator& communicator) {
  const auto n_ranks = static_cast<std::size_t>(communicator.size());
  std::vector<std::vector<long long>> announcements(n_ranks);
  for (const std::int64_t id : ids)
    announcements[static_cast<std::size_t>(id) % n_ranks].push_back(id);
  const auto announced = deliver(announcements, communicator);
  std::vector<Holding> holdings;
  holdings.reserve(announced.values.size());
  std::size_t next = 0;
  for (std::size_t r = 0; r < n_ranks; ++r) {
    for (std::size_t i = 0; i < announced.counts[r]; ++i) {
      holdings.push_back({announced.values[next++], static_cast<int>(r)});
    }
  }
  std::sort(holdings.begin(), holdings.end());
  return holdings;
}

/// For each holder the pairs (other rank, id), one pair for each other holder of each of its ids.
std::vector<std::vector<long long>> introduce(const std::vector<Holding>& holdings, int n_ranks) {
  std::vector<std::vector<long long>> introductions(static_cast<std::size_t>(n_ranks));
  auto first = holdings.begin();
  while (first != holdings.end()) {
    const auto last = std::find_if(first, holdings.end(),
                                   [id = first->id](const Holding& h) { return h.id != id; });
    for (auto holder = first; holder != last; ++holder) {
      auto& letter = introductions[static_cast<std::size_t>(holder->rank)];
      for (auto other = first; other != last; ++other) {
        if (other != holder) letter.insert(letter.end(), {other->rank, other->id});
      }
    }
    first = last;
  }
  return introductions;
}

}  // namespace

std::vector<PartnerIds> find_shared_ids(std::span<const std::int64_t> ids,
                                        const comm::Communicator& communicator) {
  const std::vector<Holding> holdings = collect_holdings(ids, communicator);
  const auto introduced = deliver(introduce(holdings, communicator.size()), communicator);
  std::map<int, std::vector<std::int64_t>> ids_of_partner;
  for (std::size_t i = 0; i < introduced.values.size(); i += 2) {
    ids_of_partner[static_cast<int>(introduced.values[i])].push_back(introduced.values[i + 1]);
  }
  std::vector<PartnerIds> partners;
  for (auto& [rank, shared] : ids_of_partner) {
    std::sort(shared.begin(), shared.end());
    partners.push_back({rank, std::move(shared)});
  }
  return partners;
}

}  // namespace lobatto::gs
