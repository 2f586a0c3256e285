#include "direct/lines/line_fold.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "direct/lines/line_layout.hpp"

namespace lobatto::direct {
namespace {

constexpr double equal_ticks = 1e-12;  ///< relative to the whole line
/// More translations would give orbits that no longer fit the vector registers, for blocks too
/// small to be fast.
constexpr int most_translations = 3;
constexpr int smallest_half = 8;  ///< nodes of a half that is still worth a translation

/// How often a periodic line of equal elements is halved.
int count_translations(const LineLayout& line) {
  int n = 0;
  while (n < most_translations && line.n_elements % (2 << n) == 0 &&
         line.n_unknowns >= (smallest_half << (n + 1)))
    ++n;
  return n;
}

/// Block of result i of an orbit of m: 2 l + parity for the antiperiodic functions of level l (even
/// 0, odd 1), then those of the periodic functions that are left after all translations.
int block_of(Orbit kind, int n_translations, int m, int i) {
  int level = 0;
  for (; level < n_translations && i < m / 2; ++level) m /= 2;
  if (level == n_translations) return 2 * level + (i > 0 ? 1 : 0);
  const int half = m / 2, k = i - half;
  if (kind == Orbit::mirrored) return 2 * level + (2 * k < half || half == 1 ? 1 : 0);
  return 2 * level + (k > 0 && 2 * k <= half ? 1 : 0);
}

template <class Value>
void unfold_any(Orbit kind, int m, Value* x) {
  const bool mirrored = kind == Orbit::mirrored;
  switch (m) {
    case 2:
      return mirrored ? unfold_orbit<Orbit::mirrored, 2>(x) : unfold_orbit<Orbit::anchored, 2>(x);
    case 4:
      return mirrored ? unfold_orbit<Orbit::mirrored, 4>(x) : unfold_orbit<Orbit::anchored, 4>(x);
    case 8:
      return mirrored ? unfold_orbit<Orbit::mirrored, 8>(x) : unfold_orbit<Orbit::anchored, 8>(x);
    case 16:
      return mirrored ? unfold_orbit<Orbit::mirrored, 16>(x) : unfold_orbit<Orbit::anchored, 16>(x);
    default:
      return;
  }
}

}  // namespace

LineFold::LineFold(std::span<const double> ticks, int order,
                   const poly::LineConditions& conditions) {
  const LineLayout line(static_cast<int>(ticks.size()) - 1, order, conditions);
  size_ = line.n_unknowns;
  int n_translations = 0;
  if (line.periodic && (ticks_uniform(ticks) || ticks_symmetric(ticks))) {
    if (ticks_uniform(ticks)) n_translations = count_translations(line);
    name_ = n_translations > 0 ? "translations" : "even-odd";
    make_closed_orbits(n_translations);
  } else if (conditions.lower == conditions.upper && ticks_symmetric(ticks)) {
    name_ = "even-odd";
    make_bounded_orbits();
  }
  number_positions(n_translations);
}

void LineFold::make_bounded_orbits() {
  for (int i = 0; i < size_ / 2; ++i) add_orbit(Orbit::mirrored, 0, {i, size_ - 1 - i});
  if (size_ % 2 == 1) add_orbit(Orbit::mirrored, 0, {size_ / 2});
}

void LineFold::make_closed_orbits(int n_translations) {
  const int n_images = 1 << n_translations;
  const int period = size_ / n_images;
  for (int a = 0; 2 * a <= period; ++a) {
    const bool self_mirrored = a == 0 || 2 * a == period;
    std::vector<int> nodes;
    for (int image = 0; image < n_images; ++image) {
      nodes.push_back(image * period + a);
      if (!self_mirrored) nodes.push_back(image * period + period - a);
    }
    add_orbit(a == 0 ? Orbit::anchored : Orbit::mirrored, n_translations, std::move(nodes));
  }
}

void LineFold::add_orbit(Orbit kind, int n_translations, std::vector<int> nodes) {
  std::vector<int> block;
  const int m = static_cast<int>(nodes.size());
  for (int i = 0; i < m; ++i) block.push_back(block_of(kind, n_translations, m, i));
  orbits_.push_back({kind, std::move(nodes), std::move(block)});
}

void LineFold::number_positions(int n_translations) {
  if (trivial()) {
    if (size_ > 0) blocks_.push_back({0, size_});
    return;
  }
  const std::vector<NodeOrbit> with_blocks = orbits_;
  int position = 0;
  for (int block = 0; block < 2 * (n_translations + 1); ++block) {
    const int begin = position;
    for (std::size_t o = 0; o < orbits_.size(); ++o) {
      for (std::size_t i = 0; i < orbits_[o].positions.size(); ++i) {
        if (with_blocks[o].positions[i] == block) orbits_[o].positions[i] = position++;
      }
    }
    if (position > begin) blocks_.push_back({begin, position - begin});
  }
}

poly::Matrix LineFold::basis() const {
  poly::Matrix q(size_, size_);
  for (int a = 0; trivial() && a < size_; ++a) q(a, a) = 1;
  for (const NodeOrbit& orbit : orbits_) {
    for (int i = 0; i < orbit.size(); ++i) {
      std::vector<double> value(orbit.nodes.size(), 0.0);
      value[i] = 1;
      unfold_any(orbit.kind, orbit.size(), value.data());
      for (int k = 0; k < orbit.size(); ++k) q(orbit.nodes[k], orbit.positions[i]) = value[k];
    }
  }
  return q;
}

bool ticks_symmetric(std::span<const double> ticks) {
  const double sum = ticks.front() + ticks.back();
  const double length = ticks.back() - ticks.front();
  for (std::size_t e = 0; e < ticks.size(); ++e) {
    if (std::abs(ticks[e] + ticks[ticks.size() - 1 - e] - sum) > equal_ticks * length) return false;
  }
  return true;
}

bool ticks_uniform(std::span<const double> ticks) {
  const double length = ticks.back() - ticks.front();
  const double n_elements = static_cast<double>(ticks.size() - 1);
  for (std::size_t e = 0; e < ticks.size(); ++e) {
    const double uniform = ticks.front() + length * static_cast<double>(e) / n_elements;
    if (std::abs(ticks[e] - uniform) > equal_ticks * length) return false;
  }
  return true;
}

double LineFold::transform_flops() const {
  double sum = flops();
  for (const auto& block : blocks_) sum += 2.0 * block.size * block.size;
  return sum;
}

double LineFold::flops() const {
  double sum = 0;
  for (const NodeOrbit& orbit : orbits_) sum += fold_flops(orbit.kind, orbit.size());
  return sum;
}

}  // namespace lobatto::direct
