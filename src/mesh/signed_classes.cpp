#include "mesh/signed_classes.hpp"

#include <cstddef>
#include <numeric>

namespace lobatto::mesh {

SignedClasses::SignedClasses(std::int64_t n)
    : parent_(static_cast<std::size_t>(n)), reversed_(static_cast<std::size_t>(n), 0) {
  std::iota(parent_.begin(), parent_.end(), std::int64_t{0});
}

SignedClasses::Member SignedClasses::find(std::int64_t i) {
  Member member{i, false};
  while (parent_[member.root] != member.root) {
    member.reversed ^= reversed_[member.root] != 0;
    member.root = parent_[member.root];
  }
  // Everything on the way now hangs from the root itself.
  for (bool reversed = member.reversed; parent_[i] != member.root && i != member.root;) {
    const std::int64_t next = parent_[i];
    const bool step = reversed_[i] != 0;
    parent_[i] = member.root;
    reversed_[i] = reversed;
    reversed ^= step;
    i = next;
  }
  return member;
}

bool SignedClasses::join(std::int64_t i, std::int64_t j, bool reversed) {
  const Member a = find(i);
  const Member b = find(j);
  const bool between = (a.reversed != b.reversed) != reversed;
  if (a.root == b.root) return !between;
  // The lower root stays, so that classes do not depend on the order of the calls.
  const std::int64_t upper = a.root < b.root ? b.root : a.root;
  parent_[upper] = a.root < b.root ? a.root : b.root;
  reversed_[upper] = between;
  return true;
}

std::vector<std::int64_t> SignedClasses::number(std::int64_t& n_classes) {
  n_classes = 0;
  std::vector<std::int64_t> numbers(parent_.size());
  for (std::size_t i = 0; i < parent_.size(); ++i) {
    const auto index = static_cast<std::int64_t>(i);
    const std::int64_t root = find(index).root;
    numbers[i] = root == index ? n_classes++ : numbers[root];
  }
  return numbers;
}

}  // namespace lobatto::mesh
