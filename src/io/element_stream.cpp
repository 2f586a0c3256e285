#include "io/element_stream.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "comm/exchange/byte_gather.hpp"

namespace lobatto::io {

ElementStream::ElementStream(const space::FunctionSpace& space, Sink sink, std::size_t max_piece)
    : space_(space),
      sink_(std::move(sink)),
      max_piece_(max_piece),
      numbers_(space.element_numbers()),
      order_(numbers_.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  std::ranges::sort(order_, {}, [this](int e) { return numbers_[e]; });
}

void ElementStream::write(std::size_t row_bytes, Pack pack) {
  const long long n = space_.n_global_elements();
  const auto n_rows = std::max(1LL, static_cast<long long>(max_piece_ / row_bytes));
  n_collected_ = 0;
  for (long long first = 0; first < n; first += n_rows) {
    const long long end = std::min(n, first + n_rows);
    collect(first, end, row_bytes, pack);
    if (space_.communicator().rank() == 0) put(end - first, row_bytes);
  }
}

/// The rows of the elements with numbers from first to before end, each behind its place in the
/// piece, come to rank 0.
void ElementStream::collect(long long first, long long end, std::size_t row_bytes, Pack pack) {
  base::ByteBuffer own;
  if (!parcels_.empty()) own = std::move(parcels_[0]);
  own.clear();
  for (; n_collected_ < order_.size(); ++n_collected_) {
    const int e = order_[n_collected_];
    if (numbers_[e] >= end) break;
    const std::int64_t place = numbers_[e] - first;
    own.append(std::as_bytes(std::span(&place, 1)));
    pack(e, own.room(row_bytes).first(row_bytes));
    own.extend(row_bytes);
  }
  comm::ByteGather gather(space_.communicator(), std::move(own), std::move(parcels_));
  gather.wait();
  parcels_ = gather.take();
}

void ElementStream::put(long long n_rows, std::size_t row_bytes) {
  piece_.resize(static_cast<std::size_t>(n_rows) * row_bytes);
  for (const base::ByteBuffer& parcel : parcels_) {
    for (auto rest = parcel.bytes(); !rest.empty();
         rest = rest.subspan(sizeof(std::int64_t) + row_bytes)) {
      std::int64_t place = 0;
      std::memcpy(&place, rest.data(), sizeof(place));
      std::ranges::copy(rest.subspan(sizeof(place), row_bytes),
                        piece_.begin() + place * static_cast<std::ptrdiff_t>(row_bytes));
    }
  }
  sink_(piece_);
}

}  // namespace lobatto::io
