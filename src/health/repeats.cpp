#include "health/repeats.hpp"

#include <algorithm>
#include <cstddef>

#include "comm/byte_gather.hpp"

namespace lobatto::health {

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
  base::ByteBuffer bytes;
  bytes.append(std::as_bytes(std::span(own)));
  comm::ByteGather parcels(communicator, std::move(bytes));
  parcels.wait();
  std::vector<Measurement> measurements;
  if (communicator.rank() != 0) return measurements;
  for (const Quantity& quantity : quantities_) measurements.push_back({quantity, {}});
  int rank = 0;
  for (const base::ByteBuffer& parcel : parcels.take()) {
    std::vector<double> numbers(parcel.size() / sizeof(double));
    std::ranges::copy(parcel.bytes(), std::as_writable_bytes(std::span(numbers)).begin());
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

}  // namespace lobatto::health
