#include "io/chunk_codec.hpp"

#include <fmt/format.h>
#include <lz4.h>

#include <algorithm>

#include "base/error.hpp"

namespace lobatto::io {

namespace {

constexpr std::size_t header_size = 16;
constexpr std::size_t checksum_size = 4;

/// All bytes of one weight together: byte b of value i goes from i * size + b to b * n + i.
void shuffle(std::size_t value_size, std::span<const std::byte> from, std::span<std::byte> to) {
  const std::size_t n = from.size() / value_size;
  for (std::size_t b = 0; b < value_size; ++b)
    for (std::size_t i = 0; i < n; ++i) to[b * n + i] = from[i * value_size + b];
}

void unshuffle(std::size_t value_size, std::span<const std::byte> from, std::span<std::byte> to) {
  const std::size_t n = from.size() / value_size;
  for (std::size_t b = 0; b < value_size; ++b)
    for (std::size_t i = 0; i < n; ++i) to[i * value_size + b] = from[b * n + i];
}

void put_highest_first(std::uint64_t number, std::size_t n_bytes, std::byte* to) {
  for (std::size_t b = 0; b < n_bytes; ++b)
    to[b] = static_cast<std::byte>(number >> (8 * (n_bytes - 1 - b)));
}

std::uint64_t get_highest_first(const std::byte* from, std::size_t n_bytes) {
  std::uint64_t number = 0;
  for (std::size_t b = 0; b < n_bytes; ++b)
    number = number << 8U | std::to_integer<std::uint64_t>(from[b]);
  return number;
}

/// Fletcher, IEEE Trans. Commun. 30 (1982): two sums modulo 2^16 - 1 over words of two bytes,
/// highest first, an odd last byte counting as a high one.
std::uint32_t fletcher_32(std::span<const std::byte> bytes) {
  // As many words as the sums can take before they run over 32 bits.
  constexpr std::size_t words_a_fold = 360;
  std::uint32_t first = 0, second = 0;
  const auto fold = [](std::uint32_t sum) { return (sum & 0xffffU) + (sum >> 16U); };
  const std::size_t n_words = (bytes.size() + 1) / 2;
  for (std::size_t begin = 0; begin < n_words; begin += words_a_fold) {
    const std::size_t end = std::min(n_words, begin + words_a_fold);
    for (std::size_t w = begin; w < end; ++w) {
      const auto low = 2 * w + 1 < bytes.size() ? std::to_integer<std::uint32_t>(bytes[2 * w + 1])
                                                : std::uint32_t{0};
      first += std::to_integer<std::uint32_t>(bytes[2 * w]) << 8U | low;
      second += first;
    }
    first = fold(first);
    second = fold(second);
  }
  return fold(second) << 16U | fold(first);
}

}  // namespace

void encode_chunk(const ChunkFormat& format, std::span<const std::byte> raw,
                  std::vector<std::byte>& out) {
  std::vector<std::byte> shuffled;
  if (format.shuffle) {
    shuffled.resize(raw.size());
    shuffle(format.value_size, raw, shuffled);
  }
  const std::span<const std::byte> plain = format.shuffle ? shuffled : raw;
  const std::size_t begin = out.size();
  const int length = static_cast<int>(plain.size());
  out.resize(begin + header_size + static_cast<std::size_t>(LZ4_compressBound(length)));
  std::byte* block = out.data() + begin + header_size;
  auto n_stored = static_cast<std::size_t>(
      LZ4_compress_default(reinterpret_cast<const char*>(plain.data()),
                           reinterpret_cast<char*>(block), length, LZ4_compressBound(length)));
  if (n_stored >= plain.size()) {
    std::copy(plain.begin(), plain.end(), block);
    n_stored = plain.size();
  }
  put_highest_first(plain.size(), 8, out.data() + begin);
  put_highest_first(plain.size(), 4, out.data() + begin + 8);
  put_highest_first(n_stored, 4, out.data() + begin + 12);
  out.resize(begin + header_size + n_stored);
  const std::uint32_t sum = fletcher_32(std::span(out).subspan(begin));
  for (std::size_t b = 0; b < checksum_size; ++b)
    out.push_back(static_cast<std::byte>(sum >> (8 * b)));
}

void decode_chunk(const ChunkFormat& format, std::span<const std::byte> stored,
                  std::span<std::byte> raw) {
  if (stored.size() < header_size + checksum_size)
    throw base::Error(fmt::format("it has {} bytes, fewer than the {} of an empty one",
                                  stored.size(), header_size + checksum_size));
  const auto content = stored.first(stored.size() - checksum_size);
  std::uint32_t sum = 0;
  for (std::size_t b = 0; b < checksum_size; ++b)
    sum |= std::to_integer<std::uint32_t>(stored[content.size() + b]) << (8 * b);
  if (const std::uint32_t found = fletcher_32(content); found != sum)
    throw base::Error(
        fmt::format("its check sum is {:08x} where {:08x} was stored with it", found, sum));
  const auto length = get_highest_first(content.data(), 8);
  if (length != raw.size())
    throw base::Error(fmt::format("it holds {} bytes instead of {}", length, raw.size()));
  const auto block = content.subspan(header_size);
  std::vector<std::byte> shuffled(format.shuffle ? raw.size() : 0);
  const std::span<std::byte> plain = format.shuffle ? std::span(shuffled) : raw;
  if (block.size() == raw.size()) {
    std::copy(block.begin(), block.end(), plain.begin());
  } else {
    const int n = LZ4_decompress_safe(reinterpret_cast<const char*>(block.data()),
                                      reinterpret_cast<char*>(plain.data()),
                                      static_cast<int>(block.size()), static_cast<int>(raw.size()));
    if (n != static_cast<int>(raw.size())) throw base::Error("its compressed block cannot be read");
  }
  if (format.shuffle) unshuffle(format.value_size, plain, raw);
}

}  // namespace lobatto::io
