#include "residents/case_format.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "residents/residents.hpp"

namespace lobatto::residents {

namespace {

bool lives_with(const Resident& resident, Trait trait) {
  return std::ranges::find(resident.supports, trait) != resident.supports.end();
}

std::string reason_against(const Resident& resident, Trait trait) {
  const auto found = resident.reasons.find(trait);
  return found == resident.reasons.end() ? "" : found->second;
}

/// Reports a resident in a case of a trait that it does not live with.
void refuse(const Resident& resident, const cases::Case& the_case, cases::Problems& problems) {
  for (const auto& [trait, name, where] : traits) {
    if (lives_with(resident, trait) || !has_trait(the_case, trait)) continue;
    const std::string reason = reason_against(resident, trait);
    for (const std::string& key : given_keys(the_case, resident.in_case_file.keys.front().path))
      problems.add_placed(fmt::format("{}: has no meaning {}{}{}", the_case.place(key), where,
                                      reason.empty() ? "" : ": ", reason));
  }
}

/// Those that case files know.
std::vector<Resident> known_residents() {
  std::vector<Resident> residents;
  for (const auto& make : all)
    if (auto resident = make(); !resident.in_case_file.keys.empty())
      residents.push_back(std::move(resident));
  return residents;
}

/// "`[[sponge]]`"
std::string title(const cases::Key& key) {
  if (key.kind == cases::Kind::table_list) return fmt::format("`[[{}]]`", key.name());
  if (key.kind == cases::Kind::table) return fmt::format("`[{}]`", key.path);
  return fmt::format("`{}`", key.path);
}

}  // namespace

const cases::CaseFormat& case_format() {
  static const cases::CaseFormat format([] {
    std::vector<cases::Extension> parts;
    for (Resident& resident : known_residents()) {
      auto& part = parts.emplace_back(resident.in_case_file);
      part.check = [resident = std::move(resident)](const cases::Case& the_case,
                                                    cases::Problems& problems) {
        refuse(resident, the_case, problems);
      };
    }
    return parts;
  }());
  return format;
}

std::string combinations_markdown() {
  std::string text = "| |", line = "|---|";
  for (const TraitText& trait : traits) {
    text += fmt::format(" {} |", trait.name);
    line += "---|";
  }
  text += "\n" + line + "\n";
  for (const Resident& resident : known_residents()) {
    text += fmt::format("| {} |", title(resident.in_case_file.keys.front()));
    for (const TraitText& trait : traits) {
      const std::string reason = reason_against(resident, trait.trait);
      text += lives_with(resident, trait.trait) ? " yes |"
              : reason.empty()                  ? " no |"
                                                : fmt::format(" no: {} |", reason);
    }
    text += "\n";
  }
  return text;
}

}  // namespace lobatto::residents
