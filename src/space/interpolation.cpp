#include "space/interpolation.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>

namespace lobatto::space {

namespace {

/// Parcels of doubles from every rank to every rank, for set-up.
std::vector<std::vector<double>> deliver(const comm::Communicator& communicator,
                                         const std::vector<std::vector<double>>& parcels) {
  std::vector<long long> bits;
  std::vector<std::size_t> counts;
  for (const auto& parcel : parcels) {
    counts.push_back(parcel.size());
    for (const double value : parcel) bits.push_back(std::bit_cast<long long>(value));
  }
  const auto got = communicator.all_to_all(bits, counts);
  std::vector<std::vector<double>> received;
  std::size_t at = 0;
  for (const std::size_t count : got.counts) {
    auto& parcel = received.emplace_back();
    for (std::size_t i = 0; i < count; ++i)
      parcel.push_back(std::bit_cast<double>(got.values[at++]));
  }
  return received;
}

std::vector<Bounds> bounds_of_ranks(const comm::Communicator& communicator, const Bounds& own) {
  std::vector<double> numbers(own.lower.begin(), own.lower.end());
  numbers.insert(numbers.end(), own.upper.begin(), own.upper.end());
  const auto all = communicator.all_gather(std::span<const double>(numbers));
  std::vector<Bounds> bounds(static_cast<std::size_t>(communicator.size()));
  for (std::size_t r = 0; r < bounds.size(); ++r)
    for (int d = 0; d < 3; ++d) {
      bounds[r].lower[d] = all[6 * r + d];
      bounds[r].upper[d] = all[6 * r + 3 + d];
    }
  return bounds;
}

constexpr double not_here = std::numeric_limits<double>::infinity();

/// Of each point the rank that is the least far away from it, the lowest among equals; n_ranks
/// where nobody has it. asked_for, excess: [rank][question].
std::vector<std::size_t> owners(std::size_t n_points,
                                const std::vector<std::vector<std::size_t>>& asked_for,
                                const std::vector<std::vector<double>>& excess) {
  std::vector<double> best(n_points, not_here);
  std::vector<std::size_t> owner(n_points, asked_for.size());
  for (std::size_t r = 0; r < asked_for.size(); ++r)
    for (std::size_t a = 0; a < asked_for[r].size(); ++a) {
      const std::size_t i = asked_for[r][a];
      if (!(excess[r][a] < best[i])) continue;
      best[i] = excess[r][a];
      owner[i] = r;
    }
  return owner;
}

}  // namespace

// 1. Every point goes to the ranks whose bounds hold it; 2. they answer how far outside of their
// nearest element it is; 3. the best of them, the lowest rank among equals, is told to keep it.
Interpolation::Interpolation(const comm::Communicator& communicator, const ElementSearch& search,
                             std::span<const Point> points, double max_excess)
    : shape_(search.map().shape()), n_points_(points.size()) {
  const auto n_ranks = static_cast<std::size_t>(communicator.size());
  const auto bounds = bounds_of_ranks(communicator, search.bounds());
  std::vector<std::vector<double>> asked(n_ranks);
  std::vector<std::vector<std::size_t>> asked_for(n_ranks);
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t r = 0; r < n_ranks; ++r) {
      if (!bounds[r].contains(points[i])) continue;
      asked[r].insert(asked[r].end(), points[i].begin(), points[i].end());
      asked_for[r].push_back(i);
    }
  const auto questions = deliver(communicator, asked);

  std::vector<std::vector<double>> answers(n_ranks);
  std::vector<std::vector<std::optional<ElementSearch::Place>>> places(n_ranks);
  for (std::size_t r = 0; r < n_ranks; ++r)
    for (std::size_t q = 0; q < questions[r].size(); q += 3) {
      const auto place =
          search.find({questions[r][q], questions[r][q + 1], questions[r][q + 2]}, max_excess);
      places[r].push_back(place);
      answers[r].push_back(place ? std::max(0.0, place->excess) : not_here);
    }
  const auto excess = deliver(communicator, answers);

  const auto owner = owners(points.size(), asked_for, excess);
  for (std::size_t i = 0; i < points.size(); ++i)
    if (owner[i] == n_ranks) missing_.push_back(i);

  origins_.resize(n_ranks);
  std::vector<std::vector<double>> chosen(n_ranks);
  for (std::size_t r = 0; r < n_ranks; ++r)
    for (std::size_t a = 0; a < asked_for[r].size(); ++a) {
      if (owner[asked_for[r][a]] != r) continue;
      origins_[r].push_back(asked_for[r][a]);
      chosen[r].push_back(static_cast<double>(a));
    }
  const auto kept = deliver(communicator, chosen);
  held_.resize(n_ranks);
  std::vector<std::size_t> send_counts, recv_counts;
  const auto n = static_cast<std::size_t>(shape_.n), n_t = static_cast<std::size_t>(shape_.n_t);
  for (std::size_t r = 0; r < n_ranks; ++r) {
    for (const double question : kept[r]) {
      const auto& place = *places[r][static_cast<std::size_t>(question)];
      auto& held =
          held_[r].emplace_back(Held{place.element, std::vector<double>(2 * n + n_t, 1.0)});
      for (std::size_t d = 0; d < static_cast<std::size_t>(shape_.n_directions()); ++d)
        search.map().basis().values(place.r[d], std::span(held.basis).subspan(d * n, n));
    }
    send_counts.push_back(held_[r].size());
    recv_counts.push_back(origins_[r].size());
  }
  exchange_ = std::make_unique<comm::AllToAll>(communicator, send_counts, recv_counts);
}

double Interpolation::value_at(const Held& held, std::span<const double> field) const {
  const auto n = static_cast<std::size_t>(shape_.n), n_t = static_cast<std::size_t>(shape_.n_t);
  const double* u = field.data() + held.element * shape_.size();
  const double *x = held.basis.data(), *y = x + n, *z = y + n;
  double value = 0;
  for (std::size_t k = 0; k < n_t; ++k) {
    double plane = 0;
    for (std::size_t j = 0; j < n; ++j) {
      double line = 0;
      for (std::size_t i = 0; i < n; ++i) line += x[i] * *u++;
      plane += y[j] * line;
    }
    value += z[k] * plane;
  }
  return value;
}

void Interpolation::evaluate(std::span<const double> field, std::span<double> out) {
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t r = 0; r < held_.size(); ++r) {
    double* block = exchange_->send_block(static_cast<int>(r));
    for (std::size_t i = 0; i < held_[r].size(); ++i) block[i] = value_at(held_[r][i], field);
  }
  exchange_->begin();
  exchange_->finish();
  for (std::size_t r = 0; r < origins_.size(); ++r) {
    const double* block = exchange_->recv_block(static_cast<int>(r));
    for (std::size_t i = 0; i < origins_[r].size(); ++i) out[origins_[r][i]] = block[i];
  }
}

}  // namespace lobatto::space
