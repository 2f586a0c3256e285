#include "gs/gather_scatter.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/aligned_array.hpp"
#include "base/error.hpp"
#include "gs/global_ids.hpp"
#include "gs/local_sums.hpp"
#include "gs/rank_sums.hpp"

namespace lobatto::gs {

namespace {

std::vector<bool> mark_shared(const IdGroups& groups, const std::vector<PartnerIds>& partners) {
  std::vector<bool> is_shared(groups.size(), false);
  for (const PartnerIds& partner : partners) {
    auto place = groups.ids.begin();
    for (const std::int64_t id : partner.ids) {
      place = std::lower_bound(place, groups.ids.end(), id);
      is_shared[static_cast<std::size_t>(place - groups.ids.begin())] = true;
    }
  }
  return is_shared;
}

/// The slots of the ids that each partner shares; slots count the shared ids in ascending order.
std::vector<RankSums::SharedSlots> slots_of_partners(const IdGroups& groups,
                                                     const std::vector<bool>& is_shared,
                                                     const std::vector<PartnerIds>& partners) {
  std::vector<std::int64_t> shared_ids;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (is_shared[g]) shared_ids.push_back(groups.ids[g]);
  }
  std::vector<RankSums::SharedSlots> slots;
  for (const PartnerIds& partner : partners) {
    slots.push_back({partner.rank, {}});
    for (const std::int64_t id : partner.ids) {
      const auto place = std::lower_bound(shared_ids.begin(), shared_ids.end(), id);
      slots.back().slots.push_back(static_cast<std::uint32_t>(place - shared_ids.begin()));
    }
  }
  return slots;
}

}  // namespace

struct GatherScatter::State {
  State(const IdGroups& groups, const std::vector<bool>& is_shared,
        const std::vector<PartnerIds>& partners, const comm::Communicator& communicator,
        std::size_t n_local)
      : local(groups, is_shared),
        ranks(communicator, slots_of_partners(groups, is_shared, partners), local.n_slots(),
              max_fields),
        inverse_multiplicity(n_local) {}

  void check_length(std::size_t length) const;
  void check(std::span<const std::span<double>> fields) const;

  LocalSums local;
  RankSums ranks;
  base::AlignedArray<double> inverse_multiplicity;  // [n_local]
};

void GatherScatter::State::check_length(std::size_t length) const {
  if (length != inverse_multiplicity.size()) {
    throw base::Error("gather-scatter: a field has " + std::to_string(length) +
                      " values instead of " + std::to_string(inverse_multiplicity.size()));
  }
}

void GatherScatter::State::check(std::span<const std::span<double>> fields) const {
  if (fields.empty() || fields.size() > max_fields) {
    throw base::Error("gather-scatter: between 1 and " + std::to_string(max_fields) +
                      " fields can be added at once, not " + std::to_string(fields.size()));
  }
  for (const auto& field : fields) check_length(field.size());
}

GatherScatter::GatherScatter(std::span<const std::int64_t> global_ids,
                             const comm::Communicator& communicator) {
  const IdGroups groups = group_by_id(global_ids);
  const std::vector<PartnerIds> partners = find_shared_ids(groups.ids, communicator);
  const std::vector<bool> is_shared = mark_shared(groups, partners);
  state_ = std::make_unique<State>(groups, is_shared, partners, communicator, global_ids.size());

  auto& multiplicity = state_->inverse_multiplicity;
  multiplicity.fill(1);
  add(std::span<double>(multiplicity));
  for (double& value : multiplicity) value = 1 / value;
}

GatherScatter::~GatherScatter() = default;
GatherScatter::GatherScatter(GatherScatter&&) noexcept = default;
GatherScatter& GatherScatter::operator=(GatherScatter&&) noexcept = default;

void GatherScatter::add(std::span<double> values) const {
  add(std::span<const std::span<double>>(&values, 1));
}

void GatherScatter::add(std::span<float> values) const {
  add_begin(values);
  add_within(values);
  add_finish(values);
}

void GatherScatter::add(std::span<const std::span<double>> fields) const {
  add_begin(fields);
  add_within(fields);
  add_finish(fields);
}

void GatherScatter::add_begin(std::span<const std::span<double>> fields) const {
  state_->check(fields);
  const int n_fields = static_cast<int>(fields.size());
  for (int f = 0; f < n_fields; ++f) state_->local.gather_shared(fields[f], state_->ranks.sums(f));
  state_->ranks.begin(n_fields);
}

void GatherScatter::add_begin(std::span<float> values) const {
  state_->check_length(values.size());
  state_->local.gather_shared(values, state_->ranks.sums(0));
  state_->ranks.begin(1);
}

void GatherScatter::progress() const { state_->ranks.progress(); }

void GatherScatter::add_within(std::span<const std::span<double>> fields) const {
  add_within(fields, 0, everything);
}

void GatherScatter::add_within(std::span<float> values) const { add_within(values, 0, everything); }

std::size_t GatherScatter::add_within(std::span<const std::span<double>> fields, std::size_t from,
                                      std::size_t end) const {
  return state_->local.add_unshared(fields, from, end);
}

std::size_t GatherScatter::add_within(std::span<float> values, std::size_t from,
                                      std::size_t end) const {
  return state_->local.add_unshared({&values, 1}, from, end);
}

void GatherScatter::add_finish(std::span<const std::span<double>> fields) const {
  state_->ranks.finish();
  const int n_fields = static_cast<int>(fields.size());
  for (int f = 0; f < n_fields; ++f)
    state_->local.scatter_shared(state_->ranks.totals(f), fields[f]);
}

void GatherScatter::add_finish(std::span<float> values) const {
  state_->ranks.finish();
  state_->local.scatter_shared(state_->ranks.totals(0), values);
}

std::vector<bool> GatherScatter::shared_elements(std::size_t size) const {
  const std::size_t n_values = state_->inverse_multiplicity.size();
  if (size == 0 || n_values % size != 0)
    throw base::Error("gather-scatter: " + std::to_string(n_values) +
                      " values are no whole elements of " + std::to_string(size));
  std::vector<bool> is_shared(n_values / size, false);
  for (const std::uint32_t value : state_->local.shared_values()) is_shared[value / size] = true;
  return is_shared;
}

std::span<const double> GatherScatter::inverse_multiplicity() const {
  return state_->inverse_multiplicity;
}

}  // namespace lobatto::gs
