#include "commands/integer_list.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "base/error.hpp"

namespace lobatto::commands {

namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

class IntegerListParser {
 public:
  IntegerListParser(const std::string& option, const std::string& text, int lowest, int highest)
      : option_(option), text_(text), lowest_(lowest), highest_(highest) {}

  [[nodiscard]] std::vector<int> parse() const {
    std::vector<int> values;
    for (const auto part : split(text_, ',')) append(part, values);
    return values;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw base::Error(fmt::format("{} {}: {}", option_, text_, why));
  }

  [[nodiscard]] int number(std::string_view word, int lowest) const {
    int value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size())
      fail(
          fmt::format("'{}' is not a whole number; expected numbers with commas, or a range "
                      "FIRST:LAST or FIRST:LAST:STEP",
                      word));
    if (value < lowest || value > highest_)
      fail(fmt::format("{} is not between {} and {}", value, lowest, highest_));
    return value;
  }

  void append(std::string_view part, std::vector<int>& values) const {
    const auto words = split(part, ':');
    if (words.size() > 3) fail(fmt::format("'{}' is no range FIRST:LAST:STEP", part));
    const int first = number(words[0], lowest_);
    const int last = words.size() > 1 ? number(words[1], lowest_) : first;
    const int step = words.size() > 2 ? number(words[2], 1) : 1;
    if (last < first) fail(fmt::format("the range {} ends before it begins", part));
    for (int value = first; value <= last; value += step) values.push_back(value);
  }

  const std::string &option_, &text_;
  int lowest_, highest_;
};

}  // namespace

std::vector<int> parse_integer_list(const std::string& option, const std::string& text, int lowest,
                                    int highest) {
  return IntegerListParser(option, text, lowest, highest).parse();
}

}  // namespace lobatto::commands
