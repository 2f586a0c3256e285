#include "mesh/slices/re2_slice.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>

#include "comm/agreed_fault.hpp"
#include "comm/record_exchange.hpp"
#include "mesh/face_sides.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/re2_file.hpp"
#include "mesh/re2_geometry.hpp"
#include "mesh/slices/re2_slice_periodic.hpp"
#include "mesh/slices/shared_points.hpp"

namespace lobatto::mesh {
namespace {

/// A curved side on its way to the rank of its element.
struct CurveRecord {
  std::int64_t element = 0, edge = 0, letter = 0;
  std::array<double, 5> values{};
};

/// What names a boundary, in numbers: letters, or the number that takes their place.
using NameCode = std::array<long long, 2>;

/// The same of a condition: that of a boundary, or of a periodic side.
struct ConditionRecord {
  std::int64_t element = 0, face = 0, order = 0, field = 0;
  std::optional<NameCode> name = {};  ///< none: it is periodic
  NekSide partner{};
};

NameCode code_of(const std::string& name) {
  NameCode code{};
  const std::string prefix = "boundary-";
  if (name.starts_with(prefix)) return {1, std::stoll(name.substr(prefix.size()))};
  std::memcpy(&code[1], name.data(), std::min(name.size(), sizeof code[1]));
  return code;
}

std::string name_of(const NameCode& code) {
  if (code[0] == 1) return "boundary-" + std::to_string(code[1]);
  char letters[sizeof code[1] + 1] = {};
  std::memcpy(letters, &code[1], sizeof code[1]);
  return letters;
}

class Re2SliceBuilder {
 public:
  Re2SliceBuilder(Re2File share, const comm::Communicator& communicator)
      : share_(std::move(share)), communicator_(communicator) {}

  MeshSlice build() {
    slice_.raw.file = share_.name;
    slice_.raw.dimension = share_.dimension;
    for (int rank = 0; rank <= communicator_.size(); ++rank)
      slice_.first_element.push_back(static_cast<std::int64_t>(
          Share::begin(static_cast<std::size_t>(share_.n_elements), rank, communicator_.size())));
    identify_corners();
    name_volumes(share_, slice_.raw);
    comm::together(communicator_, [&] { slice_.raw.geometry_order = geometry_order_of(share_); });
    slice_.raw.geometry_order =
        static_cast<int>(communicator_.max(double(slice_.raw.geometry_order)));
    bring_curves();
    comm::together(communicator_, [&] { bend_elements(share_, slice_.raw); });
    add_conditions();
    return std::move(slice_);
  }

 private:
  [[nodiscard]] std::int64_t first_element() const { return share_.first_element; }

  /// A point is the first corner that is there.
  void identify_corners() {
    std::vector<std::array<double, 3>> corners;
    std::vector<double> tolerances;
    corners.reserve(8 * share_.corners.size());
    tolerances.reserve(8 * share_.corners.size());
    for (const auto& of_element : share_.corners) {
      for (int v = 0; v < n_hex_vertices; ++v) {
        corners.push_back(of_element[v]);
        tolerances.push_back(corner_tolerance(of_element, v));
      }
    }
    const auto ids = shared_points(corners, tolerances, communicator_);
    slice_.point_ids = ids;
    sort_and_drop_repeated(slice_.point_ids);
    fetch_points();
    slice_.raw.corners.resize(share_.corners.size());
    for (std::size_t i = 0; i < ids.size(); ++i)
      slice_.raw.corners[i / n_hex_vertices][i % n_hex_vertices] =
          static_cast<std::int64_t>(place_in(slice_.point_ids, ids[i]));
    for (std::size_t e = 0; e < share_.corners.size(); ++e)
      slice_.raw.labels.push_back(first_element() + static_cast<std::int64_t>(e) + 1);
  }

  void fetch_points() {
    slice_.raw.points = comm::ask_ranks<std::array<double, 3>>(
        std::span<const std::int64_t>(slice_.point_ids),
        [&](std::int64_t id) { return slice_.rank_of_element(id / n_hex_vertices); },
        [&](std::span<const std::int64_t> asked) {
          std::vector<std::array<double, 3>> points;
          points.reserve(asked.size());
          for (const std::int64_t id : asked)
            points.push_back(
                share_.corners[id / n_hex_vertices - first_element()][id % n_hex_vertices]);
          return points;
        },
        communicator_);
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

  void add_conditions() {
    std::vector<ConditionRecord> records;
    comm::together(communicator_, [&] {
      for (const Re2Condition& condition : share_.conditions) {
        ConditionRecord record{condition.element, condition.face, condition.order, condition.field};
        if (names_boundary(condition))
          record.name = code_of(boundary_name(condition));
        else if (condition.letters == "P")
          record.partner = partner_of(share_, condition);
        else
          continue;
        records.push_back(record);
      }
    });
    auto own = comm::send_records(
        std::span<const ConditionRecord>(records),
        [&](const ConditionRecord& record) { return slice_.rank_of_element(record.element); },
        communicator_);
    keep_first_field(own);
    name_boundaries(own);
    std::map<NekSide, NekSide> partners;
    for (const ConditionRecord& record : own) {
      if (record.name)
        add_quad(record);
      else
        partners[{static_cast<int>(record.element), static_cast<int>(record.face)}] =
            record.partner;
    }
    add_re2_periodic(partners, slice_, communicator_);
  }

  /// In the order in which the names come first in the file.
  void name_boundaries(const std::vector<ConditionRecord>& own) {
    std::map<NameCode, long long> first;
    const auto note = [&](const NameCode& name, long long order) {
      const auto [known, is_new] = first.try_emplace(name, order);
      if (!is_new) known->second = std::min(known->second, order);
    };
    for (const ConditionRecord& record : own)
      if (record.name) note(*record.name, record.order);
    std::vector<long long> values;
    for (const auto& [name, order] : first) values.insert(values.end(), {name[0], name[1], order});
    const auto all = communicator_.all_gather(std::span<const long long>(values));
    for (std::size_t i = 0; i < all.size(); i += 3) note({all[i], all[i + 1]}, all[i + 2]);
    for (const auto& [name, order] : first) names_.push_back(name);
    std::ranges::sort(names_, {}, [&](const NameCode& name) { return first.at(name); });
    for (const NameCode& name : names_) slice_.raw.boundary_names.push_back(name_of(name));
  }

  void add_quad(const ConditionRecord& record) {
    const std::int64_t e = record.element - first_element();
    const auto side = 6 * e + nek_face(static_cast<int>(record.face));
    slice_.raw.quads.push_back(
        {points_of_side(slice_.raw, side),
         static_cast<int>(std::ranges::find(names_, *record.name) - names_.begin()),
         record.element + 1});
    slice_.quad_orders.push_back(record.order);
  }

  Re2File share_;
  const comm::Communicator& communicator_;
  MeshSlice slice_;
  std::vector<NameCode> names_;  ///< of boundaries, by their index
};

}  // namespace

MeshSlice read_re2_slice(const std::filesystem::path& path,
                         const comm::Communicator& communicator) {
  FileFault problem;
  Re2File share = read_re2_share(path, {communicator.rank(), communicator.size()}, problem);
  comm::AgreedFault fault;
  if (!problem.text.empty()) fault.report(static_cast<long long>(problem.byte), problem.text);
  fault.agree(communicator);
  return Re2SliceBuilder(std::move(share), communicator).build();
}

}  // namespace lobatto::mesh
