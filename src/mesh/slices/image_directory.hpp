#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/periodic_motion.hpp"
#include "mesh/slices/mesh_slice.hpp"

namespace lobatto::mesh {

/// The periodic maps of all slices: where a point is carried lies on its rank_of_key.
class ImageDirectory {
 public:
  /// Collective.
  ImageDirectory(const MeshSlice& slice, const comm::Communicator& communicator);

  /// Which of the images given to the constructor are not where their point is carried by the one
  /// of lowest order.
  [[nodiscard]] const std::vector<std::int64_t>& contradicted() const { return contradicted_; }
  /// From the slaves to the masters of each map: what fits its points best.
  [[nodiscard]] const std::vector<PeriodicMotion>& motions() const { return motions_; }
  /// Where each map carries points; -1: nowhere. [points][maps] Collective.
  [[nodiscard]] std::vector<std::int64_t> images_of(std::span<const std::int64_t> points) const;

 private:
  struct Carried {
    std::int64_t slave = 0, map = 0, order = 0, master = 0;
    std::array<double, 3> from{}, to{};
    auto operator<=>(const Carried&) const = default;
  };
  std::vector<std::int64_t> keep_first(std::span<const Carried> given);
  void measure_motions(std::size_t n_maps);

  const comm::Communicator& communicator_;
  std::vector<Carried> carried_;  ///< of this rank, ascending; one of a point and map
  std::vector<std::int64_t> contradicted_;
  std::vector<PeriodicMotion> motions_;
};

}  // namespace lobatto::mesh
