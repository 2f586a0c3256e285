#include "mesh/connectivity.hpp"

#include <cmath>
#include <numbers>

#include "slice_checks.hpp"

namespace lobatto::mesh {
namespace {

/// Of slices as of the whole; the elements across the faces are those with the same face.
void expect_connected_as_whole(const RawMesh& raw, const comm::Communicator& world) {
  const HexMesh whole = connect(raw);
  const ConnectedSlice slice = connect_slice(slice_of(raw, world), world);
  expect_parts_of(whole, slice.part, world);
  std::map<std::int64_t, std::vector<std::int64_t>> elements;
  for (std::size_t e = 0; e < whole.faces.size(); ++e)
    for (const auto& face : whole.faces[e]) elements[face.id].push_back(std::int64_t(e));
  for (std::size_t e = 0; e < slice.neighbours.size(); ++e) {
    const std::int64_t number = slice.part.element_numbers[e];
    for (int face = 0; face < 6; ++face) {
      const auto& both = elements[whole.faces[number][face].id];
      const std::int64_t expected = both.size() == 1 ? -1 : both[0] == number ? both[1] : both[0];
      EXPECT_EQ(slice.neighbours[e][face], expected);
    }
  }
}

TEST(ConnectedSlice, BlocksOfTurnedElementsWithAnyPeriodicDirections) {
  const auto world = comm::Communicator::world();
  for (const auto& n : {std::array{1, 1, 1}, std::array{2, 1, 3}, std::array{3, 4, 2}}) {
    for (int directions = 0; directions < 8; ++directions) {
      for (const int order : {1, 2}) {
        Block block;
        block.n_elements = n;
        block.geometry_order = order;
        for (int d = 0; d < 3; ++d) block.periodic[d] = ((directions >> d) & 1) != 0;
        block.turn = [](int e) { return all_turns(true)[7 * e % 48]; };
        expect_connected_as_whole(make_block(block), world);
      }
    }
  }
}

TEST(ConnectedSlice, KeepsVolumes) {
  const auto world = comm::Communicator::world();
  Block block;
  block.n_elements = {4, 2, 2};
  RawMesh raw = make_block(block);
  raw.volume_names = {"fluid", "steel"};
  for (std::size_t e = 0; e < 16; ++e) raw.volumes.push_back(e % 3 == 0 ? 1 : e % 3 == 1 ? 0 : -1);
  expect_connected_as_whole(raw, world);
}

TEST(ConnectedSlice, KeepsARotationBetweenPeriodicSides) {
  const auto world = comm::Communicator::world();
  for (const int order : {1, 2}) {
    Block block;
    block.n_elements = {2, 3, 2};
    block.geometry_order = order;
    block.periodic = {false, true, true};
    block.map = [](const Point& x) {
      const double angle = std::numbers::pi / 9 * x[1];
      return Point{(1 + x[0]) * std::cos(angle), (1 + x[0]) * std::sin(angle), x[2]};
    };
    expect_connected_as_whole(make_block(block), world);
    const auto rotation = connect_slice(slice_of(make_block(block), world), world).part.rotation;
    ASSERT_TRUE(rotation);
    EXPECT_EQ(rotation->parts, 6);
    EXPECT_EQ(rotation->axis[0], 0.0);
    EXPECT_EQ(rotation->origin, (Point{0, 0, 0}));
  }
}

RawMesh row_of_two() {
  Block block;
  block.n_elements = {2, 1, 1};
  return make_block(block);
}

void expect_refused_alike(const RawMesh& raw, const comm::Communicator& world) {
  expect_same_refusal([&] { connect(raw); }, [&] { connect_slice(slice_of(raw, world), world); });
}

TEST(ConnectedSlice, RefusesWhatIsNoMesh) {
  const auto world = comm::Communicator::world();
  RawMesh raw = row_of_two();
  raw.quads.pop_back();
  expect_refused_alike(raw, world);
  raw = row_of_two();
  raw.quads[0].points[0] = 11;
  expect_refused_alike(raw, world);
  raw = row_of_two();
  raw.quads.push_back({{1, 4, 10, 7}, 0, 77});
  raw.names_are_conditions = true;
  expect_refused_alike(raw, world);
  raw = row_of_two();
  raw.quads.push_back(raw.quads[0]);
  raw.quads.back().boundary = 3;
  raw.used_boundaries = {"x_min", "y_max"};
  expect_refused_alike(raw, world);
  raw = row_of_two();
  raw.corners.push_back(raw.corners[1]);
  raw.labels.push_back(9);
  raw.coordinates.insert(raw.coordinates.end(), raw.coordinates.begin() + 24,
                         raw.coordinates.begin() + 48);
  expect_refused_alike(raw, world);
  raw = row_of_two();
  raw.corners[1][7] = raw.corners[1][6];
  expect_refused_alike(raw, world);
  raw = row_of_two();
  for (auto& point : raw.points) point[2] = 0.0;
  expect_refused_alike(raw, world);
  RawMesh nothing;
  nothing.file = "nothing";
  expect_refused_alike(nothing, world);
}

TEST(ConnectedSlice, RefusesOtherArrangementsOfFourPoints) {
  const auto world = comm::Communicator::world();
  RawMesh raw = row_of_two();
  // The second element exchanges two corners of the face that it shares, and what lies behind.
  std::swap(raw.corners[1][0], raw.corners[1][2]);
  std::swap(raw.corners[1][1], raw.corners[1][3]);
  const std::string text = refusal_of([&] { connect(raw); });
  EXPECT_EQ(refusal_of([&] { connect_slice(slice_of(raw, world), world); }), text);
  EXPECT_NE(text, "nothing was refused");
}

TEST(ConnectedSlice, RefusesSidesThatAreCurvedDifferently) {
  const auto world = comm::Communicator::world();
  Block block;
  block.geometry_order = 2;
  block.n_elements = {2, 1, 1};
  block.turn = [](int e) { return all_turns()[5 * e]; };
  RawMesh raw = make_block(block);
  for (int i = 0; i < 27; ++i) {
    double* x = raw.coordinates.data() + 81 + i;
    if (x[0] == 1.0 && x[27] == 0.5 && x[54] == 0.5) x[0] += 0.05;
  }
  expect_refused_alike(raw, world);
  block.periodic = {false, true, false};
  raw = make_block(block);
  for (int i = 0; i < 27; ++i) {
    double* x = raw.coordinates.data() + i;
    if (x[0] == 0.5 && x[27] == 1.0 && x[54] == 0.0) x[54] -= 0.1;
  }
  expect_refused_alike(raw, world);
}

TEST(ConnectedSlice, RefusesPeriodicFacesWithoutPartner) {
  const auto world = comm::Communicator::world();
  Block block;
  block.n_elements = {2, 2, 1};
  block.periodic = {true, false, false};
  RawMesh raw = make_block(block);
  raw.periodic[0].master_of[2] = 4;
  expect_refused_alike(raw, world);
  raw = make_block(block);
  raw.points[0][1] -= 0.1;
  expect_refused_alike(raw, world);
  raw = make_block(block);
  raw.periodic[0].master_of.erase(2);
  expect_refused_alike(raw, world);
  raw = make_block(block);
  raw.periodic.push_back(raw.periodic[0]);
  expect_refused_alike(raw, world);
}

TEST(ConnectedSlice, RefusesLinesThatMeetThemselvesBackToFront) {
  const auto world = comm::Communicator::world();
  // A translation cannot turn a line; two maps of one surface that disagree on its corners can.
  Block block;
  block.n_elements = {2, 1, 1};
  block.periodic = {true, false, false};
  block.map = [](const Point& x) { return Point{x[0], 1e-3 * x[1], 1e-3 * x[2]}; };
  RawMesh raw = make_block(block);
  auto& map = raw.periodic[0].master_of;
  // The image is turned by half a turn: small against what partners may be apart.
  const std::map<std::int64_t, std::int64_t> turned{{2, 9}, {5, 6}, {8, 3}, {11, 0}};
  map = {turned.begin(), turned.end()};
  const std::string text = refusal_of([&] { connect(raw); });
  EXPECT_EQ(refusal_of([&] { connect_slice(slice_of(raw, world), world); }), text);
}

}  // namespace
}  // namespace lobatto::mesh
