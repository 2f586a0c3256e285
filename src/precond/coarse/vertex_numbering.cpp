#include "precond/coarse/vertex_numbering.hpp"

#include <algorithm>

#include "gs/global_ids.hpp"

namespace lobatto::precond {

std::vector<std::int64_t> flatten(std::span<const std::array<std::int64_t, n_vertices>> ids) {
  std::vector<std::int64_t> flat;
  flat.reserve(ids.size() * n_vertices);
  for (const auto& element : ids) flat.insert(flat.end(), element.begin(), element.end());
  return flat;
}

VertexNumbering::VertexNumbering(std::span<const std::array<std::int64_t, n_vertices>> ids,
                                 const comm::Communicator& communicator)
    : gather_scatter_(flatten(ids), communicator), sums_(ids.size() * n_vertices) {
  const auto flat = flatten(ids);
  choose_own_copies(flat, communicator);
  const auto n_owned = static_cast<long long>(own_copies_.size());
  size_ = communicator.sum(n_owned);
  first_owned_ = communicator.exclusive_sum(n_owned);
  // Doubles hold whole numbers exactly up to 2^53: the owners tell the numbers as they will tell
  // the solution.
  std::vector<double> own(own_copies_.size()), all(flat.size());
  for (std::size_t i = 0; i < own.size(); ++i)
    own[i] = static_cast<double>(first_owned_ + static_cast<std::int64_t>(i));
  scatter(own, all);
  for (std::size_t q = 0; q < flat.size(); ++q)
    numbers_.push_back(flat[q] < 0 ? -1 : static_cast<std::int64_t>(all[q]));
}

void VertexNumbering::choose_own_copies(std::span<const std::int64_t> ids,
                                        const comm::Communicator& communicator) {
  const gs::IdGroups groups = gs::group_by_id(ids);
  std::vector<bool> is_own(groups.size(), true);
  for (const gs::PartnerIds& partner : gs::find_shared_ids(groups.ids, communicator)) {
    if (partner.rank > communicator.rank()) continue;
    for (const std::int64_t id : partner.ids) {
      const auto place = std::lower_bound(groups.ids.begin(), groups.ids.end(), id);
      is_own[static_cast<std::size_t>(place - groups.ids.begin())] = false;
    }
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (is_own[g]) own_copies_.push_back(groups.group(g).front());
  }
}

void VertexNumbering::gather(std::span<const double> shares, std::span<double> owned) {
  std::copy(shares.begin(), shares.end(), sums_.begin());
  gather_scatter_.add(std::span<double>(sums_));
  for (std::size_t i = 0; i < owned.size(); ++i) owned[i] = sums_[own_copies_[i]];
}

void VertexNumbering::scatter(std::span<const double> owned, std::span<double> copies) const {
  std::fill(copies.begin(), copies.end(), 0.0);
  for (std::size_t i = 0; i < owned.size(); ++i) copies[own_copies_[i]] = owned[i];
  gather_scatter_.add(copies);
}

}  // namespace lobatto::precond
