#include "physics/solvers/assembled_helmholtz.hpp"

#include <algorithm>

#include "space/element_operators.hpp"

namespace lobatto::physics {

AssembledHelmholtz::AssembledHelmholtz(const space::FunctionSpace& space,
                                       const space::BoundaryConditions& conditions,
                                       std::size_t block_size)
    : space_(space),
      operator_(space::make_helmholtz_operator(space)),
      order_(space.gather_scatter(), space.element_size(), block_size) {
  const space::Field mask = space::dirichlet_mask(space, conditions);
  for (std::size_t q = 0; q < mask.size(); ++q)
    if (mask[q] == 0.0) dirichlet_nodes_.push_back(static_cast<std::uint32_t>(q));
}

void AssembledHelmholtz::set_coefficients(double sigma,
                                          const space::StiffnessCoefficient& stiffness) {
  coefficients_ = {sigma, stiffness.factor()};
  if (stiffness.field() == field_) return;
  field_ = stiffness.field();
  operator_ = space::make_helmholtz_operator(space_, stiffness);
}

void AssembledHelmholtz::multiply(std::span<const double> x, std::span<double> y) {
  work_and_assemble({&y, 1}, [&](std::size_t, const base::Block& block) {
    multiply_block(block, x.data(), y.data());
  });
}

double AssembledHelmholtz::multiply_block(const base::Block& block, const double* p, double* w,
                                          const kernels::FieldsAhead& ahead) {
  const std::size_t size = space_.element_size();
  const auto at_block = [&](const double* field) {
    return field != nullptr ? field + block.first : nullptr;
  };
  const double product = operator_->apply(
      static_cast<int>(block.first / size), static_cast<int>(block.n_values / size), coefficients_,
      p + block.first, w + block.first, {at_block(ahead.first), at_block(ahead.second)});
  return surface_.empty() ? product : product + surface_.add_product(block, p, w);
}

void AssembledHelmholtz::set_frames(std::shared_ptr<const FaceFrames> frames) {
  frames_ = std::move(frames);
  if (frames_ != nullptr) turned_ = space_.turned_copies();
}

void AssembledHelmholtz::work_and_assemble(std::span<const std::span<double>> fields,
                                           krylov::AssembledOperator::Work work) const {
  if (turned_ == nullptr) {
    order_.work_and_add(fields, work);
  } else {
    order_.work_and_add(fields, [&](std::size_t b, const base::Block& block) {
      work(b, block);
      turned_->to_common(fields, block);
    });
    turned_->to_own(fields);
  }
  leave_unknowns(fields);
}

std::vector<krylov::SolveReport> AssembledHelmholtz::solve(
    krylov::MergedConjugateGradients& cg, std::span<const double> inverse_diagonal,
    std::span<const std::span<const double>> rhs, std::span<const std::span<double>> x,
    const krylov::Tolerance& tolerance) {
  const auto apply = [this](const base::Block& block, const double* p, double* w,
                            const kernels::FieldsAhead& ahead) {
    return multiply_block(block, p, w, ahead);
  };
  const auto assemble = [this](std::span<const std::span<double>> fields,
                               krylov::AssembledOperator::Work work) {
    work_and_assemble(fields, work);
  };
  const auto sum = [this](std::span<double> values) { space_.communicator().sum(values); };
  return cg.solve({apply, assemble}, {inverse_diagonal, sum, frames_ != nullptr}, rhs, x,
                  tolerance);
}

void AssembledHelmholtz::assemble(std::span<const std::span<double>> fields) const {
  if (turned_ != nullptr)
    space_.add_vectors(fields);
  else
    space_.gather_scatter().add(fields);
  leave_unknowns(fields);
}

void AssembledHelmholtz::fill_guess(const std::optional<std::span<const double>>& guess,
                                    std::span<double> u) const {
  if (guess)
    std::ranges::copy(*guess, u.begin());
  else
    std::ranges::fill(u, 0.0);
  zero_dirichlet(u);
}

void AssembledHelmholtz::zero_dirichlet(std::span<double> field) const {
  for (const std::uint32_t q : dirichlet_nodes_) field[q] = 0.0;
}

void AssembledHelmholtz::leave_unknowns(std::span<const std::span<double>> fields) const {
  for (const auto& field : fields) zero_dirichlet(field);
  if (frames_ != nullptr) frames_->project(fields);
}

space::Field AssembledHelmholtz::residual_weight() const {
  space::Field weight = space::assembled_mass(space_);
  const auto share = inverse_multiplicity();
  for (std::size_t q = 0; q < weight.size(); ++q)
    weight[q] = share[q] / (space_.volume() * weight[q]);
  return weight;
}

void AssembledHelmholtz::diagonal(std::span<double> out) const {
  operator_->diagonal(coefficients_, out);
  surface_.add_diagonal(out);
  space_.gather_scatter().add(out);
}

}  // namespace lobatto::physics
