#include "extruded/skeleton.hpp"

#include <algorithm>

#include "base/stopwatch.hpp"

namespace lobatto::extruded {

namespace {

std::size_t place_of(const precond::VertexRows& rows, int row, int column) {
  const auto first = rows.columns.begin() + static_cast<std::ptrdiff_t>(rows.offsets[row]);
  const auto last = rows.columns.begin() + static_cast<std::ptrdiff_t>(rows.offsets[row + 1]);
  return static_cast<std::size_t>(std::lower_bound(first, last, column) - rows.columns.begin());
}

/// Where the entries of the elements' matrices [n_outer][n_outer] go in the assembled one; none
/// where a row or a column is of no unknown.
std::vector<std::ptrdiff_t> places_of_entries(const SkeletonPlan& plan,
                                              const precond::VertexRows& rows) {
  constexpr std::ptrdiff_t none = -1;
  const auto unknowns = plan.unknowns();
  const auto n_outer = static_cast<std::size_t>(plan.n_outer());
  std::vector<std::ptrdiff_t> places;
  places.reserve(unknowns.size() * n_outer);
  for (std::size_t first = 0; first < unknowns.size(); first += n_outer)
    for (const int row : unknowns.subspan(first, n_outer))
      for (const int column : unknowns.subspan(first, n_outer))
        places.push_back(row < 0 || column < 0
                             ? none
                             : static_cast<std::ptrdiff_t>(place_of(rows, row, column)));
  return places;
}

void assemble(const std::vector<PlaneElement>& elements, double lambda,
              const std::vector<std::ptrdiff_t>& places, precond::VertexRows& rows) {
  std::ranges::fill(rows.values, 0.0);
  auto place = places.begin();
  for (const PlaneElement& element : elements)
    for (const double entry : element.condensed(lambda)) {
      if (*place >= 0) rows.values[*place] += entry;
      ++place;
    }
}

std::vector<PlaneElement> elements_of_all(std::span<const PlaneElement> own, int n_outer,
                                          const comm::Communicator& communicator) {
  std::vector<double> values;
  for (const auto& element : own)
    values.insert(values.end(), element.values().begin(), element.values().end());
  values = communicator.all_gather(values);
  const int n = n_outer / 4 + 1;
  std::vector<PlaneElement> all;
  for (std::size_t at = 0; at < values.size(); at += PlaneElement::n_values(n))
    all.emplace_back(n, values.data() + at);
  return all;
}

}  // namespace

Skeleton::Skeleton(const ExtrudedPlan& plan, int n_problems, const comm::Communicator& communicator)
    : communicator_(communicator),
      plan_(plan.skeleton()),
      lanes_(plan.lanes()),
      n_problems_(n_problems),
      rank_(communicator.rank()),
      n_ranks_(communicator.size()),
      row_of_(plan_.n_unknowns()),
      rows_(plan_.n_unknowns() * n_problems * 2 * plan.lanes().n_lanes()) {
  for (int rank = 0; rank < n_ranks_; ++rank)
    owners_.insert(owners_.end(), first_group(rank + 1) - first_group(rank), rank);
  const auto& elimination = plan_.elimination();
  for (std::size_t i = 0; i < elimination.order.size(); ++i)
    row_of_[elimination.order[i]] = static_cast<int>(i);
  for (int i = 0; i < n_own_groups(); ++i) factors_.emplace_back(elimination, lanes_.n_lanes());
  make_exchanges();
}

void Skeleton::make_exchanges() {
  std::vector<std::size_t> out, in;
  for (int rank = 0; rank < n_ranks_; ++rank) {
    out.push_back(plan_.n_own() * width_of_rank(rank));
    in.push_back(plan_.unknowns_of_rank(rank).size() * width_of_rank(rank_));
  }
  to_owners_ = std::make_unique<comm::AllToAll>(communicator_, out, in);
  back_ = std::make_unique<comm::AllToAll>(communicator_, in, out);
}

void Skeleton::factorize(std::span<const PlaneElement> elements, double shift,
                         bool holds_constant) {
  const auto& elimination = plan_.elimination();
  const auto all = elements_of_all(elements, plan_.n_outer(), communicator_);
  precond::VertexRows rows = plan_.rows();
  const auto places = places_of_entries(plan_, rows);
  for (int i = 0; i < n_own_groups(); ++i) {
    const auto& eigenvalues = lanes_.groups()[first_group(rank_) + i].eigenvalues;
    for (std::size_t lane = 0; lane < eigenvalues.size(); ++lane) {
      const double lambda = eigenvalues[lane];
      assemble(all, lambda + shift, places, rows);
      // Holds the last unknown at zero, for right-hand sides of sum zero.
      if (holds_constant && lambda == 0 && !elimination.order.empty())
        rows.values[extruded::place_of(rows, elimination.order.back(), elimination.order.back())] *=
            2;
      factors_[i].set(static_cast<int>(lane), precond::SupernodalFactor(elimination, rows));
    }
  }
}

std::size_t Skeleton::width(int begin, int end) const {
  std::size_t n_slots = 0;
  for (int g = begin; g < end; ++g) n_slots += lanes_.n_slots(lanes_.groups()[g]);
  return n_problems_ * n_slots;
}

std::size_t Skeleton::place_of(int group) const {
  return plan_.n_own() * width(first_group(owners_[group]), group);
}

void Skeleton::begin() {
  for (int rank = 0; rank < n_ranks_; ++rank)
    std::fill_n(to_owners_->send_block(rank), plan_.n_own() * width_of_rank(rank), 0.0);
}

double* Skeleton::right_hand_sides(int group) {
  return to_owners_->send_block(owners_[group]) + place_of(group);
}

const double* Skeleton::solutions(int group) const {
  return back_->recv_block(owners_[group]) + place_of(group);
}

void Skeleton::exchange(comm::AllToAll& exchange) {
  const base::Stopwatch watch;
  exchange.begin();
  exchange.finish();
  exchange_seconds_ += watch.seconds();
}

void Skeleton::solve_group(int group) {
  const std::size_t size = width(group, group + 1), before = width(first_group(rank_), group);
  std::fill_n(rows_.data(), plan_.n_unknowns() * size, 0.0);
  for (int rank = 0; rank < n_ranks_; ++rank) {
    const auto& unknowns = plan_.unknowns_of_rank(rank);
    const double* from = to_owners_->recv_block(rank) + unknowns.size() * before;
    for (const int unknown : unknowns) {
      double* const to = rows_.data() + row_of_[unknown] * size;
      for (std::size_t i = 0; i < size; ++i) to[i] += *from++;
    }
  }
  factors_[group - first_group(rank_)].solve(rows_.data(),
                                             n_problems_ * lanes_.groups()[group].n_sides);
  for (int rank = 0; rank < n_ranks_; ++rank) {
    const auto& unknowns = plan_.unknowns_of_rank(rank);
    double* to = back_->send_block(rank) + unknowns.size() * before;
    for (const int unknown : unknowns)
      to = std::copy_n(rows_.data() + row_of_[unknown] * size, size, to);
  }
}

void Skeleton::solve() {
  exchange(*to_owners_);
  for (int group = first_group(rank_); group < first_group(rank_ + 1); ++group) solve_group(group);
  exchange(*back_);
}

}  // namespace lobatto::extruded
