#include "io/vtk/point_cloud_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/hdf5/file.hpp"

namespace lobatto::io {

namespace {

using Vectors = std::vector<std::array<double, 3>>;

std::span<const double> flat(const Vectors& vectors) {
  if (vectors.empty()) return {};
  return {vectors.front().data(), 3 * vectors.size()};
}

/// Cells of one kind. A vertex cell has one point.
void write_cells(Hdf5File& out, const std::string& kind, long long n_cells, long long first,
                 long long count, bool is_last) {
  const std::string path = "/VTKHDF/" + kind;
  out.make_group(path);
  const std::int64_t n = n_cells;
  const std::span<const std::int64_t> number(&n, 1);
  out.write_from_root(path + "/NumberOfCells", 1, number);
  out.write_from_root(path + "/NumberOfConnectivityIds", 1, number);
  std::vector<std::int64_t> values;
  for (long long i = 0; i < count; ++i) values.push_back(first + i);
  const RowSelection rows{first, std::max(count, 1LL), 1, count};
  out.write_rows(path + "/Connectivity", {static_cast<hsize_t>(n_cells)}, rows,
                 std::span<const std::int64_t>(values));
  if (is_last) values.push_back(n_cells);  // behind the last cell
  const long long n_offsets = std::ssize(values);
  out.write_rows(path + "/Offsets", {static_cast<hsize_t>(n_cells) + 1},
                 {first, std::max(n_offsets, 1LL), 1, n_offsets},
                 std::span<const std::int64_t>(values));
}

void write_cloud(Hdf5File& out, const PointCloud& cloud, const comm::Communicator& communicator) {
  const auto count = static_cast<long long>(cloud.points.size());
  const long long first = communicator.exclusive_sum(count), n_all = communicator.sum(count);
  const RowSelection rows{first, std::max(count, 1LL), 1, count};
  const auto write_vectors = [&](const std::string& dataset, const Vectors& values) {
    out.write_rows(dataset, {static_cast<hsize_t>(n_all), 3}, rows, flat(values));
  };
  out.make_group("/VTKHDF");
  constexpr std::array<std::int64_t, 2> version{2, 0};
  out.write_attribute("/VTKHDF", "Version", std::span<const std::int64_t>(version));
  out.write_attribute("/VTKHDF", "Type", "PolyData");
  const std::int64_t n_points = n_all;
  out.write_from_root("/VTKHDF/NumberOfPoints", 1, std::span<const std::int64_t>(&n_points, 1));
  write_vectors("/VTKHDF/Points", cloud.points);
  const bool is_last = communicator.rank() == communicator.size() - 1;
  write_cells(out, "Vertices", n_all, first, count, is_last);
  for (const char* kind : {"Lines", "Polygons", "Strips"}) write_cells(out, kind, 0, 0, 0, is_last);
  out.make_group("/VTKHDF/PointData");
  out.write_rows("/VTKHDF/PointData/id", {static_cast<hsize_t>(n_all)}, rows,
                 std::span<const std::int64_t>(cloud.ids));
  for (const auto& field : cloud.fields)
    write_vectors("/VTKHDF/PointData/" + field.name, field.values);
  out.make_group("/VTKHDF/FieldData");
  out.write_from_root("/VTKHDF/FieldData/TimeValue", 1, std::span<const double>(&cloud.time, 1));
  out.make_group("/Lobatto");
  out.write_attribute("/Lobatto", "name", cloud.name);
  out.write_attribute("/Lobatto", "time", cloud.time);
  out.write_attribute("/Lobatto", "step", std::int64_t{cloud.step});
}

}  // namespace

void write_point_cloud(const std::filesystem::path& file, const PointCloud& cloud,
                       const comm::Communicator& communicator) {
  const double n_points = communicator.sum(static_cast<double>(cloud.points.size()));
  const double bytes_of_one = 24.0 * (2 + static_cast<double>(cloud.fields.size()));
  write_hdf5(file, static_cast<std::uintmax_t>(n_points * bytes_of_one) + 65536, communicator,
             [&](Hdf5File& out) { write_cloud(out, cloud, communicator); });
}

}  // namespace lobatto::io
