#include "precond/coarse/elimination_plan.hpp"

#include <metis.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/error.hpp"

namespace lobatto::precond {

namespace {

static_assert(sizeof(idx_t) == sizeof(int), "METIS with numbers of 32 bits");

std::vector<int> nested_dissection(SymmetricPattern pattern) {
  int n = pattern.size();
  std::vector<int> order(static_cast<std::size_t>(n)), inverse(order.size());
  if (pattern.columns.empty()) {
    std::iota(order.begin(), order.end(), 0);
    return order;
  }
  // The seed of METIS is fixed: the same order on all ranks.
  if (METIS_NodeND(&n, pattern.offsets.data(), pattern.columns.data(), nullptr, nullptr,
                   order.data(), inverse.data()) != METIS_OK)
    throw base::Error("coarse problem: METIS found no order of elimination");
  return order;
}

std::vector<int> inverse_of(const std::vector<int>& order) {
  std::vector<int> inverse(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    inverse[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  return inverse;
}

/// Row i of the result is row order[i] of the pattern.
SymmetricPattern reordered(const SymmetricPattern& pattern, const std::vector<int>& order) {
  const std::vector<int> inverse = inverse_of(order);
  SymmetricPattern result{{0}, {}};
  result.columns.reserve(pattern.columns.size());
  for (const int i : order) {
    for (const int j : pattern.row(i))
      result.columns.push_back(inverse[static_cast<std::size_t>(j)]);
    result.offsets.push_back(static_cast<int>(result.columns.size()));
  }
  return result;
}

/// parent[j]: the first row below the diagonal of column j of the factor; -1 without one. Paths to
/// the root are shortened on the way.
std::vector<int> elimination_tree(const SymmetricPattern& pattern) {
  std::vector<int> parent(static_cast<std::size_t>(pattern.size()), -1), ancestor = parent;
  for (int i = 0; i < pattern.size(); ++i) {
    for (int j : pattern.row(i)) {
      while (j >= 0 && j < i) {
        const int next = std::exchange(ancestor[static_cast<std::size_t>(j)], i);
        if (next < 0) parent[static_cast<std::size_t>(j)] = i;
        j = next;
      }
    }
  }
  return parent;
}

/// Children before their parents, and all of a subtree one after another.
std::vector<int> postorder(const std::vector<int>& parent) {
  const std::size_t n = parent.size();
  std::vector<int> first_child(n + 1, -1), next_sibling(n, -1), order, path;
  const auto children_of = [&](int node) -> int& {
    return first_child[node < 0 ? n : static_cast<std::size_t>(node)];
  };
  for (std::size_t j = n; j-- > 0;)
    next_sibling[j] = std::exchange(children_of(parent[j]), static_cast<int>(j));
  const auto descend = [&](int node) {
    for (; node >= 0; node = children_of(node)) path.push_back(node);
  };
  descend(children_of(-1));
  while (!path.empty()) {
    const int node = path.back();
    path.pop_back();
    order.push_back(node);
    descend(next_sibling[static_cast<std::size_t>(node)]);
  }
  return order;
}

/// Entries of each column of the factor below its diagonal: row i has those columns that lie on the
/// paths from its entries up to i.
std::vector<int> column_counts(const SymmetricPattern& pattern, const std::vector<int>& parent) {
  std::vector<int> counts(parent.size()), seen_by(parent.size(), -1);
  for (int i = 0; i < pattern.size(); ++i) {
    seen_by[static_cast<std::size_t>(i)] = i;
    for (const int entry : pattern.row(i)) {
      if (entry > i) continue;
      for (auto j = static_cast<std::size_t>(entry); seen_by[j] != i;
           j = static_cast<std::size_t>(parent[j])) {
        seen_by[j] = i;
        ++counts[j];
      }
    }
  }
  return counts;
}

/// Columns that are to become a supernode.
struct Group {
  int first, n_columns, n_below;
  double n_zeros;

  /// Of its panel: a triangle and what is below.
  [[nodiscard]] double n_entries() const { return n_columns * (0.5 * (n_columns + 1.0) + n_below); }
};

/// The zeros that a supernode of so many columns may keep, of all its entries.
double most_zeros(int n_columns) {
  if (n_columns <= 4) return 1;
  if (n_columns <= 16) return 0.5;
  return n_columns <= 48 ? 0.1 : 0.05;
}

/// A child's columns before those of its parent.
Group joined(const Group& child, const Group& parent) {
  Group both{child.first, child.n_columns + parent.n_columns, parent.n_below, 0};
  both.n_zeros =
      child.n_zeros + parent.n_zeros + both.n_entries() - child.n_entries() - parent.n_entries();
  return both;
}

std::vector<Group> group_columns(const std::vector<int>& parent, const std::vector<int>& counts) {
  const int n = static_cast<int>(parent.size());
  const auto at = [](const std::vector<int>& values, int j) {
    return values[static_cast<std::size_t>(j)];
  };
  std::vector<Group> groups;
  for (int first = 0; first < n;) {
    int last = first;
    while (at(parent, last) == last + 1 && at(counts, last) == at(counts, last + 1) + 1) ++last;
    Group group{first, last - first + 1, at(counts, last), 0};
    while (!groups.empty()) {
      const int above = at(parent, group.first - 1);
      if (above < group.first || above > last) break;
      const Group both = joined(groups.back(), group);
      if (both.n_zeros > most_zeros(both.n_columns) * both.n_entries()) break;
      group = both;
      groups.pop_back();
    }
    groups.push_back(group);
    first = last + 1;
  }
  return groups;
}

/// Fills in rows below and parents: what the matrix has in the columns, and what children pass on.
void find_rows(const SymmetricPattern& pattern, std::vector<Supernode>& supernodes) {
  const auto n = static_cast<std::size_t>(pattern.size());
  std::vector<int> supernode_of(n), seen_by(n, -1);
  std::vector<std::vector<int>> children(supernodes.size());
  for (std::size_t s = 0; s < supernodes.size(); ++s)
    std::fill_n(supernode_of.begin() + supernodes[s].first, supernodes[s].n_columns,
                static_cast<int>(s));
  for (std::size_t s = 0; s < supernodes.size(); ++s) {
    Supernode& node = supernodes[s];
    const auto add = [&](std::span<const int> rows) {
      for (const int i : rows) {
        if (i > node.last() && std::exchange(seen_by[static_cast<std::size_t>(i)],
                                             static_cast<int>(s)) != static_cast<int>(s))
          node.below.push_back(i);
      }
    };
    for (int j = node.first; j <= node.last(); ++j) add(pattern.row(j));
    for (const int child : children[s]) add(supernodes[static_cast<std::size_t>(child)].below);
    std::sort(node.below.begin(), node.below.end());
    if (node.below.empty()) continue;
    node.parent = supernode_of[static_cast<std::size_t>(node.below.front())];
    children[static_cast<std::size_t>(node.parent)].push_back(static_cast<int>(s));
  }
}

}  // namespace

EliminationPlan plan_elimination(const SymmetricPattern& pattern) {
  EliminationPlan plan{nested_dissection(pattern), {}};
  const std::vector<int> first_order = plan.order;
  const std::vector<int> post = postorder(elimination_tree(reordered(pattern, first_order)));
  for (std::size_t i = 0; i < post.size(); ++i)
    plan.order[i] = first_order[static_cast<std::size_t>(post[i])];
  const SymmetricPattern permuted = reordered(pattern, plan.order);
  const std::vector<int> parent = elimination_tree(permuted);
  for (const Group& group : group_columns(parent, column_counts(permuted, parent)))
    plan.supernodes.push_back({group.first, group.n_columns, -1, {}});
  find_rows(permuted, plan.supernodes);
  return plan;
}

}  // namespace lobatto::precond
