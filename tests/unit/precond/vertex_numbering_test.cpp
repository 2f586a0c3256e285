#include "precond/coarse/vertex_numbering.hpp"

#include <gtest/gtest.h>

#include <map>

#include "precond/coarse/vertex_rows.hpp"
#include "vertex_mesh.hpp"

namespace lobatto::precond {
namespace {

using test::VertexMesh;

std::vector<VertexMesh> meshes() {
  return {{.n_elements = {4, 3, 5}, .displacement = 0.2},
          {.n_elements = {3, 4, 4}, .periodic = true, .displacement = 0.2},
          {.n_elements = {3, 2, 4}, .displacement = 0.2, .fixed = true, .last_rank_empty = true}};
}

/// [id, number] of this rank's vertices, then all ranks'.
std::vector<long long> all_pairs(const CoarseProblem& problem, const VertexNumbering& numbering,
                                 const comm::Communicator& world) {
  const auto ids = flatten(problem.ids);
  std::vector<long long> pairs;
  for (std::size_t q = 0; q < ids.size(); ++q)
    pairs.insert(pairs.end(), {ids[q], numbering.numbers()[q]});
  return world.all_gather(std::span<const long long>(pairs));
}

TEST(VertexNumbering, GivesEveryFreeVertexOneNumberWithoutGaps) {
  const auto world = comm::Communicator::world();
  for (const VertexMesh& mesh : meshes()) {
    const auto problem = mesh.problem(world);
    const VertexNumbering numbering(problem.ids, world);
    std::map<long long, long long> number_of, id_of;
    const auto pairs = all_pairs(problem, numbering, world);
    for (std::size_t q = 0; q < pairs.size(); q += 2) {
      const long long id = pairs[q], number = pairs[q + 1];
      ASSERT_EQ(id < 0, number == -1);
      if (id < 0) continue;
      EXPECT_EQ(number_of.try_emplace(id, number).first->second, number);
      EXPECT_EQ(id_of.try_emplace(number, id).first->second, id);
    }
    ASSERT_EQ(numbering.size(), static_cast<std::int64_t>(number_of.size()));
    EXPECT_EQ(id_of.begin()->first, 0);
    EXPECT_EQ(id_of.rbegin()->first, numbering.size() - 1);
    EXPECT_EQ(world.exclusive_sum(static_cast<long long>(numbering.n_owned())),
              numbering.first_owned());
  }
}

TEST(VertexNumbering, SumsSharesAndSpreadsValues) {
  const auto world = comm::Communicator::world();
  for (const VertexMesh& mesh : meshes()) {
    const auto problem = mesh.problem(world);
    VertexNumbering numbering(problem.ids, world);
    const auto f = mesh.shares(world);
    std::vector<double> owned(numbering.n_owned()), copies(f.size()), expected(f);
    numbering.gather(f, owned);
    numbering.scatter(owned, copies);
    const test::VertexOperator op(problem, world);
    op.assemble(expected);
    for (std::size_t q = 0; q < f.size(); ++q) EXPECT_NEAR(copies[q], expected[q], 1e-14);
    for (std::size_t i = 0; i < owned.size(); ++i)
      owned[i] = static_cast<double>(numbering.first_owned() + static_cast<std::int64_t>(i));
    numbering.scatter(owned, copies);
    for (std::size_t q = 0; q < f.size(); ++q)
      EXPECT_EQ(copies[q], static_cast<double>(std::max<std::int64_t>(0, numbering.numbers()[q])));
  }
}

TEST(VertexRows, MultiplyAsTheElementsDo) {
  const auto world = comm::Communicator::world();
  for (const VertexMesh& mesh : meshes()) {
    const auto problem = mesh.problem(world);
    VertexNumbering numbering(problem.ids, world);
    const auto all = replicate(assemble_rows(problem, numbering, world), world);
    ASSERT_EQ(static_cast<std::int64_t>(all.n_rows()), numbering.size());
    const auto number = [](std::int64_t v) {
      return test::scrambled(static_cast<std::uint64_t>(v), 3);
    };
    std::vector<double> x, y(numbering.numbers().size());
    for (const std::int64_t v : numbering.numbers()) x.push_back(v < 0 ? 0 : number(v));
    test::VertexOperator(problem, world).multiply(x, y);
    for (std::size_t q = 0; q < y.size(); ++q) {
      const std::int64_t v = numbering.numbers()[q];
      if (v < 0) continue;
      double sum = 0;
      for (std::size_t j = all.offsets[v]; j < all.offsets[v + 1]; ++j) {
        if (j > all.offsets[v]) {
          EXPECT_LT(all.columns[j - 1], all.columns[j]);
        }
        sum += all.values[j] * number(all.columns[j]);
      }
      EXPECT_NEAR(sum, y[q], 1e-13);
    }
  }
}

}  // namespace
}  // namespace lobatto::precond
