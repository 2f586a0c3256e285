#include "run/case_format.hpp"

#include "run/extensions/table.hpp"

namespace lobatto::run {

const cases::CaseFormat& case_format() {
  static const cases::CaseFormat format([] {
    std::vector<cases::Extension> parts;
    for (const auto& make : extensions) parts.push_back(make().in_case_file);
    return parts;
  }());
  return format;
}

}  // namespace lobatto::run
