#include "app/health_thresholds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/case_document.hpp"
#include "app/case_problems.hpp"
#include "app/spelling.hpp"

namespace lobatto::app {

namespace {

/// "10 GB/s" as its number and its unit.
struct Amount {
  double value = 0;
  std::string unit;
};

std::optional<Amount> amount_of(const Value& value) {
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
  Reader(const std::vector<health::Quantity>& known, Problems& problems)
      : known_(known), problems_(problems) {}

  std::vector<health::Threshold> read(const Value& document) {
    std::vector<health::Threshold> thresholds;
    for (const Entry& entry : *document.get<Value::Table>())
      if (const auto* quantity = find_quantity(entry)) read_table(entry, *quantity, thresholds);
    return thresholds;
  }

 private:
  const health::Quantity* find_quantity(const Entry& entry) {
    const auto found = std::ranges::find(known_, entry.key, &health::Quantity::name);
    if (found != known_.end()) return &*found;
    std::vector<std::string> names;
    for (const auto& quantity : known_) names.push_back(quantity.name);
    problems_.add(entry.where, fmt::format("there is no measurement '{}'{}", entry.key,
                                           suggestion(entry.key, names)));
    return nullptr;
  }

  void read_table(const Entry& entry, const health::Quantity& quantity,
                  std::vector<health::Threshold>& thresholds) {
    const auto* table = entry.value.get<Value::Table>();
    if (table == nullptr) {
      problems_.add(entry.where, fmt::format("{} = {}: expected a table such as [{}] with {}",
                                             entry.key, short_text(entry.value), entry.key,
                                             join_words(keys_, "'", " or ")));
      return;
    }
    health::Threshold threshold{.measurement = quantity.name};
    for (const Entry& demand : *table) read_demand(demand, quantity, threshold);
    thresholds.push_back(threshold);
  }

  void read_demand(const Entry& demand, const health::Quantity& quantity,
                   health::Threshold& threshold) {
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
                                suggestion_or_list(demand.key, keys_, "; there are ")));
  }

  std::optional<double> read_limit(const Entry& demand, const health::Quantity& quantity) {
    const auto amount = amount_of(demand.value);
    const auto factor = amount ? health::unit_factor(amount->unit, quantity.unit) : std::nullopt;
    if (factor) return *factor * amount->value;
    problems_.add(
        demand.where,
        fmt::format("{} = {}: expected a number{}", demand.key, short_text(demand.value),
                    quantity.unit.empty()
                        ? std::string()
                        : fmt::format(" with its unit, such as \"10 {}\"", quantity.unit)));
    return std::nullopt;
  }

  std::optional<double> read_share(const Entry& demand) {
    const auto amount = amount_of(demand.value);
    if (amount && amount->unit == "%" && amount->value >= 0) return amount->value / 100;
    problems_.add(demand.where, fmt::format("{} = {}: expected a share, such as \"10 %\"",
                                            demand.key, short_text(demand.value)));
    return std::nullopt;
  }

  const std::vector<health::Quantity>& known_;
  Problems& problems_;
  const std::vector<std::string> keys_{"at_least", "at_most", "within", "within_baseline"};
};

}  // namespace

std::vector<health::Threshold> parse_thresholds(const std::string& text, const std::string& file,
                                                const std::vector<health::Quantity>& known) {
  Problems problems;
  auto thresholds = Reader(known, problems).read(parse_document(text, file));
  problems.throw_if_any();
  return thresholds;
}

std::vector<health::Threshold> read_thresholds(const std::filesystem::path& file,
                                               const std::vector<health::Quantity>& known) {
  return parse_thresholds(read_text(file), file.string(), known);
}

}  // namespace lobatto::app
