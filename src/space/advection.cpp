#include "space/advection.hpp"

#include <vector>

#include "kernels/advection/general_advection.hpp"
#include "poly/lagrange.hpp"

namespace lobatto::space {

kernels::AdvectionRule advection_rule(const FunctionSpace& space, int quadrature_nodes) {
  const int n = space.n();
  const bool collocated = quadrature_nodes < 0;
  const int m = advection_nodes(n, quadrature_nodes);
  const auto fine = collocated ? poly::gauss_lobatto_legendre(m) : poly::gauss_legendre(m);
  const auto& nodes = space.nodes();
  return {n,
          m,
          poly::interpolation_matrix(nodes.nodes, fine.nodes).values,
          poly::derivative_at_points(nodes.nodes, fine.nodes).values,
          fine.weights,
          nodes.weights,
          space.is_plane()};
}

namespace {

kernels::Cost cost_of(const kernels::AdvectionRule& rule, int n_fields,
                      bool fields_are_velocity = true) {
  if (rule.is_plane) return kernels::plane_advection_cost(rule.n, rule.m, n_fields);
  return kernels::advection_cost(rule.n, rule.m, n_fields, fields_are_velocity);
}

class AxisAligned final : public Advection {
 public:
  AxisAligned(const FunctionSpace& space, const kernels::AdvectionRule& rule)
      : rule_(rule), kernel_(rule) {
    for (int e = 0; e < space.n_elements(); ++e) lengths_.push_back(space.lengths(e));
  }
  void apply(int first, int count, const kernels::AdvectionFields& fields) override {
    kernel_.apply(std::span(lengths_).subspan(first, count), fields);
  }
  [[nodiscard]] int block_size() const override { return kernel_.block_size(); }
  [[nodiscard]] kernels::Cost cost(int n_fields) const override { return cost_of(rule_, n_fields); }

 private:
  kernels::AdvectionRule rule_;
  kernels::BoxAdvection kernel_;
  std::vector<kernels::Lengths> lengths_;
};

class Curved final : public Advection {
 public:
  Curved(const FunctionSpace& space, const kernels::AdvectionRule& rule)
      : geometry_(*space.curved()), rule_(rule), kernel_(rule) {}
  void apply(int first, int count, const kernels::AdvectionFields& fields) override {
    kernel_.apply(count, geometry_.metric(first).data(), geometry_.plain_mass(first), fields);
  }
  [[nodiscard]] int block_size() const override { return kernel_.block_size(); }
  [[nodiscard]] kernels::Cost cost(int n_fields) const override {
    return kernels::general_advection_cost(cost_of(rule_, n_fields, false), rule_.nodes().points(),
                                           n_fields);
  }

 private:
  const Geometry& geometry_;
  kernels::AdvectionRule rule_;
  kernels::GeneralAdvection kernel_;
};

}  // namespace

std::unique_ptr<Advection> make_advection(const FunctionSpace& space, int quadrature_nodes) {
  const auto rule = advection_rule(space, quadrature_nodes);
  if (space.curved() != nullptr) return std::make_unique<Curved>(space, rule);
  return std::make_unique<AxisAligned>(space, rule);
}

}  // namespace lobatto::space
