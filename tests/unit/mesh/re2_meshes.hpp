#pragma once

// Small meshes as Nek5000 has them, for tests.

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "raw_meshes.hpp"
#include "re2_writer.hpp"

namespace lobatto::mesh {

inline Re2Corners box(const Point& low, const Point& high) {
  Re2Corners corners{};
  constexpr int at[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                            {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  for (int v = 0; v < 8; ++v) {
    for (int c = 0; c < 3; ++c) corners[v][c] = at[v][c] == 0 ? low[c] : high[c];
  }
  return corners;
}

/// Elements along x, y (one) and z: x periodic (one or more elements), walls in y, z periodic.
inline Re2Mesh channel(int n_x, int n_z) {
  Re2Mesh mesh;
  const auto number = [&](int i, int k) { return (k + n_z) % n_z * n_x + (i + n_x) % n_x + 1; };
  for (int k = 0; k < n_z; ++k) {
    for (int i = 0; i < n_x; ++i) {
      mesh.elements.push_back(box({0.3 * i, -1, 1.0 * k}, {0.3 * (i + 1), 1, 1.0 * (k + 1)}));
      const int own = number(i, k);
      mesh.conditions.push_back({own, 1, "W", {}});
      mesh.conditions.push_back({own, 3, "SYM", {}});
      const auto neighbour = [&](int side, bool is_end, int other, double other_side) {
        if (is_end)
          mesh.conditions.push_back({own, side, "P", {double(other), other_side}});
        else
          mesh.conditions.push_back({own, side, "E", {double(other), other_side}});
      };
      neighbour(2, i == n_x - 1, number(i + 1, k), 4);
      neighbour(4, i == 0, number(i - 1, k), 2);
      neighbour(5, k == 0, number(i, k - 1), 6);
      neighbour(6, k == n_z - 1, number(i, k + 1), 5);
    }
  }
  return mesh;
}

/// A part of an annulus in straight elements around z, whose two ends are one, and so are bottom
/// and top.
inline Re2Mesh sector(double degrees, int n_around) {
  Re2Mesh mesh;
  for (int j = 0; j < n_around; ++j) {
    Re2Corners corners = box({1, 0.0 + j, 0}, {2, 1.0 + j, 1});
    for (auto& [x, y, z] : corners) {
      const double r = x, angle = (0.4 + y / n_around * degrees) * std::numbers::pi / 180;
      x = r * std::cos(angle);
      y = r * std::sin(angle);
    }
    mesh.elements.push_back(corners);
    const int own = j + 1, last = n_around;
    mesh.conditions.push_back({own, 4, "W", {}});
    mesh.conditions.push_back({own, 2, "v", {}});
    mesh.conditions.push_back({own, 1, j == 0 ? "P" : "E", {double(j == 0 ? last : j), 3}});
    mesh.conditions.push_back({own, 3, own == last ? "P" : "E", {own == last ? 1.0 : own + 1, 1}});
    mesh.conditions.push_back({own, 5, "P", {double(own), 6}});
    mesh.conditions.push_back({own, 6, "P", {double(own), 5}});
  }
  return mesh;
}

/// A disc of radius 1 in five elements around a square, `n_z` layers high.
inline Re2Mesh pipe(int n_z) {
  Re2Mesh mesh;
  const double a = 0.5, c = std::sqrt(0.5);
  const std::array<Point, 4> inner{{{a, -a, 0}, {a, a, 0}, {-a, a, 0}, {-a, -a, 0}}};
  const std::array<Point, 4> outer{{{c, -c, 0}, {c, c, 0}, {-c, c, 0}, {-c, -c, 0}}};
  for (int k = 0; k < n_z; ++k) {
    const auto add = [&](const std::array<Point, 4>& bottom) {
      Re2Corners corners{};
      for (int v = 0; v < 8; ++v) {
        corners[v] = bottom[v % 4];
        corners[v][2] = k + v / 4;
      }
      mesh.elements.push_back(corners);
      const int number = static_cast<int>(mesh.elements.size());
      if (k == 0) mesh.conditions.push_back({number, 5, "v", {}});
      if (k == n_z - 1) mesh.conditions.push_back({number, 6, "O", {}});
      return number;
    };
    add({inner[3], inner[0], inner[1], inner[2]});
    for (int i = 0; i < 4; ++i) {
      // The outer arc is side 2, then 3, 4, 1 in turn: every side of an element is tried.
      const std::array<Point, 4> around{inner[i], outer[i], outer[(i + 1) % 4], inner[(i + 1) % 4]};
      std::array<Point, 4> turned{};
      for (int v = 0; v < 4; ++v) turned[(v + i) % 4] = around[v];
      const int number = add(turned);
      const int side = (1 + i) % 4 + 1;
      mesh.conditions.push_back({number, side, "W", {}});
      mesh.curves.push_back({number, side, "C", {1.0}});
      mesh.curves.push_back({number, side + 4, "C", {1.0}});
    }
  }
  return mesh;
}

/// The shell between two spheres in six elements, each face of a cube blown up.
inline Re2Mesh shell() {
  Re2Mesh mesh;
  const double c = 1 / std::sqrt(3.0);
  for (int d = 0; d < 3; ++d) {
    for (const double end : {-1.0, 1.0}) {
      constexpr int around[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
      Re2Corners corners{};
      for (int v = 0; v < 8; ++v) {
        const double radius = v < 4 ? 1.0 : 2.0;
        corners[v][d] = 3.0 + radius * c * end;
        corners[v][(d + 1) % 3] = 3.0 + radius * c * around[v % 4][0];
        corners[v][(d + 2) % 3] = 3.0 + radius * c * around[v % 4][1];
      }
      mesh.elements.push_back(corners);
      const int number = static_cast<int>(mesh.elements.size());
      mesh.curves.push_back({number, 5, "s", {3, 3, 3, 1}});
      mesh.curves.push_back({number, 6, "s", {3, 3, 3, 2}});
      mesh.conditions.push_back({number, 5, "W", {}});
      mesh.conditions.push_back({number, 6, "W", {}});
    }
  }
  return mesh;
}

/// The pipe's section, plane; the circle is one boundary.
inline Re2Mesh plane_disc() {
  Re2Mesh mesh = pipe(1);
  mesh.dimension = 2;
  std::erase_if(mesh.conditions, [](const Re2Side& side) { return side.letters != "W"; });
  std::erase_if(mesh.curves, [](const Re2Side& side) { return side.side > 4; });
  return mesh;
}

/// A plane channel, x and y from 0 to 2, of which the upper half is solid: v, W and O around the
/// flow, and what a scalar has around it and the solid.
inline Re2Mesh plane_with_solid() {
  Re2Mesh mesh;
  mesh.dimension = 2;
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 2; ++i)
      mesh.elements.push_back(box({1.0 * i, 1.0 * j, 0}, {i + 1.0, j + 1.0, 1}));
  mesh.n_solid = 2;
  mesh.conditions = {{1, 4, "v", {}}, {1, 1, "W", {}}, {2, 1, "W", {}},
                     {2, 2, "O", {}}, {1, 3, "W", {}}, {2, 3, "W", {}}};
  mesh.of_scalars = {{{1, 4, "t", {}},
                      {1, 1, "I", {}},
                      {2, 1, "I", {}},
                      {2, 2, "I", {}},
                      {3, 4, "I", {}},
                      {4, 2, "I", {}},
                      {3, 3, "f", {}},
                      {4, 3, "f", {}}}};
  return mesh;
}

}  // namespace lobatto::mesh
