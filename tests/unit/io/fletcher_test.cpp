#include "io/hdf5/chunk_codec.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string_view>
#include <vector>

namespace lobatto::io {
namespace {

std::uint32_t of_text(std::string_view text) {
  return fletcher_32(std::as_bytes(std::span(text.data(), text.size())));
}

/// By the definition, one word after another.
std::uint32_t word_by_word(const std::vector<std::byte>& bytes) {
  std::uint64_t plain = 0, weighted = 0;
  for (std::size_t at = 0; at < bytes.size(); at += 2) {
    const auto high = std::to_integer<std::uint64_t>(bytes[at]);
    const auto low =
        at + 1 < bytes.size() ? std::to_integer<std::uint64_t>(bytes[at + 1]) : std::uint64_t{0};
    plain = (plain + 256 * high + low) % 65535;
    weighted = (weighted + plain) % 65535;
  }
  return static_cast<std::uint32_t>(weighted << 16U | plain);
}

TEST(Fletcher, OfShortTexts) {
  EXPECT_EQ(of_text(""), 0u);
  // Words 0x6162, 0x6364, 0x6500: 0x6162 + 0x6364 + 0x6500 = 0x129c6, 0x129c6 mod 0xffff = 0x29c7.
  EXPECT_EQ(of_text("abcde") & 0xffffU, 0x29c7u);
  // 3 * 0x6162 + 2 * 0x6364 + 0x6500 = 0x24fee, mod 0xffff = 0x4ff0.
  EXPECT_EQ(of_text("abcde") >> 16U, 0x4ff0u);
}

TEST(Fletcher, OfAnyLengthAsByItsDefinition) {
  std::mt19937 random(7);
  for (const std::size_t n : {1, 2, 3, 511, 512, 513, 514, 5000, 65536, 65537}) {
    std::vector<std::byte> bytes(n);
    for (auto& byte : bytes) byte = static_cast<std::byte>(random());
    const auto sum = fletcher_32(bytes);
    EXPECT_EQ((sum & 0xffffU) % 65535, word_by_word(bytes) & 0xffffU) << n;
    EXPECT_EQ((sum >> 16U) % 65535, word_by_word(bytes) >> 16U) << n;
  }
}

TEST(Fletcher, OfTheLargestWordsDoesNotRunOver) {
  const std::vector<std::byte> bytes(1 << 20, std::byte{0xff});
  // Every word is 0 modulo 2^16 - 1, and none is zero.
  EXPECT_EQ(fletcher_32(bytes), 0xffffffffu);
  EXPECT_EQ(fletcher_32(std::vector<std::byte>(1 << 20)), 0u);
}

}  // namespace
}  // namespace lobatto::io
