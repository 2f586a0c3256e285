#include "precond/schwarz_multigrid.hpp"

#include <algorithm>

#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::precond {

namespace {

constexpr int coarse_nodes = 2;

/// Values on the nodes of a coarser level to those of a finer one. [fine][coarse]
poly::Matrix interpolation(int coarse, int fine) {
  return poly::interpolation_matrix(poly::gauss_lobatto_legendre(coarse).nodes,
                                    poly::gauss_lobatto_legendre(fine).nodes);
}

}  // namespace

std::vector<int> smoothed_levels(int n) {
  std::vector<int> levels;
  for (; n > coarse_nodes; n = n > 3 ? n / 2 + 1 : coarse_nodes) levels.push_back(n);
  return levels;
}

template <class Real>
SchwarzMultigrid<Real>::SchwarzMultigrid(const space::FunctionSpace& space,
                                         const space::BoundaryConditions& conditions,
                                         CoarseSolver coarse_solver)
    : n_elements_(space.n_elements()),
      coarse_solver_(std::move(coarse_solver)),
      coarse_rhs_(n_vertices * static_cast<std::size_t>(space.n_elements())),
      coarse_solution_(coarse_rhs_.size()) {
  const auto levels = smoothed_levels(space.n());
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const int fine = levels[l], coarse = l + 1 < levels.size() ? levels[l + 1] : coarse_nodes;
    const poly::Matrix up = interpolation(coarse, fine);
    const poly::Matrix down = poly::transpose(up);
    const std::size_t size = static_cast<std::size_t>(n_elements_) * fine * fine * fine;
    steps_.push_back(std::unique_ptr<Step>(
        new Step{{space, conditions, fine},
                 {fine, coarse, down.values.data()},
                 {coarse, fine, up.values.data()},
                 base::AlignedArray<Real>(size),
                 base::AlignedArray<Real>(size),
                 base::AlignedArray<Real>(size),
                 base::AlignedArray<Real>(size),
                 base::AlignedArray<Real>(static_cast<std::size_t>(fine) * fine * fine)}));
  }
  if (levels.empty()) {
    const auto shares = space.gather_scatter().inverse_multiplicity();
    vertex_shares_.assign(shares.begin(), shares.end());
  }
}

template <class Real>
void SchwarzMultigrid<Real>::apply(std::span<const double> r, std::span<double> z) {
  if (steps_.empty()) return solve_vertices(r, z);
  std::transform(r.begin(), r.end(), steps_[0]->residual.begin(),
                 [](double value) { return static_cast<Real>(value); });
  for (std::size_t l = 0; l < steps_.size(); ++l) descend(l);
  solve_coarsest();
  for (std::size_t l = steps_.size(); l-- > 0;) ascend(l);
  std::copy(steps_[0]->correction.begin(), steps_[0]->correction.end(), z.begin());
  make_continuous(z);
}

/// The elements round differently when they interpolate to shared nodes. What gets into a solution
/// that way no iteration can see, since only the sums over copies of its image are looked at.
template <class Real>
void SchwarzMultigrid<Real>::make_continuous(std::span<double> z) const {
  const gs::GatherScatter& gather_scatter = steps_[0]->level.space().gather_scatter();
  const auto shares = gather_scatter.inverse_multiplicity();
  gather_scatter.add(z);
  for (std::size_t q = 0; q < z.size(); ++q) z[q] *= shares[q];
}

template <class Real>
void SchwarzMultigrid<Real>::solve_vertices(std::span<const double> r, std::span<double> z) {
  for (std::size_t q = 0; q < r.size(); ++q) coarse_rhs_[q] = r[q] * vertex_shares_[q];
  coarse_solver_(coarse_rhs_, z);
}

template <class Real>
void SchwarzMultigrid<Real>::descend(std::size_t l) {
  Step& step = *steps_[l];
  step.level.smooth(step.residual, step.correction);
  step.level.residual(step.residual, step.correction, step.shares);
  const bool last = l + 1 == steps_.size();
  const std::size_t fine = step.level.element_size();
  for (int e = 0; e < n_elements_; ++e) {
    const Real* shares = step.shares.data() + e * fine;
    if (last) {
      step.down(shares, step.local.data());
      std::copy_n(step.local.data(), n_vertices, coarse_rhs_.data() + e * n_vertices);
    } else {
      Step& next = *steps_[l + 1];
      step.down(shares, next.residual.data() + e * next.level.element_size());
    }
  }
  if (!last) steps_[l + 1]->level.assemble(steps_[l + 1]->residual);
}

template <class Real>
void SchwarzMultigrid<Real>::solve_coarsest() {
  coarse_solver_(coarse_rhs_, coarse_solution_);
}

template <class Real>
void SchwarzMultigrid<Real>::ascend(std::size_t l) {
  Step& step = *steps_[l];
  const std::size_t fine = step.level.element_size();
  std::array<Real, n_vertices> vertices;
  for (int e = 0; e < n_elements_; ++e) {
    if (l + 1 == steps_.size()) {
      std::transform(coarse_solution_.data() + e * n_vertices,
                     coarse_solution_.data() + (e + 1) * n_vertices, vertices.begin(),
                     [](double value) { return static_cast<Real>(value); });
      step.up(vertices.data(), step.local.data());
    } else {
      const Step& next = *steps_[l + 1];
      step.up(next.correction.data() + e * next.level.element_size(), step.local.data());
    }
    Real* z = step.correction.data() + e * fine;
    for (std::size_t q = 0; q < fine; ++q) z[q] += step.local[q];
  }
  smooth_again(step);
}

template <class Real>
void SchwarzMultigrid<Real>::smooth_again(Step& step) {
  step.level.residual(step.residual, step.correction, step.shares);
  step.level.assemble(step.shares);
  step.level.smooth(step.shares, step.update);
  for (std::size_t q = 0; q < step.update.size(); ++q) step.correction[q] += step.update[q];
}

template <class Real>
kernels::Cost SchwarzMultigrid<Real>::cost() const {
  kernels::Cost cost;
  for (std::size_t l = 0; l < steps_.size(); ++l) {
    const int fine = steps_[l]->level.n();
    const int coarse = l + 1 < steps_.size() ? steps_[l + 1]->level.n() : coarse_nodes;
    cost = cost + (steps_[l]->level.smoothing_cost() + steps_[l]->level.image_cost()) * 2.0 +
           kernels::element_transfer_cost(fine, coarse, sizeof(Real)) * (2.0 * n_elements_);
  }
  return cost;
}

template <class Real>
std::string SchwarzMultigrid<Real>::description() const {
  std::string text;
  for (const auto& step : steps_) text += std::to_string(step->level.n()) + ", ";
  return text + std::to_string(coarse_nodes) + " nodes";
}

template class SchwarzMultigrid<double>;
template class SchwarzMultigrid<float>;

}  // namespace lobatto::precond
