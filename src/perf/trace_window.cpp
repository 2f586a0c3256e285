#include "perf/trace_window.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "comm/exchange/first_rank.hpp"

namespace lobatto::perf {
namespace {

using comm::MpiTrace;
using comm::TraceEvent;

/// The first of the last steps that all ranks have kept and that fit together.
long long first_common_step(const MpiTrace& trace, const comm::Communicator& communicator,
                            std::size_t max_bytes) {
  auto first = static_cast<long long>(communicator.max(static_cast<double>(trace.first_step())));
  std::vector<double> events;
  for (long long s = first; s < trace.n_steps(); ++s)
    events.push_back(static_cast<double>(trace.step(s).size()));
  communicator.sum(events);
  double bytes = 0;
  for (const double n : events) bytes += n * sizeof(TraceEvent);
  for (std::size_t s = 0; s < events.size() && bytes > static_cast<double>(max_bytes); ++s) {
    bytes -= events[s] * sizeof(TraceEvent);
    ++first;
  }
  return first;
}

std::vector<TraceEvent> events_from(const MpiTrace& trace, long long first) {
  std::vector<TraceEvent> events;
  for (long long s = first; s < trace.n_steps(); ++s)
    events.insert(events.end(), trace.step(s).begin(), trace.step(s).end());
  return events;
}

}  // namespace

TraceWindow replay_last_steps(const comm::MpiRecorder& recorder,
                              const comm::Communicator& communicator, std::size_t max_bytes) {
  const MpiTrace& trace = recorder.trace();
  if (communicator.min(recorder.trace_is_whole() ? 1.0 : 0.0) == 0)
    return {std::nullopt, "not available: a library receives from any rank without waiting"};
  const long long n_steps = trace.n_steps();
  if (n_steps == 0) return {std::nullopt, "not available: there was no step"};
  const long long first = first_common_step(trace, communicator, max_bytes);
  if (first == n_steps)
    return {std::nullopt,
            fmt::format("not available: the traces of one step are longer than {} MB of all ranks, "
                        "or than a rank keeps",
                        max_bytes >> 20)};
  const auto own = events_from(trace, first);
  const auto all = comm::gather_to_first(communicator, std::span<const TraceEvent>(own));
  if (communicator.rank() != 0) return {};
  const auto ideal = replay_on_ideal_network(all);
  if (!ideal) return {std::nullopt, "not available: messages of the trace do not match"};
  const double most = std::ranges::max(ideal->useful_seconds);
  return {ideal->seconds > 0 ? std::optional(most / ideal->seconds) : std::nullopt,
          fmt::format("steps {} to {} of {}", first + 1, n_steps, n_steps)};
}

}  // namespace lobatto::perf
