#include "mesh/formats/file_cursor.hpp"

#include <iterator>
#include <system_error>

#include "base/error.hpp"
#include "base/input_file.hpp"

namespace lobatto::mesh {
namespace {

constexpr std::string_view blanks = " \t\r\n";
constexpr std::size_t window_size = std::size_t{1} << 20;
/// Longer words, and lines, come in pieces: there are none in a mesh.
constexpr std::size_t longest_word = 4096;

}  // namespace

FileCursor::FileCursor(const std::filesystem::path& file)
    : name_(file.string()), stream_(base::open_input(file)) {
  std::error_code reason;
  size_ = std::filesystem::file_size(file, reason);
  if (reason) throw base::Error(name_ + ": cannot be read: " + reason.message());
}

std::string_view FileCursor::ahead(std::size_t n) {
  const std::size_t known = window_.size() - at_;
  const std::size_t unknown = size_ - begin_ - window_.size();
  if (known < n && unknown > 0) {
    window_.erase(0, at_);
    begin_ += at_;
    at_ = 0;
    window_.resize(known + std::min(unknown, std::max(n, window_size) - known));
    stream_.read(window_.data() + known, static_cast<std::streamsize>(window_.size() - known));
    if (!stream_)
      throw base::Error(name_ + ": ends before byte " + std::to_string(begin_ + window_.size()) +
                        " of " + std::to_string(size_) + ", or cannot be read");
  }
  return std::string_view(window_).substr(at_);
}

void FileCursor::set_binary(bool binary, bool swapped) {
  binary_ = binary;
  swapped_ = swapped;
}

std::string_view FileCursor::word() {
  std::string_view text = ahead(longest_word);
  std::size_t n_blanks = text.find_first_not_of(blanks);
  while (n_blanks == std::string_view::npos && !text.empty()) {
    at_ += text.size();
    text = ahead(longest_word);
    n_blanks = text.find_first_not_of(blanks);
  }
  at_ += std::min(n_blanks, text.size());
  last_ = position();
  text = ahead(longest_word);
  const std::string_view found = text.substr(0, text.find_first_of(blanks));
  at_ += found.size();
  return found;
}

std::string_view FileCursor::rest_of_line() {
  last_ = position();
  const std::string_view text = ahead(longest_word);
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  at_ += line.size() + (end == std::string_view::npos ? 0 : 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view FileCursor::take(std::size_t n, const char* what) {
  last_ = position();
  if (remaining() < n) fail("expected " + std::string(what) + ", but the file ends");
  const std::string_view bytes = ahead(n).substr(0, n);
  at_ += n;
  return bytes;
}

void FileCursor::fail_to_skip(const char* what) {
  last_ = size_ + 1;
  fail("expected " + std::string(what) + ", but the file ends");
}

void FileCursor::skip_bytes(std::size_t n, const char* what) {
  last_ = position();
  if (remaining() < n) fail_to_skip(what);
  if (n <= window_.size() - at_) {
    at_ += n;
    return;
  }
  begin_ = position() + n;
  at_ = 0;
  window_.clear();
  stream_.seekg(static_cast<std::streamoff>(begin_));
}

void FileCursor::skip_past(std::string_view word) {
  const std::size_t from = position();
  for (;;) {
    const std::string_view text = ahead(window_size);
    const std::size_t found = text.find(word);
    if (found != std::string_view::npos) {
      at_ += found + word.size();
      return;
    }
    if (remaining() == text.size()) break;
    at_ += text.size() - word.size();
  }
  at_ = window_.size();
  last_ = from;
  fail("expected " + std::string(word) + " somewhere below, but the file ends");
}

void FileCursor::fail(const std::string& problem) const {
  std::string place = " byte " + std::to_string(last_);
  if (!binary_) {
    // Lines are counted only now.
    std::ifstream file = base::open_input(name_);
    std::istreambuf_iterator<char> next(file), end;
    std::size_t n_lines = 1;
    for (std::size_t i = 0; i < last_ && next != end; ++i, ++next) n_lines += *next == '\n';
    place = std::to_string(n_lines);
  }
  throw base::Error(name_ + ":" + place + ": " + problem);
}

std::size_t FileCursor::checked_count(long long value, const char* what) const {
  if (value < 0 || static_cast<unsigned long long>(value) > remaining())
    fail("expected " + std::string(what) + " that fits this file, found " + std::to_string(value));
  return static_cast<std::size_t>(value);
}

void FileCursor::fail_expected(const char* what, std::string_view found) const {
  fail("expected " + std::string(what) + ", found " +
       (found.empty() ? "the end of the file" : "'" + std::string(found.substr(0, 40)) + "'"));
}

}  // namespace lobatto::mesh
