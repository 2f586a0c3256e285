#include "io/element_stream.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "nek_sample.hpp"

namespace lobatto::io {
namespace {

TEST(ElementStream, PutsTheRowsInTheOrderOfTheElementsWhateverThePieces) {
  const auto world = comm::Communicator::world();
  const auto space = sample_space(2, world);
  constexpr std::size_t row_bytes = 3 * sizeof(double);
  for (const std::size_t max_piece : {std::size_t{1}, row_bytes, 5 * row_bytes, 1000 * row_bytes}) {
    std::vector<double> received;
    std::size_t largest = 0;
    ElementStream stream(
        space,
        [&](std::span<const std::byte> bytes) {
          const std::size_t at = received.size();
          received.resize(at + bytes.size() / sizeof(double));
          std::memcpy(received.data() + at, bytes.data(), bytes.size());
          largest = std::max(largest, bytes.size());
        },
        max_piece);
    for (int block = 0; block < 2; ++block)
      stream.write(row_bytes, [&](int e, std::span<std::byte> row) {
        ASSERT_EQ(row.size(), row_bytes);
        const auto number = static_cast<double>(space.element_number(e));
        const std::array<double, 3> values{number, number + 0.5, block + 0.25};
        std::memcpy(row.data(), values.data(), row.size());
      });
    if (world.rank() != 0) {
      EXPECT_TRUE(received.empty());
      continue;
    }
    ASSERT_EQ(received.size(), 2u * 12 * 3);
    EXPECT_LE(largest, std::max(max_piece, row_bytes));
    for (std::size_t row = 0; row < 24; ++row) {
      EXPECT_EQ(received[3 * row], static_cast<double>(row % 12));
      EXPECT_EQ(received[3 * row + 2], row < 12 ? 0.25 : 1.25);
    }
  }
}

}  // namespace
}  // namespace lobatto::io
