#include <algorithm>

#include "space/function_space.hpp"

namespace lobatto::space {

const mesh::Regions& FunctionSpace::regions() const {
  return box_mesh() != nullptr ? box_mesh()->regions : hexes()->regions;
}

const std::vector<std::string>& FunctionSpace::solids() const {
  static const std::vector<std::string> none;
  return is_part_ ? none : regions().solids;
}

int FunctionSpace::region(int e) const { return regions().at(e); }

const FunctionSpace& FunctionSpace::fluid() const {
  if (solids().empty()) return *this;
  if (!fluid_) fluid_ = std::make_shared<const FunctionSpace>(fluid_part());
  return *fluid_;
}

FunctionSpace FunctionSpace::fluid_part() const {
  FunctionSpace part = *this;
  part.is_part_ = true;
  part.gather_scatter_.reset();
  part.turned_copies_.reset();
  part.n_elements_ = regions().n_fluid();
  part.n_global_elements_ = communicator_->sum(static_cast<long long>(part.n_elements_));
  for (auto& boundary : part.boundaries_)
    std::erase_if(boundary.sides, [&](const Side& s) { return s.element >= part.n_elements_; });
  for (auto& boundary : sides_at_solids()) part.boundaries_.push_back(std::move(boundary));
  part.measure_volume();
  return part;
}

/// What is beyond a face: the sum of the numbers of both sides less the element's own.
std::vector<BoundarySides> FunctionSpace::sides_at_solids() const {
  const auto ids =
      box_mesh() != nullptr ? mesh::global_face_ids(*box_mesh()) : mesh::global_face_ids(*hexes());
  const gs::GatherScatter faces(ids, *communicator_);
  std::vector<double> sums;
  for (std::size_t i = 0; i < ids.size(); ++i)
    sums.push_back(1.0 + region(static_cast<int>(i / mesh::n_faces)));
  faces.add(std::span<double>(sums));
  std::vector<BoundarySides> boundaries;
  for (const auto& name : solids()) boundaries.push_back({name, {}});
  for (int e = 0; e < regions().n_fluid(); ++e)
    for (int face = 0; face < mesh::n_faces; ++face) {
      const double own = 1.0, sum = sums[static_cast<std::size_t>(e) * mesh::n_faces + face];
      const int beyond = static_cast<int>(sum - own) - 1;
      if (ids[static_cast<std::size_t>(e) * mesh::n_faces + face] >= 0 && beyond > 0)
        boundaries[beyond - 1].sides.push_back({e, face});
    }
  return boundaries;
}

}  // namespace lobatto::space
