#include "plan/regions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "case/expression.hpp"
#include "case/spelling.hpp"
#include "comm/agreed_fault.hpp"

namespace lobatto::plan {

namespace {

/// x, y and z of the middles of elements.
using Middles = std::array<std::vector<double>, 3>;

Middles middles_of_box(const cases::Case& the_case) {
  std::array<std::vector<double>, 3> along;
  for (int d = 0; d < 3; ++d) {
    const auto& ticks = the_case.axes[d].ticks;
    for (std::size_t i = 1; i < ticks.size(); ++i)
      along[d].push_back(0.5 * (ticks[i - 1] + ticks[i]));
  }
  Middles middles;
  for (const double z : along[2])
    for (const double y : along[1])
      for (const double x : along[0]) {
        middles[0].push_back(x);
        middles[1].push_back(y);
        middles[2].push_back(z);
      }
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

std::vector<char> elements_where(const cases::ExpressionText& text, const cases::Case& the_case,
                                 const Middles& middles) {
  const auto expression = cases::Expression::compile(text, cases::space_variables(),
                                                     the_case.parameters, the_case.imports);
  const std::array<std::span<const double>, 3> inputs{middles[0], middles[1], middles[2]};
  std::vector<double> values(middles[0].size());
  if (const auto fault = expression.evaluate(inputs, 0.0, values)) throw base::Error(*fault);
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

/// Ranks that have the elements together, or one that has all of them and needs no MPI.
class Together {
 public:
  explicit Together(const comm::Communicator* ranks) : ranks_(ranks) {}

  [[nodiscard]] long long sum(long long value) const {
    return ranks_ != nullptr ? ranks_->sum(value) : value;
  }

  /// Does something that may throw on some ranks; then it throws on all.
  template <class Work>
  void run(const Work& work) const {
    if (ranks_ != nullptr)
      comm::together(*ranks_, work);
    else
      work();
  }

 private:
  const comm::Communicator* ranks_;
};

/// Gives a solid its elements.
void claim(const cases::SolidCase& solid, const std::vector<char>& is_there, const Middles& middles,
           const Together& together, mesh::Regions& regions) {
  regions.solids.push_back(solid.name);
  together.run([&] {
    for (std::size_t e = 0; e < is_there.size(); ++e) {
      if (is_there[e] == 0) continue;
      int& region = regions.of_elements[e];
      if (region != 0)
        throw base::Error(fmt::format(
            "{}: the element at ({:.6g}, {:.6g}, {:.6g}) is in the solid '{}' already", solid.where,
            middles[0][e], middles[1][e], middles[2][e], regions.solids[region - 1]));
      region = static_cast<int>(regions.solids.size());
    }
  });
  if (together.sum(std::ranges::count(is_there, 1)) > 0) return;
  throw base::Error(fmt::format("{}: no element is in the solid '{}'{}", solid.where, solid.name,
                                solid.condition ? ", where " + solid.condition->text : ""));
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
                    *the_case.mesh_file, name));
}

/// mesh: null for a box.
mesh::Regions find_regions(const cases::Case& the_case, const Middles& middles,
                           const mesh::HexMesh* mesh, const Together& together) {
  mesh::Regions regions;
  regions.of_elements.assign(middles[0].size(), 0);
  for (const auto& solid : the_case.solids) {
    std::vector<char> is_there;
    together.run([&] {
      is_there = solid.condition ? elements_where(*solid.condition, the_case, middles)
                                 : elements_of_volumes(solid, *mesh);
    });
    claim(solid, is_there, middles, together, regions);
  }
  if (together.sum(regions.n_fluid()) == 0 && !the_case.given_flow)
    throw base::Error(fmt::format(
        "{}: all elements are solid, so that there is no flow to solve for; add [flow] with "
        "velocity = [0, 0, 0]",
        the_case.solids.back().where));
  return regions;
}

}  // namespace

mesh::Regions regions_of_box(const cases::Case& the_case) {
  if (the_case.solids.empty()) return {};
  return find_regions(the_case, middles_of_box(the_case), nullptr, Together(nullptr));
}

mesh::Regions regions_of_mesh(const cases::Case& the_case, const mesh::HexMesh& part,
                              const comm::Communicator& ranks) {
  check_solid_volume(the_case, part);
  if (the_case.solids.empty()) return {};
  return find_regions(the_case, middles_of_mesh(part), &part, Together(&ranks));
}

}  // namespace lobatto::plan
