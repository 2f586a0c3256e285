#include "mesh/exodus_reader.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "mesh/exchange_cells.hpp"
#include "mesh/face_sides.hpp"
#include "mesh/netcdf_file.hpp"
#include "mesh/re2_periodic.hpp"

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
  explicit ExodusReader(const std::filesystem::path& path) : file_(path), builder_(file_.name()) {}

  RawMesh read() {
    check_header();
    read_nodes();
    read_blocks();
    read_side_sets();
    return builder_.finish();
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw base::Error(file_.name() + ": " + what);
  }

  void check_header() const {
    const std::size_t n_dimensions = file_.dimension("num_dim");
    if (n_dimensions == 0 || file_.dimension("num_nodes") == 0)
      refuse("is no Exodus II file with a mesh: the dimensions num_dim and num_nodes are missing");
    if (n_dimensions != 3)
      refuse("the mesh has " + std::to_string(n_dimensions) +
             " dimensions, expected 3; save plane meshes as .msh, which mesh.extrude takes");
    if (file_.dimension("num_el_blk") == 0) refuse("has no element blocks, expected hexahedra");
  }

  void read_nodes() {
    const std::size_t n = file_.dimension("num_nodes");
    std::vector<double> x;
    if (file_.has("coord")) {
      x = file_.reals("coord", 3 * n);
    } else {
      for (const auto* name : {"coordx", "coordy", "coordz"}) {
        const auto component = file_.reals(name, n);
        x.insert(x.end(), component.begin(), component.end());
      }
    }
    std::vector<std::array<double, 3>> nodes(n);
    for (std::size_t i = 0; i < n; ++i) nodes[i] = {x[i], x[n + i], x[2 * n + i]};
    for (std::size_t i = 0; i < n; ++i)
      for (const double value : nodes[i])
        if (!std::isfinite(value))
          refuse("node " + std::to_string(i + 1) + " has a coordinate that is not finite");
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
      const std::string type = upper(file_.attribute("connect" + number, "elem_type"));
      if (!type.starts_with("HEX"))
        refuse("the element block '" + names[i] + "' has elements of type " + type +
               ", expected "
               "HEX8, HEX20 or HEX27; mesh its volume with hexahedra, and leave blocks of other "
               "elements out of the file");
      builder_.add_volume(names[i], exodus_lattice(file_.name(), names[i], n_nodes),
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
    if (element < 1 || element > n || side < 1 || side > 6)
      refuse("the side set '" + name + "' lists side " + std::to_string(side) + " of element " +
             std::to_string(element) + ", expected sides 1 to 6 of elements 1 to " +
             std::to_string(n));
    // Its sides are numbered as Nek5000's faces: around, then bottom and top.
    builder_.add_side(name, static_cast<std::size_t>(element - 1),
                      nek_face(static_cast<int>(side)));
  }

  NetcdfFile file_;
  ExchangeBuilder builder_;
};

}  // namespace

bool has_exodus() { return true; }

RawMesh read_exodus(const std::filesystem::path& path) { return ExodusReader(path).read(); }

}  // namespace lobatto::mesh
