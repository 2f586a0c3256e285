#include "plan/regions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "case/document/spelling.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "plan/solver_choice.hpp"

namespace lobatto::plan {

namespace {

/// x, y and z of the middles of elements.
using Middles = std::array<std::vector<double>, 3>;

/// Of some elements in one row along x.
Middles middles_of_row(const std::array<mesh::Axis, 3>& axes, int begin, int end, int y, int z) {
  const auto middle = [&](int d, int i) { return 0.5 * (axes[d].ticks[i] + axes[d].ticks[i + 1]); };
  const auto n = static_cast<std::size_t>(end - begin);
  Middles middles{{std::vector<double>(n), std::vector<double>(n, middle(1, y)),
                   std::vector<double>(n, middle(2, z))}};
  for (int x = begin; x < end; ++x) middles[0][x - begin] = middle(0, x);
  return middles;
}

/// Of the corners.
Middles middles_of_mesh(const mesh::HexMesh& mesh) {
  const std::size_t n = mesh.geometry_order + 1, size = n * n * n;
  Middles middles;
  for (std::size_t e = 0; e < mesh.vertices.size(); ++e)
    for (std::size_t d = 0; d < 3; ++d) {
      double sum = 0;
      for (std::size_t corner = 0; corner < 8; ++corner) {
        const std::size_t i = corner % 2, j = corner / 2 % 2, k = corner / 4;
        sum += mesh.coordinates[(3 * e + d) * size + (n - 1) * ((k * n + j) * n + i)];
      }
      middles[d].push_back(sum / 8);
    }
  return middles;
}

std::vector<char> elements_where(const cases::Expression& condition, const Middles& middles) {
  const std::array<std::span<const double>, 3> inputs{middles[0], middles[1], middles[2]};
  std::vector<double> values(middles[0].size());
  if (const auto fault = condition.evaluate(inputs, 0.0, values)) throw base::Error(*fault);
  std::vector<char> is_there;
  for (const double value : values) is_there.push_back(value != 0.0 ? 1 : 0);
  return is_there;
}

std::vector<char> elements_of_volumes(const cases::SolidCase& solid, const mesh::HexMesh& mesh) {
  std::vector<char> is_there(mesh.vertices.size(), 0);
  for (const auto& name : solid.volumes) {
    const auto found = std::ranges::find(mesh.volume_names, name);
    if (found == mesh.volume_names.end())
      throw base::Error(
          fmt::format("{}: the mesh has no physical volume '{}'{}", solid.where, name,
                      mesh.volume_names.empty()
                          ? ", nor any other with a name"
                          : cases::suggestion_or_list(name, mesh.volume_names, "; it has ")));
    const auto volume = static_cast<int>(found - mesh.volume_names.begin());
    for (std::size_t e = 0; e < is_there.size(); ++e)
      if (mesh.volumes[e] == volume) is_there[e] = 1;
  }
  return is_there;
}

/// Gives a solid its elements.
void claim(const cases::Case& the_case, std::size_t solid, const std::vector<char>& is_there,
           const Middles& middles, std::vector<int>& regions) {
  for (std::size_t e = 0; e < is_there.size(); ++e) {
    if (is_there[e] == 0) continue;
    if (regions[e] != 0)
      throw base::Error(
          fmt::format("{}: the element at ({:.6g}, {:.6g}, {:.6g}) is in the solid '{}' already",
                      the_case.solids[solid].where, middles[0][e], middles[1][e], middles[2][e],
                      the_case.solids[regions[e] - 1].name));
    regions[e] = static_cast<int>(solid) + 1;
  }
}

std::vector<std::string> names_of_solids(const cases::Case& the_case) {
  std::vector<std::string> names;
  for (const auto& solid : the_case.solids) names.push_back(solid.name);
  return names;
}

/// n: elements of each region on this rank. Collective.
void check_counts(const cases::Case& the_case, std::vector<double> n,
                  const comm::Communicator& ranks) {
  ranks.sum(n);
  for (std::size_t s = 0; s < the_case.solids.size(); ++s) {
    const auto& solid = the_case.solids[s];
    if (n[s + 1] == 0)
      throw base::Error(fmt::format("{}: no element is in the solid '{}'{}", solid.where,
                                    solid.name,
                                    solid.condition ? ", where " + solid.condition->text() : ""));
  }
  if (n[0] == 0 && !the_case.prescribed_velocity)
    throw base::Error(fmt::format(
        "{}: all elements are solid, so that there is no flow to solve for; add [flow] with "
        "velocity = [0, 0, 0]",
        the_case.solids.back().where));
}

/// What the file says is solid must not become fluid without a word.
void check_solid_volume(const cases::Case& the_case, const mesh::HexMesh& mesh) {
  if (mesh.solid_volume < 0) return;
  const std::string& name = mesh.volume_names[mesh.solid_volume];
  const bool is_settled = std::ranges::any_of(the_case.solids, [&](const cases::SolidCase& solid) {
    return solid.condition || std::ranges::count(solid.volumes, name) > 0;
  });
  if (!is_settled)
    throw base::Error(
        fmt::format("{}: elements of the mesh are solid, and no [[solid]] has them; expected one "
                    "with volumes = "
                    "[\"{}\"] or where",
                    the_case.mesh_file_text(), name));
}

/// mesh: null for a box.
std::vector<int> regions_at(const cases::Case& the_case, const Middles& middles,
                            const mesh::HexMesh* mesh = nullptr) {
  std::vector<int> regions(middles[0].size(), 0);
  for (std::size_t s = 0; s < the_case.solids.size(); ++s) {
    const auto& solid = the_case.solids[s];
    claim(the_case, s,
          solid.condition ? elements_where(*solid.condition, middles)
                          : elements_of_volumes(solid, *mesh),
          middles, regions);
  }
  return regions;
}

void count(std::span<const int> regions, std::vector<double>& n) {
  for (const int region : regions) ++n[region];
}

}  // namespace

BoxSolids::BoxSolids(const cases::Case& the_case, const comm::Communicator& ranks)
    : case_(the_case), ranks_(ranks) {}

std::vector<int> BoxSolids::of_row(int begin, int end, int y, int z) const {
  return regions_at(case_, middles_of_row(case_.axes, begin, end, y, z));
}

void BoxSolids::check() {
  if (case_.solids.empty() || has_looked_) return;
  const auto [n_x, n_y, n_z] = mesh::n_elements_along(case_.axes);
  const long long n_rows = 1LL * n_y * n_z, rank = ranks_.rank(), n_ranks = ranks_.size();
  rows_ = {n_rows * rank / n_ranks, n_rows * (rank + 1) / n_ranks};
  is_solid_.reserve(static_cast<std::size_t>(rows_[1] - rows_[0]) * n_x);
  std::vector<double> n(case_.solids.size() + 1);
  comm::on_all(ranks_, [&] {
    for (long long row = rows_[0]; row < rows_[1]; ++row) {
      const auto regions = of_row(0, n_x, static_cast<int>(row % n_y), static_cast<int>(row / n_y));
      for (const int region : regions) is_solid_.push_back(region != 0);
      count(regions, n);
    }
  });
  check_counts(case_, std::move(n), ranks_);
  has_looked_ = true;
}

double BoxSolids::largest_cost(const mesh::RankGrid& grid) {
  check();
  const auto n = mesh::n_elements_along(case_.axes);
  std::vector<double> costs(grid.n_ranks());
  auto element = is_solid_.begin();
  for (long long row = rows_[0]; row < rows_[1]; ++row) {
    const int y = mesh::part_of(n[1], grid.n_y, static_cast<int>(row % n[1]));
    const int z = mesh::part_of(n[2], grid.n_z, static_cast<int>(row / n[1]));
    for (int x = 0; x < grid.n_x; ++x) {
      const int n_here =
          mesh::part_begin(n[0], grid.n_x, x + 1) - mesh::part_begin(n[0], grid.n_x, x);
      const auto n_solid = std::count(element, element + n_here, 1);
      costs[grid.rank_at({x, y, z})] += static_cast<double>(
          mesh::cost_of_solid * n_solid + mesh::cost_of_fluid * (n_here - n_solid));
      element += n_here;
    }
  }
  ranks_.sum(costs);
  return std::ranges::max(costs);
}

mesh::RankGrid BoxSolids::grid(const Grounds& grounds) {
  const auto n_elements = mesh::n_elements_along(case_.axes);
  const auto cut = cut_of(case_, grounds);
  if (case_.solids.empty()) return mesh::choose_grid(n_elements, grounds.n_ranks, cut);
  return mesh::choose_grid(n_elements, grounds.n_ranks, cut,
                           [&](const mesh::RankGrid& grid) { return largest_cost(grid); });
}

mesh::Regions BoxSolids::regions(const mesh::ElementRange& range) const {
  mesh::Regions regions{names_of_solids(case_), {}};
  for (int z = range.z_begin; z < range.z_end && !case_.solids.empty(); ++z)
    for (int y = range.y_begin; y < range.y_end; ++y) {
      const auto row = of_row(range.x_begin, range.x_end, y, z);
      regions.of_elements.insert(regions.of_elements.end(), row.begin(), row.end());
    }
  return regions;
}

mesh::Regions regions_of_mesh(const cases::Case& the_case, const mesh::HexMesh& part,
                              const comm::Communicator& ranks) {
  check_solid_volume(the_case, part);
  if (the_case.solids.empty()) return {};
  mesh::Regions regions{names_of_solids(the_case), {}};
  comm::on_all(ranks,
               [&] { regions.of_elements = regions_at(the_case, middles_of_mesh(part), &part); });
  std::vector<double> n(regions.solids.size() + 1);
  count(regions.of_elements, n);
  check_counts(the_case, std::move(n), ranks);
  return regions;
}

}  // namespace lobatto::plan
