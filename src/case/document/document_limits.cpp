#include "case/document/document.hpp"

#include <fmt/format.h>

namespace lobatto::cases {

namespace {

/// Follows the text as TOML does, as far as it takes to tell keys and brackets from what stands in
/// strings and comments. In what is no TOML it may count more than there is, never less.
class DepthScan {
 public:
  explicit DepthScan(std::string_view text) : text_(text) {}

  /// The line, from 1, that goes too deep, and what it is; empty where none does.
  std::string run() {
    while (at_ < text_.size()) {
      step();
      if (n_parts_ > most_key_parts)
        return fmt::format("{}: a key of more than {} parts", line_, most_key_parts);
      if (depth_ > deepest_brackets)
        return fmt::format("{}: tables or lists more than {} deep in each other", line_,
                           deepest_brackets);
    }
    return {};
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '"' || c == '\'') return skip_string(c);
    if (c == '#') return skip_to(text_.find('\n', at_));
    ++at_;
    if (c == '\n') ++line_;
    if (c == '.') ++n_parts_;
    if (c == '[' || c == '{') ++depth_;
    if ((c == ']' || c == '}') && depth_ > 0) --depth_;
    if (std::string_view("=,[]{}\n").find(c) != std::string_view::npos) n_parts_ = 1;
  }

  void skip_to(std::size_t end) { at_ = end == std::string_view::npos ? text_.size() : end; }

  void skip_string(char quote) {
    const std::string three(3, quote);
    const bool has_lines = text_.substr(at_, 3) == three;
    const std::string_view end =
        has_lines ? std::string_view(three) : std::string_view(three).substr(0, 1);
    for (at_ += end.size(); at_ < text_.size(); ++at_) {
      if (text_.substr(at_, end.size()) == end) return skip_to(at_ + end.size());
      if (text_[at_] == '\n') {
        if (!has_lines) return;  // it does not end, which the parser will say
        ++line_;
      }
      if (text_[at_] == '\\' && quote == '"' && at_ + 1 < text_.size()) {
        ++at_;
        if (text_[at_] == '\n') ++line_;
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::size_t n_parts_ = 1;
  std::size_t depth_ = 0;
};

}  // namespace

std::string excess_of_document(std::string_view text) { return DepthScan(text).run(); }

}  // namespace lobatto::cases
