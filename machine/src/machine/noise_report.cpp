#include "machine/noise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lobatto::machine {

namespace {

constexpr std::size_t n_cores_shown = 16;

std::string histogram(const NoiseReport& report) {
  const auto counts = report.counts();
  double total = 0;
  for (const double count : counts) total += count;
  std::string text = fmt::format("  {:<16} {:>10} {:>10}\n", "slowdown", "quanta", "share");
  for (std::size_t i = 0; i < counts.size(); ++i)
    text += fmt::format("  {:<16} {:>10.0f} {:>8.3f} %\n", noise_class_name(i), counts[i],
                        total > 0 ? 100 * counts[i] / total : 0);
  return text;
}

std::string core_lines(const NoiseReport& report) {
  auto cores = report.cores;
  std::ranges::stable_sort(cores, std::greater{}, &CoreNoise::lost);
  std::string text = fmt::format("\n  {:>6} {:<20} {:>5} {:>8} {:>11} {:>9} {:>10}\n", "rank",
                                 "host", "core", "quanta", "fastest ms", "lost", "worst");
  for (std::size_t i = 0; i < std::min(n_cores_shown, cores.size()); ++i) {
    const CoreNoise& c = cores[i];
    text += fmt::format("  {:>6} {:<20} {:>5} {:>8.0f} {:>11.4f} {:>7.2f} % {:>8.0f} %\n", c.rank,
                        report.machine.seats[c.rank].host, c.core, c.n_quanta, 1e3 * c.fastest,
                        100 * c.lost, 100 * c.worst);
  }
  if (cores.size() > n_cores_shown)
    text += fmt::format("  and {} more, which lose less\n", cores.size() - n_cores_shown);
  return text;
}

}  // namespace

std::string format_noise(const NoiseReport& report) {
  std::string text =
      fmt::format("{} {}, {:g} s: {:.2f} % of the time lost\n\n", report.cores.size(),
                  report.cores.size() == 1 ? "core" : "cores", report.seconds, 100 * report.lost());
  text += histogram(report) + core_lines(report);
  if (report.worst.empty()) return text;
  text += "\n  the longest:\n";
  for (const LongQuantum& q : report.worst)
    text +=
        fmt::format("    rank {} ({}, core {}): {:.0f} % longer than the fastest, at {:.3f} s\n",
                    q.rank, report.machine.seats[q.rank].host, q.core, 100 * q.slowdown, q.at);
  return text;
}

nlohmann::ordered_json noise_as_json(const NoiseReport& report) {
  nlohmann::ordered_json json{{"ranks", report.cores.size()},
                              {"seconds", report.seconds},
                              {"lost", report.lost()},
                              {"classes", nlohmann::ordered_json::array()},
                              {"counts", report.counts()}};
  for (std::size_t i = 0; i < n_noise_classes; ++i) json["classes"].push_back(noise_class_name(i));
  for (const CoreNoise& c : report.cores)
    json["rows"].push_back({{"rank", c.rank},
                            {"host", report.machine.seats[c.rank].host},
                            {"core", c.core},
                            {"quanta", c.n_quanta},
                            {"fastest_ms", 1e3 * c.fastest},
                            {"lost", c.lost},
                            {"worst", c.worst},
                            {"counts", c.counts}});
  json["longest"] = nlohmann::ordered_json::array();
  for (const LongQuantum& q : report.worst)
    json["longest"].push_back({{"rank", q.rank},
                               {"host", report.machine.seats[q.rank].host},
                               {"core", q.core},
                               {"slowdown", q.slowdown},
                               {"at", q.at}});
  return json;
}

}  // namespace lobatto::machine
