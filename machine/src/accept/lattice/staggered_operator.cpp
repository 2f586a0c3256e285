#include "accept/lattice/staggered_operator.hpp"

#include <algorithm>

namespace lobatto::accept {

namespace {

/// U_mu(x) eta_mu(x), which serves both ways as eta_mu does not change in direction mu.
ColourMatrix with_phase(const GaugeField& links, const Site& x, int mu) {
  ColourMatrix link = links.link(x, mu);
  for (auto& row : link)
    for (auto& value : row) value *= staggered_phase(links.layout().in_whole(x), mu);
  return link;
}

}  // namespace

StaggeredOperator::StaggeredOperator(const RankBox& box, const GaugeField& links, double mass,
                                     const comm::Communicator& communicator)
    : layout_(links.layout()),
      mass_(mass),
      exchange_(box, layout_, colour_components, communicator),
      links_(GaugeField(
                 box, layout_, [&](const Site& x, int mu) { return with_phase(links, x, mu); },
                 communicator)
                 .field()),
      in_(layout_, colour_components),
      hopped_(layout_, colour_components) {
  sort_rows(box);
}

void StaggeredOperator::sort_rows(const RankBox& box) {
  const auto needs_others = [&](int x, int direction) {
    return box.ranks()[static_cast<std::size_t>(direction)] > 1 &&
           (x == 0 || x == layout_.count(direction) - 1);
  };
  std::size_t in_vector = 0;
  for (int x3 = 0; x3 < layout_.count(3); ++x3)
    for (int x2 = 0; x2 < layout_.count(2); ++x2)
      for (int x1 = 0; x1 < layout_.count(1); ++x1) {
        const bool is_outer =
            box.ranks()[0] > 1 || needs_others(x1, 1) || needs_others(x2, 2) || needs_others(x3, 3);
        (is_outer ? outer_rows_ : inner_rows_)
            .push_back({layout_.place({0, x1, x2, x3}, 1) - 1, in_vector});
        in_vector += colour_components * static_cast<std::size_t>(layout_.count(0));
      }
}

HopRow StaggeredOperator::hop_row(const Row& row, const LatticeField& in) const {
  const double* const here = in.values.data() + colour_components * row.in_field + 1;
  const double* const links = links_.values.data() + GaugeField::n_components * row.in_field + 1;
  HopRow hop_row{.in = here,
                 .in_up = {},
                 .in_down = {},
                 .links = links,
                 .links_down = {},
                 .n_sites = static_cast<std::size_t>(layout_.count(0)),
                 .pitch = layout_.pitch()};
  for (int d = 1; d < 4; ++d) {
    const auto at = static_cast<std::size_t>(d - 1);
    const std::size_t step = layout_.row_step(d) * layout_.pitch();
    hop_row.in_up[at] = here + colour_components * step;
    hop_row.in_down[at] = here - colour_components * step;
    hop_row.links_down[at] = links - GaugeField::n_components * step;
  }
  return hop_row;
}

template <class Compute>
void StaggeredOperator::exchange_and_compute(LatticeField& in, const Compute& compute) {
  exchange_.begin(in);
  for (const Row& row : inner_rows_) compute(row, hop_row(row, in));
  exchange_.finish(in);
  for (const Row& row : outer_rows_) compute(row, hop_row(row, in));
}

void StaggeredOperator::apply_normal(std::span<const double> x, std::span<double> y) {
  const auto n0 = static_cast<std::size_t>(layout_.count(0));
  for (const auto* rows : {&inner_rows_, &outer_rows_})
    for (const Row& row : *rows)
      for (std::size_t c = 0; c < colour_components; ++c)
        std::copy_n(x.data() + row.in_vector + c * n0, n0,
                    in_.values.data() + colour_components * row.in_field + c * layout_.pitch() + 1);
  exchange_and_compute(in_, [&](const Row& row, const HopRow& around) {
    hop(around, hopped_.values.data() + colour_components * row.in_field + 1, layout_.pitch());
  });
  exchange_and_compute(hopped_, [&](const Row& row, const HopRow& around) {
    hop_and_subtract(around, mass_ * mass_, x.data() + row.in_vector, y.data() + row.in_vector);
  });
}

}  // namespace lobatto::accept
