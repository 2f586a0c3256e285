#include "predict/work_time.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lobatto::predict {

namespace {

/// The finaliser of the generator SplitMix64.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// In (0, 1).
double uniform(std::uint64_t bits) { return (static_cast<double>(bits >> 11) + 0.5) * 0x1p-53; }

/// A number of a normal distribution that belongs to a rank and an operation: the same whichever
/// order they are asked for in.
double normal(std::uint64_t rank, std::uint64_t operation) {
  const std::uint64_t seed = mixed(mixed(rank) ^ operation);
  const double radius = std::sqrt(-2 * std::log(uniform(seed)));
  return radius * std::cos(2 * std::numbers::pi * uniform(mixed(seed)));
}

/// 1 with this relative standard deviation, and never so small that it means nothing.
double spread_factor(double spread, std::uint64_t rank, std::uint64_t operation) {
  return spread == 0 ? 1 : std::max(1 + spread * normal(rank, operation), 0.1);
}

}  // namespace

double WorkTime::seconds(const kernels::Cost& cost, double fraction, int rank,
                         std::uint64_t operation) const {
  // Operation 0 stands for the core itself.
  return machine_.seconds(cost, fraction) * spread_factor(machine_.spread.cores, rank, 0) *
         spread_factor(machine_.spread.regions, rank, operation);
}

double WorkTime::fraction_of(std::string_view region) {
  if (const auto known = fractions_.find(region); known != fractions_.end()) return known->second;
  const std::string name(region);
  const auto fraction = machine_.fraction_of(name, order_);
  if (!fraction) unknown_.push_back(name);
  return fractions_[name] = fraction.value_or(machine_.core.fraction);
}

}  // namespace lobatto::predict
