#include "machine/runner.hpp"

#include <gtest/gtest.h>

#include "base/stopwatch.hpp"

namespace lobatto::machine {
namespace {

/// Tells its rank, for links the rank of the one that begins, and how much time it was given.
class Telling : public Trial {
 public:
  explicit Telling(const comm::Communicator& communicator) : communicator_(communicator) {}

  void repeat(double seconds, std::span<std::optional<double>> values) override {
    values[0] = communicator_.rank();
    if (communicator_.rank() == 0) values[1] = 7;
    values[2] = seconds;
  }
  [[nodiscard]] int partner() const override { return communicator_.size() - 1; }

 private:
  const comm::Communicator& communicator_;
};

TrialKind telling() {
  return {"telling",
          "telling",
          1,
          1,
          [] {
            return std::vector<Measurand>{{.name = "rank"},
                                          {.name = "link", .per = Per::link},
                                          {.name = "time"},
                                          {.name = "never"}};
          },
          [](const Surroundings& s) -> std::unique_ptr<Trial> {
            return std::make_unique<Telling>(s.communicator);
          }};
}

TEST(Runner, GathersEverybodysRepeatsOnTheFirstRank) {
  const auto world = comm::Communicator::world();
  const std::vector<TrialKind> kinds{telling()};
  const Report report = run_trials(kinds, {world, {}}, 0.2, {});
  if (world.rank() != 0) return;
  ASSERT_EQ(report.results.size(), 1u);
  ASSERT_EQ(report.results[0].measurements.size(), 3u);  // "never" has no values
  const Measurement& ranks = *report.find("rank");
  ASSERT_EQ(ranks.sites.size(), static_cast<std::size_t>(world.size()));
  for (int r = 0; r < world.size(); ++r) {
    EXPECT_EQ(ranks.sites[r].rank, r);
    EXPECT_EQ(ranks.sites[r].partner, -1);
    EXPECT_EQ(ranks.sites[r].value(), r);
    EXPECT_EQ(ranks.sites[r].repeats.size(), ranks.sites[0].repeats.size());
  }
  const Measurement& link = *report.find("link");
  ASSERT_EQ(link.sites.size(), 1u);
  EXPECT_EQ(link.sites[0].partner, world.size() - 1);
  EXPECT_EQ(report.machine.n_ranks(), world.size());
  EXPECT_FALSE(report.machine.seats[0].host.empty());
}

TEST(Runner, SkipsWhatCannotRunAndSaysWhy) {
  const auto world = comm::Communicator::world();
  std::vector<TrialKind> kinds{telling(), telling()};
  kinds[0].min_ranks = 9;
  kinds[1].make = nullptr;
  const Report report = run_trials(kinds, {world, {}}, 0.05, {});
  EXPECT_EQ(report.results[0].skipped, "needs 9 ranks or more");
  EXPECT_EQ(report.results[1].skipped, "not in this build");
}

// A budget of which a machine takes next to nothing, however busy it is: the trials take no time.
TEST(Runner, DealsOutTheTimeByWeightAndTellsHowFarItIs) {
  const auto world = comm::Communicator::world();
  std::vector<TrialKind> kinds{telling(), telling()};
  kinds[1].name = "longer";
  kinds[1].weight = 3;
  constexpr double budget = 6e5, of_a_round = budget / 10;
  double last = -1;
  const Report report =
      run_trials(kinds, {world, {}}, budget, [&](const std::string&, double done) {
        EXPECT_GE(done, last);
        last = done;
      });
  if (world.rank() != 0) return;
  EXPECT_GT(last, 0);
  // The first has a quarter of each round; what it leaves over goes to the other.
  const auto first = report.results[0].measurements[2].sites[0].repeats;
  const auto second = report.results[1].measurements[2].sites[0].repeats;
  ASSERT_EQ(first.size(), second.size());
  EXPECT_NEAR(first.front(), of_a_round / 4, of_a_round / 40);
  EXPECT_NEAR(second.front(), of_a_round, of_a_round / 40);
  EXPECT_LE(first.front(), of_a_round / 4);
  EXPECT_LE(second.front(), of_a_round);
}

TEST(Runner, RepeatsEverythingOnceWhereThereIsNoTime) {
  const auto world = comm::Communicator::world();
  const std::vector<TrialKind> kinds{telling(), telling()};
  const Report report = run_trials(kinds, {world, {}}, 0, {});
  if (world.rank() != 0) return;
  for (const TrialResult& result : report.results)
    EXPECT_EQ(result.measurements[0].n_repeats(), 1u);
}

}  // namespace
}  // namespace lobatto::machine
