#include "io/point_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/hdf5/handle.hpp"
#include "io/hdf5/inventory.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

using Points = std::vector<std::array<double, 3>>;

std::vector<std::string_view> numbers_of_row(std::string_view line) {
  constexpr std::string_view between = ",; \t\r\"";
  std::vector<std::string_view> cells;
  line = line.substr(0, line.find('#'));
  for (std::size_t at = line.find_first_not_of(between); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(between, at), line.size());
    cells.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(between, end);
  }
  return cells;
}

std::optional<double> number_of(std::string_view cell) {
  double value = 0;
  const auto [end, fault] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  const bool is_number = fault == std::errc() && end == cell.data() + cell.size();
  return is_number && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// Where x, y and z stand among the words of a heading.
std::array<std::size_t, 3> columns_of(const std::vector<std::string_view>& heading,
                                      const std::string& place) {
  std::array<std::size_t, 3> columns{};
  for (std::size_t d = 0; d < 3; ++d) {
    const auto found = std::ranges::find(heading, std::string_view("xyz").substr(d, 1));
    if (found == heading.end())
      throw base::Error(
          fmt::format("{}: found a heading without '{}', expected x, y and z", place, "xyz"[d]));
    columns[d] = static_cast<std::size_t>(found - heading.begin());
  }
  return columns;
}

Points points_of_table(const fs::path& file) {
  const std::string text = base::read_input(file);
  Points points;
  std::array<std::size_t, 3> columns{0, 1, 2};
  bool is_first = true;
  std::size_t line_number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const auto cells = numbers_of_row(std::string_view(text).substr(begin, end - begin));
    const std::string place = fmt::format("{}:{}", file.string(), ++line_number);
    begin = end + 1;
    if (cells.empty()) continue;
    const bool is_heading = std::exchange(is_first, false) && !number_of(cells.front());
    if (is_heading) {
      columns = columns_of(cells, place);
      continue;
    }
    auto& point = points.emplace_back();
    for (std::size_t d = 0; d < 3; ++d) {
      const auto value = columns[d] < cells.size() ? number_of(cells[columns[d]]) : std::nullopt;
      if (!value) throw base::Error(fmt::format("{}: expected a number for {}", place, "xyz"[d]));
      point[d] = *value;
    }
  }
  return points;
}

Points points_of_hdf5(const fs::path& file) {
  const Hdf5Turn turn;
  const Hdf5Inventory inventory(file);
  for (const char* name : {"points", "VTKHDF/Points"}) {
    const Hdf5Item* item = inventory.find(name);
    if (item == nullptr) continue;
    if (item->shape.size() != 2 || item->shape[1] != 3)
      throw base::Error(
          fmt::format("{}: expected rows of three numbers in {}", file.string(), name));
    const auto numbers = inventory.numbers(name);
    Points points(numbers.size() / 3);
    for (std::size_t i = 0; i < numbers.size(); ++i) points[i / 3][i % 3] = numbers[i];
    return points;
  }
  throw base::Error(
      fmt::format("{}: found no dataset 'points', expected one of shape [n][3]", file.string()));
}

}  // namespace

Points read_points(const fs::path& file, const comm::Communicator& communicator) {
  Points points;
  comm::on_root(communicator, [&] {
    base::require_content(file);
    const auto end = file.extension();
    const bool is_hdf5 = end == ".h5" || end == ".hdf5" || end == ".vtkhdf";
    points = is_hdf5 ? points_of_hdf5(file) : points_of_table(file);
    if (points.empty()) throw base::Error(fmt::format("{}: found no points", file.string()));
  });
  double count = static_cast<double>(points.size());
  communicator.broadcast(std::span(&count, 1), 0);
  points.resize(static_cast<std::size_t>(count));
  if (!points.empty())
    communicator.broadcast(std::span(points.front().data(), 3 * points.size()), 0);
  return points;
}

}  // namespace lobatto::io
