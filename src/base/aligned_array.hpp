#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace lobatto::base {

/// Owning array of trivially copyable values on a cache-line boundary (64 byte), zero when made.
/// The storage is padded to whole cache lines, so that vector code may read past the last value up
/// to the end of its line. A contiguous range: it converts to std::span by itself.
template <class T>
class AlignedArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  static constexpr std::size_t alignment = 64;

  AlignedArray() = default;
  explicit AlignedArray(std::size_t n_values) : size_(n_values), data_(allocate(n_values)) {}

  AlignedArray(const AlignedArray& other) : AlignedArray(other.size_) {
    std::copy_n(other.data(), size_, data());
  }
  AlignedArray(AlignedArray&& other) noexcept
      : size_(std::exchange(other.size_, 0)), data_(std::move(other.data_)) {}
  AlignedArray& operator=(AlignedArray other) noexcept {
    std::swap(size_, other.size_);
    std::swap(data_, other.data_);
    return *this;
  }
  ~AlignedArray() = default;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] T* data() { return data_.get(); }
  [[nodiscard]] const T* data() const { return data_.get(); }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  void fill(T value) { std::fill_n(data(), size_, value); }

 private:
  struct Free {
    void operator()(T* p) const { std::free(p); }
  };
  static std::unique_ptr<T[], Free> allocate(std::size_t n_values) {
    if (n_values == 0) return nullptr;
    const std::size_t bytes = (n_values * sizeof(T) + alignment - 1) / alignment * alignment;
    void* p = std::aligned_alloc(alignment, bytes);
    if (p == nullptr) throw std::bad_alloc();
    std::fill_n(static_cast<unsigned char*>(p), bytes, static_cast<unsigned char>(0));
    return std::unique_ptr<T[], Free>(static_cast<T*>(p));
  }

  std::size_t size_ = 0;
  std::unique_ptr<T[], Free> data_;
};

}  // namespace lobatto::base
