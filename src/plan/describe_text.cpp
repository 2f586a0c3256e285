#include "plan/describe.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/document/printable.hpp"

namespace lobatto::plan {

namespace {

bool is_exact_velocity(const cases::VectorExpression& v, const cases::Case& c) {
  const auto same = [](const cases::Expression& a, const cases::Expression& b) {
    return a.text() == b.text();
  };
  return c.exact_velocity && std::equal(v.begin(), v.end(), c.exact_velocity->begin(), same);
}

}  // namespace

std::string line(const std::string& label, const std::string& text) {
  return fmt::format("{:<12}{}\n", label, cases::printable(text));
}

std::string shortened(const std::string& text) {
  constexpr std::size_t longest = 60;
  return text.size() <= longest ? text : cases::beginning_of(text, longest - 4);
}

std::string vector_text(const cases::VectorExpression& v) {
  return shortened(fmt::format("({}, {}, {})", v[0].text(), v[1].text(), v[2].text()));
}

std::string velocity_text(const cases::VectorExpression& v, const cases::Case& c) {
  return is_exact_velocity(v, c) ? "exact velocity" : vector_text(v);
}

std::string counted(long long n, const std::string& word) {
  return fmt::format("{} {}{}", n, word, n == 1 ? "" : "s");
}

std::string counted_large(double n, const std::string& word) {
  return fmt::format("{:.15g} {}{}", n, word, n == 1 ? "" : "s");
}

}  // namespace lobatto::plan
