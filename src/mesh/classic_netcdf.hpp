#pragma once

#include <filesystem>

namespace lobatto::mesh {

/// Throws base::Error where a netCDF file of a classic format (CDF-1, 2 or 5) has another length
/// than its header says: the library reads zeros where the end is missing. Files of other formats
/// pass. Reads the header alone.
void check_classic_netcdf(const std::filesystem::path& file);

}  // namespace lobatto::mesh
