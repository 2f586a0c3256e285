#include "io/vtk/vtkhdf_writer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "file_size_limit.hpp"
#include "mesh/grading.hpp"
#include "support/hdf5_reader.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

double f(double x, double y, double z) { return 1 + x - 2 * y + x * y * z; }

/// 2 x 3 x 3 elements, graded, periodic in z.
space::FunctionSpace make_space(int order, const comm::Communicator& communicator) {
  const std::array<mesh::Axis, 3> axes{mesh::Axis{mesh::uniform_ticks(0, 1, 2), false},
                                       mesh::Axis{mesh::geometric_ticks(-1, 1, 3, 1.5), false},
                                       mesh::Axis{mesh::uniform_ticks(0, 3, 3), true}};
  return {mesh::make_box_mesh(axes, order, communicator.rank(), communicator.size()), communicator};
}

space::Field evaluate(const space::FunctionSpace& space, double factor) {
  space::Field field = space.make_field();
  space.evaluate(
      [&](const space::Points& points, double, std::span<double> out) {
        for (std::size_t q = 0; q < out.size(); ++q) {
          out[q] = factor * f(points.x[q], points.y[q], points.z[q]);
        }
      },
      0, field);
  return field;
}

/// Pressure f, velocity (f, 2 f, 3 f).
void write_sample(const std::filesystem::path& file, const space::FunctionSpace& space,
                  const VtkhdfOptions& options = {}) {
  const space::Field pressure = evaluate(space, 1);
  const space::VectorField velocity{evaluate(space, 1), evaluate(space, 2), evaluate(space, 3)};
  const Snapshot snapshot{2.5,
                          40,
                          {named("velocity", velocity), named("pressure", pressure)},
                          {{"version", "0.1.0"}, {"case", "name = \"sample\""}}};
  write_vtkhdf(file, space, snapshot, options);
}

constexpr VtkhdfOptions all_double{Precision::double_precision, Precision::double_precision};

using Reader = test::Hdf5Reader;

class VtkhdfWriter : public ::testing::Test {
 protected:
  comm::Communicator world_ = comm::Communicator::world();
  TemporaryFolder folder_{world_};
};

TEST_F(VtkhdfWriter, PointDataIsTheFieldAtThePoints) {
  for (const int order : {1, 2, 5, 10, 12}) {
    const space::FunctionSpace space = make_space(order, world_);
    const auto file = folder_ / ("order" + std::to_string(order) + ".vtkhdf");
    write_sample(file, space, all_double);
    const Reader in(file);
    const auto points = in.values("/VTKHDF/Points");
    const auto pressure = in.values("/VTKHDF/PointData/pressure");
    const auto velocity = in.values("/VTKHDF/PointData/velocity");
    ASSERT_EQ(points.size(), 3 * pressure.size());
    ASSERT_EQ(points.size(), velocity.size());
    for (std::size_t q = 0; q < pressure.size(); ++q) {
      const double expected = f(points[3 * q], points[3 * q + 1], points[3 * q + 2]);
      ASSERT_NEAR(pressure[q], expected, 1e-12);
      for (int c = 0; c < 3; ++c) ASSERT_NEAR(velocity[3 * q + c], (c + 1) * expected, 1e-11);
    }
  }
}

/// Signed volume spanned by the three edges that leave the first corner of a cell.
double corner_volume(const std::vector<double>& points, const double* cell) {
  std::array<std::array<double, 3>, 3> edges{};
  const std::array<int, 3> ends{1, 3, 4};
  for (int a = 0; a < 3; ++a) {
    for (int d = 0; d < 3; ++d) {
      edges[a][d] = points[3 * static_cast<std::size_t>(cell[ends[a]]) + d] -
                    points[3 * static_cast<std::size_t>(cell[0]) + d];
    }
  }
  const auto& [a, b, c] = edges;
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
         a[2] * (b[0] * c[1] - b[1] * c[0]);
}

TEST_F(VtkhdfWriter, CellsFillTheBoxRightHanded) {
  for (const int order : {3, 15}) {
    const space::FunctionSpace space = make_space(order, world_);
    const auto file = folder_ / ("cells" + std::to_string(order) + ".vtkhdf");
    write_sample(file, space, all_double);
    const Reader in(file);
    const auto points = in.values("/VTKHDF/Points"),
               connectivity = in.values("/VTKHDF/Connectivity");
    const auto offsets = in.values("/VTKHDF/Offsets"), types = in.values("/VTKHDF/Types");
    ASSERT_EQ(offsets.size(), types.size() + 1);
    ASSERT_EQ(in.values("/VTKHDF/CellData/element").size(), types.size());
    EXPECT_EQ(in.values("/VTKHDF/NumberOfCells"), std::vector{static_cast<double>(types.size())});
    EXPECT_EQ(offsets.back(), static_cast<double>(connectivity.size()));
    double volume = 0;
    for (std::size_t c = 0; c < types.size(); ++c) {
      EXPECT_EQ(types[c], 72);
      const double cell =
          corner_volume(points, connectivity.data() + static_cast<std::size_t>(offsets[c]));
      EXPECT_GT(cell, 0);
      volume += cell;
    }
    EXPECT_NEAR(volume, space.volume(), 1e-12);
  }
}

TEST_F(VtkhdfWriter, NodalPartHoldsTheSolutionInGlobalElementOrder) {
  const int order = 4, n = order + 1;
  const space::FunctionSpace space = make_space(order, world_);
  write_sample(folder_ / "nodal.vtkhdf", space, all_double);
  const Reader in(folder_ / "nodal.vtkhdf");
  EXPECT_EQ(in.attribute("/Lobatto", "order"), order);
  EXPECT_EQ(in.attribute("/Lobatto", "time"), 2.5);
  EXPECT_EQ(in.attribute("/Lobatto", "step"), 40);
  const auto nodes = in.values("/Lobatto/nodes");
  const std::array ticks{in.values("/Lobatto/ticks/x"), in.values("/Lobatto/ticks/y"),
                         in.values("/Lobatto/ticks/z")};
  const auto velocity = in.values("/Lobatto/fields/velocity");
  ASSERT_EQ(in.shape("/Lobatto/fields/pressure"), (std::vector<hsize_t>{18, 5, 5, 5}));
  ASSERT_EQ(in.shape("/Lobatto/fields/velocity"), (std::vector<hsize_t>{18, 3, 5, 5, 5}));
  const auto coordinate = [&](int d, int element, int node) {
    const double a = ticks[d][element], b = ticks[d][element + 1];
    return a + (b - a) * (1 + nodes[node]) / 2;
  };
  for (int e = 0; e < 18; ++e) {
    for (int q = 0; q < n * n * n; ++q) {
      const double expected = f(coordinate(0, e % 2, q % n), coordinate(1, e / 2 % 3, q / n % n),
                                coordinate(2, e / 6, q / (n * n)));
      for (int c = 0; c < 3; ++c) {
        ASSERT_NEAR(velocity[(e * 3 + c) * n * n * n + q], (c + 1) * expected, 1e-11);
      }
    }
  }
}

TEST_F(VtkhdfWriter, FileDoesNotDependOnTheNumberOfRanks) {
  write_sample(folder_ / "together.vtkhdf", make_space(5, world_));
  if (world_.rank() == 0) {
    const auto self = comm::Communicator::self();
    write_sample(folder_ / "alone.vtkhdf", make_space(5, self));
    EXPECT_TRUE(read_all(folder_ / "alone.vtkhdf") == read_all(folder_ / "together.vtkhdf"));
  }
}

TEST_F(VtkhdfWriter, PrecisionIsChosenPerPart) {
  write_sample(folder_ / "single.vtkhdf", make_space(2, world_));
  write_sample(folder_ / "mixed.vtkhdf", make_space(2, world_),
               {Precision::single_precision, Precision::double_precision});
  const Reader single(folder_ / "single.vtkhdf"), mixed(folder_ / "mixed.vtkhdf");
  EXPECT_EQ(single.value_bytes("/VTKHDF/Points"), 4);
  EXPECT_EQ(single.value_bytes("/Lobatto/fields/pressure"), 4);
  EXPECT_EQ(mixed.value_bytes("/VTKHDF/PointData/pressure"), 4);
  EXPECT_EQ(mixed.value_bytes("/Lobatto/fields/pressure"), 8);
  const auto rounded = single.values("/Lobatto/fields/pressure");
  const auto exact = mixed.values("/Lobatto/fields/pressure");
  for (std::size_t q = 0; q < exact.size(); ++q)
    EXPECT_EQ(rounded[q], static_cast<float>(exact[q]));
}

TEST_F(VtkhdfWriter, RoundedFilesAreSmallerAndKeepTheirBound) {
  const auto space = make_space(9, world_);
  VtkhdfOptions rounded;
  rounded.error_bound = {ErrorBound::Norm::maximum, 1e-3};
  write_sample(folder_ / "plain", space);
  write_sample(folder_ / "rounded", space, rounded);
  world_.barrier();
  EXPECT_LT(3 * std::filesystem::file_size(folder_ / "rounded"),
            std::filesystem::file_size(folder_ / "plain"));
  const Reader plain(folder_ / "plain"), file(folder_ / "rounded");
  const auto p = plain.values("/Lobatto/fields/pressure"),
             q = file.values("/Lobatto/fields/pressure");
  double difference = 0, lowest = 1e300, highest = -1e300;
  for (std::size_t i = 0; i < p.size(); ++i) {
    difference = std::max(difference, std::abs(p[i] - q[i]));
    lowest = std::min(lowest, p[i]);
    highest = std::max(highest, p[i]);
  }
  EXPECT_GT(difference, 0);
  EXPECT_LT(difference, 1e-3 * (highest - lowest));
  const double stated = file.attribute("/Lobatto/fields/pressure", "error_maximum");
  EXPECT_LE(stated, 1e-3);
  EXPECT_GT(stated, 1e-4);
  EXPECT_LE(file.attribute("/Lobatto/fields/velocity", "error_maximum"), 1e-3);
  // All but the fields is exact.
  for (const char* exact : {"/VTKHDF/Points", "/VTKHDF/Connectivity", "/VTKHDF/Offsets",
                            "/VTKHDF/CellData/element", "/Lobatto/ticks/y"})
    EXPECT_EQ(plain.values(exact), file.values(exact)) << exact;
}

TEST_F(VtkhdfWriter, RefusesARunFolderThatIsNotThereAndLeavesNothing) {
  const auto file = folder_ / "nowhere/fields/fields.vtkhdf";
  const space::FunctionSpace space = make_space(2, world_);
  const std::string message = message_of<base::Error>([&] { write_sample(file, space); });
  EXPECT_NE(message.find(file.string()), std::string::npos) << message;
  EXPECT_NE(message.find("No such file or directory"), std::string::npos) << message;
}

TEST_F(VtkhdfWriter, RefusesFieldsOfTheWrongSize) {
  const space::FunctionSpace space = make_space(2, world_);
  const std::vector<double> wrong(space.size() + 1);
  const std::string message = message_of<base::Error>([&] {
    write_vtkhdf(folder_ / "wrong.vtkhdf", space, Snapshot{0, 0, {named("pressure", wrong)}, {}});
  });
  EXPECT_NE(message.find("pressure"), std::string::npos) << message;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "wrong.vtkhdf"));
}

TEST_F(VtkhdfWriter, SaysSoWhenTheDiskIsFullAndLeavesNothing) {
  const auto file = folder_ / "full.vtkhdf";
  const space::FunctionSpace space = make_space(7, world_);
  std::string message;
  {
    const FileSizeLimit limit(200'000);
    message = message_of<base::Error>([&] { write_sample(file, space); });
    world_.barrier();
  }
  EXPECT_NE(message.find(file.string()), std::string::npos) << message;
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

}  // namespace
}  // namespace lobatto::io
