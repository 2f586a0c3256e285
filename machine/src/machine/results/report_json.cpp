#include "machine/results/report.hpp"

#include <nlohmann/json.hpp>

namespace lobatto::machine {

namespace {

using Json = nlohmann::ordered_json;

/// Where, and what the median of the repeats is there.
Json value_json(int rank, int partner, double value, const Allocation& machine) {
  Json json{{"rank", rank}, {"host", machine.seats[rank].host}, {"value", value}};
  if (partner >= 0) {
    json["partner"] = partner;
    json["partner_host"] = machine.seats[partner].host;
  }
  return json;
}

Json row_json(const std::string& test, const Measurement& m, const Allocation& machine) {
  const auto values = m.values();
  const Summary s = m.summary();
  Json row{{"test", test},
           {"name", m.quantity.name},
           {"unit", m.quantity.unit},
           {"better", m.quantity.better == Better::larger ? "larger" : "smaller"},
           {"per", name_of(m.quantity.per)},
           {"places", s.count},
           {"repeats", m.n_repeats()},
           {"minimum", s.minimum},
           {"maximum", s.maximum},
           {"average", s.average},
           {"standard_deviation", s.standard_deviation},
           {"median", s.median}};
  if (m.quantity.gbs_per_unit > 0) row["gbs_average"] = m.quantity.gbs_per_unit * s.average;
  if (m.all) row["averages"] = m.all->averages;
  row["outliers"] = row["values"] = Json::array();
  for (const std::size_t i : m.outliers())
    row["outliers"].push_back(value_json(m.sites[i].rank, m.sites[i].partner, values[i], machine));
  for (std::size_t i = 0; i < m.sites.size(); ++i) {
    row["values"].push_back(value_json(m.sites[i].rank, m.sites[i].partner, values[i], machine));
    row["values"].back()["repeats"] = m.sites[i].repeats;
  }
  return row;
}

}  // namespace

Json as_json(const Report& report, std::span<const Failure> failures) {
  const Allocation& machine = report.machine;
  const auto hosts = machine.hosts();
  Json json{{"ranks", machine.n_ranks()}, {"nodes", hosts.size()}, {"hosts", hosts}};
  for (int r = 0; r < machine.n_ranks(); ++r)
    json["cores"].push_back({{"rank", r},
                             {"host", machine.seats[r].host},
                             {"core", machine.seats[r].core},
                             {"processors", machine.seats[r].processors}});
  json["budget"] = report.budget;
  json["seconds"] = report.seconds;
  json["rows"] = json["skipped"] = json["failures"] = Json::array();
  for (const TrialResult& result : report.results) {
    if (!result.skipped.empty())
      json["skipped"].push_back({{"test", result.name}, {"why", result.skipped}});
    for (const Measurement& m : result.measurements)
      json["rows"].push_back(row_json(result.name, m, machine));
  }
  for (const Failure& f : failures) {
    Json row = value_json(f.rank, f.partner, f.value, machine);
    row["measurement"] = f.measurement;
    row["unit"] = f.unit;
    row["demand"] = f.demand;
    json["failures"].push_back(std::move(row));
  }
  return json;
}

}  // namespace lobatto::machine
