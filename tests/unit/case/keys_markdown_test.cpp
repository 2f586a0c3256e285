#include "case/schema/keys_markdown.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "case/format.hpp"

namespace lobatto::cases {
namespace {

TEST(KeyTable, NamesEveryKey) {
  const CaseFormat format;
  const std::string table = key_table_markdown(format.schema());
  for (const Key& key : format.schema().keys) {
    const std::string shown =
        key.parent().empty() ? fmt::format("[{}]", key.name()) : fmt::format("`{}`", key.path);
    EXPECT_NE(table.find(shown), std::string::npos) << key.path;
  }
}

}  // namespace
}  // namespace lobatto::cases
