#include "direct/exchange/column_transpose.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "mesh/grading.hpp"

namespace lobatto {
namespace {

using direct::ColumnTranspose;
using direct::NodeWindow;
using direct::SheetRow;

TEST(SheetRows, CoverTheNodesOfAWindowAndShareThoseBetweenRows) {
  constexpr int order = 3, n_elements = 4, first_node = 6;
  for (int begin = 0; begin <= n_elements * order; ++begin) {
    for (int size = 0; begin + size <= n_elements * order + 1; ++size) {
      const NodeWindow window{first_node + begin, size};
      const auto rows = direct::sheet_rows(window, first_node, n_elements, order);
      std::vector<int> held(n_elements * order + 1, 0);
      for (const SheetRow& row : rows)
        for (int j = row.begin; j < row.end; ++j) ++held[row.element * order + j];
      for (int node = 0; node <= n_elements * order; ++node) {
        const bool is_inside = node >= begin && node < begin + size;
        const bool is_between = node % order == 0 && node > 0 && node < n_elements * order;
        EXPECT_EQ(held[node], is_inside ? (is_between ? 2 : 1) : 0) << begin << " " << size;
      }
      for (std::size_t r = 0; r < rows.size(); ++r) {
        EXPECT_EQ(rows[r].is_first, r == 0);
        EXPECT_EQ(rows[r].is_last, r + 1 == rows.size());
      }
    }
  }
}

/// A box of four rows of columns on ranks that all have parts of them.
class SharedColumns {
 public:
  SharedColumns(int n_x, int order, int last)
      : last_(last),
        mesh_(mesh::make_box_mesh(
            {mesh::Axis{mesh::uniform_ticks(0, 1, n_x)}, mesh::Axis{mesh::uniform_ticks(0, 1, 2)},
             mesh::Axis{mesh::uniform_ticks(0, 1, 2)}},
            order, mesh::RankGrid{world_.size(), 1, 1}, world_.rank())),
        shape_(mesh_),
        exchanges_(shape_, world_),
        transpose_(*exchanges_.x, shape_, world_.rank(), last),
        rows_(shape_.sheet_rows(world_.rank())) {}

  /// Elements are given, whole columns found, doubled and given back.
  void there_and_back() {
    for_elements([&](const ColumnTranspose::Place& at) {
      transpose_.put_element(at, element(at, 1).data());
    });
    transpose_.deal_out();
    for (const SheetRow& row : rows_)
      for (int e_z = 0; e_z < 2; ++e_z) expect_and_double(row, e_z);
    transpose_.collect();
    for_elements([&](const ColumnTranspose::Place& at) {
      const auto expected = element(at, 2);
      std::vector<double> found(expected.size(), NAN);
      transpose_.get_element(at, found.data());
      EXPECT_EQ(found, expected);
    });
  }

 private:
  template <class Use>
  void for_elements(Use&& use) const {
    for (int e_y = 0; e_y < 2; ++e_y)
      for (int e_z = 0; e_z < 2; ++e_z)
        for (int e_x = 0; e_x < mesh_.local.n_x(); ++e_x)
          use(ColumnTranspose::Place{e_x, e_y, e_z});
  }
  [[nodiscard]] int n() const { return mesh_.n_nodes(); }
  [[nodiscard]] double value(int e_x, int e_y, int e_z, int node) const {
    return ((e_x * 2 + e_y) * 2 + e_z) * n() * n() * n() + node + 0.5;
  }
  [[nodiscard]] std::vector<double> element(const ColumnTranspose::Place& at, double factor) const {
    std::vector<double> values;
    for (int q = 0; q < n() * n() * n(); ++q)
      values.push_back(factor * value(mesh_.local.x_begin + at.x, at.y, at.z, q));
    return values;
  }
  void expect_and_double(const SheetRow& row, int e_z) {
    const std::size_t size = static_cast<std::size_t>(n()) * n() * n();
    std::vector<double> column(size * mesh_.n_x(), -1);
    transpose_.get_column(row, e_z, column.data());
    for (int e_x = 0; e_x < mesh_.n_x(); ++e_x)
      for (std::size_t q = 0; q < size; ++q) {
        const int stride = last_ == 2 ? n() : n() * n();
        const int j = static_cast<int>(q) / stride % n();
        const bool is_own = j >= row.begin && j < row.end;
        EXPECT_EQ(column[e_x * size + q],
                  is_own ? value(e_x, row.element, e_z, static_cast<int>(q)) : -1);
      }
    for (double& v : column) v *= 2;
    transpose_.put_column(row, e_z, column.data());
  }

  comm::Communicator world_ = comm::Communicator::world();
  int last_;
  mesh::BoxMesh mesh_;
  direct::PencilShape shape_;
  direct::PencilExchanges exchanges_;
  ColumnTranspose transpose_;
  std::vector<SheetRow> rows_;
};

TEST(ColumnTranspose, GivesWholeColumnsAndTakesThemBack) {
  if (comm::Communicator::world().size() == 1) GTEST_SKIP() << "one rank has whole columns";
  for (const int n_x : {1, 3, 8})
    for (const int order : {1, 4})
      for (const int last : {0, 1, 2}) {
        SharedColumns columns(n_x, order, last);
        columns.there_and_back();
        columns.there_and_back();
      }
}

}  // namespace
}  // namespace lobatto
