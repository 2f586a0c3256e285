#pragma once

// Writes .re2 files as Nek5000's tools lay them out, for tests.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace lobatto::mesh {

struct Re2Layout {
  std::string version = "#v002";
  bool swapped = false;
};

struct Re2Side {
  int element = 1, side = 1;
  std::string letters;
  std::array<double, 5> values{};
};

/// An element in Nek5000's order of corners: around the bottom, around the top.
using Re2Corners = std::array<std::array<double, 3>, 8>;

struct Re2Mesh {
  std::vector<Re2Corners> elements;
  std::vector<Re2Side> curves, conditions;
  std::vector<std::vector<Re2Side>> of_scalars = {};  ///< conditions of further fields
  int dimension = 3;                                  ///< of a plane mesh the lower corners count
  int n_solid = 0;                                    ///< the last so many elements
};

class Re2Writer {
 public:
  explicit Re2Writer(const Re2Layout& layout) : layout_(layout) {}

  std::string write(const Re2Mesh& mesh) {
    char header[81];
    const int n = static_cast<int>(mesh.elements.size());
    const auto* form =
        layout_.version == "#v004" ? "%s %15d %2d %15d" : "%s%9d%3d%9d this is the hdr";
    std::snprintf(header, sizeof header, form, layout_.version.c_str(), n, mesh.dimension,
                  n - mesh.n_solid);
    bytes_ = header;
    bytes_.resize(80, ' ');
    put(6.54321F);
    for (const Re2Corners& corners : mesh.elements) {
      real(0);
      const int n_corners = mesh.dimension == 2 ? 4 : 8;
      for (int c = 0; c < mesh.dimension; ++c) {
        for (int v = 0; v < n_corners; ++v) real(corners[v][c]);
      }
    }
    sides(mesh.curves);
    sides(mesh.conditions);
    for (const auto& conditions : mesh.of_scalars) sides(conditions);
    return bytes_;
  }

 private:
  [[nodiscard]] bool has_doubles() const { return layout_.version != "#v001"; }

  template <class T>
  void put(T value) {
    std::string bytes(reinterpret_cast<const char*>(&value), sizeof value);
    if (layout_.swapped) std::reverse(bytes.begin(), bytes.end());
    bytes_ += bytes;
  }
  void real(double value) { has_doubles() ? put(value) : put(static_cast<float>(value)); }
  void integer(int value) { has_doubles() ? put(double(value)) : put(std::int32_t{value}); }
  void sides(const std::vector<Re2Side>& list) {
    integer(static_cast<int>(list.size()));
    for (const Re2Side& side : list) {
      integer(side.element);
      integer(side.side);
      for (const double value : side.values) real(value);
      std::string word = side.letters;
      word.resize(has_doubles() ? 8 : 4, ' ');
      bytes_ += word;
    }
  }

  Re2Layout layout_;
  std::string bytes_;
};

}  // namespace lobatto::mesh
