#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/byte_buffer.hpp"
#include "base/function_ref.hpp"
#include "space/function_space.hpp"

namespace lobatto::io {

/// Hands a row of bytes for each element of a space, in the order of the elements' numbers, to a
/// sink of rank 0, whichever rank has which element. Rows of up to max_piece bytes travel at a
/// time: beside its own fields rank 0 holds two such pieces, the others what they have of one.
class ElementStream {
 public:
  static constexpr std::size_t default_piece = std::size_t{32} << 20;

  /// Called on rank 0 with piece after piece; must not throw, for the other ranks go on.
  using Sink = std::function<void(std::span<const std::byte>)>;
  ElementStream(const space::FunctionSpace& space, Sink sink,
                std::size_t max_piece = default_piece);

  /// Puts the bytes of one local element into its row.
  using Pack = base::FunctionRef<void(int element, std::span<std::byte> row)>;
  /// Collective.
  void write(std::size_t row_bytes, Pack pack);

 private:
  void collect(long long first, long long end, std::size_t row_bytes, Pack pack);
  void put(long long n_rows, std::size_t row_bytes);

  const space::FunctionSpace& space_;
  Sink sink_;
  std::size_t max_piece_;
  std::vector<std::int64_t> numbers_;
  std::vector<int> order_;  ///< local elements by number
  std::size_t n_collected_ = 0;
  std::vector<base::ByteBuffer> parcels_;
  std::vector<std::byte> piece_;
};

}  // namespace lobatto::io
