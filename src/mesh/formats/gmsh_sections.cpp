#include "mesh/formats/gmsh_sections.hpp"

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

namespace lobatto::mesh {
namespace {

void read_entity_of(FileCursor& in, GmshVersion version, int dimension, GmshGroups& groups) {
  const int tag = in.number<int>("the number of an entity");
  // Version 4.1 has the position of a point, all else a box.
  const int n_reals = dimension == 0 && version == GmshVersion::v41 ? 3 : 6;
  for (int i = 0; i < n_reals; ++i) in.number<double>("the bounding box of an entity");
  const std::size_t n_groups = in.count<std::size_t>("the number of its physical groups");
  for (std::size_t i = 0; i < n_groups; ++i) {
    groups.of_entities[dimension][tag].push_back(std::abs(in.number<int>("a physical group")));
  }
  if (dimension == 0) return;
  const std::size_t n_bounds = in.count<std::size_t>("the number of its bounding entities");
  for (std::size_t i = 0; i < n_bounds; ++i) in.number<int>("a bounding entity");
}

/// One section of periodic pairs.
class PeriodicSection {
 public:
  PeriodicSection(FileCursor& in, GmshVersion version, const Share& share, GmshFile& file)
      : in_(in), version_(version), share_(share), file_(file) {}

  void read() {
    const std::size_t n = read_length();
    for (std::size_t i = 0; i < n; ++i) read_pair();
  }

 private:
  /// Of version 2.2 it is text in binary files as well.
  [[nodiscard]] bool is_text() const { return version_ == GmshVersion::v22 || !in_.binary(); }

  std::size_t read_length() {
    constexpr const char* what = "the number of periodic entities";
    if (is_text()) return in_.text_count(what);
    return version_ == GmshVersion::v41 ? in_.count<std::size_t>(what) : in_.count<int>(what);
  }

  int read_integer(const char* what) {
    return is_text() ? in_.text_number<int>(what) : in_.number<int>(what);
  }

  void read_pair() {
    const int dimension = read_integer("the dimension of a periodic entity");
    GmshPeriodicSurfaces pair;
    pair.slave = read_integer("a periodic entity");
    pair.master = read_integer("the master of a periodic entity");
    read_map(pair);
    read_nodes(pair);
    if (dimension == 1) file_.periodic_curves.push_back(pair);
    if (dimension == 2) file_.periodic.push_back(std::move(pair));
  }

  /// The affine map, where there is one, and the number of nodes.
  void read_map(GmshPeriodicSurfaces& pair) {
    if (version_ == GmshVersion::v41) {
      read_entries(in_.count<std::size_t>("the number of entries of an affine map"), pair);
      pair.n_nodes = in_.count<std::size_t>("the number of periodic nodes");
    } else if (is_text()) {
      std::string count(in_.word());
      if (count == "Affine") {
        read_entries(16, pair);
        count = in_.word();
      }
      pair.n_nodes = parse_count(count);
    } else {
      // Where a map comes first, a number below zero says so.
      constexpr const char* what = "the number of periodic nodes";
      auto n = in_.number<std::int64_t>(what);
      if (n < 0) {
        read_entries(16, pair);
        n = in_.number<std::int64_t>(what);
      }
      if (n < 0 || static_cast<std::size_t>(n) > in_.remaining())
        in_.fail("expected " + std::string(what) + ", found " + std::to_string(n));
      pair.n_nodes = static_cast<std::size_t>(n);
    }
  }

  void read_entries(std::size_t n, GmshPeriodicSurfaces& pair) {
    constexpr const char* what = "an entry of an affine map";
    for (std::size_t i = 0; i < n; ++i)
      pair.affine.push_back(is_text() ? in_.text_number<double>(what) : in_.number<double>(what));
  }

  [[nodiscard]] std::size_t parse_count(const std::string& text) const {
    std::size_t value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size() ||
        value > in_.remaining())
      in_.fail("expected the number of periodic nodes, found '" + text.substr(0, 40) + "'");
    return value;
  }

  long long read_node() {
    constexpr const char* what = "a periodic node";
    if (is_text()) return in_.text_number<long long>(what);
    if (version_ == GmshVersion::v40) return in_.number<int>(what);
    return static_cast<long long>(in_.number<std::size_t>(what));
  }

  /// Keeps the share of them.
  void read_nodes(GmshPeriodicSurfaces& pair) {
    const auto own = ShareOfList(pair.n_nodes, share_).next(pair.n_nodes);
    pair.first_node = own[0];
    for (std::size_t i = 0; i < pair.n_nodes; ++i) {
      const long long slave = read_node(), master = read_node();
      if (i >= own[0] && i < own[1]) pair.nodes.push_back({slave, master});
    }
  }

  FileCursor& in_;
  GmshVersion version_;
  Share share_;
  GmshFile& file_;
};

}  // namespace

const std::vector<int>& GmshGroups::of(int dimension, int entity) const {
  static const std::vector<int> none{0};
  if (dimension < 0 || dimension > 3) return none;
  const auto groups = of_entities[dimension].find(entity);
  return groups != of_entities[dimension].end() ? groups->second : none;
}

void read_gmsh_names(FileCursor& in, GmshFile& file) {
  const std::size_t n = in.text_count("the number of physical names");
  for (std::size_t i = 0; i < n; ++i) {
    const int dimension = in.text_number<int>("the dimension of a physical group");
    const int group = in.text_number<int>("the number of a physical group");
    const std::string_view text = in.rest_of_line();
    const auto first = text.find('"'), last = text.rfind('"');
    if (first == std::string_view::npos || last == first)
      in.fail("expected the name of a physical group in quotation marks, found '" +
              std::string(text) + "'");
    const std::string name(text.substr(first + 1, last - first - 1));
    if (dimension == 1) file.curve_names[group] = name;
    if (dimension == 2) file.surface_names[group] = name;
    if (dimension == 3) file.volume_names[group] = name;
  }
}

GmshGroups read_gmsh_entities(FileCursor& in, GmshVersion version) {
  std::array<std::size_t, 4> n{};
  for (auto& count : n) count = in.count<std::size_t>("a number of entities");
  GmshGroups groups;
  for (int dimension = 0; dimension < 4; ++dimension)
    for (std::size_t i = 0; i < n[dimension]; ++i) read_entity_of(in, version, dimension, groups);
  return groups;
}

void read_gmsh_periodic(FileCursor& in, GmshVersion version, const Share& share, GmshFile& file) {
  PeriodicSection(in, version, share, file).read();
}

}  // namespace lobatto::mesh
