#include "program/health_thresholds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "case/document/document.hpp"
#include "case/document/problems.hpp"
#include "case/document/spelling.hpp"

namespace lobatto::program {

namespace {

/// "10 GB/s" as its number and its unit.
struct Amount {
  double value = 0;
  std::string unit;
};

std::optional<Amount> amount_of(const cases::Value& value) {
  if (const auto* integer = value.get<long long>())
    return Amount{static_cast<double>(*integer), ""};
  if (const auto* real = value.get<double>()) return Amount{*real, ""};
  const auto* text = value.get<std::string>();
  if (text == nullptr) return std::nullopt;
  Amount amount;
  const char* const end = text->data() + text->size();
  const auto [rest, error] = std::from_chars(text->data(), end, amount.value);
  if (error != std::errc{} || !std::isfinite(amount.value)) return std::nullopt;
  const auto unit = std::find_if(rest, end, [](char c) { return c != ' '; });
  amount.unit.assign(unit, end);
  return amount;
}

class Reader {
 public:
  Reader(const std::vector<machine::Measurand>& known, cases::Problems& problems)
      : known_(known), problems_(problems) {}

  std::vector<machine::Threshold> read(const cases::Value& document) {
    std::vector<machine::Threshold> thresholds;
    for (const cases::Entry& entry : *document.get<cases::Value::Table>())
      if (const auto* quantity = find_quantity(entry)) read_table(entry, *quantity, thresholds);
    return thresholds;
  }

 private:
  const machine::Measurand* find_quantity(const cases::Entry& entry) {
    const auto found = std::ranges::find(known_, entry.key, &machine::Measurand::name);
    if (found != known_.end()) return &*found;
    std::vector<std::string> names;
    for (const auto& quantity : known_) names.push_back(quantity.name);
    problems_.add(entry.where, fmt::format("there is no measurement '{}'{}", entry.key,
                                           cases::suggestion(entry.key, names)));
    return nullptr;
  }

  void read_table(const cases::Entry& entry, const machine::Measurand& quantity,
                  std::vector<machine::Threshold>& thresholds) {
    const auto* table = entry.value.get<cases::Value::Table>();
    if (table == nullptr) {
      problems_.add(entry.where, fmt::format("{} = {}: expected a table such as [{}] with {}",
                                             entry.key, short_text(entry.value), entry.key,
                                             cases::join_words(keys_, "'", " or ")));
      return;
    }
    machine::Threshold threshold{.measurement = quantity.name};
    for (const cases::Entry& demand : *table) read_demand(demand, quantity, threshold);
    thresholds.push_back(threshold);
  }

  void read_demand(const cases::Entry& demand, const machine::Measurand& quantity,
                   machine::Threshold& threshold) {
    if (demand.key == "at_least")
      threshold.at_least = read_limit(demand, quantity);
    else if (demand.key == "at_most")
      threshold.at_most = read_limit(demand, quantity);
    else if (demand.key == "within")
      threshold.within = read_share(demand);
    else if (demand.key == "within_baseline")
      threshold.within_baseline = read_share(demand);
    else
      problems_.add(demand.where,
                    fmt::format("unknown key '{}' in [{}]{}", demand.key, quantity.name,
                                cases::suggestion_or_list(demand.key, keys_, "; there are ")));
  }

  std::optional<double> read_limit(const cases::Entry& demand, const machine::Measurand& quantity) {
    const auto amount = amount_of(demand.value);
    const auto factor = amount ? machine::unit_factor(amount->unit, quantity.unit) : std::nullopt;
    if (factor) return *factor * amount->value;
    problems_.add(
        demand.where,
        fmt::format("{} = {}: expected a number{}", demand.key, short_text(demand.value),
                    quantity.unit.empty()
                        ? std::string()
                        : fmt::format(" with its unit, such as \"10 {}\"", quantity.unit)));
    return std::nullopt;
  }

  std::optional<double> read_share(const cases::Entry& demand) {
    const auto amount = amount_of(demand.value);
    if (amount && amount->unit == "%" && amount->value >= 0) return amount->value / 100;
    problems_.add(demand.where, fmt::format("{} = {}: expected a share, such as \"10 %\"",
                                            demand.key, short_text(demand.value)));
    return std::nullopt;
  }

  const std::vector<machine::Measurand>& known_;
  cases::Problems& problems_;
  const std::vector<std::string> keys_{"at_least", "at_most", "within", "within_baseline"};
};

}  // namespace

std::vector<machine::Threshold> parse_thresholds(const std::string& text, const std::string& file,
                                                 const std::vector<machine::Measurand>& known) {
  cases::Problems problems;
  auto thresholds = Reader(known, problems).read(cases::parse_document(text, file));
  problems.throw_if_any();
  return thresholds;
}

std::vector<machine::Threshold> read_thresholds(const std::filesystem::path& file,
                                                const std::vector<machine::Measurand>& known) {
  return parse_thresholds(cases::read_text(file), file.string(), known);
}

}  // namespace lobatto::program
