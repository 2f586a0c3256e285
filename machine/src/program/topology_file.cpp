#include "program/topology_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "case/document/document.hpp"
#include "case/document/problems.hpp"
#include "case/document/spelling.hpp"
#include "machine/placement/node_list.hpp"

namespace lobatto::program {

namespace {

/// Nothing, and a problem, where the value is no list of words.
std::optional<std::vector<std::string>> words_of(const cases::Entry& entry, const char* example,
                                                 cases::Problems& problems) {
  std::vector<std::string> words;
  const auto* list = entry.value.get<cases::Value::List>();
  if (list != nullptr) {
    for (const cases::Value& value : *list)
      if (const auto* word = value.get<std::string>(); word != nullptr && !word->empty())
        words.push_back(*word);
    if (!list->empty() && words.size() == list->size()) return words;
  }
  problems.add(entry.where, fmt::format("{} = {}: expected a list of words such as {}", entry.key,
                                        short_text(entry.value), example));
  return std::nullopt;
}

void add_nodes(const cases::Entry& entry, machine::Topology& topology, cases::Problems& problems) {
  const auto places = words_of(entry, R"(["1", "a"])", problems);
  if (!places) return;
  if (places->size() != topology.levels.size()) {
    problems.add(entry.where, fmt::format("{} has {} places, and there are {} levels", entry.key,
                                          places->size(), topology.levels.size()));
    return;
  }
  try {
    for (const auto& name : machine::expand_names(entry.key))
      if (!topology.places.emplace(name, *places).second)
        problems.add(entry.where, fmt::format("{}: {} has a place already", entry.key, name));
  } catch (const base::Error& error) {
    problems.add(entry.where, error.what());
  }
}

}  // namespace

machine::Topology parse_topology(const std::string& text, const std::string& file) {
  static const std::vector<std::string> keys{"levels", "nodes"};
  cases::Problems problems;
  machine::Topology topology;
  const cases::Value document = cases::parse_document(text, file);
  for (const cases::Entry& entry : *document.get<cases::Value::Table>())
    if (std::ranges::find(keys, entry.key) == keys.end())
      problems.add(entry.where,
                   fmt::format("there is no key '{}' here{}", entry.key,
                               cases::suggestion_or_list(entry.key, keys, "; there are ")));
  const cases::Entry* levels = find_entry(document, "levels");
  const cases::Entry* nodes = find_entry(document, "nodes");
  for (const auto& [entry, key] : {std::pair(levels, "levels"), std::pair(nodes, "nodes")})
    if (entry == nullptr) problems.add(document.where, fmt::format("'{}' is missing", key));
  problems.throw_if_any();
  if (auto words = words_of(*levels, R"(["row", "cabinet"])", problems))
    topology.levels = std::move(*words);
  problems.throw_if_any();
  const auto* table = nodes->value.get<cases::Value::Table>();
  if (table == nullptr)
    problems.add(nodes->where,
                 fmt::format("nodes = {}: expected a table [nodes] with lines such as "
                             "\"n[001-064]\" = [\"1\", \"a\"]",
                             short_text(nodes->value)));
  else
    for (const cases::Entry& entry : *table) add_nodes(entry, topology, problems);
  problems.throw_if_any();
  return topology;
}

machine::Topology read_topology(const std::filesystem::path& file) {
  return parse_topology(cases::read_text(file), file.string());
}

}  // namespace lobatto::program
