#include "comm/recorder/recorder.hpp"

#include <algorithm>
#include <bit>

#include "base/error.hpp"
#include "comm/mpi_calls.hpp"

namespace lobatto::comm {

constinit thread_local MpiRecorder* current_mpi_recorder = nullptr;

namespace {

/// Mixes a value into a hash (the finaliser of splitmix64).
std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  std::uint64_t z = hash + 0x9e3779b97f4a7c15ULL * (value + 1);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

void add_to(MpiTraffic& traffic, std::size_t bytes) {
  ++traffic.messages;
  traffic.bytes += static_cast<long long>(bytes);
}

MpiTraffic& entry_of(MpiRecorder::Sizes& sizes, std::size_t bytes) {
  return sizes[static_cast<std::size_t>(std::bit_width(bytes))];
}

}  // namespace

MpiRecorder::MpiRecorder(std::size_t trace_bytes) : trace_(trace_bytes) {
  if (current_mpi_recorder != nullptr) throw base::Error("MPI is being recorded already");
  current_mpi_recorder = this;
}

MpiRecorder::~MpiRecorder() { current_mpi_recorder = nullptr; }

void MpiRecorder::start(const std::size_t& region) {
  region_ = &region;
  counts_.clear();
  message_sizes_ = collective_sizes_ = {};
  sent_.clear();
  trace_.clear();
  trace_is_whole_ = true;
  for (auto& [handle, group] : groups_) group.n_collectives = 0;
  for (auto& [key, channel] : channels_) channel.n_sent = channel.n_received = 0;
  computed_ = 0;
  recording_ = true;
  start_ = std::chrono::steady_clock::now();
  start_ticks_ = left_ = base::read_ticks();
}

void MpiRecorder::end_step() {
  if (!recording_) return;
  const std::int64_t now = base::read_ticks();
  computed_ += static_cast<double>(now - left_);
  left_ = now;
  trace({});
  trace_.end_step();
}

void MpiRecorder::stop() {
  if (!recording_) return;
  recording_ = false;
  const auto ticks = static_cast<double>(base::read_ticks() - start_ticks_);
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  seconds_a_tick_ = ticks > 0 ? seconds_ / ticks : 0.0;
  trace_.finish(seconds_a_tick_);
}

void MpiRecorder::leave(MpiFunction function, std::size_t bytes) {
  if (*region_ >= counts_.size()) counts_.resize(*region_ + 1);
  MpiCount& count = counts_[*region_][static_cast<std::size_t>(function)];
  left_ = base::read_ticks();
  ++count.calls;
  count.bytes += static_cast<long long>(bytes);
  count.ticks += left_ - entered_;
  inside_ = false;
}

// Communicators are made by all their parent's ranks in the same order, so that the parent's
// identity, a count and the ranks themselves make an identity without a message.
void MpiRecorder::new_group(MPI_Comm parent, MPI_Comm made) {
  Group& of = group_of(parent);
  const std::uint64_t seed = mix(of.id, of.n_children++);
  if (made != MPI_COMM_NULL) groups_.insert_or_assign(made, make_group(made, seed));
}

MpiRecorder::Group MpiRecorder::make_group(MPI_Comm handle, std::uint64_t seed) {
  Group group;
  group.id = seed;
  group.world_ranks = world_ranks(handle);
  for (const int rank : group.world_ranks)
    group.id = mix(group.id, static_cast<std::uint64_t>(rank));
  return group;
}

MpiRecorder::Group& MpiRecorder::group_of(MPI_Comm handle) {
  const auto known = groups_.find(handle);
  if (known != groups_.end()) return known->second;
  // Made before the recorder: its ranks are all that is known.
  return groups_.emplace(handle, make_group(handle, 0)).first->second;
}

MpiRecorder::Channel* MpiRecorder::channel_of(MPI_Comm group, int rank, int tag) {
  if (rank < 0) return nullptr;
  const Group& of = group_of(group);
  const int peer = of.world_ranks[static_cast<std::size_t>(rank)];
  const auto id = static_cast<std::uint32_t>(mix(of.id, static_cast<std::uint64_t>(tag)));
  const std::uint64_t key = (std::uint64_t{id} << 32) | static_cast<std::uint32_t>(peer);
  return &channels_.try_emplace(key, Channel{id, peer}).first->second;
}

void MpiRecorder::new_send(MPI_Request request, MPI_Comm group, int to, int tag, std::size_t bytes,
                           bool persistent) {
  Request made;
  made.persistent = persistent;
  made.channel = channel_of(group, to, tag);
  made.bytes = made.channel != nullptr ? bytes : 0;
  requests_.insert_or_assign(request, made);
  if (!persistent) started(request);
}

void MpiRecorder::new_receive(MPI_Request request, MPI_Comm group, int from, int tag,
                              bool persistent) {
  Request made;
  made.kind = Request::Kind::receive;
  made.persistent = persistent;
  made.from_anybody = from == MPI_ANY_SOURCE || (tag == MPI_ANY_TAG && from != MPI_PROC_NULL);
  if (!made.from_anybody) made.channel = channel_of(group, from, tag);
  requests_.insert_or_assign(request, made);
  if (!persistent) started(request);
}

void MpiRecorder::new_collective(MPI_Request request, MPI_Comm group, Flow flow, int root,
                                 std::size_t bytes) {
  Group& of = group_of(group);
  Request made;
  made.kind = Request::Kind::collective;
  made.under_way = true;
  made.flow = flow;
  made.group = static_cast<std::uint32_t>(of.id);
  made.root = static_cast<std::uint32_t>(of.world_ranks[static_cast<std::size_t>(root)]);
  made.sequence = of.n_collectives++;
  requests_.insert_or_assign(request, made);
  count_collective(bytes);
  trace_enter(made.group, made.sequence, flow, made.root);
}

std::size_t MpiRecorder::started(MPI_Request handle) {
  const auto known = requests_.find(handle);
  if (known == requests_.end()) return 0;
  Request& request = known->second;
  request.under_way = true;
  if (request.channel == nullptr) return 0;
  if (request.kind == Request::Kind::receive) {
    request.sequence = request.channel->n_received++;
    return 0;
  }
  send_on(*request.channel, request.bytes);
  return request.bytes;
}

void MpiRecorder::completed(MPI_Request handle) {
  const auto known = requests_.find(handle);
  if (known == requests_.end() || !known->second.under_way) return;
  Request& request = known->second;
  request.under_way = false;
  if (request.from_anybody) trace_is_whole_ = false;
  if (request.kind == Request::Kind::receive && request.channel != nullptr)
    trace({0, static_cast<std::uint32_t>(request.channel->peer), request.channel->id,
           request.sequence, TraceEvent::Kind::receive});
  if (request.kind == Request::Kind::collective)
    trace_leave(request.group, request.sequence, request.flow, request.root);
  if (!request.persistent) requests_.erase(known);
}

void MpiRecorder::sent(MPI_Comm group, int to, int tag, std::size_t bytes) {
  if (Channel* channel = channel_of(group, to, tag)) send_on(*channel, bytes);
}

void MpiRecorder::received(MPI_Comm group, int from, int tag) {
  Channel* channel = channel_of(group, from, tag);
  if (channel == nullptr) return;
  trace({0, static_cast<std::uint32_t>(channel->peer), channel->id, channel->n_received++,
         TraceEvent::Kind::receive});
}

void MpiRecorder::collective(MPI_Comm group, Flow flow, int root, std::size_t bytes) {
  Group& of = group_of(group);
  const auto id = static_cast<std::uint32_t>(of.id);
  const auto world_root =
      static_cast<std::uint32_t>(of.world_ranks[static_cast<std::size_t>(root)]);
  const std::uint32_t sequence = of.n_collectives++;
  count_collective(bytes);
  trace_enter(id, sequence, flow, world_root);
  trace_leave(id, sequence, flow, world_root);
}

void MpiRecorder::count_message(int world_rank, std::size_t bytes) {
  add_to(sent_[world_rank], bytes);
  add_to(entry_of(message_sizes_, bytes), bytes);
}

void MpiRecorder::count_collective(std::size_t bytes) {
  add_to(entry_of(collective_sizes_, bytes), bytes);
}

void MpiRecorder::send_on(Channel& channel, std::size_t bytes) {
  count_message(channel.peer, bytes);
  trace({0, static_cast<std::uint32_t>(channel.peer), channel.id, channel.n_sent++,
         TraceEvent::Kind::send});
}

void MpiRecorder::trace(TraceEvent event) {
  event.computed = computed_;
  computed_ = 0;
  trace_.add(event);
}

}  // namespace lobatto::comm
