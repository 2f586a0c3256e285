// Mesh files that libraries read, with wrong bytes anywhere: whatever the library does, the program
// goes on, and says which file is damaged where it says anything.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "base/error.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/mesh_parcel.hpp"
#include "support/damaging.hpp"
#include "temporary_file.hpp"

#ifdef LOBATTO_NETCDF
#include <netcdf.h>
#endif
#ifdef LOBATTO_CGNS
#include "cgns_writer.hpp"
#endif

namespace lobatto::mesh {
namespace {

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Tally {
  int refused = 0, same = 0, other = 0;
};

/// Reads `n_files` damaged files: each is refused by its name, or gives the mesh, or another one
/// where a value of it is wrong, for which these formats have no check sums.
Tally read_damaged(const std::filesystem::path& file, int n_files, unsigned seed) {
  const std::string content = bytes_of(file);
  const auto whole = pack(read_raw_mesh(file));
  Damaging damage(seed);
  Tally tally;
  for (int i = 0; i < n_files; ++i) {
    const std::string wrong = damage(content);
    std::ofstream(file, std::ios::binary) << wrong;
    try {
      const bool is_same = pack(read_raw_mesh(file)) == whole;
      ++(is_same ? tally.same : tally.other);
      EXPECT_TRUE(is_same || wrong.size() == content.size()) << "file " << i;
    } catch (const base::Error& error) {
      EXPECT_EQ(std::string(error.what()).find(file.string()), 0U) << error.what();
      ++tally.refused;
    }
  }
  return tally;
}

#ifdef LOBATTO_NETCDF

class DamagedExodus : public ::testing::Test {
 protected:
  /// A row of two hexahedra.
  void write(int mode) {
    ASSERT_EQ(nc_create(file_.path().c_str(), NC_CLOBBER | mode, &id_), NC_NOERR);
    dimension("num_dim", 3);
    const int nodes = dimension("num_nodes", 12), blocks = dimension("num_el_blk", 1),
              sets = dimension("num_side_sets", 1);
    const int elements = dimension("num_el_in_blk1", 2), corners = dimension("num_nod_per_el1", 8),
              sides = dimension("num_side_ss1", 1);
    std::array<std::vector<double>, 3> x;
    for (int q = 0; q < 12; ++q) {
      x[0].push_back(q % 3);
      x[1].push_back(q / 3 % 2);
      x[2].push_back(q / 6);
    }
    std::vector<int> connect;
    for (const int first : {1, 2})
      for (const int above : {0, 6})
        for (const int corner : {0, 1, 4, 3}) connect.push_back(first + above + corner);
    std::vector<std::pair<int, std::vector<int>>> integers{
        {variable("connect1", NC_INT, {elements, corners}), connect},
        {variable("eb_prop1", NC_INT, {blocks}), {1}},
        {variable("ss_prop1", NC_INT, {sets}), {7}},
        {variable("elem_ss1", NC_INT, {sides}), {1}},
        {variable("side_ss1", NC_INT, {sides}), {4}}};
    nc_put_att_text(id_, integers[0].first, "elem_type", 4, "HEX8");
    std::array<int, 3> coordinates{};
    for (std::size_t c = 0; c < 3; ++c)
      coordinates[c] = variable(std::string("coord") + "xyz" [c], NC_DOUBLE, { nodes });
    nc_enddef(id_);
    for (const auto& [variable, values] : integers) nc_put_var_int(id_, variable, values.data());
    for (std::size_t c = 0; c < 3; ++c) nc_put_var_double(id_, coordinates[c], x[c].data());
    ASSERT_EQ(nc_close(id_), NC_NOERR);
  }
  int dimension(const char* name, std::size_t length) {
    int dimension = -1;
    nc_def_dim(id_, name, length, &dimension);
    return dimension;
  }
  int variable(const std::string& name, nc_type type, const std::vector<int>& dimensions) {
    int variable = -1;
    nc_def_var(id_, name.c_str(), type, static_cast<int>(dimensions.size()), dimensions.data(),
               &variable);
    return variable;
  }

  TemporaryFile file_{"damaged.exo", ""};
  int id_ = -1;
};

TEST_F(DamagedExodus, OnHdf5EndsNoProgram) {
  write(NC_NETCDF4);
  const Tally tally = read_damaged(file_.path(), 300, 3);
  EXPECT_GT(tally.refused, 200);
  EXPECT_LT(tally.other, 10);
}

TEST_F(DamagedExodus, OfTheClassicFormatEndsNoProgram) {
  write(0);
  const Tally tally = read_damaged(file_.path(), 300, 4);
  EXPECT_GT(tally.refused, 200);
  EXPECT_LT(tally.other, 60);
}

#endif

#ifdef LOBATTO_CGNS

class DamagedCgns : public ::testing::TestWithParam<int> {};

TEST_P(DamagedCgns, EndsNoProgram) {
  cg_set_file_type(GetParam());
  CgnsWriter writer;
  writer.structured_zone("zone", {3, 2, 2},
                         [](double i, double j, double k) { return Point{i, j, k}; });
  const auto file = writer.write();
  cg_set_file_type(CG_FILE_HDF5);
  const Tally tally = read_damaged(file, 300, 5);
  EXPECT_GT(tally.refused, 100);
  EXPECT_LT(tally.other, 20);
}

INSTANTIATE_TEST_SUITE_P(OnBothLibraries, DamagedCgns,
                         ::testing::Values(CG_FILE_HDF5, CG_FILE_ADF));

#endif

}  // namespace
}  // namespace lobatto::mesh
