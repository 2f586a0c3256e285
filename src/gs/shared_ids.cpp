#include "gs/global_ids.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "comm/exchange/sparse_exchange.hpp"

namespace lobatto::gs {

namespace {

struct Holding {
  long long id;
  int rank;
  auto operator<=>(const Holding&) const = default;
};

/// At the meeting point: who holds what, sorted by id and rank. Ids that are near each other meet
/// at the same rank, and those of a rank are near each other: few letters.
std::vector<Holding> collect_holdings(std::span<const std::int64_t> ids,
                                      const comm::Communicator& communicator) {
  const double largest = communicator.max(ids.empty() ? 0.0 : static_cast<double>(ids.back()));
  const std::int64_t ids_a_rank = static_cast<std::int64_t>(largest) / communicator.size() + 1;
  const std::int64_t last = communicator.size() - 1;  // takes what rounding puts beyond
  comm::Letters announcements;
  for (const std::int64_t id : ids)
    announcements[static_cast<int>(std::min(id / ids_a_rank, last))].push_back(id);
  std::vector<Holding> holdings;
  for (const auto& [rank, held] : comm::exchange_letters(std::move(announcements), communicator))
    for (const long long id : held) holdings.push_back({id, rank});
  std::sort(holdings.begin(), holdings.end());
  return holdings;
}

/// For each holder the pairs (other rank, id), one pair for each other holder of each of its ids.
comm::Letters introduce(const std::vector<Holding>& holdings) {
  comm::Letters introductions;
  auto first = holdings.begin();
  while (first != holdings.end()) {
    const auto last = std::find_if(first, holdings.end(),
                                   [id = first->id](const Holding& h) { return h.id != id; });
    const bool is_shared = last - first > 1;
    for (auto holder = first; is_shared && holder != last; ++holder) {
      auto& letter = introductions[holder->rank];
      for (auto other = first; other != last; ++other)
        if (other != holder) letter.insert(letter.end(), {other->rank, other->id});
    }
    first = last;
  }
  return introductions;
}

}  // namespace

std::vector<PartnerIds> find_shared_ids(std::span<const std::int64_t> ids,
                                        const comm::Communicator& communicator) {
  const std::vector<Holding> holdings = collect_holdings(ids, communicator);
  std::map<int, std::vector<std::int64_t>> ids_of_partner;
  for (const auto& [rank, pairs] : comm::exchange_letters(introduce(holdings), communicator))
    for (std::size_t i = 0; i < pairs.size(); i += 2)
      ids_of_partner[static_cast<int>(pairs[i])].push_back(pairs[i + 1]);
  std::vector<PartnerIds> partners;
  for (auto& [rank, shared] : ids_of_partner) {
    std::sort(shared.begin(), shared.end());
    partners.push_back({rank, std::move(shared)});
  }
  return partners;
}

}  // namespace lobatto::gs
