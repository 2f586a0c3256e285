#include "mesh/file_cursor.hpp"

#include "base/error.hpp"
#include "base/input_file.hpp"

namespace lobatto::mesh {
namespace {

constexpr std::string_view blanks = " \t\r\n";

}  // namespace

FileCursor::FileCursor(const std::filesystem::path& file)
    : name_(file.string()), bytes_(base::read_input(file)) {}

void FileCursor::set_binary(bool binary, bool swapped) {
  binary_ = binary;
  swapped_ = swapped;
}

std::string_view FileCursor::word() {
  const std::string_view all = bytes_;
  const std::size_t begin = std::min(all.find_first_not_of(blanks, position_), all.size());
  const std::size_t end = std::min(all.find_first_of(blanks, begin), all.size());
  last_ = begin;
  position_ = end;
  return all.substr(begin, end - begin);
}

std::string_view FileCursor::rest_of_line() {
  const std::string_view all = bytes_;
  last_ = position_;
  const std::size_t end = std::min(all.find('\n', position_), all.size());
  std::string_view line = all.substr(position_, end - position_);
  if (line.ends_with('\r')) line.remove_suffix(1);
  position_ = std::min(end + 1, all.size());
  return line;
}

std::string_view FileCursor::take(std::size_t n, const char* what) {
  last_ = position_;
  if (remaining() < n) fail("expected " + std::string(what) + ", but the file ends");
  position_ += n;
  return std::string_view(bytes_).substr(last_, n);
}

void FileCursor::skip_past(std::string_view word) {
  const std::size_t at = bytes_.find(word, position_);
  if (at == std::string::npos) {
    last_ = position_;
    fail("expected " + std::string(word) + " somewhere below, but the file ends");
  }
  position_ = at + word.size();
}

void FileCursor::fail(const std::string& problem) const {
  const auto end = bytes_.begin() + static_cast<std::ptrdiff_t>(last_);
  const std::string place = binary_ ? " byte " + std::to_string(last_)
                                    : std::to_string(1 + std::count(bytes_.begin(), end, '\n'));
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
