#include "io/field_series.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "io/text_file.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

std::string file_name(long long step) { return fmt::format("fields_{:08d}.vtkhdf", step); }

}  // namespace

FieldSeries::FieldSeries(fs::path folder, const comm::Communicator& communicator)
    : folder_(std::move(folder)), communicator_(communicator) {}

fs::path FieldSeries::write(const space::FunctionSpace& space, const Snapshot& snapshot,
                            const VtkhdfOptions& options) {
  const fs::path file = folder_ / file_name(snapshot.step);
  if (!entries_.empty() && entries_.back().step == snapshot.step) return file;
  write_vtkhdf(file, space, snapshot, options);
  entries_.push_back({snapshot.step, snapshot.time});
  write_list();
  return file;
}

void FieldSeries::write_list() const {
  nlohmann::ordered_json list;
  list["file-series-version"] = "1.0";
  list["files"] = nlohmann::ordered_json::array();
  for (const Entry& entry : entries_) {
    list["files"].push_back({{"name", file_name(entry.step)}, {"time", entry.time}});
  }
  write_json(folder_ / "fields.vtkhdf.series", list, communicator_);
}

}  // namespace lobatto::io
