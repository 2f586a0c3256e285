// A format of mesh files that the house does not know, with all that one needs: "bricks", how many
// of them lie along x, y and z, and the size of one. In the house the file stands in
// src/mesh/formats, and src/mesh/mesh_format.hpp names bricks_format.

#include <array>
#include <string>
#include <vector>

#include "mesh/formats/exchange_cells.hpp"
#include "mesh/formats/file_cursor.hpp"
#include "mesh/mesh_format.hpp"

namespace lobatto::mesh {
namespace {

class BricksReader {
 public:
  explicit BricksReader(const std::filesystem::path& file) : in_(file), builder_(in_.name()) {
    in_.word();
    for (int& n : n_) {
      n = in_.number<int>("a number of bricks");
      if (n < 1) in_.fail("expected at least one brick, found " + std::to_string(n));
    }
    for (double& length : size_) length = in_.number<double>("the length of a brick");
  }

  RawMesh read() {
    std::vector<std::array<double, 3>> nodes;
    for_each({n_[0] + 1, n_[1] + 1, n_[2] + 1}, [&](const std::array<int, 3>& at) {
      nodes.push_back({at[0] * size_[0], at[1] * size_[1], at[2] * size_[2]});
    });
    builder_.set_nodes(std::move(nodes));
    const CellLattice corners = cgns_lattice(3, 8);
    std::vector<long long> of_elements;
    for_each(n_, [&](const std::array<int, 3>& at) {
      for (const auto& [r, s, t] : corners)
        of_elements.push_back(1 + at[0] + r +
                              (n_[0] + 1) * (at[1] + s + (n_[1] + 1) * (at[2] + t)));
    });
    builder_.add_volume("bricks", corners, of_elements);
    std::size_t element = 0;
    for_each(n_, [&](const std::array<int, 3>& at) { add_sides(at, element++); });
    return builder_.finish();
  }

 private:
  /// Faces of an element are 2 direction + (0 lower, 1 upper).
  void add_sides(const std::array<int, 3>& at, std::size_t element) {
    for (int d = 0; d < 3; ++d) {
      const std::string name(1, static_cast<char>('x' + d));
      if (at[d] == 0) builder_.add_side(name + "_min", element, 2 * d);
      if (at[d] == n_[d] - 1) builder_.add_side(name + "_max", element, 2 * d + 1);
    }
  }

  /// The first index runs fastest.
  template <class Call>
  static void for_each(const std::array<int, 3>& n, const Call& call) {
    for (int k = 0; k < n[2]; ++k)
      for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i) call(std::array{i, j, k});
  }

  FileCursor in_;
  ExchangeBuilder builder_;
  std::array<int, 3> n_{};
  std::array<double, 3> size_{};
};

}  // namespace

MeshFormat bricks_format() {
  return {.name = "bricks (which begins with bricks)",
          .is_of = [](const std::filesystem::path&,
                      std::string_view begin) { return begin.starts_with("bricks"); },
          .read = [](const std::filesystem::path& file,
                     const comm::Communicator&) { return as_slice(BricksReader(file).read()); }};
}

}  // namespace lobatto::mesh
