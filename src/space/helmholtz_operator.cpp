#include "space/helmholtz_operator.hpp"

#include <vector>

#include "kernels/operators/general_helmholtz.hpp"

namespace lobatto::space {

namespace {

class BoxHelmholtzOperator final : public HelmholtzOperator {
 public:
  explicit BoxHelmholtzOperator(const FunctionSpace& space)
      : space_(space), kernel_(space.line_rule()) {
    for (int e = 0; e < space.n_elements(); ++e) lengths_.push_back(space.lengths(e));
  }

  double apply(int first, int count, const kernels::HelmholtzCoefficients& coefficients,
               const double* p, double* w, const kernels::FieldsAhead& /*ahead*/) override {
    return kernel_.apply(std::span(lengths_).subspan(first, count), coefficients, p, w);
  }

  /// diag(D_d^T W D_d) = W sum_l w_l D(l, i)^2 / w_i: J W (sigma + nu sum_d (2 / h_d)^2 a_i).
  void diagonal(const kernels::HelmholtzCoefficients& coefficients,
                std::span<double> out) const override {
    const int n = space_.n();
    const auto& w = space_.nodes().weights;
    std::vector<double> line(n, 0.0);
    for (int i = 0; i < n; ++i)
      for (int l = 0; l < n; ++l)
        line[i] += w[l] * space_.derivative()(l, i) * space_.derivative()(l, i) / w[i];
    double* value = out.data();
    for (int e = 0; e < space_.n_elements(); ++e) {
      const auto& h = lengths_[e];
      const auto of_z = [&](std::size_t q) {
        return space_.is_plane() ? 0.0 : line[q / (n * n)] / (h[2] * h[2]);
      };
      const ElementMass mass = space_.mass(e);
      for (std::size_t q = 0; q < space_.element_size(); ++q) {
        const double laplacian =
            line[q % n] / (h[0] * h[0]) + line[q / n % n] / (h[1] * h[1]) + of_z(q);
        *value++ = mass(q) * (coefficients.sigma + 4.0 * coefficients.nu * laplacian);
      }
    }
  }

  [[nodiscard]] kernels::Cost cost(bool /*with_mass*/) const override {
    return kernels::box_helmholtz_cost(space_.shape());
  }

 private:
  const FunctionSpace& space_;
  kernels::BoxHelmholtz kernel_;
  std::vector<kernels::Lengths> lengths_;
};

/// From factors at every node: the Geometry of curved elements, or a ScaledStiffness.
template <class Factors>
class GeneralHelmholtzOperator final : public HelmholtzOperator {
 public:
  GeneralHelmholtzOperator(const FunctionSpace& space, const Factors& factors)
      : space_(space), factors_(factors), kernel_(space.line_rule()) {}

  double apply(int first, int count, const kernels::HelmholtzCoefficients& coefficients,
               const double* p, double* w, const kernels::FieldsAhead& ahead) override {
    return kernel_.apply(count, {factors_.stiffness(first), factors_.mass(first)}, coefficients, p,
                         w, ahead);
  }

  /// Of sum_ab D_a^T G_ab D_b at node (i, j, k): sum_l D(l, i)^2 G_rr(l, j, k), the same along s
  /// and t, and 2 D(i, i) D(j, j) G_rs and so on, which are zero but at the ends of lines.
  void diagonal(const kernels::HelmholtzCoefficients& coefficients,
                std::span<double> out) const override {
    const int n = space_.n();
    std::vector<double> squares(static_cast<std::size_t>(n) * n), ends(n);  // [l][i], [i]
    for (int l = 0; l < n; ++l) {
      ends[l] = space_.derivative()(l, l);
      for (int i = 0; i < n; ++i)
        squares[l * n + i] = space_.derivative()(l, i) * space_.derivative()(l, i);
    }
    double* row = out.data();
    for (int e = 0; e < space_.n_elements(); ++e) {
      const double* mass = factors_.mass(e);
      for (int kj = 0; kj < space_.shape().n_rows(); ++kj, row += n, mass += n) {
        set_row(squares.data(), ends.data(), factors_.stiffness(e), kj, row);
        for (int i = 0; i < n; ++i)
          row[i] = coefficients.sigma * mass[i] + coefficients.nu * row[i];
      }
    }
  }

  [[nodiscard]] kernels::Cost cost(bool with_mass) const override {
    return kernels::general_helmholtz_cost(space_.shape(), with_mass);
  }

 private:
  enum Kind { rr, rs, rt, ss, st, tt };

  /// Of the stiffness, in row k n + j of an element.
  void set_row(const double* squares, const double* ends, const double* factors, int kj,
               double* row) const {
    const int n = space_.n(), j = kj % n, k = kj / n;
    const auto factor = [&](int at, Kind kind) { return factors + (6 * at + kind) * n; };
    for (int i = 0; i < n; ++i) row[i] = 2.0 * ends[j] * ends[i] * factor(kj, rs)[i];
    for (int l = 0; l < n; ++l) {
      const double along_r = factor(kj, rr)[l], along_s = squares[l * n + j];
      const double* of_ss = factor(k * n + l, ss);
      for (int i = 0; i < n; ++i) row[i] += squares[l * n + i] * along_r + along_s * of_ss[i];
    }
    if (!space_.is_plane()) add_along_t(squares, ends, factor, kj, row);
  }

  template <class Factor>
  void add_along_t(const double* squares, const double* ends, const Factor& factor, int kj,
                   double* row) const {
    const int n = space_.n(), j = kj % n, k = kj / n;
    const double *of_rt = factor(kj, rt), *of_st = factor(kj, st);
    for (int i = 0; i < n; ++i) row[i] += 2.0 * ends[k] * (ends[i] * of_rt[i] + ends[j] * of_st[i]);
    for (int l = 0; l < n; ++l) {
      const double along_t = squares[l * n + k];
      const double* of_tt = factor(l * n + j, tt);
      for (int i = 0; i < n; ++i) row[i] += along_t * of_tt[i];
    }
  }

  const FunctionSpace& space_;
  const Factors& factors_;
  kernels::GeneralHelmholtz kernel_;
};

/// With nu M / r^2.
class TurningHelmholtzOperator final : public HelmholtzOperator {
 public:
  TurningHelmholtzOperator(const FunctionSpace& space, std::unique_ptr<HelmholtzOperator> plain)
      : size_(space.element_size()), plain_(std::move(plain)) {
    for (int e = 0; e < space.n_elements(); ++e) {
      const auto inverse = inverse_squared_radius(space, e);
      for (std::size_t q = 0; q < size_; ++q) turning_.push_back(space.mass(e)(q) * inverse[q]);
    }
  }

  double apply(int first, int count, const kernels::HelmholtzCoefficients& coefficients,
               const double* p, double* w, const kernels::FieldsAhead& ahead) override {
    double product = plain_->apply(first, count, coefficients, p, w, ahead);
    const double* const turning = turning_.data() + first * size_;
    for (std::size_t q = 0; q < count * size_; ++q) {
      const double image = coefficients.nu * turning[q] * p[q];
      w[q] += image;
      product += p[q] * image;
    }
    return product;
  }
  void diagonal(const kernels::HelmholtzCoefficients& coefficients,
                std::span<double> out) const override {
    plain_->diagonal(coefficients, out);
    for (std::size_t q = 0; q < turning_.size(); ++q) out[q] += coefficients.nu * turning_[q];
  }
  [[nodiscard]] kernels::Cost cost(bool with_mass) const override {
    const auto n = static_cast<double>(size_);
    return plain_->cost(with_mass) + kernels::Cost{4 * n, 8 * n};
  }

 private:
  std::size_t size_;
  std::unique_ptr<HelmholtzOperator> plain_;
  std::vector<double> turning_;  ///< M / r^2
};

}  // namespace

std::unique_ptr<HelmholtzOperator> make_helmholtz_operator(const FunctionSpace& space,
                                                           const StiffnessCoefficient& coefficient,
                                                           VectorPart part) {
  if (part == VectorPart::turning)
    return std::make_unique<TurningHelmholtzOperator>(space,
                                                      make_helmholtz_operator(space, coefficient));
  if (coefficient.field() != nullptr)
    return std::make_unique<GeneralHelmholtzOperator<ScaledStiffness>>(space, *coefficient.field());
  if (space.curved() != nullptr)
    return std::make_unique<GeneralHelmholtzOperator<Geometry>>(space, *space.curved());
  return std::make_unique<BoxHelmholtzOperator>(space);
}

}  // namespace lobatto::space
