#pragma once

#include <vector>

namespace lobatto::direct {

/// The nodes of a line that belong to one rank: where elements are not shared, n_elements * order +
/// 1, or none.
struct NodeWindow {
  int first_node = 0;
  int n_nodes = 0;
};

/// The sheets of nodes of a row of elements that lie in a window: sheet j is node `element * order
/// + j`. Where rows meet a sheet belongs to both.
struct SheetRow {
  int element = 0;  ///< counted from the first of a rank
  int begin = 0, end = 0;
  bool is_first = false, is_last = false;

  [[nodiscard]] int size() const { return end - begin; }
};

/// The rows that a window meets of n_elements elements whose first node is `first_node`.
inline std::vector<SheetRow> sheet_rows(const NodeWindow& window, int first_node, int n_elements,
                                        int order) {
  std::vector<SheetRow> rows;
  for (int e = 0; e < n_elements; ++e) {
    const int first = window.first_node - first_node - e * order, end = first + window.n_nodes;
    const SheetRow row{e, first > 0 ? first : 0, end <= order ? end : order + 1, rows.empty()};
    if (row.begin < row.end) rows.push_back(row);
  }
  if (!rows.empty()) rows.back().is_last = true;
  return rows;
}

}  // namespace lobatto::direct
