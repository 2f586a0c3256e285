#include "app/topology_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/case_document.hpp"
#include "app/case_problems.hpp"
#include "app/spelling.hpp"
#include "base/error.hpp"
#include "health/node_list.hpp"

namespace lobatto::app {

namespace {

/// Nothing, and a problem, where the value is no list of words.
std::optional<std::vector<std::string>> words_of(const Entry& entry, const char* example,
                                                 Problems& problems) {
  std::vector<std::string> words;
  const auto* list = entry.value.get<Value::List>();
  if (list != nullptr) {
    for (const Value& value : *list)
      if (const auto* word = value.get<std::string>(); word != nullptr && !word->empty())
        words.push_back(*word);
    if (!list->empty() && words.size() == list->size()) return words;
  }
  problems.add(entry.where, fmt::format("{} = {}: expected a list of words such as {}", entry.key,
                                        short_text(entry.value), example));
  return std::nullopt;
}

void add_nodes(const Entry& entry, health::Topology& topology, Problems& problems) {
  const auto places = words_of(entry, R"(["1", "a"])", problems);
  if (!places) return;
  if (places->size() != topology.levels.size()) {
    problems.add(entry.where, fmt::format("{} has {} places, and there are {} levels", entry.key,
                                          places->size(), topology.levels.size()));
    return;
  }
  try {
    for (const auto& name : health::expand_names(entry.key))
      if (!topology.places.emplace(name, *places).second)
        problems.add(entry.where, fmt::format("{}: {} has a place already", entry.key, name));
  } catch (const base::Error& error) {
    problems.add(entry.where, error.what());
  }
}

}  // namespace

health::Topology parse_topology(const std::string& text, const std::string& file) {
  static const std::vector<std::string> keys{"levels", "nodes"};
  Problems problems;
  health::Topology topology;
  const Value document = parse_document(text, file);
  for (const Entry& entry : *document.get<Value::Table>())
    if (std::ranges::find(keys, entry.key) == keys.end())
      problems.add(entry.where, fmt::format("there is no key '{}' here{}", entry.key,
                                            suggestion_or_list(entry.key, keys, "; there are ")));
  const Entry* levels = find_entry(document, "levels");
  const Entry* nodes = find_entry(document, "nodes");
  for (const auto& [entry, key] : {std::pair(levels, "levels"), std::pair(nodes, "nodes")})
    if (entry == nullptr) problems.add(document.where, fmt::format("'{}' is missing", key));
  problems.throw_if_any();
  if (auto words = words_of(*levels, R"(["row", "cabinet"])", problems))
    topology.levels = std::move(*words);
  problems.throw_if_any();
  const auto* table = nodes->value.get<Value::Table>();
  if (table == nullptr)
    problems.add(nodes->where,
                 fmt::format("nodes = {}: expected a table [nodes] with lines such as "
                             "\"n[001-064]\" = [\"1\", \"a\"]",
                             short_text(nodes->value)));
  else
    for (const Entry& entry : *table) add_nodes(entry, topology, problems);
  problems.throw_if_any();
  return topology;
}

health::Topology read_topology(const std::filesystem::path& file) {
  return parse_topology(read_text(file), file.string());
}

}  // namespace lobatto::app
