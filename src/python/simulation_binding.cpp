#include "python/bindings.hpp"

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "base/error.hpp"
#include "case/document/printable.hpp"
#include "python/python_user_code.hpp"
#include "python/session.hpp"
#include "space/named_boundaries.hpp"

namespace lobatto::python {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Values = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;
using Points = nb::ndarray<const double, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;

std::span<const double> span_of(const Values& values) { return {values.data(), values.size()}; }

/// A view on memory that lives as long as the owner. [element][k][j][i]
template <class T>
nb::object field_view(T* values, std::size_t size, const kernels::ElementShape& shape,
                      nb::handle owner) {
  const std::size_t n = shape.n, n_t = shape.n_t;
  return nb::cast(nb::ndarray<nb::numpy, T>(values, {size / shape.size(), n_t, n, n}, owner));
}

/// An array that owns what it holds.
template <class Container>
nb::object array_of(Container values, std::initializer_list<std::size_t> shape) {
  auto* const kept = new Container(std::move(values));
  nb::capsule owner(kept, [](void* memory) noexcept { delete static_cast<Container*>(memory); });
  using T = typename Container::value_type;
  return nb::cast(nb::ndarray<nb::numpy, T>(kept->data(), shape, owner));
}

nb::object field(const nb::object& self, const std::string& name) {
  auto& view = nb::cast<SimulationView&>(self);
  const auto live = view.field(name);
  const auto& shape = view.space().shape();
  if (live.is_writable) return field_view(live.values.data(), live.values.size(), shape, self);
  return field_view<const double>(live.values.data(), live.values.size(), shape, self);
}

nb::tuple coordinates(const nb::object& self) {
  auto& view = nb::cast<SimulationView&>(self);
  const auto& x = view.coordinates();
  const auto of = [&](int d) {
    return field_view<const double>(x[d].data(), x[d].size(), view.space().shape(), self);
  };
  return nb::make_tuple(of(0), of(1), of(2));
}

nb::object mass(const nb::object& self) {
  auto& view = nb::cast<SimulationView&>(self);
  const auto& values = view.mass();
  return field_view<const double>(values.data(), values.size(), view.space().shape(), self);
}

nb::object boundary(const SimulationView& view, const std::string& name) {
  auto nodes = view.boundary(name);
  const std::size_t size = nodes.size();
  return array_of(std::vector<std::int64_t>(nodes.begin(), nodes.end()), {size});
}

nb::tuple gradient(SimulationView& view, const Values& values) {
  auto result = view.gradient(span_of(values));
  const auto& shape = view.space().shape();
  const std::size_t n = shape.n, n_t = shape.n_t;
  const auto of = [&](int d) {
    const std::size_t size = result[d].size();
    return array_of(std::vector<double>(result[d].begin(), result[d].end()),
                    {size / shape.size(), n_t, n, n});
  };
  return nb::make_tuple(of(0), of(1), of(2));
}

void make_continuous(const SimulationView& view,
                     const nb::ndarray<double, nb::c_contig, nb::device::cpu>& values) {
  view.make_continuous({values.data(), values.size()});
}

/// sides: by boundary whether u or du/dn is given, and its values at all nodes.
nb::object solve_helmholtz(SimulationView& view, double lambda, const Values& f,
                           const std::vector<std::tuple<std::string, bool, Values>>& sides,
                           const std::string& method, double tolerance) {
  std::vector<SimulationView::GivenSide> given;
  for (const auto& [boundary, gives_value, field] : sides)
    given.push_back({boundary, gives_value, span_of(field)});
  const auto u = view.solve_helmholtz(lambda, span_of(f), given, method, tolerance);
  const auto& shape = view.space().shape();
  const std::size_t n = shape.n, n_t = shape.n_t;
  return array_of(std::vector<double>(u.begin(), u.end()), {u.size() / shape.size(), n_t, n, n});
}

nb::object array_of(const space::Field& field, const kernels::ElementShape& shape) {
  const std::size_t n = shape.n, n_t = shape.n_t;
  return array_of(std::vector<double>(field.begin(), field.end()),
                  {field.size() / shape.size(), n_t, n, n});
}

nb::list arrays_of(const stability::Parts& parts, const kernels::ElementShape& shape) {
  nb::list arrays;
  for (const auto& part : parts) arrays.append(array_of(part, shape));
  return arrays;
}

run::ProgressStyle progress_style(const std::string& word) {
  if (word == "auto") return run::ProgressStyle::automatic;
  if (word == "live") return run::ProgressStyle::live;
  if (word == "lines") return run::ProgressStyle::lines;
  if (word == "none") return run::ProgressStyle::silent;
  throw base::Error(fmt::format("progress = '{}': expected auto, live, lines or none", word));
}

std::string text_of(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

/// objective(level) gives a value and pairs of a part's number and its slope.
nb::dict sensitivity(SimulationView& view, long long n_steps, std::optional<double> dt,
                     int n_snapshots, int n_on_disk, const nb::bytes& scratch,
                     const std::string& progress, const nb::callable& objective) {
  const auto ask = [&](long long level, stability::Parts& slope) {
    using Answer = std::tuple<double, std::vector<std::tuple<std::size_t, Values>>>;
    const auto [value, slopes] = nb::cast<Answer>(objective(level));
    for (const auto& [part, values] : slopes) {
      const auto given = span_of(values);
      for (std::size_t q = 0; q < given.size(); ++q) slope.at(part)[q] += given[q];
    }
    return value;
  };
  const auto result = view.find_sensitivity(
      {n_steps, dt, n_snapshots, n_on_disk, text_of(scratch), progress_style(progress)}, ask);
  const auto& shape = view.space().shape();
  nb::list of_boundary;
  for (const auto& one : result.of_boundary)
    of_boundary.append(nb::make_tuple(one.boundary, one.component, array_of(one.density, shape)));
  nb::dict found;
  found["value"] = result.value;
  found["initial"] = arrays_of(result.of_initial, shape);
  found["force"] = arrays_of(result.of_force, shape);
  found["coefficients"] = result.of_coefficients;
  found["boundary"] = of_boundary;
  found["steps_taken"] = result.n_steps_taken;
  return found;
}

/// Steps that are taken, snapshots in memory and on disk, bytes of each.
nb::tuple sensitivity_plan(SimulationView& view, long long n_steps, int n_snapshots,
                           int n_on_disk) {
  const auto plan = view.plan_sensitivity(n_steps, n_snapshots, n_on_disk);
  const auto on_disk = std::ranges::count(plan.on_disk, 1);
  return nb::make_tuple(plan.schedule.n_steps_taken, std::ssize(plan.on_disk) - on_disk, on_disk,
                        static_cast<long long>(plan.bytes));
}

/// [field][point]
nb::object interpolate(SimulationView& view, const Points& points,
                       const std::vector<Values>& fields) {
  std::vector<std::array<double, 3>> places(points.shape(0));
  for (std::size_t q = 0; q < places.size(); ++q)
    for (std::size_t d = 0; d < 3; ++d) places[q][d] = points(q, d);
  std::vector<std::span<const double>> spans;
  for (const auto& values : fields) spans.push_back(span_of(values));
  std::vector<double> all;
  for (const auto& row : view.interpolate(places, spans))
    all.insert(all.end(), row.begin(), row.end());
  return array_of(std::move(all), {fields.size(), places.size()});
}

/// Where the run is in time, and what the case and the ranks are.
void bind_numbers(nb::class_<SimulationView>& view_class) {
  view_class
      .def_prop_ro("time", [](SimulationView& view) { return view.simulation().state().time(); })
      .def_prop_ro("n_steps",
                   [](SimulationView& view) { return view.simulation().state().n_steps(); })
      .def_prop_ro("dt", [](SimulationView& view) { return view.simulation().last_dt(); })
      .def_prop_ro("order", [](const SimulationView& view) { return view.space().order(); })
      .def_prop_ro("volume", [](const SimulationView& view) { return view.space().volume(); })
      .def_prop_ro("rank",
                   [](const SimulationView& view) { return view.space().communicator().rank(); })
      .def_prop_ro("n_ranks",
                   [](const SimulationView& view) { return view.space().communicator().size(); })
      .def_prop_ro("scalar_names",
                   [](SimulationView& view) {
                     std::vector<std::string> names;
                     for (const auto& scalar : view.simulation().the_case().scalars)
                       names.push_back(scalar.name);
                     return names;
                   })
      .def_prop_ro("parameters", [](SimulationView& view) {
        nb::dict parameters;
        for (const auto& [name, value] : view.simulation().the_case().parameters)
          parameters[name.c_str()] = value;
        return parameters;
      });
}

void bind_view(nb::module_& module) {
  nb::class_<SimulationView> view_class(module, "View", "What Python sees of a simulation.");
  bind_numbers(view_class);
  view_class.def_prop_ro("field_names", &SimulationView::field_names)
      .def("field", &field, "name"_a)
      .def_prop_ro("has_ended", &SimulationView::has_ended)
      .def(
          "require_values",
          [](const SimulationView& view, const Values& values) {
            view.require_values(span_of(values));
          },
          "values"_a)
      .def("begin_anew", &SimulationView::begin_anew)
      .def_prop_ro("coordinates", &coordinates)
      .def_prop_ro("mass", &mass)
      .def_prop_ro("boundary_names",
                   [](const SimulationView& view) { return space::boundary_names(view.space()); })
      .def("boundary", &boundary, "name"_a)
      .def("gradient", &gradient, "values"_a)
      .def("make_continuous", &make_continuous, "values"_a)
      .def(
          "integrate",
          [](const SimulationView& view, const Values& values) {
            return view.integrate(span_of(values));
          },
          "values"_a)
      .def(
          "integrate_over_boundary",
          [](const SimulationView& view, const Values& values, const std::string& name) {
            return view.integrate_over_boundary(span_of(values), name);
          },
          "values"_a, "name"_a)
      .def(
          "mean",
          [](const SimulationView& view, const Values& values) {
            return view.mean(span_of(values));
          },
          "values"_a)
      .def(
          "norm",
          [](const SimulationView& view, const Values& values) {
            return view.norm(span_of(values));
          },
          "values"_a)
      .def("solve_helmholtz", &solve_helmholtz, "lambda_"_a, "f"_a, "sides"_a, "method"_a,
           "tolerance"_a)
      .def("sensitivity", &sensitivity, "n_steps"_a, "dt"_a.none(), "n_snapshots"_a, "n_on_disk"_a,
           "scratch"_a, "progress"_a, "objective"_a)
      .def("sensitivity_plan", &sensitivity_plan, "n_steps"_a, "n_snapshots"_a, "n_on_disk"_a)
      .def("interpolate", &interpolate, "points"_a, "fields"_a)
      .def(
          "sum",
          [](const SimulationView& view, double value) {
            return view.space().communicator().sum(value);
          },
          "value"_a)
      .def(
          "aim_at",
          [](SimulationView& view, std::optional<double> time) { view.simulation().aim_at(time); },
          "time"_a.none());
}

/// Paths are bytes: they need not be Unicode.
std::optional<std::filesystem::path> path_of(const std::optional<nb::bytes>& bytes) {
  if (!bytes) return std::nullopt;
  return std::filesystem::path(text_of(*bytes));
}

nb::bytes bytes_of(const std::filesystem::path& path) {
  return nb::bytes(path.native().data(), path.native().size());
}

// NOLINTNEXTLINE(readability-function-size)
void construct_session(Session* self, const std::string& case_text, const nb::bytes& case_name,
                       const std::vector<std::string>& overrides,
                       const std::optional<nb::bytes>& folder, bool restart,
                       const std::optional<nb::bytes>& from, const std::string& progress,
                       std::optional<int> communicator, const nb::object& user_code) {
  new (self) Session({case_text,
                      text_of(case_name),
                      overrides,
                      {path_of(folder), restart, path_of(from)},
                      progress_style(progress)},
                     user_code.is_none() ? nullptr : std::make_shared<PythonUserCode>(user_code),
                     communicator_of(communicator));
}

void bind_session(nb::module_& module) {
  nb::class_<Session>(module, "Session", "A run that Python drives.")
      .def("__init__", &construct_session, "case_text"_a, "case_name"_a, "overrides"_a,
           "folder"_a.none(), "restart"_a, "from"_a.none(), "progress"_a, "communicator"_a.none(),
           "user_code"_a.none())
      .def_prop_ro(
          "view", [](Session& session) { return session.view(); },
          nb::rv_policy::reference_internal, nb::keep_alive<0, 1>())
      .def("step", &Session::step)
      .def_prop_ro("end", &Session::end)
      .def_prop_ro("folder", [](const Session& session) { return bytes_of(session.folder()); })
      .def("write_checkpoint", &Session::write_checkpoint)
      .def_prop_ro("failure",
                   [](const Session& session) { return cases::printable_lines(session.failure()); })
      .def("close", &Session::close)
      .def_prop_ro("is_open", &Session::is_open);
}

}  // namespace

void bind_simulation(nb::module_& module) {
  bind_view(module);
  bind_session(module);
}

}  // namespace lobatto::python
