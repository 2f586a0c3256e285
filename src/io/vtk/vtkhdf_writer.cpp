#include "io/vtk/vtkhdf_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

#include "base/error.hpp"
#include "io/hdf5/file.hpp"
#include "io/vtk/lagrange_cells.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

constexpr std::uint8_t vtk_lagrange_hexahedron = 72;

/// Where the elements of this rank stand in the file. Those of a box in global order: a run of
/// x lines for each of its z layers, or each line by itself where other ranks have parts of it;
/// others rank after rank.
RowSelection local_elements(const space::FunctionSpace& space) {
  if (space.box() == nullptr) {
    const long long n = space.n_elements();
    return {space.communicator().exclusive_sum(n), std::max(n, 1LL), 1, n};
  }
  const mesh::BoxMesh& mesh = *space.box();
  const mesh::ElementRange& own = mesh.local;
  const long long n_x = mesh.n_x(), n_y = mesh.axes[1].n_elements();
  const long long start = (own.z_begin * n_y + own.y_begin) * n_x + own.x_begin;
  if (own.n_x() == n_x) return {start, n_y * n_x, own.n_z(), own.n_y() * n_x};
  return {start, n_x, own.n_y(), own.n_x(), own.n_z(), n_y * n_x};
}

/// The local elements in the order in which they stand there.
std::vector<int> elements_in_order(const space::FunctionSpace& space) {
  std::vector<int> elements(static_cast<std::size_t>(space.n_elements()));
  std::iota(elements.begin(), elements.end(), 0);
  if (space.box() != nullptr)
    std::ranges::sort(elements, {}, [&](int e) { return space.element_number(e); });
  return elements;
}

/// Calls action(Real{}) with the floating-point type that stands for the precision.
template <class Action>
void with_real(Precision precision, Action&& action) {
  if (precision == Precision::double_precision) {
    action(double{});
  } else {
    action(float{});
  }
}

template <class Real>
Real as(double value) {
  return static_cast<Real>(value);
}

/// Writes the snapshot's parts into the open file.
class SnapshotWriter {
 public:
  SnapshotWriter(Hdf5File& file, const space::FunctionSpace& space, const VtkhdfOptions& options)
      : file_(file),
        space_(space),
        options_(options),
        layout_(lagrange_layout(space.order())),
        elements_(local_elements(space)),
        order_(elements_in_order(space)) {}

  void write(const Snapshot& snapshot) {
    write_nodal_part(snapshot);
    write_grid(snapshot.time);
    for (const NamedField& field : snapshot.fields) {
      if (options_.error_bound) {
        write_rounded(field);
        continue;
      }
      with_real(options_.nodal,
                [&](auto real) { write_nodal_values<decltype(real)>(field, as<decltype(real)>); });
      with_real(options_.picture,
                [&](auto real) { write_point_data<decltype(real)>(field, as<decltype(real)>); });
    }
  }

 private:
  void write_nodal_part(const Snapshot& snapshot);
  void write_box();
  void write_coordinates();
  void write_grid(double time);
  void write_cells();
  template <class Real>
  void write_points();
  void write_rounded(const NamedField& field);
  template <class Real, class Convert>
  void write_nodal_values(const NamedField& field, Convert convert);
  template <class Real, class Convert>
  void write_point_data(const NamedField& field, Convert convert);

  template <class T>
  void write_rows(const std::string& dataset, const std::vector<hsize_t>& shape,
                  const RowSelection& rows, const std::vector<T>& local) {
    file_.write_rows(dataset, shape, rows, std::span<const T>(local), storage());
  }
  /// One value per row, which follows from its number; every rank has an equal share of the rows.
  template <class ValueOf>
  void write_shares(const std::string& dataset, hsize_t n_rows, const ValueOf& value_of) {
    const auto n = static_cast<std::int64_t>(n_rows);
    const std::int64_t rank = space_.communicator().rank(), n_ranks = space_.communicator().size();
    const std::int64_t first = n * rank / n_ranks, count = n * (rank + 1) / n_ranks - first;
    std::vector<decltype(value_of(first))> values;
    for (std::int64_t row = first; row < first + count; ++row) values.push_back(value_of(row));
    write_rows(dataset, {n_rows}, {first, std::max<long long>(count, 1), 1, count}, values);
  }
  [[nodiscard]] Storage storage() const {
    return options_.error_bound ? Storage::compressed : Storage::plain;
  }

  [[nodiscard]] hsize_t n_elements() const {
    return static_cast<hsize_t>(space_.n_global_elements());
  }
  [[nodiscard]] hsize_t n_points() const { return n_elements() * layout_.n_points(); }
  [[nodiscard]] hsize_t n_cells() const { return n_elements() * layout_.n_cells(); }

  Hdf5File& file_;
  const space::FunctionSpace& space_;
  const VtkhdfOptions& options_;
  LagrangeLayout layout_;
  RowSelection elements_;
  std::vector<int> order_;
};

void SnapshotWriter::write_nodal_part(const Snapshot& snapshot) {
  file_.make_group("/Lobatto");
  file_.write_attribute("/Lobatto", "order", std::int32_t{space_.order()});
  file_.write_attribute("/Lobatto", "time", snapshot.time);
  file_.write_attribute("/Lobatto", "step", std::int64_t{snapshot.step});
  file_.write_attribute("/Lobatto", "geometry", space_.curved() != nullptr ? "general" : "box");
  const std::span<const double> nodes(space_.nodes().nodes);
  file_.write_from_root("/Lobatto/nodes", nodes.size(), nodes);
  if (space_.curved() != nullptr)
    write_coordinates();
  else
    write_box();
  file_.make_group("/Lobatto/provenance");
  for (const auto& [key, text] : snapshot.provenance) {
    file_.write_text("/Lobatto/provenance/" + key, text);
  }
  file_.make_group("/Lobatto/fields");
}

void SnapshotWriter::write_box() {
  const mesh::BoxMesh& mesh = *space_.box();
  std::array<std::int32_t, 3> periodic{};
  for (int d = 0; d < 3; ++d) periodic[d] = mesh.axes[d].periodic ? 1 : 0;
  file_.write_attribute("/Lobatto", "periodic", std::span<const std::int32_t>(periodic));
  file_.make_group("/Lobatto/ticks");
  for (int d = 0; d < 3; ++d) {
    const std::span<const double> ticks(mesh.axes[d].ticks);
    file_.write_from_root(fmt::format("/Lobatto/ticks/{}", "xyz"[d]), ticks.size(), ticks);
  }
}

void SnapshotWriter::write_coordinates() {
  const std::size_t size = space_.element_size();
  std::vector<double> values;
  std::vector<std::int64_t> numbers;
  values.reserve(3 * space_.size());
  for (const int e : order_) {
    for (const auto& of_direction : space_.curved()->coordinates())
      values.insert(values.end(), of_direction.data() + e * size,
                    of_direction.data() + (e + 1) * size);
    numbers.push_back(space_.element_number(e));
  }
  const auto n = static_cast<hsize_t>(space_.n());
  write_rows("/Lobatto/coordinates", {n_elements(), 3, n, n, n}, elements_, values);
  write_rows("/Lobatto/element_numbers", {n_elements()}, elements_, numbers);
}

void SnapshotWriter::write_grid(double time) {
  file_.make_group("/VTKHDF");
  const std::array<std::int64_t, 2> version{1, 0};
  file_.write_attribute("/VTKHDF", "Version", std::span<const std::int64_t>(version));
  file_.write_attribute("/VTKHDF", "Type", "UnstructuredGrid");
  const std::array<std::int64_t, 3> counts{
      static_cast<std::int64_t>(n_points()), static_cast<std::int64_t>(n_cells()),
      static_cast<std::int64_t>(n_cells()) * layout_.n_cell_points()};
  const auto count = [&](int i) { return std::span<const std::int64_t>(counts).subspan(i, 1); };
  file_.write_from_root("/VTKHDF/NumberOfPoints", 1, count(0));
  file_.write_from_root("/VTKHDF/NumberOfCells", 1, count(1));
  file_.write_from_root("/VTKHDF/NumberOfConnectivityIds", 1, count(2));
  with_real(options_.picture, [&](auto real) { write_points<decltype(real)>(); });
  write_cells();
  file_.make_group("/VTKHDF/FieldData");
  file_.write_from_root("/VTKHDF/FieldData/TimeValue", 1, std::span<const double>(&time, 1));
  file_.make_group("/VTKHDF/PointData");
}

template <class Real>
void SnapshotWriter::write_points() {
  EquidistantResampling resampling(layout_, space_.nodes().nodes);
  const std::size_t n_points_each = layout_.n_points();
  std::array<std::vector<double>, 3> nodes, points;
  for (auto& of_direction : points) of_direction.resize(n_points_each);
  std::vector<Real> values;
  values.reserve(static_cast<std::size_t>(space_.n_elements()) * n_points_each * 3);
  for (const int e : order_) {
    space_.element_points(e, nodes);
    for (int d = 0; d < 3; ++d) resampling.apply(nodes[d], points[d]);
    for (std::size_t q = 0; q < n_points_each; ++q)
      for (const auto& of_direction : points) values.push_back(static_cast<Real>(of_direction[q]));
  }
  write_rows("/VTKHDF/Points", {n_points(), 3}, elements_.scaled(layout_.n_points()), values);
}

void SnapshotWriter::write_cells() {
  const std::vector<std::int64_t> of_element = element_connectivity(layout_);
  std::vector<std::int64_t> connectivity, element_numbers;
  connectivity.reserve(of_element.size() * space_.n_elements());
  for (int e = 0; e < space_.n_elements(); ++e) {
    const long long block = e / elements_.block_length;
    const std::int64_t element =
        elements_.start + block * elements_.stride + e % elements_.block_length;
    for (const std::int64_t point : of_element) {
      connectivity.push_back(element * layout_.n_points() + point);
    }
    element_numbers.insert(element_numbers.end(), layout_.n_cells(), element);
  }
  write_rows("/VTKHDF/Connectivity", {n_elements() * of_element.size()},
             elements_.scaled(static_cast<long long>(of_element.size())), connectivity);

  write_shares("/VTKHDF/Offsets", n_cells() + 1,
               [&](std::int64_t cell) { return cell * layout_.n_cell_points(); });
  write_shares("/VTKHDF/Types", n_cells(), [](std::int64_t) { return vtk_lagrange_hexahedron; });
  file_.make_group("/VTKHDF/CellData");
  write_rows("/VTKHDF/CellData/element", {n_cells()}, elements_.scaled(layout_.n_cells()),
             element_numbers);
}

void SnapshotWriter::write_rounded(const NamedField& field) {
  const BoundedRounding rounding(space_, field.components, *options_.error_bound);
  const auto round = [&](double value) { return rounding(value); };
  write_nodal_values<float>(field, round);
  write_point_data<float>(field, round);
  const std::string dataset = fmt::format("/Lobatto/fields/{}", field.name);
  file_.write_attribute(dataset, "error_maximum", rounding.error().maximum);
  file_.write_attribute(dataset, "error_l2", rounding.error().l2);
  file_.write_attribute(dataset, "rounding_spacing", rounding.spacing());
}

template <class Real, class Convert>
void SnapshotWriter::write_nodal_values(const NamedField& field, Convert convert) {
  const std::size_t n_components = field.components.size(), size = space_.element_size();
  std::vector<Real> values(space_.size() * n_components);
  auto out = values.begin();
  for (const int e : order_) {
    for (const std::span<const double>& component : field.components) {
      for (const double value : component.subspan(e * size, size)) *out++ = convert(value);
    }
  }
  const auto n = static_cast<hsize_t>(space_.n());
  std::vector<hsize_t> shape{n_elements(), n, n, n};
  if (n_components > 1) shape.insert(shape.begin() + 1, n_components);
  write_rows(fmt::format("/Lobatto/fields/{}", field.name), shape, elements_, values);
}

template <class Real, class Convert>
void SnapshotWriter::write_point_data(const NamedField& field, Convert convert) {
  const std::size_t n_components = field.components.size(), size = space_.element_size();
  const std::size_t n_points_each = layout_.n_points();
  EquidistantResampling resampling(layout_, space_.nodes().nodes);
  std::vector<double> resampled(n_points_each);
  std::vector<Real> values(n_points_each * space_.n_elements() * n_components);
  for (std::size_t c = 0; c < n_components; ++c) {
    auto out = values.begin() + c;
    for (const int e : order_) {
      resampling.apply(field.components[c].subspan(e * size, size), resampled);
      for (std::size_t q = 0; q < n_points_each; ++q) out[q * n_components] = convert(resampled[q]);
      out += n_points_each * n_components;
    }
  }
  std::vector<hsize_t> shape{n_points()};
  if (n_components > 1) shape.push_back(n_components);
  write_rows(fmt::format("/VTKHDF/PointData/{}", field.name), shape,
             elements_.scaled(layout_.n_points()), values);
}

void validate(const fs::path& file, const space::FunctionSpace& space, const Snapshot& snapshot) {
  const auto refuse = [&](const std::string& name, const std::string& why) {
    throw base::Error(fmt::format("cannot write {}: field '{}' {}", file.string(), name, why));
  };
  for (const NamedField& field : snapshot.fields) {
    const std::size_t n_components = field.components.size();
    if (field.name.empty() || field.name.find('/') != std::string::npos) {
      refuse(field.name, "needs a name without '/'");
    }
    if (n_components != 1 && n_components != 3) {
      refuse(field.name, fmt::format("has {} components, expected 1 or 3", n_components));
    }
    for (const auto& component : field.components) {
      if (component.size() != space.size()) {
        refuse(field.name,
               fmt::format("has {} values, expected {}", component.size(), space.size()));
      }
    }
  }
}

constexpr std::uintmax_t bytes_of(Precision precision) {
  return precision == Precision::double_precision ? sizeof(double) : sizeof(float);
}

/// What the file needs but for names and numbers of a fixed count.
std::uintmax_t estimated_bytes(const space::FunctionSpace& space, const Snapshot& snapshot,
                               const VtkhdfOptions& options) {
  const LagrangeLayout layout = lagrange_layout(space.order());
  std::uintmax_t n_components = 0;
  for (const NamedField& field : snapshot.fields) n_components += field.components.size();
  const std::uintmax_t of_nodes = space.element_size() * n_components * bytes_of(options.nodal);
  const std::uintmax_t of_points =
      layout.n_points() * (3 + n_components) * bytes_of(options.picture);
  const std::uintmax_t of_cells =
      layout.n_cells() * (layout.n_cell_points() + 2) * sizeof(std::int64_t) + layout.n_cells();
  return space.n_global_elements() * (of_nodes + of_points + of_cells);
}

}  // namespace

void write_vtkhdf(const fs::path& file, const space::FunctionSpace& space, const Snapshot& snapshot,
                  const VtkhdfOptions& options) {
  validate(file, space, snapshot);
  write_hdf5(file, estimated_bytes(space, snapshot, options), space.communicator(),
             [&](Hdf5File& out) { SnapshotWriter(out, space, options).write(snapshot); });
}

}  // namespace lobatto::io
