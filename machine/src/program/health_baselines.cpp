#include "program/health_baselines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "case/document/spelling.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/text_file.hpp"
#include "machine/results/baseline.hpp"

namespace lobatto::program {

namespace {

/// As the XDG Base Directory Specification places what users keep.
std::filesystem::path baseline_folder(const BaselineOptions& options) {
  if (options.folder) return *options.folder;
  if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data != '\0')
    return std::filesystem::path(data) / "lobatto/health";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
    return std::filesystem::path(home) / ".local/share/lobatto/health";
  throw base::Error("neither XDG_DATA_HOME nor HOME is set: say with --baselines where they are");
}

/// Throws base::Error with the baselines that there are.
machine::Baseline find_baseline(const std::filesystem::path& folder, const std::string& name) {
  namespace fs = std::filesystem;
  const fs::path file = machine::baseline_file(folder, name);
  std::error_code ignored;
  if (fs::exists(file, ignored)) return machine::read_baseline(file);
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  throw base::Error(
      fmt::format("--compare {}: there is no {}{}", name, file.string(),
                  names.empty() ? "" : cases::suggestion_or_list(name, names, "; there are ")));
}

}  // namespace

HealthBaselines::HealthBaselines(const BaselineOptions& options) {
  if (options.compare) before_ = find_baseline(baseline_folder(options), *options.compare);
  if (!options.save) return;
  save_to_ = machine::baseline_file(baseline_folder(options), *options.save);
  base::require_output(*save_to_);
  if (std::error_code ignored; !options.force && std::filesystem::exists(*save_to_, ignored))
    throw base::Error(fmt::format("--save {}: {} exists; --force replaces it", *options.save,
                                  save_to_->string()));
}

void HealthBaselines::tell_changes(const machine::Report& report,
                                   nlohmann::ordered_json& document) const {
  if (!before_) return;
  const auto changes = compare(report, *before_);
  fmt::print("\nagainst the baseline:\n{}", machine::format_changes(changes));
  document["changes"] = machine::changes_as_json(changes);
}

void HealthBaselines::save(const nlohmann::ordered_json& document,
                           const comm::Communicator& communicator) const {
  if (!save_to_) return;
  comm::on_root(communicator, [&] {
    std::error_code reason;
    std::filesystem::create_directories(save_to_->parent_path(), reason);
    if (reason)
      throw base::Error(
          fmt::format("cannot make {}: {}", save_to_->parent_path().string(), reason.message()));
  });
  io::write_json(*save_to_, document, communicator);
  if (communicator.rank() == 0) fmt::print("baseline: {}\n", save_to_->string());
}

}  // namespace lobatto::program
