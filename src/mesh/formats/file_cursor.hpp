#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace lobatto::mesh {

/// A file, and a place in it: words and numbers of text, or binary numbers of either byte order.
/// Every failure is a base::Error with the file, the line (or the byte, in binary parts) and what
/// was expected there. Of the file a window of at most 1 MiB is in memory, or as much as a single
/// take() asks for. A string_view that a function returns is good until the next call.
class FileCursor {
 public:
  explicit FileCursor(const std::filesystem::path& file);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::size_t remaining() const { return size_ - position(); }
  /// Where what was read last begins, in bytes from the beginning of the file.
  [[nodiscard]] std::size_t last() const { return last_; }

  /// How number() reads from now on. `swapped`: the file has the other byte order.
  void set_binary(bool binary, bool swapped);
  [[nodiscard]] bool binary() const { return binary_; }

  /// The next word; empty at the end of the file.
  std::string_view word();
  /// What is left of this line, without its end; the next line is next.
  std::string_view rest_of_line();
  /// As many of the next `n` bytes as there are; they are not passed over.
  std::string_view peek(std::size_t n) { return ahead(n).substr(0, n); }
  /// The next `n` bytes as they are.
  std::string_view take(std::size_t n, const char* what);
  /// Passes over `n` bytes without reading them. Where the file ends before, last() is behind its
  /// end: who reads them knows better where.
  void skip_bytes(std::size_t n, const char* what);
  /// Passes over `n` numbers, as words or in binary. What they are is not looked at.
  template <class T>
  void skip_numbers(std::size_t n, const char* what);
  /// Skips text up to and including this word. Fails at the end of the file.
  void skip_past(std::string_view word);

  /// The next number, as a word or in binary.
  template <class T>
  T number(const char* what) {
    return binary_ ? binary_number<T>(what) : text_number<T>(what);
  }
  template <class T>
  T text_number(const char* what);
  template <class T>
  T binary_number(const char* what);
  /// A number of things to come, each at least a byte long.
  template <class T>
  std::size_t count(const char* what) {
    return checked_count(static_cast<long long>(number<T>(what)), what);
  }
  std::size_t text_count(const char* what) {
    return checked_count(text_number<long long>(what), what);
  }

  /// Throws, naming the place of what was read last.
  [[noreturn]] void fail(const std::string& problem) const;

 private:
  std::size_t checked_count(long long value, const char* what) const;
  [[nodiscard]] std::size_t position() const { return begin_ + at_; }
  /// What comes, at least n bytes of it unless the file ends before.
  std::string_view ahead(std::size_t n);
  [[noreturn]] void fail_to_skip(const char* what);
  [[noreturn]] void fail_expected(const char* what, std::string_view found) const;

  std::string name_;
  std::ifstream stream_;
  std::size_t size_ = 0;   ///< of the file
  std::string window_;     ///< some bytes of it,
  std::size_t begin_ = 0;  ///< from here on,
  std::size_t at_ = 0;     ///< and the place in them
  std::size_t last_ = 0;   ///< where what was read last begins
  bool binary_ = false;
  bool swapped_ = false;
};

template <class T>
T FileCursor::text_number(const char* what) {
  const std::string_view text = word();
  T value{};
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (text.empty() || result.ec != std::errc() || result.ptr != end) fail_expected(what, text);
  return value;
}

template <class T>
void FileCursor::skip_numbers(std::size_t n, const char* what) {
  if (binary_) {
    if (n > remaining() / sizeof(T)) fail_to_skip(what);
    return skip_bytes(n * sizeof(T), what);
  }
  for (std::size_t i = 0; i < n; ++i)
    if (word().empty()) fail_to_skip(what);
}

template <class T>
T FileCursor::binary_number(const char* what) {
  std::array<char, sizeof(T)> bytes{};
  const std::string_view found = take(sizeof(T), what);
  std::copy(found.begin(), found.end(), bytes.begin());
  if (swapped_) std::reverse(bytes.begin(), bytes.end());
  T value{};
  std::memcpy(&value, bytes.data(), sizeof(T));
  return value;
}

}  // namespace lobatto::mesh
