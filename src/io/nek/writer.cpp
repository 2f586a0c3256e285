#include "io/nek/series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <numeric>
#include <optional>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/complete_file.hpp"
#include "io/element_stream.hpp"
#include "io/file_seal.hpp"
#include "io/nek/header.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

/// Throws where the format cannot hold the snapshot.
void expect_fits_the_format(const fs::path& file, const space::FunctionSpace& space,
                            const Snapshot& snapshot) {
  const auto refuse = [&](const std::string& why) {
    throw base::Error(fmt::format("cannot write {}: {}", file.string(), why));
  };
  if (space.n_global_elements() > std::numeric_limits<std::int32_t>::max())
    refuse(fmt::format("{} elements, more than the Nek5000 format can number",
                       space.n_global_elements()));
  std::vector<std::string> names;
  for (const NamedField& field : snapshot.fields) {
    names.push_back(field.name);
    const auto n = static_cast<std::size_t>(n_components(field.name));
    if (field.components.size() != n)
      refuse(fmt::format("block '{}' has {} components, expected {}", field.name,
                         field.components.size(), n));
    for (const auto& component : field.components)
      if (component.size() != space.size())
        refuse(fmt::format("block '{}' has {} values, expected {}", field.name, component.size(),
                           space.size()));
  }
  if (!are_nek_blocks(names) || std::ranges::find(names, "X") != names.end())
    refuse(fmt::format("its blocks are {}, expected some of U, P, T, S01, S02, ... in this order",
                       fmt::join(names, ", ")));
}

NekFieldHeader header_of(const space::FunctionSpace& space, const Snapshot& snapshot,
                         const NekFieldOptions& options) {
  NekFieldHeader header;
  header.word_size = options.precision == Precision::double_precision ? 8 : 4;
  header.n = {space.n(), space.n(), space.n()};
  header.n_elements_here = header.n_elements = space.n_global_elements();
  header.time = snapshot.time;
  header.step = snapshot.step;
  if (options.coordinates) header.blocks.emplace_back("X");
  for (const NamedField& field : snapshot.fields) header.blocks.push_back(field.name);
  return header;
}

/// Writes the parts of the file behind its head.
class BlockWriter {
 public:
  BlockWriter(const space::FunctionSpace& space, const NekFieldHeader& header,
              ElementStream::Sink sink)
      : space_(space), header_(header), stream_(space, std::move(sink)) {}

  void write(const Snapshot& snapshot) {
    if (header_.has("X")) write_block("X", [this](int e) { return points(e); });
    for (const NamedField& field : snapshot.fields)
      write_block(field.name, [&](int e) { return components(field, e); });
    if (header_.has("X")) write_ranges("X", [this](int e) { return points(e); });
    for (const NamedField& field : snapshot.fields)
      write_ranges(field.name, [&](int e) { return components(field, e); });
  }

 private:
  using Components = std::array<std::span<const double>, 3>;

  Components points(int e) {
    space_.element_points(e, points_);
    return {points_[0], points_[1], points_[2]};
  }
  [[nodiscard]] Components components(const NamedField& field, int e) const {
    const std::size_t size = space_.element_size();
    Components found;
    for (std::size_t c = 0; c < field.components.size(); ++c)
      found[c] = field.components[c].subspan(e * size, size);
    return found;
  }

  template <class Values>
  void write_block(const std::string& block, Values values_of) {
    if (header_.word_size == 8) {
      write_values<double>(block, values_of);
    } else {
      write_values<float>(block, values_of);
    }
  }
  template <class Real, class Values>
  void write_values(const std::string& block, Values values_of) {
    std::vector<Real> reals;
    stream_.write(header_.row_bytes(block), [&](int e, std::span<std::byte> row) {
      reals.clear();
      const Components values = values_of(e);
      for (int c = 0; c < n_components(block); ++c)
        for (const double value : values[c]) reals.push_back(static_cast<Real>(value));
      std::memcpy(row.data(), reals.data(), row.size());
    });
  }
  template <class Values>
  void write_ranges(const std::string& block, Values values_of) {
    const auto n = static_cast<std::size_t>(n_components(block));
    std::vector<float> ranges;
    stream_.write(n * 2 * sizeof(float), [&](int e, std::span<std::byte> row) {
      ranges.clear();
      const Components values = values_of(e);
      for (std::size_t c = 0; c < n; ++c) {
        const auto [least, greatest] = std::ranges::minmax_element(values[c]);
        ranges.push_back(static_cast<float>(*least));
        ranges.push_back(static_cast<float>(*greatest));
      }
      std::memcpy(row.data(), ranges.data(), row.size());
    });
  }

  const space::FunctionSpace& space_;
  const NekFieldHeader& header_;
  ElementStream stream_;
  std::array<std::vector<double>, 3> points_;
};

/// A file on rank 0 that remembers why it could first not be written.
class Output {
 public:
  explicit Output(const fs::path& file) {
    errno = 0;
    out_.open(file, std::ios::binary | std::ios::in | std::ios::out);
    note_failure();
  }
  void put(std::span<const std::byte> bytes) {
    errno = 0;
    out_.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    note_failure();
  }
  /// The number of the system's error, 0 without one.
  int close() {
    errno = 0;
    out_.close();
    note_failure();
    return failure_;
  }

 private:
  void note_failure() {
    if (!out_ && failure_ == 0) failure_ = errno != 0 ? errno : EIO;
  }

  std::ofstream out_;
  int failure_ = 0;
};

/// The head, the mark of the byte order, and the numbers of the elements: all, ascending.
void put_head(Output& out, const NekFieldHeader& header) {
  const std::string text = head_text(header);
  std::vector<std::int32_t> numbers(static_cast<std::size_t>(header.n_elements));
  std::iota(numbers.begin(), numbers.end(), 1);
  out.put(std::as_bytes(std::span(text)));
  out.put(std::as_bytes(std::span(&NekFieldHeader::byte_order_mark, 1)));
  out.put(std::as_bytes(std::span(numbers)));
}

/// Writes the file, complete, under the name given. Collective.
void write_all(const fs::path& partial, const std::string& name, const space::FunctionSpace& space,
               const Snapshot& snapshot, const NekFieldHeader& header) {
  const auto& communicator = space.communicator();
  std::optional<Output> out;  // on rank 0
  comm::on_root(communicator, [&] {
    make_empty_file(partial, name);
    reserve_room(partial, name, header.end());
    out.emplace(partial);
    put_head(*out, header);
  });
  BlockWriter(space, header, [&](std::span<const std::byte> bytes) {
    out->put(bytes);
  }).write(snapshot);
  comm::on_root(communicator, [&] {
    if (const int failure = out->close(); failure != 0)
      throw base::Error(
          fmt::format("cannot write {}: {}", name, std::generic_category().message(failure)));
  });
}

}  // namespace

void write_nek_field(const fs::path& file, const space::FunctionSpace& space,
                     const Snapshot& snapshot, const NekFieldOptions& options) {
  const auto& communicator = space.communicator();
  comm::on_all(communicator, [&] { expect_fits_the_format(file, space, snapshot); });
  const NekFieldHeader header = header_of(space, snapshot, options);
  comm::on_root(communicator, [&] { renew_folder_of(file); });
  make_complete(file, communicator, [&](const fs::path& partial) {
    write_all(partial, file.string(), space, snapshot, header);
    seal_file(partial, file.string(), communicator);
  });
}

}  // namespace lobatto::io
