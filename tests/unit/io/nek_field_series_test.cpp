#include "io/nek/series.hpp"

#include <gtest/gtest.h>

#include "io/nek/header.hpp"
#include "nek_sample.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

class NekFieldSeriesTest : public ::testing::Test {
 protected:
  void write(NekFieldSeries& series, std::initializer_list<long long> steps) {
    for (const long long step : steps)
      series.write(space_, fields_.snapshot(0.1 * static_cast<double>(step), step), "salt is S01");
  }
  [[nodiscard]] NekFieldHeader header(const std::string& file) const {
    return parse_nek_field_header(read_all(folder_ / file), file);
  }
  [[nodiscard]] std::string list() const { return read_all(folder_ / "duct.nek5000"); }

  comm::Communicator world_ = comm::Communicator::world();
  TemporaryFolder folder_{world_};
  space::FunctionSpace space_ = sample_space(2, world_);
  NekSample fields_{space_};
};

TEST_F(NekFieldSeriesTest, NumbersItsFilesAndListsThem) {
  NekFieldSeries series(folder_.path(), "duct", Precision::single_precision, world_);
  write(series, {0, 10, 10, 20});
  EXPECT_EQ(list(),
            "filetemplate: duct%01d.f%05d\nfirsttimestep: 1\nnumtimesteps: 3\n# salt is S01\n");
  EXPECT_EQ(header("duct0.f00001").code(), "XUPTS02");
  EXPECT_EQ(header("duct0.f00002").code(), "UPTS02");
  EXPECT_EQ(header("duct0.f00003").step, 20);
  EXPECT_EQ(header("duct0.f00003").time, 2.0);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "duct0.f00004"));
  world_.barrier();
}

TEST_F(NekFieldSeriesTest, OfARunThatGoesOnKeepsTheFilesUpToItsStep) {
  {
    NekFieldSeries series(folder_.path(), "duct", Precision::single_precision, world_);
    write(series, {0, 10, 20, 30});
  }
  NekFieldSeries series(folder_.path(), "duct", Precision::single_precision, world_);
  series.resume(20);
  write(series, {20, 25});
  EXPECT_EQ(header("duct0.f00003").step, 20);
  EXPECT_EQ(header("duct0.f00004").step, 25);
  EXPECT_NE(list().find("numtimesteps: 4\n"), std::string::npos);
  NekFieldSeries other(folder_.path(), "other", Precision::single_precision, world_);
  other.resume(20);  // nothing is there
  write(other, {20});
  EXPECT_EQ(header("other0.f00001").code(), "XUPTS02");
  world_.barrier();
}

}  // namespace
}  // namespace lobatto::io
