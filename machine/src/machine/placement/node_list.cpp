#include "machine/placement/node_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "base/error.hpp"
#include "base/input_file.hpp"

namespace lobatto::machine {

namespace {

constexpr std::size_t most_names = 1'000'000, longest_name = 255;

[[noreturn]] void refuse(std::string_view list, std::size_t place, std::string_view reason) {
  throw base::Error(fmt::format("the list of nodes '{}{}': {} at character {}",
                                list.substr(0, longest_name),
                                list.size() > longest_name ? "..." : "", reason, place + 1));
}

/// Before they are made.
void require_room(std::string_view list, std::size_t place, double n_names) {
  if (n_names > most_names)
    refuse(list, place, fmt::format("{:.6g} names, expected at most {}", n_names, most_names));
}

/// "001" and "012" to 001 ... 012; the width of the first number is kept.
void add_range(std::string_view list, std::size_t place, std::string_view range,
               std::vector<std::string>& numbers) {
  const std::size_t dash = range.find('-');
  const std::string_view first = range.substr(0, dash),
                         last = dash == std::string_view::npos ? first : range.substr(dash + 1);
  long long from = 0, to = 0;
  const auto is_number = [](std::string_view text, long long& value) {
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() && value >= 0;
  };
  if (!is_number(first, from) || !is_number(last, to) || to < from)
    refuse(list, place,
           fmt::format("expected a number or a range such as 01-12, found '{}'", range));
  if (first.size() > longest_name)
    refuse(list, place, fmt::format("a number of {} digits", first.size()));
  const double n_more = static_cast<double>(to) - static_cast<double>(from) + 1;
  require_room(list, place, static_cast<double>(numbers.size()) + n_more);
  for (long long number = from; number <= to; ++number)
    numbers.push_back(fmt::format("{:0{}}", number, first.size()));
}

/// What stands in brackets, from the character behind the opening one; `at` moves behind the
/// closing one.
std::vector<std::string> read_brackets(std::string_view list, std::size_t& at) {
  const std::size_t end = list.find(']', at);
  if (end == std::string_view::npos) refuse(list, at - 1, "a bracket that is not closed");
  std::vector<std::string> numbers;
  while (at < end) {
    const std::size_t stop = std::min(end, list.find(',', at));
    add_range(list, at, list.substr(at, stop - at), numbers);
    at = stop + 1;
  }
  at = end + 1;
  if (numbers.empty()) refuse(list, end, "brackets without a number");
  return numbers;
}

std::optional<int> slots_of(const std::string& word) {
  constexpr std::string_view key = "slots=";
  if (!word.starts_with(key)) return std::nullopt;
  int slots = 0;
  const char* const end = word.data() + word.size();
  const auto read = std::from_chars(word.data() + key.size(), end, slots);
  return read.ec == std::errc() && read.ptr == end ? std::optional(slots) : std::optional(0);
}

}  // namespace

std::vector<std::string> expand_names(std::string_view list) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < list.size();) {
    std::vector<std::string> open{""};
    const std::size_t begin = at;
    while (at < list.size() && list[at] != ',') {
      if (list[at] == ']') refuse(list, at, "a bracket that was not opened");
      if (list[at] != '[') {
        for (auto& name : open) name += list[at];
        ++at;
        continue;
      }
      const auto numbers = read_brackets(list, ++at);
      require_room(list, begin,
                   static_cast<double>(open.size()) * static_cast<double>(numbers.size()));
      std::vector<std::string> longer;
      for (const auto& name : open)
        for (const auto& number : numbers) longer.push_back(name + number);
      open = std::move(longer);
    }
    if (at == begin) refuse(list, at, "expected a name");
    if (open.back().size() > longest_name)
      refuse(list, begin, fmt::format("a name of {} characters", open.back().size()));
    require_room(list, begin, static_cast<double>(names.size() + open.size()));
    names.insert(names.end(), open.begin(), open.end());
    if (at == list.size()) break;
    ++at;
    if (at == list.size()) refuse(list, at - 1, "expected a name after ','");
  }
  if (names.empty()) throw base::Error("the list of nodes is empty");
  return names;
}

std::vector<Node> read_nodes(const std::filesystem::path& file, int slots_a_line) {
  std::istringstream in(base::read_input(file));
  std::vector<Node> nodes;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string name, word;
    if (!(words >> name)) continue;
    int slots = slots_a_line;
    while (words >> word) {
      if (word.starts_with("max_slots=") || word.starts_with("max-slots=")) continue;
      const auto found = slots_of(word);
      if (!found || *found < 1)
        throw base::Error(fmt::format(
            "{}, line {}: expected 'slots=N' with a positive number behind the name, found '{}'",
            file.string(), number, word));
      slots = *found;
    }
    const auto known = std::ranges::find(nodes, name, &Node::name);
    if (known != nodes.end())
      known->slots += slots;
    else
      nodes.push_back({name, slots});
  }
  if (nodes.empty()) throw base::Error(fmt::format("{}: names no node", file.string()));
  return nodes;
}

}  // namespace lobatto::machine
