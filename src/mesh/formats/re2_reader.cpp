#include "mesh/formats/re2_reader.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <tuple>

#include "comm/agreement/agreed_fault.hpp"
#include "comm/exchange/record_exchange.hpp"
#include "mesh/face_sides.hpp"
#include "mesh/formats/file_share.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/mesh_format.hpp"
#include "mesh/point.hpp"
#include "mesh/slices/shared_classes.hpp"

namespace lobatto::mesh {
namespace {

/// A curved side on its way to the rank of its element.
struct CurveRecord {
  std::int64_t element = 0, edge = 0, letter = 0;
  std::array<double, 5> values{};
};

/// What names a boundary: its letters, and zeros behind them.
using NameCode = std::array<long long, 4>;

/// The same of a condition: that of a boundary, or of a periodic side, which has no name.
struct ConditionRecord {
  std::int64_t element = 0, face = 0, order = 0, field = 0;
  NameCode name{};
  std::array<double, 2> partner{};  ///< element and face from 1
};

NameCode code_of(const std::string& name) {
  NameCode code{};
  std::memcpy(code.data(), name.data(), std::min(name.size(), sizeof code - 1));
  return code;
}

std::string name_of(const NameCode& code) {
  return std::bit_cast<std::array<char, sizeof code>>(code).data();
}

/// The name that a condition gives its boundary.
std::string boundary_name(const Re2Condition& condition) {
  if (condition.letters == "MSH" || condition.letters == "EXO")
    return "boundary-" + std::to_string(std::llround(condition.values[4]));
  return condition.letters;
}

/// Of the conditions on a face only those of the first field count that has any: the flow says more
/// than a scalar, and has none on faces of solids.
void keep_first_field(std::vector<ConditionRecord>& conditions) {
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> first;
  for (const ConditionRecord& condition : conditions) {
    const auto [known, is_new] =
        first.try_emplace({condition.element, condition.face}, condition.field);
    if (!is_new) known->second = std::min(known->second, condition.field);
  }
  std::erase_if(conditions, [&](const ConditionRecord& condition) {
    return condition.field > first.at({condition.element, condition.face});
  });
}

/// Corners closer than this to a corner of an element are one point: 5 % of its shortest edge
/// there.
double corner_tolerance(const Re2Corners& corners, int v) {
  double shortest = std::numeric_limits<double>::infinity();
  for (int d = 0; d < 3; ++d)
    shortest = std::min(shortest, distance(corners[v], corners[v ^ (1 << d)]));
  // Edges without length are told later, with their element.
  return std::max(0.05 * shortest, std::numeric_limits<double>::min());
}

class Re2Builder {
 public:
  Re2Builder(Re2File share, const comm::Communicator& communicator)
      : share_(std::move(share)), communicator_(communicator) {}

  MeshSlice build() {
    slice_.raw.file = share_.name;
    slice_.raw.dimension = share_.dimension;
    for (int rank = 0; rank <= communicator_.size(); ++rank)
      slice_.first_element.push_back(static_cast<std::int64_t>(
          Share::begin(static_cast<std::size_t>(share_.n_elements), rank, communicator_.size())));
    identify_corners();
    name_volumes();
    slice_.raw.names_are_conditions = true;
    comm::on_all(communicator_, [&] { slice_.raw.geometry_order = geometry_order_of(share_); });
    slice_.raw.geometry_order =
        static_cast<int>(communicator_.max(double(slice_.raw.geometry_order)));
    bring_curves();
    comm::on_all(communicator_, [&] { bend_elements(share_, slice_.raw); });
    add_conditions();
    return std::move(slice_);
  }

 private:
  [[nodiscard]] std::int64_t first_element() const { return share_.first_element; }

  /// The number of the first corner that is there, of each.
  [[nodiscard]] std::vector<std::int64_t> first_corners() const {
    static_assert(sizeof(Re2Corners) == n_hex_vertices * sizeof(Point));
    const std::size_t n = n_hex_vertices * share_.corners.size();
    std::vector<double> tolerances;
    tolerances.reserve(n);
    for (const auto& of_element : share_.corners)
      for (int v = 0; v < n_hex_vertices; ++v)
        tolerances.push_back(corner_tolerance(of_element, v));
    const Point* corners = share_.corners.empty() ? nullptr : share_.corners.front().data();
    return shared_points({corners, n}, tolerances, communicator_);
  }

  /// Points of ranks before this one come first, then those that are first here.
  void identify_corners() {
    const auto ids = first_corners();
    const std::int64_t first = n_hex_vertices * first_element();
    auto& points = slice_.point_ids;
    std::ranges::copy_if(ids, std::back_inserter(points), [&](auto id) { return id < first; });
    sort_and_drop_repeated(points);
    const auto before = points;
    slice_.raw.corners.resize(share_.corners.size());
    std::vector<std::int64_t> point_of_corner(ids.size());
    for (std::int64_t i = 0; i < std::ssize(ids); ++i) {
      if (ids[i] == first + i) points.push_back(ids[i]);
      point_of_corner[i] = ids[i] < first ? static_cast<std::int64_t>(place_in(before, ids[i]))
                           : ids[i] == first + i ? std::ssize(points) - 1
                                                 : point_of_corner[ids[i] - first];
      slice_.raw.corners[i / n_hex_vertices][i % n_hex_vertices] = point_of_corner[i];
    }
    for (std::int64_t e = 1; e <= std::ssize(share_.corners); ++e)
      slice_.raw.labels.push_back(first_element() + e);
    fetch_points();
    share_.corners = {};
  }

  void fetch_points() {
    slice_.raw.points = comm::ask_each<Point>(
        std::span<const std::int64_t>(slice_.point_ids),
        [&](std::int64_t id) { return slice_.rank_of_element(id / n_hex_vertices); },
        [&](std::int64_t id) -> Point {
          return share_.corners[id / n_hex_vertices - first_element()][id % n_hex_vertices];
        },
        communicator_);
  }

  /// Where the file calls elements fluid and solid, and has both.
  void name_volumes() {
    if (share_.n_fluid == share_.n_elements) return;
    slice_.raw.volume_names = {"fluid", "solid"};
    slice_.raw.solid_volume = 1;
    for (std::int64_t e = 0; e < slice_.raw.n_elements(); ++e)
      slice_.raw.volumes.push_back(first_element() + e < share_.n_fluid ? 0 : 1);
  }

  void bring_curves() {
    std::vector<CurveRecord> curves;
    for (const Re2Curve& curve : share_.curves)
      curves.push_back({curve.element, curve.edge, curve.letter, curve.values});
    const auto own = comm::send_records(
        std::span<const CurveRecord>(curves),
        [&](const CurveRecord& curve) { return slice_.rank_of_element(curve.element); },
        communicator_);
    share_.curves.clear();
    for (const CurveRecord& curve : own)
      share_.curves.push_back({static_cast<int>(curve.element), static_cast<int>(curve.edge),
                               static_cast<char>(curve.letter), curve.values});
  }

  /// Those that say something, of the elements here.
  [[nodiscard]] std::vector<ConditionRecord> bring_conditions() const {
    std::vector<ConditionRecord> records;
    for (const Re2Condition& condition : share_.conditions) {
      if (condition.letters.empty() || condition.letters == "E") continue;
      ConditionRecord& record = records.emplace_back(
          ConditionRecord{condition.element, condition.face, condition.order, condition.field});
      if (condition.letters == "P")
        record.partner = {condition.values[0], condition.values[1]};
      else
        record.name = code_of(boundary_name(condition));
    }
    auto own = comm::send_records(
        std::span<const ConditionRecord>(records),
        [&](const ConditionRecord& record) { return slice_.rank_of_element(record.element); },
        communicator_);
    keep_first_field(own);
    return own;
  }

  void add_conditions() {
    const auto own = bring_conditions();
    name_boundaries(own);
    PeriodicSides partners;
    comm::AgreedFault fault;
    for (const ConditionRecord& record : own) {
      const NekSide side{static_cast<int>(record.element), static_cast<int>(record.face)};
      if (record.name != NameCode{})
        add_quad(record);
      else if (const auto& [element, face] = record.partner;
               element >= 1 && element <= static_cast<double>(share_.n_elements) && face >= 1 &&
               face <= 6)
        partners[side] = {static_cast<int>(std::lround(element)) - 1,
                          static_cast<int>(std::lround(face))};
      else
        fault.report(record.order,
                     text_of_periodic(share_.name, side,
                                      "names as its partner element " + std::to_string(element) +
                                          ", face " + std::to_string(face) + "; expected 1 to " +
                                          std::to_string(share_.n_elements) + " and 1 to 6"));
    }
    fault.agree(communicator_);
    add_periodic_sides(partners, slice_, communicator_);
  }

  /// In the order in which the names come first in the file.
  void name_boundaries(const std::vector<ConditionRecord>& own) {
    std::map<NameCode, long long> first;
    const auto note = [&](const NameCode& name, long long order) {
      const auto [known, is_new] = first.try_emplace(name, order);
      if (!is_new) known->second = std::min(known->second, order);
    };
    for (const ConditionRecord& record : own)
      if (record.name != NameCode{}) note(record.name, record.order);
    std::vector<long long> values;
    for (const auto& [name, order] : first) {
      values.insert(values.end(), name.begin(), name.end());
      values.push_back(order);
    }
    const auto all = communicator_.all_gather(std::span<const long long>(values));
    constexpr std::size_t size = std::tuple_size_v<NameCode> + 1;
    for (std::size_t i = 0; i < all.size(); i += size) {
      NameCode name{};
      std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(i), name.size(), name.begin());
      note(name, all[i + size - 1]);
    }
    for (const auto& [name, order] : first) names_.push_back(name);
    std::ranges::sort(names_, {}, [&](const NameCode& name) { return first.at(name); });
    for (const NameCode& name : names_) slice_.raw.boundary_names.push_back(name_of(name));
  }

  void add_quad(const ConditionRecord& record) {
    const std::int64_t e = record.element - first_element();
    const auto side = n_hex_faces * e + nek_face(static_cast<int>(record.face));
    slice_.raw.quads.push_back(
        {points_of_side(slice_.raw, side),
         static_cast<int>(std::ranges::find(names_, record.name) - names_.begin()),
         record.element + 1});
    slice_.quad_orders.push_back(record.order);
  }

  Re2File share_;
  const comm::Communicator& communicator_;
  MeshSlice slice_;
  std::vector<NameCode> names_;  ///< of boundaries, by their index
};

}  // namespace

MeshSlice mesh_of(Re2File share, const comm::Communicator& communicator) {
  return Re2Builder(std::move(share), communicator).build();
}

MeshFormat re2_format() {
  return {.name = "Nek5000 (.re2, which begins with #v001 to #v004)",
          .is_of = [](const std::filesystem::path&,
                      std::string_view begin) { return begin.starts_with("#v0"); },
          .read =
              [](const std::filesystem::path& file, const comm::Communicator& communicator) {
                return mesh_of(read_re2_file(file, communicator), communicator);
              },
          .has_shares = true};
}

}  // namespace lobatto::mesh
