#include "mesh/formats/gmsh_file.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

#include "base/error.hpp"
#include "mesh/formats/file_cursor.hpp"
#include "mesh/formats/file_share.hpp"
#include "mesh/formats/gmsh_cells.hpp"
#include "mesh/formats/gmsh_sections.hpp"

namespace lobatto::mesh {
namespace {

struct NamedVersion {
  std::string_view name;
  GmshVersion version;
};
constexpr NamedVersion versions[] = {{"2.2", GmshVersion::v22},
                                     {"4", GmshVersion::v40},
                                     {"4.0", GmshVersion::v40},
                                     {"4.1", GmshVersion::v41}};

/// The sections of one file, in any order that the format allows.
class GmshParser {
 public:
  GmshParser(const std::filesystem::path& file, const Share& share, GmshCells wanted)
      : in_(file), share_(share), wanted_(wanted) {
    file_.name = in_.name();
  }

  [[nodiscard]] std::size_t last_byte() const { return in_.last(); }

  GmshFile parse() {
    expect("$MeshFormat");
    read_format();
    expect("$EndMeshFormat");
    for (auto section = in_.word(); !section.empty(); section = in_.word()) {
      if (section[0] != '$')
        in_.fail("expected a section such as $Nodes, found '" + std::string(section.substr(0, 40)) +
                 "'");
      const std::string end = "$End" + std::string(section.substr(1));
      if (read_section(std::string(section)))
        expect(end);
      else
        in_.skip_past(end);
    }
    std::sort(file_.node_labels.begin(), file_.node_labels.end());
    return std::move(file_);
  }

 private:
  void expect(const std::string& word) {
    const auto found = in_.word();
    if (found != word)
      in_.fail("expected " + word + ", found '" + std::string(found.substr(0, 40)) + "'");
  }

  void read_format() {
    const std::string version(in_.word());
    const auto known = std::ranges::find(versions, version, &NamedVersion::name);
    if (known == std::end(versions))
      in_.fail("expected a Gmsh file of version 2.2, 4.0 or 4.1, found version '" + version +
               "'; save it with -format msh41");
    version_ = known->version;
    const int is_binary = in_.text_number<int>("0 for text or 1 for binary");
    if (in_.text_number<int>("the length of reals") != 8)
      in_.fail("expected reals of 8 bytes, which is what Gmsh writes");
    in_.rest_of_line();
    if (is_binary == 0) return;
    in_.set_binary(true, false);
    const int one = in_.binary_number<int>("the number 1 that shows the byte order");
    constexpr int one_swapped = 1 << 24;
    if (one != 1 && one != one_swapped)
      in_.fail("expected the number 1 that shows the byte order, found " + std::to_string(one));
    in_.set_binary(true, one == one_swapped);
  }

  /// False when the section is of no interest.
  bool read_section(const std::string& name) {
    if (name == "$PhysicalNames") {
      read_gmsh_names(in_, file_);
    } else if (name == "$Entities" && version_ != GmshVersion::v22) {
      in_.rest_of_line();
      groups_ = read_gmsh_entities(in_, version_);
    } else if (name == "$Nodes") {
      in_.rest_of_line();
      read_nodes();
    } else if (name == "$Elements") {
      in_.rest_of_line();
      read_elements();
    } else if (name == "$Periodic") {
      in_.rest_of_line();
      read_gmsh_periodic(in_, version_, share_, file_);
    } else if (name == "$PartitionedEntities") {
      in_.fail("the mesh is partitioned; save it whole (Mesh.NbPartitions = 0)");
    } else {
      return false;
    }
    return true;
  }

  void add_node(long long label, const std::array<double, 3>& x) {
    file_.node_labels.emplace_back(label, static_cast<std::int64_t>(file_.nodes.size()));
    file_.nodes.push_back(x);
  }

  std::array<double, 3> read_position() {
    std::array<double, 3> x{};
    for (double& value : x) {
      value = in_.number<double>("a coordinate of a node");
      if (!std::isfinite(value)) in_.fail("expected a finite coordinate of a node");
    }
    return x;
  }

  void read_nodes() {
    if (version_ == GmshVersion::v22)
      read_nodes_2();
    else
      read_nodes_4();
  }

  void read_nodes_2() {
    const std::size_t n = in_.text_count("the number of nodes");
    if (in_.binary()) in_.rest_of_line();
    read_node_records(n, ShareOfList(n, share_).next(n), 0);
  }

  /// Number, position and parameters of n nodes, of which this share is kept.
  void read_node_records(std::size_t n, const std::array<std::size_t, 2>& own,
                         std::size_t n_parameters) {
    skip_node_records(own[0], n_parameters);
    for (std::size_t i = own[0]; i < own[1]; ++i) {
      const int label = in_.number<int>("the number of a node");
      add_node(label, read_position());
      for (std::size_t k = 0; k < n_parameters; ++k) in_.number<double>("a parameter");
    }
    skip_node_records(n - own[1], n_parameters);
  }

  void skip_node_records(std::size_t n, std::size_t n_parameters) {
    const std::size_t n_reals = 3 + n_parameters;
    if (in_.binary())
      skip_binary(n, sizeof(int) + n_reals * sizeof(double), "the number of a node");
    else
      in_.skip_numbers<double>((1 + n_reals) * n, "a coordinate of a node");
  }

  /// Passes over n records. A count that does not fit the file is told before it overflows.
  void skip_binary(std::size_t n, std::size_t bytes_each, const char* what) {
    if (n > in_.remaining() / bytes_each)
      in_.skip_bytes(in_.remaining() + 1, what);
    else
      in_.skip_bytes(n * bytes_each, what);
  }

  /// Version 4.1 tells the least and the greatest number of all, too.
  void skip_range(const char* what) {
    if (version_ != GmshVersion::v41) return;
    for (int i = 0; i < 2; ++i) in_.number<std::size_t>(what);
  }

  /// Dimension and number of an entity; version 4.0 says the number first.
  std::array<int, 2> read_entity() {
    std::array<int, 2> entity{};
    const bool is_number_first = version_ == GmshVersion::v40;
    for (const std::size_t i : {std::size_t{is_number_first}, std::size_t{!is_number_first}})
      entity[i] =
          in_.number<int>(i == 0 ? "the dimension of an entity" : "the number of an entity");
    return entity;
  }

  void read_nodes_4() {
    const std::size_t n_blocks = in_.count<std::size_t>("the number of blocks of nodes");
    ShareOfList share(in_.number<std::size_t>("the numbers of nodes"), share_);
    skip_range("the numbers of nodes");
    for (std::size_t block = 0; block < n_blocks; ++block) {
      const int dimension = read_entity()[0];
      const bool is_parametric = in_.number<int>("0 or 1 for parametric nodes") != 0;
      const std::size_t n = in_.count<std::size_t>("the number of nodes of a block");
      const auto own = share.next(n);
      if (version_ == GmshVersion::v40) {
        const bool has_parameters = is_parametric && (dimension == 1 || dimension == 2);
        read_node_records(n, own, has_parameters ? static_cast<std::size_t>(dimension) : 0);
      } else {
        const int n_parameters = is_parametric ? std::clamp(dimension, 0, 3) : 0;
        read_node_lists(n, own, static_cast<std::size_t>(n_parameters));
      }
    }
  }

  /// All numbers, then all positions with their parameters.
  void read_node_lists(std::size_t n, const std::array<std::size_t, 2>& own,
                       std::size_t n_parameters) {
    in_.skip_numbers<std::size_t>(own[0], "the number of a node");
    std::vector<long long> labels(own[1] - own[0]);
    for (auto& label : labels)
      label = static_cast<long long>(in_.number<std::size_t>("the number of a node"));
    in_.skip_numbers<std::size_t>(n - own[1], "the number of a node");
    in_.skip_numbers<double>(own[0] * (3 + n_parameters), "a coordinate of a node");
    for (const long long label : labels) {
      add_node(label, read_position());
      for (std::size_t i = 0; i < n_parameters; ++i) in_.number<double>("a parameter");
    }
    in_.skip_numbers<double>((n - own[1]) * (3 + n_parameters), "a coordinate of a node");
  }

  /// The type of elements that follow; refuses what no mesh here can be made of.
  const GmshCellType& checked_type(int number) {
    const GmshCellType* type = gmsh_cell_type(number);
    if (type == nullptr)
      in_.fail("element type " + std::to_string(number) +
               " is not known; expected hexahedra, of any order that Gmsh has");
    if (type->dimension == 3 && !is_hexahedron(number) && wanted_ == GmshCells::of_hexahedra) {
      in_.fail("the volume elements must be hexahedra, found a " + std::string(type->name) +
               " of " + std::to_string(type->n_nodes) + " nodes (type " + std::to_string(number) +
               "); Recombine and Transfinite or Extrude with Layers make hexahedra in Gmsh, and " +
               gmsh_cut_command(file_.name) + " cuts what is here into them");
    }
    file_.dimension = std::max(file_.dimension, type->dimension);
    file_.has_triangles |= type->dimension == 2 && !is_quadrilateral(number);
    return *type;
  }

  [[nodiscard]] bool is_of_mesh(int type) const {
    if (wanted_ == GmshCells::of_any_shape) return gmsh_cell_type(type)->dimension > 0;
    return is_hexahedron(type) || is_quadrilateral(type) || is_line(type);
  }

  void begin_cell(int type, long long label, int entity, int physical, std::size_t number) {
    if (is_of_mesh(type))
      file_.cells.push_back({type, label, entity, physical, file_.cell_nodes.size(), number});
  }

  template <class Label>
  void read_cell_nodes(const GmshCellType& type) {
    const bool is_kept = is_of_mesh(type.type);
    for (int i = 0; i < type.n_nodes; ++i) {
      const auto label = static_cast<long long>(in_.number<Label>("a node of an element"));
      if (is_kept) file_.cell_nodes.push_back(label);
    }
  }

  void read_elements() {
    if (version_ == GmshVersion::v22)
      read_elements_2();
    else if (version_ == GmshVersion::v40)
      read_elements_4<int>();
    else
      read_elements_4<std::size_t>();
  }

  void read_elements_2() {
    const std::size_t n = in_.text_count("the number of elements");
    if (in_.binary()) in_.rest_of_line();
    ShareOfList share(n, share_);
    for (std::size_t i = 0; i < n;) {
      // Text has a header before each element, binary one before many.
      const int label = in_.binary() ? 0 : in_.number<int>("the number of an element");
      const GmshCellType& type = checked_type(in_.number<int>("an element type"));
      const std::size_t n_here =
          in_.binary() ? in_.count<int>("the number of elements of a type") : std::size_t{1};
      const std::size_t n_tags = in_.count<int>("the number of tags of an element");
      const auto own = share.next(n_here);
      skip_elements_2(own[0], type, n_tags);
      for (std::size_t k = own[0]; k < own[1]; ++k) read_element_2(type, n_tags, label, i + k);
      skip_elements_2(n_here - own[1], type, n_tags);
      i += n_here;
      if (n_here == 0) in_.fail("a block without elements");
    }
    file_.n_cells += n;
  }

  /// Without the header.
  void skip_elements_2(std::size_t n, const GmshCellType& type, std::size_t n_tags) {
    const std::size_t n_numbers = n_tags + static_cast<std::size_t>(type.n_nodes);
    if (in_.binary())
      skip_binary(n, (1 + n_numbers) * sizeof(int), "the number of an element");
    else
      in_.skip_numbers<int>(n * n_numbers, "a node of an element");
  }

  void read_element_2(const GmshCellType& type, std::size_t n_tags, int label, std::size_t number) {
    if (in_.binary()) label = in_.number<int>("the number of an element");
    std::array<int, 2> tags{};
    for (std::size_t i = 0; i < n_tags; ++i) {
      const int tag = in_.number<int>("a tag of an element");
      if (i < 2) tags[i] = tag;
    }
    begin_cell(type.type, label, tags[1], std::abs(tags[0]), number);
    read_cell_nodes<int>(type);
  }

  template <class Label>
  void read_elements_4() {
    const std::size_t n_blocks = in_.count<std::size_t>("the number of blocks of elements");
    ShareOfList share(in_.number<std::size_t>("the numbers of elements"), share_);
    skip_range("the numbers of elements");
    for (std::size_t block = 0; block < n_blocks; ++block) {
      const auto [dimension, entity] = read_entity();
      const GmshCellType& type = checked_type(in_.number<int>("an element type"));
      const std::vector<int>& groups = groups_.of(dimension, entity);
      const std::size_t n = in_.count<std::size_t>("the number of elements of a block");
      const std::size_t n_numbers = 1 + static_cast<std::size_t>(type.n_nodes);
      const auto own = share.next(n);
      in_.skip_numbers<Label>(own[0] * n_numbers, "the number of an element");
      for (std::size_t i = own[0]; i < own[1]; ++i) {
        const auto label = in_.number<Label>("the number of an element");
        for (const int physical : groups)
          begin_cell(type.type, static_cast<long long>(label), entity, physical, file_.n_cells + i);
        read_cell_nodes<Label>(type);
      }
      in_.skip_numbers<Label>((n - own[1]) * n_numbers, "the number of an element");
      file_.n_cells += n;
    }
  }

  FileCursor in_;
  GmshFile file_;
  GmshGroups groups_;
  GmshVersion version_ = GmshVersion::v22;
  Share share_;
  GmshCells wanted_;
};

using CornerLabels = std::array<long long, 8>;

CornerLabels corners_of(const GmshFile& share, const GmshCell& cell) {
  CornerLabels corners{};
  const auto n = std::min<std::size_t>(gmsh_cell_type(cell.type)->n_nodes, corners.size());
  std::copy_n(share.cell_nodes.begin() + static_cast<std::ptrdiff_t>(cell.first_node), n,
              corners.begin());
  return corners;
}

/// An element in several physical groups is there once for each: the first one counts. Sides keep
/// all of their groups. Collective.
void drop_repeated_elements(GmshFile& share, const comm::Communicator& communicator) {
  const auto is_element = [&](const GmshCell& cell) {
    return gmsh_cell_type(cell.type)->dimension == share.dimension;
  };
  CornerLabels last{};
  for (const GmshCell& cell : share.cells)
    if (is_element(cell)) last = corners_of(share, cell);
  const auto of_ranks = communicator.all_gather(std::span<const long long>(last));
  CornerLabels previous{};
  for (int rank = 0; rank < communicator.rank(); ++rank) {
    const auto of_rank = of_ranks.begin() + rank * std::ssize(last);
    if (*of_rank != 0) std::copy_n(of_rank, last.size(), previous.begin());
  }
  std::erase_if(share.cells, [&](const GmshCell& cell) {
    if (!is_element(cell)) return false;
    const CornerLabels corners = corners_of(share, cell);
    return std::exchange(previous, corners) == corners;
  });
}

}  // namespace

std::int64_t GmshFile::find(long long label) const {
  // Most files count their nodes without gaps.
  const long long place = node_labels.empty() ? -1 : label - node_labels.front().first;
  if (place >= 0 && place < std::ssize(node_labels) && node_labels[place].first == label)
    return node_labels[place].second;
  const auto at = std::ranges::lower_bound(node_labels, std::pair{label, std::int64_t{0}});
  return at == node_labels.end() || at->first != label ? -1 : at->second;
}

void GmshFile::refuse_missing(long long label, const std::string& user) const {
  throw base::Error(name + ": " + user + " uses node " + std::to_string(label) +
                    ", which is not in the file");
}

std::string gmsh_cut_command(const std::string& file) {
  std::filesystem::path to(file);
  to.replace_filename(to.stem().string() + "-hexahedra.msh");
  return "`lobatto mesh convert " + file + " --hexahedra -o " + to.string() + "`";
}

GmshFile read_gmsh_file(const std::filesystem::path& file, const comm::Communicator& communicator,
                        GmshCells wanted) {
  GmshFile share = parse_share<GmshParser>(file, communicator, wanted);
  drop_repeated_elements(share, communicator);
  return share;
}

}  // namespace lobatto::mesh
