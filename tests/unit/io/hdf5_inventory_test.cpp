#include "io/hdf5/inventory.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "io/checkpoint/folder.hpp"
#include "io/checkpoint/series.hpp"
#include "sample_state.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

namespace fs = std::filesystem;

class Hdf5InventoryOfACheckpoint : public ::testing::Test {
 protected:
  Hdf5InventoryOfACheckpoint() {
    CheckpointSeries series(folder_.path(), {}, 0, self_);
    series.save(20, 2.5, {{"version", "1.2"}, {"git", ""}},
                [&](base::StateVisitor& visitor) { state_.visit(visitor); });
    series.finish();
    EXPECT_EQ(series.settle(20), std::nullopt);
  }

  comm::Communicator self_ = comm::Communicator::self();
  TemporaryFolder folder_{self_};
  SampleState state_{self_, 0.2};
  fs::path file_ = checkpoint_name(folder_.path(), 20, 0, 1);
};

TEST_F(Hdf5InventoryOfACheckpoint, TellsOfEveryDataset) {
  const Hdf5Inventory inventory(file_);
  const auto* u = inventory.find("state/flow/u/1");
  ASSERT_NE(u, nullptr);
  // 11 elements in chunks of two.
  EXPECT_EQ(u->shape, (std::vector<std::uint64_t>{12, 3500}));
  EXPECT_EQ(u->type, "float64");
  EXPECT_EQ(u->bytes, 12u * 3500 * 8);
  EXPECT_GT(u->stored_bytes, 0u);
  EXPECT_NE(u->stored_bytes, u->bytes);
  EXPECT_TRUE(u->has_checksums && u->is_compressed && !u->is_shuffled);
  EXPECT_EQ(inventory.find("state/flow/v")->type, "float32");
  const auto* number = inventory.find("state/flow/number");
  EXPECT_TRUE(number->shape.empty());
  EXPECT_FALSE(number->has_checksums);
  const auto* keys = inventory.find("rows/elements");
  EXPECT_EQ(keys->type, "int64");
  EXPECT_TRUE(keys->has_checksums && !keys->is_compressed);
  EXPECT_EQ(inventory.find("state/flow"), nullptr);
  EXPECT_EQ(inventory.find("nothing"), nullptr);
}

TEST_F(Hdf5InventoryOfACheckpoint, ReadsAttributesTextsAndNumbers) {
  const Hdf5Inventory inventory(file_);
  const auto head = inventory.attributes("/");
  EXPECT_EQ(head["format"], "lobatto-checkpoint");
  EXPECT_EQ(head["step"], 20);
  EXPECT_EQ(head["time"], 2.5);
  EXPECT_TRUE(inventory.attributes("/nothing").empty());
  EXPECT_EQ(inventory.attributes("state/flow/u/1")["row_set"], "elements");
  EXPECT_EQ(inventory.text("provenance/version"), "1.2");
  EXPECT_EQ(inventory.text("provenance/git"), "");
  EXPECT_EQ(inventory.text("provenance/nothing"), "");
  EXPECT_EQ(inventory.text("list"), "");
  EXPECT_EQ(inventory.numbers("state/list"), (std::vector<double>{0.2, -0.2, 0.1}));
  EXPECT_EQ(inventory.numbers("state/flow/number"), std::vector<double>{0.2});
  EXPECT_TRUE(inventory.numbers("state/flow/u/1").empty());
}

TEST_F(Hdf5InventoryOfACheckpoint, FindsTheChunkWithAWrongBit) {
  const auto count_damaged = [&] {
    std::vector<std::string> damages;
    try {
      const Hdf5Inventory inventory(file_);
      for (const auto& item : inventory.items())
        if (const auto damage = inventory.damage_of(item); !damage.empty())
          damages.push_back(damage);
    } catch (const base::Error& error) {  // in a table of HDF5
      damages.emplace_back(error.what());
    }
    return damages;
  };
  EXPECT_TRUE(count_damaged().empty());
  const auto size = fs::file_size(file_);
  std::fstream file(file_, std::ios::in | std::ios::out | std::ios::binary);
  int n_chunks = 0;
  // In the middle of the file stand the chunks.
  for (std::uintmax_t at = size / 3; at < 2 * size / 3; at += size / 40) {
    const auto flip = [&] {
      file.seekg(static_cast<std::streamoff>(at));
      const auto byte = static_cast<char>(file.get() ^ 4);
      file.seekp(static_cast<std::streamoff>(at));
      file.put(byte).flush();
    };
    flip();
    const auto damages = count_damaged();
    flip();
    ASSERT_EQ(damages.size(), 1u) << at;
    if (!damages[0].starts_with("chunk ")) continue;
    ++n_chunks;
    EXPECT_NE(damages[0].find("is damaged: "), std::string::npos) << damages[0];
  }
  EXPECT_GT(n_chunks, 8);
  EXPECT_TRUE(count_damaged().empty());
}

TEST(Hdf5Inventory, RefusesWhatIsNoHdf5File) {
  const auto self = comm::Communicator::self();
  const TemporaryFolder folder(self);
  const fs::path file = folder.path() / "text.h5";
  std::ofstream(file) << "text";
  for (const auto& path : {file, folder.path() / "nothing.h5"}) {
    try {
      const Hdf5Inventory inventory(path);
      FAIL() << path;
    } catch (const base::Error& error) {
      EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace lobatto::io
