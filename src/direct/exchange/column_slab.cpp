#include "direct/exchange/column_slab.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/error.hpp"
#include "direct/cache_lines.hpp"
#include "direct/exchange/transposition.hpp"

namespace lobatto::direct {
namespace {

constexpr int max_n = 32;

}  // namespace

/// The number of nodes an element is known to the compiler: loops over 8 values become single
/// instructions.
template <int n, int last>
struct ColumnSlab::Kernels {
  static constexpr int tile_stride = static_cast<int>(whole_cache_lines(n));
  /// Between nodes of an element along y and z. Where z is the mesh's x, its y is x here.
  static constexpr int y_stride = last == 2 ? n : n * n;
  static constexpr int z_stride = last == 2 ? n * n : last == 1 ? n : 1;

  static double* sheet_of(const ColumnSlab& shape, double* slab, const Place& at, int j) {
    return shape.first_node(slab) + at.x * (n - 1) * shape.row_stride_ + j * shape.sheet_stride_ +
           at.z * (n - 1);
  }

  static void assign(const double* values, bool first_holds, double* run) {
    const double first = first_holds ? run[0] + values[0] : values[0];
    for (int k = 1; k < n; ++k) run[k] = values[k];
    run[0] = first;
  }
  static void add(const double* values, double* run) {
    for (int k = 0; k < n; ++k) run[k] += values[k];
  }

  static void deposit(const ColumnSlab& shape, const double* element, const Place& at,
                      const SheetRow& row, const double* next, double* slab) {
    alignas(64) double tile[n * tile_stride];
    constexpr bool is_in_order = z_stride == 1;
    constexpr int stride = is_in_order ? n : tile_stride;
    for (int j = row.begin; j < row.end; ++j) {
      const double* const sheet = element + j * y_stride;
      if constexpr (!is_in_order) transpose(sheet, z_stride, n, n, tile, tile_stride);
      if (next != nullptr) prefetch(next + j * n * n, n * n);
      const double* const values = is_in_order ? sheet : tile;
      double* const runs = sheet_of(shape, slab, at, j);
      const bool all_hold = j == 0 && !row.is_first;
      for (int i = 0; i < n; ++i) {
        if (all_hold || (i == 0 && at.x > 0)) {
          add(values + i * stride, runs + i * shape.row_stride_);
        } else {
          assign(values + i * stride, at.z > 0, runs + i * shape.row_stride_);
        }
      }
    }
  }

  static void extract(const ColumnSlab& shape, const double* slab, const Place& at,
                      const SheetRow& row, double* element, const double* next) {
    for (int j = row.begin; j < row.end; ++j) {
      const double* const runs = sheet_of(shape, const_cast<double*>(slab), at, j);
      double* const sheet = element + j * y_stride;
      if constexpr (z_stride == 1) {
        for (int i = 0; i < n; ++i) std::copy_n(runs + i * shape.row_stride_, n, sheet + i * n);
      } else {
        transpose(runs, shape.row_stride_, n, n, sheet, z_stride);
      }
      prefetch(next + j * n * n, n * n);
    }
  }
};

template <int last, int... orders>
void ColumnSlab::choose_kernels(std::integer_sequence<int, orders...>) {
  static constexpr std::array<Deposit, sizeof...(orders)> deposits{
      &Kernels<orders + 1, last>::deposit...};
  static constexpr std::array<Extract, sizeof...(orders)> extracts{
      &Kernels<orders + 1, last>::extract...};
  deposit_ = deposits[order_];
  extract_ = extracts[order_];
}

ColumnSlab::ColumnSlab(int n_elements_x, int n_elements_z, int order, int first_lane, int last)
    : order_(order),
      first_lane_(first_lane),
      n_z_nodes_(n_elements_z * order + 1),
      n_x_nodes_(n_elements_x * order + 1),
      sheet_stride_(whole_cache_lines(static_cast<std::size_t>(n_z_nodes_))),
      row_stride_(stride_for(sheet_stride_ * (order + 1))) {
  if (order < 1 || order >= max_n) {
    throw base::Error("the tensor solver takes orders 1 to " + std::to_string(max_n - 1) +
                      ", not " + std::to_string(order));
  }
  constexpr auto orders = std::make_integer_sequence<int, max_n>();
  if (last == 0) choose_kernels<0>(orders);
  if (last == 1) choose_kernels<1>(orders);
  if (last == 2) choose_kernels<2>(orders);
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
