#include "io/checkpoint_content.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace lobatto::io {

namespace {

template <class T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

}  // namespace

std::size_t CheckpointRowSet::rows_a_chunk() const {
  constexpr std::size_t wished_bytes = std::size_t{1} << 16;
  return std::max<std::size_t>(
      1, wished_bytes / (sizeof(double) * std::max<std::size_t>(1, row_length)));
}

/// [n_sets][n_keys of each set][n_chunks] in 8-byte numbers, then keys, lengths and chunks.
std::vector<std::byte> pack(CheckpointParcel&& parcel) {
  std::vector<std::int64_t> numbers{static_cast<std::int64_t>(parcel.keys.size())};
  for (const auto& keys : parcel.keys) numbers.push_back(static_cast<std::int64_t>(keys.size()));
  numbers.push_back(static_cast<std::int64_t>(parcel.chunk_bytes.size()));
  for (const auto& keys : parcel.keys) numbers.insert(numbers.end(), keys.begin(), keys.end());
  numbers.insert(numbers.end(), parcel.chunk_bytes.begin(), parcel.chunk_bytes.end());
  std::vector<std::byte> bytes = std::move(parcel.chunks);
  const auto head = bytes_of(numbers);
  bytes.insert(bytes.begin(), head.begin(), head.end());
  return bytes;
}

CheckpointParcelView view_of_parcel(std::span<const std::byte> bytes) {
  // Parcels begin where allocated memory does, so that their numbers are aligned.
  const std::span numbers(reinterpret_cast<const std::int64_t*>(bytes.data()),
                          bytes.size() / sizeof(std::int64_t));
  const auto n_sets = static_cast<std::size_t>(numbers[0]);
  const auto n_chunks = static_cast<std::size_t>(numbers[n_sets + 1]);
  std::size_t at = n_sets + 2;
  CheckpointParcelView view;
  for (std::size_t s = 0; s < n_sets; ++s) {
    const auto n_keys = static_cast<std::size_t>(numbers[1 + s]);
    view.keys.push_back(numbers.subspan(at, n_keys));
    at += n_keys;
  }
  view.chunk_bytes = numbers.subspan(at, n_chunks);
  view.chunks = bytes.subspan((at + n_chunks) * sizeof(std::int64_t));
  return view;
}

}  // namespace lobatto::io
