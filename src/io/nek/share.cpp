#include "io/nek/share.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "comm/agreement/agreed_fault.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

NekFieldShare::NekFieldShare(NekFieldReader& file, NekFieldReader& places,
                             const comm::Communicator& communicator)
    : file_(file),
      communicator_(communicator),
      first_(file.header().n_elements * communicator.rank() / communicator.size()),
      end_(file.header().n_elements * (communicator.rank() + 1) / communicator.size()),
      elements_(space::make_nodal_elements(file.header().n[0])) {
  const NekFieldHeader &of_file = file.header(), &of_places = places.header();
  if (!of_places.has("X"))
    throw base::Error(fmt::format(
        "{}: its blocks are {}, expected coordinates (X) among them, or the first file of the same "
        "run beside it, which has them",
        places.name(), of_places.code()));
  if (of_places.n != of_file.n || of_places.n_elements != of_file.n_elements)
    throw base::Error(fmt::format(
        "{}: {} elements of {} nodes per direction, expected the {} of {} nodes of {}, whose "
        "coordinates it should have",
        places.name(), of_places.n_elements, of_places.n[0], of_file.n_elements, of_file.n[0],
        file.name()));
  comm::on_all(communicator, [&] { read_places(places); });
}

/// The files may have their elements in different orders: then by their numbers.
void NekFieldShare::read_places(NekFieldReader& places) {
  const bool is_by_number = !file_.positions().empty() && !places.positions().empty();
  std::vector<std::vector<double>> coordinates(3);
  std::vector<double> values;
  for (long long position = first_; position < end_; ++position) {
    places.read("X", is_by_number ? places.positions()[file_.number_of(position) - 1] : position,
                values);
    append(values, coordinates);
  }
  if (file_.header().is_plane()) {
    const auto& nodes = elements_.nodes.nodes;
    const std::size_t n = nodes.size();
    for (std::size_t q = 0; q < coordinates[2].size(); ++q)
      coordinates[2][q] = nodes[q / (n * n) % n];
  }
  for (std::size_t d = 0; d < 3; ++d) elements_.coordinates[d] = std::move(coordinates[d]);
}

std::vector<std::vector<double>> NekFieldShare::read(std::string_view block) const {
  std::vector<std::vector<double>> fields(static_cast<std::size_t>(n_components(block)));
  comm::on_all(communicator_, [&] {
    std::vector<double> values;
    for (long long position = first_; position < end_; ++position) {
      file_.read(block, position, values);
      append(values, fields);
    }
  });
  return fields;
}

/// The components of one element, those of a plane once for each node along z; components that the
/// plane does not have are zero.
void NekFieldShare::append(const std::vector<double>& of_element,
                           std::vector<std::vector<double>>& fields) const {
  const NekFieldHeader& header = file_.header();
  const auto size = static_cast<std::size_t>(header.element_size());
  const std::size_t copies = header.is_plane() ? elements_.nodes.nodes.size() : 1;
  for (std::size_t c = 0; c < fields.size(); ++c)
    for (std::size_t copy = 0; copy < copies; ++copy) {
      if (c * size >= of_element.size()) {
        fields[c].insert(fields[c].end(), size, 0.0);
        continue;
      }
      const double* const first = of_element.data() + c * size;
      fields[c].insert(fields[c].end(), first, first + size);
    }
}

std::optional<fs::path> file_with_coordinates(const fs::path& file) {
  const auto self = comm::Communicator::self();
  for (const char* const ending : {".f00001", ".f00000"}) {
    const fs::path other = fs::path(file).replace_extension(ending);
    if (other == file || !is_nek_field(other, self)) continue;
    // NOLINTNEXTLINE(performance-no-automatic-move)
    if (NekFieldReader(other, self).header().has("X")) return other;
  }
  return std::nullopt;
}

}  // namespace lobatto::io
