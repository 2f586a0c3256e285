#include "case/schema/member_type.hpp"

#include <fmt/format.h>

namespace lobatto::cases {

std::string number_text(double x) {
  std::string text = fmt::format("{}", x);
  // "1e-08" has a zero that nobody writes.
  if (const std::size_t exponent = text.find('e'); exponent != std::string::npos)
    while (exponent + 3 < text.size() && text[exponent + 2] == '0') text.erase(exponent + 2, 1);
  return text;
}

}  // namespace lobatto::cases
