#include "gpu/tensor_solver.hpp"

#include <algorithm>

namespace lobatto::gpu {

namespace {

/// Both parities, column-major as products want it: the left factor itself, the right one
/// transposed.
DeviceArray left_factors(const std::array<poly::Matrix, 2>& of_parity) {
  std::vector<double> values = poly::transpose(of_parity[0]).values;
  const auto odd = poly::transpose(of_parity[1]).values;
  values.insert(values.end(), odd.begin(), odd.end());
  return DeviceArray(values);
}
DeviceArray right_factors(const std::array<poly::Matrix, 2>& of_parity) {
  std::vector<double> values = of_parity[0].values;
  values.insert(values.end(), of_parity[1].values.begin(), of_parity[1].values.end());
  return DeviceArray(values);
}

/// One direction of all octants [px][py][pz][F][z][y][x], as one product where the factors repeat
/// evenly and as several else.
struct Octants {
  int n_fields;
  Octant size;
  const double* from;
  double* to;

  [[nodiscard]] std::vector<Product> along_x(const double* factors, int n_rows) const {
    const std::int64_t columns = 4LL * n_fields * size.z * size.y;
    return {{n_rows, static_cast<int>(columns), size.x, factors,
             static_cast<std::int64_t>(n_rows) * size.x, from, columns * size.x, to,
             columns * n_rows, 2}};
  }
  [[nodiscard]] std::vector<Product> along_y(const double* factors, int n_rows) const {
    std::vector<Product> products;
    const std::int64_t in = size.x * size.y, out = size.x * n_rows,
                       planes = 2LL * n_fields * size.z;
    for (int o = 0; o < 4; ++o)
      products.push_back({size.x, n_rows, size.y, from + o * planes * in, in,
                          factors + o % 2 * n_rows * size.y, 0, to + o * planes * out, out,
                          static_cast<int>(planes)});
    return products;
  }
  [[nodiscard]] std::vector<Product> along_z(const double* factors, int n_rows) const {
    std::vector<Product> products;
    const std::int64_t plane = size.x * size.y, in = plane * size.z, out = plane * n_rows;
    for (int o = 0; o < 8; ++o)
      products.push_back({static_cast<int>(plane), n_rows, size.z, from + o * n_fields * in, in,
                          factors + o % 2 * n_rows * size.z, 0, to + o * n_fields * out, out,
                          n_fields});
    return products;
  }
};

void append(std::vector<Product> more, std::vector<Product>& to) {
  to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

TensorSolver::TensorSolver(const Box& box, poly::EndCondition at_walls, int n_fields,
                           Multiplier& multiplier)
    : box_(box),
      n_fields_(n_fields),
      volume_(box[0].length() * box[1].length() * box[2].length()),
      multiplier_(multiplier),
      force_(1) {
  for (int d = 0; d < 3; ++d) {
    const Modes modes = modes_of(box[d], at_walls);
    directions_[d] = {modes.n_modes,
                      modes.n_nodes,
                      modes.n_element_nodes,
                      DeviceArray(modes.eigenvalues),
                      DeviceArray(modes.integrals),
                      d == 0 ? left_factors(modes.to_modes) : right_factors(modes.to_modes),
                      d == 0 ? left_factors(modes.to_nodes) : right_factors(modes.to_nodes)};
  }
}

TensorSolver::Products TensorSolver::products(double* rhs, double* work) const {
  const auto& [x, y, z] = directions_;
  const int f = n_fields_;
  Products all;
  append(Octants{f, {x.n_element_nodes, y.n_element_nodes, z.n_element_nodes}, work, rhs}.along_x(
             x.to_modes.data(), x.n_modes),
         all.to_modes);
  append(Octants{f, {x.n_modes, y.n_element_nodes, z.n_element_nodes}, rhs, work}.along_y(
             y.to_modes.data(), y.n_modes),
         all.to_modes);
  append(Octants{f, {x.n_modes, y.n_modes, z.n_element_nodes}, work, rhs}.along_z(z.to_modes.data(),
                                                                                  z.n_modes),
         all.to_modes);
  append(Octants{f, {x.n_modes, y.n_modes, z.n_modes}, rhs, work}.along_z(z.to_nodes.data(),
                                                                          z.n_nodes),
         all.to_nodes);
  append(Octants{f, {x.n_modes, y.n_modes, z.n_nodes}, work, rhs}.along_y(y.to_nodes.data(),
                                                                          y.n_nodes),
         all.to_nodes);
  append(Octants{f, {x.n_modes, y.n_nodes, z.n_nodes}, rhs, work}.along_x(x.to_nodes.data(),
                                                                          x.n_nodes),
         all.to_nodes);
  return all;
}

std::size_t TensorSolver::work_size() const {
  std::size_t size = 8 * static_cast<std::size_t>(n_fields_);
  for (const auto& d : directions_)
    size *= static_cast<std::size_t>(std::max({d.n_modes, d.n_nodes, d.n_element_nodes}));
  return size;
}

DivideByEigenvalues TensorSolver::division_by(const Problem& problem, double* values) const {
  const auto& [x, y, z] = directions_;
  DivideByEigenvalues division{{x.n_modes, y.n_modes, z.n_modes},
                               n_fields_,
                               {x.eigenvalues.data(), y.eigenvalues.data(), z.eigenvalues.data()},
                               problem.leading,
                               {},
                               values};
  for (int f = 0; f < n_fields_; ++f) division.viscosity[f] = problem.viscosity[f];
  return division;
}

void TensorSolver::hold_bulk_velocity(const Problem& problem, double* values, Queue queue) {
  const auto& [x, y, z] = directions_;
  const FlowRateControl control{{x.n_modes, y.n_modes, z.n_modes},
                                {x.eigenvalues.data(), y.eigenvalues.data(), z.eigenvalues.data()},
                                {x.integrals.data(), y.integrals.data(), z.integrals.data()},
                                problem.leading,
                                problem.viscosity[0],
                                problem.bulk_velocity * volume_,
                                values,
                                force_.data()};
  launch(control, 1, queue);
}

void TensorSolver::solve(const Problem& problem, double* rhs, double* work, double* u,
                         Queue queue) {
  const auto& [x, y, z] = directions_;
  const auto all = products(rhs, work);
  const Fold fold{{x.n_element_nodes, y.n_element_nodes, z.n_element_nodes}, n_fields_, rhs, work};
  launch(fold, fold.n_blocks(), queue);
  for (const auto& product : all.to_modes) multiplier_.multiply(product, queue);
  const DivideByEigenvalues division = division_by(problem, rhs);
  launch(division, division.n_blocks(), queue);
  if (problem.holds_bulk_velocity) hold_bulk_velocity(problem, rhs, queue);
  for (const auto& product : all.to_nodes) multiplier_.multiply(product, queue);
  const Unfold unfold{{x.n_nodes, y.n_nodes, z.n_nodes},
                      {box_[0].n_nodes(), box_[1].n_nodes(), box_[2].n_nodes()},
                      {box_[0].is_periodic, box_[1].is_periodic, box_[2].is_periodic},
                      n_fields_,
                      work,
                      u};
  launch(unfold, unfold.n_blocks(), queue);
}

double TensorSolver::flops() const {
  double flops = 0;
  const auto all = products(nullptr, nullptr);
  for (const auto* half : {&all.to_modes, &all.to_nodes}) {
    for (const auto& p : *half) flops += 2.0 * p.m * p.n * p.k * p.n_batch;
  }
  return flops;
}

double TensorSolver::bytes() const {
  const auto& [x, y, z] = directions_;
  const auto values = [this](int a, int b, int c) { return 8.0 * n_fields_ * a * b * c; };
  const double elements = values(x.n_element_nodes, y.n_element_nodes, z.n_element_nodes),
               by_x = values(x.n_modes, y.n_element_nodes, z.n_element_nodes),
               by_xy = values(x.n_modes, y.n_modes, z.n_element_nodes),
               modes = values(x.n_modes, y.n_modes, z.n_modes),
               from_z = values(x.n_modes, y.n_modes, z.n_nodes),
               from_zy = values(x.n_modes, y.n_nodes, z.n_nodes),
               nodes = values(x.n_nodes, y.n_nodes, z.n_nodes);
  // Each is written once and read once; the first and the last of another layout too.
  return 8 * 2 * (1.5 * elements + by_x + by_xy + 2 * modes + from_z + from_zy + 1.5 * nodes);
}

}  // namespace lobatto::gpu
