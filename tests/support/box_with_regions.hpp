#pragma once

#include <array>
#include <utility>

#include "comm/communicator.hpp"
#include "mesh/box_mesh.hpp"

namespace lobatto::test {

/// A rank's part of a box with solids. all: of all elements of the box, x fastest.
inline mesh::BoxMesh box_with_regions(const std::array<mesh::Axis, 3>& axes, int order,
                                      const comm::Communicator& ranks, const mesh::Regions& all) {
  auto box = mesh::make_box_mesh(axes, order, ranks.rank(), ranks.size(), mesh::Cut::blocks);
  mesh::Regions own{all.solids, {}};
  for (int e = 0; e < box.n_local_elements(); ++e) {
    const auto [x, y, z] = box.element_index(e);
    own.of_elements.push_back(
        all.of_elements[(z * axes[1].n_elements() + y) * axes[0].n_elements() + x]);
  }
  return mesh::by_regions(std::move(box), std::move(own));
}

}  // namespace lobatto::test
