#include "machine/noise.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace lobatto::machine {
namespace {

TEST(Noise, ClassesAreThoseOfTheirNames) {
  EXPECT_EQ(noise_class(0), 0u);
  EXPECT_EQ(noise_class(0.015), 1u);
  EXPECT_EQ(noise_class(0.02), 2u);
  EXPECT_EQ(noise_class(100), noise_bounds.size());
  EXPECT_EQ(noise_class_name(0), "under 1 %");
  EXPECT_EQ(noise_class_name(1), "1 to 2 %");
  EXPECT_EQ(noise_class_name(noise_bounds.size()), "over 1000 %");
}

/// Three of 1 ms and one of 3 ms: of 6 ms four fastest quanta are 4 ms.
TEST(Noise, LosesWhatIsBeyondTheFastest) {
  const CoreNoise noise = summarise_quanta({1e-3, 3e-3, 1e-3, 1e-3});
  EXPECT_EQ(noise.n_quanta, 4);
  EXPECT_EQ(noise.fastest, 1e-3);
  EXPECT_NEAR(noise.worst, 2, 1e-12);
  EXPECT_NEAR(noise.lost, 1.0 / 3, 1e-12);
  EXPECT_EQ(noise.counts[0], 3);
  EXPECT_EQ(noise.counts[noise_class(2.0)], 1);
  EXPECT_EQ(summarise_quanta({}).n_quanta, 0);
}

TEST(Noise, IsMeasuredOnEveryRank) {
  const auto world = comm::Communicator::world();
  const NoiseReport report = measure_noise(world, 0.3);
  if (world.rank() != 0) return;
  ASSERT_EQ(report.cores.size(), static_cast<std::size_t>(world.size()));
  double n_quanta = 0, n_counted = 0;
  for (int r = 0; r < world.size(); ++r) {
    const CoreNoise& core = report.cores[r];
    EXPECT_EQ(core.rank, r);
    EXPECT_GT(core.n_quanta, 0);
    EXPECT_GT(core.fastest, 1e-4);
    EXPECT_LT(core.fastest, 1e-1);
    EXPECT_GE(core.lost, 0);
    EXPECT_LT(core.lost, 1);
    n_quanta += core.n_quanta;
  }
  for (const double count : report.counts()) n_counted += count;
  EXPECT_EQ(n_counted, n_quanta);
  ASSERT_FALSE(report.worst.empty());
  EXPECT_LE(report.worst.size(), 10u);
  EXPECT_GE(report.worst.front().slowdown, report.worst.back().slowdown);
  const auto json = noise_as_json(report);
  EXPECT_EQ(json["rows"].size(), report.cores.size());
  EXPECT_EQ(json["classes"].size(), json["counts"].size());
  EXPECT_NE(format_noise(report).find("under 1 %"), std::string::npos);
}

}  // namespace
}  // namespace lobatto::machine
