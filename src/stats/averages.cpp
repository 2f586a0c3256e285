#include "stats/averages.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lobatto::stats {

namespace {

const std::array<std::string, n_factors> factor_names{
    "u",    "v",    "w",    "p", "dudx", "dudy", "dudz", "dvdx", "dvdy", "dvdz",
    "dwdx", "dwdy", "dwdz", "T", "dTdx", "dTdy", "dTdz", "fx",   "fy",   "fz"};

bool is_gradient(Factor f) { return factor_names[index_of(f)].starts_with('d'); }

/// "dudx" as "du/dx".
std::string formula_of(Factor f) {
  const std::string& name = factor_names[index_of(f)];
  return is_gradient(f) ? fmt::format("{}/{}", name.substr(0, 2), name.substr(2)) : name;
}

Average product(const Product& factors) {
  Average average{.name = {}, .formula = {}, .terms = {factors}};
  for (const Factor f : factors) {
    const bool is_first = average.name.empty();
    average.name +=
        fmt::format("{}{}", is_gradient(f) && !is_first ? "_" : "", factor_names[index_of(f)]);
    average.formula += fmt::format("{}{}", is_first ? "" : " ", formula_of(f));
  }
  return average;
}

/// da/dx_k db/dx_k, a and b given by their letter and their first derivative.
Average gradient_product(char a, Factor a_x, char b, Factor b_x) {
  const auto along = [](Factor first, int k) {
    return static_cast<Factor>(static_cast<int>(first) + k);
  };
  const auto name = [](char c) { return fmt::format("d{}dxk", c); };
  const auto formula = [](char c) { return fmt::format("d{}/dx_k", c); };
  Average average{.name = fmt::format("{}_{}", name(a), name(b)),
                  .formula = fmt::format("{} {}", formula(a), formula(b)),
                  .terms = {}};
  for (int k = 0; k < 3; ++k) average.terms.push_back({along(a_x, k), along(b_x, k)});
  return average;
}

/// Calls action(i, j) for i <= j.
template <class Action>
void for_each_pair(Action action) {
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) action(i, j);
}

constexpr const char* velocity_letters = "uvw";

std::vector<Average> make_flow_averages(Extent extent) {
  std::vector<Average> list;
  const auto vel = [](int i) { return velocity_factor(i); };
  for (int i = 0; i < 3; ++i) list.push_back(product({vel(i)}));
  list.push_back(product({Factor::p}));
  for_each_pair([&](int i, int j) { list.push_back(product({vel(i), vel(j)})); });
  list.push_back(product({Factor::p, Factor::p}));
  if (extent == Extent::basic) return list;
  for_each_pair([&](int i, int j) {
    for (int k = j; k < 3; ++k) list.push_back(product({vel(i), vel(j), vel(k)}));
  });
  for (int i = 0; i < 3; ++i) list.push_back(product({Factor::p, vel(i)}));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) list.push_back(product({Factor::p, gradient_factor(i, j)}));
  for_each_pair([&](int i, int j) {
    list.push_back(gradient_product(velocity_letters[i], gradient_factor(i, 0), velocity_letters[j],
                                    gradient_factor(j, 0)));
  });
  return list;
}

std::vector<Average> make_scalar_averages(Extent extent) {
  std::vector<Average> list;
  const auto vel = [](int i) { return velocity_factor(i); };
  list.push_back(product({Factor::T}));
  list.push_back(product({Factor::T, Factor::T}));
  for (int i = 0; i < 3; ++i) list.push_back(product({vel(i), Factor::T}));
  if (extent == Extent::basic) return list;
  for_each_pair([&](int i, int j) { list.push_back(product({vel(i), vel(j), Factor::T})); });
  for (int i = 0; i < 3; ++i) list.push_back(product({vel(i), Factor::T, Factor::T}));
  list.push_back(product({Factor::p, Factor::T}));
  for (int j = 0; j < 3; ++j) list.push_back(product({Factor::p, scalar_gradient_factor(j)}));
  // With d<u_i T>/dx_j these also give <T du_i/dx_j>: molecular diffusion of the flux where the
  // diffusivity is not the viscosity.
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) list.push_back(product({vel(i), scalar_gradient_factor(j)}));
  list.push_back(gradient_product('T', Factor::dTdx, 'T', Factor::dTdx));
  for (int i = 0; i < 3; ++i)
    list.push_back(gradient_product(velocity_letters[i], gradient_factor(i, 0), 'T', Factor::dTdx));
  return list;
}

std::vector<Average> without_pressure(std::vector<Average> list) {
  std::erase_if(list, [](const Average& average) {
    return std::ranges::any_of(average.terms, [](const Product& factors) {
      return std::ranges::find(factors, Factor::p) != factors.end();
    });
  });
  return list;
}

/// Lists of one kind, for each extent, with and without pressure.
class Lists {
 public:
  explicit Lists(std::vector<Average> (*make)(Extent)) {
    for (const Extent extent : {Extent::basic, Extent::full}) {
      auto& of_extent = lists_[extent == Extent::full ? 1 : 0];
      of_extent = {without_pressure(make(extent)), make(extent)};
    }
  }
  [[nodiscard]] const std::vector<Average>& of(Extent extent, bool has_pressure) const {
    return lists_[extent == Extent::full ? 1 : 0][has_pressure ? 1 : 0];
  }

 private:
  std::array<std::array<std::vector<Average>, 2>, 2> lists_;  ///< [full][with pressure]
};

}  // namespace

const std::vector<Average>& flow_averages(Extent extent, bool has_pressure) {
  static const Lists lists(make_flow_averages);
  return lists.of(extent, has_pressure);
}

const std::vector<Average>& scalar_averages(Extent extent, bool has_pressure) {
  static const Lists lists(make_scalar_averages);
  return lists.of(extent, has_pressure);
}

const std::vector<Average>& force_averages() {
  static const std::vector<Average> list = [] {
    std::vector<Average> all;
    for (int j = 0; j < 3; ++j) all.push_back(product({force_factor(j)}));
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) all.push_back(product({velocity_factor(i), force_factor(j)}));
    return all;
  }();
  return list;
}

const std::vector<Average>& field_averages() {
  static const std::vector<Average> list{
      {.name = "mean", .formula = "f", .terms = {{Factor::T}}},
      {.name = "mean_square", .formula = "f f", .terms = {{Factor::T, Factor::T}}}};
  return list;
}

}  // namespace lobatto::stats
