// Every test of the acceptance, once, on any number of ranks.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "machine/runner.hpp"

namespace lobatto::machine {
namespace {

TEST(TrialKinds, HaveNamesOfTheirOwn) {
  std::set<std::string> trials, quantities;
  for (const TrialKind& kind : trial_kinds()) {
    EXPECT_TRUE(trials.insert(kind.name).second) << kind.name;
    for (const Measurand& quantity : kind.quantities())
      EXPECT_TRUE(quantities.insert(quantity.name).second) << quantity.name;
  }
}

class EveryTrial : public testing::TestWithParam<std::string> {};

TEST_P(EveryTrial, GivesPlausibleValuesAtItsPlaces) {
  const auto world = comm::Communicator::world();
  std::vector<TrialKind> kinds;
  for (const TrialKind& kind : trial_kinds())
    if (kind.name == GetParam()) kinds.push_back(kind);
  ASSERT_EQ(kinds.size(), 1u);
  const Report report = run_trials(kinds, {world, {.seconds = 0.5, .mpi_megabytes = 9}}, 0.1, {});
  if (world.rank() != 0) return;
  const TrialResult& result = report.results[0];
  const bool runs = kinds[0].make != nullptr && world.size() >= kinds[0].min_ranks;
  EXPECT_EQ(result.skipped.empty(), runs) << result.skipped;
  EXPECT_EQ(result.measurements.empty(), !runs);
  for (const Measurement& m : result.measurements) {
    const std::size_t n_places =
        m.quantity.per == Per::core   ? static_cast<std::size_t>(world.size())
        : m.quantity.per == Per::link ? static_cast<std::size_t>(world.size()) / 2
                                      : 1;
    EXPECT_EQ(m.sites.size(), n_places) << m.quantity.name;
    for (const double value : m.values()) {
      EXPECT_GT(value, 0) << m.quantity.name;
      EXPECT_TRUE(std::isfinite(value)) << m.quantity.name;
    }
    EXPECT_EQ(m.sites[0].partner, m.quantity.per == Per::link ? world.size() / 2 : -1);
  }
  EXPECT_TRUE(judge_limits(report).empty());
}

std::vector<std::string> trial_names() {
  std::vector<std::string> names;
  for (const TrialKind& kind : trial_kinds()) names.push_back(kind.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, EveryTrial, testing::ValuesIn(trial_names()));

}  // namespace
}  // namespace lobatto::machine
