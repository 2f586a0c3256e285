#include "case/expressions/table_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <string_view>

#include "base/error.hpp"
#include "case/document/document.hpp"

namespace lobatto::cases {

namespace {

constexpr std::string_view how =
    "expected table(\"file\", place) or table(\"file\", place, column)";

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Goes through an expression from its beginning to its end.
class Scan {
 public:
  explicit Scan(const std::string& text) : text_(text) { result_.text = text; }

  ExpressionWithoutTables run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == ExpressionWithoutTables::mark)
        refuse(fmt::format("unexpected token \"{}\" found", c), at_);
      if (is_of_name(c))
        read_name();
      else
        read_sign(c);
    }
    return std::move(result_);
  }

 private:
  struct OpenCall {
    std::size_t call;
    std::size_t depth;     ///< of parentheses around its argument
    std::size_t argument;  ///< where it begins
  };

  void read_name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_of_name(text_[at_])) ++at_;
    if (std::string_view(text_).substr(begin, at_ - begin) != "table") return;
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == '(') open_call(begin);
  }

  void open_call(std::size_t begin) {
    ++at_;
    ++depth_;
    skip_blanks();
    if (!is_quote()) refuse(fmt::format("table has no file name in quotes; {}", how), begin);
    const std::string file = read_quoted();
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != ',')
      refuse(fmt::format("table has no place to look at; {}", how), begin);
    ++at_;
    const std::size_t call = result_.calls.size();
    result_.calls.push_back({file, "2", begin});
    const std::string name = ExpressionWithoutTables::function_name(call) + "(";
    blank_out(begin, at_);
    std::ranges::copy(name, result_.text.begin() + static_cast<std::ptrdiff_t>(begin));
    open_.push_back({call, depth_, at_});
  }

  void read_sign(char c) {
    const bool in_call = !open_.empty() && open_.back().depth == depth_;
    if (in_call && (c == ',' || c == ')')) check_argument();
    if (in_call && c == ',') return read_column();
    if (in_call && c == ')') open_.pop_back();
    if (c == '(') ++depth_;
    if (c == ')' && depth_ > 0) --depth_;
    ++at_;
  }

  void check_argument() const {
    const auto& call = open_.back();
    const auto argument = std::string_view(text_).substr(call.argument, at_ - call.argument);
    if (argument.find_first_not_of(' ') == std::string_view::npos)
      refuse(fmt::format("table has no place to look at; {}", how),
             result_.calls[call.call].position);
  }

  void read_column() {
    const std::size_t begin = at_++;
    skip_blanks();
    const std::size_t first = at_;
    std::string& column = result_.calls[open_.back().call].column;
    if (is_quote()) {
      column = read_quoted();
    } else {
      while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
      column = text_.substr(first, at_ - first);
    }
    skip_blanks();
    if (column.empty() || at_ >= text_.size() || text_[at_] != ')')
      refuse(fmt::format("table has a column that is neither a heading in quotes nor a number; {}",
                         how),
             first);
    blank_out(begin, at_);
  }

  [[nodiscard]] bool is_quote() const {
    return at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'');
  }

  std::string read_quoted() {
    const std::size_t begin = at_ + 1, end = text_.find(text_[at_], begin);
    if (end == std::string::npos) refuse("a quote has no end", at_);
    at_ = end + 1;
    return text_.substr(begin, end - begin);
  }

  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  void blank_out(std::size_t begin, std::size_t end) {
    std::fill(result_.text.begin() + static_cast<std::ptrdiff_t>(begin),
              result_.text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
  }

  [[noreturn]] static void refuse(const std::string& why, std::size_t position) {
    throw base::Error(fmt::format("{} at position {}", why, position));
  }

  const std::string& text_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  std::vector<OpenCall> open_;
  ExpressionWithoutTables result_;
};

}  // namespace

std::string ExpressionWithoutTables::function_name(std::size_t call) {
  return fmt::format("{}{}", mark, call);
}

ExpressionWithoutTables take_out_tables(const std::string& expression) {
  return Scan(expression).run();
}

bool has_name(const std::string& expression, const std::string& name) {
  for (std::size_t at = expression.find(name); at != std::string::npos;
       at = expression.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !is_of_name(expression[at - 1])) &&
        (end == expression.size() || !is_of_name(expression[end])))
      return true;
  }
  return false;
}

void TableFiles::read_for(const std::string& expression) {
  for (const auto& call : take_out_tables(expression).calls) {
    if (tables_.contains(call.file)) continue;
    const std::filesystem::path path = folder_ / call.file;
    if (call.file.empty()) throw base::Error("'': expected the name of a file");
    const std::string text = read_(path);
    tables_[call.file] = std::make_shared<const DataTable>(text, path.string());
    texts_[path.string()] = text;
  }
}

std::string read_table_text(const std::filesystem::path& file) {
  return read_text(file, most_document_bytes);
}

}  // namespace lobatto::cases
