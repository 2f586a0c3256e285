#include "io/nek/header.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <regex>

#include "base/error.hpp"
#include "io/hdf5/inventory.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

const std::string neko_fields = "Fields/";

/// True for u_lag1, abx1, temperature_abx2: older velocities, scalars and right-hand sides.
bool is_older_level(const std::string& name) {
  static const std::regex pattern("(.*_lag[0-9]+)|((.*_)?ab[sxyz][12])");
  return std::regex_match(name, pattern);
}

/// One file while its head is made.
class NekoFile {
 public:
  explicit NekoFile(const fs::path& file) : content_(file) {}

  NekFieldHeader header() {
    const Json own = content_.attributes("/"), mesh = content_.attributes("Mesh");
    constexpr long long any = std::numeric_limits<std::int32_t>::max();
    const int n = static_cast<int>(integer(own, "Lx", 2, 99));
    header_.n = {n, n, n};
    header_.n_elements_here = header_.n_elements = integer(mesh, "Elements", 1, any);
    if (const auto n_dimensions = integer(mesh, "Dimension", 2, 3); n_dimensions != 3)
      refuse(fmt::format("{} dimensions, expected 3", n_dimensions));
    if (!own.contains("Time") || !own["Time"].is_number() || !std::isfinite(double(own["Time"])))
      refuse("it has no time (Time); expected a checkpoint of Neko");
    header_.time = own["Time"];
    header_.neko.emplace().end = fs::file_size(content_.file());
    add_fields();
    return header_;
  }

 private:
  [[noreturn]] void refuse(const std::string& problem) const {
    throw base::Error(fmt::format("{}: {}", content_.file().string(), problem));
  }
  long long integer(const Json& attributes, const char* key, long long lower,
                    long long upper) const {
    const auto found = attributes.find(key);
    if (found == attributes.end() || !found->is_number_integer() || *found < lower ||
        *found > upper)
      refuse(fmt::format("its {} is {}, expected a number from {} to {}", key,
                         found == attributes.end() ? "missing" : found->dump(), lower, upper));
    return *found;
  }
  void add_fields() {
    for (const char* const name : {"u", "v", "w"}) add_required(name);
    header_.blocks = {"U"};
    if (const Hdf5Item* const pressure = content_.find(neko_fields + "p")) {
      header_.blocks.emplace_back("P");
      add(*pressure);
    }
    for (const Hdf5Item& item : content_.items()) add_if_scalar(item);
  }
  void add_required(const std::string& name) {
    const Hdf5Item* const item = content_.find(neko_fields + name);
    if (item == nullptr)
      refuse(fmt::format("it has no {}{}, expected a velocity: u, v and w", neko_fields, name));
    if (name == "u") first_ = item;
    add(*item);
  }
  void add_if_scalar(const Hdf5Item& item) {
    if (!item.path.starts_with(neko_fields)) return;
    const std::string name = item.path.substr(neko_fields.size());
    if (name.size() == 1 && std::string("uvwp").find(name) != std::string::npos) return;
    if (is_older_level(name)) return;
    header_.blocks.push_back(scalar_block(header_.neko->scalar_names.size()));
    header_.neko->scalar_names.push_back(name);
    add(item);
  }
  /// The next component.
  void add(const Hdf5Item& item) {
    const auto n_values = static_cast<std::uint64_t>(header_.n_elements * header_.element_size());
    if (item.shape != std::vector{n_values})
      refuse(fmt::format("{} has {} values, expected {}: {} elements of {} nodes per direction",
                         item.path, fmt::join(item.shape, " x "), n_values, header_.n_elements,
                         header_.n[0]));
    if (item.type != "float64" && item.type != "float32")
      refuse(fmt::format("{} has values of type {}, expected float64 or float32", item.path,
                         item.type));
    if (item.type != first_->type || item.is_swapped != first_->is_swapped)
      refuse(fmt::format("{} and {} have different types of values", first_->path, item.path));
    if (!item.begin)
      refuse(fmt::format(
          "the values of {} are missing, or in chunks; expected them in one piece, as Neko writes "
          "them: h5repack -l CONTI -f NONE makes such a file of one in chunks",
          item.path));
    header_.word_size = static_cast<int>(item.value_size);
    header_.neko->is_swapped = item.is_swapped;
    header_.neko->begins.push_back(*item.begin);
  }

  Hdf5Inventory content_;
  NekFieldHeader header_;
  const Hdf5Item* first_ = nullptr;
};

}  // namespace

bool is_neko_hdf5(const fs::path& file) {
  const QuietHdf5Errors quiet;
  if (H5Fis_hdf5(file.c_str()) <= 0) return false;
  const Hdf5Handle id(H5Fopen(file.c_str(), H5F_ACC_RDONLY, hdf5_file_access()), H5Fclose);
  return id.valid() && H5Aexists(id, "Lx") > 0 && H5Lexists(id, "Fields", H5P_DEFAULT) > 0;
}

NekFieldHeader read_neko_hdf5(const fs::path& file) { return NekoFile(file).header(); }

std::string text_of_neko_head(const NekFieldHeader& header) {
  const NekoLayout& layout = *header.neko;
  const Json text{{"n", header.n[0]},
                  {"elements", header.n_elements},
                  {"time", header.time},
                  {"word_size", header.word_size},
                  {"blocks", header.blocks},
                  {"begins", layout.begins},
                  {"end", layout.end},
                  {"scalars", layout.scalar_names},
                  {"is_swapped", layout.is_swapped}};
  return text.dump(-1, ' ', true, Json::error_handler_t::replace);
}

bool is_text_of_neko_head(std::string_view text) { return text.starts_with('{'); }

NekFieldHeader parse_neko_head(std::string_view text) {
  const Json head = Json::parse(text);
  NekFieldHeader header;
  header.n.fill(head.at("n"));
  header.n_elements_here = header.n_elements = head.at("elements");
  header.time = head.at("time");
  header.word_size = head.at("word_size");
  header.blocks = head.at("blocks").get<std::vector<std::string>>();
  header.neko =
      NekoLayout{head.at("begins").get<std::vector<std::uintmax_t>>(), head.at("end"),
                 head.at("scalars").get<std::vector<std::string>>(), head.at("is_swapped")};
  return header;
}

}  // namespace lobatto::io
