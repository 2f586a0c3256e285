#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>

#include "base/error.hpp"
#include "gmsh_writer.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/partition.hpp"
#include "mesh/slices/slice_cut.hpp"
#include "re2_meshes.hpp"
#include "slice_checks.hpp"
#include "support/message_of.hpp"
#include "temporary_file.hpp"

namespace lobatto::mesh {
namespace {

/// A file that rank 0 writes and all ranks read.
class SharedMeshFile {
 public:
  SharedMeshFile(const std::string& name, const std::string& contents,
                 const comm::Communicator& world)
      : world_(world) {
    std::string path;
    if (world.rank() == 0) {
      file_.emplace(name, contents);
      path = file_->path().string();
    }
    world.broadcast(path, 0);
    path_ = path;
  }
  ~SharedMeshFile() { world_.barrier(); }
  SharedMeshFile(const SharedMeshFile&) = delete;
  SharedMeshFile& operator=(const SharedMeshFile&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  const comm::Communicator& world_;
  std::optional<TemporaryFile> file_;
  std::filesystem::path path_;
};

std::filesystem::path test_file(const std::string& name) {
  return std::filesystem::path(LOBATTO_TEST_DATA) / "gmsh" / name;
}

std::vector<SliceCutter> cutters() {
  if (has_pt_scotch()) return {SliceCutter::pt_scotch, SliceCutter::metis_on_a_rank};
  return {SliceCutter::metis_on_a_rank};
}

/// Every third element in space is solid.
Regions stripes(const HexMesh& part, const comm::Communicator&) {
  Regions regions{{"steel"}, {}};
  for (const std::int64_t e : part.element_numbers) regions.of_elements.push_back(e % 3 == 1);
  return regions;
}

void expect_same_in_slices(const std::filesystem::path& file, const comm::Communicator& world,
                           const MeshChanges& changes = {}, const FindRegions& find_regions = {}) {
  SCOPED_TRACE(file.filename().string());
  HexMesh whole = connect(read_changed_mesh(file, changes));
  if (find_regions) whole.regions = find_regions(whole, comm::Communicator::self());
  for (const SliceCutter cutter : cutters()) {
    const HexMesh part = read_in_slices(file, world, changes, find_regions, cutter);
    EXPECT_GE(part.n_local_elements(), 1);
    expect_parts_of(whole, part, world);
    expect_order_of_work(whole, part, world);
  }
}

RawMesh twisted_block(const std::array<int, 3>& n, const std::array<bool, 3>& periodic) {
  Block block;
  block.n_elements = n;
  block.periodic = periodic;
  block.turn = [](int e) { return all_turns(true)[7 * e % 48]; };
  RawMesh raw = make_block(block);
  raw.volume_names = {"fluid", "steel"};
  for (std::size_t e = 0; e < raw.corners.size(); ++e)
    raw.volumes.push_back(e * 3 / raw.corners.size() == 1 ? 1 : 0);
  return raw;
}

TEST(SlicedFile, FilesOfGmsh) {
  const auto world = comm::Communicator::world();
  for (const auto* name : {"periodic-22.msh", "periodic-22-binary.msh", "periodic-41.msh",
                           "periodic-41-binary.msh", "pipe-20.msh", "pipe-27.msh"})
    expect_same_in_slices(test_file(name), world);
}

TEST(SlicedFile, BlocksOfGmshInEveryFormat) {
  const auto world = comm::Communicator::world();
  for (const auto version : {GmshVersion::v22, GmshVersion::v40, GmshVersion::v41}) {
    for (const bool is_binary : {false, true}) {
      for (const auto& periodic :
           {std::array{false, false, false}, std::array{true, false, true}}) {
        const RawMesh raw = twisted_block({4, 3, 5}, periodic);
        const SharedMeshFile file("block.msh", GmshWriter({version, is_binary}).write(raw), world);
        expect_same_in_slices(file.path(), world);
        expect_same_in_slices(file.path(), world, {}, stripes);
      }
    }
  }
}

TEST(SlicedFile, BoundariesThatACaseMakesPeriodic) {
  const auto world = comm::Communicator::world();
  const RawMesh raw = twisted_block({3, 4, 2}, {false, false, false});
  const SharedMeshFile file("block.msh", GmshWriter({GmshVersion::v41, true}).write(raw), world);
  const MeshChanges joined{.periodic = {{"x_min", "x_max"}, {"z_max", "z_min"}}};
  expect_same_in_slices(file.path(), world, joined);
  const auto refused = [&](const PeriodicBoundaries& boundaries) {
    const MeshChanges changes{.periodic = {boundaries}};
    expect_same_refusal(
        [&] { read_hex_mesh(file.path(), world, changes, {}, Partitioner::metis); },
        [&] { read_in_slices(file.path(), world, changes, {}, SliceCutter::metis_on_a_rank); });
  };
  refused({"x_min", "nowhere"});
  refused({"x_min", "x_min"});
  refused({"x_min", "y_max"});
}

TEST(SlicedFile, FilesOfNek5000) {
  const auto world = comm::Communicator::world();
  for (const auto* version : {"#v001", "#v002", "#v004"}) {
    for (const bool swapped : {false, true}) {
      const SharedMeshFile file("channel.re2", Re2Writer({version, swapped}).write(channel(3, 2)),
                                world);
      expect_same_in_slices(file.path(), world);
    }
  }
  for (const int n_x : {1, 2, 5}) {
    const SharedMeshFile file("channel.re2", Re2Writer({}).write(channel(n_x, 5)), world);
    expect_same_in_slices(file.path(), world);
  }
  const SharedMeshFile bent("pipe.re2", Re2Writer({}).write(pipe(2)), world);
  expect_same_in_slices(bent.path(), world);
  const SharedMeshFile round("shell.re2", Re2Writer({}).write(shell()), world);
  expect_same_in_slices(round.path(), world);
}

/// Corners that the tools of Nek5000 have rounded differently in every element.
TEST(SlicedFile, SolidsOfNek5000) {
  const auto world = comm::Communicator::world();
  Re2Mesh mesh = channel(4, 5);
  mesh.n_solid = 8;
  auto& of_scalar = mesh.of_scalars.emplace_back(mesh.conditions);
  for (Re2Side& side : of_scalar)
    if (side.letters == "SYM") side.letters = side.element > 12 ? "I" : "t";
  std::erase_if(mesh.conditions, [](const Re2Side& side) { return side.element > 12; });
  mesh.conditions.push_back({12, 6, "W", {}});  // towards the solid
  const SharedMeshFile file("channel.re2", Re2Writer({}).write(mesh), world);
  const HexMesh whole = connect(read_raw_mesh(file.path()));
  EXPECT_EQ(whole.boundary_names, (std::vector<std::string>{"W", "SYM", "I"}));
  EXPECT_EQ(std::ranges::count(whole.volumes, whole.solid_volume), 8);
  expect_same_in_slices(file.path(), world);
}

TEST(SlicedFile, ScaledTurnedAndShifted) {
  const auto world = comm::Communicator::world();
  const SharedMeshFile file("channel.re2", Re2Writer({}).write(channel(4, 5)), world);
  expect_same_in_slices(file.path(), world,
                        {.placement = placement_of({2, -1, 3}, {1, 1, 0}, 50, {7, 0, 0})});
}

TEST(SlicedFile, ChangesThatNeedTheWholeMeshAreRefused) {
  const auto world = comm::Communicator::world();
  const SharedMeshFile file("channel.re2", Re2Writer({}).write(channel(4, 5)), world);
  const MeshChanges changes{.extrusion = Extrusion{.ticks = {0, 1}}};
  const auto text = message_of<base::Error>(
      [&] { read_in_slices(file.path(), world, changes, {}, SliceCutter::metis_on_a_rank); });
  EXPECT_NE(text.find("mesh.partitioner = \"metis\""), std::string::npos) << text;
}

TEST(SlicedFile, CornersOfNek5000ThatDiffer) {
  const auto world = comm::Communicator::world();
  Re2Mesh mesh = channel(4, 5);
  for (std::size_t e = 0; e < mesh.elements.size(); ++e)
    for (std::size_t v = 0; v < 8; ++v)
      for (std::size_t c = 0; c < 3; ++c)
        mesh.elements[e][v][c] += 1e-4 * std::sin(double(31 * e + 7 * v + 3 * c));
  const SharedMeshFile file("rough.re2", Re2Writer({}).write(mesh), world);
  expect_same_in_slices(file.path(), world);
}

/// Whole and in slices a file is refused in the same words.
void expect_refused_in_slices(const std::string& name, const std::string& contents,
                              const comm::Communicator& world) {
  const SharedMeshFile file(name, contents, world);
  expect_same_refusal(
      [&] { read_hex_mesh(file.path(), world, {}, {}, Partitioner::metis); },
      [&] { read_in_slices(file.path(), world, {}, {}, SliceCutter::metis_on_a_rank); });
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

std::string contents(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

TEST(SlicedFile, RefusesGmshInTheSameWords) {
  const auto world = comm::Communicator::world();
  const RawMesh raw = twisted_block({3, 2, 4}, {true, false, false});
  const auto refused = [&](const std::string& text) {
    expect_refused_in_slices("wrong.msh", text, world);
  };
  for (const auto version : {GmshVersion::v22, GmshVersion::v40, GmshVersion::v41}) {
    const std::string text = GmshWriter({version, false}).write(raw);
    const std::string bytes = GmshWriter({version, true}).write(raw);
    for (const double part : {0.2, 0.4, 0.6, 0.8, 0.95}) {
      refused(text.substr(0, static_cast<std::size_t>(part * double(text.size()))));
      refused(bytes.substr(0, static_cast<std::size_t>(part * double(bytes.size()))));
    }
    refused(replaced(text, "$Nodes\n", "$Nodes\n1 "));
    refused(replaced(text, "$Nodes\n", "$Nodes\n9999999 "));
    refused(replaced(text, "$EndNodes", "$EndNode"));
  }
  const std::string text = GmshWriter({GmshVersion::v22, false}).write(raw);
  refused(replaced(text, "\n40 ", "\n43 "));                    // a node that is there twice
  refused(replaced(text, "\n40 ", "\n41 "));                    // a node that is missing
  refused(replaced(text, "\n111 5 2 2 2 ", "\n111 4 2 2 2 "));  // a tetrahedron
  refused(replaced(text, "3 2 3 3 ", "3 2 0 3 "));              // a side without its name
  refused(replaced(text, "\n1000 3 2 1 1 ", "\n1000 3 2 1 1 190 "));
  refused("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n");
  expect_refused_in_slices("no.msh", contents(test_file("pipe.geo")), world);
  expect_same_refusal(
      [&] { read_hex_mesh(test_file("missing.msh"), world, {}, {}, Partitioner::metis); },
      [&] {
        read_in_slices(test_file("missing.msh"), world, {}, {}, SliceCutter::metis_on_a_rank);
      });
}

TEST(SlicedFile, RefusesNek5000InTheSameWords) {
  const auto world = comm::Communicator::world();
  const Re2Mesh good = channel(2, 3);
  const auto refused = [&](const std::string& bytes) {
    expect_refused_in_slices("wrong.re2", bytes, world);
  };
  const auto written = [](const Re2Mesh& mesh) { return Re2Writer({}).write(mesh); };
  const std::string bytes = written(good);
  for (std::size_t n = 40; n < bytes.size(); n += bytes.size() / 7) refused(bytes.substr(0, n));
  std::string unordered = bytes;
  unordered[81] = 'x';
  refused(unordered);
  for (const std::size_t i : {std::size_t{0}, good.conditions.size() - 1}) {
    Re2Mesh wrong = good;
    wrong.conditions[i].element = 19;
    refused(written(wrong));
    wrong = good;
    wrong.conditions[i].letters = "E";
    refused(written(wrong));
  }
  for (std::size_t i = 0; i < good.conditions.size(); ++i) {
    if (good.conditions[i].letters != "P") continue;
    Re2Mesh wrong = good;
    wrong.conditions[i].values[0] = 7 - wrong.conditions[i].values[0];
    refused(written(wrong));
    wrong.conditions[i].values[0] = 70;
    refused(written(wrong));
  }
  for (const Re2Side& curve : {Re2Side{2, 1, "C", {0.1}}, Re2Side{2, 9, "C", {1}},
                               Re2Side{6, 1, "e", {1}}, Re2Side{5, 1, "s", {0, 0, 0, 1}},
                               Re2Side{4, 1, "C", {0.16}}, Re2Side{3, 2, "m", {0.5, 0.5, 0.5}}}) {
    Re2Mesh wrong = good;
    wrong.curves.push_back(curve);
    refused(written(wrong));
  }
  Re2Mesh wrong = good;
  wrong.elements[4] = wrong.elements[1];
  refused(written(wrong));
}

TEST(SlicedFile, RefusesMoreRanksThanElements) {
  const auto world = comm::Communicator::world();
  if (world.size() == 1) return;
  Block block;
  block.n_elements = {world.size() - 1, 1, 1};
  expect_refused_in_slices("few.msh", GmshWriter({}).write(make_block(block)), world);
}

/// A cube of 12^3 elements: parts of equal size with about as few shared faces as cubes have.
TEST(SlicedFile, PtScotchCutsCompactParts) {
  if (!has_pt_scotch()) GTEST_SKIP() << "built without PT-Scotch";
  const auto world = comm::Communicator::world();
  const RawMesh raw = twisted_block({12, 12, 12}, {false, false, false});
  const ConnectedSlice slice = connect_slice(slice_of(raw, world), world);
  const auto cut = cut_slices(slice, places_of_ranks(world), SliceCutter::pt_scotch, world);
  EXPECT_EQ(cut, cut_slices(slice, places_of_ranks(world), SliceCutter::pt_scotch, world));
  std::vector<long long> own(cut.begin(), cut.end());
  const auto all = world.all_gather(own);
  const auto quality =
      measure_partition(connect(raw), std::vector<int>(all.begin(), all.end()), world.size());
  EXPECT_LE(double(quality.max_elements), 1.03 * quality.mean_elements + 1);
  // Planes through the cube cut off n - 1 times; PT-Scotch may be a third worse.
  EXPECT_LE(quality.shared_faces, 1.34 * 144 * (world.size() - 1));
}

/// Two ranks a node, of which the numbers are far apart: most of what is shared stays on nodes.
TEST(SlicedFile, PartsOfANodeAreNeighbours) {
  const auto world = comm::Communicator::world();
  if (!has_pt_scotch() || world.size() != 4) GTEST_SKIP() << "needs PT-Scotch and four ranks";
  const RawMesh raw = twisted_block({16, 6, 6}, {false, false, false});
  const ConnectedSlice slice = connect_slice(slice_of(raw, world), world);
  const RankPlaces places = places_of_ranks(world.rank() % 2, world);
  EXPECT_EQ(places.ranks_of_node, (std::vector<std::vector<int>>{{0, 2}, {1, 3}}));
  EXPECT_EQ(places.own_node, world.rank() % 2);
  const auto cut = cut_slices(slice, places, SliceCutter::pt_scotch, world);
  const auto all = world.all_gather(std::vector<long long>(cut.begin(), cut.end()));
  std::vector<int> nodes;
  for (const long long rank : all) nodes.push_back(static_cast<int>(rank % 2));
  // Four slabs along x: one of the three planes lies between the nodes.
  EXPECT_LE(measure_partition(connect(raw), nodes, 2).shared_faces, 1.34 * 36);
  const auto quality = measure_partition(connect(raw), std::vector<int>(all.begin(), all.end()), 4);
  EXPECT_LE(double(quality.max_elements), 1.06 * quality.mean_elements + 1);
  EXPECT_LE(quality.shared_faces, 1.34 * 3 * 36);
}

/// A node with three ranks gets three quarters of the elements.
TEST(SlicedFile, NodesNeedNotHaveAsManyRanks) {
  const auto world = comm::Communicator::world();
  if (!has_pt_scotch() || world.size() != 4) GTEST_SKIP() << "needs PT-Scotch and four ranks";
  const RawMesh raw = twisted_block({12, 8, 8}, {false, false, true});
  const ConnectedSlice slice = connect_slice(slice_of(raw, world), world);
  const RankPlaces places = places_of_ranks(world.rank() == 2 ? 5 : 9, world);
  EXPECT_EQ(places.ranks_of_node, (std::vector<std::vector<int>>{{2}, {0, 1, 3}}));
  const auto cut = cut_slices(slice, places, SliceCutter::pt_scotch, world);
  std::vector<double> counts(4, 0.0);
  for (const int rank : cut) counts[rank] += 1.0;
  world.sum(counts);
  for (const double count : counts) EXPECT_NEAR(count, 192, 12);
}

/// Fluid is dear: ranks have about equal cost, not equal numbers of elements.
TEST(SlicedFile, PtScotchWeighsFluidAndSolid) {
  const auto world = comm::Communicator::world();
  if (!has_pt_scotch() || world.size() == 1) GTEST_SKIP() << "needs PT-Scotch and ranks";
  ConnectedSlice slice =
      connect_slice(slice_of(twisted_block({12, 6, 6}, {false, false, false}), world), world);
  slice.part.regions.solids = {"half"};
  for (const std::int64_t e : slice.part.element_numbers)
    slice.part.regions.of_elements.push_back(e % 12 < 6 ? 1 : 0);
  const auto cut = cut_slices(slice, places_of_ranks(world), SliceCutter::pt_scotch, world);
  std::vector<double> costs(static_cast<std::size_t>(world.size()), 0.0);
  for (std::size_t e = 0; e < cut.size(); ++e)
    costs[cut[e]] += slice.part.regions.at(static_cast<int>(e)) == 0 ? cost_of_fluid + cost_of_solid
                                                                     : cost_of_solid;
  world.sum(costs);
  double total = 0.0;
  for (const double cost : costs) total += cost;
  for (const double cost : costs)
    EXPECT_NEAR(cost, total / world.size(), 0.06 * total / world.size());
}

}  // namespace
}  // namespace lobatto::mesh
