#include "mesh/formats/netcdf_file.hpp"

#include <netcdf.h>

#include <functional>
#include <numeric>

#include "base/error.hpp"

namespace lobatto::mesh {
namespace {

std::size_t product(const std::vector<std::size_t>& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

}  // namespace

NetcdfFile::NetcdfFile(const std::filesystem::path& file) : name_(file.string()) {
  check_classic_netcdf(file);
  check(nc_open(name_.c_str(), NC_NOWRITE, &file_), "a netCDF file");
}

NetcdfFile::~NetcdfFile() {
  if (file_ >= 0) nc_close(file_);
}

void NetcdfFile::check(int status, const std::string& what) const {
  if (status != NC_NOERR)
    throw base::Error(name_ + ": expected " + what + ", found: " + nc_strerror(status));
}

std::size_t NetcdfFile::dimension(const std::string& name) const {
  int id = -1;
  std::size_t length = 0;
  if (nc_inq_dimid(file_, name.c_str(), &id) != NC_NOERR) return 0;
  check(nc_inq_dimlen(file_, id, &length), "the length of " + name);
  return length;
}

bool NetcdfFile::has(const std::string& variable) const {
  int id = -1;
  return nc_inq_varid(file_, variable.c_str(), &id) == NC_NOERR;
}

std::vector<std::size_t> NetcdfFile::shape(int variable) const {
  int n = 0;
  check(nc_inq_varndims(file_, variable, &n), "the dimensions of a variable");
  std::vector<int> dimensions(static_cast<std::size_t>(n));
  check(nc_inq_vardimid(file_, variable, dimensions.data()), "the dimensions of a variable");
  std::vector<std::size_t> lengths(dimensions.size());
  for (std::size_t i = 0; i < dimensions.size(); ++i)
    check(nc_inq_dimlen(file_, dimensions[i], &lengths[i]), "the length of a dimension");
  return lengths;
}

int NetcdfFile::find(const std::string& variable, std::size_t n) const {
  int id = -1;
  check(nc_inq_varid(file_, variable.c_str(), &id), "the variable " + variable);
  const std::size_t found = product(shape(id));
  if (found != n)
    throw base::Error(name_ + ": expected " + std::to_string(n) + " values of " + variable +
                      ", found " + std::to_string(found));
  return id;
}

std::vector<double> NetcdfFile::reals(const std::string& variable, std::size_t n) const {
  std::vector<double> values(n);
  check(nc_get_var_double(file_, find(variable, n), values.data()), "reals in " + variable);
  return values;
}

std::vector<long long> NetcdfFile::integers(const std::string& variable, std::size_t n) const {
  std::vector<long long> values(n);
  check(nc_get_var_longlong(file_, find(variable, n), values.data()), "integers in " + variable);
  return values;
}

std::vector<std::string> NetcdfFile::texts(const std::string& variable, std::size_t n) const {
  if (!has(variable)) return {};
  int id = -1;
  check(nc_inq_varid(file_, variable.c_str(), &id), "the variable " + variable);
  const auto lengths = shape(id);
  if (lengths.size() != 2 || lengths[0] != n)
    throw base::Error(name_ + ": expected " + std::to_string(n) + " names in " + variable);
  std::string all(product(lengths), '\0');
  check(nc_get_var_text(file_, id, all.data()), "names in " + variable);
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < n; ++i) {
    std::string row = all.substr(i * lengths[1], lengths[1]);
    row.resize(std::min(row.size(), row.find('\0')));
    row.resize(row.find_last_not_of(' ') + 1);
    rows.push_back(row);
  }
  return rows;
}

std::string NetcdfFile::attribute(const std::string& variable, const std::string& name) const {
  int id = -1;
  std::size_t length = 0;
  if (nc_inq_varid(file_, variable.c_str(), &id) != NC_NOERR ||
      nc_inq_attlen(file_, id, name.c_str(), &length) != NC_NOERR)
    return {};
  std::string text(length, '\0');
  check(nc_get_att_text(file_, id, name.c_str(), text.data()), "the text " + name);
  text.resize(std::min(text.size(), text.find('\0')));
  return text;
}

}  // namespace lobatto::mesh
