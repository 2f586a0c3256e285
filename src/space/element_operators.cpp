#include "space/element_operators.hpp"

#include "kernels/operators/box_operators.hpp"
#include "kernels/operators/general_operators.hpp"
#include "kernels/registers/row_registers.hpp"
#include "space/axisymmetric.hpp"
#include "space/wave_along_z.hpp"

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

/// Of one element in a plane: what its velocity has of vorticity and divergence where its gradient
/// is more than the slopes of components in the plane.
class GradientSums {
 public:
  explicit GradientSums(const FunctionSpace& space) : space_(space) {}

  /// In place of what `sums` got there since `before`. gradient(component, its three slopes);
  /// complete(node, slopes[component][direction]) makes these the gradient.
  template <class Gradient, class Complete>
  void replace(int e, const kernels::FlowDiagnostics& before, const Gradient& gradient,
               const Complete& complete, kernels::FlowDiagnostics& sums) {
    sums.enstrophy = before.enstrophy;
    sums.divergence_squared = before.divergence_squared;
    for (int c = 0; c < 3; ++c) {
      for (auto& slope : slopes_[c]) slope.resize(space_.element_size());
      gradient(c, std::array{slopes_[c][0].data(), slopes_[c][1].data(), slopes_[c][2].data()});
    }
    const ElementMass mass = space_.mass(e);
    for (std::size_t q = 0; q < space_.element_size(); ++q) {
      std::array<std::array<double, 3>, 3> du;
      for (int c = 0; c < 3; ++c)
        for (int b = 0; b < 3; ++b) du[c][b] = slopes_[c][b][q];
      complete(q, du);
      const double x = du[2][1] - du[1][2], y = du[0][2] - du[2][0], z = du[1][0] - du[0][1];
      const double divergence = du[0][0] + du[1][1] + du[2][2];
      sums.enstrophy += 0.5 * mass(q) * (x * x + y * y + z * z);
      sums.divergence_squared += mass(q) * divergence * divergence;
    }
  }

 private:
  const FunctionSpace& space_;
  std::array<std::array<std::vector<double>, 3>, 3> slopes_;  ///< [component][direction]
};

class CurvedElement {
 public:
  explicit CurvedElement(const FunctionSpace& space)
      : space_(space), geometry_(*space.curved()), operators_(space.line_rule()), sums_(space) {}

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
    space_.element_points(e, places_);
    sums_.replace(
        e, before,
        [&](int c, const std::array<double*, 3>& slopes) {
          gradient(e, {u[c], space_.element_size()}, slopes);
        },
        [&](std::size_t q, auto& slopes) { add_turning(u[1][q], u[2][q], places_[1][q], slopes); },
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
  GradientSums sums_;
  std::array<std::vector<double>, 3> places_;
};

/// Those of a plane with what waves along z have of derivatives there.
class WaveOperators final : public ElementOperators {
 public:
  WaveOperators(const FunctionSpace& space, double wave_number)
      : space_(space),
        beta_(wave_number),
        size_(space.element_size()),
        plane_(make_element_operators(space)),
        sums_(space) {}

  void gradient(int first, int count, const double* p, const std::array<double*, 3>& out) override {
    plane_->gradient(first, count, p, out);
    for (std::size_t q = 0; q < count * size_; ++q) out[2][q] = -beta_ * p[q];
  }
  /// The slope of v along z is -beta v.
  void weak_divergence(int first, int count, const std::array<const double*, 3>& f,
                       double* out) override {
    plane_->weak_divergence(first, count, f, out);
    add_mass(first, count, -beta_, f[2], out);
  }
  void momentum_rhs(int first, int count, int component, const double* f, const double* p,
                    double* out) override {
    plane_->momentum_rhs(first, count, component, f, p, out);
    if (component == 2) add_mass(first, count, beta_, p, out);
  }
  void momentum_rhs(int first, int count, const std::array<const double*, 3>& f, const double* p,
                    const std::array<double*, 3>& out) override {
    plane_->momentum_rhs(first, count, f, p, out);
    add_mass(first, count, beta_, p, out[2]);
  }
  void accumulate_diagnostics(int first, int count, const std::array<const double*, 3>& u,
                              kernels::FlowDiagnostics& sums) override {
    for (int e = first; e < first + count; ++e) {
      const auto of_element = at(u, (e - first) * size_);
      const kernels::FlowDiagnostics before = sums;
      plane_->accumulate_diagnostics(e, 1, of_element, sums);
      sums_.replace(
          e, before,
          [&](int c, const std::array<double*, 3>& slopes) {
            plane_->gradient(e, 1, of_element[c], slopes);
          },
          [&](std::size_t q, auto& slopes) {
            add_wave(beta_, {of_element[0][q], of_element[1][q], of_element[2][q]}, slopes);
          },
          sums);
    }
  }
  [[nodiscard]] kernels::Cost weak_divergence_cost() const override {
    return plane_->weak_divergence_cost() + add_mass_cost();
  }
  [[nodiscard]] kernels::Cost momentum_rhs_cost(int n_components) const override {
    return plane_->momentum_rhs_cost(n_components) + add_mass_cost() * (n_components / 3.0);
  }
  [[nodiscard]] kernels::Cost diagnostics_cost() const override {
    return plane_->diagnostics_cost() * 2;  // about, since slopes are made again
  }

 private:
  /// out += factor M f
  void add_mass(int first, int count, double factor, const double* f, double* out) const {
    for (int e = 0; e < count; ++e) {
      const ElementMass mass = space_.mass(first + e);
      for (std::size_t q = e * size_, i = 0; i < size_; ++q, ++i) out[q] += factor * mass(i) * f[q];
    }
  }
  [[nodiscard]] kernels::Cost add_mass_cost() const {
    const auto n = static_cast<double>(size_);
    return {4 * n, 8 * n};  // the fields are in cache
  }

  const FunctionSpace& space_;
  double beta_;
  std::size_t size_;
  std::unique_ptr<ElementOperators> plane_;
  GradientSums sums_;
};

}  // namespace

std::unique_ptr<ElementOperators> make_element_operators(const FunctionSpace& space,
                                                         double wave_number) {
  if (wave_number != 0) return std::make_unique<WaveOperators>(space, wave_number);
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

Field mass_of_elements(const FunctionSpace& space) {
  Field mass = space.make_field();
  mass.fill(1.0);
  multiply_by_mass(space, 0, space.n_elements(), mass.data(), mass.data());
  return mass;
}

Field assembled_mass(const FunctionSpace& space) {
  Field mass = mass_of_elements(space);
  space.gather_scatter().add(mass);
  return mass;
}

}  // namespace lobatto::space
