#include "perf/machine_memory.hpp"

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

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

/// Fowler, Noll & Vo, 64 bits (FNV-1a).
std::uint64_t hash(const std::string& text) {
  std::uint64_t value = 0xcbf29ce484222325;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return value;
}

Json read(const fs::path& file) {
  std::ifstream in(file);
  Json content = Json::parse(in, nullptr, false);
  const bool fits = content.is_object() && content.value("machine", Json()) == machine_kind() &&
                    content.contains("ranks_on_node") && content["ranks_on_node"].is_object();
  if (fits) return content;
  return {{"machine", machine_kind()}, {"ranks_on_node", Json::object()}};
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
                static_cast<unsigned long long>(hash(machine_kind().dump())));
  file_ = folder / name;
}

std::optional<MachineRates> MachineMemory::recall() const {
  if (file_.empty()) return std::nullopt;
  const Json content = read(file_);
  const Json found = content["ranks_on_node"].value(ranks_, Json());
  if (!found.is_object() || !found.contains("seconds") || !found["seconds"].is_number())
    return std::nullopt;
  const auto seconds = found["seconds"].get<double>();
  if (static_cast<double>(std::time(nullptr)) - seconds > longest_age) return std::nullopt;
  auto rates = rates_of(found.value("rates", Json()).dump());
  if (rates) rates->date = date_text(static_cast<std::time_t>(seconds));
  return rates;
}

void MachineMemory::remember(const MachineRates& rates) const {
  if (file_.empty()) return;
  std::error_code ignored;
  fs::create_directories(file_.parent_path(), ignored);
  Json content = read(file_);
  content["ranks_on_node"][ranks_] = {{"seconds", std::time(nullptr)},
                                      {"rates", Json::parse(text_of(rates))}};
  // Several runs may do this at a time: each writes a file of its own, the last one counts.
  fs::path partial = file_;
  partial += "." + std::to_string(getpid());
  std::ofstream out(partial);
  out << content.dump(2) << '\n';
  out.close();
  if (out) fs::rename(partial, file_, ignored);
  fs::remove(partial, ignored);
}

}  // namespace lobatto::perf
