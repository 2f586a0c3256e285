#include "stats/reduction.hpp"

#include <cmath>
#include <cstdint>

namespace lobatto::stats {

namespace {

/// The largest value of this rank, times a sign, and the number of its node over all ranks.
struct Peak {
  double sign = 1;
  double value = -INFINITY;
  std::size_t index = 0;
  double number = INFINITY;
};

struct Local {
  std::array<double, 3> sums{};  ///< of weights, weights times values, weights times squares
  Peak min{.sign = -1}, max;
};

class Reducer {
 public:
  Reducer(const space::FunctionSpace& space, std::size_t n) : space_(space), local_(n) {}

  void add(std::size_t i, const WeightedNode& node, double value, bool wants_extrema) {
    Local& local = local_[i];
    local.sums[0] += node.weight;
    local.sums[1] += node.weight * value;
    local.sums[2] += node.weight * value * value;
    if (!wants_extrema) return;
    look_at(local.min, node.index, value);
    look_at(local.max, node.index, value);
  }

  void combine_sums(std::vector<Reduced>& reduced) const {
    std::vector<double> sums;
    for (const Local& local : local_) sums.insert(sums.end(), local.sums.begin(), local.sums.end());
    space_.communicator().sum(sums);
    for (std::size_t i = 0; i < reduced.size(); ++i) {
      reduced[i].measure = sums[3 * i];
      reduced[i].integral = sums[3 * i + 1];
      reduced[i].square = sums[3 * i + 2];
    }
  }

  void combine_extrema(std::vector<Reduced>& reduced) const {
    std::vector<double> values, numbers;
    for (const Local& local : local_)
      for (const Peak* peak : {&local.min, &local.max}) values.push_back(peak->value);
    space_.communicator().max(values);
    for (std::size_t i = 0; i < values.size(); ++i)
      numbers.push_back(peak(i).value == values[i] ? peak(i).number : INFINITY);
    space_.communicator().min(numbers);
    std::vector<double> places(3 * values.size(), 0.0);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (peak(i).value != values[i] || peak(i).number != numbers[i]) continue;
      const auto place = place_of(peak(i).index);
      for (std::size_t d = 0; d < 3; ++d) places[3 * i + d] = place[d];
    }
    space_.communicator().sum(places);
    for (std::size_t i = 0; i < values.size(); ++i) {
      auto& extremum = i % 2 == 0 ? reduced[i / 2].min : reduced[i / 2].max;
      extremum.value = peak(i).sign * values[i];
      for (std::size_t d = 0; d < 3; ++d) extremum.place[d] = places[3 * i + d];
    }
  }

 private:
  [[nodiscard]] const Peak& peak(std::size_t i) const {
    return i % 2 == 0 ? local_[i / 2].min : local_[i / 2].max;
  }
  /// Exact up to 2^53 nodes.
  [[nodiscard]] double number_of(std::size_t index) const {
    const std::size_t size = space_.element_size();
    const auto element = space_.element_number(static_cast<int>(index / size));
    return static_cast<double>(element * static_cast<std::int64_t>(size) +
                               static_cast<std::int64_t>(index % size));
  }
  void look_at(Peak& peak, std::size_t index, double value) const {
    const double signed_value = peak.sign * value;
    if (signed_value < peak.value) return;
    const double number = number_of(index);
    if (signed_value == peak.value && number >= peak.number) return;
    peak = {peak.sign, signed_value, index, number};
  }
  [[nodiscard]] std::array<double, 3> place_of(std::size_t index) const {
    std::array<std::vector<double>, 3> x;
    space_.element_points(static_cast<int>(index / space_.element_size()), x);
    const std::size_t q = index % space_.element_size();
    return {x[0][q], x[1][q], x[2][q]};
  }

  const space::FunctionSpace& space_;
  std::vector<Local> local_;
};

}  // namespace

double Reduced::value(Reduction reduction) const {
  switch (reduction) {
    case Reduction::integral:
      return integral;
    case Reduction::mean:
      return integral / measure;
    case Reduction::min:
      return min.value;
    case Reduction::max:
      return max.value;
    case Reduction::rms:
      return std::sqrt(square / measure);
  }
  return 0;
}

std::vector<Reduced> reduce(const space::FunctionSpace& space, const NodeSets& sets,
                            std::span<const std::span<const double>> fields, bool wants_extrema) {
  const std::size_t n_sets = sets.n_sets();
  Reducer reducer(space, fields.size() * n_sets);
  sets.visit([&](const WeightedNode& node) {
    for (std::size_t f = 0; f < fields.size(); ++f)
      reducer.add(f * n_sets + node.set, node, fields[f][node.index], wants_extrema);
  });
  std::vector<Reduced> reduced(fields.size() * n_sets);
  reducer.combine_sums(reduced);
  if (wants_extrema) reducer.combine_extrema(reduced);
  return reduced;
}

}  // namespace lobatto::stats
