#pragma once

#include <array>
#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "machine/machine.hpp"

namespace lobatto::machine {

/// Slowdowns over the fastest quantum, as a part of it: class i holds those from bounds[i - 1] to
/// bounds[i], the first those below bounds[0], the last all others.
inline constexpr std::array noise_bounds{0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0};
inline constexpr std::size_t n_noise_classes = noise_bounds.size() + 1;
/// "under 1 %", "1 to 2 %", ... "over 1000 %".
std::string noise_class_name(std::size_t i);

/// One quantum that took long.
struct LongQuantum {
  int rank = 0, core = -1;
  double slowdown = 0;  ///< as a part of the fastest
  double at = 0;        ///< seconds since the beginning
};

/// What a core did.
struct CoreNoise {
  int rank = 0, core = -1;           ///< where the rank was at the end
  double n_quanta = 0, fastest = 0;  ///< seconds
  double lost = 0;                   ///< share of the time beyond n_quanta x fastest
  double worst = 0;                  ///< slowdown
  std::array<double, n_noise_classes> counts{};
};

/// Only on rank 0.
struct NoiseReport {
  Allocation machine;
  double seconds = 0;
  std::vector<CoreNoise> cores;    ///< by rank
  std::vector<LongQuantum> worst;  ///< ten at most, the longest first

  [[nodiscard]] std::array<double, n_noise_classes> counts() const;  ///< of all cores
  [[nodiscard]] double lost() const;                                 ///< average share
};

/// The class of a slowdown.
std::size_t noise_class(double slowdown);

/// From the quanta of one core, in seconds; without rank and core.
CoreNoise summarise_quanta(const std::vector<double>& quanta);

/// Repeats the same work of about a millisecond on every core for `seconds`, with no messages in
/// between, after PSNAP (Petrini, Kerbyson & Pakin, SC 2003): what takes longer than the fastest
/// was disturbed. All ranks do the same work, so that their fastest quanta can be compared too.
/// Collective.
NoiseReport measure_noise(const comm::Communicator& communicator, double seconds);

/// For people: the histogram of all cores, the cores that lose most, and the longest quanta.
std::string format_noise(const NoiseReport& report);

/// {"ranks", "seconds", "lost", "classes": [names], "counts", "rows": [{"rank", "host", "core",
/// "quanta", "fastest_ms", "lost", "worst", "counts"}], "longest": [{"rank", "host", "core",
/// "slowdown", "at"}]}; slowdowns and lost are parts, not percentages.
nlohmann::ordered_json noise_as_json(const NoiseReport& report);

}  // namespace lobatto::machine
