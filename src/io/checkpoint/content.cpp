#include "io/checkpoint/content.hpp"

#include <hdf5.h>
#include <lz4.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "comm/communicator.hpp"

namespace lobatto::io {

std::size_t CheckpointRowSet::rows_a_chunk() const {
  constexpr std::size_t wished_bytes = std::size_t{1} << 16;
  return std::max<std::size_t>(
      1, wished_bytes / (sizeof(double) * std::max<std::size_t>(1, row_length)));
}

/// Chunks, filled up to whole numbers; keys of each set, bytes of each chunk, number of keys of
/// each set, of chunks, of sets.
base::ByteBuffer pack(CheckpointParcel&& parcel) {
  std::vector<std::int64_t> numbers;
  for (const auto& keys : parcel.keys) numbers.insert(numbers.end(), keys.begin(), keys.end());
  numbers.insert(numbers.end(), parcel.chunk_bytes.begin(), parcel.chunk_bytes.end());
  for (const auto& keys : parcel.keys) numbers.push_back(std::ssize(keys));
  numbers.push_back(std::ssize(parcel.chunk_bytes));
  numbers.push_back(std::ssize(parcel.keys));
  base::ByteBuffer bytes = std::move(parcel.chunks);
  constexpr std::array<std::byte, sizeof(std::int64_t)> filling{};
  const std::size_t beyond = bytes.size() % filling.size();
  if (beyond != 0) bytes.append(std::span(filling).first(filling.size() - beyond));
  bytes.append(std::as_bytes(std::span(numbers)));
  return bytes;
}

CheckpointParcelView view_of_parcel(std::span<const std::byte> bytes) {
  // Parcels begin where allocated memory does, so that their numbers are aligned.
  const std::span numbers(reinterpret_cast<const std::int64_t*>(bytes.data()),
                          bytes.size() / sizeof(std::int64_t));
  std::size_t end = numbers.size();
  const auto n_sets = static_cast<std::size_t>(numbers[--end]);
  const auto n_chunks = static_cast<std::size_t>(numbers[--end]);
  const auto n_keys = numbers.subspan(end - n_sets, n_sets);
  end -= n_sets + n_chunks;
  CheckpointParcelView view;
  view.chunk_bytes = numbers.subspan(end, n_chunks);
  view.keys.resize(n_sets);
  for (std::size_t s = n_sets; s-- > 0;) {
    const auto n = static_cast<std::size_t>(n_keys[s]);
    view.keys[s] = numbers.subspan(end -= n, n);
  }
  view.chunks = bytes.first(end * sizeof(std::int64_t));
  return view;
}

std::string library_versions() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  return fmt::format("HDF5 {}.{}.{}, LZ4 {}, {}", major, minor, release, LZ4_versionString(),
                     comm::mpi_library_version());
}

}  // namespace lobatto::io
