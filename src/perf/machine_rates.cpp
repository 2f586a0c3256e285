#include "perf/machine_rates.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

namespace lobatto::perf {

namespace {

using Json = nlohmann::ordered_json;

/// Name and place of each rate, for writing and reading alike.
template <class Rates, class Visit>
void visit_rates(Rates& rates, Visit&& visit) {
  visit("stream_gbs", rates.stream_gbs);
  visit("peak_gflops", rates.peak_gflops);
  visit("product_gflops", rates.product_gflops);
  visit("batch_gflops", rates.batch_gflops);
  visit("operator_gflops", rates.operator_gflops);
  visit("pack_gbs", rates.pack_gbs);
  visit("sparse_gbs", rates.sparse_gbs);
  visit("message_us_within_node", rates.within_node.microseconds);
  visit("message_gbs_within_node", rates.within_node.gbs);
  visit("message_us_between_nodes", rates.between_nodes.microseconds);
  visit("message_gbs_between_nodes", rates.between_nodes.gbs);
}

bool is_whole_and_boolean(const Json& content) {
  const auto is = [&](const char* key, auto test) {
    return content.contains(key) && test(content[key]);
  };
  constexpr std::uint64_t most_ranks = 1'000'000;
  const auto is_count = [](const Json& v) {
    return v.is_number_unsigned() && v.get<std::uint64_t>() - 1 < most_ranks;
  };
  return is("ranks_on_node", is_count) &&
         is("several_nodes", [](const Json& v) { return v.is_boolean(); });
}

bool is_possible(std::string_view name, double value) {
  constexpr double least_rate = 1e-3, most_rate = 1e4, least_us = 1e-6, most_us = 1e6;
  static_assert(MessageRates::most_gbs <= most_rate);
  return name.starts_with("message_us") ? value >= least_us && value <= most_us
                                        : value >= least_rate && value <= most_rate;
}

std::string text_of(const MessageRates& rates) {
  constexpr double memory_gbs = 1e3;  // what is faster is not copied
  return fmt::format("{:.2g} us", rates.microseconds) +
         (rates.gbs > memory_gbs ? ", however long" : fmt::format(" and {:.2g} GB/s", rates.gbs));
}

}  // namespace

const MessageRates& messages_between(int n_ranks, const MachineRates& rates) {
  return n_ranks > rates.ranks_on_node ? rates.between_nodes : rates.within_node;
}

double messages_of_sum(int n_ranks) {
  return 2.0 * std::bit_width(static_cast<unsigned>(n_ranks - 1));
}

double seconds_of(const Work& work, const MachineRates& rates, int n_ranks) {
  const MessageRates& message = messages_between(n_ranks, rates);
  return 1e-9 * (work.product_flops / rates.product_gflops + work.batch_flops / rates.batch_gflops +
                 work.operator_flops / rates.operator_gflops +
                 work.stream_bytes / rates.stream_gbs + work.pack_bytes / rates.pack_gbs +
                 work.sparse_bytes / rates.sparse_gbs + work.message_bytes / message.gbs) +
         1e-6 * work.messages * message.microseconds;
}

std::string text_of(const MachineRates& rates) {
  Json content;
  visit_rates(rates, [&](const char* name, double value) { content[name] = value; });
  content["ranks_on_node"] = rates.ranks_on_node;
  content["several_nodes"] = rates.several_nodes;
  content["other_cores"] = rates.other_cores;
  content["scatter"] = rates.scatter;
  return content.dump();
}

std::optional<MachineRates> rates_of(const std::string& text) {
  const Json content = Json::parse(text, nullptr, false);
  if (!content.is_object() || !is_whole_and_boolean(content)) return std::nullopt;
  MachineRates rates;
  bool is_whole = true;
  visit_rates(rates, [&](const char* name, double& value) {
    const bool is_there = content.contains(name) && content[name].is_number();
    if (is_there) value = content[name].template get<double>();
    is_whole = is_whole && is_there && is_possible(name, value);
  });
  rates.ranks_on_node = content["ranks_on_node"].get<int>();
  rates.several_nodes = content["several_nodes"].get<bool>();
  const auto read_if_there = [&](const char* name, double& value) {
    if (const auto found = content.find(name); found != content.end() && found->is_number())
      value = found->get<double>();
  };
  read_if_there("other_cores", rates.other_cores);
  read_if_there("scatter", rates.scatter);
  return is_whole ? std::optional(rates) : std::nullopt;
}

std::string describe(const MachineRates& rates) {
  std::string text = fmt::format(
      "products {:.3g} GFLOP/s, batches of elements {:.3g}, operator {:.3g}; memory {:.3g} GB/s, "
      "packing {:.3g}, sparse rows {:.3g}; ",
      rates.product_gflops, rates.batch_gflops, rates.operator_gflops, rates.stream_gbs,
      rates.pack_gbs, rates.sparse_gbs);
  if (rates.ranks_on_node > 1)
    text += fmt::format("messages on a node {}; ", text_of(rates.within_node));
  if (rates.several_nodes) text += fmt::format("between nodes {}; ", text_of(rates.between_nodes));
  return text + rates.source;
}

std::string table_of(const MachineRates& rates) {
  std::string text;
  const auto add = [&](const char* what, const std::string& rate) {
    text += fmt::format("{:<28}{}\n", what, rate);
  };
  const auto add_rate = [&](const char* what, double rate, const char* unit) {
    add(what, fmt::format("{:.3g} {}", rate, unit));
  };
  add("of each rank, with", fmt::format("{} on a node", rates.ranks_on_node));
  add_rate("memory, STREAM triad", rates.stream_gbs, "GB/s");
  add_rate("small matrices, peak", rates.peak_gflops, "GFLOP/s");
  add_rate("products of lines", rates.product_gflops, "GFLOP/s");
  add_rate("batches of elements, single", rates.batch_gflops, "GFLOP/s");
  add_rate("operator of box elements", rates.operator_gflops, "GFLOP/s");
  add_rate("packing in cache", rates.pack_gbs, "GB/s");
  add_rate("sparse rows", rates.sparse_gbs, "GB/s");
  if (rates.ranks_on_node > 1) add("messages on a node", text_of(rates.within_node));
  if (rates.several_nodes) add("messages between nodes", text_of(rates.between_nodes));
  add("source", rates.source);
  return text;
}

}  // namespace lobatto::perf
