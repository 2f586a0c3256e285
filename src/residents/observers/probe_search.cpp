#include "residents/observers/probe_search.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lobatto::residents {

namespace {

/// Around the nodes of all elements. Collective.
space::Bounds bounds_of(const space::FunctionSpace& space) {
  space::Bounds bounds = space::Bounds::nothing();
  std::array<std::vector<double>, 3> x;
  for (int e = 0; e < space.n_elements(); ++e) {
    space.element_points(e, x);
    for (std::size_t q = 0; q < space.element_size(); ++q) bounds.add({x[0][q], x[1][q], x[2][q]});
  }
  space.communicator().min(bounds.lower);
  space.communicator().max(bounds.upper);
  return bounds;
}

/// `missing`: the points that were not found, by number.
std::string missing_text(const cases::ProbeCase& probe, const std::vector<std::size_t>& missing,
                         const space::Bounds& mesh) {
  const std::size_t n_more = missing.size() - 1;
  const std::string others =
      n_more == 0 ? "" : fmt::format("; {} more {} outside", n_more, n_more == 1 ? "is" : "are");
  return fmt::format(
      "{}: point {} of {:.0f} (counted from 0), ({:.6g}), lies in no element of the mesh, which "
      "reaches from ({:.6g}) to ({:.6g}){}",
      probe.where, missing.front(), probe.places.n_points(),
      fmt::join(probe.places.point(missing.front()), ", "), fmt::join(mesh.lower, ", "),
      fmt::join(mesh.upper, ", "), others);
}

}  // namespace

std::vector<cases::ProbePlaces::Point> points_on_root(const cases::ProbeCase& probe,
                                                      const comm::Communicator& communicator) {
  return communicator.rank() == 0 ? probe.places.points()
                                  : std::vector<cases::ProbePlaces::Point>{};
}

space::Interpolation interpolation_of(const space::FunctionSpace& space,
                                      const space::ElementSearch& search,
                                      std::span<const cases::ProbePlaces::Point> points) {
  constexpr double max_excess = 1e-8;  // round-off of places on the surface
  return {space.communicator(), search, points, max_excess};
}

void check_probes(const cases::Case& the_case, const space::FunctionSpace& space,
                  cases::Problems& problems) {
  if (the_case.probes.empty()) return;
  const auto& communicator = space.communicator();
  const space::ElementSearch search(space);
  const space::Bounds mesh = bounds_of(space);
  for (const auto& probe : the_case.probes) {
    const auto points = points_on_root(probe, communicator);
    const auto missing = interpolation_of(space, search, points).missing();
    add_from_any(problems, missing.empty() ? "" : missing_text(probe, missing, mesh), communicator);
  }
}

}  // namespace lobatto::residents
