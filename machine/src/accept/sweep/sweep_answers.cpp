#include "accept/sweep/sweep_answers.hpp"

#include <algorithm>
#include <cmath>

namespace lobatto::accept {

namespace {

constexpr int answer_chunks = 2;
constexpr int sweep_iterations = 300;

/// At least so many cells per direction, and one per rank.
RankBox sweep_box(const std::vector<int>& cells, const std::vector<int>& ranks,
                  const comm::Communicator& communicator) {
  std::vector<int> size = cells;
  for (std::size_t d = 0; d < 3; ++d) size[d] = std::max(cells[d], ranks[d]);
  return {{size, true, {ranks[0], ranks[1]}}, size, 2, communicator.rank(), communicator.size()};
}

double departure(double found, double right) { return std::abs(found / right - 1); }

/// The flux inside is not told, it grows from 0.
void add_infinite_medium(const std::vector<int>& ranks, const comm::Communicator& communicator,
                         std::vector<Answer>& answers) {
  TransportProblem problem = infinite_medium();
  problem.lengths = {2, 2, 2};
  const ByGroup right = problem.incoming({}, {});
  SourceIteration iteration(problem, sweep_box({8, 8, 8}, ranks, communicator), answer_chunks,
                            communicator);
  iteration.solve(1e-12, sweep_iterations);
  ByGroup sums{}, worst{};
  for (std::size_t i = 0; i < iteration.flux().size(); ++i) {
    const double flux = iteration.flux()[i];
    sums[i % n_groups] += flux;
    worst[i % n_groups] = std::max(worst[i % n_groups], departure(flux, right[i % n_groups]));
  }
  communicator.sum(sums);
  communicator.max(worst);
  const double n = communicator.sum(static_cast<double>(iteration.n_cells()));
  for (std::size_t g = 0; g < n_groups; ++g)
    answers.push_back({"mean flux of an infinite medium, group " + std::to_string(g + 1),
                       sums[g] / n, right[g], 1e-9 * right[g]});
  answers.push_back({"largest part by which any cell of it differs",
                     *std::max_element(worst.begin(), worst.end()), 0, 1e-9});
}

Answer balance_answer(const std::vector<int>& ranks, const comm::Communicator& communicator) {
  SourceIteration iteration(shielded_source(), sweep_box({9, 8, 7}, ranks, communicator),
                            answer_chunks, communicator);
  iteration.solve(1e-14, sweep_iterations);
  const auto balance = iteration.balance();
  return {"particles absorbed and gone out, of those from the source",
          (balance.absorbed + balance.out) / balance.source, 1, 1e-12};
}

/// A beam along the ordinate that is nearest to x, through an absorber: exp(-total x / mu). The
/// diamond difference has ln((2 + tau) / (2 - tau)) = tau (1 + tau^2 / 12 + ...) per cell.
Answer beam_answer(const std::vector<int>& ranks, const comm::Communicator& communicator) {
  TransportProblem problem;
  problem.ordinates = product_quadrature(2, 2);
  problem.materials = {graded_material(1, 0)};
  const auto along = *std::max_element(
      problem.ordinates.begin(), problem.ordinates.end(),
      [](const Ordinate& a, const Ordinate& b) { return a.cosines[0] < b.cosines[0]; });
  problem.incoming = [&](const Vector& place, const Vector& direction) {
    ByGroup flux{};
    if (direction == along.cosines)
      for (std::size_t g = 0; g < n_groups; ++g)
        flux[g] = std::exp(-problem.materials[0].total[g] * place[0] / along.cosines[0]);
    return flux;
  };
  const auto box = sweep_box({32, 4, 4}, ranks, communicator);
  SourceIteration iteration(problem, box, answer_chunks, communicator);
  iteration.iterate();
  std::array<double, 2> ends{};  // mean flux of the first and the last group's last column of cells
  const double side = 1.0 / box.size()[0];
  for (std::size_t cell = 0; cell < iteration.n_cells(); ++cell) {
    const double x = iteration.centre(cell)[0];
    if (x < side) ends[0] += iteration.flux()[cell * n_groups];
    if (x > 1 - side) ends[1] += iteration.flux()[cell * n_groups];
  }
  communicator.sum(ends);
  const double path = (1 - side) / along.cosines[0], tau = side / along.cosines[0];
  return {"attenuation of a beam through an absorber, its exponent of the right one",
          -std::log(ends[1] / ends[0]) / (problem.materials[0].total[0] * path), 1, tau * tau};
}

/// The same flux f (1 + g / 8) in all directions, f = 2 + sin(2 x + y) cos(3 z): what its source
/// would have to be.
TransportProblem manufactured_problem() {
  TransportProblem problem;
  problem.ordinates = product_quadrature(2, 2);
  problem.materials = {graded_material(1, 0.5)};
  return problem;
}

double flux_shape(const Vector& at) {
  return 2 + std::sin(2 * at[0] + at[1]) * std::cos(3 * at[2]);
}

Vector flux_slope(const Vector& at) {
  const double phase = 2 * at[0] + at[1];
  return {2 * std::cos(phase) * std::cos(3 * at[2]), std::cos(phase) * std::cos(3 * at[2]),
          -3 * std::sin(phase) * std::sin(3 * at[2])};
}

double part_of_group(std::size_t g) { return 1 + static_cast<double>(g) / n_groups; }

/// Root of the mean square of what the scalar flux is off.
double manufactured_error(int cells, const std::vector<int>& ranks,
                          const comm::Communicator& communicator) {
  TransportProblem problem = manufactured_problem();
  const Material& material = problem.materials[0];
  ByGroup lost{};  // collisions without what scatters into the group
  for (std::size_t g = 0; g < n_groups; ++g) {
    lost[g] = material.total[g] * part_of_group(g);
    for (std::size_t from = 0; from <= g; ++from)
      lost[g] -= material.scattering[from][g] * part_of_group(from);
  }
  problem.incoming = [](const Vector& place, const Vector&) {
    ByGroup flux{};
    for (std::size_t g = 0; g < n_groups; ++g) flux[g] = part_of_group(g) * flux_shape(place);
    return flux;
  };
  problem.angular_source = [&](const Vector& place, const Vector& direction) {
    const double streaming = base::dot(direction, flux_slope(place));
    ByGroup source{};
    for (std::size_t g = 0; g < n_groups; ++g)
      source[g] = part_of_group(g) * streaming + lost[g] * flux_shape(place);
    return source;
  };
  SourceIteration iteration(problem, sweep_box({cells, cells, cells}, ranks, communicator),
                            answer_chunks, communicator);
  iteration.solve(1e-9, sweep_iterations);
  std::array<double, 2> sums{};
  for (std::size_t i = 0; i < iteration.flux().size(); ++i) {
    const double right = part_of_group(i % n_groups) * flux_shape(iteration.centre(i / n_groups));
    sums[0] += std::pow(iteration.flux()[i] - right, 2);
    sums[1] += 1;
  }
  communicator.sum(sums);
  return std::sqrt(sums[0] / sums[1]);
}

}  // namespace

Material graded_material(double total, double scattered) {
  Material material;
  for (std::size_t g = 0; g < n_groups; ++g) {
    material.total[g] = total * (1 + 0.1 * static_cast<double>(g));
    const double part = material.total[g] * scattered;
    material.scattering[g][g] = part / 2;
    material.scattering[g][std::min<std::size_t>(g + 1, n_groups - 1)] += part / 2;
  }
  return material;
}

TransportProblem infinite_medium() {
  TransportProblem problem;
  problem.ordinates = product_quadrature(2, 2);
  problem.materials = {graded_material(1, 0.6)};
  const ByGroup source{1, 0.5, 0, 2, 0, 1, 0.25, 3};
  const ByGroup right = infinite_medium_flux(problem.materials[0], source);
  problem.source_at = [source](const Vector&) { return source; };
  problem.incoming = [right](const Vector&, const Vector&) { return right; };
  return problem;
}

TransportProblem shielded_source() {
  TransportProblem problem;
  problem.lengths = {4, 4, 4};
  problem.ordinates = product_quadrature(2, 2);
  problem.materials = {graded_material(0.5, 0.6), graded_material(10, 0.1)};
  problem.material_at = [](const Vector& at) {
    return std::all_of(at.begin(), at.end(), [](double x) { return x > 1 && x < 3; }) ? 1 : 0;
  };
  problem.source_at = [](const Vector& at) {
    return in_all_groups(at[0] < 1 && at[1] < 1 && at[2] < 1 ? 1 : 0);
  };
  return problem;
}

std::vector<Answer> sweep_answers(const std::vector<int>& ranks,
                                  const comm::Communicator& communicator) {
  std::vector<Answer> answers;
  add_infinite_medium(ranks, communicator, answers);
  answers.push_back(balance_answer(ranks, communicator));
  answers.push_back(beam_answer(ranks, communicator));
  const int cells = std::max({8, ranks[0], ranks[1]});
  const double coarse = manufactured_error(cells, ranks, communicator);
  const double fine = manufactured_error(2 * cells, ranks, communicator);
  answers.push_back(
      {"order by which a manufactured solution is met", std::log2(coarse / fine), 2, 0.1});
  return answers;
}

}  // namespace lobatto::accept
