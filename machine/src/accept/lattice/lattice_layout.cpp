#include "accept/lattice/lattice_layout.hpp"

namespace lobatto::accept {

LatticeLayout::LatticeLayout(const RankBox& box) {
  for (int d = 0; d < 4; ++d) {
    const auto at = static_cast<std::size_t>(d);
    n_[at] = box.count(d);
    first_[at] = box.first(d);
    whole_[at] = box.size()[at];
  }
}

std::size_t LatticeLayout::n_sites() const {
  std::size_t n = 1;
  for (const int count : n_) n *= static_cast<std::size_t>(count);
  return n;
}

std::size_t LatticeLayout::n_rows() const {
  std::size_t n = 1;
  for (std::size_t d = 1; d < 4; ++d) n *= static_cast<std::size_t>(n_[d] + 2);
  return n;
}

std::size_t LatticeLayout::row(int x1, int x2, int x3) const {
  return static_cast<std::size_t>(x1 + 1) + static_cast<std::size_t>(x2 + 1) * row_step(2) +
         static_cast<std::size_t>(x3 + 1) * row_step(3);
}

std::size_t LatticeLayout::row_step(int direction) const {
  std::size_t step = 1;
  for (std::size_t d = 1; d < static_cast<std::size_t>(direction); ++d)
    step *= static_cast<std::size_t>(n_[d] + 2);
  return step;
}

Site LatticeLayout::in_whole(Site x) const {
  for (std::size_t d = 0; d < 4; ++d) x[d] = (x[d] + first_[d] + whole_[d]) % whole_[d];
  return x;
}

std::uint64_t LatticeLayout::number(const Site& in_whole) const {
  std::uint64_t number = 0;
  for (std::size_t d = 4; d-- > 0;)
    number =
        number * static_cast<std::uint64_t>(whole_[d]) + static_cast<std::uint64_t>(in_whole[d]);
  return number;
}

}  // namespace lobatto::accept
