#include "health/runner.hpp"

#include <gtest/gtest.h>

#include "health/stopwatch.hpp"

namespace lobatto::health {
namespace {

/// Waits, and tells its rank, for links the rank of the one that begins.
class Waiting : public Trial {
 public:
  explicit Waiting(const comm::Communicator& communicator) : communicator_(communicator) {}

  void repeat(double, std::span<std::optional<double>> values) override {
    for (const Stopwatch watch; watch.seconds() < 0.01;) {
    }
    values[0] = communicator_.rank();
    if (communicator_.rank() == 0) values[1] = 7;
  }
  [[nodiscard]] int partner() const override { return communicator_.size() - 1; }

 private:
  const comm::Communicator& communicator_;
};

TrialKind waiting() {
  return {"waiting",
          "waiting",
          1,
          1,
          [] {
            return std::vector<Quantity>{
                {.name = "rank"}, {.name = "link", .per = Per::link}, {.name = "never"}};
          },
          [](const Surroundings& s) -> std::unique_ptr<Trial> {
            return std::make_unique<Waiting>(s.communicator);
          }};
}

TEST(Runner, GathersEverybodysRepeatsOnTheFirstRank) {
  const auto world = comm::Communicator::world();
  const std::vector<TrialKind> kinds{waiting()};
  const Report report = run_trials(kinds, {world, {}}, 0.2, {});
  if (world.rank() != 0) return;
  ASSERT_EQ(report.results.size(), 1u);
  ASSERT_EQ(report.results[0].measurements.size(), 2u);  // "never" has no values
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
  std::vector<TrialKind> kinds{waiting(), waiting()};
  kinds[0].min_ranks = 9;
  kinds[1].make = nullptr;
  const Report report = run_trials(kinds, {world, {}}, 0.05, {});
  EXPECT_EQ(report.results[0].skipped, "needs 9 ranks or more");
  EXPECT_EQ(report.results[1].skipped, "not in this build");
}

TEST(Runner, DealsOutTheTimeByWeightAndTellsHowFarItIs) {
  const auto world = comm::Communicator::world();
  std::vector<TrialKind> kinds{waiting(), waiting()};
  kinds[1].name = "longer";
  kinds[1].weight = 3;
  double last = -1;
  const Stopwatch watch;
  const Report report = run_trials(kinds, {world, {}}, 0.6, [&](const std::string&, double done) {
    EXPECT_GE(done, last);
    last = done;
  });
  EXPECT_LT(watch.seconds(), 3);  // on a crowded machine
  if (world.rank() != 0) return;
  EXPECT_GT(last, 0);
  EXPECT_GT(report.results[1].measurements[0].n_repeats(),
            report.results[0].measurements[0].n_repeats());
}

}  // namespace
}  // namespace lobatto::health
