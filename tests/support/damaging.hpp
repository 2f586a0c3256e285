#pragma once

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>

namespace lobatto {

/// Damages a file in the ways in which disks, networks and dying programs do, by a seed.
class Damaging {
 public:
  explicit Damaging(unsigned seed) : dice_(seed) {}

  /// Something is wrong with the bytes that are given back, one way or another.
  std::string operator()(const std::string& content) {
    std::string wrong = content;
    while (wrong == content) wrong = damaged(content);
    return wrong;
  }

 private:
  static constexpr std::size_t block = 4096;

  std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(dice_);
  }

  std::string damaged(std::string content) {
    const std::size_t at = below(content.size());
    switch (below(6)) {
      case 0:  // the end is missing
        content.resize(at);
        break;
      case 1:
        content[at] = static_cast<char>(content[at] ^ (1 << below(8)));
        break;
      case 2:
        content[at] = static_cast<char>(below(256));
        break;
      case 3: {  // a block of the disk, or all from some byte on, as after a power failure
        const std::size_t begin = below(2) == 0 ? at / block * block : at;
        const std::size_t n = below(3) == 0 ? content.size() : block;
        std::fill_n(content.begin() + static_cast<std::ptrdiff_t>(begin),
                    std::min(n, content.size() - begin), '\0');
        break;
      }
      case 4: {  // two stretches stand in each other's place
        const std::size_t n = std::min(block, content.size() / 2);
        const std::size_t first = below(content.size() / n), second = below(content.size() / n);
        if (first != second)
          std::swap_ranges(content.begin() + static_cast<std::ptrdiff_t>(first * n),
                           content.begin() + static_cast<std::ptrdiff_t>(first * n + n),
                           content.begin() + static_cast<std::ptrdiff_t>(second * n));
        break;
      }
      default:  // bytes of something else
        content.insert(at, 1 + below(8), static_cast<char>(128 + below(128)));
    }
    return content;
  }

  std::mt19937_64 dice_;
};

}  // namespace lobatto
