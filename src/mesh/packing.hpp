#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace lobatto::mesh {

/// Makes bytes of values, for another rank or process of the same program.
class Packer {
 public:
  template <class T>
  void operator()(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(&value, sizeof(T));
  }
  template <class T>
  void operator()(const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    (*this)(values.size());
    append(values.data(), values.size() * sizeof(T));
  }
  void operator()(const std::string& text) {
    (*this)(text.size());
    append(text.data(), text.size());
  }
  void operator()(const std::vector<std::string>& texts) {
    (*this)(texts.size());
    for (const std::string& text : texts) (*this)(text);
  }

  std::vector<std::byte> bytes;

 private:
  void append(const void* data, std::size_t n) {
    const auto* first = static_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), first, first + n);
  }
};

/// The inverse: into values of the same types in the same order.
class Unpacker {
 public:
  explicit Unpacker(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class T>
  void operator()(T& value) {
    take(&value, sizeof(T));
  }
  template <class T>
  void operator()(std::vector<T>& values) {
    values.resize(size());
    take(values.data(), values.size() * sizeof(T));
  }
  void operator()(std::string& text) {
    text.resize(size());
    take(text.data(), text.size());
  }
  void operator()(std::vector<std::string>& texts) {
    texts.resize(size());
    for (std::string& text : texts) (*this)(text);
  }

 private:
  std::size_t size() {
    std::size_t n = 0;
    take(&n, sizeof n);
    return n;
  }
  void take(void* data, std::size_t n) {
    if (n > 0) std::memcpy(data, bytes_.data(), n);
    bytes_ = bytes_.subspan(n);
  }

  std::span<const std::byte> bytes_;
};

}  // namespace lobatto::mesh
