#include "physics/closures/dynamic_model.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "poly/modal_filter.hpp"

namespace lobatto::physics {

namespace {

constexpr std::array<std::array<std::size_t, 2>, 6> pairs{
    {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};

/// The highest mode that the test filter keeps.
int kept_modes(const space::FunctionSpace& space) { return space.order() / 2; }

kernels::ElementFilter test_filter(const space::FunctionSpace& space) {
  if (space.order() < 2)
    throw base::Error("the dynamic model needs mesh.order of at least 2, for its test filter");
  std::vector<double> transfer(static_cast<std::size_t>(space.n()), 0.0);
  std::fill_n(transfer.begin(), kept_modes(space) + 1, 1.0);
  const auto matrix = poly::modal_filter(space.nodes(), poly::ModalBasis::bubble, transfer);
  return {space.shape(), matrix.values};
}

double strain(const GradientTensor& g, std::size_t pair) {
  const auto [i, j] = pairs[pair];
  return 0.5 * (g[i][j] + g[j][i]);
}

/// C of int L : S^, int M : S^ and the scale of the first.
double constant_of(const double* sums) {
  const bool is_round_off = std::abs(sums[0]) <= 1e-14 * sums[2];
  return sums[1] < 0 && !is_round_off ? 0.5 * sums[0] / sums[1] : 0;
}

/// Each pair of two directions counts twice.
double weight(std::size_t pair) { return pair < 3 ? 1 : 2; }

}  // namespace

DynamicModel::DynamicModel(const std::array<bool, 3>& averaged, const space::FunctionSpace& space)
    : fluid_(space.fluid()),
      blocks_(space::blocks_of(fluid_, space::nodes_with_gradients)),
      box_(space.box()),
      averaged_(averaged),
      filter_(test_filter(space)),
      ratio_(static_cast<double>(space.order()) / kept_modes(space)),
      gradients_(fluid_),
      widths_(filter_widths(fluid_)),
      work_(blocks_.empty() ? 0 : blocks_.front().n_values) {
  if (box_ == nullptr && std::ranges::any_of(averaged, [](bool is) { return is; }))
    throw base::Error("the dynamic model averages along directions of a box alone");
  for (std::size_t d = 0; box_ != nullptr && d < 3; ++d)
    if (!averaged[d]) n_groups_[d] = static_cast<std::size_t>(box_->axes[d].n_elements());
  for (auto& values : filtered_) values.resize(work_.size());
  for (auto& values : products_) values.resize(work_.size());
  for (auto& values : difference_) values.resize(work_.size());
  for (auto& values : coarse_strain_) values.resize(work_.size());
}

std::size_t DynamicModel::group_of(int e) const {
  auto number = static_cast<std::size_t>(fluid_.element_number(e));
  std::size_t group = 0, stride = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    const auto n = static_cast<std::size_t>(box_->axes[d].n_elements());
    if (!averaged_[d]) group += stride * (number % n);
    stride *= n_groups_[d];
    number /= n;
  }
  return group;
}

void DynamicModel::filter(const space::ElementBlock& block, const double* u, double* out) {
  for (std::size_t q = 0; q < block.n_values; q += fluid_.element_size()) filter_(u + q, out + q);
}

void DynamicModel::find_products(const space::ElementBlock& block,
                                 const std::array<const double*, 3>& u) {
  for (std::size_t i = 0; i < 3; ++i) filter(block, u[i], filtered_[i].data());
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const auto [i, j] = pairs[p];
    for (std::size_t q = 0; q < block.n_values; ++q) work_[q] = u[i][q] * u[j][q];
    filter(block, work_.data(), products_[p].data());
    for (std::size_t q = 0; q < block.n_values; ++q)
      products_[p][q] -= filtered_[i][q] * filtered_[j][q];
  }
}

void DynamicModel::find_difference(const space::ElementBlock& block,
                                   const std::array<const double*, 3>& u, double* rate) {
  const auto& gradient = gradients_.of(block, u);
  for (std::size_t q = 0; q < block.n_values; ++q) {
    const auto g = gradient.at(q);
    rate[q] = std::sqrt(2 * strain_squared(g));
    for (std::size_t p = 0; p < pairs.size(); ++p) difference_[p][q] = rate[q] * strain(g, p);
  }
  for (auto& component : difference_) filter(block, component.data(), component.data());
  const auto& coarse =
      gradients_.of(block, {filtered_[0].data(), filtered_[1].data(), filtered_[2].data()});
  for (std::size_t q = 0; q < block.n_values; ++q) {
    const auto g = coarse.at(q);
    const double factor = ratio_ * ratio_ * std::sqrt(2 * strain_squared(g));
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      coarse_strain_[p][q] = strain(g, p);
      difference_[p][q] -= factor * coarse_strain_[p][q];
    }
  }
}

/// The trace of L would only meet that of S^, the divergence: it is taken off all the same.
DynamicModel::Sums DynamicModel::sums_of(int e, std::size_t first) const {
  const auto mass = fluid_.mass(e);
  const double squared = widths_[e] * widths_[e];
  Sums sums;
  for (std::size_t i = 0, q = first; i < fluid_.element_size(); ++i, ++q) {
    const double mean = (products_[0][q] + products_[1][q] + products_[2][q]) / 3;
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      const double m = squared * difference_[p][q], l = products_[p][q] - (p < 3 ? mean : 0);
      const double s = mass(i) * weight(p) * coarse_strain_[p][q];
      sums.of_l += s * l;
      sums.of_m += s * m;
      const auto [a, b] = pairs[p];
      sums.scale += std::abs(s * filtered_[a][q] * filtered_[b][q]);
    }
  }
  return sums;
}

void DynamicModel::evaluate(const state::State& state, std::span<double> out) {
  const auto& velocity = state["velocity"].vector();
  const std::size_t size = fluid_.element_size();
  const bool is_averaged = averaged_ != std::array<bool, 3>{};
  const std::size_t n_means =
      is_averaged ? n_groups_[0] * n_groups_[1] * n_groups_[2] : widths_.size();
  std::vector<double> sums(3 * n_means, 0.0);
  const auto mean_of = [&](int e) {
    return is_averaged ? group_of(e) : static_cast<std::size_t>(e);
  };
  for (const space::ElementBlock& block : blocks_) {
    find_products(block, on_block(velocity, block));
    find_difference(block, on_block(velocity, block), out.data() + block.offset);
    for (int e = block.first; e < block.end(); ++e) {
      const Sums of_element = sums_of(e, (e - block.first) * size);
      double* const mean = sums.data() + 3 * mean_of(e);
      mean[0] += of_element.of_l;
      mean[1] += of_element.of_m;
      mean[2] += of_element.scale;
    }
  }
  if (is_averaged) fluid_.communicator().sum(std::span<double>(sums));
  for (int e = 0; e < fluid_.n_elements(); ++e) {
    const double factor = constant_of(sums.data() + 3 * mean_of(e)) * widths_[e] * widths_[e];
    for (std::size_t q = e * size; q < (e + 1) * size; ++q) out[q] *= factor;
  }
}

SubgridModelKind dynamic_model() {
  return {DynamicModel::word,
          {},
          nullptr,
          [](const SubgridSettings& settings,
             const space::FunctionSpace& space) -> std::unique_ptr<SubgridModel> {
            return std::make_unique<DynamicModel>(settings.averaged, space);
          }};
}

kernels::Cost DynamicModel::cost() const {
  const auto n = static_cast<double>(fluid_.element_size());
  return gradients_.cost() * 2 + kernels::element_filter_cost(filter_.shape()) * 15 +
         kernels::Cost{220 * n, 32 * n};
}

}  // namespace lobatto::physics
