#include "commands/bench/bake_off_operator.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "kernels/operators/element_lanes.hpp"
#include "kernels/operators/geometric_factors.hpp"
#include "kernels/operators/point_integrals.hpp"
#include "krylov/merged_conjugate_gradients.hpp"
#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"
#include "space/helmholtz_operator.hpp"

namespace lobatto::commands {

namespace {

/// Values of a block, of so many elements at least.
std::size_t block_size(const space::FunctionSpace& space, int n_elements) {
  return krylov::MergedConjugateGradients::block_of_elements(n_elements * space.element_size());
}

/// By the nodes themselves: the operators of the flow solver.
class AtNodes final : public BakeOffOperator {
 public:
  AtNodes(const space::FunctionSpace& space, BakeOffForm form)
      : BakeOffOperator({space.gather_scatter(), space.element_size(), block_size(space, 1)}),
        space_(space),
        operator_(space::make_helmholtz_operator(space)),
        coefficients_(form == BakeOffForm::mass ? kernels::HelmholtzCoefficients{1.0, 0.0}
                                                : kernels::HelmholtzCoefficients{0.0, 1.0}) {}

  double apply(const base::Block& block, const double* p, double* w,
               const kernels::FieldsAhead& ahead) override {
    const std::size_t size = space_.element_size();
    return operator_->apply(static_cast<int>(block.first / size),
                            static_cast<int>(block.n_values / size), coefficients_, p + block.first,
                            w + block.first, {at(block, ahead.first), at(block, ahead.second)});
  }
  void diagonal(std::span<double> out) const override { operator_->diagonal(coefficients_, out); }
  void integrate(const space::SpaceTimeFunction& f, std::span<double> out) const override {
    space_.evaluate(f, 0.0, out);
    for (int e = 0; e < space_.n_elements(); ++e)
      for (std::size_t q = 0; q < space_.element_size(); ++q)
        out[e * space_.element_size() + q] *= space_.mass(e)(q);
  }
  [[nodiscard]] kernels::Cost cost() const override {
    return operator_->cost(coefficients_.sigma != 0.0);
  }
  [[nodiscard]] double geometry_bytes() const override {
    return cost().bytes - 16.0 * space_.shape().points();
  }

 private:
  static const double* at(const base::Block& block, const double* field) {
    return field != nullptr ? field + block.first : nullptr;
  }

  const space::FunctionSpace& space_;
  std::unique_ptr<space::HelmholtzOperator> operator_;
  kernels::HelmholtzCoefficients coefficients_;
};

/// The points of a line, and values there of the basis functions of the nodes.
struct LineOfPoints {
  explicit LineOfPoints(const poly::Quadrature& node_rule)
      : nodes(node_rule),
        points(poly::gauss_legendre(static_cast<int>(nodes.nodes.size()) + 1)),
        values(poly::interpolation_matrix(nodes.nodes, points.nodes)),
        slopes(poly::derivative_at_points(nodes.nodes, points.nodes)),
        rule{values.cols,   values.rows,
             values.values, poly::derivative_matrix(points.nodes).values,
             slopes.values, points.weights} {}

  poly::Quadrature nodes, points;
  poly::Matrix values, slopes;  ///< [m][n]
  kernels::PointRule rule;
};

/// The geometry of some elements at the points, element by element.
struct GeometryAtPoints {
  std::array<base::AlignedArray<double>, 3> x;
  std::vector<double> mass, stiffness;
};

GeometryAtPoints geometry_at(const space::FunctionSpace& space, const LineOfPoints& line, int first,
                             int n_elements) {
  const kernels::ElementShape shape(line.rule.m);
  const std::size_t size = shape.size();
  GeometryAtPoints out;
  std::array<std::vector<double>, 3> at_nodes;
  space.element_points(first, n_elements, at_nodes);
  for (int d = 0; d < 3; ++d)
    out.x[d] = space::resample(at_nodes[d], line.nodes.nodes, line.points.nodes, false);
  out.mass.resize(n_elements * size);
  out.stiffness.resize(6 * n_elements * size);
  for (int e = 0; e < n_elements; ++e) {
    const auto of_element = [&](int d) { return std::span(out.x[d]).subspan(e * size, size); };
    kernels::compute_geometry(shape, line.rule.derivative, line.rule.weights,
                              {of_element(0), of_element(1), of_element(2)},
                              {{},
                               std::span(out.stiffness).subspan(6 * e * size, 6 * size),
                               std::span(out.mass).subspan(e * size, size)});
  }
  return out;
}

/// out_ijk += factor sum_abc x(a, i) y(b, j) z(c, k) values_abc, the matrices [m][n].
void add_to_nodes(double factor, const std::array<const poly::Matrix*, 3>& matrices,
                  const double* values, double* out) {
  const int m = matrices[0]->rows, n = matrices[0]->cols;
  std::vector<double> x(static_cast<std::size_t>(m) * m * n),
      y(static_cast<std::size_t>(m) * n * n);
  for (int cb = 0; cb < m * m; ++cb)
    for (int a = 0; a < m; ++a)
      for (int i = 0; i < n; ++i) x[cb * n + i] += (*matrices[0])(a, i) * values[cb * m + a];
  for (int c = 0; c < m; ++c)
    for (int b = 0; b < m; ++b)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i)
          y[(c * n + j) * n + i] += (*matrices[1])(b, j) * x[(c * m + b) * n + i];
  for (int c = 0; c < m; ++c)
    for (int k = 0; k < n; ++k)
      for (int ji = 0; ji < n * n; ++ji)
        out[k * n * n + ji] += factor * (*matrices[2])(c, k) * y[c * n * n + ji];
}

poly::Matrix entry_by_entry(const poly::Matrix& a, const poly::Matrix& b) {
  poly::Matrix out = a;
  for (std::size_t q = 0; q < out.values.size(); ++q) out.values[q] *= b.values[q];
  return out;
}

/// By Gauss points, as many elements at once as a register has lanes.
class AtGaussPoints final : public BakeOffOperator {
 public:
  AtGaussPoints(const space::FunctionSpace& space, BakeOffForm form)
      : AtGaussPoints(space, form, kernels::ElementLanes(space.shape())) {}

  double apply(const base::Block& block, const double* p, double* w,
               const kernels::FieldsAhead& /*ahead*/) override {
    const std::size_t size = space_.element_size(), e = block.first / size;
    return lanes_.apply(block.n_values / size, p + block.first, w + block.first,
                        [&](std::size_t first, std::size_t) { apply_batch(batch_of_[e + first]); });
  }

  /// Of the mass sum_q w J phi_i^2, of the stiffness sum_ab sum_q G_ab d_a phi_i d_b phi_i: values
  /// and slopes are products of those of lines.
  void diagonal(std::span<double> out) const override {
    const poly::Matrix values = entry_by_entry(line_.values, line_.values);
    const poly::Matrix slopes = entry_by_entry(line_.slopes, line_.slopes);
    const poly::Matrix mixed = entry_by_entry(line_.values, line_.slopes);
    std::ranges::fill(out, 0.0);
    for_each_chunk([&](int e, const GeometryAtPoints& geometry, int in_chunk) {
      double* of_element = out.data() + e * space_.element_size();
      if (form_ == BakeOffForm::mass) {
        add_to_nodes(1.0, {&values, &values, &values}, geometry.mass.data() + in_chunk * n_points_,
                     of_element);
        return;
      }
      int kind = 0;
      for (int a = 0; a < 3; ++a) {
        for (int b = a; b < 3; ++b, ++kind) {
          std::array matrices{&values, &values, &values};
          matrices[a] = matrices[b] = a == b ? &slopes : &mixed;
          add_to_nodes(a == b ? 1.0 : 2.0, matrices,
                       factors_of_kind(geometry, in_chunk, kind).data(), of_element);
        }
      }
    });
  }

  void integrate(const space::SpaceTimeFunction& f, std::span<double> out) const override {
    std::ranges::fill(out, 0.0);
    std::vector<double> values(n_points_);
    for_each_chunk([&](int e, const GeometryAtPoints& geometry, int in_chunk) {
      const auto at = [&](int d) {
        return std::span(geometry.x[d]).subspan(in_chunk * n_points_, n_points_);
      };
      f({.x = at(0), .y = at(1), .z = at(2)}, 0.0, values);
      for (std::size_t q = 0; q < n_points_; ++q)
        values[q] *= geometry.mass[in_chunk * n_points_ + q];
      add_to_nodes(1.0, {&line_.values, &line_.values, &line_.values}, values.data(),
                   out.data() + e * space_.element_size());
    });
  }

  [[nodiscard]] kernels::Cost cost() const override {
    const bool is_curved = space_.curved() != nullptr;
    return form_ == BakeOffForm::mass
               ? kernels::mass_at_points_cost(line_.rule.n, line_.rule.m, is_curved)
           : is_curved ? kernels::stiffness_at_points_cost(line_.rule.n, line_.rule.m)
                       : kernels::box_stiffness_at_points_cost(line_.rule.n, line_.rule.m);
  }
  [[nodiscard]] double geometry_bytes() const override {
    return space_.curved() != nullptr ? 8.0 * n_kinds_ * static_cast<double>(n_points_) : 0.0;
  }

 private:
  AtGaussPoints(const space::FunctionSpace& space, BakeOffForm form, kernels::ElementLanes lanes)
      : BakeOffOperator({space.gather_scatter(), space.element_size(),
                         block_size(space, static_cast<int>(lanes.count()))}),
        space_(space),
        form_(form),
        line_(space.nodes()),
        n_points_(kernels::ElementShape(line_.rule.m).size()),
        n_kinds_(form == BakeOffForm::mass ? 1 : 6),
        lanes_(std::move(lanes)),
        mass_(lanes_.arithmetic(), line_.rule),
        stiffness_(lanes_.arithmetic(), line_.rule),
        box_stiffness_(lanes_.arithmetic(), line_.rule),
        batch_of_(space.n_elements()) {
    std::size_t n_batches = 0;
    for_each_batch([&](int first, int) { batch_of_[first] = n_batches++; });
    (space.curved() != nullptr ? factors_ : scales_) =
        base::AlignedArray<double>(n_batches * size_of_geometry());
    for_each_batch([&](int first, int count) { set_geometry(first, count); });
  }

  /// use(first element, number of elements)
  template <class Use>
  void for_each_batch(const Use& use) const {
    const std::size_t size = space_.element_size();
    const auto lanes = static_cast<int>(lanes_.count());
    for (const base::Block& block : order().blocks()) {
      const auto end = static_cast<int>((block.first + block.n_values) / size);
      for (int e = static_cast<int>(block.first / size); e < end; e += lanes)
        use(e, std::min(lanes, end - e));
    }
  }

  /// use(element, geometry of some elements, its place among them) for all elements.
  template <class Use>
  void for_each_chunk(const Use& use) const {
    constexpr int together = 64;
    for (int first = 0; first < space_.n_elements(); first += together) {
      const int count = std::min(together, space_.n_elements() - first);
      const GeometryAtPoints geometry = geometry_at(space_, line_, first, count);
      for (int e = 0; e < count; ++e) use(first + e, geometry, e);
    }
  }

  [[nodiscard]] std::vector<double> factors_of_kind(const GeometryAtPoints& geometry, int element,
                                                    int kind) const {
    std::vector<double> out(n_points_);
    const double* rows = geometry.stiffness.data() + 6 * element * n_points_;
    const auto m = static_cast<std::size_t>(line_.rule.m);
    for (std::size_t q = 0; q < n_points_; ++q) out[q] = rows[(6 * (q / m) + kind) * m + q % m];
    return out;
  }

  /// Values that a batch has of it.
  [[nodiscard]] std::size_t size_of_geometry() const {
    if (space_.curved() != nullptr) return n_kinds_ * n_points_ * lanes_.count();
    return static_cast<std::size_t>(form_ == BakeOffForm::mass ? 1 : 3) * lanes_.count();
  }

  void set_geometry(int first, int count) {
    const std::size_t at = batch_of_[first] * size_of_geometry();
    if (space_.curved() != nullptr) {
      const auto geometry = geometry_at(space_, line_, first, count);
      const auto& values = form_ == BakeOffForm::mass ? geometry.mass : geometry.stiffness;
      lanes_.pack(n_kinds_ * n_points_, values.data(), count, factors_.data() + at);
      return;
    }
    std::vector<kernels::Lengths> lengths;
    for (int e = first; e < first + count; ++e) lengths.push_back(space_.lengths(e));
    double* scales = scales_.data() + at;
    if (form_ == BakeOffForm::stiffness) {
      box_stiffness_.scale(lengths, scales);
      return;
    }
    for (std::size_t lane = 0; lane < lengths.size(); ++lane)
      scales[lane] = lengths[lane][0] * lengths[lane][1] * lengths[lane][2] / 8.0;
  }

  void apply_batch(std::size_t batch) {
    const std::size_t at = batch * size_of_geometry();
    const bool is_curved = space_.curved() != nullptr;
    const double* factors = is_curved ? factors_.data() + at : nullptr;
    const double* scales = is_curved ? nullptr : scales_.data() + at;
    if (form_ == BakeOffForm::mass)
      mass_({factors, scales}, lanes_.in(), lanes_.image());
    else if (is_curved)
      stiffness_(factors, lanes_.in(), lanes_.image());
    else
      box_stiffness_(scales, lanes_.in(), lanes_.image());
  }

  const space::FunctionSpace& space_;
  BakeOffForm form_;
  LineOfPoints line_;
  std::size_t n_points_;  ///< of an element
  int n_kinds_;           ///< of factors at a point
  kernels::ElementLanes lanes_;
  kernels::MassAtPoints mass_;
  kernels::StiffnessAtPoints stiffness_;
  kernels::BoxStiffnessAtPoints box_stiffness_;
  std::vector<std::size_t> batch_of_;            ///< of the first element of each batch
  base::AlignedArray<double> factors_, scales_;  ///< of one batch after the other
};

}  // namespace

std::unique_ptr<BakeOffOperator> make_bake_off_operator(const space::FunctionSpace& space,
                                                        BakeOffForm form, BakeOffPoints points) {
  if (points == BakeOffPoints::gauss) return std::make_unique<AtGaussPoints>(space, form);
  return std::make_unique<AtNodes>(space, form);
}

}  // namespace lobatto::commands
