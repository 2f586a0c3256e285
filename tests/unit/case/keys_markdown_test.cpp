#include "case/keys_markdown.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "case/document.hpp"
#include "case/schema.hpp"

namespace lobatto::cases {
namespace {

TEST(KeyTable, NamesEveryKey) {
  const std::string table = key_table_markdown();
  for (const Key& key : declared_keys()) {
    const std::string shown =
        key.parent().empty() ? fmt::format("[{}]", key.name()) : fmt::format("`{}`", key.path);
    EXPECT_NE(table.find(shown), std::string::npos) << key.path;
  }
}

TEST(KeyTable, StandsInTheManualAsGenerated) {
  const std::string manual =
      read_text(std::filesystem::path(LOBATTO_TREE) / "docs" / "case-file.md");
  const std::string begin_mark = "<!-- generated: keys -->\n", end_mark = "<!-- end generated -->";
  const std::size_t begin = manual.find(begin_mark), end = manual.find(end_mark);
  ASSERT_NE(begin, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  const std::size_t first = begin + begin_mark.size();
  EXPECT_EQ(manual.substr(first, end - first), key_table_markdown());
}

}  // namespace
}  // namespace lobatto::cases
