// io_sample_file ORDER FILE: writes a snapshot of known polynomials on a graded box of 2 x 3 x 2
// elements, for readers to check. Pressure is x^p + y^p z - 2 z^p with p = min(ORDER, 10); velocity
// is (y z, x z, x y) when ORDER > 1, else (x, y, z).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/error.hpp"
#include "comm/communicator.hpp"
#include "io/vtk/vtkhdf_writer.hpp"
#include "mesh/grading.hpp"

namespace {

using namespace lobatto;

template <class Function>
space::Field evaluate(const space::FunctionSpace& space, Function f) {
  space::Field field = space.make_field();
  space.evaluate(
      [&](const space::Points& points, double, std::span<double> out) {
        for (std::size_t q = 0; q < out.size(); ++q)
          out[q] = f(points.x[q], points.y[q], points.z[q]);
      },
      0, field);
  return field;
}

void write_sample(int order, const char* file, const comm::Communicator& communicator) {
  const std::array<mesh::Axis, 3> axes{mesh::Axis{mesh::uniform_ticks(-1, 1, 2), false},
                                       mesh::Axis{mesh::geometric_ticks(0, 1, 3, 1.4), false},
                                       mesh::Axis{mesh::uniform_ticks(0, 1.5, 2), true}};
  const space::FunctionSpace space(
      mesh::make_box_mesh(axes, order, communicator.rank(), communicator.size()), communicator);
  const int p = std::min(order, 10);
  const auto pressure = evaluate(space, [p](double x, double y, double z) {
    return std::pow(x, p) + std::pow(y, p) * z - 2 * std::pow(z, p);
  });
  const bool products = order > 1;
  const space::VectorField velocity{
      evaluate(space, [=](double x, double y, double z) { return products ? y * z : x; }),
      evaluate(space, [=](double x, double y, double z) { return products ? x * z : y; }),
      evaluate(space, [=](double x, double y, double z) { return products ? x * y : z; })};
  const io::Snapshot snapshot{0.75,
                              12,
                              {io::named("velocity", velocity), io::named("pressure", pressure)},
                              {{"version", "test"}, {"case", "[case]\nname = \"sample\"\n"}}};
  io::write_vtkhdf(file, space, snapshot,
                   {io::Precision::double_precision, io::Precision::double_precision});
}

}  // namespace

int main(int argc, char** argv) {
  const comm::Environment environment(argc, argv);
  const auto world = comm::Communicator::world();
  try {
    if (argc != 3) throw base::Error("usage: io_sample_file ORDER FILE");
    write_sample(std::atoi(argv[1]), argv[2], world);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
