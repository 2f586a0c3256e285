#include "perf/machine_memory.hpp"

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/text_hash.hpp"
#include "perf/memory.hpp"

namespace lobatto::perf {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr int method = 3;  ///< of measuring: another number makes old files worthless
constexpr double longest_age = 30.0 * 86400.0;  // s

/// What makes a kind of machine.
Json machine_kind() {
  return {{"processor", processor_name()},
          {"cores", sysconf(_SC_NPROCESSORS_CONF)},
          {"memory_gib", (memory_bytes() + (std::size_t{1} << 29)) >> 30},
          {"method", method}};
}

/// Rates with the time at which they were measured; nothing of what nobody can have measured.
struct Entry {
  double seconds = 0;  ///< since 1970
  MachineRates rates;
};

std::optional<Entry> entry_of(const Json& value) {
  constexpr double clocks_differ = 86400.0;  // s
  if (!value.is_object() || !value.contains("seconds") || !value["seconds"].is_number())
    return std::nullopt;
  const auto seconds = value["seconds"].get<double>();
  const double age = static_cast<double>(std::time(nullptr)) - seconds;
  const auto rates = rates_of(value.value("rates", Json()).dump());
  if (!rates || !(age <= longest_age && age >= -clocks_differ)) return std::nullopt;
  return Entry{seconds, *rates};
}

/// As a file of the user's that anything may have written; null where it is no such file. What is
/// nested deeper than rates are is left out: copies of it might use up the stack.
Json content_of(const fs::path& file) {
  constexpr std::uintmax_t most_bytes = std::uintmax_t{1} << 20;
  const auto is_shallow = [](int depth, Json::parse_event_t, const Json&) { return depth <= 4; };
  try {
    return Json::parse(base::read_input(file, most_bytes), is_shallow, false);
  } catch (const base::Error&) {
    return {};
  }
}

/// What the file has of machines like this one, by ranks; what makes no sense is left out.
std::map<std::string, Entry> read(const fs::path& file) {
  const Json content = content_of(file);
  if (!content.is_object() || content.value("machine", Json()) != machine_kind()) return {};
  const Json of_ranks = content.value("ranks_on_node", Json());
  std::map<std::string, Entry> entries;
  if (of_ranks.is_object())
    for (const auto& [ranks, value] : of_ranks.items())
      if (const auto entry = entry_of(value)) entries.emplace(ranks, *entry);
  return entries;
}

/// Under a name that nobody has, and then in the place of the file: several runs may do this at a
/// time, and the last one counts.
void replace(const fs::path& file, const std::string& text) {
  std::string partial = file.string() + ".XXXXXX";
  const int descriptor = mkstemp(partial.data());
  if (descriptor < 0) return;
  const bool is_whole =
      write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const bool is_closed = close(descriptor) == 0;
  std::error_code ignored;
  if (is_whole && is_closed) fs::rename(partial, file, ignored);
  fs::remove(partial, ignored);
}

std::string date_text(std::time_t time) {
  char text[32];
  std::tm parts{};
  std::strftime(text, sizeof text, "%Y-%m-%d", gmtime_r(&time, &parts));
  return text;
}

}  // namespace

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(": ") + 2);
  return "unknown";
}

fs::path MachineMemory::usual_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return fs::path(cache) / "lobatto";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return fs::path(home) / ".cache" / "lobatto";
  return {};
}

MachineMemory::MachineMemory(const fs::path& folder, int ranks_on_node, bool several_nodes)
    : ranks_(std::to_string(ranks_on_node) + (several_nodes ? " on each of several nodes" : "")) {
  if (folder.empty()) return;
  char name[64];
  std::snprintf(name, sizeof name, "machine-%016llx.json",
                static_cast<unsigned long long>(base::text_hash(machine_kind().dump())));
  file_ = folder / name;
}

std::optional<MachineRates> MachineMemory::recall(bool others_are_running) const {
  if (file_.empty()) return std::nullopt;
  const auto entries = read(file_);
  const auto found = entries.find(ranks_);
  if (found == entries.end()) return std::nullopt;
  MachineRates rates = found->second.rates;
  constexpr double longest_disturbed = 600;  // s
  const double age = static_cast<double>(std::time(nullptr)) - found->second.seconds;
  if (rates.is_disturbed() && !(others_are_running && age < longest_disturbed)) return std::nullopt;
  rates.date = date_text(static_cast<std::time_t>(found->second.seconds));
  return rates;
}

void MachineMemory::remember(const MachineRates& rates) const {
  if (file_.empty()) return;
  std::error_code ignored;
  fs::create_directories(file_.parent_path(), ignored);
  auto entries = read(file_);
  entries[ranks_] = {static_cast<double>(std::time(nullptr)), rates};
  Json content{{"machine", machine_kind()}, {"ranks_on_node", Json::object()}};
  for (const auto& [ranks, entry] : entries)
    content["ranks_on_node"][ranks] = {{"seconds", entry.seconds},
                                       {"rates", Json::parse(text_of(entry.rates))}};
  replace(file_, content.dump(2) + "\n");
}

}  // namespace lobatto::perf
