#include "case/expressions/table_files.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "case/reader.hpp"
#include "support/good_case.hpp"
#include "support/message_of.hpp"

namespace lobatto::cases {
namespace {

namespace fs = std::filesystem;

class TablesOfACase : public testing::Test {
 protected:
  TablesOfACase() { fs::create_directories(folder_); }
  ~TablesOfACase() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  /// The case with an initial velocity of this table along x.
  [[nodiscard]] Case parse(const std::string& expression) const {
    return parse_case(minimal_case + "[initial]\nvelocity = ['" + expression + "', 0, 0]\n",
                      (folder_ / "a.toml").string(), {});
  }
  [[nodiscard]] std::string fault_of(const std::string& expression) const {
    return message_of<base::Error>([&] { static_cast<void>(parse(expression)); });
  }

  fs::path folder_ = fs::temp_directory_path() / ("lobatto_tables_" + std::to_string(getpid()));
};

TEST_F(TablesOfACase, LieBesideTheCaseFile) {
  write("inlet.csv", "y,u\n0,1\n1,3\n");
  const Case c = parse("2*table(\"inlet.csv\", y)");
  ASSERT_TRUE(c.imports.tables.contains("inlet.csv"));
  EXPECT_EQ(c.table_texts.at((folder_ / "inlet.csv").string()), "y,u\n0,1\n1,3\n");
}

TEST_F(TablesOfACase, AreReadOnce) {
  int n_reads = 0;
  const auto read = [&](const fs::path& file) {
    ++n_reads;
    EXPECT_EQ(file, fs::path("there/t"));
    return std::string("0 1\n1 2\n");
  };
  TableFiles files("there", read);
  files.read_for("x + y");
  EXPECT_EQ(n_reads, 0);
  files.read_for("table('t', x) + table('t', y, 2)");
  files.read_for("table('t', z)");
  EXPECT_EQ(n_reads, 1);
}

TEST_F(TablesOfACase, MayBeUsedForNumbers) {
  write("law.csv", "0 1\n10 2\n");
  const Case c = parse_case(minimal_case, (folder_ / "a.toml").string(),
                            {"fluid.viscosity=table('law.csv', 5)"});
  EXPECT_EQ(c.viscosity.number(), 1.5);
}

TEST_F(TablesOfACase, AreRefusedWithPlaceAndFile) {
  write("inlet.csv", "y,u\n0,1\n0,3\n");
  const std::string file = (folder_ / "inlet.csv").string();
  EXPECT_EQ(fault_of("table(\"inlet.csv\", y)"),
            (folder_ / "a.toml").string() +
                ":13:13: initial.velocity[0] = \"table(\"inlet.csv\", y)\": " + file +
                ":3: the first column is 0 after 0, expected a larger number in every row");
  EXPECT_TRUE(fault_of("table(\"inlt.csv\", y)")
                  .ends_with("inlt.csv: no such file; did you mean 'inlet.csv'?"));
  EXPECT_TRUE(fault_of("table(\".\", y)").ends_with("is a folder, not a regular file"));
  EXPECT_TRUE(fault_of("table(\"\", y)").ends_with("'': expected the name of a file"));
}

}  // namespace
}  // namespace lobatto::cases
