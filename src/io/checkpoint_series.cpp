#include "io/checkpoint_series.hpp"

#include <hdf5.h>

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "io/checkpoint_file.hpp"
#include "io/checkpoint_folder.hpp"
#include "io/checkpoint_saver.hpp"
#include "io/collective.hpp"
#include "io/text_file.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

double seconds_between(std::chrono::steady_clock::time_point begin,
                       std::chrono::steady_clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

void make_folder(const fs::path& folder) {
  std::error_code reason;
  fs::create_directories(folder, reason);
  if (reason)
    throw base::Error(
        fmt::format("cannot make the folder {}: {}", folder.string(), reason.message()));
}

int group_of(int rank, int n_ranks, int n_groups) {
  return static_cast<int>(static_cast<long long>(rank) * n_groups / n_ranks);
}

void write_complete_file(const fs::path& file, const CheckpointHeader& header, int index,
                         const std::vector<std::vector<std::byte>>& parcels) {
  const fs::path partial = partial_name(file);
  try {
    write_checkpoint_file(partial, file.string(), header, index, parcels);
    complete_file(partial, file);
  } catch (...) {
    std::error_code ignored;
    fs::remove(partial, ignored);
    throw;
  }
}

}  // namespace

CheckpointSeries::CheckpointSeries(fs::path folder, const CheckpointOptions& options,
                                   const comm::Communicator& communicator)
    : folder_(std::move(folder)),
      options_(options),
      communicator_(communicator),
      group_(communicator.duplicate()),
      file_(0),
      written_at_(std::make_shared<std::optional<Clock::time_point>>()),
      drainer_(static_cast<std::size_t>(std::max(1, options.max_staged))),
      writer_(1) {
  options_.n_files = std::clamp(options_.n_files, 1, communicator.size());
  file_ = group_of(communicator.rank(), communicator.size(), options_.n_files);
  group_ = communicator.split(file_, communicator.rank());
  on_root(communicator, [&] { make_folder(folder_); });
  std::string message;
  try {
    if (options_.stage && group_.rank() == 0) make_folder(*options_.stage);
  } catch (const base::Error& error) {
    message = error.what();
  }
  throw_together(communicator, message);
  H5open();  // here, and not first on another thread
}

CheckpointSeries::~CheckpointSeries() { wait(); }

void CheckpointSeries::save(long long step, double time,
                            const std::map<std::string, std::string>& provenance, State state) {
  wait();
  const auto begin = Clock::now();
  CheckpointHeader header;
  header.step = step;
  header.time = time;
  header.n_ranks = communicator_.size();
  header.n_files = options_.n_files;
  header.shuffle = options_.shuffle;
  header.provenance = provenance;
  CheckpointSaver saver(std::move(header));
  state(saver);
  header_ = saver.header();
  totals_.raw_bytes += static_cast<double>(saver.raw_bytes());
  totals_.stored_bytes += static_cast<double>(saver.parcel().chunks.size());
  gather_ = std::make_unique<comm::ByteGather>(group_, pack(std::move(saver.parcel())));
  begin_ = begin;
  ++totals_.n_saved;
  poll();
  totals_.blocked += seconds_between(begin, Clock::now());
}

bool CheckpointSeries::poll() {
  if (gather_ && gather_->test()) start_writing();
  if (!writer_.is_busy() && *written_at_) {
    totals_.elapsed += seconds_between(begin_, **written_at_);
    written_at_->reset();
  }
  return gather_ != nullptr || writer_.is_busy() || drainer_.is_busy();
}

void CheckpointSeries::start_writing() {
  auto parcels = std::make_shared<std::vector<std::vector<std::byte>>>(gather_->take());
  gather_.reset();
  if (group_.rank() != 0) {
    totals_.elapsed += seconds_between(begin_, Clock::now());
    return;
  }
  const fs::path file = checkpoint_name(folder_, header_.step, file_);
  const fs::path first =
      options_.stage ? checkpoint_name(*options_.stage, header_.step, file_) : file;
  writer_.add(
      [this, parcels, file, first, header = header_, index = file_, written_at = written_at_] {
        write_complete_file(first, header, index, *parcels);
        *written_at = Clock::now();
        if (first == file) return;
        drainer_.add([first, file] {
          copy_complete_file(first, file);
          std::error_code ignored;
          fs::remove(first, ignored);
        });
      });
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

std::optional<std::string> CheckpointSeries::settle() {
  wait();
  drainer_.wait();
  std::string message = writer_.take_error();
  if (message.empty()) message = drainer_.take_error();
  const auto worst = communicator_.max_location(message.empty() ? 0.0 : 1.0);
  if (worst.value != 0) {
    communicator_.broadcast(message, worst.rank);
    return message;
  }
  if (communicator_.rank() == 0)
    remove_old_checkpoints(folder_, static_cast<std::size_t>(options_.keep));
  return std::nullopt;
}

}  // namespace lobatto::io
