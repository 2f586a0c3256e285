#include "base/byte_buffer.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace lobatto::base {
namespace {

constexpr std::array<std::byte, 3> abc{std::byte{'a'}, std::byte{'b'}, std::byte{'c'}};

TEST(ByteBuffer, KeepsItsContentWhenItGrows) {
  ByteBuffer buffer;
  for (int i = 0; i < 1000; ++i) buffer.append(abc);
  ASSERT_EQ(buffer.size(), 3000u);
  for (std::size_t i = 0; i < 3000; ++i) ASSERT_EQ(buffer.bytes()[i], abc[i % 3]);
}

TEST(ByteBuffer, KeepsItsMemoryWhenItIsCleared) {
  ByteBuffer buffer;
  buffer.extend(buffer.room(100).size());
  const std::byte* const memory = buffer.data();
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % alignof(double), 0u);
  buffer.clear();
  EXPECT_EQ(buffer.size(), 0u);
  EXPECT_EQ(buffer.room(100).data(), memory);
}

TEST(ByteBuffer, IsEmptyWhenItWasMovedFrom) {
  ByteBuffer from;
  from.append(abc);
  ByteBuffer to = std::move(from);
  EXPECT_EQ(to.size(), 3u);
  EXPECT_EQ(from.size(), 0u);  // NOLINT(bugprone-use-after-move): a buffer can be used again
  from.append(abc);
  to = std::move(from);
  EXPECT_EQ(to.size(), 3u);
}

}  // namespace
}  // namespace lobatto::base
