#include "precond/schwarz/schwarz_multigrid.hpp"

#include <algorithm>

#include "kernels/batches/fast_diagonalisation.hpp"
#include "kernels/operators/box_stiffness.hpp"
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

/// The time that an observer, if there is one, sees a part.
class Visit {
 public:
  Visit(CycleObserver* observer, CyclePart part) : observer_(observer) {
    if (observer_ != nullptr) observer_->enter(part);
  }
  ~Visit() {
    if (observer_ != nullptr) observer_->leave();
  }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

 private:
  CycleObserver* observer_;
};

}  // namespace

std::vector<int> smoothed_levels(int n) {
  std::vector<int> levels;
  for (; n > coarse_nodes; n = n > 3 ? n / 2 + 1 : coarse_nodes) levels.push_back(n);
  return levels;
}

kernels::Cost box_cycle_cost(const kernels::ElementShape& shape, int bytes_a_value) {
  const auto levels = smoothed_levels(shape.n);
  const auto with = [&](int n) { return kernels::ElementShape(n, shape.is_plane()); };
  kernels::Cost cost;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const int fine = levels[l], coarse = l + 1 < levels.size() ? levels[l + 1] : coarse_nodes;
    cost = cost + (kernels::fast_diagonalisation_cost(with(fine + 2), with(fine), bytes_a_value) +
                   kernels::box_stiffness_cost(with(fine), bytes_a_value) +
                   kernels::element_transfer_cost(with(fine), with(coarse), bytes_a_value)) *
                      2.0;
  }
  return cost;
}

template <class Real>
SchwarzMultigrid<Real>::SchwarzMultigrid(const space::FunctionSpace& space,
                                         const space::BoundaryConditions& conditions,
                                         CoarseSolver coarse_solver, CycleObserver* observer)
    : arithmetic_(kernels::make_batch_arithmetic<Real>(space.n_elements())),
      batches_(space.gather_scatter().shared_elements(space.element_size()), arithmetic_->lanes()),
      coarse_solver_(std::move(coarse_solver)),
      observer_(observer),
      coarse_rhs_(n_vertices * static_cast<std::size_t>(space.n_elements())),
      coarse_solution_(coarse_rhs_.size()),
      vertices_(n_vertices * arithmetic_->lanes()),
      ones_(vertices_.size()) {
  ones_.fill(1);
  vertices_.fill(0);
  coarse_rhs_.fill(0);
  const auto levels = smoothed_levels(space.n());
  for (std::size_t l = 0; l < levels.size(); ++l)
    add_step(space, conditions, levels[l], l + 1 < levels.size() ? levels[l + 1] : coarse_nodes);
  if (levels.empty()) {
    const auto shares = space.gather_scatter().inverse_multiplicity();
    vertex_shares_.assign(shares.begin(), shares.end());
  }
}

template <class Real>
void SchwarzMultigrid<Real>::add_step(const space::FunctionSpace& space,
                                      const space::BoundaryConditions& conditions, int fine,
                                      int coarse) {
  const poly::Matrix up = interpolation(coarse, fine);
  const poly::Matrix down = poly::transpose(up);
  const kernels::ElementShape of_fine(fine, space.is_plane()), of_coarse(coarse, space.is_plane());
  const std::size_t size = batches_.n_values(of_fine.size());
  steps_.push_back(
      std::unique_ptr<Step>(new Step{{space, conditions, fine, batches_, *arithmetic_},
                                     {*arithmetic_, of_fine, of_coarse, down.values.data()},
                                     {*arithmetic_, of_coarse, of_fine, up.values.data()},
                                     base::AlignedArray<Real>(size),
                                     base::AlignedArray<Real>(size),
                                     base::AlignedArray<Real>(size)}));
}

template <class Real>
CycleCost SchwarzMultigrid<Real>::apply(std::span<const double> r, std::span<double> z) {
  if (steps_.empty()) {
    solve_vertices(r, z);
    return {};
  }
  take_residual(r);
  for (std::size_t l = 0; l < steps_.size(); ++l) descend(l);
  coarse_solver_(coarse_rhs_, coarse_solution_);
  for (std::size_t l = steps_.size(); l-- > 0;) ascend(l);
  give_correction(z);
  return cost();
}

template <class Real>
template <class Work>
void SchwarzMultigrid<Real>::in_part(CyclePart part, const Work& work) {
  const Visit visit(observer_, part);
  work();
}

template <class Real>
template <class Work>
void SchwarzMultigrid<Real>::work_on(int first, int last, const SchwarzLevel<Real>& level,
                                     const Work& work) const {
  std::size_t n_since = 0;
  for (int b = first; b < last; ++b) {
    work(b);
    if (gs::GatherScatter::is_time_for_progress(level.batch_size(), n_since)) level.progress();
  }
}

template <class Real>
template <class Work>
void SchwarzMultigrid<Real>::work_and_assemble(const SchwarzLevel<Real>& level,
                                               std::span<Real> shares, const Work& work) {
  for (int b = 0; b < batches_.n_first(); ++b) work(b);
  in_part(CyclePart::exchange, [&] { level.send_shares(shares); });
  std::size_t summed = 0;
  work_on(batches_.n_first(), batches_.size(), level, [&](int b) {
    work(b);
    summed = level.add_within(shares, summed, b);
  });
  in_part(CyclePart::exchange, [&] { level.take_shares(shares, summed); });
}

template <class Real>
std::size_t SchwarzMultigrid<Real>::smooth_batches(int first, int last, Step& step,
                                                   std::span<const Real> r, bool add, bool sum) {
  std::size_t summed = 0;
  in_part(CyclePart::smoother, [&] {
    work_on(first, last, step.level, [&](int b) {
      step.level.smooth(b, r, add, step.correction);
      if (sum) summed = step.level.add_within(step.correction, summed, b);
    });
  });
  return summed;
}

/// A half of the elements without values of other ranks is smoothed while the residuals beside the
/// first batches travel, the other half while their shares do; all of them then where nothing
/// travels.
template <class Real>
void SchwarzMultigrid<Real>::smooth(Step& step, std::span<const Real> r, bool add) {
  const int first = batches_.n_first(), middle = first > 0 ? (first + batches_.size()) / 2 : 0;
  in_part(CyclePart::exchange, [&] { step.level.send_layers(r); });
  smooth_batches(first, middle, step, r, add, false);
  in_part(CyclePart::exchange, [&] { step.level.take_layers(); });
  smooth_batches(0, first, step, r, add, false);
  in_part(CyclePart::exchange, [&] { step.level.send_shares(step.correction); });
  const std::size_t summed = smooth_batches(middle, batches_.size(), step, r, add, true);
  in_part(CyclePart::exchange, [&] { step.level.take_shares(step.correction, summed); });
}

template <class Real>
void SchwarzMultigrid<Real>::solve_vertices(std::span<const double> r, std::span<double> z) {
  // Of an element; a rank may have none.
  const std::size_t n_each = r.empty() ? 1 : r.size() * n_vertices / coarse_rhs_.size();
  const auto place = [&](std::size_t q) { return q / n_each * n_vertices + q % n_each; };
  for (std::size_t q = 0; q < r.size(); ++q) coarse_rhs_[place(q)] = r[q] * vertex_shares_[q];
  coarse_solver_(coarse_rhs_, coarse_solution_);
  for (std::size_t q = 0; q < r.size(); ++q) z[q] = coarse_solution_[place(q)];
}

template <class Real>
void SchwarzMultigrid<Real>::take_residual(std::span<const double> r) {
  Step& step = *steps_[0];
  const SchwarzLevel<Real>& level = step.level;
  for (int b = 0; b < batches_.size(); ++b)
    arithmetic_->pack(level.element_size(), {r.data(), batches_.elements_in(b)},
                      step.residual.data() + b * level.batch_size());
}

template <class Real>
void SchwarzMultigrid<Real>::give_correction(std::span<double> z) const {
  const Step& step = *steps_[0];
  const SchwarzLevel<Real>& level = step.level;
  for (int b = 0; b < batches_.size(); ++b) {
    const std::size_t at = b * level.batch_size();
    arithmetic_->unpack(level.element_size(), level.weights().data() + at,
                        step.correction.data() + at, {z.data(), batches_.elements_in(b)});
  }
}

template <class Real>
void SchwarzMultigrid<Real>::descend(std::size_t l) {
  Step& step = *steps_[l];
  smooth(step, step.residual, false);
  const auto residual_of = [&](int b) {
    const std::size_t at = b * step.level.batch_size();
    step.level.average(b, step.correction.data() + at);
    step.level.residual(b, step.residual.data() + at, step.correction.data() + at,
                        step.shares.data());  // of one batch, which stays in cache
  };
  if (l + 1 == steps_.size()) {
    for (int b = 0; b < batches_.size(); ++b) {
      residual_of(b);
      step.down(step.shares.data(), false, vertices_.data());
      arithmetic_->unpack(n_vertices, ones_.data(), vertices_.data(),
                          {coarse_rhs_.data(), batches_.elements_in(b)});
    }
    return;
  }
  Step& next = *steps_[l + 1];
  work_and_assemble(next.level, next.residual, [&](int b) {
    residual_of(b);
    step.down(step.shares.data(), false, next.residual.data() + b * next.level.batch_size());
  });
}

template <class Real>
void SchwarzMultigrid<Real>::add_coarse_correction(Step& step, Step* next, int batch) {
  Real* coarse = vertices_.data();
  if (next != nullptr) {
    coarse = next->correction.data() + batch * next->level.batch_size();
    next->level.average(batch, coarse);
  } else {
    arithmetic_->pack(n_vertices, {coarse_solution_.data(), batches_.elements_in(batch)}, coarse);
  }
  step.up(coarse, true, step.correction.data() + batch * step.level.batch_size());
}

/// The elements round differently when they interpolate to shared nodes. What gets into a solution
/// that way no iteration can see, since only the sums over copies of its image are looked at. Hence
/// the correction is averaged over copies together with its last update.
template <class Real>
void SchwarzMultigrid<Real>::ascend(std::size_t l) {
  Step& step = *steps_[l];
  Step* next = l + 1 < steps_.size() ? steps_[l + 1].get() : nullptr;
  work_and_assemble(step.level, step.shares, [&](int b) {
    add_coarse_correction(step, next, b);
    const std::size_t at = b * step.level.batch_size();
    step.level.residual(b, step.residual.data() + at, step.correction.data() + at,
                        step.shares.data() + at);
  });
  smooth(step, step.shares, true);
}

template <class Real>
CycleCost SchwarzMultigrid<Real>::cost() const {
  CycleCost cost;
  for (std::size_t l = 0; l < steps_.size(); ++l) {
    const SchwarzLevel<Real>& level = steps_[l]->level;
    const kernels::ElementShape coarse(
        l + 1 < steps_.size() ? steps_[l + 1]->level.n() : coarse_nodes, level.shape().is_plane());
    cost.smoother = cost.smoother + level.smoothing_cost() * 2.0;
    cost.others = cost.others + level.image_cost() * 2.0 +
                  kernels::element_transfer_cost(level.shape(), coarse, sizeof(Real)) *
                      (2.0 * batches_.n_elements());
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
