#include "stability/steady_force.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace lobatto::stability {

SteadyForce::SteadyForce(ModeSearch& search, const FlowVector& flow, SumOverRanks& sum,
                         std::vector<std::vector<double>> g)
    : search_(search),
      flow_(flow),
      tolerance_(search.settings().eigen.tolerance),
      weight_(flow.mass()),
      g_(std::move(g)),
      gmres_(search.settings().eigen.dimension, {weight_, sum}) {}

void SteadyForce::begin() {
  gmres_.begin(g_[responses_.size()]);
  search_.begin_back_with(gmres_.next());
}

/// The propagation after the last product is B* of the solution.
void SteadyForce::take() {
  ++n_propagations_;
  if (is_solved()) {
    responses_.push_back({search_.adjoint().of_force(), gmres_.residual()});
    if (!is_done()) begin();
    return;
  }
  std::vector<double> product = search_.adjoint().result();
  const auto x = gmres_.next();
  for (std::size_t q = 0; q < product.size(); ++q) product[q] = x[q] - product[q];
  gmres_.put(product);
  if (is_solved()) gmres_.solution(product);
  search_.begin_back_with(is_solved() ? std::span<const double>(product) : gmres_.next());
}

bool SteadyForce::is_converged() const {
  return is_done() && std::ranges::all_of(responses_, [&](const Response& response) {
           return response.residual <= tolerance_;
         });
}

void SteadyForce::visit_state(base::StateVisitor& visitor) {
  const std::string name = "steady_force";
  std::int64_t n_propagations = n_propagations_;
  visitor.visit(name + "/propagations", n_propagations);
  n_propagations_ = static_cast<int>(n_propagations);
  std::vector<double> residuals;
  for (const auto& response : responses_) residuals.push_back(response.residual);
  visitor.visit(name + "/residuals", residuals);
  responses_.resize(residuals.size());
  for (std::size_t i = 0; i < residuals.size(); ++i) {
    responses_[i].residual = residuals[i];
    responses_[i].h.resize(weight_.size());
    flow_.visit(visitor, name + "/" + std::to_string(i), responses_[i].h);
  }
  gmres_.visit_state(visitor, name + "/gmres",
                     [&](const std::string& vector_name, std::span<double> vector) {
                       flow_.visit(visitor, vector_name, vector);
                     });
}

}  // namespace lobatto::stability
