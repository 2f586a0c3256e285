#include "stats/averages.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <span>
#include <string>

namespace lobatto::stats {
namespace {

std::vector<std::string> names(const std::vector<Average>& quantities) {
  std::vector<std::string> list;
  for (const Average& quantity : quantities) list.push_back(quantity.name);
  return list;
}

TEST(Averages, BasicOnesAreMeansAndSecondMoments) {
  EXPECT_EQ(
      names(flow_averages(Extent::basic)),
      (std::vector<std::string>{"u", "v", "w", "p", "uu", "uv", "uw", "vv", "vw", "ww", "pp"}));
  EXPECT_EQ(names(scalar_averages(Extent::basic)),
            (std::vector<std::string>{"T", "TT", "uT", "vT", "wT"}));
}

TEST(Averages, FullOnesHaveEveryTermOfTheBudgets) {
  const auto& flow = flow_averages(Extent::full);
  const auto& scalar = scalar_averages(Extent::full);
  // Means, second and third moments, <p u_i>, <p du_i/dx_j>, <du_i/dx_k du_j/dx_k>.
  EXPECT_EQ(flow.size(), 4U + 7 + 10 + 3 + 9 + 6);
  // <T>, <TT>, <u_i T>, <u_i u_j T>, <u_i TT>, <pT>, <p dT/dx_i>, <u_i dT/dx_j>,
  // <dT/dx_k dT/dx_k>, <du_i/dx_k dT/dx_k>.
  EXPECT_EQ(scalar.size(), 1U + 1 + 3 + 6 + 3 + 1 + 3 + 9 + 1 + 3);
  for (const auto& list : {flow, scalar}) {
    const auto all = names(list);
    EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
  }
}

TEST(Averages, WithoutPressureAreTheOthersInTheirOrder) {
  for (const Extent extent : {Extent::basic, Extent::full})
    for (const auto make : {&flow_averages, &scalar_averages}) {
      auto expected = names(make(extent, true));
      std::erase_if(expected,
                    [](const std::string& name) { return name.find('p') != std::string::npos; });
      EXPECT_EQ(names(make(extent, false)), expected);
    }
  EXPECT_EQ(flow_averages(Extent::full, false).size(), 3U + 6 + 10 + 6);
}

/// The row of a table as docs/statistics.md must have it.
std::string row(const std::string& extent, std::span<const Average> averages) {
  std::string text = "| " + extent + " |";
  for (const Average& average : averages) text += " `" + average.name + "`";
  return text + " |\n";
}

TEST(Averages, AreThoseOfTheDocument) {
  std::ifstream in(std::filesystem::path(LOBATTO_TREE) / "docs/statistics.md");
  const std::string document{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const auto expect = [&](const std::string& rows) {
    EXPECT_NE(document.find(rows), std::string::npos)
        << "docs/statistics.md does not have these rows:\n"
        << rows;
  };
  for (const auto make : {&flow_averages, &scalar_averages}) {
    const auto basic = make(Extent::basic, true);
    const auto full = make(Extent::full, true);
    expect(row("basic", basic) + row("full", std::span(full).subspan(basic.size())));
  }
  expect(row("full", force_averages()));
}

}  // namespace
}  // namespace lobatto::stats
