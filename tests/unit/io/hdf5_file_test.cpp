#include "io/hdf5/file.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "base/error.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

std::vector<double> read_doubles(const std::filesystem::path& file, const char* dataset,
                                 std::size_t n) {
  std::vector<double> values(n);
  const hid_t in = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t set = H5Dopen2(in, dataset, H5P_DEFAULT);
  EXPECT_GE(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
  H5Dclose(set);
  H5Fclose(in);
  return values;
}

TEST(RowSelection, ScalesWithTheRows) {
  const RowSelection rows = RowSelection{2, 10, 3, 4}.scaled(5);
  EXPECT_EQ(rows.start, 10);
  EXPECT_EQ(rows.stride, 50);
  EXPECT_EQ(rows.n_blocks, 3);
  EXPECT_EQ(rows.n_rows(), 60);
}

// Rank r of P holds, in each of 4 blocks of 2 P rows, rows 2 r and 2 r + 1; row i holds 3 i, 3 i +
// 1, 3 i + 2.
TEST(Hdf5File, PutsStridedRowsOfAllRanksInPlace) {
  const auto world = comm::Communicator::world();
  const TemporaryFolder folder(world);
  const long long n_ranks = world.size(), n_rows = 8 * n_ranks;
  std::vector<double> local;
  for (int block = 0; block < 4; ++block) {
    for (long long row = 2 * world.rank(); row < 2 * world.rank() + 2; ++row) {
      for (int c = 0; c < 3; ++c) {
        local.push_back(static_cast<double>(3 * (block * 2 * n_ranks + row) + c));
      }
    }
  }
  Hdf5File out(folder / "rows.h5", "rows.h5", world);
  out.write_rows("/rows", {static_cast<hsize_t>(n_rows), 3},
                 RowSelection{2 * world.rank(), 2 * n_ranks, 4, 2}, std::span<const double>(local));
  out.close();
  std::vector<double> expected(3 * n_rows);
  std::iota(expected.begin(), expected.end(), 0.0);
  EXPECT_EQ(read_doubles(folder / "rows.h5", "/rows", expected.size()), expected);
}

// Rank r of P holds columns 2 r and 2 r + 1 of rows 1 to 3 of 5; the place (i, j) holds 2 P i + j.
TEST(Hdf5File, PutsBlocksOfAllRanksInPlace) {
  const auto world = comm::Communicator::world();
  const TemporaryFolder folder(world);
  const long long n_columns = 2LL * world.size();
  std::vector<double> local;
  for (int i = 0; i < 5; ++i)
    for (int j = 2 * world.rank(); j < 2 * world.rank() + 2; ++j)
      local.push_back(static_cast<double>(n_columns * i + j));
  Hdf5File out(folder / "blocks.h5", "blocks.h5", world);
  const std::vector<hsize_t> shape{5, static_cast<hsize_t>(n_columns)};
  out.write_block("/all", shape, {{0, 2LL * world.rank()}, {5, 2}}, local);
  // The whole from the last rank alone.
  std::vector<double> expected(5 * n_columns);
  std::iota(expected.begin(), expected.end(), 0.0);
  const bool is_last = world.rank() == world.size() - 1;
  out.write_block("/last", shape, {{0, 0}, {is_last ? 5 : 0, n_columns}},
                  is_last ? std::span<const double>(expected) : std::span<const double>());
  out.close();
  EXPECT_EQ(read_doubles(folder / "blocks.h5", "/all", expected.size()), expected);
  EXPECT_EQ(read_doubles(folder / "blocks.h5", "/last", expected.size()), expected);
}

// Rows are dealt out to the ranks without pattern, and not in ascending order; row i holds 2 i, 2 i
// + 1.
TEST(Hdf5File, PutsNumberedRowsOfAllRanksInPlace) {
  const auto world = comm::Communicator::world();
  const TemporaryFolder folder(world);
  constexpr hsize_t n_rows = 40;
  std::vector<std::int64_t> numbers;
  std::vector<double> local;
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(n_rows); ++i) {
    const std::int64_t row = 7 * i % static_cast<std::int64_t>(n_rows);
    if ((row * row / 3) % world.size() != world.rank()) continue;
    numbers.push_back(row);
    local.push_back(2.0 * static_cast<double>(row));
    local.push_back(2.0 * static_cast<double>(row) + 1);
  }
  Hdf5File out(folder / "numbered.h5", "numbered.h5", world);
  out.write_numbered_rows("/rows", {n_rows, 2}, numbers, local);
  out.close();
  std::vector<double> expected(2 * n_rows);
  std::iota(expected.begin(), expected.end(), 0.0);
  EXPECT_EQ(read_doubles(folder / "numbered.h5", "/rows", expected.size()), expected);
}

TEST(Hdf5File, KeepsTextsAlsoEmptyOnes) {
  const auto world = comm::Communicator::world();
  const TemporaryFolder folder(world);
  const std::string text = "[case]\nname = \"duct\"\n";
  Hdf5File out(folder / "text.h5", "text.h5", world);
  out.write_text("/text", text);
  out.write_text("/empty", "");
  out.close();
  const hid_t in = H5Fopen((folder / "text.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t set = H5Dopen2(in, "/text", H5P_DEFAULT), type = H5Dget_type(set);
  std::string read(H5Tget_size(type), ' ');
  H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, read.data());
  EXPECT_EQ(read, text);
  H5Tclose(type);
  H5Dclose(set);
  H5Fclose(in);
}

// Times would make equal data unequal, and tables of links or attributes beside the headers crash
// HDF5 1.10 where they are damaged.
TEST(Hdf5File, KeepsLinksAndAttributesInTheHeadersAndNoTimes) {
  const auto world = comm::Communicator::world();
  const TemporaryFolder folder(world);
  Hdf5File out(folder / "many.h5", "many.h5", world);
  out.make_group("/group");
  for (int i = 0; i < 40; ++i) {
    const std::string name = "n" + std::to_string(i);
    out.write_attribute("/", name.c_str(), std::int32_t{i});
    out.write_attribute("/group", name.c_str(), std::int32_t{i});
    out.write_from_root("/" + name, 1, std::span<const std::int32_t>(&i, 1));
    out.make_group("/group/" + name);
  }
  out.close();
  const hid_t in = H5Fopen((folder / "many.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  for (const char* const name : {"/", "/group"}) {
    const hid_t object = H5Oopen(in, name, H5P_DEFAULT);
    H5G_info_t links;
    H5O_info_t about;
    EXPECT_GE(H5Gget_info(object, &links), 0);
    EXPECT_GE(H5Oget_info(object, &about), 0);
    EXPECT_EQ(links.storage_type, H5G_STORAGE_TYPE_COMPACT);
    EXPECT_GE(links.nlinks, 40u);
    EXPECT_EQ(about.num_attrs, 40u);
    EXPECT_EQ(about.meta_size.attr.index_size + about.meta_size.attr.heap_size, 0u);
    EXPECT_EQ(about.ctime, 0);
    H5Oclose(object);
  }
  H5Fclose(in);
}

TEST(Hdf5File, TellsEveryRankOfAFailureAndCanThenBeDropped) {
  const auto world = comm::Communicator::world();
  const TemporaryFolder folder(world);
  Hdf5File out(folder / "bad.h5", "the file", world);
  out.make_group("/good");
  const std::string message = message_of<base::Error>([&] { out.make_group("/missing/group"); });
  EXPECT_NE(message.find("cannot write the file"), std::string::npos) << message;
  EXPECT_NE(message.find("/missing/group"), std::string::npos) << message;
}

}  // namespace
}  // namespace lobatto::io
