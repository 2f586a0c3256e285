#include "mesh/slices/gmsh_slice.hpp"

#include <algorithm>
#include <limits>

#include "comm/agreed_fault.hpp"
#include "mesh/extrusion.hpp"
#include "mesh/gmsh_builder.hpp"
#include "mesh/gmsh_cells.hpp"
#include "mesh/gmsh_file.hpp"
#include "mesh/gmsh_periodic.hpp"
#include "mesh/slices/node_directory.hpp"
#include "mesh/slices/sliced_translation.hpp"

namespace lobatto::mesh {
namespace {

bool is_plane(const GmshFile& share, const comm::Communicator& communicator) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::array<double, 2> range{infinity, infinity};  // of -z and of z
  for (const auto& x : share.nodes) range = {std::min(range[0], -x[2]), std::min(range[1], x[2])};
  communicator.min(range);
  return -range[0] <= range[1];
}

/// The nodes of cells, and those of periodic surfaces. Ascending.
std::vector<std::int64_t> used_labels(const GmshFile& share) {
  std::vector<std::int64_t> labels(share.cell_nodes.begin(), share.cell_nodes.end());
  for (const auto& pair : share.periodic)
    for (const auto& nodes : pair.nodes) labels.insert(labels.end(), nodes.begin(), nodes.end());
  sort_and_drop_repeated(labels);
  return labels;
}

std::vector<long long> in_order_of_ranks(const std::vector<long long>& own,
                                         const comm::Communicator& communicator) {
  std::vector<long long> groups;
  for (const long long group : communicator.all_gather(std::span<const long long>(own)))
    if (std::ranges::find(groups, group) == groups.end()) groups.push_back(group);
  return groups;
}

class SliceBuilder {
 public:
  SliceBuilder(const GmshFile& share, NodeDirectory& nodes, const comm::Communicator& communicator)
      : share_(share), nodes_(nodes), communicator_(communicator), builder_(share) {}

  MeshSlice build() {
    expect_one_kind();
    builder_.name_groups(in_order_of_ranks(builder_.volume_groups(), communicator_),
                         in_order_of_ranks(builder_.surface_groups(), communicator_));
    comm::together(communicator_, [&] { builder_.add_elements(); });
    add_corners_of_quads();
    comm::together(communicator_, [&] { builder_.add_quads(); });
    MeshSlice slice;
    slice.raw = std::move(builder_.mesh());
    slice.point_ids.assign(builder_.point_labels().begin(), builder_.point_labels().end());
    slice.quad_orders = builder_.quad_numbers();
    slice.first_element = first_elements(slice.raw.n_elements());
    for (const auto& pair : share_.periodic) {
      if (pair.n_nodes == 0)
        add_moved(pair, slice);
      else
        add_listed(pair, slice);
    }
    return slice;
  }

 private:
  /// All ranks learn of the first hexahedron of the file.
  void expect_one_kind() {
    const GmshCell* own = builder_.first_hexahedron();
    const auto first = communicator_.max_location(own != nullptr ? 1.0 : 0.0);
    if (first.value == 0.0) return;
    std::array<double, 2> cell{};
    if (own != nullptr) cell = {double(own->type), static_cast<double>(own->label)};
    communicator_.broadcast(cell, first.rank);
    comm::together(communicator_, [&] {
      builder_.expect_kind(static_cast<int>(cell[0]), static_cast<long long>(cell[1]));
    });
  }

  void add_corners_of_quads() {
    const auto& own = builder_.point_labels();
    nodes_.mark_corners(std::vector<std::int64_t>(own.begin(), own.end()));
    std::vector<std::int64_t> labels;
    for (const GmshCell& cell : share_.cells) {
      if (!is_quadrilateral(cell.type)) continue;
      for (std::size_t i = 0; i < 4; ++i) labels.push_back(share_.cell_nodes[cell.first_node + i]);
    }
    sort_and_drop_repeated(labels);
    const auto are_corners = nodes_.are_corners(labels);
    for (std::size_t i = 0; i < labels.size(); ++i)
      if (are_corners[i] != 0) builder_.add_corner(labels[i]);
  }

  [[nodiscard]] std::vector<std::int64_t> first_elements(std::int64_t n_own) const {
    const long long count = n_own;
    std::vector<std::int64_t> first{0};
    for (const long long n : communicator_.all_gather(std::span(&count, 1)))
      first.push_back(first.back() + n);
    return first;
  }

  /// A pair that lists its nodes counts where both are corners of elements.
  void add_listed(const GmshPeriodicSurfaces& pair, MeshSlice& slice) {
    const auto map = static_cast<std::int64_t>(slice.map_names.size());
    slice.map_names.push_back(name_of(pair));
    std::vector<PeriodicImage> images;
    comm::together(communicator_, [&] {
      for (std::size_t i = 0; i < pair.nodes.size(); ++i) {
        const auto& [slave, master] = pair.nodes[i];
        const auto& from = share_.nodes[share_.node(slave, name_of(pair))];
        const auto& to = share_.nodes[share_.node(master, name_of(pair))];
        // Of a point that is listed several times the last one counts.
        const auto order = -static_cast<std::int64_t>(pair.first_node + i);
        images.push_back(
            {map, order, slave, master, {to[0] - from[0], to[1] - from[1], to[2] - from[2]}});
      }
    });
    std::vector<std::int64_t> labels;
    for (const auto& image : images) labels.insert(labels.end(), {image.slave, image.master});
    const auto are_corners = nodes_.are_corners(labels);
    for (std::size_t i = 0; i < images.size(); ++i)
      if (are_corners[2 * i] != 0 && are_corners[2 * i + 1] != 0) slice.images.push_back(images[i]);
  }

  void add_moved(const GmshPeriodicSurfaces& pair, MeshSlice& slice) {
    const auto offset = translation_of(share_.name, pair);
    const auto& slave = quads_of(pair, pair.slave);
    const auto& master = quads_of(pair, pair.master);
    add_map_by_translation(slice, slave, master, offset, name_of(pair), communicator_);
  }

  [[nodiscard]] std::vector<QuadPoints> quads_of(const GmshPeriodicSurfaces& pair,
                                                 int surface) const {
    const auto found = builder_.quads_of_surfaces().find(surface);
    const bool is_here = found != builder_.quads_of_surfaces().end();
    if (communicator_.sum(is_here ? 1LL : 0LL) == 0)
      refuse_without_quads(share_.name, pair, surface);
    return is_here ? found->second : std::vector<QuadPoints>{};
  }

  const GmshFile& share_;
  NodeDirectory& nodes_;
  const comm::Communicator& communicator_;
  GmshBuilder builder_;
};

}  // namespace

MeshSlice read_gmsh_slice(const std::filesystem::path& path,
                          const comm::Communicator& communicator) {
  GmshFile share = read_gmsh_share(path, communicator);
  NodeDirectory nodes(share, communicator);
  if (share.dimension == 2 && is_plane(share, communicator)) refuse_plane(share.name);
  refuse_without_volumes(share.name, share.dimension);
  nodes.fetch(used_labels(share), share);
  return SliceBuilder(share, nodes, communicator).build();
}

}  // namespace lobatto::mesh
