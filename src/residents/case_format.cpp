#include "residents/case_format.hpp"

#include "residents/table.hpp"

namespace lobatto::residents {

const cases::CaseFormat& case_format() {
  static const cases::CaseFormat format([] {
    std::vector<cases::Extension> parts;
    for (const auto& make : all)
      if (auto part = make().in_case_file; !part.keys.empty()) parts.push_back(std::move(part));
    return parts;
  }());
  return format;
}

}  // namespace lobatto::residents
