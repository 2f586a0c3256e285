#include "mesh/connectivity.hpp"

#include <gtest/gtest.h>

#include <random>

#include "base/error.hpp"
#include "id_checks.hpp"

namespace lobatto::mesh {
namespace {

Point bend(const Point& x) {
  return {x[0] + 0.1 * std::sin(x[1] + 0.5 * x[2]), x[1] + 0.1 * std::sin(x[0] - x[2]),
          x[2] * (1.0 + 0.05 * x[0] * x[1])};
}

TEST(Connectivity, TwoElementsInEveryRotationAgainstEachOther) {
  const auto turns = all_turns();
  ASSERT_EQ(turns.size(), 24u);
  for (int direction = 0; direction < 3; ++direction) {
    for (std::size_t i = 0; i < 24; ++i) {
      for (std::size_t j = 0; j < 24; ++j) {
        Block block;
        block.n_elements[direction] = 2;
        block.map = bend;
        block.turn = [&](int e) { return turns[e == 0 ? i : j]; };
        const HexMesh mesh = connect(make_block(block));
        EXPECT_EQ(expect_ids_match_places(mesh, 4), 2 * 125u - 25u);
        expect_face_ids_match_places(mesh, 3);
        EXPECT_EQ(mesh.sides.size(), 10u);
      }
    }
  }
}

TEST(Connectivity, BlocksOfTurnedElementsWithAnyPeriodicDirections) {
  std::mt19937 random(7);
  const auto turns = all_turns(true);  // left-handed ones too: they are put right
  const std::vector<std::array<int, 3>> sizes{{1, 1, 1}, {2, 1, 1}, {1, 2, 2}, {2, 2, 2},
                                              {3, 2, 1}, {1, 3, 1}, {3, 3, 2}};
  for (const auto& size : sizes) {
    for (int mask = 0; mask < 8; ++mask) {
      SCOPED_TRACE(testing::Message() << size[0] << size[1] << size[2] << " periodic " << mask);
      Block block;
      block.n_elements = size;
      block.geometry_order = 1 + mask % 2;
      Periods periods{};
      std::size_t n_nodes = 1;
      for (int d = 0; d < 3; ++d) {
        block.periodic[d] = ((mask >> d) & 1) != 0;
        periods[d] = block.periodic[d] ? size[d] : 0;
        n_nodes *= 3 * size[d] + (block.periodic[d] ? 0 : 1);
      }
      block.turn = [&](int) { return turns[random() % turns.size()]; };
      const HexMesh mesh = connect(make_block(block));
      EXPECT_EQ(expect_ids_match_places(mesh, 3, periods), n_nodes);
      expect_face_ids_match_places(mesh, 2, periods);
    }
  }
}

TEST(Connectivity, CountsAreThoseOfTheTorus) {
  Block block;
  block.n_elements = {1, 2, 3};
  block.periodic = {true, true, true};
  const HexMesh mesh = connect(make_block(block));
  EXPECT_EQ(mesh.n_vertices, 6);
  EXPECT_EQ(mesh.n_lines, 18);
  EXPECT_EQ(mesh.n_faces, 18);
  EXPECT_EQ(mesh.n_elements, 6);
  EXPECT_TRUE(mesh.boundary_names.empty());
}

TEST(Connectivity, EulerCharacteristicOfABall) {
  Block block;
  block.n_elements = {4, 3, 5};
  block.map = bend;
  const HexMesh mesh = connect(make_block(block));
  EXPECT_EQ(mesh.n_vertices - mesh.n_lines + mesh.n_faces - mesh.n_elements, 1);
  EXPECT_EQ(mesh.n_vertices, 5 * 4 * 6);
}

TEST(Connectivity, SidesAreWhereTheirBoundaryIs) {
  std::mt19937 random(3);
  const auto turns = all_turns(true);
  Block block;
  block.n_elements = {3, 2, 2};
  block.turn = [&](int) { return turns[random() % turns.size()]; };
  const HexMesh mesh = connect(make_block(block));
  ASSERT_EQ(mesh.boundary_names.size(), 6u);
  EXPECT_EQ(mesh.sides.size(), 2u * (6 + 6 + 4));
  for (const BoundarySide& side : mesh.sides) {
    const auto x = nodes_of(mesh, side.element, 1);
    const std::string name = mesh.boundary_names[side.boundary];
    const int c = name[0] - 'x';
    const double wall = name.ends_with("_min") ? 0.0 : block.n_elements[c];
    for (int i = 0; i < 4; ++i)
      EXPECT_DOUBLE_EQ(x[c * 8 + face_node(side.face, i % 2, i / 2, 2)], wall);
  }
}

TEST(Connectivity, PeriodicBoundariesLoseTheirNames) {
  Block open, periodic;
  open.n_elements = periodic.n_elements = {2, 2, 2};
  periodic.periodic = {true, false, false};
  RawMesh raw = make_block(open);
  raw.periodic = make_block(periodic).periodic;
  const HexMesh mesh = connect(raw);
  EXPECT_EQ(mesh.boundary_names, (std::vector<std::string>{"y_min", "y_max", "z_min", "z_max"}));
  EXPECT_EQ(mesh.sides.size(), 16u);
}

void expect_refused(const RawMesh& raw, const std::vector<std::string>& words) {
  try {
    connect(raw);
    FAIL() << "expected: " << words.front();
  } catch (const base::Error& error) {
    const std::string text = error.what();
    for (const std::string& word : words) EXPECT_NE(text.find(word), std::string::npos) << text;
  }
}

RawMesh row_of_two() {
  Block block;
  block.n_elements = {2, 1, 1};
  return make_block(block);
}

TEST(Connectivity, SidesThatAreNamedBetweenElementsCountForNothing) {
  RawMesh raw = row_of_two();
  const HexMesh without = connect(raw);
  raw.boundary_names.emplace_back("plane");
  raw.quads.push_back({{1, 4, 10, 7}, static_cast<int>(raw.boundary_names.size()) - 1, 77});
  const HexMesh mesh = connect(raw);
  EXPECT_EQ(mesh.boundary_names, without.boundary_names);
  EXPECT_EQ(mesh.sides.size(), without.sides.size());
  ASSERT_EQ(mesh.inner_sides.size(), 1u);
  EXPECT_EQ(mesh.inner_sides[0].name, "plane");
  EXPECT_EQ(mesh.inner_sides[0].n_sides, 1);
}

TEST(Connectivity, OfTwoNamesOfASideTheOneCountsThatIsUsed) {
  RawMesh raw = row_of_two();
  raw.boundary_names.emplace_back("all");
  const auto n_quads = raw.quads.size();
  for (std::size_t i = 0; i < n_quads; ++i) {
    raw.quads.push_back(raw.quads[i]);
    raw.quads.back().boundary = static_cast<int>(raw.boundary_names.size()) - 1;
  }
  const std::vector<std::string> six(raw.boundary_names.begin(), raw.boundary_names.end() - 1);
  for (const auto& used : {std::vector<std::string>{}, six}) {
    raw.used_boundaries = used;
    EXPECT_EQ(connect(raw).boundary_names, six);
  }
  raw.used_boundaries = {"all"};
  EXPECT_EQ(connect(raw).boundary_names, std::vector<std::string>{"all"});
  raw.used_boundaries = {"x_min", "all"};
  expect_refused(raw, {"the case has conditions for both"});
}

TEST(Connectivity, RefusesWhatIsNoMesh) {
  RawMesh raw = row_of_two();
  raw.quads.pop_back();
  expect_refused(raw, {"block: 1 face belongs to one element only", "(1.5, 0.5, 1)", "102"});

  raw = row_of_two();
  raw.quads[0].points[0] = 11;
  expect_refused(raw, {"quadrilateral 1000 of 'x_min'", "is no face of an element"});

  raw = row_of_two();
  raw.quads.push_back({{1, 4, 10, 7}, 0, 77});
  raw.names_are_conditions = true;
  expect_refused(raw, {"quadrilateral 77 of 'x_min' at (1, 0.5, 0.5)", "between two elements"});

  raw = row_of_two();
  raw.quads.push_back(raw.quads[0]);
  raw.quads.back().boundary = 3;
  raw.used_boundaries = {"x_min", "y_max"};
  expect_refused(raw, {"'y_max' at (0, 0.5, 0.5) is named 'x_min' as well, and the case has "
                       "conditions for both"});

  raw = row_of_two();
  raw.corners.push_back(raw.corners[1]);
  raw.labels.push_back(9);
  raw.coordinates.resize(72);
  expect_refused(raw,
                 {"belongs to three elements or more: element 101, element 102 and element 9"});

  raw = row_of_two();
  raw.corners[1][7] = raw.corners[1][6];
  expect_refused(raw, {"element 102 at", "uses a point for two of its corners"});

  raw = row_of_two();
  for (auto& point : raw.points) point[2] = 0.0;
  expect_refused(raw, {"element 101 at", "flat"});

  RawMesh nothing;
  nothing.file = "nothing";
  expect_refused(nothing, {"nothing: the mesh has no hexahedra"});
}

TEST(Connectivity, RefusesSidesThatAreCurvedDifferently) {
  Block block;
  block.geometry_order = 2;
  block.n_elements = {2, 1, 1};
  block.turn = [](int e) { return all_turns()[5 * e]; };
  RawMesh raw = make_block(block);
  const HexMesh mesh = connect(raw);
  // The middle node of the face between the two, in the second element.
  for (int i = 0; i < 27; ++i) {
    double* x = raw.coordinates.data() + 81 + i;
    if (x[0] == 1.0 && x[27] == 0.5 && x[54] == 0.5) x[0] += 0.05;
  }
  expect_refused(raw, {"elements 101 and 102 disagree", "(1.05, 0.5, 0.5)", "0.05 apart"});

  block.periodic = {false, true, false};
  raw = make_block(block);
  for (int i = 0; i < 27; ++i) {
    double* x = raw.coordinates.data() + i;
    if (x[0] == 0.5 && x[27] == 1.0 && x[54] == 0.0) x[54] -= 0.1;
  }
  expect_refused(raw, {"elements 101 and 101 disagree", "0.1 apart"});
}

TEST(Connectivity, RefusesPeriodicFacesWithoutPartner) {
  Block block;
  block.n_elements = {2, 2, 1};
  block.periodic = {true, false, false};
  RawMesh raw = make_block(block);
  raw.periodic[0].master_of[2] = 4;
  expect_refused(
      raw, {"periodic face of the x direction at (2, 0.5, 0.5) of element 102", "has no partner"});

  raw = make_block(block);
  raw.points[0][1] -= 0.1;  // the partner is no translation any more
  expect_refused(raw, {"neither a translation nor a rotation of each other"});

  raw = make_block(block);
  raw.periodic[0].master_of.erase(2);
  expect_refused(raw, {"2 faces belong to one element only"});

  raw = make_block(block);
  raw.periodic.push_back(raw.periodic[0]);
  expect_refused(raw, {"another partner already"});
}

}  // namespace
}  // namespace lobatto::mesh
