#include "io/hdf5/chunk_codec.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "base/error.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

using Bytes = std::vector<std::byte>;

/// A sine, which compresses, or noise, which does not.
Bytes values_of(std::size_t value_size, std::size_t n, bool noise) {
  std::mt19937 random(3);
  Bytes bytes(n * value_size);
  if (noise) {
    for (auto& byte : bytes) byte = static_cast<std::byte>(random());
  } else {
    for (std::size_t i = 0; i < n; ++i) {
      const double value = std::sin(0.01 * static_cast<double>(i));
      const auto single = static_cast<float>(value);
      const auto raw = value_size == 8 ? std::as_bytes(std::span(&value, 1))
                                       : std::as_bytes(std::span(&single, 1));
      std::ranges::copy(raw, bytes.begin() + static_cast<std::ptrdiff_t>(i * value_size));
    }
  }
  return bytes;
}

Bytes encoded(const ChunkFormat& format, const Bytes& raw) {
  Bytes stored(ChunkCodec::longest_stored(raw.size()));
  stored.resize(ChunkCodec().encode(format, raw, stored));
  return stored;
}

std::string refusal(const ChunkFormat& format, const Bytes& stored, std::size_t raw_bytes) {
  Bytes raw(raw_bytes);
  return message_of<base::Error>([&] { ChunkCodec().decode(format, stored, raw); });
}

TEST(ChunkCodec, GivesBackWhatItWasGiven) {
  for (const std::size_t value_size : {4, 8}) {
    for (const bool shuffle : {false, true}) {
      for (const bool noise : {false, true}) {
        for (const std::size_t n : {1, 2, 7, 100, 8192}) {
          const ChunkFormat format{value_size, shuffle};
          const Bytes raw = values_of(value_size, n, noise);
          const Bytes stored = encoded(format, raw);
          Bytes back(raw.size());
          ChunkCodec().decode(format, stored, back);
          EXPECT_EQ(back, raw);
        }
      }
    }
  }
}

TEST(ChunkCodec, ShufflingHelpsWithSmoothValuesAndNoiseCostsTheHeaderAlone) {
  const Bytes smooth = values_of(8, 8192, false), noise = values_of(8, 8192, true);
  EXPECT_LT(encoded({8, true}, smooth).size(), 0.9 * static_cast<double>(smooth.size()));
  EXPECT_LT(encoded({8, true}, smooth).size(), encoded({8, false}, smooth).size());
  EXPECT_EQ(encoded({8, true}, noise).size(), noise.size() + 20);
}

TEST(ChunkCodec, BeginsWithTheLengthsThatTheFilterWants) {
  const Bytes stored = encoded({8, true}, values_of(8, 8192, false));
  const auto number = [&](std::size_t at, std::size_t n) {
    std::size_t value = 0;
    for (std::size_t b = at; b < at + n; ++b)
      value = value * 256 + std::to_integer<std::size_t>(stored[b]);
    return value;
  };
  EXPECT_EQ(number(0, 8), 65536u);
  EXPECT_EQ(number(8, 4), 65536u);
  EXPECT_EQ(number(12, 4), stored.size() - 20);
}

TEST(ChunkCodec, RefusesEverySingleWrongBit) {
  for (const bool noise : {false, true}) {
    const ChunkFormat format{8, true};
    const Bytes good = encoded(format, values_of(8, 40, noise));
    for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
      Bytes bad = good;
      bad[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
      EXPECT_NE(refusal(format, bad, 320), "") << "bit " << bit;
    }
  }
}

TEST(ChunkCodec, RefusesEveryTruncation) {
  const ChunkFormat format{8, true};
  const Bytes good = encoded(format, values_of(8, 40, false));
  for (std::size_t n = 0; n < good.size(); ++n)
    EXPECT_NE(
        refusal(format, Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(n)), 320),
        "")
        << n;
  EXPECT_NE(refusal(format, good, 312).find("holds 320 bytes instead of 312"), std::string::npos);
}

TEST(ChunkCodec, SaysWhatIsWrong) {
  const ChunkFormat format{8, true};
  Bytes bad = encoded(format, values_of(8, 40, false));
  EXPECT_NE(refusal(format, Bytes(19), 320).find("it has 19 bytes"), std::string::npos);
  bad[30] ^= std::byte{4};
  EXPECT_NE(refusal(format, bad, 320).find("check sum"), std::string::npos);
}

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
