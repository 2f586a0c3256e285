#include "residents/needs.hpp"

#include "plan/estimate.hpp"
#include "residents/residents.hpp"

namespace lobatto::residents {

std::vector<plan::MemoryPart> memory_parts(const cases::Case& the_case,
                                           const plan::Grounds& grounds,
                                           const plan::ElementShares& shares, bool is_first_rank) {
  auto parts = plan::memory_parts(the_case, grounds, shares);
  for (const auto& make : all) {
    const auto memory = make().memory;
    if (!memory) continue;
    for (auto& part : memory(the_case, shares, is_first_rank)) parts.push_back(std::move(part));
  }
  return parts;
}

std::string estimate(const cases::Case& the_case, const plan::Grounds& grounds,
                     const plan::ElementShares& shares) {
  std::string text;
  for (const auto& make : all)
    if (const auto of_resident = make().estimate) text += of_resident(the_case, shares);
  return plan::estimate(the_case, grounds, shares, text);
}

}  // namespace lobatto::residents
