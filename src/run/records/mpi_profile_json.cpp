#include "run/records/json_documents.hpp"

#include <optional>

namespace lobatto::run {

namespace {

using Json = nlohmann::ordered_json;

Json or_null(std::optional<double> value) { return value ? Json(*value) : Json(nullptr); }

Json functions_as_json(const perf::MpiProfile& profile) {
  Json rows = Json::array();
  for (const auto& f : profile.functions)
    rows.push_back({{"name", f.name},
                    {"kind", comm::name_of(f.kind)},
                    {"calls", f.calls},
                    {"bytes", f.bytes},
                    {"seconds_min", f.seconds_min},
                    {"seconds_avg", f.seconds_avg},
                    {"seconds_max", f.seconds_max},
                    {"share", f.share}});
  return rows;
}

Json regions_as_json(const perf::MpiProfile& profile) {
  Json regions = Json::array();
  for (const auto& region : profile.regions) {
    Json rows = Json::array();
    for (const auto& f : region.functions)
      rows.push_back({{"name", f.name},
                      {"calls", f.calls},
                      {"bytes", f.bytes},
                      {"seconds_avg", f.seconds_avg},
                      {"seconds_max", f.seconds_max}});
    regions.push_back({{"name", region.name}, {"functions", rows}});
  }
  return regions;
}

Json sizes_as_json(const perf::MpiProfile& profile) {
  Json rows = Json::array();
  for (const auto& size : profile.sizes)
    rows.push_back({{"kind", comm::name_of(size.kind)},
                    {"bytes_from", size.bytes_from},
                    {"bytes_below", size.bytes_below},
                    {"calls", size.calls},
                    {"bytes", size.bytes}});
  return rows;
}

Json matrix_as_json(const perf::MpiProfile& profile) {
  Json matrix{{"rank_from", Json::array()},
              {"rank_to", Json::array()},
              {"messages", Json::array()},
              {"bytes", Json::array()}};
  for (const auto& link : profile.matrix) {
    matrix["rank_from"].push_back(link.from);
    matrix["rank_to"].push_back(link.to);
    matrix["messages"].push_back(link.messages);
    matrix["bytes"].push_back(link.bytes);
  }
  return matrix;
}

Json counters_as_json(const perf::MpiProfile& profile) {
  Json counters{{"source", profile.counters.empty() ? "counted work" : "perf_event"},
                {"instructions", nullptr},
                {"cycles", nullptr},
                {"counted_flops", profile.counted_flops}};
  for (const auto& rank : profile.counters) {
    counters["instructions"].push_back(rank.instructions);
    counters["cycles"].push_back(rank.cycles);
  }
  return counters;
}

Json pop_as_json(const perf::MpiProfile& profile) {
  const auto& pop = profile.pop;
  return {{"load_balance", pop.load_balance},
          {"communication_efficiency", pop.communication_efficiency},
          {"serialisation_efficiency", or_null(pop.serialisation_efficiency)},
          {"transfer_efficiency", or_null(pop.transfer_efficiency)},
          {"parallel_efficiency", pop.parallel_efficiency},
          {"ideal_seconds", or_null(pop.ideal_seconds)},
          {"window", profile.window}};
}

}  // namespace

Json mpi_profile_as_json(const perf::MpiProfile& profile) {
  Json document{{"format", "lobatto-mpi-profile"}, {"version", 1}};
  document["ranks"] = profile.useful_seconds.size();
  document["hosts"] = profile.hosts;
  document["steps"] = profile.steps;
  document["seconds"] = profile.seconds;
  document["functions"] = functions_as_json(profile);
  document["regions"] = regions_as_json(profile);
  document["message_sizes"] = sizes_as_json(profile);
  document["matrix"] = matrix_as_json(profile);
  document["useful_seconds"] = profile.useful_seconds;
  document["mpi_seconds"] = profile.mpi_seconds;
  document["counters"] = counters_as_json(profile);
  document["pop"] = pop_as_json(profile);
  return document;
}

}  // namespace lobatto::run
