#pragma once

#include <array>
#include <cstddef>
#include <utility>

namespace lobatto::flow {

/// The last `levels` values of something, newest first: at(0) is the current level, at(1) the one
/// before. advance() makes the oldest storage the new current level (its content is left as it was)
/// and shifts the others back; nothing is copied.
template <class T, std::size_t levels>
class History {
 public:
  explicit History(const T& value) : History(value, std::make_index_sequence<levels>()) {}

  T& at(std::size_t level) { return values_[(current_ + level) % levels]; }
  const T& at(std::size_t level) const { return values_[(current_ + level) % levels]; }
  T& current() { return at(0); }
  const T& current() const { return at(0); }
  T& oldest() { return at(levels - 1); }

  void advance() { current_ = (current_ + levels - 1) % levels; }

 private:
  template <std::size_t... level>
  History(const T& value, std::index_sequence<level...>) : values_{((void)level, value)...} {}

  std::array<T, levels> values_;
  std::size_t current_ = 0;
};

}  // namespace lobatto::flow
