#include "accept/kernel_kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "accept/lattice/staggered_operator.hpp"
#include "base/error.hpp"
#include "kernels/vectors/inner_products.hpp"
#include "krylov/conjugate_gradients.hpp"
#include "perf/timing.hpp"

namespace lobatto::accept {

namespace {

const std::vector<int> default_lattice{16, 16, 8, 8};
constexpr int n_lattice_iterations = 50, least_row = 8;
constexpr double fermion_mass = 0.2;

/// Rows of at least so many sites on each rank, and an even number of sites around each direction,
/// as the phases alternate.
void check_lattice(const RankBox& box) {
  auto fitting = box.size();
  for (int& n : fitting) n += n % 2;
  fitting[0] = std::max(fitting[0], least_row * box.ranks()[0]);
  if (fitting == box.size()) return;
  throw base::Error(fmt::format(
      "--size {} on {} ranks: expected an even number of sites per direction, and at least {} per "
      "rank in the first one; of all ranks together {} fits",
      by_x(box.size()), by_x(box.ranks()), least_row, by_x(fitting)));
}

/// A lattice and its share on this rank.
struct Lattice {
  Lattice(const RankBox& the_box, const comm::Communicator& the_communicator)
      : communicator(the_communicator), box(the_box), layout(the_box) {
    check_lattice(the_box);
  }

  [[nodiscard]] GaugeField unit_field() const {
    return {box, layout, [](const Site&, int) { return unit_matrix(); }, communicator};
  }

  /// Links, and matrices at sites, from the number of the site among all.
  [[nodiscard]] ColourMatrix random_link(const Site& x, int mu) const {
    return random_su3(8 * layout.number(layout.in_whole(x)) + static_cast<std::uint64_t>(mu));
  }
  [[nodiscard]] ColourMatrix random_rotation(const Site& x) const {
    return random_su3(8 * layout.number(layout.in_whole(x)) + 4);
  }

  [[nodiscard]] GaugeField random_field() const {
    return {box, layout, [this](const Site& x, int mu) { return random_link(x, mu); },
            communicator};
  }

  /// The random field after a gauge transformation, g(x) U_mu(x) g(x + mu)^+.
  [[nodiscard]] GaugeField transformed_field() const {
    return {box, layout,
            [this](const Site& x, int mu) {
              return random_rotation(x) * random_link(x, mu) *
                     adjoint(random_rotation(moved(x, mu, 1)));
            },
            communicator};
  }

  /// value(x) at every site.
  template <class Value>
  [[nodiscard]] std::vector<double> vector_of(const Value& value) const {
    std::vector<double> values(6 * layout.n_sites());
    const auto n0 = static_cast<std::size_t>(layout.count(0));
    for_vector_places(layout, [&](const Site& x, std::size_t place) {
      const Colour colour = value(x);
      for (std::size_t a = 0; a < 3; ++a) {
        values[place + 2 * a * n0] = colour[a].real();
        values[place + (2 * a + 1) * n0] = colour[a].imag();
      }
    });
    return values;
  }

  [[nodiscard]] Colour random_value(const Site& x) const {
    return random_colour(16 * layout.number(layout.in_whole(x)) + 11);
  }

  [[nodiscard]] double product(std::span<const double> x, std::span<const double> y) const {
    return communicator.sum(kernels::inner_product(x.data(), y.data(), x.size()));
  }

  const comm::Communicator& communicator;
  RankBox box;
  LatticeLayout layout;
};

/// D^+ D x = random numbers, in a gauge field.
class FermionProblem {
 public:
  FermionProblem(const Lattice& lattice, const GaugeField& links)
      : lattice_(lattice),
        operator_(lattice.box, links, fermion_mass, lattice.communicator),
        solver_(operator_.n_values()),
        rhs_(lattice.vector_of([&](const Site& x) { return lattice.random_value(x); })),
        solution_(rhs_.size()) {}

  krylov::SolveReport solve(const krylov::Tolerance& tolerance) {
    std::fill(solution_.begin(), solution_.end(), 0.0);
    return solver_.solve([this](auto x, auto y) { operator_.apply_normal(x, y); },
                         [](auto r, auto z) { std::copy(r.begin(), r.end(), z.begin()); },
                         [this](auto x, auto y) { return lattice_.product(x, y); }, rhs_, solution_,
                         tolerance);
  }

  StaggeredOperator& staggered() { return operator_; }
  [[nodiscard]] const std::vector<double>& rhs() const { return rhs_; }
  [[nodiscard]] const std::vector<double>& solution() const { return solution_; }

 private:
  const Lattice& lattice_;
  StaggeredOperator operator_;
  krylov::ConjugateGradients solver_;
  std::vector<double> rhs_, solution_;
};

/// 2 pi k_d / L_d
std::array<double, 4> momentum_of(const std::array<int, 4>& turns, const RankBox& box) {
  std::array<double, 4> p{};
  for (std::size_t d = 0; d < 4; ++d) p[d] = 2 * std::numbers::pi * turns[d] / box.size()[d];
  return p;
}

/// Of D^+ D on unit links.
double free_eigenvalue(const std::array<double, 4>& p) {
  double value = fermion_mass * fermion_mass;
  for (const double component : p) value += std::sin(component) * std::sin(component);
  return value;
}

/// How far D^+ D is from the factor on a plane wave with a colour of its own, at any site.
double distance_from_factor(const Lattice& lattice, StaggeredOperator& staggered,
                            const std::array<double, 4>& p, double factor) {
  const auto wave = lattice.vector_of([&](const Site& x) {
    const Site whole = lattice.layout.in_whole(x);
    double phase = 0;
    for (std::size_t d = 0; d < 4; ++d) phase += p[d] * whole[d];
    return Colour{std::polar(1.0, phase), std::polar(0.5, phase + 1), std::polar(2.0, phase - 1)};
  });
  std::vector<double> image(wave.size());
  staggered.apply_normal(wave, image);
  double largest = 0;
  for (std::size_t n = 0; n < wave.size(); ++n)
    largest = std::max(largest, std::abs(image[n] - factor * wave[n]));
  return lattice.communicator.max(largest);
}

/// v'(D^+ D)v, v the random vector times a matrix at each site.
template <class Rotation>
double quadratic_form(const Lattice& lattice, const GaugeField& links, const Rotation& rotation) {
  StaggeredOperator staggered(lattice.box, links, fermion_mass, lattice.communicator);
  const auto v =
      lattice.vector_of([&](const Site& x) { return rotation(x) * lattice.random_value(x); });
  std::vector<double> image(v.size());
  staggered.apply_normal(v, image);
  return lattice.product(v, image);
}

void add_gauge_answers(const Lattice& lattice, std::vector<Answer>& answers) {
  constexpr double rounding = 1e-12;
  const GaugeField random = lattice.random_field(), transformed = lattice.transformed_field();
  answers.push_back({"distance of random links from SU(3)",
                     random.distance_from_su3(lattice.communicator), 0.0, rounding});
  answers.push_back({"plaquette of unit links",
                     lattice.unit_field().plaquette(lattice.communicator), 1.0, rounding});
  answers.push_back({"plaquette after a gauge transformation, as before it",
                     transformed.plaquette(lattice.communicator),
                     random.plaquette(lattice.communicator), rounding});
  const double before = quadratic_form(lattice, random, [](const Site&) { return unit_matrix(); });
  const double after = quadratic_form(lattice, transformed,
                                      [&](const Site& x) { return lattice.random_rotation(x); });
  answers.push_back(
      {"v'D'Dv after a gauge transformation, of that before it", after / before, 1.0, rounding});
}

void add_free_answers(const Lattice& lattice, std::vector<Answer>& answers) {
  StaggeredOperator staggered(lattice.box, lattice.unit_field(), fermion_mass,
                              lattice.communicator);
  double largest = 0;
  for (const auto& turns :
       {std::array{0, 0, 0, 0}, std::array{1, 0, 2, 3}, std::array{2, 1, 3, 1}}) {
    const auto p = momentum_of(turns, lattice.box);
    largest = std::max(largest, distance_from_factor(lattice, staggered, p, free_eigenvalue(p)));
  }
  answers.push_back(
      {"distance of D'D on free plane turns from m^2 + sum of sin^2 p", largest, 0.0, 1e-12});
}

/// The residual by the plain version.
void add_solver_answer(const Lattice& lattice, std::vector<Answer>& answers) {
  constexpr double tolerance = 1e-10;
  const GaugeField links = lattice.random_field();
  FermionProblem problem(lattice, links);
  problem.solve({.relative = tolerance, .max_iterations = 10000});
  std::vector<double> residual(problem.rhs().size());
  apply_normal_reference(lattice.box, links, fermion_mass, lattice.communicator, problem.solution(),
                         residual);
  for (std::size_t n = 0; n < residual.size(); ++n) residual[n] -= problem.rhs()[n];
  answers.push_back({"residual that is left, computed anew by the plain version",
                     std::sqrt(lattice.product(residual, residual) /
                               lattice.product(problem.rhs(), problem.rhs())),
                     0.0, 2 * tolerance});
}

class LatticeKernel : public Kernel {
 public:
  LatticeKernel(const KernelSettings& settings, const comm::Communicator& communicator)
      : communicator_(communicator),
        lattice_({settings, default_lattice, 4, communicator.rank(), communicator.size()},
                 communicator),
        links_(lattice_.random_field()),
        problem_(lattice_, links_) {}

  void pass() override { problem_.solve({.max_iterations = n_lattice_iterations}); }

  /// One product per iteration, and one for the first residual.
  [[nodiscard]] Work work() const override {
    const double sites = lattice_.box.n_cells_in_all();
    constexpr double n_products = n_lattice_iterations + 1;
    const auto vectors = krylov::ConjugateGradients::cost(6 * sites, n_lattice_iterations);
    return {sites * n_lattice_iterations, n_products * normal_flops * sites + vectors.flops,
            n_products * normal_bytes * sites + vectors.bytes};
  }

  std::vector<Figure> figures() override {
    double plaquette = 0;
    const double seconds = perf::seconds_of_slowest(
        communicator_, [&] { plaquette = links_.plaquette(communicator_); });
    return {{"plaquette of all sites", seconds, "s"},
            {"its value in a random field", plaquette},
            {"sent per rank and product", 1e-6 * problem_.staggered().bytes_sent(), "MB"}};
  }

  /// On 8 x 8 x 8 x 8 sites, or more where there are more ranks.
  std::vector<Answer> answers() override {
    std::vector<int> size;
    for (const int ranks : lattice_.box.ranks()) size.push_back(std::max(8, ranks + ranks % 2));
    size[0] = least_row * lattice_.box.ranks()[0];
    const Lattice small(lattice_.box.with_size(size), communicator_);
    std::vector<Answer> answers;
    add_gauge_answers(small, answers);
    add_free_answers(small, answers);
    add_solver_answer(small, answers);
    return answers;
  }

  [[nodiscard]] KernelSettings settings() const override { return lattice_.box.settings(); }

 private:
  const comm::Communicator& communicator_;
  Lattice lattice_;
  GaugeField links_;
  FermionProblem problem_;
};

}  // namespace

KernelKind lattice_kernel() {
  return {.name = "lattice",
          .stands_for = "MILC",
          .does =
              "50 iterations of conjugate gradients for staggered fermions in a random SU(3) gauge "
              "field on a periodic lattice of four dimensions, and its plaquette",
          .left_out =
              "improved actions with fat and long links, the forces and the molecular dynamics of "
              "gauge fields, several masses at once",
          .update = "site iteration",
          .size = default_lattice,
          .rank_directions = 4,
          .bytes_per_cell = 2350,
          .make = make_kernel<LatticeKernel>};
}

}  // namespace lobatto::accept
