#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

#include "mesh/formats/file_cursor.hpp"
#include "mesh/formats/re2_reader.hpp"
#include "mesh/mesh_format.hpp"

namespace lobatto::mesh {
namespace {

/// Columns of a line, as Fortran's formats count them.
struct Columns {
  std::size_t first = 0, width = 0;
};

std::string in_columns(const std::string& line, const Columns& columns) {
  if (columns.first >= line.size()) return {};
  const std::string text = line.substr(columns.first, columns.width);
  const auto begin = text.find_first_not_of(' ');
  return begin == std::string::npos ? ""
                                    : text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

std::string in_capitals(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

/// A Fortran real: perhaps with a sign before, or D for the exponent. False where there is none.
bool read_real(std::string text, double& value) {
  std::ranges::replace(text, 'D', 'E');
  std::ranges::replace(text, 'd', 'e');
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(begin, end, value);
  return result.ec == std::errc() && result.ptr == end && std::isfinite(value);
}

/// Where the numbers of curved sides and of conditions stand: the more elements, the more columns
/// they take. Formats 60 to 62 and 50 to 53 of Nek5000's reader_rea.f.
struct Layout {
  Columns curve_edge, curve_element;
  std::size_t first_value_of_curve, first_value_of_condition, width_of_condition;

  explicit Layout(long long n_elements) {
    const bool is_small = n_elements < 1000, is_medium = n_elements < 1'000'000;
    curve_edge = {0, is_small ? 3u : 2u};
    curve_element = {curve_edge.width, is_small ? 3u : is_medium ? 6u : 12u};
    first_value_of_curve = curve_edge.width + curve_element.width;
    first_value_of_condition = is_medium ? 10 : 16;
    width_of_condition = is_medium ? 14 : 18;
  }
};

/// Parameters, then a title, the corners of each element, a title and the curved sides, titles and
/// the conditions of each field: a line for each side of each element, in their order.
class ReaParser {
 public:
  explicit ReaParser(const std::filesystem::path& file) : in_(file), path_(file) {
    file_.name = in_.name();
  }

  Re2File parse() {
    find_mesh();
    read_counts();
    for (std::int64_t e = 0; e < file_.n_elements; ++e) read_element();
    read_curves();
    read_fields();
    return std::move(file_);
  }

 private:
  std::string next_line(const char* what) {
    if (in_.remaining() == 0) in_.fail("expected " + std::string(what) + ", but the file ends");
    return std::string(in_.rest_of_line());
  }

  void find_mesh() {
    for (;;) {
      if (in_.remaining() == 0)
        in_.fail("expected a line with MESH DATA somewhere above, but the file ends");
      if (in_capitals(std::string(in_.rest_of_line())).find("MESH DATA") != std::string::npos)
        return;
    }
  }

  [[noreturn]] void refuse_without_mesh() {
    auto mesh = path_;
    mesh.replace_extension(".re2");
    in_.fail(
        "the file has no mesh of its own: Nek5000 reads it from a .re2 file of the same name; "
        "expected mesh.file = \"" +
        mesh.filename().string() + "\"" +
        (std::filesystem::exists(mesh) ? "" : ", which is not beside it"));
  }

  void read_counts() {
    const std::string line = next_line("the numbers of elements and dimensions");
    std::istringstream words(line);
    const bool is_read =
        static_cast<bool>(words >> file_.n_elements >> file_.dimension >> file_.n_fluid);
    if (line.find("PRESOLVE") != std::string::npos || (is_read && file_.n_elements < 0))
      refuse_without_mesh();
    if (!is_read || file_.n_elements < 1 || file_.dimension < 2 || file_.dimension > 3 ||
        file_.n_fluid < 0 || file_.n_fluid > file_.n_elements)
      in_.fail(
          "expected numbers of elements, of dimensions (2 or 3), and of elements of the fluid, "
          "found '" +
          line.substr(0, 40) + "'");
    if (static_cast<unsigned long long>(file_.n_elements) > in_.remaining())
      in_.fail("expected " + std::to_string(file_.n_elements) +
               " elements, but the file is too short");
  }

  void read_element() {
    next_line("the title of an element");
    auto& corners = file_.corners.emplace_back();
    for (int first = 0; first < (file_.dimension == 2 ? 4 : 8); first += 4) {
      for (int c = 0; c < file_.dimension; ++c) {
        std::istringstream words(next_line("coordinates of four corners"));
        for (int v = first; v < first + 4; ++v) {
          std::string word;
          words >> word;
          if (!read_real(word, corners[re2_corners[v]][c]))
            in_.fail("expected a coordinate of a corner of element " +
                     std::to_string(file_.corners.size()) + ", found '" + word + "'");
        }
      }
    }
    if (file_.dimension == 2) make_slab(corners);
  }

  /// Blank columns are 0, as Fortran has it.
  double value_in(const std::string& line, const Columns& columns, const char* what) {
    const std::string text = in_columns(line, columns);
    double value = 0.0;
    if (!text.empty() && !read_real(text, value))
      in_.fail("expected " + std::string(what) + " in columns " +
               std::to_string(columns.first + 1) + " to " +
               std::to_string(columns.first + columns.width) + ", found '" + text + "'");
    return value;
  }

  int number_in(const std::string& line, const Columns& columns, long long largest,
                const char* what) {
    const double value = value_in(line, columns, what);
    if (!(value >= 1 && value <= static_cast<double>(largest) && value == std::floor(value)))
      in_.fail("expected " + std::string(what) + ", 1 to " + std::to_string(largest) +
               ", in columns " + std::to_string(columns.first + 1) + " to " +
               std::to_string(columns.first + columns.width) + ", found '" +
               in_columns(line, columns) + "'");
    return static_cast<int>(value);
  }

  void read_curves() {
    next_line("the title of the curved sides");
    const Layout layout(file_.n_elements);
    const std::string line = next_line("the number of curved sides");
    long long n = -1;
    if (!(std::istringstream(line) >> n) || n < 0)
      in_.fail("expected the number of curved sides, found '" + line.substr(0, 40) + "'");
    for (long long i = 0; i < n; ++i) {
      const std::string text = next_line("a curved side");
      Re2Curve curve;
      curve.edge =
          number_in(text, layout.curve_edge, file_.dimension == 2 ? 4 : 12, "the number of a side");
      curve.element =
          number_in(text, layout.curve_element, file_.n_elements, "the number of an element") - 1;
      for (std::size_t k = 0; k < 5; ++k)
        curve.values[k] =
            value_in(text, {layout.first_value_of_curve + 14 * k, 14}, "a value of a side");
      const std::size_t at = layout.first_value_of_curve + 5 * 14 + 1;
      curve.letter = at < text.size() ? text[at] : ' ';
      add_curve(file_, curve);
    }
  }

  /// As many as there are; a field without conditions has a title that says NO.
  void read_fields() {
    next_line("the title of the boundary conditions");
    for (int field = 0; in_.remaining() > 0;) {
      const std::string title = in_capitals(next_line("the title of a field"));
      if (title.find("BOUNDARY CONDITIONS") == std::string::npos) return;
      if (title.find("NO ") != std::string::npos) continue;
      read_field(field++);
    }
  }

  /// The flow has conditions on its own elements, a scalar on those of solids, too, or not: a word
  /// of the next title tells the end.
  void read_field(int field) {
    const int n_sides = 2 * file_.dimension;
    const Layout layout(file_.n_elements);
    for (std::int64_t e = 0; e < file_.n_elements; ++e) {
      if (e == file_.n_fluid && !is_condition_ahead()) return;
      for (int face = 1; face <= n_sides; ++face) read_condition(layout, e, face, field);
    }
  }

  /// Conditions are of the flow alone where a title follows.
  bool is_condition_ahead() {
    const std::string_view text = in_.peek(80);
    const std::string line(text.substr(0, text.find('\n')));
    return line.find("BOUNDARY CONDITIONS") == std::string::npos &&
           line.find("PRESOLVE") == std::string::npos;
  }

  void read_condition(const Layout& layout, std::int64_t element, int face, int field) {
    const std::string line = next_line("the condition of a side");
    if (line.find("*****") != std::string::npos)
      in_.fail("expected the condition of side " + std::to_string(face) + " of element " +
               std::to_string(element + 1) + ", found '" + line.substr(0, 40) + "'");
    Re2Condition condition;
    condition.element = static_cast<int>(element);
    condition.face = face;
    condition.field = field;
    condition.order = n_conditions_++;
    condition.letters = in_columns(line, {1, 3});
    for (std::size_t k = 0; k < 5; ++k)
      condition.values[k] =
          value_in(line,
                   {layout.first_value_of_condition + layout.width_of_condition * k,
                    layout.width_of_condition},
                   "a value of a side");
    file_.conditions.push_back(condition);
  }

  FileCursor in_;
  std::filesystem::path path_;
  Re2File file_;
  std::int64_t n_conditions_ = 0;
};

}  // namespace

/// Reads the mesh of a .rea file, Nek5000's old format of text: corners, curved sides and the
/// conditions of each field. Its parameters count for nothing. Throws base::Error with the line and
/// what was expected there; also where the mesh is in a .re2 file beside it.
MeshFormat rea_format() {
  return {.name = "Nek5000 (.rea, whose first line has the word PARAMETERS)",
          .is_of =
              [](const std::filesystem::path&, std::string_view begin) {
                return begin.substr(0, begin.find('\n')).find("PARAMETERS") !=
                       std::string_view::npos;
              },
          .read =
              [](const std::filesystem::path& file, const comm::Communicator& communicator) {
                return mesh_of(ReaParser(file).parse(), communicator);
              }};
}

}  // namespace lobatto::mesh
