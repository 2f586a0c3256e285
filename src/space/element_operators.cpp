#include "space/element_operators.hpp"

#include "kernels/operators/box_operators.hpp"
#include "kernels/operators/general_operators.hpp"
#include "kernels/registers/row_registers.hpp"
#include "space/axisymmetric.hpp"

namespace lobatto::space {

namespace {

/// What begins `offset` values further on.
template <class Value>
std::array<Value*, 3> at(const std::array<Value*, 3>& fields, std::size_t offset) {
  return {fields[0] + offset, fields[1] + offset, fields[2] + offset};
}

/// Operators, one element after another: OfElement has those of one, told its number and fields.
template <class OfElement>
class Elements final : public ElementOperators {
 public:
  explicit Elements(const FunctionSpace& space)
      : of_element_(space), size_(space.element_size()), shape_(space.shape()) {}

  void gradient(int first, int count, const double* p, const std::array<double*, 3>& out) override {
    for (int e = 0; e < count; ++e)
      of_element_.gradient(first + e, {p + e * size_, size_}, at(out, e * size_));
  }
  void weak_divergence(int first, int count, const std::array<const double*, 3>& f,
                       double* out) override {
    for (int e = 0; e < count; ++e)
      of_element_.weak_divergence(first + e, at(f, e * size_), {out + e * size_, size_});
  }
  void momentum_rhs(int first, int count, int component, const double* f, const double* p,
                    double* out) override {
    for (int e = 0; e < count; ++e)
      of_element_.momentum_rhs(first + e, component, {f + e * size_, size_}, {p + e * size_, size_},
                               {out + e * size_, size_});
  }
  void momentum_rhs(int first, int count, const std::array<const double*, 3>& f, const double* p,
                    const std::array<double*, 3>& out) override {
    for (int e = 0; e < count; ++e)
      of_element_.momentum_rhs(first + e, at(f, e * size_), {p + e * size_, size_},
                               at(out, e * size_));
  }
  void accumulate_diagnostics(int first, int count, const std::array<const double*, 3>& u,
                              kernels::FlowDiagnostics& sums) override {
    for (int e = 0; e < count; ++e) {
      // Products read an element in strides, which no hardware stream follows to the next one.
      for (const double* component : at(u, (e + 1) * size_)) kernels::fetch_lines(component, size_);
      of_element_.accumulate_diagnostics(first + e, at(u, e * size_), sums);
    }
  }
  [[nodiscard]] kernels::Cost weak_divergence_cost() const override {
    return OfElement::weak_divergence_cost(shape_);
  }
  [[nodiscard]] kernels::Cost momentum_rhs_cost(int n_components) const override {
    return OfElement::momentum_rhs_cost(shape_, n_components);
  }
  [[nodiscard]] kernels::Cost diagnostics_cost() const override {
    return OfElement::diagnostics_cost(shape_);
  }

 private:
  OfElement of_element_;
  std::size_t size_;
  kernels::ElementShape shape_;
};

class BoxElement {
 public:
  explicit BoxElement(const FunctionSpace& space)
      : space_(space),
        operators_(space.shape(), space.derivative().values, space.nodes().weights) {}

  void gradient(int e, std::span<const double> p, const std::array<double*, 3>& out) {
    operators_.gradient(space_.lengths(e), p, out);
  }
  void weak_divergence(int e, const std::array<const double*, 3>& f, std::span<double> out) {
    operators_.weak_divergence(space_.lengths(e), f, out);
  }
  void momentum_rhs(int e, int component, std::span<const double> f, std::span<const double> p,
                    std::span<double> out) {
    operators_.momentum_rhs(space_.lengths(e), component, f, p, out);
  }
  void momentum_rhs(int e, const std::array<const double*, 3>& f, std::span<const double> p,
                    const std::array<double*, 3>& out) {
    for (int c = 0; c < 3; ++c)
      momentum_rhs(e, c, {f[c], space_.element_size()}, p, {out[c], space_.element_size()});
  }
  void accumulate_diagnostics(int e, const std::array<const double*, 3>& u,
                              kernels::FlowDiagnostics& sums) {
    operators_.accumulate_diagnostics(space_.lengths(e), u, space_.node_spacing(), sums);
  }
  static constexpr auto weak_divergence_cost = kernels::weak_divergence_cost;
  static constexpr kernels::Cost momentum_rhs_cost(const kernels::ElementShape& shape,
                                                   int n_components) {
    return kernels::momentum_rhs_cost(shape) * n_components;
  }
  static constexpr auto diagnostics_cost = kernels::diagnostics_cost;

 private:
  const FunctionSpace& space_;
  kernels::BoxOperators operators_;
};

/// Of one element around an axis: what velocities along x, r and the angle have of vorticity and
/// divergence, in place of what they would have in a plane.
class AxisymmetricSums {
 public:
  explicit AxisymmetricSums(const FunctionSpace& space) : space_(space) {}

  /// gradient(component, its three slopes)
  template <class Gradient>
  void add(int e, const std::array<const double*, 3>& u, const Gradient& gradient,
           kernels::FlowDiagnostics& sums) {
    for (int c = 0; c < 3; ++c) {
      for (auto& slope : slopes_[c]) slope.resize(space_.element_size());
      gradient(c, std::array{slopes_[c][0].data(), slopes_[c][1].data(), slopes_[c][2].data()});
    }
    space_.element_points(e, places_);
    const ElementMass mass = space_.mass(e);
    for (std::size_t q = 0; q < space_.element_size(); ++q) {
      std::array<std::array<double, 3>, 3> du;
      for (int c = 0; c < 3; ++c)
        for (int b = 0; b < 3; ++b) du[c][b] = slopes_[c][b][q];
      add_turning(u[1][q], u[2][q], places_[1][q], du);
      const double along_x = du[2][1] - du[1][2], along_r = du[0][2] - du[2][0],
                   along_angle = du[1][0] - du[0][1];
      const double divergence = du[0][0] + du[1][1] + du[2][2];
      sums.enstrophy +=
          0.5 * mass(q) * (along_x * along_x + along_r * along_r + along_angle * along_angle);
      sums.divergence_squared += mass(q) * divergence * divergence;
    }
  }

 private:
  const FunctionSpace& space_;
  std::array<std::array<std::vector<double>, 3>, 3> slopes_;  ///< [component][direction]
  std::array<std::vector<double>, 3> places_;
};

class CurvedElement {
 public:
  explicit CurvedElement(const FunctionSpace& space)
      : space_(space),
        geometry_(*space.curved()),
        operators_(space.line_rule()),
        around_axis_(space) {}

  void gradient(int e, std::span<const double> p, const std::array<double*, 3>& out) {
    operators_.gradient(geometry_.metric(e), p, out);
  }
  void weak_divergence(int e, const std::array<const double*, 3>& f, std::span<double> out) {
    operators_.weak_divergence(geometry_.metric(e), mass(e), f, out);
  }
  void momentum_rhs(int e, int component, std::span<const double> f, std::span<const double> p,
                    std::span<double> out) {
    std::array<const double*, 3> given{};
    std::array<double*, 3> wanted{};
    given[component] = f.data();
    wanted[component] = out.data();
    momentum_rhs(e, given, p, wanted);
  }
  void momentum_rhs(int e, const std::array<const double*, 3>& f, std::span<const double> p,
                    const std::array<double*, 3>& out) {
    operators_.momentum_rhs(geometry_.metric(e), mass(e), f, p, out);
  }
  void accumulate_diagnostics(int e, const std::array<const double*, 3>& u,
                              kernels::FlowDiagnostics& sums) {
    const kernels::FlowDiagnostics before = sums;
    operators_.accumulate_diagnostics(geometry_.metric(e), mass(e), u, space_.node_spacing(), sums);
    if (!space_.is_axisymmetric()) return;
    sums.enstrophy = before.enstrophy;
    sums.divergence_squared = before.divergence_squared;
    around_axis_.add(
        e, u,
        [&](int c, const std::array<double*, 3>& slopes) {
          gradient(e, {u[c], space_.element_size()}, slopes);
        },
        sums);
  }
  static constexpr auto weak_divergence_cost = kernels::general_weak_divergence_cost;
  static constexpr auto momentum_rhs_cost = kernels::general_momentum_rhs_cost;
  static constexpr auto diagnostics_cost = kernels::general_diagnostics_cost;

 private:
  [[nodiscard]] std::span<const double> mass(int e) const {
    return {geometry_.mass(e), space_.element_size()};
  }

  const FunctionSpace& space_;
  const Geometry& geometry_;
  kernels::GeneralOperators operators_;
  AxisymmetricSums around_axis_;
};

}  // namespace

std::unique_ptr<ElementOperators> make_element_operators(const FunctionSpace& space) {
  if (space.curved() != nullptr) return std::make_unique<Elements<CurvedElement>>(space);
  return std::make_unique<Elements<BoxElement>>(space);
}

void multiply_by_mass(const FunctionSpace& space, int first, int count, const double* f,
                      double* out) {
  const std::size_t size = space.element_size();
  for (int e = 0; e < count; ++e) {
    const ElementMass mass = space.mass(first + e);
    for (std::size_t q = e * size, i = 0; i < size; ++q, ++i) out[q] = mass(i) * f[q];
  }
}

}  // namespace lobatto::space
