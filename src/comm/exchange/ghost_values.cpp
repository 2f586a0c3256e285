#include "comm/exchange/ghost_values.hpp"

#include <algorithm>

#include "comm/exchange/number_owners.hpp"
#include "comm/exchange/sparse_exchange.hpp"

namespace lobatto::comm {

namespace {

/// With all with whom this rank shares something, in the order of ranks. A message has one length
/// in both directions, that of the longer one.
std::vector<NeighbourExchange::Partner> partners_of(const Letters& wanted, const Letters& asked) {
  std::map<int, std::size_t> lengths;
  for (const auto* letters : {&wanted, &asked})
    for (const auto& [rank, numbers] : *letters)
      lengths[rank] = std::max(lengths[rank], numbers.size());
  std::vector<NeighbourExchange::Partner> partners;
  for (const auto& [rank, length] : lengths) partners.push_back({rank, length});
  return partners;
}

}  // namespace

std::vector<std::int64_t> numbers_outside(std::span<const std::int64_t> numbers, std::int64_t first,
                                          std::int64_t last) {
  std::vector<std::int64_t> outside;
  for (const std::int64_t number : numbers)
    if (number < first || number >= last) outside.push_back(number);
  std::sort(outside.begin(), outside.end());
  outside.erase(std::unique(outside.begin(), outside.end()), outside.end());
  return outside;
}

GhostValues::GhostValues(std::span<const std::int64_t> numbers, std::int64_t first,
                         const Communicator& communicator)
    : values_(numbers.size()) {
  const NumberOwners owners(first, communicator);
  Letters wanted;
  for (const std::int64_t number : numbers) wanted[owners.of(number)].push_back(number);
  Letters asked = exchange_letters(wanted, communicator);
  exchange_.emplace(communicator, partners_of(wanted, asked));
  for (const auto& partner : exchange_->partners()) {
    std::vector<std::uint32_t> places;
    for (const long long number : asked[partner.rank])
      places.push_back(static_cast<std::uint32_t>(number - first));
    sent_.push_back(std::move(places));
    const auto it = wanted.find(partner.rank);
    n_received_.push_back(it == wanted.end() ? 0 : it->second.size());
  }
}

void GhostValues::begin(std::span<const double> x) {
  for (std::size_t p = 0; p < sent_.size(); ++p) {
    const auto buffer = exchange_->send_buffer(p);
    for (std::size_t n = 0; n < sent_[p].size(); ++n) buffer[n] = x[sent_[p][n]];
  }
  exchange_->begin();
}

std::span<const double> GhostValues::finish() {
  exchange_->finish();
  auto place = values_.begin();
  for (std::size_t p = 0; p < n_received_.size(); ++p)
    place = std::copy_n(exchange_->recv_buffer(p).begin(), n_received_[p], place);
  return values_;
}

}  // namespace lobatto::comm
