#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::io {

/// Points with what is known of each, of this rank; those of the next one follow.
struct PointCloud {
  struct Field {
    std::string name;
    std::vector<std::array<double, 3>> values;
  };
  std::string name;
  double time = 0;
  long long step = 0;
  std::vector<std::int64_t> ids;
  std::vector<std::array<double, 3>> points;
  std::vector<Field> fields;
};

/// Writes them as one HDF5 file: /VTKHDF is PolyData (VTKHDF 2.0) with a vertex for each point,
/// PointData/id and the fields [n][3], FieldData/TimeValue the time; /Lobatto has the attributes
/// name, time and step. The file appears under its name when it is complete. Collective; throws
/// base::Error that names the file on every rank.
void write_point_cloud(const std::filesystem::path& file, const PointCloud& cloud,
                       const comm::Communicator& communicator);

}  // namespace lobatto::io
