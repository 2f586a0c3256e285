#include "machine/results/repeats.hpp"

#include <algorithm>
#include <cstddef>

#include "comm/exchange/first_rank.hpp"

namespace lobatto::machine {

void Repeats::add(std::span<const std::optional<double>> values) {
  for (std::size_t q = 0; q < values.size(); ++q)
    if (values[q]) values_[q].push_back(*values[q]);
}

std::vector<Measurement> Repeats::gather(int partner,
                                         const comm::Communicator& communicator) const {
  // Of each rank its partner, and for each quantity the number of repeats and they themselves.
  std::vector<double> own{static_cast<double>(partner)};
  for (const auto& repeats : values_) {
    own.push_back(static_cast<double>(repeats.size()));
    own.insert(own.end(), repeats.begin(), repeats.end());
  }
  const auto all = comm::gather_to_first(communicator, std::span<const double>(own));
  std::vector<Measurement> measurements;
  if (communicator.rank() != 0) return measurements;
  for (const Measurand& quantity : quantities_) measurements.push_back({quantity, {}});
  int rank = 0;
  for (const auto& numbers : all) {
    auto at = numbers.begin();
    const int other_end = static_cast<int>(*at++);
    for (Measurement& m : measurements) {
      const auto n = static_cast<std::ptrdiff_t>(*at++);
      const bool is_link = m.quantity.per == Per::link;
      if (n > 0) m.sites.push_back({rank, is_link ? other_end : -1, {at, at + n}});
      at += n;
    }
    ++rank;
  }
  std::erase_if(measurements, [](const Measurement& m) { return m.sites.empty(); });
  return measurements;
}

}  // namespace lobatto::machine
