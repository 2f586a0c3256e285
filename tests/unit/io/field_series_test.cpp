#include "io/vtk/field_series.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mesh/grading.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

TEST(FieldSeries, ListsEverySnapshotOnceWithItsTime) {
  const auto world = comm::Communicator::world();
  const TemporaryFolder folder(world);
  const mesh::Axis axis{mesh::uniform_ticks(0, 1, 2), true};
  const space::FunctionSpace space(
      mesh::make_box_mesh({axis, axis, axis}, 2, world.rank(), world.size()), world);
  const space::Field field = space.make_field();

  FieldSeries series(folder.path(), world);
  for (const long long step : {0, 10, 20, 20}) {
    const auto file =
        series.write(space, {0.1 * static_cast<double>(step), step, {named("p", field)}, {}});
    EXPECT_TRUE(std::filesystem::exists(file));
  }
  const auto list = nlohmann::json::parse(read_all(folder / "fields.vtkhdf.series"));
  EXPECT_EQ(list["file-series-version"], "1.0");
  ASSERT_EQ(list["files"].size(), 3u);
  EXPECT_EQ(list["files"][1]["name"], "fields_00000010.vtkhdf");
  EXPECT_EQ(list["files"][1]["time"], 1.0);
  for (const auto& entry : list["files"]) {
    EXPECT_TRUE(std::filesystem::exists(folder / entry["name"].get<std::string>()));
  }
  world.barrier();
}

TEST(FieldSeries, OfARunThatGoesOnKeepsTheSnapshotsUpToItsStep) {
  const auto world = comm::Communicator::world();
  const TemporaryFolder folder(world);
  const mesh::Axis axis{mesh::uniform_ticks(0, 1, 2), true};
  const space::FunctionSpace space(
      mesh::make_box_mesh({axis, axis, axis}, 1, world.rank(), world.size()), world);
  const space::Field field = space.make_field();
  const auto write = [&](FieldSeries& series, std::initializer_list<long long> steps) {
    for (const long long step : steps)
      series.write(space, {0.1 * static_cast<double>(step), step, {named("p", field)}, {}});
  };
  {
    FieldSeries series(folder.path(), world);
    write(series, {0, 10, 20, 30});
  }
  FieldSeries series(folder.path(), world);
  series.resume(20);
  write(series, {20, 25});
  const auto list = nlohmann::json::parse(read_all(folder / "fields.vtkhdf.series"));
  std::vector<double> times;
  for (const auto& entry : list["files"]) times.push_back(entry["time"]);
  EXPECT_EQ(times, (std::vector{0.0, 1.0, 2.0, 2.5}));
  world.barrier();
  if (world.rank() == 0)
    std::ofstream(folder / "fields.vtkhdf.series")
        << R"({"files": [{"name": 5, "time": 1}, {"name": "fields_00000010.vtkhdf", "time": "1"},
               {"name": "fields_00000020.vtkhdf", "time": 2}, 3]})";
  world.barrier();
  FieldSeries damaged(folder.path(), world);
  damaged.resume(20);
  write(damaged, {30});
  const auto rest = nlohmann::json::parse(read_all(folder / "fields.vtkhdf.series"));
  ASSERT_EQ(rest["files"].size(), 2u);
  EXPECT_EQ(rest["files"][0]["time"], 2.0);
  FieldSeries elsewhere(folder / "nowhere", world);
  elsewhere.resume(5);  // nothing is there
  world.barrier();
}

}  // namespace
}  // namespace lobatto::io
