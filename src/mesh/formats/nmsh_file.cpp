#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>

#include "mesh/formats/file_cursor.hpp"
#include "mesh/formats/re2_reader.hpp"
#include "mesh/mesh_format.hpp"

namespace lobatto::mesh {
namespace {

constexpr bool is_dimension(std::uint32_t n) { return n == 2 || n == 3; }

constexpr std::uint32_t swapped(std::uint32_t n) {
  return (n >> 24) | ((n >> 8) & 0xff00U) | ((n << 8) & 0xff0000U) | (n << 24);
}

/// A number for each element, then label and place of its corners.
constexpr std::size_t bytes_of_element(std::uint32_t dimension) {
  return 4 + (std::size_t{1} << dimension) * (4 + 3 * 8);
}

/// Two counts, the elements, zones of 9 integers, and elements with curved sides.
class NmshParser {
 public:
  explicit NmshParser(const std::filesystem::path& file) : in_(file) { file_.name = in_.name(); }

  Re2File parse() {
    in_.set_binary(true, false);
    read_counts();
    for (std::int64_t e = 0; e < file_.n_elements; ++e) read_element();
    const int n_zones = read_count("the number of zones", 36);
    for (int i = 0; i < n_zones; ++i) read_zone(i);
    const int n_curved = read_count("the number of elements with curved sides", 532);
    for (int i = 0; i < n_curved; ++i) read_curves();
    return std::move(file_);
  }

 private:
  void read_counts() {
    const auto n = in_.binary_number<std::uint32_t>("the number of elements");
    const auto dimension = in_.binary_number<std::uint32_t>("the number of dimensions");
    const bool is_swapped = !is_dimension(dimension);
    in_.set_binary(true, is_swapped);
    file_.dimension = static_cast<int>(is_swapped ? swapped(dimension) : dimension);
    file_.n_elements = is_swapped ? swapped(n) : n;
    file_.n_fluid = file_.n_elements;
    if (file_.dimension != 2 && file_.dimension != 3)
      in_.fail("expected 2 or 3 dimensions, found " + std::to_string(file_.dimension));
    if (static_cast<std::size_t>(file_.n_elements) >
        in_.remaining() / bytes_of_element(static_cast<std::uint32_t>(file_.dimension)))
      in_.fail("expected " + std::to_string(file_.n_elements) +
               " elements, but the file is too short");
  }

  void read_element() {
    in_.binary_number<std::int32_t>("the number of an element");
    auto& corners = file_.corners.emplace_back();
    for (const int v : std::span(re2_corners).first(file_.dimension == 2 ? 4 : 8)) {
      in_.binary_number<std::int32_t>("the label of a corner");
      for (double& x : corners[v]) {
        x = in_.binary_number<double>("a coordinate of a corner");
        if (!std::isfinite(x)) in_.fail("expected a finite coordinate of a corner");
      }
    }
    if (file_.dimension == 2) make_slab(corners);
  }

  int read_count(const char* what, std::size_t bytes_each) {
    const auto n = in_.binary_number<std::int32_t>(what);
    if (n < 0 || static_cast<std::size_t>(n) > in_.remaining() / bytes_each)
      in_.fail("expected " + std::string(what) + " that fits this file, found " +
               std::to_string(n));
    return n;
  }

  int read_number(const char* what, std::int64_t largest) {
    const auto n = in_.binary_number<std::int32_t>(what);
    if (n < 1 || n > largest)
      in_.fail("expected " + std::string(what) + ", 1 to " + std::to_string(largest) + ", found " +
               std::to_string(n));
    return n;
  }

  void read_zone(int order) {
    enum Kind { periodic = 5, labelled = 7 };
    constexpr std::array<const char*, 6> names{"wall",     "inlet", "outlet",
                                               "symmetry", "P",     "outlet_normal"};
    Re2Condition condition;
    condition.order = order;
    condition.element = read_number("the element of a zone", file_.n_elements) - 1;
    // Neko numbers facets as we do faces, from 1.
    condition.face = nek_face_of(read_number("the facet of a zone", 2L * file_.dimension) - 1);
    const auto partner = in_.binary_number<std::int32_t>("the partner of a zone");
    const auto facet_or_label = in_.binary_number<std::int32_t>("the facet or label of a zone");
    in_.skip_bytes(4 * sizeof(std::int32_t), "the points of a zone");
    const int kind = read_number("the kind of a zone", labelled);
    condition.letters = kind == labelled ? "zone-" + std::to_string(facet_or_label)
                                         : names[static_cast<std::size_t>(kind) - 1];
    if (kind == periodic) {
      if (facet_or_label < 1 || facet_or_label > 2 * file_.dimension)
        in_.fail("expected the facet of a periodic partner, 1 to " +
                 std::to_string(2 * file_.dimension) + ", found " + std::to_string(facet_or_label));
      condition.values = {double(partner), double(nek_face_of(facet_or_label - 1))};
    }
    file_.conditions.push_back(condition);
  }

  void read_curves() {
    enum Kind { none = 0, arc = 3, midside = 4 };
    const int element = read_number("the element of curved sides", file_.n_elements) - 1;
    std::array<std::array<double, 5>, 12> values{};
    for (auto& of_edge : values)
      for (double& value : of_edge) value = in_.binary_number<double>("a value of a curved side");
    for (int edge = 1; edge <= 12; ++edge) {
      const auto kind = in_.binary_number<std::int32_t>("the kind of a curved side");
      if (kind == none) continue;
      if (kind != arc && kind != midside)
        in_.fail("expected a curved side of kind 3 (an arc) or 4 (a midside node), found " +
                 std::to_string(kind));
      // What Neko has of the upper lines of a plane mesh is that of the lower ones.
      if (file_.dimension == 2 && edge > 4) continue;
      add_curve(file_, {element, edge, kind == arc ? 'C' : 'm', values[edge - 1]});
    }
  }

  FileCursor in_;
  Re2File file_;
};

/// Whether a file begins, and is as long, as one of Neko, which has no mark of its own.
bool is_nmsh(const std::filesystem::path& file, std::string_view) {
  FileCursor in(file);
  if (in.remaining() < 16) return false;
  in.set_binary(true, false);
  auto n = in.binary_number<std::uint32_t>("");
  auto dimension = in.binary_number<std::uint32_t>("");
  if (!is_dimension(dimension)) {
    n = swapped(n);
    dimension = swapped(dimension);
  }
  return is_dimension(dimension) && n > 0 && n <= in.remaining() / bytes_of_element(dimension);
}

}  // namespace

/// A .nmsh file of Neko, plane or not, in the words of .re2 files. Zones of the kinds that older
/// files have are the conditions "wall", "inlet", "outlet", "symmetry" and "outlet_normal",
/// labelled ones "zone-<label>"; periodic ones pair sides. What follows the curved sides counts for
/// nothing: Neko leaves what an older, longer file had there. Throws base::Error with the byte and
/// what was expected there.
MeshFormat nmsh_format() {
  return {.name = "Neko (.nmsh)",
          .is_of = is_nmsh,
          .read = [](const std::filesystem::path& file, const comm::Communicator& communicator) {
            return mesh_of(NmshParser(file).parse(), communicator);
          }};
}

}  // namespace lobatto::mesh
