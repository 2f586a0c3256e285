#include "io/file_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/function_ref.hpp"
#include "base/input_file.hpp"
#include "comm/communicator.hpp"
#include "io/file_seal.hpp"
#include "io/hdf5/end.hpp"
#include "io/hdf5/inventory.hpp"
#include "io/nek/reader.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
  throw base::Error(fmt::format("{}: {}", file.string(), why));
}

/// True where the file has check sums of all its bytes, which then are right.
bool is_sealed(const fs::path& file) {
  const auto seal = FileSeal::read(file);
  if (seal) seal->verify(0, seal->n_blocks());
  return seal.has_value();
}

CheckSums check_hdf5(const fs::path& file) {
  if (is_sealed(file)) return CheckSums::of_all;
  check_behind_hdf5_end(file);
  const Hdf5Inventory content(file);
  CheckSums sums = CheckSums::none;
  for (const auto& item : content.items()) {
    if (const auto what = content.damage_of(item); !what.empty()) refuse(file, what);
    if (item.has_checksums) sums = CheckSums::of_parts;
  }
  return sums;
}

void check_form_of_nek_field(NekFieldReader& reader, const fs::path& file) {
  NekFieldHeader header = reader.header();
  const auto size = fs::file_size(file);
  if (size != header.end() && size != header.end_of_values())
    refuse(file, fmt::format("{} bytes, expected {} ({} without smallest and largest values)", size,
                             header.end(), header.end_of_values()));
  if (reader.positions().empty())
    refuse(file, fmt::format("the numbers of its elements are not 1 to {} in some order",
                             header.n_elements));
  std::vector<double> values;
  for (const auto& block : header.blocks)
    for (long long position = 0; position < header.n_elements; ++position)
      reader.read(block, position, values);
}

CheckSums check_nek_field(const fs::path& file) {
  const auto self = comm::Communicator::self();
  if (is_sealed(file)) return CheckSums::of_all;
  NekFieldReader reader(file, self);
  check_form_of_nek_field(reader, file);
  return CheckSums::none;
}

void check_json(const fs::path& file) {
  if (!nlohmann::json::parse(base::read_input(file), nullptr, false).is_object())
    refuse(file, "no JSON object");
}

/// Calls what_is_wrong for each line that has an end, with its number from 1; what it returns is
/// refused.
void check_lines(const fs::path& file,
                 base::FunctionRef<std::string(long long, const std::string&)> what_is_wrong) {
  std::ifstream in = base::open_input(file);
  long long number = 0;
  for (std::string line; std::getline(in, line) && !in.eof();)
    if (const auto what = what_is_wrong(++number, line); !what.empty())
      throw base::Error(fmt::format("{}:{}: {}", file.string(), number, what));
}

void check_json_lines(const fs::path& file) {
  check_lines(file, [](long long, const std::string& line) -> std::string {
    return nlohmann::json::parse(line, nullptr, false).is_object() ? "" : "no JSON object";
  });
}

bool is_number(std::string_view cell) {
  double value = 0;
  const auto read = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return read.ec != std::errc::invalid_argument && read.ptr == cell.data() + cell.size();
}

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    cells.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return cells;
}

void check_table(const fs::path& file) {
  std::size_t n_columns = 0;
  check_lines(file, [&](long long number, const std::string& line) -> std::string {
    const auto cells = cells_of(line);
    if (number == 1) {
      n_columns = cells.size();
      // Between quotes it is a text of JSON: UTF-8, and nothing that cannot be printed.
      const bool is_text = nlohmann::json::accept(fmt::format("\"{}\"", line));
      return is_text && cells[0] == "step" ? "" : "no heading that begins with step";
    }
    if (cells.size() != n_columns)
      return fmt::format("{} columns, expected {}", cells.size(), n_columns);
    const auto wrong = std::ranges::find_if_not(cells, is_number);
    return wrong == cells.end() ? "" : fmt::format("'{}', expected a number", *wrong);
  });
}

CheckSums look_at(const fs::path& file) {
  const std::string ending = file.extension().string();
  if (is_nek_field_name(file) || is_nek_field(file, comm::Communicator::self()))
    return check_nek_field(file);
  if (ending == ".json" || ending == ".series") {
    check_json(file);
  } else if (ending == ".jsonl") {
    check_json_lines(file);
  } else if (ending == ".csv") {
    check_table(file);
  } else {
    return check_hdf5(file);
  }
  return CheckSums::none;
}

}  // namespace

FileVerdict check_file(const fs::path& file) {
  FileVerdict verdict{file, 0, CheckSums::none, ""};
  try {
    verdict.bytes = fs::file_size(file);
    verdict.sums = look_at(file);
  } catch (const std::exception& error) {
    verdict.damage = error.what();
  }
  return verdict;
}

bool is_checkable(const fs::path& file) {
  constexpr std::string_view endings[] = {".h5", ".vtkhdf", ".json", ".series", ".jsonl", ".csv"};
  return is_nek_field_name(file) ||
         std::ranges::find(endings, file.extension().string()) != std::end(endings);
}

}  // namespace lobatto::io
