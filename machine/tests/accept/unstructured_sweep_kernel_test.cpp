#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <string>

#include "accept/sweep/sweep_answers.hpp"
#include "accept/unstructured_sweep/hex_mesh.hpp"
#include "accept/unstructured_sweep/unstructured_answers.hpp"
#include "accept/unstructured_sweep/unstructured_iteration.hpp"
#include "base/error.hpp"
#include "message_of.hpp"

namespace lobatto::accept {
namespace {

/// solve_element with pivots, plain to read.
CornerFluxes solve_element_reference(const TransportSystem& system, const HexMatrices::Matrix& mass,
                                     const ByGroup& total) {
  CornerFluxes psi = system.right;
  for (std::size_t g = 0; g < n_groups; ++g) {
    HexMatrices::Matrix a = system.streaming;
    for (std::size_t i = 0; i < n_corners; ++i)
      for (std::size_t j = 0; j < n_corners; ++j) a[i][j] += total[g] * mass[i][j];
    for (std::size_t k = 0; k < n_corners; ++k) {
      std::size_t pivot = k;
      for (std::size_t i = k + 1; i < n_corners; ++i)
        if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
      std::swap(a[k], a[pivot]);
      std::swap(psi[k][g], psi[pivot][g]);
      for (std::size_t i = k + 1; i < n_corners; ++i) {
        const double factor = a[i][k] / a[k][k];
        for (std::size_t j = k; j < n_corners; ++j) a[i][j] -= factor * a[k][j];
        psi[i][g] -= factor * psi[k][g];
      }
    }
    for (std::size_t i = n_corners; i-- > 0;) {
      for (std::size_t j = i + 1; j < n_corners; ++j) psi[i][g] -= a[i][j] * psi[j][g];
      psi[i][g] /= a[i][i];
    }
  }
  return psi;
}

HexMesh small_twisted_mesh(const comm::Communicator& communicator) {
  const std::vector<int> size{4, 3, 5};
  return twisted_box({{size, true, {}}, size, 3, communicator.rank(), communicator.size()},
                     usual_lean);
}

TEST(HexMatrices, WhatChangesInsideGoesThroughTheFaces) {
  const auto mesh = small_twisted_mesh(comm::Communicator::self());
  for (const auto& places : mesh.places) {
    const HexMatrices matrices(places);
    EXPECT_GT(matrices.volume(), 0.5);
    for (std::size_t d = 0; d < 3; ++d) {
      // int d(v_i v_j)/dx_d = sum over faces of int v_i v_j n_d
      HexMatrices::Matrix rest{};
      for (std::size_t i = 0; i < n_corners; ++i)
        for (std::size_t j = 0; j < n_corners; ++j)
          rest[i][j] = matrices.gradients[d][i][j] + matrices.gradients[d][j][i];
      for (std::size_t face = 0; face < n_faces; ++face)
        for (std::size_t i = 0; i < n_face_corners; ++i)
          for (std::size_t j = 0; j < n_face_corners; ++j)
            rest[face_corners(face)[i]][face_corners(face)[j]] -= matrices.faces[face][d][i][j];
      for (const auto& row : rest)
        for (const double value : row) EXPECT_NEAR(value, 0, 1e-14);
    }
  }
}

TEST(FaceLinks, BothSidesAgree) {
  const auto alone = comm::Communicator::self();
  const auto mesh = small_twisted_mesh(alone);
  const FaceLinks links(mesh, alone);
  int n_boundary = 0;
  for (std::size_t element = 0; element < mesh.n_elements(); ++element)
    for (std::size_t face = 0; face < n_faces; ++face) {
      const FaceLink& link = links.links[element][face];
      const HexMatrices matrices(mesh.places[element]);
      for (std::size_t d = 0; d < 3; ++d) {
        double area = 0;
        for (const auto& row : matrices.faces[face][d])
          area = std::accumulate(row.begin(), row.end(), area);
        EXPECT_NEAR(link.area[d], area, 1e-14);
      }
      if (link.element < 0) {
        ++n_boundary;
        continue;
      }
      const auto other = static_cast<std::size_t>(link.element);
      for (std::size_t i = 0; i < n_face_corners; ++i)
        EXPECT_EQ(mesh.vertices[element][face_corners(face)[i]],
                  mesh.vertices[other][link.corners[i]]);
      const auto back = std::find_if(
          links.links[other].begin(), links.links[other].end(),
          [&](const FaceLink& one) { return one.element == static_cast<int>(element); });
      ASSERT_NE(back, links.links[other].end());
      for (std::size_t d = 0; d < 3; ++d) EXPECT_EQ(back->area[d], -link.area[d]);
    }
  EXPECT_EQ(n_boundary, 2 * (4 * 3 + 3 * 5 + 4 * 5));
}

TEST(SweepOrder, EachComesAfterWhatItNeeds) {
  const SweepOrder order = sweep_order(5, {{4, 2, 1.0}, {2, 0, 1.0}, {4, 0, 1.0}, {0, 3, 1.0}});
  EXPECT_EQ(order.n_lagged, 0);
  std::vector<std::size_t> at(5);
  for (std::size_t i = 0; i < 5; ++i) at[static_cast<std::size_t>(order.elements[i])] = i;
  EXPECT_LT(at[4], at[2]);
  EXPECT_LT(at[2], at[0]);
  EXPECT_LT(at[0], at[3]);
}

TEST(SweepOrder, ACircleIsBrokenWhereTheLeastFlows) {
  const SweepOrder order = sweep_order(4, {{0, 1, 3.0}, {1, 2, 0.5}, {2, 0, 2.0}, {2, 3, 1.0}});
  EXPECT_EQ(order.n_lagged, 1);
  EXPECT_EQ(order.elements, (std::vector<int>{2, 0, 3, 1}));
}

TEST(TransportSystem, FastAndPlainAgree) {
  const auto alone = comm::Communicator::self();
  const auto mesh = small_twisted_mesh(alone);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const Material material = graded_material(0.5, 0);
  for (const auto& places : mesh.places) {
    const HexMatrices matrices(places);
    TransportSystem system;
    for (std::size_t i = 0; i < n_corners; ++i) {
      for (std::size_t j = 0; j < n_corners; ++j)
        system.streaming[i][j] = matrices.gradients[0][j][i] - matrices.gradients[1][i][j];
      for (double& value : system.right[i]) value = uniform(random);
      system.streaming[i][i] += 0.3;
    }
    CornerFluxes fast;
    solve_element(system, matrices.mass, material.total, fast);
    const CornerFluxes plain = solve_element_reference(system, matrices.mass, material.total);
    for (std::size_t i = 0; i < n_corners; ++i)
      for (std::size_t g = 0; g < n_groups; ++g) EXPECT_NEAR(fast[i][g], plain[i][g], 1e-11);
  }
}

/// A source in a part, particles that come in from below.
TransportProblem lit_problem() {
  TransportProblem problem;
  problem.ordinates = product_quadrature(2, 2);
  problem.materials = {graded_material(0.4, 0.5), graded_material(3, 0.2)};
  problem.material_at = [](const Vector& at) { return at[2] > 2.5 ? 1 : 0; };
  problem.source_at = [](const Vector& at) {
    ByGroup source{};
    if (at[0] > 0) source.fill(1);
    return source;
  };
  problem.incoming = [](const Vector&, const Vector& omega) {
    ByGroup flux{};
    if (omega[2] > 0) flux.fill(2);
    return flux;
  };
  return problem;
}

/// Mean fluxes by a number of an element: that of its lowest vertex, whose corner is given back.
std::map<long long, ByGroup> fluxes_by_vertex(const HexMesh& mesh,
                                              const UnstructuredIteration& iteration) {
  std::map<long long, ByGroup> fluxes;
  for (std::size_t element = 0; element < mesh.n_elements(); ++element) {
    const auto& vertices = mesh.vertices[element];
    const auto lowest = std::min_element(vertices.begin(), vertices.end());
    fluxes[*lowest] =
        iteration.mean_flux()[element][static_cast<std::size_t>(lowest - vertices.begin())];
  }
  return fluxes;
}

void expect_same(const std::map<long long, ByGroup>& found,
                 const std::map<long long, ByGroup>& right) {
  for (const auto& [vertex, flux] : found)
    for (std::size_t g = 0; g < n_groups; ++g)
      EXPECT_NEAR(flux[g], right.at(vertex)[g], 1e-11) << vertex;
}

TEST(UnstructuredIteration, AnyRanksGiveTheSame) {
  const auto world = comm::Communicator::world();
  const auto alone = comm::Communicator::self();
  const auto whole_mesh = small_twisted_mesh(alone), mesh = small_twisted_mesh(world);
  UnstructuredIteration whole(lit_problem(), whole_mesh, alone);
  UnstructuredIteration shared(lit_problem(), mesh, world);
  EXPECT_TRUE(whole.solve(1e-13, 200));
  EXPECT_TRUE(shared.solve(1e-13, 200));
  expect_same(fluxes_by_vertex(mesh, shared), fluxes_by_vertex(whole_mesh, whole));
}

TEST(UnstructuredIteration, ElementsMayBeTurnedAndListedInAnyWay) {
  const auto world = comm::Communicator::world();
  const auto mesh = small_twisted_mesh(world);
  HexMesh turned;
  for (std::size_t element = mesh.n_elements(); element-- > 0;) {
    auto& vertices = turned.vertices.emplace_back(mesh.vertices[element]);
    auto& places = turned.places.emplace_back(mesh.places[element]);
    // Directions x y z of the element become its y z x, so many times.
    for (std::size_t times = element % 3; times-- > 0;) {
      const auto old_vertices = vertices;
      const auto old_places = places;
      for (std::size_t i = 0; i < n_corners; ++i) {
        const std::size_t to = (i << 1 & 7U) | i >> 2;
        vertices[to] = old_vertices[i];
        places[to] = old_places[i];
      }
    }
  }
  UnstructuredIteration one(lit_problem(), mesh, world), other(lit_problem(), turned, world);
  EXPECT_TRUE(one.solve(1e-13, 200));
  EXPECT_TRUE(other.solve(1e-13, 200));
  expect_same(fluxes_by_vertex(turned, other), fluxes_by_vertex(mesh, one));
}

std::string file_of_cases(const std::string& name) {
  return std::string(LOBATTO_TREE "/cases/meshes/") + name;
}

TEST(MeshOfFile, IsSweptRightAndAlikeOnAnyRanks) {
  const auto world = comm::Communicator::world();
  const auto alone = comm::Communicator::self();
  const std::string file = file_of_cases("cylinder.msh");
  const auto whole_mesh = mesh_of_file(file, alone), mesh = mesh_of_file(file, world);
  EXPECT_EQ(world.sum(static_cast<long long>(mesh.n_elements())),
            static_cast<long long>(whole_mesh.n_elements()));
  for (const Answer& answer : answers_on_mesh(mesh, world))
    EXPECT_TRUE(answer.holds()) << answer.name << ": " << answer.found;
  UnstructuredIteration whole(lit_problem(), whole_mesh, alone);
  UnstructuredIteration shared(lit_problem(), mesh, world);
  EXPECT_TRUE(whole.solve(1e-13, 400));
  EXPECT_TRUE(shared.solve(1e-13, 400));
  std::array<double, 2> absorbed{whole.balance().absorbed, shared.balance().absorbed};
  EXPECT_GT(absorbed[0], 0);
  EXPECT_NEAR(absorbed[1] / absorbed[0], 1, 1e-11);
}

/// A wrong flux does not stay: what begins right by a sweep would else prove nothing.
TEST(MeshOfFile, WhatIsWrongDoesNotStay) {
  const auto world = comm::Communicator::world();
  const auto mesh = mesh_of_file(file_of_cases("cylinder.msh"), world);
  TransportProblem problem = lit_problem();
  UnstructuredIteration iteration(problem, mesh, world);
  const auto wrong = [](const Vector&, const Vector&) {
    ByGroup flux{};
    flux.fill(7);
    return flux;
  };
  iteration.begin_with(wrong);
  iteration.iterate();
  double change = 0;
  for (const CornerFluxes& psi : iteration.psi())
    for (const ByGroup& values : psi)
      for (const double value : values) change = std::max(change, std::abs(value - 7));
  EXPECT_GT(world.max(change), 1);
}

TEST(MeshOfFile, PeriodicOnesAreRefused) {
  const auto world = comm::Communicator::world();
  const std::string said = message_of<base::Error>(
      [&] { mesh_of_file(LOBATTO_TREE "/tests/data/gmsh/periodic-41.msh", world); });
  EXPECT_NE(said.find("periodic-41.msh: has periodic boundaries"), std::string::npos) << said;
}

/// Four elements around a line, like the blades of a fan: a direction along the line goes from each
/// to the next.
TEST(UnstructuredIteration, CirclesOfElementsConverge) {
  const auto alone = comm::Communicator::self();
  const std::vector<int> size{2, 2, 1};
  const auto mesh = twisted_box({{size, true, {}}, size, 3, 0, 1}, 1.2);
  TransportProblem problem;
  problem.ordinates = {{{0.05, 0.02, std::sqrt(1 - 0.05 * 0.05 - 0.02 * 0.02)}, 0.125}};
  problem.materials = {Material{}};
  problem.incoming = [](const Vector&, const Vector&) {
    ByGroup flux{};
    flux.fill(3);
    return flux;
  };
  UnstructuredIteration iteration(problem, mesh, alone);
  EXPECT_GT(iteration.n_lagged(), 0);
  EXPECT_TRUE(iteration.solve(1e-13, 200));
  for (const CornerFluxes& flux : iteration.mean_flux())
    for (const ByGroup& values : flux)
      for (const double value : values) EXPECT_NEAR(value, 3, 1e-11);
}

}  // namespace
}  // namespace lobatto::accept
