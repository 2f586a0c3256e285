#include "io/checkpoint/series.hpp"

#include <hdf5.h>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/checkpoint/content.hpp"
#include "io/checkpoint/folder.hpp"
#include "io/checkpoint/saver.hpp"
#include "io/complete_file.hpp"
#include "io/run_folder.hpp"
#include "io/text_file.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

double seconds_between(std::chrono::steady_clock::time_point begin,
                       std::chrono::steady_clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

/// What is in it was left by a run that died. Several ranks of a node may do this at a time.
void make_empty_folder(const fs::path& folder) {
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  make_folder(folder);
}

int group_of(int rank, int n_ranks, int n_groups) {
  return static_cast<int>(static_cast<long long>(rank) * n_groups / n_ranks);
}

}  // namespace

bool writes_checkpoints(int rank, int n_ranks, int n_files) {
  const int n_groups = std::clamp(n_files, 1, n_ranks);
  return rank == 0 || group_of(rank, n_ranks, n_groups) != group_of(rank - 1, n_ranks, n_groups);
}

CheckpointSeries::CheckpointSeries(fs::path folder, const CheckpointOptions& options,
                                   long long first_step, const comm::Communicator& communicator)
    : folder_(std::move(folder)),
      options_(options),
      communicator_(communicator),
      group_(communicator.duplicate()),
      file_(0),
      drainer_(static_cast<std::size_t>(std::max(1, options.max_staged)),
               comm::Environment::allows_threads()),
      writer_(1, comm::Environment::allows_threads()) {
  options_.n_files = std::clamp(options_.n_files, 1, communicator.size());
  if (options_.stage) options_.stage = stage_folder(*options_.stage, folder_);
  file_ = group_of(communicator.rank(), communicator.size(), options_.n_files);
  group_ = communicator.split(file_, communicator.rank());
  comm::on_root(communicator, [&] {
    make_folder(folder_);
    remove_broken_checkpoints(folder_);
    given_up_ = files_beyond(folder_, first_step);
  });
  std::string message;
  try {
    if (options_.stage && group_.rank() == 0) make_empty_folder(*options_.stage);
  } catch (const base::Error& error) {
    message = fmt::format("io.stage: {}", error.what());
  }
  comm::throw_together(communicator, message);
  H5open();  // here, and not first on another thread
}

CheckpointSeries::~CheckpointSeries() {
  finish();
  std::error_code ignored;
  if (options_.stage) fs::remove(*options_.stage, ignored);  // when it is empty
}

fs::path CheckpointSeries::file_of(const fs::path& folder, long long step) const {
  return checkpoint_name(folder, step, file_, options_.n_files);
}

void CheckpointSeries::save(long long step, double time,
                            const std::map<std::string, std::string>& provenance, State state) {
  wait();
  begun_ = step;
  const auto begin = Clock::now();
  CheckpointHeader header;
  header.step = step;
  header.time = time;
  header.n_ranks = communicator_.size();
  header.n_files = options_.n_files;
  header.shuffle = options_.shuffle;
  header.provenance = provenance;
  if (parcels_.empty()) parcels_.resize(1);
  CheckpointSaver saver(std::move(header), std::move(parcels_.front()));
  state(saver);
  totals_.raw_bytes += static_cast<double>(saver.raw_bytes());
  totals_.stored_bytes += static_cast<double>(saver.parcel().chunks.size());
  drop_given_up(step);
  header_ = saver.header();
  header_.content = communicator_.sum(static_cast<long long>(saver.content()));
  gather_ = std::make_unique<comm::ByteGather>(group_, pack(std::move(saver.parcel())),
                                               std::move(parcels_));
  begin_ = begin;
  ++totals_.n_saved;
  poll();
  totals_.blocked += seconds_between(begin, Clock::now());
}

void CheckpointSeries::drop_given_up(std::optional<long long> step) {
  std::erase_if(given_up_, [&](const fs::path& file) {
    const bool goes = !step || step_of_checkpoint(file) == *step;
    std::error_code ignored;
    if (goes) fs::remove(file, ignored);
    return goes;
  });
}

bool CheckpointSeries::poll() {
  if (gather_ && gather_->test()) start_writing();
  if (!is_timed_ && !writer_.is_busy()) {
    is_timed_ = true;
    totals_.elapsed += seconds_between(begin_, written_at_);
  }
  return complete_ != settled_ || writer_.has_error() || drainer_.has_error();
}

void CheckpointSeries::start_writing() {
  parcels_ = gather_->take();
  gather_.reset();
  is_timed_ = false;
  written_at_ = Clock::now();
  if (group_.rank() != 0) return;
  writer_.add([this] { write(); });
}

void CheckpointSeries::write() {
  const fs::path file = file_of(options_.stage.value_or(folder_), header_.step);
  const fs::path partial = partial_name(file);
  renew_folder_of(file);
  try {
    write_checkpoint_file(partial, file.string(), header_, file_, parcels_);
    complete_file(partial, file);
  } catch (...) {
    std::error_code ignored;
    fs::remove(partial, ignored);
    throw;
  }
  written_at_ = Clock::now();
  if (options_.stage)
    drainer_.add([this, file, step = header_.step] { drain(file, step); });
  else
    complete_ = header_.step;
}

void CheckpointSeries::drain(const fs::path& staged, long long step) {
  std::error_code ignored;
  try {
    renew_folder_of(file_of(folder_, step));
    copy_complete_file(staged, file_of(folder_, step));
  } catch (...) {
    fs::remove(staged, ignored);
    throw;
  }
  fs::remove(staged, ignored);
  complete_ = step;
}

void CheckpointSeries::wait() {
  const auto begin = Clock::now();
  if (gather_) {
    gather_->wait();
    start_writing();
  }
  writer_.wait();
  poll();
  totals_.blocked += seconds_between(begin, Clock::now());
}

void CheckpointSeries::finish() {
  wait();
  drainer_.wait();
}

std::optional<std::string> CheckpointSeries::settle(long long proven) {
  settled_ = complete_;
  std::string message = writer_.take_error();
  if (message.empty()) message = drainer_.take_error();
  const bool writes = group_.rank() == 0;
  const double newest = communicator_.min(writes ? static_cast<double>(settled_)
                                                 : std::numeric_limits<double>::max());
  whole_ = static_cast<long long>(newest);
  if (newest >= 0 && communicator_.rank() == 0) {
    drop_given_up({});
    remove_old_checkpoints(folder_, static_cast<std::size_t>(options_.keep), proven);
  }
  const auto worst = communicator_.max_location(message.empty() ? 0.0 : 1.0);
  if (worst.value == 0) return std::nullopt;
  communicator_.broadcast(message, worst.rank);
  return message;
}

}  // namespace lobatto::io
