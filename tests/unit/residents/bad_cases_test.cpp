// Every broken case in tests/bad_cases gives exactly the text beside it, in the file of the same
// name with .expected.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "case/document/document.hpp"
#include "case/reader.hpp"
#include "residents/case_format.hpp"

namespace lobatto::residents {
namespace {

namespace fs = std::filesystem;
using cases::read_text;

const fs::path folder = fs::path(LOBATTO_TREE) / "tests" / "bad_cases";

std::vector<std::string> bad_cases() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

class BadCase : public testing::TestWithParam<std::string> {};

TEST_P(BadCase, IsRefusedWithItsMessage) {
  const std::string file = GetParam() + ".toml";
  const std::string expected = read_text(folder / (GetParam() + ".expected"));
  try {
    cases::parse_case(read_text(folder / file), file, {}, case_format(),
                      [](const fs::path& table) { return cases::read_table_text(folder / table); });
    FAIL() << "accepted";
  } catch (const base::Error& error) {
    EXPECT_EQ(std::string(error.what()) + "\n", expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Folder, BadCase, testing::ValuesIn(bad_cases()),
                         [](const auto& instance) { return instance.param; });

TEST(BadCases, AreThere) { EXPECT_GE(bad_cases().size(), 32u); }

}  // namespace
}  // namespace lobatto::residents
