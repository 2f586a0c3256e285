#include "direct/line_fold.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "direct/line_layout.hpp"

namespace lobatto::direct {
namespace {

constexpr double same_length = 1e-12;  ///< relative to the whole line

bool ticks_symmetric(std::span<const double> ticks) {
  const double sum = ticks.front() + ticks.back();
  const double length = ticks.back() - ticks.front();
  for (std::size_t e = 0; e < ticks.size(); ++e) {
    if (std::abs(ticks[e] + ticks[ticks.size() - 1 - e] - sum) > same_length * length) return false;
  }
  return true;
}

bool ticks_uniform(std::span<const double> ticks) {
  const double length = ticks.back() - ticks.front();
  const double n_elements = static_cast<double>(ticks.size() - 1);
  for (std::size_t e = 0; e < ticks.size(); ++e) {
    const double uniform = ticks.front() + length * static_cast<double>(e) / n_elements;
    if (std::abs(ticks[e] - uniform) > same_length * length) return false;
  }
  return true;
}

}  // namespace

/// Collects pairs and blocks by node; LineFold then numbers the positions block after block.
class LineFold::Builder {
 public:
  using Nodes = std::vector<int>;

  void no_symmetry(const Nodes& line) { blocks.push_back(line); }

  /// u(i) against u(size - 1 - i).
  void reflect_bounded(const Nodes& line) {
    const std::size_t size = line.size();
    Nodes even, odd;
    for (std::size_t i = 0; i < size / 2; ++i) {
      add_pair(line[i], line[size - 1 - i]);
      even.push_back(line[i]);
      odd.push_back(line[size - 1 - i]);
    }
    if (size % 2 == 1) even.push_back(line[size / 2]);
    add_blocks(even, odd);
  }

  /// u(i) against u(size - i), node 0 in the mirror. On an antiperiodic line u(-i) = -u(size - i), so that the even
  /// functions are the differences and the middle node is odd.
  void reflect_closed(const Nodes& line, bool antiperiodic) {
    const std::size_t size = line.size();
    Nodes sums, differences;
    for (std::size_t i = 1; i < size - i; ++i) {
      add_pair(line[i], line[size - i]);
      sums.push_back(line[i]);
      differences.push_back(line[size - i]);
    }
    Nodes& even = antiperiodic ? differences : sums;
    Nodes& odd = antiperiodic ? sums : differences;
    even.insert(even.begin(), line[0]);
    if (size % 2 == 0) (antiperiodic ? odd : even).push_back(line[size / 2]);
    add_blocks(even, odd);
  }

  void halve_periodic(const Nodes& line, int n_elements) {
    const std::size_t half = line.size() / 2;
    if (n_elements % 2 == 1) return reflect_closed(line, false);
    for (std::size_t i = 0; i < half; ++i) add_pair(line[i], line[i + half]);
    reflect_closed(Nodes(line.begin() + half, line.end()), true);
    halve_periodic(Nodes(line.begin(), line.begin() + half), n_elements / 2);
  }

  std::vector<std::pair<int, int>> pairs;
  std::vector<Nodes> blocks;

 private:
  void add_pair(int a, int b) { pairs.emplace_back(a, b); }
  void add_blocks(const Nodes& even, const Nodes& odd) {
    if (!even.empty()) blocks.push_back(even);
    if (!odd.empty()) blocks.push_back(odd);
  }
};

LineFold::LineFold(std::span<const double> ticks, int order, const poly::LineConditions& conditions) {
  const LineLayout layout(static_cast<int>(ticks.size()) - 1, order, conditions);
  std::vector<int> line(static_cast<std::size_t>(layout.n_unknowns));
  std::iota(line.begin(), line.end(), 0);

  Builder builder;
  if (layout.periodic && ticks_uniform(ticks)) {
    name_ = "translations";
    builder.halve_periodic(line, layout.n_elements);
  } else if (conditions.lower == conditions.upper && ticks_symmetric(ticks)) {
    name_ = "even-odd";
    if (layout.periodic) {
      builder.reflect_closed(line, false);
    } else {
      builder.reflect_bounded(line);
    }
  } else {
    builder.no_symmetry(line);
  }
  number_positions(builder);
}

void LineFold::number_positions(const Builder& builder) {
  for (const auto& block : builder.blocks) {
    blocks_.push_back({size(), static_cast<int>(block.size())});
    source_.insert(source_.end(), block.begin(), block.end());
  }
  std::vector<int> position(source_.size());
  for (int c = 0; c < size(); ++c) position[source_[c]] = c;

  std::vector<bool> touched(source_.size(), false);
  for (const auto& [first, second] : builder.pairs) {
    const int a = position[first], b = position[second];
    // Within one level all pairs are new or none is: a level touches every node it hands down.
    steps_.push_back({a, b, !touched[a]});
    touched[a] = touched[b] = true;
  }
  for (int c = 0; c < size(); ++c) {
    if (!touched[c]) steps_.push_back({c, -1, true});
  }
}

poly::Matrix LineFold::basis() const {
  poly::Matrix q(size(), size());
  for (int c = 0; c < size(); ++c) {
    std::vector<double> value(source_.size(), 0.0);
    value[c] = 1;
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
      if (step->b < 0) continue;
      const double sum = value[step->a] + value[step->b];
      const double difference = value[step->a] - value[step->b];
      value[step->a] = sum;
      value[step->b] = difference;
    }
    for (int position = 0; position < size(); ++position) q(source_[position], c) = value[position];
  }
  return q;
}

}  // namespace lobatto::direct
