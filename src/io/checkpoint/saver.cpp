#include "io/checkpoint/saver.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"

namespace lobatto::io {

void CheckpointSaver::visit(const std::string& name, double& value) {
  header_.values.emplace_back(name, value);
}

void CheckpointSaver::visit(const std::string& name, std::int64_t& value) {
  header_.values.emplace_back(name, value);
}

void CheckpointSaver::visit(const std::string& name, std::vector<double>& values) {
  header_.values.emplace_back(name, values);
}

void CheckpointSaver::visit(const std::string& name, const base::RowSet& rows,
                            std::span<double> values) {
  add_rows(name, rows, sizeof(double), std::as_bytes(values));
}

void CheckpointSaver::visit(const std::string& name, const base::RowSet& rows,
                            std::span<float> values) {
  add_rows(name, rows, sizeof(float), std::as_bytes(values));
}

std::size_t CheckpointSaver::row_set(const base::RowSet& rows) {
  const auto found = std::ranges::find(header_.row_sets, rows.name, &CheckpointRowSet::name);
  if (found != header_.row_sets.end()) {
    if (found->row_length != rows.row_length)
      throw base::Error(fmt::format("{} have rows of {} and of {} values", rows.name,
                                    found->row_length, rows.row_length));
    return static_cast<std::size_t>(found - header_.row_sets.begin());
  }
  const CheckpointRowSet set{rows.name, rows.row_length};
  header_.row_sets.push_back(set);
  const std::size_t chunk = set.rows_a_chunk();
  auto& keys = parcel_.keys.emplace_back(rows.keys.begin(), rows.keys.end());
  keys.resize((keys.size() + chunk - 1) / chunk * chunk, -1);
  return header_.row_sets.size() - 1;
}

void CheckpointSaver::add_rows(const std::string& name, const base::RowSet& rows,
                               std::size_t value_size, std::span<const std::byte> values) {
  if (values.size() != rows.keys.size() * rows.row_length * value_size)
    throw base::Error(fmt::format("{}: {} bytes for {} rows of {} values of {} bytes", name,
                                  values.size(), rows.keys.size(), rows.row_length, value_size));
  const CheckpointRows dataset{name, row_set(rows), value_size};
  header_.rows.push_back(dataset);
  raw_bytes_ += values.size();
  const auto& set = header_.row_sets[dataset.row_set];
  const std::size_t chunk = set.rows_a_chunk() * set.row_length * value_size;
  std::vector<std::byte> last;
  for (std::size_t at = 0; at < values.size(); at += chunk) {
    std::span<const std::byte> raw = values.subspan(at, std::min(chunk, values.size() - at));
    if (raw.size() < chunk) {
      last.assign(raw.begin(), raw.end());
      last.resize(chunk, std::byte{0});
      raw = last;
    }
    const auto room = parcel_.chunks.room(ChunkCodec::longest_stored(chunk));
    const std::size_t n_stored = codec_.encode(header_.format(dataset), raw, room);
    parcel_.chunks.extend(n_stored);
    parcel_.chunk_bytes.push_back(static_cast<std::int64_t>(n_stored));
    content_ += checksum_of_chunk(room.first(n_stored));
  }
}

}  // namespace lobatto::io
