#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "kernels/cost.hpp"
#include "predict/machine.hpp"
#include "predict/schedule.hpp"

namespace lobatto::predict {

inline constexpr double clock_precision = 1e-12;  ///< s, of SimGrid's clock

/// What the module lobatto_simgrid is asked for. The module is loaded at run time and has none of
/// the program's functions but these.
struct SimulationRequest {
  using SecondsOfWork = std::function<double(std::string_view region, const kernels::Cost& cost,
                                             int rank, std::uint64_t operation)>;

  const Machine& machine;
  int n_ranks = 1;
  SecondsOfWork seconds_of_work;                                             ///< see WorkTime
  std::function<double(const RankSet&, double bytes)> seconds_of_reduction;  ///< see NetworkSum
  std::function<void(ScheduleSink&)> emit;
};

/// The name under which the module exports its one function: seconds of the step, when the last
/// rank is done. It may be called once in a process, and throws std::exception.
constexpr const char* simulation_symbol = "lobatto_simulate_step";
using SimulateStep = double (*)(const SimulationRequest& request);

}  // namespace lobatto::predict
