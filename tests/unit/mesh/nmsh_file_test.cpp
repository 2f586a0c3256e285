#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numbers>

#include "base/error.hpp"
#include "id_checks.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/tools/mesh_quality.hpp"
#include "re2_meshes.hpp"
#include "support/message_of.hpp"
#include "temporary_file.hpp"

namespace lobatto::mesh {
namespace {

using std::numbers::pi;

/// Writes meshes of Nek5000 as Neko has them: W, v, O and SYM as kinds of zones, others labelled.
class NmshWriter {
 public:
  explicit NmshWriter(bool swapped = false) : swapped_(swapped) {}

  std::string write(const Re2Mesh& mesh) {
    bytes_.clear();
    put(std::int32_t(mesh.elements.size()));
    put(std::int32_t{mesh.dimension});
    std::int32_t number = 0;
    for (const Re2Corners& corners : mesh.elements) {
      put(++number);
      for (int v = 0; v < (mesh.dimension == 2 ? 4 : 8); ++v) {
        put(std::int32_t{v});
        for (const double x : corners[v]) put(x);
      }
    }
    zones(mesh);
    curves(mesh);
    return bytes_;
  }

 private:
  template <class T>
  void put(T value) {
    std::string bytes(reinterpret_cast<const char*>(&value), sizeof value);
    if (swapped_) std::reverse(bytes.begin(), bytes.end());
    bytes_ += bytes;
  }

  static std::int32_t facet(double side) {
    constexpr std::int32_t facets[6] = {3, 2, 4, 1, 5, 6};
    return facets[static_cast<int>(side) - 1];
  }

  void zones(const Re2Mesh& mesh) {
    std::vector<Re2Side> sides;
    for (const Re2Side& side : mesh.conditions)
      if (side.letters != "E") sides.push_back(side);
    put(std::int32_t(sides.size()));
    for (const Re2Side& side : sides) {
      const std::vector<std::string> kinds{"W", "v", "O", "SYM", "P"};
      const auto kind = std::ranges::find(kinds, side.letters) - kinds.begin();
      const bool is_periodic = kind == 4, is_labelled = kind == 5;
      put(std::int32_t{side.element});
      put(facet(side.side));
      put(std::int32_t(is_periodic ? side.values[0] : -77));  // else whatever was in memory
      put(is_periodic ? facet(side.values[1]) : std::int32_t{is_labelled ? 12 : -77});
      for (int i = 0; i < 4; ++i) put(std::int32_t{-77});
      put(std::int32_t(is_labelled ? 7 : kind + 1));
    }
  }

  void curves(const Re2Mesh& mesh) {
    std::vector<std::int32_t> elements;
    for (const Re2Side& side : mesh.curves)
      if (std::ranges::find(elements, side.element) == elements.end())
        elements.push_back(side.element);
    put(std::int32_t(elements.size()));
    for (const std::int32_t element : elements) {
      std::array<Re2Side, 12> edges{};
      for (const Re2Side& side : mesh.curves)
        if (side.element == element) edges[side.side - 1] = side;
      put(element);
      for (const Re2Side& side : edges)
        for (const double value : side.values) put(value);
      for (const Re2Side& side : edges)
        put(std::int32_t{side.letters == "C" ? 3 : side.letters == "m" ? 4 : 0});
    }
  }

  bool swapped_;
  std::string bytes_;
};

HexMesh read_nmsh_bytes(const std::string& bytes, const MeshChanges& changes = {}) {
  const TemporaryFile file("test.nmsh", bytes);
  return connect(read_changed_mesh(file.path(), changes));
}

TEST(NmshFile, PeriodicPairsZonesAndVolume) {
  for (const bool swapped : {false, true}) {
    const HexMesh mesh = read_nmsh_bytes(NmshWriter(swapped).write(channel(3, 2)));
    EXPECT_EQ(mesh.boundary_names, (std::vector<std::string>{"wall", "symmetry"}));
    EXPECT_NEAR(measure_quality(mesh).volume, 0.9 * 2 * 2, 1e-12);
    expect_ids_match_places(mesh, 4, {0.9, 0, 2});
  }
}

TEST(NmshFile, ArcsAndLabels) {
  Re2Mesh pipes = pipe(2);
  for (Re2Side& side : pipes.conditions)
    if (side.letters == "v") side.letters = "a label";
  const HexMesh mesh = read_nmsh_bytes(NmshWriter().write(pipes));
  EXPECT_EQ(mesh.boundary_names, (std::vector<std::string>{"zone-12", "wall", "outlet"}));
  EXPECT_EQ(mesh.geometry_order, 8);
  EXPECT_NEAR(measure_quality(mesh).volume, 2 * pi, 1e-9);
}

TEST(NmshFile, PlaneMeshesAreExtruded) {
  const HexMesh mesh =
      read_nmsh_bytes(NmshWriter().write(plane_disc()),
                      {.extrusion = Extrusion{.ticks = {0, 1, 3}, .periodic = true}});
  EXPECT_EQ(mesh.n_elements, 10);
  EXPECT_EQ(mesh.boundary_names, (std::vector<std::string>{"wall"}));
  EXPECT_NEAR(measure_quality(mesh).volume, 3 * pi, 1e-9);
}

TEST(NmshFile, WhatAnOlderFileLeftBehindTheEndCountsForNothing) {
  const std::string bytes = NmshWriter().write(channel(2, 2));
  EXPECT_EQ(read_nmsh_bytes(bytes + NmshWriter().write(pipe(3))).n_elements, 4);
}

TEST(NmshFile, NamesWhatIsWrong) {
  const std::string good = NmshWriter().write(channel(2, 2));
  const auto refusal = [](const std::string& bytes) {
    return message_of<base::Error>([&] { read_nmsh_bytes(bytes); });
  };
  EXPECT_NE(refusal(good.substr(0, good.size() - 60)).find("test.nmsh: byte"), std::string::npos);
  std::string bad = good;
  bad[8 + 4 * 228 + 4 + 4] = 9;  // the facet of the first zone
  EXPECT_NE(refusal(bad).find("the facet of a zone, 1 to 6, found 9"), std::string::npos);
  EXPECT_NE(refusal("no mesh at all, but longer than sixteen bytes").find("of Neko (.nmsh"),
            std::string::npos);
}

}  // namespace
}  // namespace lobatto::mesh
