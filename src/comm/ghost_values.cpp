#include "accept/sparse/ghost_columns.hpp"

#include <algorithm>

#include "comm/sparse_exchange.hpp"

namespace lobatto::accept {

namespace {

/// What this rank needs, by the ranks that have it.
comm::Letters letters_to_owners(std::span<const long long> numbers,
                                std::span<const long long> first_of_rank) {
  comm::Letters letters;
  int owner = 0;
  for (const long long number : numbers) {
    while (number >= first_of_rank[static_cast<std::size_t>(owner) + 1]) ++owner;
    letters[owner].push_back(number);
  }
  return letters;
}

/// With all with whom this rank shares something, in the order of ranks. A message has one length
/// in both directions, that of the longer one.
std::vector<comm::NeighbourExchange::Partner> partners_of(const comm::Letters& wanted,
                                                          const comm::Letters& asked) {
  std::map<int, std::size_t> lengths;
  for (const auto* letters : {&wanted, &asked})
    for (const auto& [rank, numbers] : *letters)
      lengths[rank] = std::max(lengths[rank], numbers.size());
  std::vector<comm::NeighbourExchange::Partner> partners;
  for (const auto& [rank, length] : lengths) partners.push_back({rank, length});
  return partners;
}

}  // namespace

GhostColumns::GhostColumns(std::span<const long long> numbers,
                           std::span<const long long> first_of_rank,
                           const comm::Communicator& communicator)
    : exchange_(communicator, {}), values_(numbers.size()) {
  const comm::Letters wanted = letters_to_owners(numbers, first_of_rank);
  comm::Letters asked = comm::exchange_letters(wanted, communicator);
  exchange_ = comm::NeighbourExchange(communicator, partners_of(wanted, asked));
  const long long first = first_of_rank[static_cast<std::size_t>(communicator.rank())];
  for (const auto& partner : exchange_.partners()) {
    std::vector<std::uint32_t> places;
    for (const long long number : asked[partner.rank])
      places.push_back(static_cast<std::uint32_t>(number - first));
    sent_.push_back(std::move(places));
    const auto it = wanted.find(partner.rank);
    n_received_.push_back(it == wanted.end() ? 0 : it->second.size());
  }
}

void GhostColumns::begin(std::span<const double> x) {
  for (std::size_t p = 0; p < sent_.size(); ++p) {
    const auto buffer = exchange_.send_buffer(p);
    for (std::size_t n = 0; n < sent_[p].size(); ++n) buffer[n] = x[sent_[p][n]];
  }
  exchange_.begin();
}

std::span<const double> GhostColumns::finish() {
  exchange_.finish();
  auto place = values_.begin();
  for (std::size_t p = 0; p < n_received_.size(); ++p)
    place = std::copy_n(exchange_.recv_buffer(p).begin(), n_received_[p], place);
  return values_;
}

double GhostColumns::bytes_sent() const {
  double n = 0;
  for (const auto& places : sent_) n += static_cast<double>(places.size());
  return n * sizeof(double);
}

}  // namespace lobatto::accept
