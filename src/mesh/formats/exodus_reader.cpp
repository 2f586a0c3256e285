#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "mesh/face_sides.hpp"
#include "mesh/formats/exchange_cells.hpp"
#include "mesh/formats/netcdf_file.hpp"
#include "mesh/formats/re2_file.hpp"
#include "mesh/formats/reading_process.hpp"
#include "mesh/mesh_format.hpp"

namespace lobatto::mesh {
namespace {

/// "HEX20" of "hex20".
std::string upper(std::string text) {
  for (char& letter : text)
    letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return text;
}

class ExodusReader {
 public:
  explicit ExodusReader(const std::filesystem::path& path)
      : file_(path), dimension_(dimension_of(file_)), builder_(file_.name(), dimension_) {}

  RawMesh read() {
    read_nodes();
    read_blocks();
    read_side_sets();
    return builder_.finish();
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw base::Error(file_.name() + ": " + what);
  }

  static std::string type_of_block(const NetcdfFile& file, std::size_t block) {
    return upper(file.attribute("connect" + std::to_string(block + 1), "elem_type"));
  }

  /// 2 for quadrilaterals, which may be given as shells in space.
  static int dimension_of(const NetcdfFile& file) {
    const std::size_t n_dimensions = file.dimension("num_dim");
    if (n_dimensions == 0 || file.dimension("num_nodes") == 0)
      throw base::Error(file.name() +
                        ": is no Exodus II file with a mesh: the dimensions num_dim and num_nodes "
                        "are missing");
    if (file.dimension("num_el_blk") == 0)
      throw base::Error(file.name() + ": has no element blocks, expected hexahedra");
    for (std::size_t i = 0; i < file.dimension("num_el_blk"); ++i)
      if (file.dimension("num_el_in_blk" + std::to_string(i + 1)) > 0)
        return n_dimensions == 2 || is_surface(type_of_block(file, i)) ? 2 : 3;
    return 3;
  }

  static bool is_surface(const std::string& type) {
    return type.starts_with("QUAD") || type.starts_with("SHELL");
  }

  void read_nodes() {
    const std::size_t n = file_.dimension("num_nodes");
    const std::size_t n_components = std::min<std::size_t>(file_.dimension("num_dim"), 3);
    std::vector<double> x;
    if (file_.has("coord")) {
      x = file_.reals("coord", n_components * n);
    } else {
      constexpr std::array names{"coordx", "coordy", "coordz"};
      for (std::size_t c = 0; c < n_components; ++c) {
        const auto component = file_.reals(names[c], n);
        x.insert(x.end(), component.begin(), component.end());
      }
    }
    std::vector<std::array<double, 3>> nodes(n);
    for (std::size_t c = 0; c < n_components; ++c)
      for (std::size_t i = 0; i < n; ++i) nodes[i][c] = x[c * n + i];
    builder_.set_nodes(std::move(nodes));
  }

  /// The names of a kind of things, or its prefix and their ids.
  [[nodiscard]] std::vector<std::string> names_of(const std::string& names, const std::string& ids,
                                                  const std::string& prefix, std::size_t n) const {
    auto found = file_.texts(names, n);
    found.resize(n);
    std::vector<long long> numbers(n);
    for (std::size_t i = 0; i < n; ++i) numbers[i] = static_cast<long long>(i) + 1;
    if (file_.has(ids)) numbers = file_.integers(ids, n);
    for (std::size_t i = 0; i < n; ++i)
      if (found[i].empty()) found[i] = prefix + std::to_string(numbers[i]);
    return found;
  }

  void read_blocks() {
    const std::size_t n = file_.dimension("num_el_blk");
    const auto names = names_of("eb_names", "eb_prop1", "block-", n);
    for (std::size_t i = 0; i < n; ++i) {
      const std::string number = std::to_string(i + 1);
      const std::size_t n_elements = file_.dimension("num_el_in_blk" + number);
      if (n_elements == 0) continue;
      const std::size_t n_nodes = file_.dimension("num_nod_per_el" + number);
      const std::string type = type_of_block(file_, i);
      if (dimension_ == 2 && !is_surface(type))
        refuse("the element block '" + names[i] + "' has elements of type " + type +
               ", expected QUAD4, QUAD8 or QUAD9 as in the others; mesh its surface with "
               "quadrilaterals");
      if (dimension_ == 3 && !type.starts_with("HEX"))
        refuse("the element block '" + names[i] + "' has elements of type " + type +
               ", expected HEX8, HEX20 or HEX27; mesh its volume with hexahedra, and leave blocks "
               "of other elements out of the file");
      builder_.add_volume(names[i], exodus_lattice(file_.name(), names[i], dimension_, n_nodes),
                          file_.integers("connect" + number, n_elements * n_nodes));
    }
  }

  void read_side_sets() {
    const std::size_t n = file_.dimension("num_side_sets");
    const auto names = names_of("ss_names", "ss_prop1", "boundary-", n);
    for (std::size_t i = 0; i < n; ++i) {
      const std::string number = std::to_string(i + 1);
      const std::size_t n_sides = file_.dimension("num_side_ss" + number);
      if (n_sides == 0) continue;
      const auto elements = file_.integers("elem_ss" + number, n_sides);
      const auto sides = file_.integers("side_ss" + number, n_sides);
      for (std::size_t k = 0; k < n_sides; ++k) add_side(names[i], elements[k], sides[k]);
    }
  }

  void add_side(const std::string& name, long long element, long long side) {
    const auto n = static_cast<long long>(builder_.n_elements());
    // A shell has its two faces before its lines.
    if (dimension_ == 2 && file_.dimension("num_dim") == 3) side -= 2;
    const int n_sides = 2 * dimension_;
    if (element < 1 || element > n || side < 1 || side > n_sides)
      refuse("the side set '" + name + "' lists side " + std::to_string(side) + " of element " +
             std::to_string(element) + ", expected sides 1 to " + std::to_string(n_sides) +
             " of elements 1 to " + std::to_string(n));
    // Its sides are numbered as Nek5000's faces: around, then bottom and top.
    builder_.add_side(name, static_cast<std::size_t>(element - 1),
                      nek_face(static_cast<int>(side)));
  }

  NetcdfFile file_;
  int dimension_;
  ExchangeBuilder builder_;
};

}  // namespace

/// An Exodus II file (.exo, .e, .g; netCDF of any kind) with hexahedra of 8, 20 or 27 nodes,
/// or with quadrilaterals of 4, 8 or 9 in a plane, whose block may call them shells.
/// Element blocks are the volumes, side sets the boundaries, both by their names, or "block-<id>"
/// and "boundary-<id>" without one. A side between elements of two blocks counts for nothing.
/// Elements are numbered in the order of the blocks, from 1. Throws base::Error that names the file
/// and what was expected, and says how to get the library where the program has none.
MeshFormat exodus_format() {
  return {.name = "Exodus II (.exo, .e, .g)",
          .is_of =
              [](const std::filesystem::path&, std::string_view begin) {
                return begin.starts_with("CDF") || begin.starts_with("\x89HDF\r\n");
              },
          .read =
              [](const std::filesystem::path& file, const comm::Communicator&) {
                return read_in_own_process(file, [&] { return ExodusReader(file).read(); });
              }};
}

}  // namespace lobatto::mesh
