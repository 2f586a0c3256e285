#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

namespace lobatto::base {

/// Bytes that are written once and sent or stored: unlike std::vector it never sets memory that is
/// about to be overwritten, and what it has once taken from the system it keeps, since new pages
/// cost more than the copy into them. Aligned for any number.
class ByteBuffer {
 public:
  ByteBuffer() = default;
  ByteBuffer(ByteBuffer&& other) noexcept { swap(other); }
  ByteBuffer& operator=(ByteBuffer&& other) noexcept {
    ByteBuffer(std::move(other)).swap(*this);
    return *this;
  }

  [[nodiscard]] std::span<const std::byte> bytes() const { return {memory_.get(), size_}; }
  [[nodiscard]] std::byte* data() { return memory_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }

  /// Room for n bytes behind the content, of which extend() makes content when they are written.
  [[nodiscard]] std::span<std::byte> room(std::size_t n) {
    if (size_ + n > capacity_) grow(std::max(size_ + n, capacity_ + capacity_ / 2));
    return {memory_.get() + size_, n};
  }
  void extend(std::size_t n) { size_ += n; }
  void append(std::span<const std::byte> bytes) {
    std::ranges::copy(bytes, room(bytes.size()).begin());
    extend(bytes.size());
  }
  void clear() { size_ = 0; }

 private:
  void swap(ByteBuffer& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  void grow(std::size_t capacity) {
    auto larger = std::make_unique_for_overwrite<std::byte[]>(capacity);
    std::ranges::copy(bytes(), larger.get());
    memory_ = std::move(larger);
    capacity_ = capacity;
  }

  std::unique_ptr<std::byte[]> memory_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace lobatto::base
