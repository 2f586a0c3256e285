#include "space/element_operators.hpp"

#include "kernels/box_helmholtz.hpp"
#include "kernels/general_helmholtz.hpp"
#include "kernels/general_operators.hpp"

namespace lobatto::space {

namespace {

class BoxElements final : public ElementOperators {
 public:
  explicit BoxElements(const FunctionSpace& space)
      : space_(space),
        operators_(space.n(), space.derivative().values, space.nodes().weights),
        helmholtz_(space.line_rule()) {}

  void gradient(int e, std::span<const double> p, const std::array<double*, 3>& out) override {
    operators_.gradient(space_.lengths(e), p, out);
  }
  void weak_divergence(int e, const std::array<const double*, 3>& f,
                       std::span<double> out) override {
    operators_.weak_divergence(space_.lengths(e), f, out);
  }
  void helmholtz(int e, double sigma, double nu, std::span<const double> u,
                 std::span<double> out) override {
    const kernels::Lengths lengths = space_.lengths(e);
    helmholtz_.apply({&lengths, 1}, {sigma, nu}, u.data(), out.data());
  }
  void momentum_rhs(int e, int component, std::span<const double> f, std::span<const double> p,
                    std::span<double> out) override {
    operators_.momentum_rhs(space_.lengths(e), component, f, p, out);
  }
  void accumulate_diagnostics(int e, const std::array<const double*, 3>& u,
                              kernels::FlowDiagnostics& sums) override {
    operators_.accumulate_diagnostics(space_.lengths(e), u, space_.node_spacing(), sums);
  }
  [[nodiscard]] kernels::Cost weak_divergence_cost() const override {
    return kernels::weak_divergence_cost(space_.n());
  }
  [[nodiscard]] kernels::Cost momentum_rhs_cost() const override {
    return kernels::momentum_rhs_cost(space_.n());
  }
  [[nodiscard]] kernels::Cost diagnostics_cost() const override {
    return kernels::diagnostics_cost(space_.n());
  }

 private:
  const FunctionSpace& space_;
  kernels::BoxOperators operators_;
  kernels::BoxHelmholtz helmholtz_;
};

class CurvedElements final : public ElementOperators {
 public:
  explicit CurvedElements(const FunctionSpace& space)
      : space_(space),
        geometry_(*space.curved()),
        operators_(space.line_rule()),
        helmholtz_(space.line_rule()) {}

  void gradient(int e, std::span<const double> p, const std::array<double*, 3>& out) override {
    operators_.gradient(geometry_.metric(e), p, out);
  }
  void weak_divergence(int e, const std::array<const double*, 3>& f,
                       std::span<double> out) override {
    operators_.weak_divergence(geometry_.metric(e), mass(e), f, out);
  }
  void helmholtz(int e, double sigma, double nu, std::span<const double> u,
                 std::span<double> out) override {
    helmholtz_.apply(1, {geometry_.stiffness(e), geometry_.mass(e)}, {sigma, nu}, u.data(),
                     out.data());
  }
  void momentum_rhs(int e, int component, std::span<const double> f, std::span<const double> p,
                    std::span<double> out) override {
    operators_.momentum_rhs(geometry_.metric(e), mass(e), component, f, p, out);
  }
  void accumulate_diagnostics(int e, const std::array<const double*, 3>& u,
                              kernels::FlowDiagnostics& sums) override {
    operators_.accumulate_diagnostics(geometry_.metric(e), mass(e), u, space_.node_spacing(), sums);
  }
  [[nodiscard]] kernels::Cost weak_divergence_cost() const override {
    return kernels::general_weak_divergence_cost(space_.n());
  }
  [[nodiscard]] kernels::Cost momentum_rhs_cost() const override {
    return kernels::general_momentum_rhs_cost(space_.n());
  }
  [[nodiscard]] kernels::Cost diagnostics_cost() const override {
    return kernels::general_diagnostics_cost(space_.n());
  }

 private:
  [[nodiscard]] std::span<const double> mass(int e) const {
    return {geometry_.mass(e), space_.element_size()};
  }

  const FunctionSpace& space_;
  const Geometry& geometry_;
  kernels::GeneralOperators operators_;
  kernels::GeneralHelmholtz helmholtz_;
};

}  // namespace

std::unique_ptr<ElementOperators> make_element_operators(const FunctionSpace& space) {
  if (space.curved() != nullptr) return std::make_unique<CurvedElements>(space);
  return std::make_unique<BoxElements>(space);
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
