#include "machine/trials/trial_kinds.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/aligned_array.hpp"
#include "direct/cache_lines.hpp"
#include "direct/exchange/pencil_exchange.hpp"
#include "direct/exchange/plane_transpose.hpp"
#include "gs/gather_scatter.hpp"
#include "machine/trials/call_pace.hpp"
#include "mesh/box_mesh.hpp"
#include "mesh/grading.hpp"

namespace lobatto::machine {

namespace {

constexpr int order = 7, elements_a_direction = 8;

/// Ranks along y and z, as square as can be.
mesh::RankGrid rank_grid(int n_ranks) {
  int n_y = static_cast<int>(std::sqrt(n_ranks));
  while (n_ranks % n_y != 0) --n_y;
  return {1, n_y, n_ranks / n_y};
}

/// Periodic, so that every rank has neighbours on all sides.
mesh::BoxMesh make_box(const comm::Communicator& communicator) {
  const auto grid = rank_grid(communicator.size());
  const std::array<int, 3> n_elements{elements_a_direction, elements_a_direction * grid.n_y,
                                      elements_a_direction * grid.n_z};
  std::array<mesh::Axis, 3> axes;
  for (int d = 0; d < 3; ++d) axes[d] = {mesh::uniform_ticks(0, 1, n_elements[d]), true};
  return mesh::make_box_mesh(std::move(axes), order, grid, communicator.rank());
}

class GatherScatterTrial : public Trial {
 public:
  explicit GatherScatterTrial(const comm::Communicator& communicator)
      : communicator_(communicator),
        ids_(mesh::global_node_ids(make_box(communicator))),
        gather_scatter_(ids_, communicator),
        field_(ids_.size()) {}

  void repeat(double, std::span<std::optional<double>> values) override {
    const auto sums = [&](int n) {
      for (int call = 0; call < n; ++call) gather_scatter_.add(std::span<double>(field_));
    };
    values[0] = 1e6 * pace_.seconds_per_call(seconds_per_value, communicator_, sums);
  }

 private:
  const comm::Communicator& communicator_;
  std::vector<std::int64_t> ids_;
  gs::GatherScatter gather_scatter_;
  base::AlignedArray<double> field_;  // zeros stay what they are
  CallPace pace_;
};

/// All that a solve does between ranks, planes along y and the ends of slabs along z: the copies
/// belong to it, since ranks that share memory read there what another wrote, and the exchange
/// itself only tells them when.
class TransposesTrial : public Trial {
 public:
  explicit TransposesTrial(const comm::Communicator& communicator)
      : communicator_(communicator),
        shape_(make_box(communicator)),
        exchanges_(shape_, communicator) {
    const int n_x = nodes(shape_.n_x_elements), n_y = nodes(shape_.n_y_elements);
    const int own_y = shape_.y_member(communicator.rank()),
              own_z = shape_.grid.z_coordinate(communicator.rank());
    row_ = direct::whole_cache_lines(static_cast<std::size_t>(shape_.z_window(own_z).n_nodes));
    plane_size_ = static_cast<std::size_t>(shape_.y_window(own_y).n_nodes) * row_;
    planes_ = base::AlignedArray<double>(n_x * plane_size_);
    whole_plane_ = base::AlignedArray<double>(n_y * row_);
    n_own_planes_ = direct::share_of(n_x, shape_.n_y_members(), own_y).size;
    if (exchanges_.y) y_.emplace(*exchanges_.y, shape_, own_y, n_x, row_);
  }

  void repeat(double, std::span<std::optional<double>> values) override {
    const auto solves = [&](int n) {
      for (int call = 0; call < n; ++call) there_and_back();
    };
    const double seconds = pace_.seconds_per_call(seconds_per_value, communicator_, solves);
    values[0] = 1e6 * seconds;
    values[1] = 1e-9 * static_cast<double>(bytes()) / seconds;
  }

 private:
  static int nodes(int n_elements) { return n_elements * order + 1; }

  void there_and_back() {
    if (y_) y_->deal_out(planes_.data(), plane_size_);
    for (int p = 0; y_ && p < n_own_planes_; ++p) y_->gather(p, whole_plane_.data());
    if (exchanges_.z) {
      direct::PencilExchange::move(exchanges_.z->ends(1).there());
      direct::PencilExchange::move(exchanges_.z->ends(1).back());
    }
    for (int p = 0; y_ && p < n_own_planes_; ++p) y_->scatter(p, whole_plane_.data());
    if (y_) y_->collect(planes_.data(), plane_size_);
  }
  /// Sent to other ranks by this one.
  std::size_t bytes() {
    std::size_t sum = 0;
    const auto count = [&](direct::PencilExchange& exchange) {
      sum += exchange.there().bytes_per_exchange() + exchange.back().bytes_per_exchange();
    };
    if (exchanges_.y) count(*exchanges_.y);
    if (exchanges_.z) count(exchanges_.z->ends(1));
    return sum;
  }

  const comm::Communicator& communicator_;
  direct::PencilShape shape_;
  direct::PencilExchanges exchanges_;
  std::size_t row_ = 0, plane_size_ = 0;
  int n_own_planes_ = 0;
  base::AlignedArray<double> planes_, whole_plane_;
  std::optional<direct::PlaneTranspose> y_;
  CallPace pace_;
};

}  // namespace

TrialKind gather_scatter_trial() {
  return {
      "gather_scatter",
      "gather-scatter of the solver",
      1,
      2,
      [] { return std::vector<Measurand>{{"gather_scatter", "us", Better::smaller, Per::core}}; },
      make_trial<GatherScatterTrial>};
}

TrialKind transposes_trial() {
  return {"transposes",
          "transposes of the direct solver",
          1,
          2,
          [] {
            return std::vector<Measurand>{{"transposes", "us", Better::smaller, Per::core},
                                          {"transposes_bandwidth", "GB/s"}};
          },
          make_trial<TransposesTrial>};
}

}  // namespace lobatto::machine
