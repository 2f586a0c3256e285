#include "residents/case_format.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "case/document/document.hpp"
#include "case/schema/keys_markdown.hpp"

namespace lobatto::residents {
namespace {

TEST(CaseFormat, StandsInTheManualAsGenerated) {
  const std::string manual =
      cases::read_text(std::filesystem::path(LOBATTO_TREE) / "docs" / "case-file.md");
  const std::string begin_mark = "<!-- generated: keys -->\n", end_mark = "<!-- end generated -->";
  const std::size_t begin = manual.find(begin_mark), end = manual.find(end_mark);
  ASSERT_NE(begin, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  const std::size_t first = begin + begin_mark.size();
  EXPECT_EQ(manual.substr(first, end - first), cases::key_table_markdown(case_format().schema()));
}

TEST(CaseFormat, DeclaresEveryKeyOnceBelowItsTableWithAMeaning) {
  std::set<std::string> paths{""};
  for (const cases::Key& key : case_format().schema().keys) {
    EXPECT_TRUE(paths.insert(key.path).second) << key.path << " is declared twice";
    EXPECT_TRUE(paths.contains(key.parent())) << key.path << " comes before its table";
    EXPECT_FALSE(key.description.empty()) << key.path;
  }
}

}  // namespace
}  // namespace lobatto::residents
