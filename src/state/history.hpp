#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace lobatto::state {

/// The last values of something, newest first: at(0) is the current level, at(1) the one before.
/// advance() makes the storage of the oldest the current level (its content is left as it was) and
/// the others one level older; nothing is copied, and no value is ever moved.
template <class T>
class History {
 public:
  /// One value per level, of which there is at least one.
  explicit History(std::vector<T> values) : values_(std::move(values)) {}

  [[nodiscard]] std::size_t n_levels() const { return values_.size(); }
  [[nodiscard]] T& at(std::size_t level) { return values_[place(level)]; }
  [[nodiscard]] const T& at(std::size_t level) const { return values_[place(level)]; }
  [[nodiscard]] T& current() { return at(0); }
  [[nodiscard]] const T& current() const { return at(0); }

  void advance() { current_ = place(values_.size() - 1); }

 private:
  [[nodiscard]] std::size_t place(std::size_t level) const {
    return (current_ + level) % values_.size();
  }

  std::vector<T> values_;
  std::size_t current_ = 0;
};

}  // namespace lobatto::state
