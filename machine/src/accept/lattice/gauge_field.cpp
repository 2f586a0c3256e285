#include "accept/lattice/gauge_field.hpp"

#include <algorithm>
#include <cmath>

namespace lobatto::accept {

namespace {

double real_trace_of_product_with_adjoint(const ColourMatrix& u, const ColourMatrix& v) {
  double sum = 0;
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b)
      sum += u[a][b].real() * v[a][b].real() + u[a][b].imag() * v[a][b].imag();
  return sum;
}

}  // namespace

GaugeField::GaugeField(const RankBox& box, const LatticeLayout& layout,
                       base::FunctionRef<ColourMatrix(const Site& x, int mu)> link,
                       const comm::Communicator& communicator)
    : layout_(layout), field_(layout, n_components) {
  for_sites(layout, [&](const Site& x) {
    double* at = field_.values.data() + layout.place(x, n_components);
    for (int mu = 0; mu < 4; ++mu)
      for (const Colour& row : link(x, mu))
        for (const auto& value : row)
          for (const double part : {value.real(), value.imag()}) {
            *at = part;
            at += layout.pitch();
          }
  });
  FaceExchange(box, layout, n_components, communicator).fill(field_);
}

ColourMatrix GaugeField::link(const Site& x, int mu) const {
  const double* at = field_.values.data() + layout_.place(x, n_components) +
                     18 * static_cast<std::size_t>(mu) * layout_.pitch();
  ColourMatrix link;
  for (Colour& row : link)
    for (auto& value : row) {
      value = {*at, at[layout_.pitch()]};
      at += 2 * layout_.pitch();
    }
  return link;
}

double GaugeField::plaquette(const comm::Communicator& communicator) const {
  double sum = 0;
  for_sites(layout_, [&](const Site& x) {
    for (int nu = 1; nu < 4; ++nu)
      for (int mu = 0; mu < nu; ++mu)
        sum += real_trace_of_product_with_adjoint(link(x, mu) * link(moved(x, mu, 1), nu),
                                                  link(x, nu) * link(moved(x, nu, 1), mu));
  });
  const double n_sites = communicator.sum(static_cast<double>(layout_.n_sites()));
  return communicator.sum(sum) / (3 * 6 * n_sites);
}

double GaugeField::distance_from_su3(const comm::Communicator& communicator) const {
  double largest = 0;
  for_sites(layout_, [&](const Site& x) {
    for (int mu = 0; mu < 4; ++mu) {
      const ColourMatrix u = link(x, mu), square = u * adjoint(u), unit = unit_matrix();
      for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b < 3; ++b)
          largest = std::max(largest, std::abs(square[a][b] - unit[a][b]));
      largest = std::max(largest, std::abs(determinant(u) - 1.0));
    }
  });
  return communicator.max(largest);
}

}  // namespace lobatto::accept
