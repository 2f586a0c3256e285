#include "io/sample_series.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "support/hdf5_reader.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

class SampleSeriesTest : public ::testing::Test {
 protected:
  /// Two quantities on 3 x 2 points.
  [[nodiscard]] SampleSeries::Layout layout() const {
    SampleSeries::Layout layout{"plane", {"u", "p"}, {3, 2}, {{"x", {3, 2}, {}}}};
    if (world_.rank() == 0) layout.places[0].values = {0, 1, 2, 3, 4, 5};
    return layout;
  }
  /// u = step + point / 10, p = -u.
  [[nodiscard]] std::vector<double> sample(long long step) const {
    std::vector<double> values;
    for (const double sign : {1.0, -1.0})
      for (int q = 0; q < 6 && world_.rank() == 0; ++q)
        values.push_back(sign * (static_cast<double>(step) + 0.1 * q));
    return values;
  }
  [[nodiscard]] std::set<std::string> files() const {
    world_.barrier();
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
      names.insert(entry.path().filename());
    world_.barrier();
    return names;
  }

  comm::Communicator world_ = comm::Communicator::world();
  TemporaryFolder folder_{world_};
};

TEST_F(SampleSeriesTest, EachFlushLeavesOneFileWithAllSinceTheLast) {
  SampleSeries series(folder_.path(), layout(), world_);
  series.flush();  // nothing yet
  EXPECT_TRUE(files().empty());
  EXPECT_FALSE(series.add(10, 0.5, sample(10)));
  EXPECT_FALSE(series.add(20, 1.0, sample(20)));
  series.flush();
  series.add(30, 1.5, sample(30));
  series.flush();
  EXPECT_EQ(files(), (std::set<std::string>{"plane_00000010.h5", "plane_00000030.h5"}));
  const test::Hdf5Reader file(folder_ / "plane_00000010.h5");
  EXPECT_EQ(file.values("/step"), (std::vector<double>{10, 20}));
  EXPECT_EQ(file.values("/time"), (std::vector<double>{0.5, 1.0}));
  EXPECT_EQ(file.shape("/u"), (std::vector<hsize_t>{2, 3, 2}));
  EXPECT_EQ(file.values("/x"), (std::vector<double>{0, 1, 2, 3, 4, 5}));
  const auto p = file.values("/p");
  for (int s = 0; s < 2; ++s)
    for (int q = 0; q < 6; ++q) EXPECT_DOUBLE_EQ(p[6 * s + q], -(10.0 * (s + 1) + 0.1 * q));
}

TEST_F(SampleSeriesTest, WhatIsBeyondTheRestartGoesAndNothingElse) {
  SampleSeries series(folder_.path(), layout(), world_);
  for (const long long step : {10, 20, 30}) {
    series.add(step, 0.1, sample(step));
    series.flush();
  }
  auto other = layout();
  other.name = "plane_far";
  SampleSeries far(folder_.path(), other, world_);
  far.add(30, 0.1, sample(30));
  far.flush();
  SampleSeries(folder_.path(), layout(), world_).resume(20);
  EXPECT_EQ(files(), (std::set<std::string>{"plane_00000010.h5", "plane_00000020.h5",
                                            "plane_far_00000030.h5"}));
}

TEST_F(SampleSeriesTest, AsksForAFlushBeforeItHoldsTooMuch) {
  SampleSeries::Layout wide{"wide", {"u"}, {1 << 20}, {}};
  SampleSeries series(folder_.path(), wide, world_);
  const std::vector<double> values(world_.rank() == 0 ? 1 << 20 : 0, 1.0);
  EXPECT_FALSE(series.add(1, 0.1, values));  // 8 MB
  EXPECT_TRUE(series.add(2, 0.2, values));
}

}  // namespace
}  // namespace lobatto::io
