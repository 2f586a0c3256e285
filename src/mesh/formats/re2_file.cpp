#include "mesh/formats/re2_file.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <sstream>

#include "mesh/formats/file_cursor.hpp"
#include "mesh/formats/file_share.hpp"

namespace lobatto::mesh {
namespace {

/// A header of 80 characters, a real that shows the byte order, then the corners of each element,
/// and the lists of curved sides and of conditions.
class Re2Parser {
 public:
  Re2Parser(const std::filesystem::path& file, const Share& share) : in_(file), share_(share) {
    file_.name = in_.name();
  }

  [[nodiscard]] std::size_t last_byte() const { return in_.last(); }

  Re2File parse() {
    in_.set_binary(true, false);
    read_header();
    read_byte_order();
    file_.n_elements = n_elements_;
    const std::size_t words_of_element = is_plane() ? 1 + 8 : 1 + 24;
    file_.first_element = for_each_own(n_elements_, words_of_element, "a coordinate of a corner",
                                       [&](long long) { read_element(); });
    for_each_own(read_count("the number of curved sides"), words_of_side,
                 "the number of an element", [&](long long) { read_curve(); });
    read_fields();
    return std::move(file_);
  }

 private:
  static constexpr std::size_t words_of_side = 8;  ///< element, side, five values, letters

  [[nodiscard]] bool is_plane() const { return file_.dimension == 2; }
  [[nodiscard]] std::size_t word_size() const {
    return has_doubles_ ? sizeof(double) : sizeof(float);
  }

  /// A list of conditions for each field: the flow, then scalars. Some files say how many there
  /// are; others end after the last.
  void read_fields() {
    long long n_before = 0;
    for (int field = 0; field < n_fields_ && in_.remaining() >= word_size(); ++field) {
      const long long n = read_count("the number of boundary conditions");
      for_each_own(n, words_of_side, "the number of an element",
                   [&](long long i) { read_condition(n_before + i, field); });
      n_before += n;
    }
  }

  /// Calls read(i) for this share of n records of so many words, and passes over the others.
  /// Returns the first i.
  template <class Read>
  std::int64_t for_each_own(long long n, std::size_t words, const char* what, const Read& read) {
    const auto begin = [&](int part) {
      return static_cast<long long>(
          Share::begin(static_cast<std::size_t>(n), part, share_.n_parts));
    };
    const long long first = begin(share_.part), end = begin(share_.part + 1);
    const auto skip = [&](long long n_records) {
      const std::size_t bytes = words * word_size();
      const auto n_here = static_cast<std::size_t>(n_records);
      const bool fits = n_here <= in_.remaining() / bytes;
      in_.skip_bytes(fits ? n_here * bytes : in_.remaining() + 1, what);
    };
    skip(first);
    for (long long i = first; i < end; ++i) read(i);
    skip(n - end);
    return first;
  }

  void read_curve() {
    Re2Curve curve;
    read_record(curve.element, curve.edge, is_plane() ? 4 : 12, curve.values);
    curve.letter = read_letters(1)[0];
    add_curve(file_, curve);
  }

  void read_condition(long long order, int field) {
    Re2Condition condition;
    condition.order = order;
    condition.field = field;
    read_record(condition.element, condition.face, is_plane() ? 4 : 6, condition.values);
    const std::string letters = read_letters(3);
    condition.letters = letters.substr(0, letters.find_last_not_of(' ') + 1);
    if (condition.letters == "P") condition.values[0] = partner(condition.values[0]);
    file_.conditions.push_back(condition);
  }

  void read_header() {
    const std::string header(in_.take(80, "a header of 80 characters"));
    const std::string version = header.substr(0, 5);
    if (version < "#v001" || version > "#v004")
      in_.fail("expected a .re2 file of version #v001 to #v004, found '" + version + "'");
    has_doubles_ = version != "#v001";
    std::istringstream words(header.substr(5));
    if (!(words >> n_elements_ >> file_.dimension >> file_.n_fluid) || n_elements_ < 1)
      in_.fail("expected numbers of elements, of dimensions, and of elements of the fluid after " +
               version + ", found '" + header.substr(5, 30) + "'");
    if (file_.dimension != 2 && file_.dimension != 3)
      in_.fail("expected a mesh in 2 or 3 dimensions, found " + std::to_string(file_.dimension));
    if (file_.n_fluid < 0 || file_.n_fluid > n_elements_)
      in_.fail("expected at most " + std::to_string(n_elements_) +
               " elements of the fluid, which is all there are, found " +
               std::to_string(file_.n_fluid));
    if (version == "#v004" && !(words >> n_fields_)) n_fields_ = any_number;
    if (static_cast<unsigned long long>(n_elements_) > in_.remaining())
      in_.fail("expected " + std::to_string(n_elements_) + " elements, but the file is too short");
  }

  void read_byte_order() {
    constexpr float expected = 6.54321F;
    const auto bits = in_.binary_number<std::uint32_t>("the real that shows the byte order");
    const auto reversed =
        (bits >> 24) | ((bits >> 8) & 0xff00U) | ((bits & 0xff00U) << 8) | (bits << 24);
    const auto is_expected = [&](std::uint32_t value) {
      return std::abs(std::bit_cast<float>(value) - expected) < 1e-4F;
    };
    if (!is_expected(bits) && !is_expected(reversed))
      in_.fail("expected the real 6.54321 that shows the byte order");
    in_.set_binary(true, !is_expected(bits));
  }

  double read_real(const char* what) {
    return has_doubles_ ? in_.binary_number<double>(what) : double{in_.binary_number<float>(what)};
  }

  /// An integer, which files with long reals hold as a real.
  long long read_integer(const char* what) {
    if (!has_doubles_) return in_.binary_number<std::int32_t>(what);
    const auto value = in_.binary_number<double>(what);
    if (!(std::abs(value) < 1e15) || value != std::floor(value))
      in_.fail("expected " + std::string(what) + ", found " + std::to_string(value));
    return static_cast<long long>(value);
  }

  long long read_count(const char* what) {
    const long long n = read_integer(what);
    if (n < 0 || static_cast<unsigned long long>(n) > in_.remaining())
      in_.fail("expected " + std::string(what) + ", found " + std::to_string(n));
    return n;
  }

  void read_element() {
    read_real("the group of an element");
    auto& corners = file_.corners.emplace_back();
    for (int c = 0; c < file_.dimension; ++c) {
      for (const int v : std::span(re2_corners).first(is_plane() ? 4 : 8)) {
        corners[v][c] = read_real("a coordinate of a corner");
        if (!std::isfinite(corners[v][c])) in_.fail("expected a finite coordinate of a corner");
      }
    }
    if (is_plane()) make_slab(corners);
  }

  void read_record(int& element, int& side, int n_sides, std::array<double, 5>& values) {
    const long long number = read_integer("the number of an element");
    if (number < 1 || number > n_elements_)
      in_.fail("expected the number of an element, 1 to " + std::to_string(n_elements_) +
               ", found " + std::to_string(number));
    element = static_cast<int>(number - 1);
    const long long side_number = read_integer("the number of a side");
    if (side_number < 1 || side_number > n_sides)
      in_.fail("expected the number of a side, 1 to " + std::to_string(n_sides) + ", found " +
               std::to_string(side_number));
    side = static_cast<int>(side_number);
    for (double& value : values) value = read_real("a value of a side");
  }

  /// Letters fill the word of a real, in the same order whatever the byte order.
  std::string read_letters(std::size_t n) {
    return std::string(in_.take(has_doubles_ ? 8 : 4, "the letters of a side").substr(0, n));
  }

  /// The number of the partner of a periodic element; in large meshes its bits are an integer's.
  [[nodiscard]] double partner(double value) const {
    constexpr long long first_large = 1'000'000;
    const bool is_number =
        value >= 1 && value <= static_cast<double>(n_elements_) && value == std::floor(value);
    if (n_elements_ < first_large || is_number) return value;
    if (!has_doubles_) return std::bit_cast<std::int32_t>(static_cast<float>(value));
    return static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(value) & 0xffffffffU);
  }

  FileCursor in_;
  Re2File file_;
  Share share_;
  static constexpr int any_number = std::numeric_limits<int>::max();

  long long n_elements_ = 0;
  int n_fields_ = any_number;  ///< that have conditions
  bool has_doubles_ = false;
};

}  // namespace

void make_slab(Re2Corners& corners) {
  for (int v = 0; v < 4; ++v) {
    corners[v][2] = 0.0;
    corners[v + 4] = {corners[v][0], corners[v][1], 1.0};
  }
}

void add_curve(Re2File& file, Re2Curve curve) {
  if (curve.letter == ' ') return;
  const bool is_line_of_slab = file.dimension == 2;
  if (is_line_of_slab && curve.letter == 'm') curve.values[2] = 0.0;
  file.curves.push_back(curve);
  if (!is_line_of_slab) return;
  curve.edge += 4;
  if (curve.letter == 'm') curve.values[2] = 1.0;
  file.curves.push_back(curve);
}

Re2File read_re2_file(const std::filesystem::path& file, const comm::Communicator& communicator) {
  return parse_share<Re2Parser>(file, communicator);
}

}  // namespace lobatto::mesh
