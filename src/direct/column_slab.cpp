#include "direct/column_slab.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "direct/prefetch.hpp"
#include "direct/strides.hpp"
#include "direct/transposition.hpp"

namespace lobatto::direct {
namespace {

constexpr int max_n = 32;

}  // namespace

/// The number of nodes an element is known to the compiler: loops over 8 values become single
/// instructions.
template <int n>
struct ColumnSlab::Kernels {
  static constexpr int tile_stride = static_cast<int>(whole_cache_lines(n));

  static double* sheet_of(const ColumnSlab& shape, double* slab, int e_x, int j, int e_z) {
    return shape.first_node(slab) + e_x * (n - 1) * shape.row_stride_ + j * shape.sheet_stride_ +
           e_z * (n - 1);
  }

  static void assign(const double* values, bool first_holds, double* run) {
    const double first = first_holds ? run[0] + values[0] : values[0];
    for (int k = 1; k < n; ++k) run[k] = values[k];
    run[0] = first;
  }
  static void add(const double* values, double* run) {
    for (int k = 0; k < n; ++k) run[k] += values[k];
  }

  static void deposit(const ColumnSlab& shape, const double* column, int e_z, const SheetRow& row,
                      const double* next, double* slab) {
    alignas(64) double values[n * tile_stride];
    for (int e_x = 0; e_x < shape.n_elements_x_; ++e_x) {
      for (int j = row.begin; j < row.end; ++j) {
        transpose(column + e_x * n * n * n + j * n, n * n, n, n, values, tile_stride);
        if (next != nullptr) prefetch(next + (e_x * n + j) * n * n, n * n);
        double* const runs = sheet_of(shape, slab, e_x, j, e_z);
        const bool all_hold = j == 0 && !row.is_first;
        for (int i = 0; i < n; ++i) {
          if (all_hold || (i == 0 && e_x > 0)) {
            add(values + i * tile_stride, runs + i * shape.row_stride_);
          } else {
            assign(values + i * tile_stride, e_z > 0, runs + i * shape.row_stride_);
          }
        }
      }
    }
  }

  static void extract(const ColumnSlab& shape, const double* slab, int e_z, const SheetRow& row,
                      double* column, const double* next) {
    for (int e_x = 0; e_x < shape.n_elements_x_; ++e_x) {
      for (int j = row.begin; j < row.end; ++j) {
        const double* const runs = sheet_of(shape, const_cast<double*>(slab), e_x, j, e_z);
        double* const sheet = column + e_x * n * n * n + j * n;
        transpose(runs, shape.row_stride_, n, n, sheet, n * n);
        prefetch(next + (e_x * n + j) * n * n, n * n);
      }
    }
  }

  template <int... orders>
  static void choose(ColumnSlab& shape, std::integer_sequence<int, orders...>) {
    static constexpr std::array<Deposit, sizeof...(orders)> deposits{
        &Kernels<orders + 1>::deposit...};
    static constexpr std::array<Extract, sizeof...(orders)> extracts{
        &Kernels<orders + 1>::extract...};
    shape.deposit_ = deposits[shape.order_];
    shape.extract_ = extracts[shape.order_];
  }
};

ColumnSlab::ColumnSlab(int n_elements_x, int n_elements_z, int order, int first_lane)
    : n_elements_x_(n_elements_x),
      order_(order),
      first_lane_(first_lane),
      n_z_nodes_(n_elements_z * order + 1),
      n_x_nodes_(n_elements_x * order + 1),
      sheet_stride_(whole_cache_lines(static_cast<std::size_t>(n_z_nodes_))),
      row_stride_(stride_for(sheet_stride_ * (order + 1))) {
  if (order < 1 || order >= max_n) {
    throw base::Error("the tensor solver takes orders 1 to " + std::to_string(max_n - 1) +
                      ", not " + std::to_string(order));
  }
  Kernels<max_n>::choose(*this, std::make_integer_sequence<int, max_n>());
}

void ColumnSlab::clear_padding(double* slab) const {
  for (int a = 0; a < n_x_nodes_; ++a) {
    for (int j = 0; j <= order_; ++j) {
      double* const sheet = first_node(slab) + a * row_stride_ + j * sheet_stride_;
      std::fill(sheet + n_z_nodes_, sheet + sheet_stride_, 0.0);
    }
  }
}

void ColumnSlab::carry_last_sheet(double* slab) const {
  for (int a = 0; a < n_x_nodes_; ++a) {
    double* const sheets = first_node(slab) + a * row_stride_;
    std::copy_n(sheets + order_ * sheet_stride_, n_z_nodes_, sheets);
  }
}

}  // namespace lobatto::direct
