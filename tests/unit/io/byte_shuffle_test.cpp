#include "io/hdf5/chunk_stages.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace lobatto::io {
namespace {

TEST(ByteShuffle, PutsTheBytesOfOneWeightTogetherAndBack) {
  for (const std::size_t size : {1, 2, 4, 8}) {
    for (const std::size_t n : {0, 1, 3, 16, 255, 256, 257, 1000}) {
      std::vector<std::byte> values(n * size), shuffled(n * size), back(n * size);
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<std::byte>((i * 2654435761U) >> 11U);
      shuffle_bytes(size, values, shuffled);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t b = 0; b < size; ++b)
          ASSERT_EQ(shuffled[b * n + i], values[i * size + b]) << size << " " << n;
      unshuffle_bytes(size, shuffled, back);
      EXPECT_EQ(back, values) << size << " " << n;
    }
  }
}

}  // namespace
}  // namespace lobatto::io
