#include "accept/lattice/staggered_operator.hpp"

namespace lobatto::accept {

namespace {

Colour colour_at(const LatticeLayout& layout, const LatticeField& field, const Site& x) {
  const double* const at = field.values.data() + layout.place(x, colour_components);
  Colour colour;
  for (std::size_t a = 0; a < 3; ++a)
    colour[a] = {at[2 * a * layout.pitch()], at[(2 * a + 1) * layout.pitch()]};
  return colour;
}

Colour hop_reference(const GaugeField& links, const LatticeField& in, const Site& x) {
  const LatticeLayout& layout = links.layout();
  Colour sum{};
  for (int mu = 0; mu < 4; ++mu) {
    const Site up = moved(x, mu, 1), down = moved(x, mu, -1);
    const Colour from_up = links.link(x, mu) * colour_at(layout, in, up);
    const Colour from_down = adjoint(links.link(down, mu)) * colour_at(layout, in, down);
    const double phase = staggered_phase(layout.in_whole(x), mu);
    for (std::size_t a = 0; a < 3; ++a) sum[a] += 0.5 * phase * (from_up[a] - from_down[a]);
  }
  return sum;
}

}  // namespace

void apply_normal_reference(const RankBox& box, const GaugeField& links, double mass,
                            const comm::Communicator& communicator, std::span<const double> x,
                            std::span<double> y) {
  const LatticeLayout& layout = links.layout();
  const auto n0 = static_cast<std::size_t>(layout.count(0));
  FaceExchange exchange(box, layout, colour_components, communicator);
  LatticeField in(layout, colour_components), hopped(layout, colour_components);
  for_vector_places(layout, [&](const Site& site, std::size_t place) {
    for (std::size_t c = 0; c < colour_components; ++c)
      in.values[layout.place(site, colour_components) + c * layout.pitch()] = x[place + c * n0];
  });
  exchange.fill(in);
  for_sites(layout, [&](const Site& site) {
    const Colour h = hop_reference(links, in, site);
    for (std::size_t a = 0; a < 3; ++a) {
      const std::size_t place = layout.place(site, colour_components) + 2 * a * layout.pitch();
      hopped.values[place] = h[a].real();
      hopped.values[place + layout.pitch()] = h[a].imag();
    }
  });
  exchange.fill(hopped);
  for_vector_places(layout, [&](const Site& site, std::size_t place) {
    const Colour h = hop_reference(links, hopped, site);
    for (std::size_t a = 0; a < 3; ++a) {
      const std::size_t real = place + 2 * a * n0, imaginary = real + n0;
      y[real] = mass * mass * x[real] - h[a].real();
      y[imaginary] = mass * mass * x[imaginary] - h[a].imag();
    }
  });
}

}  // namespace lobatto::accept
