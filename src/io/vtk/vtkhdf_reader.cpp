#include "io/vtk/vtkhdf_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/file_seal.hpp"
#include "io/hdf5/end.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

const std::string group = "Lobatto";
const std::string fields_group = group + "/fields/";

}  // namespace

bool is_vtkhdf_field(const fs::path& file, const comm::Communicator& communicator) {
  bool is = false;
  comm::on_root(communicator, [&] {
    if (!base::fault_of_input(file).empty()) return;
    const QuietHdf5Errors quiet;
    const Hdf5Handle id(H5Fopen(file.c_str(), H5F_ACC_RDONLY, hdf5_file_access()), H5Fclose);
    is = id.valid() && H5Lexists(id, group.c_str(), H5P_DEFAULT) > 0;
  });
  return communicator.max(is ? 1.0 : 0.0) != 0;
}

VtkhdfReader::VtkhdfReader(const fs::path& file, const comm::Communicator& communicator)
    : communicator_(communicator) {
  // Before HDF5 sees it, which does not look at all bytes, and which some wrong ones crash.
  verify_if_sealed(file, communicator);
  comm::on_all(communicator, [&] { open(file); });
}

void VtkhdfReader::open(const fs::path& file) {
  check_behind_hdf5_end(file);
  inventory_.emplace(file);
  const auto head = inventory_->attributes(group);
  for (const char* const key : {"order", "time", "step"})
    if (!head.contains(key) || !head[key].is_number())
      throw base::Error(fmt::format("{}: {} has no number '{}'; expected a field file of Lobatto",
                                    name(), group, key));
  const int order = head["order"];
  if (order < 1 || order > 127)
    throw base::Error(fmt::format("{}: order {}, expected 1 to 127", name(), order));
  time_ = head["time"];
  step_ = head["step"];
  elements_ = space::make_nodal_elements(order + 1);
  if (head.value("geometry", "") == "box") {
    read_axes(head.value("periodic", std::vector<int>(3, 0)));
    place_box_nodes();
    return;
  }
  const Hdf5Item* const places = inventory_->find(group + "/coordinates");
  if (places == nullptr || places->shape.empty())
    throw base::Error(fmt::format("{}: it has no coordinates of its nodes", name()));
  deal(static_cast<long long>(places->shape[0]));
  auto coordinates = components(item("coordinates", 3), 3);
  std::ranges::move(coordinates, elements_.coordinates.begin());
}

void VtkhdfReader::read_axes(const std::vector<int>& periodic) {
  std::array<mesh::Axis, 3> axes;
  long long n_elements = 1;
  for (int d = 0; d < 3; ++d) {
    const std::string path = fmt::format("{}/ticks/{}", group, "xyz"[d]);
    axes[d] = {inventory_->numbers(path), periodic.at(d) != 0};
    if (axes[d].ticks.size() < 2 || !std::ranges::is_sorted(axes[d].ticks, std::less_equal<>()))
      throw base::Error(fmt::format("{}: {} is no ascending list of numbers", name(), path));
    n_elements *= axes[d].n_elements();
  }
  axes_ = std::move(axes);
  deal(n_elements);
}

void VtkhdfReader::deal(long long n_elements) {
  n_elements_ = n_elements;
  first_ = n_elements * communicator_.rank() / communicator_.size();
  end_ = n_elements * (communicator_.rank() + 1) / communicator_.size();
}

void VtkhdfReader::place_box_nodes() {
  const std::vector<double>& r = elements_.nodes.nodes;
  const std::size_t n = r.size();
  for (long long e = first_; e < end_; ++e) {
    long long rest = e;
    for (int d = 0; d < 3; ++d) {
      const mesh::Axis& axis = (*axes_)[d];
      const auto at = static_cast<int>(rest % axis.n_elements());
      rest /= axis.n_elements();
      for (std::size_t q = 0; q < n * n * n; ++q) {
        const std::size_t node = (d == 0 ? q : d == 1 ? q / n : q / (n * n)) % n;
        elements_.coordinates[d].push_back(axis.ticks[at] +
                                           (1 + r[node]) / 2 * axis.element_length(at));
      }
    }
  }
}

std::vector<std::string> VtkhdfReader::field_names() const {
  std::vector<std::string> names;
  for (const Hdf5Item& item : inventory_->items())
    if (item.path.starts_with(fields_group)) names.push_back(item.path.substr(fields_group.size()));
  return names;
}

bool VtkhdfReader::has(const std::string& field) const {
  return inventory_->find(fields_group + field) != nullptr;
}

const Hdf5Item& VtkhdfReader::item(const std::string& path, int n_components) const {
  const Hdf5Item* const found = inventory_->find(fmt::format("{}/{}", group, path));
  if (found == nullptr)
    throw base::Error(fmt::format("{}: there is no {}; expected one of the fields {}", name(), path,
                                  fmt::join(field_names(), ", ")));
  const std::uint64_t n = elements_.nodes.nodes.size();
  std::vector<std::uint64_t> shape{static_cast<std::uint64_t>(n_elements_), n, n, n};
  if (n_components > 1) shape.insert(shape.begin() + 1, static_cast<std::uint64_t>(n_components));
  if (found->shape != shape)
    throw base::Error(
        fmt::format("{}: {} has the shape {}, expected {}", name(), path, found->shape, shape));
  return *found;
}

std::vector<std::vector<double>> VtkhdfReader::components(const Hdf5Item& item, int n) const {
  const auto values = inventory_->rows(item, static_cast<std::uint64_t>(first_),
                                       static_cast<std::uint64_t>(end_ - first_));
  const std::size_t line = elements_.nodes.nodes.size(), size = line * line * line;
  std::vector<std::vector<double>> components(static_cast<std::size_t>(n));
  for (auto from = values.begin(); from != values.end();)
    for (auto& component : components) {
      const auto end = from + static_cast<std::ptrdiff_t>(size);
      component.insert(component.end(), from, end);
      from = end;
    }
  return components;
}

std::vector<std::vector<double>> VtkhdfReader::read(const std::string& field,
                                                    int n_components) const {
  std::vector<std::vector<double>> values;
  comm::on_all(communicator_,
               [&] { values = components(item("fields/" + field, n_components), n_components); });
  return values;
}

}  // namespace lobatto::io
