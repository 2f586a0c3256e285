#include "stats/moments.hpp"

#include <fmt/format.h>

#include "kernels/operators/box_operators.hpp"

namespace lobatto::stats {

namespace {

/// column[...] += weights * product of `n_factors_of` factors, row by row.
template <std::size_t n_factors_of>
void add_rows(const AveragedMesh::Rows& rows, const double* __restrict weights,
              const std::array<const double*, n_factors_of>& factors, double* __restrict column) {
  const auto product = [&](std::size_t q) {
    double value = weights[q];
    for (std::size_t f = 0; f < n_factors_of; ++f) value *= factors[f][q];
    return value;
  };
  for (std::size_t r = 0; r < rows.in_column.size(); ++r) {
    const std::size_t begin = r * rows.length;
    double* __restrict out = column + rows.in_column[r];
    if (rows.to_one) {
      double sum = 0;
      for (std::size_t i = 0; i < rows.length; ++i) sum += product(begin + i);
      *out += sum;
    } else {
      for (std::size_t i = 0; i < rows.length; ++i) out[i] += product(begin + i);
    }
  }
}

}  // namespace

MomentSums::MomentSums(const AveragedMesh& mesh, const std::vector<Average>& averages)
    : mesh_(&mesh), averages_(&averages), sums_(averages.size() * mesh.size()) {}

void MomentSums::add(const space::ElementBlock& block, const double* weights,
                     const std::array<const double*, n_factors>& factors) {
  for (int e = block.first; e < block.end(); ++e)
    add_element(e, (e - block.first) * mesh_->space().element_size(), weights, factors);
}

void MomentSums::add_element(int e, std::size_t first, const double* weights,
                             const std::array<const double*, n_factors>& factors) {
  const auto& rows = mesh_->rows();
  double* column = sums_.data() + mesh_->begin_of_element(e);
  weights += first;
  for (const Average& quantity : *averages_) {
    for (const Product& product : quantity.terms) {
      const auto factor = [&](std::size_t i) { return factors[index_of(product[i])] + first; };
      if (product.size() == 1) add_rows<1>(rows, weights, {factor(0)}, column);
      if (product.size() == 2) add_rows<2>(rows, weights, {factor(0), factor(1)}, column);
      if (product.size() == 3)
        add_rows<3>(rows, weights, {factor(0), factor(1), factor(2)}, column);
    }
    column += mesh_->size();
  }
}

Moments::Moments(const AveragedMesh& mesh, const Gathered& gathered)
    : mesh_(&mesh),
      scalar_averages_(stats::scalar_averages(gathered.extent, gathered.pressure)),
      needs_gradients_(gathered.extent == Extent::full),
      has_pressure_(gathered.pressure),
      operators_(space::make_element_operators(mesh.space())),
      blocks_(space::blocks_of(mesh.space(), space::nodes_with_gradients)),
      flow_(mesh, stats::flow_averages(gathered.extent, gathered.pressure)) {
  if (gathered.force) force_.emplace(mesh, force_averages());
  for (std::size_t s = 0; s < gathered.n_scalars; ++s)
    scalars_.emplace_back(mesh, scalar_averages_);
  for (std::size_t f = 0; f < gathered.n_fields; ++f) fields_.emplace_back(mesh, field_averages());
  // The pressure, all gradients, and the weights.
  const std::size_t size = blocks_.empty() ? 0 : blocks_.front().n_values;
  scratch_ = base::AlignedArray<double>(size * (n_factors + 1));
  for (std::size_t f = 0; f < n_factors; ++f) scratch_of_[f] = scratch_.data() + f * size;
  weights_ = scratch_.data() + n_factors * size;
}

void Moments::load_weights(const Block& block, double weight) {
  const std::size_t size = mesh_->space().element_size();
  double* out = weights_;
  for (int e = block.first; e < block.end(); ++e) {
    const auto mass = mesh_->space().mass(e);
    for (std::size_t q = 0; q < size; ++q) *out++ = weight * mass(q);
  }
}

void Moments::load_gradient(std::span<const double> field, const Block& block, Factor first) {
  double* const* out = scratch_of_.data() + index_of(first);
  operators_->gradient(block.first, block.n_elements, field.data() + block.offset,
                       {out[0], out[1], out[2]});
  for (int j = 0; j < 3; ++j) factors_[index_of(first) + j] = out[j];
}

void Moments::load_flow(const Sample& sample, const Block& block) {
  for (int i = 0; i < 3; ++i) {
    factors_[index_of(velocity_factor(i))] = sample.velocity[i].data() + block.offset;
    if (needs_gradients_) load_gradient(sample.velocity[i], block, gradient_factor(i, 0));
  }
  if (!has_pressure_) return;
  double* pressure = scratch_of_[index_of(Factor::p)];
  for (std::size_t q = 0; q < block.n_values; ++q)
    pressure[q] = sample.pressure[block.offset + q] - sample.pressure_level;
  factors_[index_of(Factor::p)] = pressure;
}

void Moments::load_scalar(std::span<const double> scalar, const Block& block) {
  factors_[index_of(Factor::T)] = scalar.data() + block.offset;
  if (needs_gradients_) load_gradient(scalar, block, Factor::dTdx);
}

void Moments::add(const Sample& sample, double weight) {
  for (const Block& block : blocks_) add_block(sample, block, weight);
  weight_ += weight;
}

void Moments::add_block(const Sample& sample, const Block& block, double weight) {
  load_weights(block, weight);
  load_flow(sample, block);
  flow_.add(block, weights_, factors_);
  if (force_) {
    for (int d = 0; d < 3; ++d)
      factors_[index_of(force_factor(d))] = sample.force[d].data() + block.offset;
    force_->add(block, weights_, factors_);
  }
  for (std::size_t s = 0; s < scalars_.size(); ++s) {
    load_scalar(sample.scalars[s], block);
    scalars_[s].add(block, weights_, factors_);
  }
  for (std::size_t f = 0; f < fields_.size(); ++f) {
    factors_[index_of(Factor::T)] = sample.fields[f].data() + block.offset;
    fields_[f].add(block, weights_, factors_);
  }
}

template <class Action>
void Moments::for_each(Action action) {
  for (std::size_t i = 0; i < flow_.averages().size(); ++i)
    action("flow/" + flow_.averages()[i].name, flow_.of(i));
  for (std::size_t i = 0; force_ && i < force_averages().size(); ++i)
    action("flow/" + force_averages()[i].name, force_->of(i));
  for (std::size_t s = 0; s < scalars_.size(); ++s)
    for (std::size_t i = 0; i < scalar_averages_.size(); ++i)
      action(fmt::format("scalar/{}/{}", s, scalar_averages_[i].name), scalars_[s].of(i));
  for (std::size_t f = 0; f < fields_.size(); ++f)
    for (std::size_t i = 0; i < field_averages().size(); ++i)
      action(fmt::format("field/{}/{}", f, field_averages()[i].name), fields_[f].of(i));
}

void Moments::combine() {
  for_each([&](const std::string&, std::span<double> sums) { mesh_->combine(sums); });
}

void Moments::clear() {
  flow_.clear();
  if (force_) force_->clear();
  for (MomentSums& scalar : scalars_) scalar.clear();
  for (MomentSums& field : fields_) field.clear();
  weight_ = 0;
}

std::vector<double> Moments::average(std::span<const double> sums) const {
  std::vector<double> values(sums.size(), 0.0);
  if (mesh_->is_owner())
    for (std::size_t q = 0; q < sums.size(); ++q)
      values[q] = sums[q] / (mesh_->mass()[q] * weight_);
  return values;
}

std::vector<double> Moments::flow_average(std::size_t quantity) const {
  return average(flow_.of(quantity));
}

std::vector<double> Moments::force_average(std::size_t quantity) const {
  return average(force_->of(quantity));
}

std::vector<double> Moments::scalar_average(std::size_t scalar, std::size_t quantity) const {
  return average(scalars_[scalar].of(quantity));
}

std::vector<double> Moments::field_average(std::size_t field, std::size_t quantity) const {
  return average(fields_[field].of(quantity));
}

void Moments::visit_state(base::StateVisitor& visitor, const std::string& path) {
  visitor.visit(path + "/weight", weight_);
  if (visitor.loads())
    for_each([](const std::string&, std::span<double> sums) { std::ranges::fill(sums, 0.0); });
  else
    combine();
  const base::RowSet columns{"statistics_columns",
                             mesh_->is_owner() ? mesh_->keys() : std::span<const std::int64_t>{},
                             mesh_->column_size()};
  for_each([&](const std::string& name, std::span<double> sums) {
    visitor.visit(path + "/" + name, columns, mesh_->is_owner() ? sums : std::span<double>{});
  });
}

kernels::Cost moments_cost(const kernels::ElementShape& shape, std::size_t column_size,
                           const Gathered& gathered) {
  const double points = shape.points(), scalars = static_cast<double>(gathered.n_scalars);
  const auto products_of = [](const std::vector<Average>& averages) {
    double flops = 0;
    for (const Average& quantity : averages)
      for (const Product& product : quantity.terms)
        flops += 1.0 + static_cast<double>(product.size());
    return flops;
  };
  const auto& flow = flow_averages(gathered.extent, gathered.pressure);
  const auto& scalar = scalar_averages(gathered.extent, gathered.pressure);
  const double n_gradients = gathered.extent == Extent::full ? 3.0 + scalars : 0.0;
  const double of_force = gathered.force ? products_of(force_averages()) : 0.0;
  const auto n_sums = static_cast<double>(flow.size() + gathered.n_scalars * scalar.size() +
                                          (gathered.force ? force_averages().size() : 0));
  return kernels::gradient_cost(shape) * n_gradients +
         kernels::Cost{
             points * (2.0 + products_of(flow) + of_force + scalars * products_of(scalar)),
             8.0 * points *
                     ((gathered.pressure ? 4.0 : 3.0) + (gathered.force ? 3.0 : 0.0) + scalars) +
                 16.0 * n_sums * static_cast<double>(column_size)};
}

}  // namespace lobatto::stats
