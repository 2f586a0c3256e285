#include "krylov/merged_conjugate_gradients.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.hpp"
#include "kernels/vectors/conjugate_updates.hpp"

namespace lobatto::krylov {

namespace {

/// Of a block; null for no preconditioner.
const double* diagonal_of(const MergedConjugateGradients::Setting& setting,
                          const base::Block& block) {
  return setting.inverse_diagonal.empty() ? nullptr : setting.inverse_diagonal.data() + block.first;
}

/// values [component][kind] over all ranks, and of coupled components all together.
void sum_up(const MergedConjugateGradients::Setting& setting, std::span<double> values,
            std::size_t n_kinds) {
  for (std::size_t k = 0; k < n_kinds && setting.coupled; ++k) {
    double total = 0;
    for (std::size_t i = k; i < values.size(); i += n_kinds) total += values[i];
    for (std::size_t i = k; i < values.size(); i += n_kinds) values[i] = total;
  }
  setting.sum(values);
}

}  // namespace

MergedConjugateGradients::MergedConjugateGradients(std::span<const double> weight,
                                                   std::span<const base::Block> blocks,
                                                   int n_components,
                                                   std::span<const double> norm_weight)
    : n_local_(weight.size()),
      blocks_(blocks.begin(), blocks.end()),
      weight_(weight, blocks),
      has_own_norm_(!norm_weight.empty()),
      components_(static_cast<std::size_t>(n_components)) {
  for (Component& c : components_) {
    c.residual = base::AlignedArray<double>(n_local_);
    c.direction = base::AlignedArray<double>(n_local_);
    c.image = base::AlignedArray<double>(n_local_);
  }
  if (has_own_norm_) norm_weight_ = BlockPatterns(norm_weight, blocks);
}

template <class Use>
void MergedConjugateGradients::for_each_active(Use&& use) {
  for (std::size_t c = 0; c < n_components_; ++c) {
    if (components_[c].active) use(components_[c]);
  }
}

bool MergedConjugateGradients::any_active() const {
  return std::any_of(components_.begin(), components_.begin() + n_components_,
                     [](const Component& c) { return c.active; });
}

void MergedConjugateGradients::check(std::span<const std::span<const double>> rhs,
                                     std::span<const std::span<double>> x) const {
  if (rhs.size() != x.size() || rhs.size() > components_.size()) {
    throw base::Error("merged conjugate gradients: made for " + std::to_string(components_.size()) +
                      " right-hand sides, called with " + std::to_string(rhs.size()) + " and " +
                      std::to_string(x.size()) + " solutions");
  }
  for (std::size_t c = 0; c < rhs.size(); ++c) {
    if (rhs[c].size() == n_local_ && x[c].size() == n_local_) continue;
    throw base::Error("merged conjugate gradients: right-hand side " + std::to_string(c) + " has " +
                      std::to_string(rhs[c].size()) + " and its solution " +
                      std::to_string(x[c].size()) + " values instead of " +
                      std::to_string(n_local_));
  }
}

std::vector<SolveReport> MergedConjugateGradients::solve(
    const AssembledOperator& a, const Setting& setting,
    std::span<const std::span<const double>> rhs, std::span<const std::span<double>> x,
    const Tolerance& tolerance) {
  check(rhs, x);
  n_components_ = rhs.size();
  for (std::size_t c = 0; c < n_components_; ++c) components_[c].x = x[c];
  start(a, setting, rhs, tolerance);
  while (any_active()) {
    turn_and_apply(a, setting);
    choose_steps(setting);
    reduce_residuals(setting);
    for_each_active([&](Component& c) {
      ++c.report.iterations;
      // Written so that it fails for what is not a number.
      const bool goes_on = c.report.residual > c.target && c.product > 0 &&
                           c.report.iterations < tolerance.max_iterations;
      if (!goes_on) stop(c);
    });
  }
  std::vector<SolveReport> reports;
  for (std::size_t c = 0; c < n_components_; ++c) {
    SolveReport& report = components_[c].report;
    report.converged = report.residual <= components_[c].target;
    report.cost = solve_cost(static_cast<double>(n_local_), !setting.inverse_diagonal.empty(),
                             report.iterations);
    reports.push_back(report);
  }
  return reports;
}

void MergedConjugateGradients::start(const AssembledOperator& a, const Setting& setting,
                                     std::span<const std::span<const double>> rhs,
                                     const Tolerance& tolerance) {
  for (std::size_t i = 0; i < n_components_; ++i) {
    components_[i].report = {};
    components_[i].active = true;
    components_[i].alpha = components_[i].beta = 0;
  }
  assemble(a, [&](std::size_t, const base::Block& block) {
    for_each_active([&](Component& c) { a.apply(block, c.x.data(), c.image.data(), {}); });
  });
  const auto rhs_norms = begin_residuals(setting, rhs);
  for (std::size_t i = 0; i < n_components_; ++i) {
    Component& c = components_[i];
    c.target = std::max(tolerance.relative * rhs_norms[i], tolerance.absolute);
    if (rhs_norms[i] == 0) {
      std::fill(c.x.begin(), c.x.end(), 0.0);
      c.report.residual = c.product = 0;
    }
    c.report.initial_residual = c.report.residual;
    c.active = c.report.residual > c.target && c.product > 0 && tolerance.max_iterations > 0;
  }
}

std::array<double, MergedConjugateGradients::max_components>
MergedConjugateGradients::begin_residuals(const Setting& setting,
                                          std::span<const std::span<const double>> rhs) {
  std::array<double, 3 * max_components> sums{};
  for (std::size_t index = 0; index < blocks_.size(); ++index) {
    const auto [first, n_values] = blocks_[index];
    const auto weights = weights_of(setting, index);
    for (std::size_t i = 0; i < n_components_; ++i) {
      // By blocks that stay in cache: b is a residual of its own, b - 0 w.
      double* r = components_[i].residual.data() + first;
      const double* w = components_[i].image.data() + first;
      if (rhs[i].data() + first != r) std::copy_n(rhs[i].data() + first, n_values, r);
      sums[3 * i] += kernels::reduce_residual(0.0, w, weights, r, n_values).squared;
      const auto part = kernels::reduce_residual(1.0, w, weights, r, n_values);
      sums[3 * i + 1] += part.squared;
      sums[3 * i + 2] += part.preconditioned;
    }
  }
  sum_up(setting, std::span(sums).first(3 * n_components_), 3);
  std::array<double, max_components> rhs_norms{};
  for (std::size_t i = 0; i < n_components_; ++i) {
    rhs_norms[i] = std::sqrt(sums[3 * i]);
    components_[i].report.residual = std::sqrt(sums[3 * i + 1]);
    components_[i].product = sums[3 * i + 2];
  }
  return rhs_norms;
}

kernels::ResidualWeights MergedConjugateGradients::weights_of(const Setting& setting,
                                                              std::size_t index) const {
  return {diagonal_of(setting, blocks_[index]), weight_.block(index),
          has_own_norm_ ? norm_weight_.block(index) : nullptr};
}

template <class Use>
void MergedConjugateGradients::assemble(const AssembledOperator& a, Use&& use) {
  std::array<std::span<double>, max_components> images;
  std::size_t n_images = 0;
  for_each_active([&](Component& c) { images[n_images++] = c.image; });
  if (n_images > 0) a.work_and_assemble(std::span(images).first(n_images), use);
}

void MergedConjugateGradients::turn_and_apply(const AssembledOperator& a, const Setting& setting) {
  for_each_active([](Component& c) { c.curvature = 0; });
  assemble(a, [&](std::size_t, const base::Block& block) {
    const double* diagonal = diagonal_of(setting, block);
    for_each_active([&](Component& c) {
      const double* r = c.residual.data() + block.first;
      double* p = c.direction.data() + block.first;
      if (c.report.iterations == 0)
        kernels::start_direction(r, diagonal, p, block.n_values);
      else
        kernels::turn_direction(c.alpha, c.beta, r, diagonal, c.x.data() + block.first, p,
                                block.n_values);
      c.curvature +=
          a.apply(block, c.direction.data(), c.image.data(), {c.residual.data(), c.x.data()});
    });
  });
}

void MergedConjugateGradients::choose_steps(const Setting& setting) {
  std::array<double, max_components> sums{};
  std::size_t n_sums = 0;
  for_each_active([&](Component& c) { sums[n_sums++] = c.curvature; });
  sum_up(setting, std::span(sums).first(n_sums), 1);
  n_sums = 0;
  for_each_active([&](Component& c) {
    c.curvature = sums[n_sums++];
    c.alpha = c.product / c.curvature;
    if (c.curvature > 0) return;
    c.alpha = 0;  // not positive: x stays the last iterate
    c.active = false;
  });
}

void MergedConjugateGradients::reduce_residuals(const Setting& setting) {
  std::array<double, 2 * max_components> sums{};
  for (std::size_t index = 0; index < blocks_.size(); ++index) {
    const base::Block& block = blocks_[index];
    const auto weights = weights_of(setting, index);
    std::size_t at = 0;
    for_each_active([&](Component& c) {
      const auto part = kernels::reduce_residual(c.alpha, c.image.data() + block.first, weights,
                                                 c.residual.data() + block.first, block.n_values);
      sums[at++] += part.squared;
      sums[at++] += part.preconditioned;
    });
  }
  std::size_t n_sums = 0;
  for_each_active([&](Component&) { n_sums += 2; });
  if (n_sums == 0) return;
  sum_up(setting, std::span(sums).first(n_sums), 2);
  n_sums = 0;
  for_each_active([&](Component& c) {
    c.report.residual = std::sqrt(sums[n_sums++]);
    const double product = sums[n_sums++];
    c.beta = product / c.product;
    c.product = product;
  });
}

void MergedConjugateGradients::stop(Component& component) {
  const double* p = component.direction.data();
  double* x = component.x.data();
#pragma GCC ivdep
  for (std::size_t q = 0; q < n_local_; ++q) x[q] += component.alpha * p[q];
  component.active = false;
}

}  // namespace lobatto::krylov
