#include "io/hdf5/chunk_codec.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace lobatto::io {

namespace {

/// As many words as the weighted sum takes before it runs over 32 bits.
constexpr std::uint32_t block = 256;
static_assert(std::uint64_t{block} * (block + 1) / 2 * 0xffff <= 0xffffffff);

/// Modulo 2^16 - 1, but zero only for zero.
std::uint32_t fold(std::uint64_t sum) {
  while (sum > 0xffff) sum = (sum & 0xffffU) + (sum >> 16U);
  return static_cast<std::uint32_t>(sum);
}

struct Sums {
  std::uint64_t plain = 0, weighted = 0;

  /// Behind those that are summed already, whose weights grow by the number of these.
  void add(const std::uint16_t* words, std::uint32_t n) {
    std::uint32_t block_plain = 0, block_weighted = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t word = words[i];
      block_plain += word;
      block_weighted += (n - i) * word;
    }
    weighted = fold(weighted + n * plain + block_weighted);
    plain = fold(plain + block_plain);
  }
};

void put_highest_first(const std::byte* bytes, std::size_t n, std::uint16_t* words) {
  std::memcpy(words, bytes, n * sizeof(std::uint16_t));
  if constexpr (std::endian::native == std::endian::little)
    for (std::size_t i = 0; i < n; ++i)
      words[i] = static_cast<std::uint16_t>(words[i] << 8U | words[i] >> 8U);
}

}  // namespace

std::uint32_t fletcher_32(std::span<const std::byte> bytes) {
  Sums sums;
  std::uint16_t words[block];
  const std::size_t n_words = bytes.size() / 2;
  for (std::size_t begin = 0; begin < n_words; begin += block) {
    const std::size_t n = std::min<std::size_t>(block, n_words - begin);
    put_highest_first(bytes.data() + 2 * begin, n, words);
    sums.add(words, static_cast<std::uint32_t>(n));
  }
  if (bytes.size() % 2 != 0) {
    words[0] = static_cast<std::uint16_t>(std::to_integer<unsigned>(bytes.back()) << 8U);
    sums.add(words, 1);
  }
  return fold(sums.weighted) << 16U | fold(sums.plain);
}

}  // namespace lobatto::io
